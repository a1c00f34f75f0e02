"""In what the revisions of the laws of bridge differ about the calling: the set words, and where redoubling ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Formulas:
    """The words of a calling; `suit` has the suit in place of its braces.

    `question` is the leader’s, who will not double: to the partner and, where it `is_asked_again` after a double, to
    each of the doubled side. `satisfied` is said by a player who will not double again, `last_word` by the partner.
    """

    suit: str
    no_trumps: str
    question: str
    satisfied: str
    last_word: str
    is_asked_again: bool
    leave: str = "I leave it to you, Partner."


class Beyond(Enum):
    """What becomes of a double that would make the trick worth more than the limit."""

    BARRED = "it may not be made"
    LAST = "it counts in full, and is the last"
    CUT = "it raises the trick to the limit, and is the last"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class DoublingLimit:
    """How far redoubling may go: what so many `tricks` over six may be worth in points at the most.

    The law of 1904 speaks of “the limit of 100 points” and does not say of what (Hoffmann, law 58); the footnote of
    1907 measures the odd trick, so that one trick is the usual reading. Neither says what becomes of a double that
    passes the limit. Raises `ValueError` where the points cannot be shared among the tricks to be cut.
    """

    points: int
    beyond: Beyond = Beyond.BARRED
    tricks: int = 1

    def __post_init__(self) -> None:
        if self.beyond is Beyond.CUT and self.points % self.tricks:
            raise ValueError(f"{self.points} points cannot be divided among {self.tricks} tricks: use another limit")

    def allows_another(self, value: int) -> bool:
        """Whether a trick worth so many points may be doubled once more."""
        reached = value * self.tricks
        return 2 * reached <= self.points if self.beyond is Beyond.BARRED else reached < self.points

    def worth(self, value: int) -> int:
        """What a trick of so many points counts under the limit."""
        return min(value, self.points // self.tricks) if self.beyond is Beyond.CUT else value
