"""The store of what a learner has done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Row, bindparam, create_engine, event, func, inspect, select, text
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from tutor.errors import TutorError
from tutor.study.tables import AnswerRow, HindsightRow, PlaceRow

HEAD = "0002"
"""The newest migration."""

MIGRATIONS = Path(__file__).with_name("migrations")
ONLY_LEARNER = 1

Clock = Callable[[], datetime]


class StudyUnusable(TutorError):
    """The database cannot be opened, read or written, or is not the tutor’s."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: to what, what was given, how good it was, and the rule that decided."""

    topic: str
    item: str
    given: str
    shade: str
    rule: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a learner stands in a game, and from which seat."""

    game: str
    step: int
    seat: str


class Study:
    """What one learner has done; every method is one transaction."""

    def __init__(self, engine: Engine, clock: Clock, learner: int = ONLY_LEARNER) -> None:
        self._engine, self._clock, self._learner = engine, clock, learner

    @classmethod
    def open(cls, file: Path, clock: Clock) -> Study:
        """The study kept in a file, made or brought up to date where need be. Raises `StudyUnusable`."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(URL.create("sqlite", database=str(file)))
            event.listen(engine, "connect", _prepare)
            _bring_up_to_date(engine)
        except (OSError, DatabaseError, NotOurs) as error:
            reason = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
            raise StudyUnusable(
                f"what you answered is kept in {file}, which cannot be used: {reason}. "
                "Mend or move the file, or choose another folder with --data."
            ) from None
        return cls(engine, clock)

    # ---- answers -------------------------------------------------------------------------------------------------

    def record(self, answer: Answer) -> None:
        """Keeps an answer."""
        row = {
            "learner_id": self._learner,
            "at": self._clock(),
            "topic": answer.topic,
            "item": answer.item,
            "given": answer.given,
            "shade": answer.shade,
            "rule": answer.rule,
        }
        self._write(_INSERT_ANSWER, row, durably=True)

    def latest(self, topic: str, beginning: str = "") -> Mapping[str, Answer]:
        """The latest answer to each item of a topic, or to those whose names begin so, by item."""
        rows = self._read(_LATEST_ANSWERS, topic=topic, beginning=beginning, end=beginning + "\U0010ffff")
        return {row.item: Answer(topic, row.item, row.given, row.shade, row.rule) for row in rows}

    def tally(self, topic: str) -> Mapping[str, int]:
        """How many answers there are of each shade."""
        return {row.shade: row.answers for row in self._read(_TALLY, topic=topic)}

    # ---- places --------------------------------------------------------------------------------------------------

    def stand(self, place: Place) -> None:
        """Keeps where the learner stands in a game, in the stead of where the learner stood."""
        row = {
            "learner_id": self._learner,
            "game": place.game,
            "step": place.step,
            "seat": place.seat,
            "at": self._clock(),
        }
        self._write(_UPSERT_PLACE, row, durably=False)

    def places(self) -> tuple[Place, ...]:
        """Where the learner stands in each game begun, the latest first."""
        return tuple(Place(row.game, row.step, row.seat) for row in self._read(_PLACES))

    # ---- hindsight -----------------------------------------------------------------------------------------------

    def hindsight(self, digest: str) -> str | None:
        """The table of hindsight kept under a digest, as it was written."""
        return next((row.tricks for row in self._read(_HINDSIGHT, digest=digest)), None)

    def keep_hindsight(self, digest: str, tricks: str) -> None:
        """Keeps a table of hindsight, in the stead of what was kept under its digest."""
        self._write(_UPSERT_HINDSIGHT, {"digest": digest, "tricks": tricks}, durably=False)

    def close(self) -> None:
        self._engine.dispose()

    # ---- transactions --------------------------------------------------------------------------------------------

    def _read(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        with _told_plainly("cannot be read"), self._engine.connect() as connection:
            return connection.execute(query, {"learner": self._learner, **values}).all()

    def _write(self, statement: Insert, row: Mapping[str, object], *, durably: bool) -> None:
        """One row written; what is written durably is on the disk before this returns, the rest soon after."""
        with _told_plainly("could not be kept"), self._engine.begin() as connection:
            connection.exec_driver_sql(f"PRAGMA synchronous = {'FULL' if durably else 'NORMAL'}")
            connection.execute(statement, row)


@contextmanager
def _told_plainly(what: str) -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        raise StudyUnusable(f"what you answered {what}: {error.orig}. Everything kept before is still there.") from None


# Built once: building a statement costs more than running it.
_LATEST_ANSWERS = (
    select(AnswerRow.item, AnswerRow.given, AnswerRow.shade, AnswerRow.rule)
    .where(
        AnswerRow.learner_id == bindparam("learner"),
        AnswerRow.topic == bindparam("topic"),
        AnswerRow.item.between(bindparam("beginning"), bindparam("end")),
    )
    .order_by(AnswerRow.id)
)
_TALLY = (
    select(AnswerRow.shade, func.count().label("answers"))
    .where(AnswerRow.learner_id == bindparam("learner"), AnswerRow.topic == bindparam("topic"))
    .group_by(AnswerRow.shade)
)
_PLACES = (
    select(PlaceRow.game, PlaceRow.step, PlaceRow.seat)
    .where(PlaceRow.learner_id == bindparam("learner"))
    .order_by(PlaceRow.at.desc())
)
_INSERT_ANSWER = insert(AnswerRow)
_place = insert(PlaceRow)
_UPSERT_PLACE = _place.on_conflict_do_update(
    index_elements=["learner_id", "game"],
    set_={"step": _place.excluded.step, "seat": _place.excluded.seat, "at": _place.excluded.at},
)
_HINDSIGHT = select(HindsightRow.tricks).where(HindsightRow.digest == bindparam("digest"))
_hindsight = insert(HindsightRow)
_UPSERT_HINDSIGHT = _hindsight.on_conflict_do_update(
    index_elements=["digest"], set_={"tricks": _hindsight.excluded.tricks}
)


def _prepare(connection: Any, _record: object) -> None:
    """Sets a connection up: readers do not wait for a writer."""
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")


class NotOurs(Exception):
    """A database that this tutor did not make, or that a newer one did."""


def _bring_up_to_date(engine: Engine) -> None:
    """Makes the tables or changes them, all or nothing, whoever else may be starting at the same moment."""
    with engine.begin() as connection:
        if _version(connection) == HEAD:
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        version = _version(connection)
        if version == HEAD:
            return
        if version is None and inspect(connection).get_table_names():
            raise NotOurs("it is the database of another program")
        from alembic import command
        from alembic.config import Config
        from alembic.util import CommandError

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            raise NotOurs("a newer tutor has been at it, and this one does not know its tables") from None


def _version(connection: Connection) -> str | None:
    """The migration that the database has reached, or None when it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version
