"""How natural the visible hands look: dummies of ordinary strength, and no fillers.

A hand invented for a rule easily has the lowest cards in every suit that does not matter, such as 432 in three suits,
or a dummy with nothing or everything. Nobody is dealt such hands, and they give away what matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tutor.cards import Card, Suit
from tutor.seats import Seat
from tutor.view import View

WEAKEST, STRONGEST = 4, 14
"""The points of an ordinary dummy, an ace counting four and a jack one: nine deals in ten give it that."""
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
LOWEST = ("32", "432", "5432", "65432", "765432")
FILLERS = 1
"""In how many suits a natural hand may have only the lowest cards."""


def points(cards: Iterable[Card]) -> int:
    """What cards are worth."""
    return sum(POINTS.get(card.rank.letter, 0) for card in cards)


def dealt_to(view: View, seat: Seat) -> frozenset[Card]:
    """What was dealt to a hand that is seen."""
    return frozenset(view.seen[seat]) | {one.card for one in view.played() if one.seat is seat}


def dummies(view: View) -> Iterator[frozenset[Card]]:
    """The whole hands that lie open, as they were dealt."""
    return (cards for seat, _ in view.exposed if len(cards := dealt_to(view, seat)) == 13)


def fillers(cards: Iterable[Card]) -> list[list[Card]]:
    """The suits of which a hand has the lowest cards and no other, two or more."""
    by_suit = [sorted((card for card in cards if card.suit is suit), key=lambda card: card.rank) for suit in Suit]
    return [suit for suit in by_suit if "".join(card.rank.letter for card in reversed(suit)) in LOWEST]


def oddness(view: View) -> int:
    """How far a view is from natural hands; 0 is natural."""
    weak_or_strong = sum(max(WEAKEST - points(cards), points(cards) - STRONGEST, 0) for cards in dummies(view))
    seen = (len(fillers(dealt_to(view, seat))) for seat in view.seen)
    return weak_or_strong + sum(max(number - FILLERS, 0) for number in seen)
