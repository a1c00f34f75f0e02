"""Files that take a while to make: how far each has come is kept where everybody who serves a page can see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from tutor.errors import TutorError
from tutor.study.tables import JobRow

MOST_RUNNING = 3
"""How many a learner may have made at once."""
KEPT = timedelta(days=1)
STILL = timedelta(minutes=2)
"""What has not moved for so long is not being made any more: whoever made it has stopped."""


class TooManyJobs(TutorError):
    """A learner has as many files made already as may be made at once."""

    def __init__(self) -> None:
        super().__init__(
            f"{MOST_RUNNING} files are being made for you, and that is as many as may be at once. Wait for one of them."
        )


@dataclass(frozen=True, slots=True)
class Job:
    """A file that is being made, or was: `done` of `of` parts, and what came of it.

    `kind` and `what` say what was asked for. `name` and `mimetype` are empty until it has ended; `fault` is empty
    unless it could not be made.
    """

    id: int
    kind: str
    what: str
    done: int
    of: int
    has_ended: bool
    name: str = ""
    mimetype: str = ""
    fault: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether the file can be had."""
        return self.has_ended and not self.fault


STOPPED = "The tutor was stopped while this was being made. Ask for it again."


def begin(connection: Connection, learner: int, kind: str, what: str, now: datetime) -> int:
    """Keeps that a file is being made, sweeps out what is old, and gives the number of the job.

    Raises `TooManyJobs`.
    """
    connection.execute(delete(JobRow).where(JobRow.made_at < now - KEPT))
    running = select(func.count()).where(
        JobRow.learner_id == learner, JobRow.ended_at.is_(None), JobRow.moved_at >= now - STILL
    )
    if (connection.scalar(running) or 0) >= MOST_RUNNING:
        raise TooManyJobs
    row = {
        "learner_id": learner,
        "kind": kind,
        "what": what,
        "done": 0,
        "of": 0,
        "made_at": now,
        "begun_at": now,
        "moved_at": now,
        "name": "",
        "mimetype": "",
        "fault": "",
    }
    return int(connection.execute(insert(JobRow).values(row).returning(JobRow.id)).scalar_one())


def move(connection: Connection, job: int, done: int, of: int, now: datetime) -> None:
    """Keeps how far a job has come."""
    connection.execute(update(JobRow).where(JobRow.id == job).values(done=done, of=of, moved_at=now))


def end(connection: Connection, job: int, now: datetime, name: str, mimetype: str, content: bytes) -> None:
    """Keeps what was made."""
    connection.execute(
        update(JobRow)
        .where(JobRow.id == job)
        .values(ended_at=now, moved_at=now, done=JobRow.of, name=name, mimetype=mimetype, content=content)
    )


def fail(connection: Connection, job: int, now: datetime, fault: str) -> None:
    """Keeps why nothing was made."""
    connection.execute(update(JobRow).where(JobRow.id == job).values(ended_at=now, moved_at=now, fault=fault))


def one(connection: Connection, learner: int, job: int, now: datetime) -> Job | None:
    """A job of a learner’s; one that has not moved for long has failed. None where the learner has no such job."""
    row = connection.execute(_JOBS.where(JobRow.id == job, JobRow.learner_id == learner)).first()
    return None if row is None else _job(row, now)


def all_of(connection: Connection, learner: int, now: datetime) -> Iterable[Job]:
    """The jobs of a learner, the newest first."""
    rows = connection.execute(_JOBS.where(JobRow.learner_id == learner).order_by(JobRow.id.desc())).all()
    return tuple(_job(row, now) for row in rows)


def content(connection: Connection, learner: int, job: int) -> bytes | None:
    """What was made, where it has been."""
    found: bytes | None = connection.scalar(
        select(JobRow.content).where(JobRow.id == job, JobRow.learner_id == learner, JobRow.ended_at.is_not(None))
    )
    return found


def _job(row: Row[tuple[object, ...]], now: datetime) -> Job:
    stopped = row.ended_at is None and row.moved_at < now - STILL
    fault = STOPPED if stopped else row.fault
    has_ended = stopped or row.ended_at is not None
    return Job(row.id, row.kind, row.what, row.done, row.of, has_ended, row.name, row.mimetype, fault)


_JOBS = select(*(column for column in JobRow.__table__.columns if column.name != "content"))
"""The content is large, and asked for by itself."""
