"""Files that take a while to make: a queue that everybody who serves a page can see, and works off together.

A job waits until a process takes it. The whole installation takes only so many at once. The moment at which it was
begun identifies the process. If another process has taken the job since, the first can no longer end it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, Row, and_, bindparam, delete, func, or_, select, update
from sqlalchemy.orm import aliased

from tutor.errors import TutorError
from tutor.study.clock import Clock, steady
from tutor.study.storage.database import Database, DatabaseBusy
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import LearnerRepository, Repository
from tutor.study.storage.tables import Instant, JobRow

MOST_OPEN = 3
"""How many a learner may have waiting or running at once."""
KEPT = timedelta(days=1)
STILL = timedelta(minutes=1)
"""If a job has not moved for so long, it is no longer being made, because its process is gone."""
MOST_ATTEMPTS = 2
"""A job that was begun so often and never ended is not begun again: it may be what ended its processes."""
STOPPED = "The tutor stopped twice while this was being made. Ask for something smaller, or report the problem."


def most_at_once() -> int:
    """How many may be made at once in the whole installation: half the cores are left to those who read pages."""
    return max(1, (os.cpu_count() or 1) // 2)


class TooManyJobs(TutorError):
    """A learner has as many files made already as may be made at once."""

    def __init__(self) -> None:
        super().__init__(
            f"{MOST_OPEN} of your files are already waiting or being made, which is the limit. Wait for one of them."
        )


@dataclass(frozen=True, slots=True)
class Job:
    """A file that is being made, or was: `done` of `of` parts, and what came of it.

    `kind` and `what` say what was asked for. `name` and `mimetype` are empty until it has ended. `fault` is empty
    unless it could not be made. A waiting job has a `place` in the queue, beginning with 1. Others have 0.
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
    place: int = 0

    @property
    def is_ready(self) -> bool:
        """Whether the file can be had."""
        return self.has_ended and not self.fault


@dataclass(frozen=True, slots=True)
class ClaimedJob:
    """A job that somebody has taken, with what was sent along with it; `begun_at` tells it from another attempt."""

    id: int
    learner: int
    kind: str
    what: str
    begun_at: datetime
    sent: bytes = b""


class Jobs(LearnerRepository):
    """The jobs that a learner asked for."""

    def begin(self, kind: str, what: str, sent: bytes = b"") -> int:
        """Puts a job into the queue, with what is `sent` along, and gives its number. Raises `TooManyJobs`.

        What is old is swept out.
        """
        now = steady(self._clock)()
        row = {
            "learner_id": self._learner,
            "kind": kind,
            "what": what,
            "done": 0,
            "of": 0,
            "made_at": now,
            "moved_at": now,
            "attempts": 0,
            "name": "",
            "mimetype": "",
            "content": sent or None,
            "fault": "",
        }
        with self._taking_turns() as connection:
            connection.execute(_SWEEP, {"before": now - KEPT})
            if (connection.scalar(_OPEN, {"learner": self._learner}) or 0) >= MOST_OPEN:
                raise TooManyJobs
            return inserted(connection, JobRow, row)

    def find(self, key: int) -> Job | None:
        """A job of the learner’s."""
        return self._first(_JOB, _job, key=key)

    def all(self) -> Sequence[Job]:
        """The jobs of the learner, the newest first."""
        return self._all(_JOBS, _job)

    def file(self, key: int) -> bytes | None:
        """What a job of the learner’s has made, if it has."""
        return self._first(_FILE, lambda row: row.content, key=key)


class Queue(Repository):
    """The queue of a database, for those who work it off."""

    def __init__(self, database: Database, clock: Clock, most: int | None = None) -> None:
        super().__init__(database, steady(clock))
        self._most = most or most_at_once()

    def take(self) -> ClaimedJob | None:
        """Takes the job that has waited longest; None where none waits, or as many are being made as may be.

        Whatever was begun by somebody who is gone waits again, or is given up, before.
        """
        now = self._clock()
        if not self._read(_TO_DO, still=now - STILL, most=self._most):
            return None
        with self._database.writing(durably=False) as connection:
            _give_back(connection, and_(_IS_RUNNING, JobRow.moved_at < now - STILL))
            return _take(connection, now, self._most)

    def taken(self, job: int, begun_at: datetime) -> ClaimedJob | None:
        """The job that was begun at a moment; None where it is not being made by who began it then."""
        claim = ClaimedJob(job, 0, "", "", begun_at)
        return self._first(select(*_OF_TAKEN).where(_is_of(claim)), lambda row: _taken(row, begun_at))

    def move(self, taken: ClaimedJob, done: int, of: int) -> bool:
        """Keeps how far it has come; whether it is still theirs who took it. What cannot be kept at once is not."""
        return self._change(taken, {"done": done, "of": of})

    def counts(self) -> Mapping[str, int]:
        """How many files wait, are being made, and could not be made in the last day."""
        (row,) = self._read(_COUNTS)
        return {"waiting": row.waiting, "running": row.running, "failed": row.failed}

    def touch(self, taken: ClaimedJob) -> bool:
        """Keeps that it is still being made; whether it is still theirs who took it."""
        return self._change(taken, {})

    def end(self, taken: ClaimedJob, name: str, mimetype: str, content: bytes) -> bool:
        """Keeps what was made; whether it was still theirs who took it."""
        values = {"done": JobRow.of, "name": name, "mimetype": mimetype, "content": content}
        return self._close(taken, values)

    def fail(self, taken: ClaimedJob, fault: str) -> bool:
        """Keeps why nothing was made; whether it was still theirs who took it."""
        return self._close(taken, {"fault": fault, "content": None})

    def give_back(self, taken: ClaimedJob, *, counts: bool) -> None:
        """Lets it wait again, or gives it up where it was attempted too often; a stop that was meant does not count."""
        with self._database.writing() as connection:
            if not counts:
                connection.execute(update(JobRow).where(_is_of(taken)).values(attempts=JobRow.attempts - 1))
            _give_back(connection, _is_of(taken))

    def _change(self, taken: ClaimedJob, values: Mapping[str, object]) -> bool:
        statement = update(JobRow).where(_is_of(taken)).values(moved_at=self._clock(), **values)
        with suppress(DatabaseBusy), self._database.writing(durably=False, waits=False) as connection:
            return bool(connection.execute(statement).rowcount)
        return True

    def _close(self, taken: ClaimedJob, values: Mapping[str, object]) -> bool:
        now = self._clock()
        return bool(self._write(update(JobRow).where(_is_of(taken)).values(ended_at=now, moved_at=now, **values)))


