"""How many stages of hint a learner has been shown of a question that is not answered yet."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, delete, func, select

from tutor.study.storage.dialects import upsert
from tutor.study.storage.repository import LearnerRepository
from tutor.study.storage.tables import HintRow


class Hints(LearnerRepository):
    """The hints that a learner has been shown; what was shown is never taken back."""

    def take(self, topic: str, item: str, stage: int) -> None:
        """Counts that so many stages of hint have been shown of a question."""
        with self._taking_turns() as connection:
            shown = stage_of(connection, self._learner, topic, item)
            row = {"learner_id": self._learner, "topic": topic, "item": item, "at": self._clock()}
            upsert(connection, HintRow, row | {"stage": max(shown, stage)})

    def shown(self, topic: str, beginning: str = "") -> Mapping[str, int]:
        """How many stages of hint have been shown of the questions whose names begin so, by item."""
        return {row.item: row.stage for row in self._read(_HINTS, of=topic, beginning=beginning)}

    def stage(self, topic: str, item: str) -> int:
        """How many stages of hint have been shown of a question."""
        return self._first(_STAGE, lambda row: int(row.stage), of=topic, asked=item) or 0


def stage_of(connection: Connection, learner: int, topic: str, item: str) -> int:
    """How many stages of hint have been shown of a question, within a transaction."""
    return connection.scalar(_STAGE, {"learner": learner, "of": topic, "asked": item}) or 0


def forget(connection: Connection, learner: int, topic: str, item: str) -> None:
    """Begins the hints to a question afresh."""
    connection.execute(_FORGET, {"learner": learner, "of": topic, "asked": item})


_OF_TOPIC = (HintRow.learner_id == bindparam("learner"), HintRow.topic == bindparam("of"))
_OF_QUESTION = (*_OF_TOPIC, HintRow.item == bindparam("asked"))
_STAGE = select(HintRow.stage).where(*_OF_QUESTION)
_FORGET = delete(HintRow).where(*_OF_QUESTION)
_HINTS = select(HintRow.item, HintRow.stage).where(
    *_OF_TOPIC, func.substr(HintRow.item, 1, func.length(bindparam("beginning"))) == bindparam("beginning")
)
