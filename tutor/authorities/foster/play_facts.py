"""What Foster looks for in a view before a card is played: the suits called, and by whom; the suits opened, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Bid, Denomination, Double, Said, naming
from tutor.authorities.foster.combinations import AGAINST_NO_TRUMPS, AGAINST_TRUMPS, CombinationLead, lead_from
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank, Suit
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.play import Trick
from tutor.seats import Seat, Side
from tutor.view import View

GAME = 30
"""The points that make a game (law 5 of Foster’s code)."""
ONE_SPADE = Bid(1, Denomination.SPADES)
"""The bid that only warns of a weak hand (p. 54)."""


def no_declarer(view: View) -> str | None:
    """Why a play is none of Foster’s concern: he writes of a declarer, who plays two hands against two opponents."""
    if view.declaration is None and view.dummy_seat is None:
        return "Foster writes of auction, and here there is no declarer"
    return None


def not_an_adversary(view: View) -> str | None:
    """Why a play is not one of the declarer’s opponents’."""
    return "this is for the declarer’s opponents" if PlayFacts(view).is_declarers else no_declarer(view)


def names(suits: Iterable[Suit]) -> str:
    return " and ".join(suit.plural for suit in suits)


@dataclass(frozen=True)
class CalledSuit:
    """A suit that a side has named, by whichever of the partners named it first.

    `against_game` says that the bid took away a declaration which, made, would have been the opponents’ game. Such a
    bid is no sure sign of the suit (p. 124).
    """

    suit: Suit
    by: Seat
    against_game: bool


@dataclass(frozen=True)
class PlayFacts(Situation):
    """What Foster looks for in a view during the play."""

    # ---- the calls -------------------------------------------------------------------------------------------

    @cached_property
    def called(self) -> tuple[CalledSuit, ...]:
        """The suits named by each side, in order, without the calls of spades that only warn of a weak hand."""
        found: dict[tuple[Side, Suit], CalledSuit] = {}
        last: Said | None = None
        for said in self.view.calling:
            bid = naming(said.call)
            if not isinstance(bid, Bid):
                continue
            suit = bid.denomination.trumps
            if suit is not None and not self._is_warning(said, bid, last):
                new = CalledSuit(suit, said.seat, self._is_against_game(said, last))
                found.setdefault((said.seat.side, suit), new)
            last = said
        return tuple(found.values())

    def _is_warning(self, said: Said, bid: Bid, last: Said | None) -> bool:
        """Whether a bid says only that the hand is bad: the dealer’s one spade (p. 54), two over it (p. 104)."""
        if bid.denomination is not Denomination.SPADES:
            return False
        raises_the_dealer = last is not None and last.seat is said.seat.partner and last.call == ONE_SPADE
        return bid == ONE_SPADE or (bid.odd_tricks == 2 and raises_the_dealer)

    def _is_against_game(self, said: Said, last: Said | None) -> bool:
        bid = naming(last.call) if last else None
        if last is None or not isinstance(bid, Bid) or last.seat.side is said.seat.side:
            return False
        standing = self.view.standing
        score = standing.us if last.seat.side is self.view.seat.side else standing.them
        return score + bid.odd_tricks * TRICK_VALUES[bid.denomination] >= GAME

    def suits_called_by(self, seat: Seat) -> tuple[Suit, ...]:
        """The plain suits that a seat was the first of its side to name, in order."""
        return tuple(one.suit for one in self.called if one.by is seat and one.suit is not self.trumps)

    @cached_property
    def partners_calls(self) -> tuple[CalledSuit, ...]:
        """The plain suits of partner’s naming of which the hand to play has a card."""
        return tuple(
            one for one in self.called if one.by is self.partner and one.suit is not self.trumps and self.hand[one.suit]
        )

    @cached_property
    def own_calls(self) -> tuple[Suit, ...]:
        """The plain suits named by the hand to play of which it still has a card."""
        return tuple(suit for suit in self.suits_called_by(self.seat) if self.hand[suit])

    @cached_property
    def partner_doubled(self) -> bool:
        """Whether it is partner who doubled what is played."""
        declaration = self.view.declaration
        last = self.view.calling.last_named
        if declaration is None or not declaration.doubled or last is None:
            return False
        since = self.view.calling.said[last[0] :]
        return any(isinstance(said.call, Double) and said.seat is self.partner for said in since)

    # ---- the cards -------------------------------------------------------------------------------------------

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit])

    @cached_property
    def throwable(self) -> tuple[Suit, ...]:
        """The suits of which a card may be thrown away: neither trumps nor the suit led."""
        return tuple(suit for suit in self.plain_suits if suit is not self.suit_led)

    def top(self, suit: Suit) -> Card:
        return Card(suit, self.hand[suit].highest)

    def bottom(self, suit: Suit) -> Card:
        return Card(suit, self.hand[suit].lowest)

    def longest_of(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        """Those of the suits of which the hand holds most cards."""
        suits = tuple(suits)
        most = max((len(self.hand[suit]) for suit in suits), default=0)
        return tuple(suit for suit in suits if len(self.hand[suit]) == most)

    def from_table(self, suit: Suit) -> tuple[CombinationLead, Card]:
        """The row of Foster’s table of leads that a suit is, and the customary card of it."""
        row, rank = lead_from(self.hand[suit], AGAINST_NO_TRUMPS if self.trumps is None else AGAINST_TRUMPS)
        return row, Card(suit, rank)

    def original_fourth_best(self, suit: Suit) -> Card | None:
        """The fourth-best of a suit as it was dealt to the hand to play, if it had four and still holds that card."""
        ranks = self.dealt[suit].ranks
        card = Card(suit, ranks[3]) if len(ranks) > 3 else None
        return card if card and card in self.hand else None

    # ---- the suits opened ------------------------------------------------------------------------------------

    @cached_property
    def openings(self) -> Mapping[Suit, Trick]:
        """The trick in which each suit was first led."""
        first: dict[Suit, Trick] = {}
        for trick in (*self.view.tricks, self.trick):
            if trick.suit_led is not None:
                first.setdefault(trick.suit_led, trick)
        return first

    def opening_of(self, seat: Seat, suit: Suit) -> Card | None:
        """The card with which a seat opened a suit, if it was that seat that opened it."""
        trick = self.openings.get(suit)
        return trick.cards[0] if trick and trick.leader is seat else None

    def has_echoed(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat has echoed to two leads of a plain suit: the higher of two small cards first.

        It was not the seat’s own lead, and no more than two rounds have been played out.
        """
        tricks = [trick for trick in self.view.tricks if trick.suit_led is suit]
        cards = [card for trick in tricks if (card := trick.card_of(seat)) and card.suit is suit]
        return (
            self.trumps not in (None, suit)
            and len(tricks) == len(cards) == 2
            and tricks[0].leader is not seat
            and cards[1].rank < cards[0].rank < Rank.KNAVE
        )

    @property
    def adversaries(self) -> tuple[Seat, Seat]:
        return (self.seat.left, self.seat.right)

    def is_ruffed(self, suit: Suit) -> bool:
        """Whether a player of the other side has shown that the suit can be trumped there."""
        return any(self.has_shown_void(seat, suit) for seat in self._ruffing)

    @cached_property
    def _ruffing(self) -> tuple[Seat, ...]:
        """The players of the other side who may still have trumps, where there are any."""
        if self.trumps is None:
            return ()
        return tuple(seat for seat in self.adversaries if not self.has_shown_void(seat, self.trumps))
