"""What Hellespont’s dealer reads in the two hands that he plays: his own and the exposed one.

Whoever declared, he calls the player of both hands the dealer; so do these modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.hellespont.strength import strength
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Holding, Suit
from tutor.codes.code import TRICK_VALUES
from tutor.seats import Seat
from tutor.view import View

GAME = 30
"""The points, by tricks alone, that make game (p. 1)."""

_FEWEST_OF_A_LONG_SUIT = 4
"""A suit of three does not come after the long ones (pp. 141, 148)."""

_NOT_ALL_IN_ONE_HAND = 4
"""Four cards or more against a suit are reckoned not to lie in one hand; he reckons on far likelier ones (p. 126)."""


def why_not_the_dealers(view: View) -> str | None:
    """Why the card is not the dealer’s to choose, or he cannot see both of his hands; None where neither is so."""
    situation = Situation(view)
    if view.declaration is None:
        return "he writes of bridge, and nothing has been declared"
    if not situation.is_declarers:
        return "it is not one of the dealer’s two hands that is to play"
    return None if situation.partner in view.seen else "the dealer’s two hands are not both in sight"


@dataclass(frozen=True)
class TwoHands:
    """The hand that is to play and the one facing it, both the dealer’s."""

    situation: Situation

    @classmethod
    def of(cls, view: View) -> TwoHands:
        """The two hands of a view in the play on which one of them is to play."""
        return cls(Situation(view))

    @property
    def view(self) -> View:
        return self.situation.view

    @property
    def hand(self) -> Hand:
        """The hand to play."""
        return self.situation.hand

    @cached_property
    def other(self) -> Hand:
        """The hand facing it."""
        return self.view.seen[self.situation.partner]

    @cached_property
    def is_closed(self) -> bool:
        """Whether the adversaries cannot see the hand to play."""
        return self.situation.seat is not self.situation.dummy_seat

    @property
    def trumps(self) -> Suit | None:
        return self.situation.trumps

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        return tuple(suit for suit in Suit if suit is not self.trumps)

    @cached_property
    def adversaries(self) -> tuple[Seat, Seat]:
        return (self.situation.seat.left, self.situation.seat.right)

    # ---- what is against him ---------------------------------------------------------------------------------

    @cached_property
    def against(self) -> Mapping[Suit, Holding]:
        """What the two adversaries have left between them of each suit."""
        return {suit: self.situation.unseen(suit) for suit in Suit}

    @property
    def adverse_trumps(self) -> int:
        return len(self.against[self.trumps]) if self.trumps else 0

    def is_best(self, card: Card) -> bool:
        """Whether neither adversary can beat the card in its suit."""
        against = self.against[card.suit]
        return against.is_void or against.highest < card.rank

    def best_of(self, hand: Hand, suit: Suit) -> tuple[Card, ...]:
        """The cards of a suit in a hand of his that neither adversary can beat, highest first."""
        return tuple(card for card in hand.only(suit) if self.is_best(card))

    def sure(self, hand: Hand, suit: Suit) -> int:
        """How many tricks the suit makes from a hand that leads it out; a plain suit none while a trump is out.

        When the adversaries have no more of the suit, its small cards make as well.
        """
        if suit is not self.trumps and self.adverse_trumps:
            return 0
        best = len(self.best_of(hand, suit))
        return len(hand[suit]) if best >= len(self.against[suit]) else best

    def is_established(self, seat: Seat, suit: Suit) -> bool:
        """Whether a long suit of one of his hands makes all its tricks, if what is against it is not in one hand.

        It is a long one if it had four cards or more when dealt.
        """
        hand = self.view.seen[seat]
        dealt = len(hand[suit]) + len(self.situation.played_by(seat, suit))
        if not hand[suit] or dealt < _FEWEST_OF_A_LONG_SUIT or (suit is not self.trumps and self.adverse_trumps):
            return False
        best, against = len(self.best_of(hand, suit)), len(self.against[suit])
        return best == len(hand[suit]) or best >= (against if against < _NOT_ALL_IN_ONE_HAND else against - 1)

    def are_equal(self, card: Card, other: Card) -> bool:
        """Whether neither adversary has a card between the two."""
        low, high = sorted((card.rank, other.rank))
        return card.suit is other.suit and not any(low < rank < high for rank in self.against[card.suit])

    def equals(self, card: Card) -> tuple[Card, ...]:
        """The cards of the hand to play that are as good as a card, itself among them, highest first."""
        return tuple(other for other in self.hand.only(card.suit) if self.are_equal(card, other))

    # ---- the two hands together --------------------------------------------------------------------------------

    def length(self, suit: Suit) -> int:
        return len(self.hand[suit]) + len(self.other[suit])

    def together(self, suit: Suit) -> Holding:
        return Holding.of((*self.hand[suit], *self.other[suit]))

    @cached_property
    def suits_to_establish(self) -> tuple[Suit, ...]:
        """The plain suits of the hand to play, the most promising first, as the two hands stand.

        A suit begun is gone on with while a winner of it is left (Games XII, XIII, XVI, XVII, XXVI). Else his choices
        (Games XII, XIII, XIX, XX, XXVI, XXVIII) are those of the most cards in the two hands together, winners counted
        twice; then of the most cards; then the stronger.
        """
        held = (suit for suit in self.plain_suits if self.hand[suit])
        return tuple(sorted(held, key=self._promise, reverse=True))

    def _promise(self, suit: Suit) -> tuple[bool, int, int, int]:
        best = len(self.best_of(self.hand, suit)) + len(self.best_of(self.other, suit))
        is_begun = best > 0 and suit is self._suit_last_led
        return (is_begun, self.length(suit) + best, self.length(suit), strength(self.together(suit)))

    @cached_property
    def _suit_last_led(self) -> Suit | None:
        """The suit that the dealer’s side led last."""
        led = self.situation.led_by(self.situation.seat, self.situation.partner)
        return led[-1].suit if led else None

    @cached_property
    def suit_to_establish(self) -> Suit | None:
        """The most promising suit; None where two promise as much, or none is held."""
        suits = self.suits_to_establish
        if not suits or (len(suits) > 1 and self._promise(suits[0]) == self._promise(suits[1])):
            return None
        return suits[0]

    def ways_over(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """The lowest card of each suit, and its equals, with which a winner in the other hand can be led to."""
        return tuple(card for suit in suits if self.hand[suit] for card in self._ways_over_in(suit))

    def _ways_over_in(self, suit: Suit) -> Iterator[Card]:
        winner = next(iter(self.best_of(self.other, suit)), None)
        lowest = low(self.hand, suit)
        if winner is not None:
            yield from (card for card in self.equals(lowest) if card.rank < winner.rank)

    # ---- the score ---------------------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> int:
        """How many more tricks the side wants for the game: none or less once it is won; perhaps more than are left."""
        declaration = self.view.declaration
        assert declaration is not None, "the dealer plays only what has been declared"  # noqa: S101
        worth = TRICK_VALUES[declaration.denomination] * declaration.factor
        return 6 - (self.view.standing.us - GAME) // worth - self.situation.ours

    @cached_property
    def shown_void(self) -> Mapping[Suit, tuple[Seat, ...]]:
        """The adversaries who are known to have no card of each suit: they have not followed, or no more are out."""
        return {
            suit: tuple(
                seat
                for seat in self.adversaries
                if not self.against[suit].ranks or self.situation.has_shown_void(seat, suit)
            )
            for suit in Suit
        }


def top(hand: Hand, suit: Suit) -> Card:
    return Card(suit, hand[suit].highest)


def low(hand: Hand, suit: Suit) -> Card:
    return Card(suit, hand[suit].lowest)
