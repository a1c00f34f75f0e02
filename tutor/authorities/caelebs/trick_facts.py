"""What Cælebs reads in a trick that has been led to, by a hand that is to follow or has none of the suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.caelebs.facts import GAME, LONG, THREE_BEST, LeadKind, WhistFacts
from tutor.cards import Card, Rank, Suit
from tutor.play import Trick
from tutor.seats import Seat


@dataclass(frozen=True)
class TrickFacts(WhistFacts):
    """What is seen of a trick by the hand that is to play to it."""

    # ---- the card led ----------------------------------------------------------------------------------------

    @cached_property
    def card_led(self) -> Card:
        assert self.led is not None, "a card has been led"  # noqa: S101
        return self.led

    @cached_property
    def suit(self) -> Suit:
        return self.card_led.suit

    @cached_property
    def are_trumps_led(self) -> bool:
        return self.suit is self.trumps

    @cached_property
    def round(self) -> int:
        """Which time the suit is led, 1 for the first."""
        return self.rounds(self.suit)

    @cached_property
    def is_honour_led(self) -> bool:
        return self.card_led.rank >= Rank.KNAVE

    @cached_property
    def leads_in_suit(self) -> tuple[Card, ...]:
        """What the leader to this trick has led of the suit, the present card last."""
        return tuple(card for card in self.led_by(self.trick.leader) if card.suit is self.suit)

    @cached_property
    def winner_of_first_round(self) -> Seat | None:
        """The winner of the first trick of the suit, when this is a later one."""
        return next((trick.winner(self.trumps) for trick in self.view.tricks if trick.suit_led is self.suit), None)

    @cached_property
    def is_partners_first_lead(self) -> bool:
        """Whether this is partner’s “primary” lead (p. 51): the first that partner has made, in a suit that partner
        opens.
        """
        return len(self.led_by(self.partner)) == 1 and self.trick.leader is self.partner and self.round == 1

    @cached_property
    def is_partners_aggressive_lead(self) -> bool:
        """Whether it is the first round of a suit that partner opens, as far as can be seen from strength (p. 27)."""
        return self.round == 1 and self.kind_of_lead(self.partner, self.suit) is LeadKind.AGGRESSIVE

    # ---- the hand’s cards of the suit ------------------------------------------------------------------------

    def of_suit(self, rank: Rank) -> Card:
        return Card(self.suit, rank)

    @cached_property
    def length_dealt(self) -> int:
        """How many cards of the suit led the hand had at the deal."""
        return len(self.dealt[self.suit])

    @cached_property
    def highest(self) -> Card:
        return self.of_suit(self.holding.highest)

    @cached_property
    def can_win(self) -> bool:
        return bool(self.winners)

    def lowest_winner_like(self, card: Card) -> Card | None:
        """The lowest card equal to another that would be winning the trick; “the lowest of the sequence” (p. 23)."""
        return min((one for one in self.equals(card) if self.wins(one)), key=lambda one: one.rank.height, default=None)

    @cached_property
    def third_best(self) -> Card | None:
        """Of a tenace, best and third best (p. 2), the card to finesse with; of cards as good, the lowest."""
        return self._under_the_best(0)

    @cached_property
    def fourth_best(self) -> Card | None:
        """Of a minor tenace, second and fourth best (p. 1), the card to finesse with."""
        return self._under_the_best(1)

    def _under_the_best(self, above_the_best: int) -> Card | None:
        if self.holding.is_void or self.higher_out(self.highest) != above_the_best:
            return None
        cards = (card for card in self.hand.only(self.suit) if self.higher_out(card) == above_the_best + 1)
        return min((card for card in cards if self.wins(card)), key=lambda card: card.rank.height, default=None)

    # ---- what the others can have ----------------------------------------------------------------------------

    def may_hold(self, seat: Seat, card: Card) -> bool:
        """Whether a player can have a card, if they always win as cheaply as they can when last (p. 24)."""
        if card in self.gone or card in self.hand or self.has_shown_void(seat, card.suit):
            return False
        return not any(_denies(trick, seat, card) for trick in self.view.tricks)

    @cached_property
    def card_finessed_against(self) -> Card:
        """The highest card of the suit that is out."""
        return self.of_suit(self.outstanding(self.suit).highest)

    @cached_property
    def partner_needs_no_help(self) -> bool:
        """Whether partner’s card is winning, and nothing that is out and still to be played to the suit beats it."""
        if not self.partner_wins or self.winning is None:
            return False
        return self.place == 4 or (self.winning.suit is self.suit and self.higher_out(self.winning) == 0)

    # ---- the hand --------------------------------------------------------------------------------------------

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit])

    @cached_property
    def commands_a_suit(self) -> bool:
        """Whether the player has “the perfect command” of a long suit (p. 39)."""
        return any(map(self._commands, self.plain_suits))

    def _commands(self, suit: Suit) -> bool:
        length, masters, read = len(self.hand[suit]), len(self.masters(suit)), self.interpretation
        return (length >= LONG and masters >= THREE_BEST) or (length >= read.long_suit and masters >= read.command)

    @cached_property
    def has_long_suit(self) -> bool:
        """Whether the player has a long plain suit, or the command of one."""
        longest = max((len(self.hand[suit]) for suit in self.plain_suits), default=0)
        return longest >= self.interpretation.long_suit or self.commands_a_suit

    # ---- the score -------------------------------------------------------------------------------------------

    @cached_property
    def wanted(self) -> int:
        """How many of the tricks left save the game, or where it is safe win it; 0 where neither can be done.

        Honours are left out of the reckoning: they are not told before the hand is over.
        """
        to_win = 6 + GAME - self.us - self.ours
        return next((tricks for tricks in (self.wanted_to_save, to_win) if 0 < tricks <= self.cards_left), 0)


def _denies(trick: Trick, seat: Seat, card: Card) -> bool:
    """Whether a player who was last to a trick would have taken it with a card, had they had it."""
    *before, last = trick.cards
    if trick.round()[-1] is not seat or last.suit is not card.suit or trick.suit_led is not card.suit:
        return False
    found = Trick(trick.leader, tuple(before))
    if found.winner(None) is seat.partner or any(one.suit is not card.suit for one in before):
        return False
    best = max(one.rank for one in before)
    return card.rank > best and (last.rank < best or last.rank > card.rank)
