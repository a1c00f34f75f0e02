"""What the declarer sees: two hands, and so every card that the adversaries hold between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.foster.combinations import honours
from tutor.authorities.foster.table import Table, why_not_his
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.view import View


def why_not_two_hands(view: View) -> str | None:
    """Why a play is not one of the declarer’s, who sees both of his hands."""
    table = Table(view)
    if why_not_his(view) or not table.is_declarers:
        return "it is not the declarer who plays"
    return None if table.partner in view.seen else "the other hand of the declarer’s is not seen"


@dataclass(frozen=True)
class TwoHands(Table):
    """A hand of the declarer’s that is to play, with the other one."""

    @cached_property
    def other(self) -> Hand:
        return self.view.seen[self.partner]

    @cached_property
    def other_dealt(self) -> Hand:
        return self.other.plus(*(one.card for one in self.played if one.seat is self.partner))

    @cached_property
    def _against(self) -> dict[Suit, Holding]:
        return {suit: self.unseen(suit) for suit in Suit}

    def against(self, suit: Suit) -> Holding:
        """The cards of a suit that the adversaries still hold."""
        return self._against[suit]

    def is_sure(self, card: Card) -> bool:
        """Whether no card of the adversaries’ beats this one in its suit."""
        return not any(rank > card.rank for rank in self.against(card.suit))

    def sure(self, hand: Hand, suit: Suit) -> tuple[Rank, ...]:
        """The cards of one of the two hands that no card of the adversaries’ beats."""
        return tuple(rank for rank in hand[suit] if self.is_sure(Card(suit, rank)))

    def sure_tricks(self, suit: Suit) -> int:
        """How many cards of a suit in both hands no card of the adversaries’ beats."""
        return len(self.sure(self.hand, suit)) + len(self.sure(self.other, suit))

    def total(self, suit: Suit) -> int:
        return len(self.hand[suit]) + len(self.other[suit])

    def is_weaker_here(self, suit: Suit) -> bool:
        """Whether the other hand has the more honours of a suit, or as many and a higher card."""
        return _strength(self.hand[suit]) < _strength(self.other[suit])

    def are_next(self, card: Card, other: Card) -> bool:
        """Whether the adversaries hold no card between two of a suit."""
        low, high = sorted((card.rank, other.rank))
        return not any(low < rank < high for rank in self.against(card.suit))

    def touches(self, card: Card) -> bool:
        """Whether another card of the suit on this side is as good: the adversaries have none between."""
        mine = (Card(card.suit, rank) for rank in (*self.hand[card.suit], *self.other[card.suit]))
        return any(other != card and self.are_next(card, other) for other in mine)

    def finessing_card(self, hand: Hand, suit: Suit) -> Card | None:
        """The card with which a hand can finesse: neither the best left, which it holds, nor as good.

        It is against “cards as good as kings and queens” (p. 145); of cards as good as each other it is the lowest
        (“the ten should be finessed the first time”, p. 146).
        """
        ranks, against = hand[suit].ranks, self.against(suit)
        if not ranks or not against or ranks[0] < against.highest or against.highest < Rank.QUEEN:
            return None
        below = [Card(suit, rank) for rank in ranks if against.lowest < rank < against.highest and rank >= Rank.TEN]
        return next((card for card in reversed(below) if self.are_next(card, below[0])), None)

    def has_entry(self, hand: Hand, apart_from: Iterable[Suit]) -> bool:
        """Whether a hand has a card in another plain suit that is sure of its trick."""
        left = [suit for suit in Suit if suit not in (*apart_from, self.trumps)]
        return any(self.sure(hand, suit) for suit in left)

    def is_established(self, suit: Suit) -> bool:
        """Whether the best cards of a suit on this side are enough to take all that the adversaries hold of it."""
        return self.sure_tricks(suit) >= len(self.against(suit))


def _strength(holding: Holding) -> tuple[int, int]:
    return len(honours(holding)), holding.highest.height if holding else 0
