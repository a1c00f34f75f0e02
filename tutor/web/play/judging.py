"""Boards that were read and judged lately: reading a session and judging its plays takes time, so it is done once.

Nothing here belongs to anybody: it is computed from the text of a session alone, and found by the digest of that text.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import TypeVar, cast

from flask import current_app

from tutor.exchange.played_boards import PlayedBoard, PlayedSession, read_session
from tutor.seats import Seat
from tutor.tables.review import ReviewedDecision, review

EXTENSION = "boards-judged"
KEPT = 2_000
"""The most sessions and boards that are remembered."""
PATIENT = 1.0
"""For so many seconds a page judges boards that nobody has judged yet. It leaves the others to the next page."""
T = TypeVar("T")


class BoardsJudged:
    """The sessions and the judgements that were asked for last. It is safe to share between threads."""

    def __init__(self, clock: Callable[[], float] = monotonic, kept: int = KEPT) -> None:
        self._clock, self._kept = clock, kept
        self._found: OrderedDict[Hashable, object] = OrderedDict()
        self._lock = Lock()

    def session(self, text: str) -> PlayedSession:
        """The boards of a text. Raises `TutorError` where none can be read."""
        return self._once(_digest(text), lambda: read_session(text))

    def decisions(self, text: str, board: PlayedBoard, seat: Seat) -> tuple[ReviewedDecision, ...]:
        """The decisions of a seat on a board of a text, by the author’s advice alone."""
        return self._once((_digest(text), board.place, seat), lambda: tuple(review(board.table, seat, None)))

    def in_time(self, text: str, seats: dict[int, tuple[PlayedBoard, Seat]]) -> dict[int, tuple[ReviewedDecision, ...]]:
        """The decisions on boards by their places: those judged already, and as many others as there is time for."""
        until = self._clock() + PATIENT
        found: dict[int, tuple[ReviewedDecision, ...]] = {}
        digest = _digest(text)
        for place, (board, seat) in seats.items():
            if (digest, place, seat) in self._found or self._clock() < until:
                found[place] = self.decisions(text, board, seat)
        return found

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return cast("T", self._found[key])
        made = make()
        with self._lock:
            self._found[key] = made
            if len(self._found) > self._kept:
                self._found.popitem(last=False)
        return made


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def boards_judged() -> BoardsJudged:
    """What this application remembers of boards."""
    return cast("BoardsJudged", current_app.extensions.setdefault(EXTENSION, BoardsJudged()))
