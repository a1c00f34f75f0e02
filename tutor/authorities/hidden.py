"""What hands that are out of sight can hold, by the cards that are left and the suits that have been renounced."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from tutor.cards import Card, Suit
from tutor.seats import Seat
from tutor.view import View

PACK_OF_SUIT = 13


@dataclass(frozen=True, slots=True)
class HiddenHands:
    """The hands out of sight: how many cards each has, how many of each suit are left for them, and their voids.

    `known` are cards that a hand has shown and not played; they are counted neither in `sizes` nor in `left`.
    """

    sizes: Mapping[Seat, int]
    left: Mapping[Suit, int]
    voids: Collection[tuple[Seat, Suit]]
    known: Collection[tuple[Seat, Card]] = ()

    @classmethod
    def of(cls, view: View, voids: Collection[tuple[Seat, Suit]]) -> HiddenHands:
        """The hands that the seat of a view does not see; `voids` are the suits that have been renounced."""
        played, seen = view.played(), view.seen
        gone = [one.seat for one in played]
        seat, hand = next(iter(seen.items()), (view.seat, view.hand))
        dealt = len(hand) + gone.count(seat)
        sizes = {other: dealt - gone.count(other) for other in Seat if other not in seen and other not in view.out}
        cards = {one.card for one in played}
        known = tuple((other, card) for other, card in view.shown if other in sizes and card not in cards)
        left = dict.fromkeys(Suit, PACK_OF_SUIT)
        for card in (*cards, *(card for held in seen.values() for card in held), *(card for _, card in known)):
            left[card.suit] -= 1
        for other, _ in known:
            sizes[other] -= 1
        return cls(sizes, left, voids, known)

    def can_have(self, seat: Seat, suit: Suit) -> bool:
        """Whether a hand can have a card of a suit, when every hand is to be as full as it is.

        A suit renounced is a void, unless no cards would then lie so, because somebody has revoked.
        """
        if any(card.suit is suit for other, card in self.known if other is seat):
            return True
        if not self.left[suit] or self.sizes.get(seat, 0) < 1 or (seat, suit) in self.voids:
            return False
        if not self.voids or not self._can_be_filled(self.sizes, self.left):
            return True
        return self._can_be_filled({**self.sizes, seat: self.sizes[seat] - 1}, {**self.left, suit: self.left[suit] - 1})

    def _can_be_filled(self, sizes: Mapping[Seat, int], left: Mapping[Suit, int]) -> bool:
        """Whether the cards left can fill the hands: no hands together may want more than they can have (Hall)."""
        return all(
            sum(sizes[seat] for seat in seats)
            <= sum(count for suit, count in left.items() if any((seat, suit) not in self.voids for seat in seats))
            for seats in _groups(tuple(sizes))
        )


def _groups(seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    for number in range(1, len(seats) + 1):
        yield from combinations(seats, number)
