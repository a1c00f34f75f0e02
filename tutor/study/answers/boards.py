"""Sessions of boards that a learner brought from elsewhere: their text, and where the learner sat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, select, update

from tutor.errors import TutorError
from tutor.seats import Seat
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import LearnerRepository, columns_of
from tutor.study.storage.tables import BoardsRow

MOST_SESSIONS = 100
LONGEST_TITLE = 120


class TooManySessions(TutorError):
    """A learner has as many sessions as can be kept."""

    def __init__(self) -> None:
        super().__init__(f"You have {MOST_SESSIONS} sessions, which is the limit. Delete one that you no longer need.")


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """Whose plays are the learner’s: those of a player by name, or else of one seat; None if neither is chosen."""

    player: str = ""
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class BoardSession:
    """A session of boards, as it was brought. `text` is PBN or LIN."""

    id: int
    title: str
    at: datetime
    seat_choice: SeatChoice
    text: str


class BoardSessions(LearnerRepository):
    """The sessions that a learner brought. Nobody else sees them."""

    def add(self, title: str, text: str, seat_choice: SeatChoice) -> int:
        """Keeps a session, and gives its number; that of before for the same text. Raises `TooManySessions`."""
        row = {"learner_id": self._learner, "title": title, "at": self._clock(), "text": text, **_sat(seat_choice)}
        with self._taking_turns() as connection:
            same = connection.execute(_SAME, {"learner": self._learner, "text": text}).first()
            if same is not None:
                return int(same.id)
            if (connection.scalar(_COUNT, {"learner": self._learner}) or 0) >= MOST_SESSIONS:
                raise TooManySessions
            return inserted(connection, BoardsRow, row)

    def all(self) -> tuple[BoardSession, ...]:
        """The sessions, the newest first."""
        return tuple(self._all(_SESSIONS, _session))

    def find(self, id: int) -> BoardSession | None:  # noqa: A002
        """The session of a number, if the learner has one."""
        return self._first(_SESSION, _session, key=id)

    def choose(self, id: int, seat_choice: SeatChoice) -> None:  # noqa: A002
        """Keeps whose plays are the learner’s."""
        with self._database.writing() as connection:
            connection.execute(
                _SIT, {"key": id, "learner": self._learner, **{f"to_{k}": v for k, v in _sat(seat_choice).items()}}
            )

    def delete(self, id: int) -> None:  # noqa: A002
        """Deletes a session for good. Nothing happens where there is none."""
        with self._database.writing() as connection:
            connection.execute(_DELETE, {"key": id, "learner": self._learner})


def _sat(seat_choice: SeatChoice) -> dict[str, str]:
    return {"player": seat_choice.player, "seat": seat_choice.seat.letter if seat_choice.seat else ""}


def _session(row: Row[Any]) -> BoardSession:
    seat_choice = SeatChoice(row.player, Seat(row.seat) if row.seat else None)
    return BoardSession(row.id, row.title, row.at, seat_choice, row.text)


_OF_LEARNER = BoardsRow.learner_id == bindparam("learner")
_OF_KEY = BoardsRow.id == bindparam("key")
_SESSIONS = columns_of(BoardsRow).where(_OF_LEARNER).order_by(BoardsRow.id.desc())
_SESSION = _SESSIONS.where(_OF_KEY)
_SAME = select(BoardsRow.id).where(_OF_LEARNER, BoardsRow.text == bindparam("text"))
_COUNT = select(func.count()).select_from(BoardsRow).where(_OF_LEARNER)
_SIT = update(BoardsRow).where(_OF_KEY, _OF_LEARNER).values(player=bindparam("to_player"), seat=bindparam("to_seat"))
_DELETE = delete(BoardsRow).where(_OF_KEY, _OF_LEARNER)
