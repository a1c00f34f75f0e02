"""What a bidder knows: the calls so far, what it costs to outbid them, and the strength of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Bid, Call, Denomination, Double, Pass, naming
from tutor.authorities.foster.bidding.interpretations import CHOSEN, Interpretation
from tutor.authorities.foster.bidding.suit_strength import (
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
    tops,
    total,
)
from tutor.authorities.rules import Finding, Reason, no, yes
from tutor.cards import Hand, Rank, Suit
from tutor.codes.auction_1910 import RULES as GAME
from tutor.codes.auction_1910 import Auction1910
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.notation import counted, in_words
from tutor.seats import Seat
from tutor.view import View

CODE = Auction1910()
PASS, DOUBLE = Pass(), Double()
NO_TRUMPS = Denomination.NO_TRUMPS
ONE_SPADE, TWO_SPADES = Bid(1, Denomination.SPADES), Bid(2, Denomination.SPADES)
ONE_NO_TRUMP, TWO_NO_TRUMPS, THREE_NO_TRUMPS = (Bid(tricks, NO_TRUMPS) for tricks in (1, 2, 3))

EIGHT = 8
"""The count on which a red suit can afford the odd trick (p. 95)."""
AT_ONCE = 3
"""The most tricks that Foster himself bids at once on a red suit: three, on a count of eleven (p. 97)."""
STANDARD = 3
"""The suits that a no-trumper has equal to aces, or protected (pp. 80–81)."""
GOOD = 2
"""The odd tricks that a good red suit affords: two by cards, for one is hardly ever left in (pp. 86, 89, 92)."""
IS_GOOD = f"good for {in_words(GOOD)} odd tricks"
LENGTH_TO_PLAY = 5
"""The least length of a suit that is bid to be played: five in Foster’s examples (pp. 95–97, 109)."""
SUPPORT = 4
"""The cards that support a suit of partner’s; three will do with a high one among them."""
OVER_A_RAISE = 3
"""The tricks at the most to which a hand goes up alone in partner’s suit, or in its own (pp. 121, 127)."""
MOST_ODD_TRICKS = 7
OUT_OF_REACH = 8
"""The tricks of a bid that cannot be made: more than the seven over six."""


def one(suit: Suit) -> Bid:
    """The odd trick in a suit."""
    return Bid(1, Denomination.of(suit))


@dataclass(frozen=True)
class BiddingFacts:
    """A hand in the bidding, whose turn it is; each fact is worked out when it is first asked."""

    view: View
    interpretation: Interpretation = CHOSEN

    # ---- the calls so far ------------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        return self.view.hand

    @property
    def seat(self) -> Seat:
        return self.view.seat

    @property
    def partner(self) -> Seat:
        return self.view.seat.partner

    @property
    def number(self) -> int:
        """Which bidder the hand is: the dealer is the first."""
        return self.view.dealer.round().index(self.seat) + 1

    @cached_property
    def lawful(self) -> tuple[Call, ...]:
        """The calls that are lawful."""
        turn = CODE.turn(self.view.calling)
        return turn.calls if turn else ()

    @cached_property
    def _last(self) -> tuple[Seat, Bid] | None:
        named = self.view.calling.last_named
        return (self.view.calling.said[named[0]].seat, named[1]) if named and isinstance(named[1], Bid) else None

    @property
    def last(self) -> Bid | None:
        """The last bid, which must be outbid."""
        return self._last and self._last[1]

    @property
    def last_seat(self) -> Seat | None:
        """The player who made it."""
        return self._last and self._last[0]

    @property
    def last_suit(self) -> Suit | None:
        """The suit of the last bid."""
        return self.last.denomination.trumps if self.last else None

    @property
    def last_tricks(self) -> int:
        """The odd tricks of the last bid."""
        return self.last.odd_tricks if self.last else 0

    @property
    def tricks_to_defeat(self) -> int:
        """The tricks that defeat the last bid: one more than it leaves of thirteen."""
        return 13 - (6 + self.last_tricks) + 1

    @property
    def last_is_theirs(self) -> bool:
        """Whether an opponent made the last bid."""
        return self.last_seat is not None and self.last_seat.side is not self.seat.side

    @property
    def last_is_partners(self) -> bool:
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
    def my_bids(self) -> tuple[Bid, ...]:
        return self.bids_of(self.seat)

    @cached_property
    def partners_bids(self) -> tuple[Bid, ...]:
        return self.bids_of(self.partner)

    @cached_property
    def their_bids(self) -> tuple[Bid, ...]:
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
    def their_suits(self) -> tuple[Suit, ...]:
        """The suits that the opponents have shown."""
        return self.suits_of(self.seat.left, self.seat.right)

    @cached_property
    def doubled_by_partner(self) -> tuple[Suit, ...]:
        """The suits of the opponents that the partner has doubled, to show them stopped."""
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
    def called_twice(self) -> list[Suit]:
        """The suits that the partner has called twice or more."""
        calls = [bid.denomination.trumps for bid in self.partners_bids]
        return [suit for suit in self.partners_suits if calls.count(suit) > 1]

    @property
    def said_no_trumps(self) -> bool:
        """Whether this hand has bid no trumps."""
        return any(bid.denomination is NO_TRUMPS for bid in self.my_bids)

    @property
    def partner_holds_no_trumps(self) -> bool:
        """Whether the last bid is partner’s, and no trumps."""
        return self.last_is_partners and self.last is not None and self.last.denomination is NO_TRUMPS

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

    # ---- what it costs to outbid them ------------------------------------------------------------------------

    def may(self, call: Call | None) -> bool:
        return call in self.lawful

    @cached_property
    def _cheapest(self) -> Mapping[Denomination, Bid]:
        return {call.denomination: call for call in reversed(self.lawful) if isinstance(call, Bid)}

    def cheapest(self, denomination: Denomination | Suit) -> Bid | None:
        """The cheapest lawful bid of a denomination."""
        return self._cheapest.get(Denomination.of(denomination) if isinstance(denomination, Suit) else denomination)

    def cheapest_of(self, denominations: Iterable[Denomination | Suit]) -> tuple[Bid, ...]:
        """The cheapest lawful bids of denominations, where there are any."""
        return tuple(bid for one in denominations if (bid := self.cheapest(one)))

    def tricks_needed(self, denomination: Denomination | Suit) -> int:
        """How many tricks must be bid in a denomination."""
        bid = self.cheapest(denomination)
        return bid.odd_tricks if bid else OUT_OF_REACH

    def outbid(self, denomination: Denomination | Suit, because: Reason) -> Finding:
        """The rule applies, and advises the cheapest bid of a denomination; where none is enough, it does not."""
        bid = self.cheapest(denomination)
        return yes(because, bid) if bid else no("no number of tricks in it is enough")

    def value(self, bid: Bid) -> int:
        """What the tricks of a bid count, as it is doubled if it is the last."""
        return bid.odd_tricks * TRICK_VALUES[bid.denomination] << (self.doubled if bid == self.last else 0)

    def to_win_the_game(self, denomination: Denomination) -> int:
        """The odd tricks that bring the player’s side from its score to the game."""
        return -(-(GAME.game - self.view.standing.us) // TRICK_VALUES[denomination])

    @cached_property
    def wins_them_the_game(self) -> bool:
        """Whether the last bid is the opponents’, and wins them the game if they make it."""
        return (
            self.last is not None
            and self.last_is_theirs
            and self.view.standing.them + self.value(self.last) >= GAME.game
        )

    # ---- the strength of the hand ----------------------------------------------------------------------------

    @cached_property
    def total(self) -> int:
        return total(self.hand)

    @cached_property
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
    def as_good_as_aces(self) -> tuple[Suit, ...]:
        """The suits that are equal to an ace."""
        return tuple(suit for suit in Suit if is_as_good_as_ace(self.hand[suit]))

    @cached_property
    def protected(self) -> tuple[Suit, ...]:
        """The suits in which the opponents cannot take every trick."""
        return tuple(suit for suit in Suit if is_protected(self.hand[suit]))

    @property
    def weak_spots(self) -> tuple[Suit, ...]:
        """The suits that are not protected, which the opponents have “a nasty trick of finding” (p. 94)."""
        return tuple(suit for suit in Suit if suit not in self.protected)

    @cached_property
    def unprotected_of_theirs(self) -> tuple[Suit, ...]:
        """The suits shown by the opponents that neither hand has stopped, so far as is known."""
        stopped = (*self.protected, *self.doubled_by_partner)
        return tuple(suit for suit in self.their_suits if suit not in stopped)

    @cached_property
    def own_tricks(self) -> int:
        """The tricks that the hand’s own high cards take against any declaration."""
        return sum(sure_tricks(self.hand[suit]) for suit in Suit)

    def long_suits(self, length: int, among: Iterable[Suit] = Suit) -> tuple[Suit, ...]:
        """The suits of so many cards or more."""
        return tuple(suit for suit in among if len(self.hand[suit]) >= length)

    def is_long(self, suit: Suit) -> bool:
        """Whether a suit is long enough to be called again for its length."""
        return len(self.hand[suit]) >= self.interpretation.long

    def supports(self, suit: Suit) -> bool:
        """Whether the hand can support a suit of partner’s."""
        return len(self.hand[suit]) >= SUPPORT - (1 if tops(self.hand[suit]) else 0)

    # ---- without trumps --------------------------------------------------------------------------------------

    @cached_property
    def is_average(self) -> bool:
        """Whether the hand is as strong as one card of each rank, or stronger."""
        if self.interpretation.is_above_card_by_card:
            return is_card_by_card(self.hand, "AKQJT")
        return self.total >= AVERAGE

    @cached_property
    def is_a_king_above(self) -> bool:
        """Whether the hand is a king above the average (p. 80)."""
        if self.interpretation.is_above_card_by_card:
            return is_card_by_card(self.hand, "AKKQJT9")
        return self.total >= AVERAGE + KING

    @property
    def kings_above(self) -> int:
        """How many kings the hand is above the average; less than none where it is below."""
        return (self.total - AVERAGE) // KING

    @property
    def no_trump_tricks(self) -> int:
        """The tricks to bid without trumps: a king above the average is a trick above it (p. 81), and so on."""
        return max(self.kings_above, 1)

    @cached_property
    def why_no_trumper(self) -> Callable[[], str] | None:
        """Why the hand is a no-trumper by itself; None if it is none."""
        return self._why_no_trumper(())

    @cached_property
    def why_no_trumper_over_last(self) -> Callable[[], str] | None:
        """Why it is a no-trumper over the last bid, partner’s suits counted and each of theirs protected; else None."""
        enough = self.no_trump_tricks + (1 if self.shown_by_partner else 0)
        if self.unprotected_of_theirs or self.tricks_needed(NO_TRUMPS) > enough:
            return None
        return self.why_no_trumper_with_partner

    @cached_property
    def why_no_trumper_with_partner(self) -> Callable[[], str] | None:
        """Why it is a no-trumper with the suits that partner has shown; else None."""
        return self._why_no_trumper(self.shown_by_partner)

    def _why_no_trumper(self, helped_in: Sequence[Suit]) -> Callable[[], str] | None:
        """Why the hand is a no-trumper where partner has a sure trick in some suits.

        Three suits equal to aces, an ace among them; or a king above the average, with three suits protected
        (pp. 79–82).
        """
        if not self.aces:
            return None
        helped = [suit for suit in helped_in if suit not in self.as_good_as_aces]
        sure = [*self.as_good_as_aces, *helped]
        if len(sure) >= STANDARD:
            return lambda: (
                f"{self.names(sure)} each count as an ace"
                + (f", {self.names(helped)} in partner’s hand" if helped else "")
            )
        guarded = [*self.protected, *(suit for suit in helped_in if suit not in self.protected)]
        if self.is_a_king_above and len(guarded) >= STANDARD:
            return lambda: f"it is a king above the average, and {self.names(guarded)} are protected"
        return None

    # ---- a red suit, by the rule of eight --------------------------------------------------------------------

    @cached_property
    def _counts(self) -> Mapping[Suit, int]:
        return {suit: count_of_eight(self.hand, suit) for suit in RED}

    def count(self, trumps: Suit) -> int:
        """The count of a red suit by the rule of eight (p. 95)."""
        return self._counts[trumps]

    def worth(self, trumps: Suit) -> int:
        """The odd tricks that a red suit can afford by its count (p. 96); none where it is too short or weak.

        Eight afford the odd trick, and each count above eight one more.
        """
        above = self.count(trumps) - EIGHT
        if len(self.hand[trumps]) < self.interpretation.trumps or above < 0:
            return 0
        step = self.interpretation.counts_for_a_trick
        return min(1 + (above + step - 1) // step, MOST_ODD_TRICKS)

    def at_once(self, trumps: Suit) -> int:
        """The odd tricks that the dealer bids at once on a red suit.

        They are what the count affords, up to three: two on Foster’s nine. Beyond three one is kept in hand: three on
        his eleven, which affords four (pp. 96–97). None is bid above three that the game does not need, which would be
        over-reaching (p. 98).
        """
        worth = self.worth(trumps)
        needed = max(self.to_win_the_game(Denomination.of(trumps)), AT_ONCE)
        return min(worth, max(worth - 1, AT_ONCE), needed)

    @cached_property
    def makes(self) -> tuple[Suit, ...]:
        """The red suits worth a declaration by their count, the best first; of two as good the cheaper."""
        worth = [suit for suit in RED if self.worth(suit)]
        return tuple(sorted(worth, key=lambda suit: (-self.count(suit), -tops(self.hand[suit]), suit is Suit.HEARTS)))

    @cached_property
    def makes_with_a_top(self) -> tuple[Suit, ...]:
        """Those with a sure trick in them, which may be named on the first round."""
        return tuple(suit for suit in self.makes if suit in self.sure_suits)

    # ---- in words --------------------------------------------------------------------------------------------

    def counted_up(self, suit: Suit) -> str:
        """The count of eight in words."""
        length = counted(len(self.hand[suit]), suit.singular)
        return f"{length}, and by the rule of eight the hand counts {self.count(suit)}"

    def valued(self, suit: Suit) -> str:
        """The count of eight in words, with the tricks that it affords."""
        return f"{self.counted_up(suit)}, which is worth {counted(self.worth(suit), 'odd trick')}"

    def names(self, suits: Iterable[Suit]) -> str:
        names = [suit.plural for suit in suits]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "no suit"

    def holds(self, suit: Suit) -> str:
        if not self.hand[suit]:
            return f"no {suit.plural}"
        return f"{suit.plural} {' '.join(str(self.hand[suit])).replace('T', '10')}"

    def cannot(self, suit: Suit, do: str) -> str:
        """That the cards of a suit cannot do something."""
        return f"{self.holds(suit)} cannot {do}" if self.hand[suit] else f"there are no {suit.plural} here to {do}"

    def bid_in_words(self, bid: Bid | None) -> str:
        return bid.words if bid else "nothing"

    @property
    def their_prospect(self) -> str:
        """What the last bid would bring the opponents to."""
        worth = self.value(self.last) if self.last else 0
        return f"they stand at {self.view.standing.them}, and {self.bid_in_words(self.last)} is worth {worth}"
