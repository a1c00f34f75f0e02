"""Turns at writing: how many threads of a process may write, or wait to, so that there are others left to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic

SLOW = 1.0
"""Seconds: where somebody writes for longer, those behind are sent away rather than kept waiting."""


class NoTurn(Exception):
    """Somebody writes, or waits to, for too long already."""


class Turns:
    """At most so many threads write or wait for the database at once; the others wait here for a moment, or leave.

    While writing has failed because the database was held by somebody else, nobody waits here: the next in turn tries,
    the others leave at once. A page that only reads never comes here.
    """

    def __init__(self, most: int, now: Callable[[], float] = monotonic) -> None:
        self._most, self._now = most, now
        self._changed = Condition()
        self._inside: dict[object, float] = {}
        self._held_elsewhere = False

    @contextmanager
    def turn(self, *, waits: bool = True) -> Iterator[None]:
        """A turn, soon or not at all. Raises `NoTurn`."""
        mine = object()
        with self._changed:
            while len(self._inside) >= (1 if self._held_elsewhere else self._most):
                left = min(self._inside.values()) + SLOW - self._now()
                if not waits or self._held_elsewhere or left <= 0:
                    raise NoTurn
                self._changed.wait(left)
            self._inside[mine] = self._now()
        try:
            yield
        finally:
            with self._changed:
                del self._inside[mine]
                self._changed.notify_all()

    def tell(self, *, held_elsewhere: bool) -> None:
        """Says whether the database was held by somebody else for as long as one waited for it."""
        with self._changed:
            self._held_elsewhere = held_elsewhere
            if held_elsewhere:
                self._changed.notify_all()
