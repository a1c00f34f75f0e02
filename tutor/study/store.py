"""The store of what a learner has done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError, OperationalError

from tutor.errors import TutorError
from tutor.study.tables import AnswerRow, PlaceRow

HEAD = "0001"
"""The newest migration."""

MIGRATIONS = Path(__file__).with_name("migrations")
ONLY_LEARNER = 1

Clock = Callable[[], datetime]


class StudyUnusable(TutorError):
    """The database cannot be opened, or is not the tutor’s."""


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
        except (OSError, OperationalError, DatabaseError) as error:
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
        with self._engine.begin() as connection:
            connection.execute(_INSERT_ANSWER, row)

    def latest(self, topic: str, items: Iterable[str]) -> Mapping[str, Answer]:
        """The latest answer to each of the items, by item."""
        wanted = list(items)
        query = (
            select(AnswerRow.item, AnswerRow.given, AnswerRow.shade, AnswerRow.rule)
            .where(AnswerRow.learner_id == self._learner, AnswerRow.topic == topic, AnswerRow.item.in_(wanted))
            .order_by(AnswerRow.id)
        )
        with self._engine.connect() as connection:
            return {
                row.item: Answer(topic, row.item, row.given, row.shade, row.rule) for row in connection.execute(query)
            }

    def tally(self, topic: str) -> Mapping[str, int]:
        """How many answers there are of each shade."""
        query = (
            select(AnswerRow.shade, func.count().label("answers"))
            .where(AnswerRow.learner_id == self._learner, AnswerRow.topic == topic)
            .group_by(AnswerRow.shade)
        )
        with self._engine.connect() as connection:
            return {row.shade: row.answers for row in connection.execute(query)}

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
        with self._engine.begin() as connection:
            connection.execute(_UPSERT_PLACE, row)

    def places(self) -> tuple[Place, ...]:
        """Where the learner stands in each game begun, the latest first."""
        query = (
            select(PlaceRow.game, PlaceRow.step, PlaceRow.seat)
            .where(PlaceRow.learner_id == self._learner)
            .order_by(PlaceRow.at.desc())
        )
        with self._engine.connect() as connection:
            return tuple(Place(row.game, row.step, row.seat) for row in connection.execute(query))

    def close(self) -> None:
        self._engine.dispose()


_INSERT_ANSWER = insert(AnswerRow)
_place = insert(PlaceRow)
_UPSERT_PLACE = _place.on_conflict_do_update(
    index_elements=["learner_id", "game"],
    set_={"step": _place.excluded.step, "seat": _place.excluded.seat, "at": _place.excluded.at},
)


def _prepare(connection: Any, _record: object) -> None:
    """Sets a connection up: readers do not wait for a writer, and what is committed is on the disk."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA busy_timeout = 5000")


def _bring_up_to_date(engine: Engine) -> None:
    with engine.begin() as connection:
        if _version(connection) == HEAD:
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _version(connection: Connection) -> str | None:
    """The migration that the database has reached, or None when it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version
