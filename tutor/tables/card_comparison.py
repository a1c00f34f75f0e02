"""When a play against a rule fails: how often, over layouts that fit all that could be seen, and one that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tutor.analysis.double_dummy import tricks_of_each
from tutor.cards import Card
from tutor.codes import Code
from tutor.errors import TutorError
from tutor.play import Play
from tutor.tables.layouts import Layout, likely
from tutor.view import View

LAYOUTS = 40


class CannotCompare(TutorError):
    """A card that cannot be weighed against another on a view."""


@dataclass(frozen=True, slots=True)
class CardComparison:
    """A card weighed against the card advised, everybody playing double dummy from there.

    Of so many `layouts` it brings its side fewer tricks in `loses`, more in `gains`; `average` is what it brings more
    on average, `worst` a layout in which it loses most (None where it never loses), and `lost` how much there.
    """

    given: Card
    advised: Card
    layouts: int
    loses: int
    gains: int
    average: Fraction
    worst: Layout | None
    lost: int


def compare_cards(
    view: View, code: Code, given: Card, advised: Card, random: Random, layouts: int = LAYOUTS
) -> CardComparison:
    """How a card fares against the one advised, for the hand that is to play.

    Raises `CannotCompare` where no card is to be played, hands lie aside, or one of the cards may not be played.
    """
    if view.trick is None or view.out or (view.declaration and view.declaration.is_misere):
        raise CannotCompare(
            "Cards can be compared only in a game of four hands in which tricks are won. Choose such a game."
        )
    dealt = likely(view, code, layouts, random)
    solved = tricks_of_each([Play(layout, view.trumps, view.trick, view.tricks) for layout in dealt])
    for card in (given, advised):
        if card not in solved[0]:
            raise CannotCompare(f"The {card.name} may not be played here. Choose a card that may be played.")
    more = [brings[given] - brings[advised] for brings in solved]
    least = min(more)
    return CardComparison(
        given,
        advised,
        layouts=len(dealt),
        loses=sum(one < 0 for one in more),
        gains=sum(one > 0 for one in more),
        average=Fraction(sum(more), len(more)),
        worst=dealt[more.index(least)] if least < 0 else None,
        lost=-least if least < 0 else 0,
    )
