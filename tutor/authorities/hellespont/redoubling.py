"""When Hellespont doubles again (pp. 122–123): on a certainty, whichever side it is for, and on nothing else.

Without trumps Hellespont means what cannot fail: Y, who doubled on eight hearts to ace, king, queen, jack, “should have
expressed himself satisfied as soon as A re-doubled”, and A was right on seven tricks from the top. With trumps he
gives one instance, eight to king, queen, jack, which only all five others in one hand would have stopped (p. 119).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.doubling_facts import CONTENT, DOUBLE, ODD_TRICK, why_no_doubling
from tutor.authorities.hellespont.doubling_prospects import certain_without_trumps, morally_certain_with_trumps
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Hand, Suit
from tutor.notation import are, counted
from tutor.view import View


@dataclass(frozen=True)
class RedoubleFacts:
    """A hand that may double again."""

    hand: Hand
    trumps: Suit | None
    is_leader: bool

    @classmethod
    def of(cls, view: View) -> RedoubleFacts:
        """The facts of a view on which something has been declared."""
        return cls(view.hand, view.declaration.trumps if view.declaration else None, view.is_leader)

    @cached_property
    def certain(self) -> int:
        if self.trumps is None:
            return certain_without_trumps(self.hand, leads=self.is_leader)
        return morally_certain_with_trumps(self.hand, self.trumps)

    def tricks(self) -> str:
        """How many tricks are certain, in words."""
        return f"{counted(self.certain, 'trick')} {are(self.certain)} certain in this hand"


redouble = Section[RedoubleFacts](KEY)


@redouble.rule(
    "hel-double-redouble-certainty",
    "Double again if the odd trick is a certainty.",
    page=122,
    lines=(6090, 6114),
    advises=(DOUBLE,),
    why="Each further double raises what you lose if you are wrong. In the author’s example the leader only thought "
    "the odd trick certain. The score ran into thousands, and the declarer, who was certain, won it.",
)
def certain_odd_trick(facts: RedoubleFacts) -> Finding:
    return yes(facts.tricks, DOUBLE) if facts.certain >= ODD_TRICK else no(facts.tricks)


@redouble.rule(
    "hel-double-redouble-certainty",
    "On anything less, be satisfied with the double.",
    page=122,
    lines=(6090, 6114),
    row="satisfied",
    advises=(CONTENT,),
)
def satisfied(facts: RedoubleFacts) -> Finding:
    return yes((lambda: f"there are no more than {facts.tricks()}") if facts.certain else facts.tricks, CONTENT)


def _silent_on(view: View) -> str | None:
    if why := why_no_doubling(view):
        return why
    doubles = view.calling.doubles()
    if not doubles:
        return "nobody has doubled, and nobody can double again"
    if doubles[-1].side is view.seat.side:
        return f"{doubles[-1].label} has doubled last, and it is for the other side to double again"
    return None


REDOUBLING = Chapter(Question.DOUBLE, redouble, RedoubleFacts.of, silent_on=_silent_on)
