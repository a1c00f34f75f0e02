"""What a view comes to for the hand that is to play, worked out when it is first asked.

Nothing here is any author’s: only what follows from the cards that the player sees and from those that have been
played. Authors read their own facts from it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.play import Played, Trick
from tutor.seats import Seat, Side
from tutor.view import View


@dataclass(frozen=True)
class Situation:
    """A view during the play, from the hand that is to play: the player’s own, or one that they play and see."""

    view: View

    # ---- who is who ------------------------------------------------------------------------------------------

    @cached_property
    def trick(self) -> Trick:
        """The trick in progress; before the opening lead, one that the leader is about to begin."""
        return self.view.trick or Trick(self.view.leader or self.view.dealer.left)

    @cached_property
    def seat(self) -> Seat:
        """Whose hand is to play."""
        return self.trick.to_play

    @cached_property
    def partner(self) -> Seat:
        """The partner of the hand to play."""
        return self.seat.partner

    @cached_property
    def hand(self) -> Hand:
        """The cards that are left in the hand to play."""
        return self.view.seen[self.seat]

    @cached_property
    def dealt(self) -> Hand:
        """The cards of the hand to play as it was dealt."""
        return self.hand.plus(*(played.card for played in self.played if played.seat is self.seat))

    @property
    def trumps(self) -> Suit | None:
        """The trump suit; None without trumps."""
        return self.view.trumps if self.view.trick is not None else self._declared

    @property
    def _declared(self) -> Suit | None:
        return self.view.declaration.trumps if self.view.declaration else None

    @cached_property
    def dummy_seat(self) -> Seat | None:
        """Where dummy sits, once it lies open."""
        return self.view.dummy_seat

    @cached_property
    def dummy(self) -> Hand | None:
        """Dummy’s cards as they stand, once they lie open."""
        return self.view.dummy

    @cached_property
    def declarer(self) -> Seat | None:
        """The player of two hands: the one whom dummy faces, or before the lead the one on the leader’s right."""
        if self.dummy_seat is not None:
            return self.dummy_seat.partner
        if self.view.declaration is None:
            return None
        return (self.view.leader or self.view.dealer.left).right

    @cached_property
    def is_declarers(self) -> bool:
        """Whether the hand to play is the declarer’s, or dummy’s."""
        return self.declarer is not None and self.seat.side is self.declarer.side

    @cached_property
    def is_adversarys(self) -> bool:
        """Whether the hand to play is one of the declarer’s two opponents."""
        return self.declarer is not None and not self.is_declarers

    @cached_property
    def dummy_follows(self) -> bool:
        """Whether dummy plays next after the hand to play, which leads through it."""
        return self.dummy_seat is self.seat.left

    @cached_property
    def dummy_precedes(self) -> bool:
        """Whether dummy sits on the right of the hand to play, which leads up to it."""
        return self.dummy_seat is self.seat.right

    # ---- the trick -------------------------------------------------------------------------------------------

    @property
    def suit_led(self) -> Suit | None:
        """The suit of the card led; None before a lead."""
        return self.trick.suit_led

    @property
    def led(self) -> Card | None:
        """The card led to the trick."""
        return self.trick.cards[0] if self.trick.cards else None

    @property
    def place(self) -> int:
        """Which hand this is in the trick: 1 leads, 4 plays last."""
        return len(self.trick.cards) + 1

    @cached_property
    def holding(self) -> Holding:
        """What the hand holds of the suit led."""
        return self.hand[self.suit_led] if self.suit_led else Holding()

    @cached_property
    def lawful(self) -> tuple[Card, ...]:
        """The cards that may be played."""
        return tuple(self.hand.only(self.suit_led)) if self.suit_led and self.holding.ranks else tuple(self.hand)

    @cached_property
    def winning(self) -> Card | None:
        """The card that is winning the trick, once a card has been led."""
        return self.trick.card_of(self.trick.winner(self.trumps)) if self.trick.cards else None

    @cached_property
    def partner_wins(self) -> bool:
        """Whether the card of the partner of the hand to play is winning the trick."""
        return bool(self.trick.cards) and self.trick.winner(self.trumps) is self.partner

    def beats(self, card: Card, other: Card) -> bool:
        """Whether a card beats another that was played before it."""
        return card.rank > other.rank if card.suit is other.suit else card.suit is self.trumps

    def wins(self, card: Card) -> bool:
        """Whether a card would be winning the trick so far."""
        return self.winning is None or self.beats(card, self.winning)

    @cached_property
    def winners(self) -> tuple[Card, ...]:
        """The lawful cards that would be winning the trick, lowest first."""
        return tuple(sorted((card for card in self.lawful if self.wins(card)), key=_height))

    @cached_property
    def lowest(self) -> Card:
        """The lowest card of the suit led, or where there is none the lowest of the hand."""
        return min(self.lawful, key=_height)

    # ---- what is out -----------------------------------------------------------------------------------------

    @cached_property
    def played(self) -> tuple[Played, ...]:
        """Every card played so far, in order."""
        return self.view.played()

    @cached_property
    def gone(self) -> frozenset[Card]:
        """The cards that have been played, those of the trick in progress among them."""
        return frozenset(played.card for played in self.played)

    def outstanding(self, suit: Suit) -> Holding:
        """The cards of a suit that are neither played nor in the hand to play."""
        return self._outstanding[suit]

    @cached_property
    def _outstanding(self) -> Mapping[Suit, Holding]:
        return _all_but({*self.gone, *self.hand})

    def unseen(self, suit: Suit) -> Holding:
        """The cards of a suit that are neither played nor in a hand that the player sees."""
        return self._unseen[suit]

    @cached_property
    def _unseen(self) -> Mapping[Suit, Holding]:
        return _all_but({*self.gone, *(card for hand in self.view.seen.values() for card in hand)})

    def is_master(self, card: Card) -> bool:
        """Whether no higher card of its suit is left outside the hand that holds it."""
        out = self.outstanding(card.suit)
        return not out or out.highest < card.rank

    def masters(self, suit: Suit) -> tuple[Card, ...]:
        """The cards of the hand that no outstanding card of the suit can beat, highest first."""
        return tuple(card for card in self.hand.only(suit) if self.is_master(card))

    def are_equals(self, card: Card, other: Card) -> bool:
        """Whether two cards of the hand are equal: nothing is left in other hands between them."""
        if card.suit is not other.suit:
            return False
        low, high = sorted((card.rank, other.rank))
        return not any(low < rank < high for rank in self.outstanding(card.suit))

    def equals(self, card: Card) -> tuple[Card, ...]:
        """The cards of the hand that are equal to a card, itself among them, highest first."""
        return tuple(other for other in self.hand.only(card.suit) if self.are_equals(card, other))

    @cached_property
    def trumps_out(self) -> int:
        """How many trumps are neither played nor seen."""
        return len(self.unseen(self.trumps)) if self.trumps else 0

    # ---- what has been done ----------------------------------------------------------------------------------

    @cached_property
    def leads(self) -> tuple[Played, ...]:
        """The cards led so far, in order, that of the trick in progress last."""
        tricks = (*self.view.tricks, self.trick)
        return tuple(Played(n, trick.leader, trick.cards[0]) for n, trick in enumerate(tricks, 1) if trick.cards)

    def led_by(self, *seats: Seat) -> tuple[Card, ...]:
        """The cards that seats have led, in order."""
        return tuple(lead.card for lead in self.leads if lead.seat in seats)

    def suits_opened_by(self, *seats: Seat) -> tuple[Suit, ...]:
        """The suits that seats were the first to lead, in order."""
        first: dict[Suit, Seat] = {}
        for lead in self.leads:
            first.setdefault(lead.card.suit, lead.seat)
        return tuple(suit for suit, seat in first.items() if seat in seats)

    def rounds(self, suit: Suit) -> int:
        """How many times a suit has been led, in the trick in progress too."""
        return sum(lead.card.suit is suit for lead in self.leads)

    def played_by(self, seat: Seat, suit: Suit) -> tuple[Card, ...]:
        """The cards of a suit that a seat has played, in order."""
        return tuple(one.card for one in self.played if one.seat is seat and one.card.suit is suit)

    def discards_of(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that a seat threw away on a suit of which it had none, trumps left out, in order."""
        return tuple(card for suit_led, card in self._renounces(seat) if card.suit not in (suit_led, self.trumps))

    def has_shown_void(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat has failed to follow in a suit."""
        return any(suit_led is suit for suit_led, _ in self._renounces(seat))

    def _renounces(self, seat: Seat) -> Iterable[tuple[Suit, Card]]:
        for trick in (*self.view.tricks, self.trick):
            card, led = trick.card_of(seat), trick.suit_led
            if card is not None and led is not None and card.suit is not led:
                yield led, card

    def tricks_won(self, side: Side) -> int:
        """How many tricks a side has taken."""
        return sum(trick.winner(self.trumps).side is side for trick in self.view.tricks)

    @cached_property
    def ours(self) -> int:
        """How many tricks the side of the hand to play has taken."""
        return self.tricks_won(self.seat.side)

    @cached_property
    def theirs(self) -> int:
        """How many tricks the other side has taken."""
        return len(self.view.tricks) - self.ours

    @cached_property
    def doubled_by(self) -> Seat | None:
        """The first player to double."""
        return next(iter(self.view.calling.doubles()), None)


def _height(card: Card) -> int:
    return card.rank.height


def _all_but(known: Container[Card]) -> Mapping[Suit, Holding]:
    """The cards of each suit that remain when the known cards are taken out of the pack."""
    return {suit: Holding(tuple(card.rank for card in cards if card not in known)) for suit, cards in _SUITS.items()}


_SUITS = {suit: tuple(Card(suit, rank) for rank in sorted(Rank, reverse=True)) for suit in Suit}
