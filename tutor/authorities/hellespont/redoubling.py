"""When Hellespont doubles again (pp. 122–123): on a certainty, whichever side it is for, and on nothing else.

Without trumps he means what cannot fail: Y, who doubled on eight hearts to ace, king, queen, knave, “should have
expressed himself satisfied as soon as A re-doubled”, and A was right on seven tricks from the top. With trumps he
gives one instance, eight to king, queen, knave, which only all five others in one hand would have stopped (p. 119).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.doubling import CONTENT, DOUBLE, ODD_TRICK, why_no_bridge
from tutor.authorities.hellespont.prospects import certain_without_trumps, morally_certain_with_trumps
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Hand, Suit
from tutor.notation import counted
from tutor.view import View


@dataclass(frozen=True)
class Redoubler:
    """A hand that may double again."""

    hand: Hand
    trumps: Suit | None
    is_leader: bool

    @classmethod
    def of(cls, view: View) -> Redoubler:
        """The redoubler of a view on which something has been declared."""
        declaration = view.declaration
        return cls(view.hand, declaration.trumps if declaration else None, view.is_leader)

    @cached_property
    def certain(self) -> int:
        if self.trumps is None:
            return certain_without_trumps(self.hand, leads=self.is_leader)
        return morally_certain_with_trumps(self.hand, self.trumps)

    @property
    def because(self) -> str:
        return f"{counted(self.certain, 'trick')} {'is' if self.certain == 1 else 'are'} certain in this hand"


def _certain(redoubler: Redoubler) -> Finding:
    return applies(redoubler.because, DOUBLE) if redoubler.certain >= ODD_TRICK else fails(redoubler.because)


def _satisfied(redoubler: Redoubler) -> Finding:
    return applies(f"no more than {redoubler.because}" if redoubler.certain else redoubler.because, CONTENT)


REDOUBLING_RULES: Sequence[Rule[Redoubler]] = (
    Rule(
        "hel-double-redouble-certainty",
        "Double again when the odd trick is a certainty.",
        cite(122, 6090, 6114),
        _certain,
        advises=(DOUBLE,),
    ),
    Rule(
        "hel-double-redouble-certainty",
        "On anything less be satisfied with the double.",
        cite(122, 6090, 6114),
        _satisfied,
        "satisfied",
        advises=(CONTENT,),
    ),
)


def _silent_on(view: View) -> str | None:
    if why := why_no_bridge(view):
        return why
    doubles = view.calling.doubles()
    if not doubles:
        return "nobody has doubled, and nobody can double again"
    if doubles[-1].side is view.seat.side:
        return f"{doubles[-1].label} has doubled last, and it is for the other side to double again"
    return None


REDOUBLING = Chapter(Question.DOUBLE, REDOUBLING_RULES, Redoubler.of, silent_on=_silent_on)