def _take(connection: Connection, now: datetime, most: int) -> ClaimedJob | None:
    """Takes the first that waits, by one statement that changes nothing where somebody else was quicker."""
    taken = connection.execute(
        update(JobRow)
        .where(JobRow.id == _FIRST_WAITING, _IS_WAITING, most > _RUNNING)
        .values(begun_at=now, moved_at=now, attempts=JobRow.attempts + 1)
        .returning(*_OF_TAKEN)
    ).first()
    return None if taken is None else _taken(taken, now)


def _taken(row: Any, begun_at: datetime) -> ClaimedJob:
    return ClaimedJob(row.id, row.learner_id, row.kind, row.what, begun_at, row.content or b"")


def _give_back(connection: Connection, which: ColumnElement[bool]) -> None:
    spent = and_(which, JobRow.attempts >= MOST_ATTEMPTS)
    connection.execute(update(JobRow).where(spent).values(ended_at=JobRow.moved_at, fault=STOPPED, content=None))
    connection.execute(update(JobRow).where(which).values(begun_at=None, done=0, of=0))


def _is_of(taken: ClaimedJob) -> ColumnElement[bool]:
    return and_(JobRow.id == taken.id, JobRow.begun_at == taken.begun_at, JobRow.ended_at.is_(None))


def _job(row: Row[Any]) -> Job:
    has_ended = row.ended_at is not None
    place = row.before + 1 if not has_ended and row.begun_at is None else 0
    return Job(row.id, row.kind, row.what, row.done, row.of, has_ended, row.name, row.mimetype, row.fault, place)


_OF_TAKEN = (JobRow.id, JobRow.learner_id, JobRow.kind, JobRow.what, JobRow.content)
_OTHER = aliased(JobRow)
_OTHER_WAITS, _OTHER_RUNS = (
    (_OTHER.ended_at.is_(None), begun) for begun in (_OTHER.begun_at.is_(None), _OTHER.begun_at.is_not(None))
)
_IS_OPEN = JobRow.ended_at.is_(None)
_IS_WAITING, _IS_RUNNING = and_(_IS_OPEN, JobRow.begun_at.is_(None)), and_(_IS_OPEN, JobRow.begun_at.is_not(None))
_COUNTS = select(
    func.count().filter(_IS_WAITING).label("waiting"),
    func.count().filter(_IS_RUNNING).label("running"),
    func.count().filter(JobRow.fault != "").label("failed"),
)
_FIRST_WAITING = select(func.min(_OTHER.id)).where(*_OTHER_WAITS).scalar_subquery()
_RUNNING = select(func.count()).where(*_OTHER_RUNS).scalar_subquery()
_TO_DO = (
    select(JobRow.id)
    .where(
        or_(
            and_(_IS_WAITING, bindparam("most", type_=Integer) > _RUNNING),
            and_(_IS_RUNNING, JobRow.moved_at < bindparam("still", type_=Instant)),
        )
    )
    .limit(1)
)
"""Whether there is anything that waits and may be taken, or that nobody makes any more."""
_BEFORE = select(func.count()).where(*_OTHER_WAITS, _OTHER.id < JobRow.id).correlate(JobRow).scalar_subquery()
_OF_LEARNER = JobRow.learner_id == bindparam("learner")
_JOBS = (
    select(*(column for column in JobRow.__table__.columns if column.name != "content"), _BEFORE.label("before"))
    .where(_OF_LEARNER)
    .order_by(JobRow.id.desc())
)
"""The content is large, and asked for by itself."""
_JOB = _JOBS.where(JobRow.id == bindparam("key"))
_FILE = select(JobRow.content).where(_OF_LEARNER, JobRow.id == bindparam("key"), JobRow.ended_at.is_not(None))
_OPEN = select(func.count()).where(_OF_LEARNER, _IS_OPEN)
_SWEEP = delete(JobRow).where(JobRow.made_at < bindparam("before"))
