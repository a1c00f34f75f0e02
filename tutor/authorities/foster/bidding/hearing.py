"""What a bidder has heard and may say: his place, the calls of the others, and what it costs to go over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Bid, Call, Denomination, Double, Insufficient, Pass, naming
from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.bidding.reading import CHOSEN, OTHERS, Reading
from tutor.authorities.foster.bidding.strength import (
    AVERAGE,
    KING,
    NAMED,
    RED,
    count_of_eight,
    has_sure_trick,
    is_as_good_as_ace,
    is_card_by_card,
    is_protected,
    sure_tricks,
    total,
)
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Hand, Rank, Suit
from tutor.citations import Citation
from tutor.codes.auction_1910 import RULES as GAME
from tutor.codes.auction_1910 import Auction1910
from tutor.codes.code import TRICK_VALUES
from tutor.notation import counted
from tutor.seats import Seat
from tutor.view import View

PASS, DOUBLE = Pass(), Double()
NO_TRUMPS = Denomination.NO_TRUMPS
ONE_SPADE, TWO_SPADES = Bid(1, Denomination.SPADES), Bid(2, Denomination.SPADES)
ONE_NO_TRUMP = Bid(1, NO_TRUMPS)
RUBBER_BONUS = GAME.bonus
ANOTHER_BIDDER = "he speaks of other bidders elsewhere"
OUT_OF_REACH = 8
"""The tricks of a bid that cannot be made: more than the seven over six."""

_CODE = Auction1910()


@dataclass(frozen=True)
class Bidder:
    """A hand in the bidding, whose turn it is; each fact is worked out when it is first asked."""

    view: View
    reading: Reading = CHOSEN

    # ---- what has been said ----------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        return self.view.hand

    @property
    def seat(self) -> Seat:
        return self.view.seat

    @property
    def partner(self) -> Seat:
        return self.view.seat.partner

    @cached_property
    def lawful(self) -> tuple[Call, ...]:
        """What may be said."""
        turn = _CODE.turn(self.view.calling)
        return turn.calls if turn else ()

    @cached_property
    def last(self) -> Bid | None:
        """The bid to go over."""
        named = self.view.calling.last_named
        return named[1] if named and isinstance(named[1], Bid) else None

    @cached_property
    def last_seat(self) -> Seat | None:
        """Who made it."""
        named = self.view.calling.last_named
        return self.view.calling.said[named[0]].seat if named else None

    @property
    def is_theirs(self) -> bool:
        """Whether an adversary made the last bid."""
        return self.last_seat is not None and self.last_seat.side is not self.seat.side

    @property
    def is_partners(self) -> bool:
        return self.last_seat is self.partner

    @cached_property
    def doubled(self) -> int:
        """How many times the last bid has been doubled."""
        declaration = self.view.declaration
        return declaration.doubled if declaration else 0

    def calls_of(self, *seats: Seat) -> tuple[Call, ...]:
        return tuple(said.call for said in self.view.calling if said.seat in seats)

    def bids_of(self, *seats: Seat) -> tuple[Bid, ...]:
        """The bids of seats, in order; an insufficient one as it was corrected."""
        return tuple(bid for call in self.calls_of(*seats) if isinstance(bid := naming(call), Bid))

    @cached_property
    def opening(self) -> Bid | None:
        """The dealer’s first bid."""
        return next(iter(self.bids_of(self.view.dealer)), None)

    @cached_property
    def mine(self) -> tuple[Bid, ...]:
        """The bids of this hand."""
        return self.bids_of(self.seat)

    @cached_property
    def partners(self) -> tuple[Bid, ...]:
        """The bids of the partner."""
        return self.bids_of(self.partner)

    @cached_property
    def theirs(self) -> tuple[Bid, ...]:
        """The bids of the adversaries."""
        return self.bids_of(self.seat.left, self.seat.right)

    @cached_property
    def my_suits(self) -> tuple[Suit, ...]:
        """The suits that this hand has shown."""
        return self.suits_of(self.seat)

    @cached_property
    def partners_suits(self) -> tuple[Suit, ...]:
        """The suits that the partner has shown."""
        return self.suits_of(self.partner)

    @cached_property
    def doubled_by_partner(self) -> tuple[Suit, ...]:
        """The suits of the adversaries that the partner has doubled, to show them stopped."""
        doubled: list[Suit] = []
        last: Bid | None = None
        for said in self.view.calling:
            named = naming(said.call)
            last = named if isinstance(named, Bid) else last
            if isinstance(said.call, Double) and said.seat is self.partner and last and last.denomination.trumps:
                doubled.append(last.denomination.trumps)
        return tuple(doubled)

    @cached_property
    def shown_by_partner(self) -> tuple[Suit, ...]:
        """The suits in which the partner has shown a trick, by naming or by doubling them."""
        return (*self.partners_suits, *self.doubled_by_partner)

    @cached_property
    def their_suits(self) -> tuple[Suit, ...]:
        """The suits that the adversaries have shown."""
        return self.suits_of(self.seat.left, self.seat.right)

    def suits_of(self, *seats: Seat) -> tuple[Suit, ...]:
        """The suits that bids of seats have shown. One spade shows none, nor does its raise by the dealer’s partner."""
        raised = TWO_SPADES if self.opening == ONE_SPADE else None
        return tuple(
            dict.fromkeys(
                bid.denomination.trumps
                for seat in seats
                for bid in self.bids_of(seat)
                if bid.denomination.trumps
                and bid != ONE_SPADE
                and not (bid == raised and seat is self.view.dealer.partner)
            )
        )

    # ---- what it costs ---------------------------------------------------------------------------------------

    def may(self, call: Call | None) -> bool:
        return call in self.lawful

    def over(self, denomination: Denomination | Suit) -> Bid | None:
        """The cheapest lawful bid of a denomination."""
        wanted = Denomination.of(denomination) if isinstance(denomination, Suit) else denomination
        return next((call for call in self.lawful if isinstance(call, Bid) and call.denomination is wanted), None)

    def tricks_over(self, denomination: Denomination | Suit) -> int:
        """How many tricks must be bid in a denomination."""
        bid = self.over(denomination)
        return bid.odd_tricks if bid else OUT_OF_REACH

    def going_over(self, denomination: Denomination | Suit, because: str) -> Finding:
        """The rule applies, and advises the cheapest bid of a denomination; where none is enough, it does not."""
        bid = self.over(denomination)
        return applies(because, bid) if bid else fails("no number of tricks in it is enough")

    def over_in_any(self, suits: Iterable[Suit]) -> tuple[Bid, ...]:
        """The cheapest lawful bids of suits that are equally good."""
        return tuple(bid for suit in suits if (bid := self.over(suit)))

    def value(self, bid: Bid) -> int:
        """What the tricks of a bid count, as it is doubled if it is the last."""
        return bid.odd_tricks * TRICK_VALUES[bid.denomination] << (self.doubled if bid == self.last else 0)

    @cached_property
    def takes_them_out(self) -> bool:
        """Whether the adversaries win the game if they make the last bid, which is theirs."""
        return self.last is not None and self.is_theirs and self.view.standing.them + self.value(self.last) >= GAME.game

    @property
    def score(self) -> str:
        """What the last bid would bring them to, in words."""
        worth = self.value(self.last) if self.last else 0
        return f"they stand at {self.view.standing.them}, and {self.said(self.last)} is worth {worth}"

    def said(self, bid: Bid | None) -> str:
        return bid.words if bid else "nothing"

    # ---- the hand --------------------------------------------------------------------------------------------

    @cached_property
    def total(self) -> int:
        return total(self.hand)

    @property
    def aces(self) -> int:
        return sum(Rank.ACE in self.hand[suit] for suit in Suit)

    @cached_property
    def sure_suits(self) -> tuple[Suit, ...]:
        """The suits with a sure trick, spades among them."""
        return tuple(suit for suit in Suit if has_sure_trick(self.hand[suit]))

    @cached_property
    def suits_to_name(self) -> tuple[Suit, ...]:
        """The suits but spades with a sure trick."""
        return tuple(suit for suit in NAMED if suit in self.sure_suits)

    @cached_property
    def aces_equals(self) -> tuple[Suit, ...]:
        """The suits that are as good as an ace."""
        return tuple(suit for suit in Suit if is_as_good_as_ace(self.hand[suit]))

    @cached_property
    def protected(self) -> tuple[Suit, ...]:
        """The suits in which the adversaries cannot take every trick."""
        return tuple(suit for suit in Suit if is_protected(self.hand[suit]))

    @cached_property
    def unprotected_of_theirs(self) -> tuple[Suit, ...]:
        """The suits shown by the adversaries that neither hand has stopped, so far as is known."""
        stopped = (*self.protected, *self.doubled_by_partner)
        return tuple(suit for suit in self.their_suits if suit not in stopped)

    @cached_property
    def own_tricks(self) -> int:
        """The tricks that the hand’s own high cards take against any declaration."""
        return sum(sure_tricks(self.hand[suit]) for suit in Suit)

    @cached_property
    def is_a_king_above(self) -> bool:
        """Whether the hand is a king above the average (p. 80)."""
        if self.reading.is_above_card_by_card:
            return is_card_by_card(self.hand, "AKKQJT9")
        return self.total >= AVERAGE + KING

    @cached_property
    def is_average(self) -> bool:
        """Whether the hand is as strong as one card of each rank, or stronger."""
        return is_card_by_card(self.hand, "AKQJT") if self.reading.is_above_card_by_card else self.total >= AVERAGE

    @cached_property
    def no_trump_tricks(self) -> int:
        """The tricks to bid without trumps: a king above the average is a trick above it (p. 81), and so on."""
        return max((self.total - AVERAGE) // KING, 1)

    def why_no_trumper(self, helped_in: Sequence[Suit] = ()) -> str | None:
        """Why the hand is a no-trumper, the suits that partner has shown counting as sure; None if it is none.

        Three suits as good as aces, an ace among them; or a king above the average, with three suits protected
        (pp. 79–82).
        """
        helped = [suit for suit in helped_in if suit not in self.aces_equals]
        sure = [*self.aces_equals, *helped]
        if not self.aces:
            return None
        if len(sure) >= 3:
            beside = f", {self.names(helped)} in partner’s hand" if helped else ""
            return f"{self.names(sure)} are as good as aces{beside}"
        guarded = [*self.protected, *(suit for suit in helped_in if suit not in self.protected)]
        if self.is_a_king_above and len(guarded) >= 3:
            return f"it is a king above the average, and {self.names(guarded)} are protected"
        return None

    def count(self, trumps: Suit) -> int:
        return count_of_eight(self.hand, trumps)

    def worth(self, trumps: Suit) -> int:
        """The odd tricks to bid on a red suit by the count of eight (pp. 95–97); none where it is too short or weak."""
        above = self.count(trumps) - 8
        if len(self.hand[trumps]) < self.reading.trumps or above < 0:
            return 0
        step = self.reading.counts_for_a_trick
        return 1 + (above + step - 1) // step

    def counted_up(self, suit: Suit) -> str:
        """The count of eight in words."""
        length = counted(len(self.hand[suit]), suit.singular)
        return f"{length}, and by the rule of eight the hand counts {self.count(suit)}"

    def long_suits(self, length: int, among: Iterable[Suit] = Suit) -> tuple[Suit, ...]:
        """The suits of so many cards or more."""
        return tuple(suit for suit in among if len(self.hand[suit]) >= length)

    @cached_property
    def makes(self) -> tuple[Suit, ...]:
        """The red suits worth a declaration by the count of eight, the best first; of two as good the cheaper."""
        worth = [suit for suit in RED if self.worth(suit)]
        return tuple(sorted(worth, key=lambda suit: (-self.count(suit), TRICK_VALUES[Denomination.of(suit)])))

    @cached_property
    def makes_with_a_top(self) -> tuple[Suit, ...]:
        """Those with a sure trick in them, which may be named on the first round."""
        return tuple(suit for suit in self.makes if suit in self.sure_suits)

    def names(self, suits: Iterable[Suit]) -> str:
        names = [suit.plural for suit in suits]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "no suit"

    def holds(self, suit: Suit) -> str:
        return f"{suit.plural} {self.hand[suit]}" if self.hand[suit] else f"{suit.plural} (none)"


def passing(because: str) -> Callable[[Bidder], Finding]:
    """What a rule finds that passes whenever those before it do not apply."""
    return lambda _: applies(because, PASS)


# ---- chapters ----------------------------------------------------------------------------------------------------


def page(number: int, first: int, last: int) -> Citation:
    """A page of the book, and the lines of the passage."""
    return Citation("foster", number, (first, last))


def chapter(
    rules: Sequence[Rule[Bidder]],
    silent_on: Callable[[View], str | None],
    allows: Sequence[Rule[Bidder]] = (),
) -> Chapter[Bidder]:
    """Rules of bidding for the views on which they speak: a hand whose turn it is in an auction of tricks and suits."""
    return Chapter(
        Question.BID,
        rules,
        Bidder,
        silent_on=lambda view: silent_on(view) or why_no_turn(view),
        otherwise=tuple(_reading(other) for other in OTHERS),
        allows=allows,
    )


def _reading(reading: Reading) -> Callable[[View], Bidder]:
    return lambda view: Bidder(view, reading)


def why_no_turn(view: View) -> str | None:
    """Why a view is none of a bidder; None where it is."""
    if len(view.hand) != 13:
        return "he bids on thirteen cards"
    if not all(isinstance(said.call, Bid | Pass | Double | Insufficient) for said in view.calling):
        return "he writes of bids in tricks and suits"
    turn = _CODE.turn(view.calling)
    if turn is None:
        return "the bidding is over"
    return None if turn.seat is view.seat else f"it is for {turn.seat.label} to speak"


def bidder_number(view: View) -> int:
    """Which bidder the seat is: the dealer is the first."""
    return view.dealer.round().index(view.seat) + 1


def is_first_round(view: View) -> bool:
    """Whether the seat has not spoken before."""
    return not any(said.seat is view.seat for said in view.calling)


def first_round_of(number: int) -> Callable[[View], str | None]:
    """Silent where the seat is not that bidder, speaking for the first time."""

    def silent_on(view: View) -> str | None:
        if bidder_number(view) == number and is_first_round(view):
            return None
        return ANOTHER_BIDDER

    return silent_on
