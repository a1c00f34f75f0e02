"""Where a learner stands in each game."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from tutor.study.storage.database import DatabaseBusy
from tutor.study.storage.dialects import upsert
from tutor.study.storage.repository import LearnerRepository
from tutor.study.storage.tables import SavedPositionRow


@dataclass(frozen=True, slots=True)
class SavedPosition:
    """Where a learner stands in a game, and from which seat."""

    game: str
    step: int
    seat: str


class SavedPositions(LearnerRepository):
    """Where a learner stands in each game begun."""

    def save(self, position: SavedPosition) -> None:
        """Keeps where the learner stands in a game, in the stead of where the learner stood.

        It may be lost with the machine’s power, or where somebody else writes: no page is to wait for it.
        """
        row = {
            "learner_id": self._learner,
            "game": position.game,
            "step": position.step,
            "seat": position.seat,
            "at": self._clock(),
        }
        with suppress(DatabaseBusy), self._database.writing(durably=False, waits=False) as connection:
            upsert(connection, SavedPositionRow, row)

    def all(self) -> tuple[SavedPosition, ...]:
        """Where the learner stands in each game begun, the latest first."""
        return tuple(self._all(_POSITIONS, lambda row: SavedPosition(row.game, row.step, row.seat)))


_POSITIONS = (
    select(SavedPositionRow.game, SavedPositionRow.step, SavedPositionRow.seat)
    .where(SavedPositionRow.learner_id == bindparam("learner"))
    .order_by(SavedPositionRow.at.desc())
)
