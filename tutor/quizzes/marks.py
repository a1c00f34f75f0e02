"""How good an answer is under an author."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tutor.authorities.rules import Answer


class Shade(Enum):
    """The shades of an answer; hindsight has none of these."""

    BEST = "best"
    ACCEPTABLE = "acceptable"
    NOT_ADVISED = "not advised"
    UNDECIDED = "undecided"
    TOLD = "told"

    @property
    def is_right(self) -> bool:
        return self in (Shade.BEST, Shade.ACCEPTABLE)

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of an answer, and why: the fact of this hand on which it turns."""

    given: Answer | None
    shade: Shade
    because: str
