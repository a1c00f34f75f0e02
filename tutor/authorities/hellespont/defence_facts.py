"""What one of the declarer’s two opponents sees during the play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from tutor.authorities.hellespont.opening_facts import OpeningFacts
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.play import Trick
from tutor.seats import Seat
from tutor.view import View

STRENGTHENING = (Rank.QUEEN, Rank.KNAVE, Rank.TEN)
"""“Queens, knaves, and even tens” (p. 134)."""


def why_not_an_adversarys(view: View) -> str | None:
    """Why a card is none of Hellespont’s concern here: nothing was declared, or no opponent of the declarer is to
    play.
    """
    if view.declaration is None:
        return "Hellespont writes of bridge, and nothing has been declared"
    if Situation(view).is_adversarys:
        return None
    return "the rule is for the opponents of the player with dummy"


def why_not_without_trumps(view: View) -> str | None:
    """The same, for what Hellespont says only of the play without trumps."""
    return why_not_an_adversarys(view) or ("the rule is for a hand without trumps" if view.trumps else None)


def why_not_with_trumps(view: View) -> str | None:
    """The same, for what Hellespont says only of the play with trumps."""
    return why_not_an_adversarys(view) or (None if view.trumps else "the rule is for a hand with trumps")


@dataclass(frozen=True)
class DefenceFacts:
    """An opponent who is to play, with dummy in sight."""

    table: Situation

    @classmethod
    def of(cls, view: View) -> Self:
        return cls(Situation(view))

    # ---- the trick -------------------------------------------------------------------------------------------

    @cached_property
    def led(self) -> Card:
        """The card led to the trick."""
        led = self.table.led
        assert led is not None, "a card has been led, so this is not a lead"  # noqa: S101
        return led

    @property
    def suit_led(self) -> Suit:
        """The suit to follow."""
        return self.led.suit

    @cached_property
    def round(self) -> int:
        """Which round of its suit the trick is."""
        return self.table.rounds(self.suit_led)

    @cached_property
    def ranks_played(self) -> tuple[Rank, ...]:
        """The ranks of the suit led that the hand has played before, in order."""
        return tuple(card.rank for card in self.table.played_by(self.table.seat, self.suit_led))

    @cached_property
    def dealt_led(self) -> Holding:
        """What the hand was dealt of the suit led."""
        return self.dealt(self.suit_led)

    def card(self, rank: Rank) -> Card:
        """A card of the suit led."""
        return Card(self.suit_led, rank)

    # ---- the hands -------------------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        return self.table.hand

    @property
    def trumps(self) -> Suit | None:
        return self.table.trumps

    @cached_property
    def declarer(self) -> Seat:
        declarer = self.table.declarer
        assert declarer is not None, "the rule is for a declarer’s opponents"  # noqa: S101
        return declarer

    @cached_property
    def dummy(self) -> Hand:
        """The cards left in dummy."""
        return self.table.dummy or Hand()

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit])

    def dealt(self, suit: Suit) -> Holding:
        """What the player was dealt of a suit."""
        return self.table.dealt[suit]

    def dummy_dealt(self, suit: Suit) -> Holding:
        """What dummy was dealt of a suit."""
        seat = self.table.dummy_seat
        played = self.table.played_by(seat, suit) if seat else ()
        return Holding.of([*self.dummy[suit], *(card.rank for card in played)])

    @cached_property
    def opening(self) -> OpeningFacts:
        """The hand as it was dealt, and the declaration, as the leader reads them."""
        view = self.table.view
        declaration = view.declaration
        assert declaration is not None, "nothing has been declared"  # noqa: S101
        return OpeningFacts(
            hand=self.table.dealt,
            trumps=declaration.trumps,
            declarers_score=view.standing.them,
            by_dealer=declaration.by is view.dealer,
            doubled_by_me=self.table.doubled_by is self.table.seat,
            doubled_by_partner=self.table.doubled_by is self.table.partner,
        )

    # ---- suits opened and shown ------------------------------------------------------------------------------

    @cached_property
    def has_opened(self) -> bool:
        """Whether the player had the opening lead."""
        return bool(self.table.leads) and self.table.leads[0].seat is self.table.seat

    @cached_property
    def opened(self) -> Card | None:
        """The opening lead, where it was the player’s."""
        return self.table.leads[0].card if self.has_opened else None

    @cached_property
    def partner_opened(self) -> Card | None:
        """The opening lead, where it was the partner’s."""
        return self.table.leads[0].card if self.table.leads and self.table.leads[0].seat is self.table.partner else None

    @cached_property
    def own_suit(self) -> Suit | None:
        """The plain suit that the player was the first to open."""
        return self._first(self.table.seat)

    @cached_property
    def partners_suit(self) -> Suit | None:
        """The plain suit that the partner was the first to open."""
        return self._first(self.table.partner)

    def _first(self, seat: Seat) -> Suit | None:
        opened = self.table.suits_opened_by(seat)
        return next((suit for suit in opened if suit is not self.trumps), None)

    @cached_property
    def called_for(self) -> Suit | None:
        """The plain suit that the partner has called for by discards (pp. 172–173).

        A higher card of it and then a lower; or without trumps the head of a sequence of four to the ace or king.
        """
        discards = self.table.discards_of(self.table.partner)
        for suit in dict.fromkeys(card.suit for card in discards):
            ranks = [card.rank for card in discards if card.suit is suit]
            if len(ranks) > 1 and ranks[1] < ranks[0]:
                return suit
            if self.trumps is None and ranks[0] in (Rank.ACE, Rank.KING):
                return suit
        return None

    @cached_property
    def first_discard(self) -> tuple[Card, Seat] | None:
        """The partner’s first discard, and who led to that trick; None where they have made none."""
        for trick in (*self.table.view.tricks, self.table.trick):
            card = trick.card_of(self.table.partner)
            if card is not None and card.suit not in (trick.suit_led, self.trumps):
                return card, trick.leader
        return None

    # ---- who is out of a suit --------------------------------------------------------------------------------

    def dummy_ruffs(self, suit: Suit) -> bool:
        """Whether dummy is out of a suit, and has a trump."""
        return self.trumps is not None and not self.dummy[suit] and bool(self.dummy[self.trumps])

    def declarer_is_out(self, suit: Suit) -> bool:
        """Whether the declarer is known to have none of a suit."""
        return self.table.has_shown_void(self.declarer, suit) or self.unplaced(suit) <= 0

    def partner_is_out(self, suit: Suit) -> bool:
        """Whether the partner is known to have none of a suit."""
        return self.table.has_shown_void(self.table.partner, suit) or not self.table.unseen(suit)

    def declarer_ruffs(self, suit: Suit) -> bool:
        """Whether the declarer is known to be out of a suit, and may have a trump."""
        return self.declarer_may_have_trumps and self.declarer_is_out(suit)

    @cached_property
    def declarer_may_have_trumps(self) -> bool:
        return self._may_have_trumps(self.declarer)

    @cached_property
    def partner_may_have_trumps(self) -> bool:
        return self._may_have_trumps(self.table.partner)

    def _may_have_trumps(self, seat: Seat) -> bool:
        trumps = self.trumps
        return trumps is not None and bool(self.table.trumps_out) and not self.table.has_shown_void(seat, trumps)

    def both_trump(self, suit: Suit) -> bool:
        """Whether both opponents are known to be out of a suit, and each may have a trump."""
        return self.dummy_ruffs(suit) and self.declarer_ruffs(suit)

    def is_trumped(self, suit: Suit) -> bool:
        """Whether a card of the suit, good or not, is known to be trumped by an opponent."""
        return self.dummy_ruffs(suit) or self.declarer_ruffs(suit)

    def unplaced(self, suit: Suit) -> int:
        """How many unseen cards of a suit may be with the declarer."""
        partners = 0 if self.table.has_shown_void(self.table.partner, suit) else self.partner_must_have(suit)
        return len(self.table.unseen(suit)) - partners

    def partner_must_have(self, suit: Suit) -> int:
        """The cards that the partner must still have, because with trumps they have not called for a ruff (pp. 143,
        310).

        With two only of a suit led to them they would have played the higher first. So a player who began with the
        lowest that was out, or has followed upwards twice, had three at least. A single card does so too, but
        Hellespont leaves it out of account.
        """
        if self.trumps is None:
            return 0
        played = [trick.card_of(self.table.partner) for trick in self._led_by_the_player(suit)]
        ranks = [card.rank for card in played if card is not None and card.suit is suit]
        if not ranks or len(ranks) < len(played):
            return 0
        upwards = ranks[0] < ranks[1] if len(ranks) > 1 else all(ranks[0] < rank for rank in self.table.unseen(suit))
        return min(max(3 - len(ranks), 0), len(self.table.unseen(suit))) if upwards else 0

    def _led_by_the_player(self, suit: Suit) -> Sequence[Trick]:
        return [trick for trick in self.table.view.tricks if trick.suit_led is suit and trick.leader is self.table.seat]

    @cached_property
    def ruff_called_for(self) -> Suit | None:
        """The plain suit that the partner has called in, a higher card and then a lower, where they may have a
        trump.
        """
        for suit in self.plain_suits:
            played = [trick.card_of(self.table.partner) for trick in self._led_by_the_player(suit)]
            ranks = [card.rank for card in played if card is not None and card.suit is suit]
            if len(ranks) == len(played) == 2 and ranks[1] < ranks[0] and self.partner_may_have_trumps:
                return suit
        return None

    # ---- winners ---------------------------------------------------------------------------------------------

    @cached_property
    def winners(self) -> tuple[Card, ...]:
        """The plain cards that none but partner’s can beat, in suits that no opponent is known to trump."""
        suits = (suit for suit in self.plain_suits if not self.is_trumped(suit))
        return tuple(card for suit in suits for card in self.hand.only(suit) if self.is_winner(card))

    def is_winner(self, card: Card) -> bool:
        """Whether no outstanding card beats a card, or one only that it is inferred that partner has."""
        higher = [rank for rank in self.table.outstanding(card.suit) if rank > card.rank]
        return not higher or (len(higher) == 1 and self.partner_must_hold(card.suit) is higher[0])

    @cached_property
    def established(self) -> tuple[Suit, ...]:
        """The suits of which every card held is a winner."""
        return tuple(suit for suit in Suit if self.hand[suit] and self.table.is_master(self._lowest(suit)))

    def dummys_winners(self, suit: Suit) -> int:
        """How many cards of dummy no card of its suit in another hand can beat."""
        against = (*self.table.unseen(suit), *self.hand[suit])
        best = max((rank.height for rank in against), default=-1)
        return sum(rank.height > best for rank in self.dummy[suit])

    def partner_must_hold(self, suit: Suit) -> Rank | None:
        """The best of a suit, where it can be inferred that the partner has it; None where it cannot.

        It is unseen, and the declarer, playing last, has failed to beat a lower card; or partner opened the king and
        the ace has gone, so that partner has the queen.
        """
        out = self.table.outstanding(suit)
        if not out or out.highest not in self.table.unseen(suit):
            return None
        best = out.highest
        if self.declarer_is_out(suit) or self._declarer_could_not_beat(suit, best):
            return best
        opened = self.partner_opened
        is_his = opened == Card(suit, Rank.KING) and best is Rank.QUEEN
        return best if is_his else None

    def _declarer_could_not_beat(self, suit: Suit, best: Rank) -> bool:
        for trick in self.table.view.tricks:
            last = trick.cards[-1] if trick.leader.right is self.declarer else None
            winner = trick.winner(self.trumps)
            card = trick.card_of(winner)
            if trick.suit_led is not suit or last is None or last.suit is not suit or card is None:
                continue
            if winner.side is self.table.seat.side and card.suit is suit and card.rank < best:
                return True
        return False

    def has_re_entry(self, besides: Suit) -> bool:
        """Whether another suit has a certain card of re-entry: ace, king and queen, or queen, jack, ten (p. 149)."""
        others = (self.hand[suit] for suit in Suit if suit is not besides)
        return any(Rank.ACE in held or held.headed_by("KQ") or held.headed_by("QJT") for held in others)

    # ---- cards -----------------------------------------------------------------------------------------------

    def _lowest(self, suit: Suit) -> Card:
        return Card(suit, self.hand[suit].lowest)

    def cards(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """The cards of the suits, as they stand in the hand."""
        return tuple(card for suit in suits for card in self.hand.only(suit))

    def lowest_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(self._lowest(suit) for suit in suits)

    def highest_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].highest) for suit in suits)

    def names(self, suits: Iterable[Suit]) -> str:
        return " and ".join(suit.plural for suit in suits)


def if_trumps(defence: DefenceFacts) -> str | None:
    """The guard of rules for the play without trumps."""
    return "there are trumps" if defence.trumps is not None else None
