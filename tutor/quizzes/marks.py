"""How good an answer is under an author."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tutor.authorities.rules import Advice, Answer


class Grade(Enum):
    """The shades of an answer; hindsight has none of these.

    `HELD_BACK` stands for any of them where a learner may not see it yet: no answer is ever kept with it.
    """

    BEST = "best"
    ACCEPTABLE = "acceptable"
    NOT_ADVISED = "not advised"
    UNDECIDED = "undecided"
    TOLD = "told"
    HELD_BACK = "held back"

    @property
    def is_right(self) -> bool:
        return self in (Grade.BEST, Grade.ACCEPTABLE)

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of an answer, and why: the fact of this hand on which it turns."""

    given: Answer | None
    shade: Grade
    because: str


def shade_of(advice: Advice, given: Answer) -> Grade:
    """How good an answer is under an author who has advised."""
    if advice.is_undecided:
        return Grade.UNDECIDED
    if given in advice.answers:
        return Grade.BEST
    return Grade.ACCEPTABLE if given in advice.acceptable else Grade.NOT_ADVISED
