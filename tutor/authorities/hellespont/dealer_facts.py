"""What Hellespont’s dealer sees in the two hands that the dealer plays.

Hellespont always calls the player of both hands the dealer. These modules do the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.hellespont.strength import strength
from tutor.authorities.hellespont.trick_figures import FEWEST_OF_A_LONG_SUIT, ODD_TRICK
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.seats import Seat
from tutor.view import View

GAME = 30
"""The points, by tricks alone, that make game (p. 1)."""

NEVER_ALL_IN_ONE_HAND = 4
"""Four or more cards against a suit are taken not to lie in one hand: Hellespont counts on far likelier divisions (p.
126).
"""


def why_not_the_dealers(view: View) -> str | None:
    """Why the card is not the dealer’s to choose, or the dealer cannot see both hands; None where neither is so."""
    situation = Situation(view)
    if view.declaration is None:
        return "Hellespont writes of bridge, and nothing has been declared"
    if not situation.is_declarers:
        return "this is not one of the dealer’s two hands"
    return None if situation.partner in view.seen else "the dealer’s two hands are not both in sight"


@dataclass(frozen=True)
class DealerFacts(Situation):
    """The hand to play and the hand opposite, which the dealer plays too."""

    @cached_property
    def other(self) -> Hand:
        """The hand opposite."""
        return self.hands[self.partner]

    @cached_property
    def hands(self) -> Mapping[Seat, Hand]:
        """Both hands, by their seats."""
        return self.view.seen

    @cached_property
    def is_closed(self) -> bool:
        """Whether the opponents cannot see the hand to play."""
        return self.seat is not self.dummy_seat

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        return tuple(suit for suit in Suit if suit is not self.trumps)

    @cached_property
    def adversaries(self) -> tuple[Seat, Seat]:
        return (self.seat.left, self.seat.right)

    # ---- the trick ---------------------------------------------------------------------------------------------

    @property
    def suit(self) -> Suit:
        """The suit to follow, where a card has been led."""
        return self.trick.cards[0].suit

    @cached_property
    def round(self) -> int:
        """Which round of its suit the trick is."""
        return self.rounds(self.suit)

    def cards(self, *ranks: Rank) -> tuple[Card, ...]:
        """Cards of the suit led."""
        return tuple(Card(self.suit, rank) for rank in ranks)

    @cached_property
    def other_is_to_play(self) -> bool:
        """Whether the hand opposite has not yet played to the trick."""
        return self.trick.card_of(self.partner) is None

    # ---- what the opponents have -----------------------------------------------------------------------------

    @cached_property
    def against(self) -> Mapping[Suit, Holding]:
        """What the two opponents have left between them of each suit."""
        return {suit: self.unseen(suit) for suit in Suit}

    @cached_property
    def adverse_trumps(self) -> int:
        """How many trumps the opponents have; none when there are no trumps."""
        return len(self.against[self.trumps]) if self.trumps else 0

    @cached_property
    def _best_against(self) -> Mapping[Suit, int]:
        """The height of the best adverse card of each suit; 0 where there is none."""
        return {suit: against.highest.height if against.ranks else 0 for suit, against in self.against.items()}

    def is_best(self, card: Card) -> bool:
        """Whether neither opponent can beat the card in its suit."""
        return card.rank.height > self._best_against[card.suit]

    def best_of(self, hand: Hand, suit: Suit) -> tuple[Card, ...]:
        """The cards of a suit in one of the hands that neither opponent can beat, highest first."""
        limit = self._best_against[suit]
        return tuple(Card(suit, rank) for rank in hand[suit] if rank.height > limit)

    def count_best(self, hand: Hand, suit: Suit) -> int:
        """How many cards of a suit in one of the hands neither opponent can beat."""
        limit = self._best_against[suit]
        return sum(rank.height > limit for rank in hand[suit])

    def sure(self, hand: Hand, suit: Suit) -> int:
        """How many tricks the suit makes from a hand that leads it out; a plain suit none while a trump is out.

        When the opponents have no more of the suit, its small cards make as well.
        """
        if suit is not self.trumps and self.adverse_trumps:
            return 0
        best = self.count_best(hand, suit)
        return len(hand[suit]) if best >= len(self.against[suit]) else best

    def is_established(self, seat: Seat, suit: Suit) -> bool:
        """Whether a long suit of one of the two hands makes all its tricks, if what is against it is not in one hand.

        It is a long one if it had four cards or more when dealt.
        """
        hand = self.hands[seat]
        best, against = self.count_best(hand, suit), len(self.against[suit])
        if not best or (suit is not self.trumps and self.adverse_trumps):
            return False
        if best < len(hand[suit]) and best < (against if against < NEVER_ALL_IN_ONE_HAND else against - 1):
            return False
        return len(hand[suit]) + len(self.played_by(seat, suit)) >= FEWEST_OF_A_LONG_SUIT

    def are_equal(self, card: Card, other: Card) -> bool:
        """Whether neither opponent has a card between the two."""
        low, high = sorted((card.rank, other.rank))
        return card.suit is other.suit and not any(low < rank < high for rank in self.against[card.suit])

    def equal_cards(self, card: Card) -> tuple[Card, ...]:
        """The cards of the hand to play that are equal to a card, itself among them, highest first."""
        cards = (Card(card.suit, rank) for rank in self.hand[card.suit])
        return tuple(other for other in cards if self.are_equal(card, other))

    def ranks_played(self, seat: Seat, suit: Suit) -> tuple[Rank, ...]:
        """The ranks of a suit that a seat has played, in order."""
        return tuple(card.rank for card in self.played_by(seat, suit))

    # ---- the two hands together --------------------------------------------------------------------------------

    @cached_property
    def most_promising(self) -> tuple[Suit, ...]:
        """The plain suit of the hand to play that it should establish; several where they promise as much.

        A suit begun is continued while a winner of it is left (Games XII, XIII, XVI, XVII, XXVI). Otherwise Hellespont
        chooses (Games XII, XIII, XIX, XX, XXVI, XXVIII) the suit with the most cards in the two hands together, winners
        counted twice, then the one with the most cards, then the stronger.
        """
        promises = {suit: self._promise(suit) for suit in self.plain_suits if self.hand[suit]}
        return tuple(suit for suit, promise in promises.items() if promise == max(promises.values()))

    def _promise(self, suit: Suit) -> tuple[bool, int, int, int]:
        best = self.count_best(self.hand, suit) + self.count_best(self.other, suit)
        is_begun = best > 0 and suit is self._suit_last_led
        together = Holding.of((*self.hand[suit], *self.other[suit]))
        return (is_begun, len(together) + best, len(together), strength(together))

    @cached_property
    def _suit_last_led(self) -> Suit | None:
        """The suit that the dealer’s side led last."""
        led = self.led_by(self.seat, self.partner)
        return led[-1].suit if led else None

    @cached_property
    def made_opposite(self) -> tuple[Suit, ...]:
        """The long suits of the hand opposite of which every card wins."""
        return tuple(suit for suit in Suit if self.is_established(self.partner, suit))

    @cached_property
    def has_discard_opposite(self) -> bool:
        """Whether this hand has a loser to throw on a winner opposite, of a plain suit of which it has none."""
        winner = any(not self.hand[suit] and self.count_best(self.other, suit) for suit in self.plain_suits)
        return winner and any(not self.is_best(card) for card in self.hand if card.suit is not self.trumps)

    def ways_over(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """The lowest card of each suit, and its equals, that lead to a winner in the hand opposite."""
        return tuple(card for suit in suits if self.hand[suit] for card in self._ways_over_in(suit))

    def _ways_over_in(self, suit: Suit) -> Iterator[Card]:
        if self.count_best(self.other, suit):
            highest = self.other[suit].highest
            yield from (card for card in self.equal_cards(low(self.hand, suit)) if card.rank < highest)

    # ---- a finesse -------------------------------------------------------------------------------------------------

    @cached_property
    def finesse(self) -> tuple[Card, Card] | None:
        """The card that commands the suit led, and the best below it that would win but for one adverse card."""
        winners = self.winners
        best = next((card for card in self.best_of(self.hand, self.suit) if card in winners), None)
        if best is None:
            return None
        against = self.against[self.suit]
        lower = [card for card in winners if card.suit is self.suit and sum(rank > card.rank for rank in against) == 1]
        return (best, lower[-1]) if lower else None

    def sure_after(self, taking: Card) -> int:
        """How many tricks are sure once the hand takes this one with a card, this trick included."""
        after = self.hand.without(taking)
        return 1 + sum(self.sure(after, suit) for suit in Suit)

    # ---- the score ---------------------------------------------------------------------------------------------

    @cached_property
    def needed(self) -> int:
        """How many more tricks the side needs for the game: none or less once it is won, perhaps more than are left."""
        declaration = self.view.declaration
        assert declaration is not None, "the rule is for the dealer after a declaration"  # noqa: S101
        worth = TRICK_VALUES[declaration.denomination] * declaration.factor
        return ODD_TRICK - 1 - (self.view.standing.us - GAME) // worth - self.ours

    @cached_property
    def shown_void(self) -> Mapping[Suit, tuple[Seat, ...]]:
        """The opponents who are known to have no card of each suit: they have not followed, or no more are out."""
        return {
            suit: tuple(
                seat for seat in self.adversaries if not self.against[suit].ranks or self.has_shown_void(seat, suit)
            )
            for suit in Suit
        }


def top(hand: Hand, suit: Suit) -> Card:
    return Card(suit, hand[suit].highest)


def low(hand: Hand, suit: Suit) -> Card:
    return Card(suit, hand[suit].lowest)
