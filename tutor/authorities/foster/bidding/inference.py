"""What Foster hears in the calls of the others (pp. 55–61, 76–90, 100–117)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tutor.auction import Bid, Call, Double, Said, naming
from tutor.authorities.foster.bidding.chapters import is_no_trumps, is_suit
from tutor.authorities.foster.bidding.facts import ONE_SPADE, PASS, TWO_SPADES
from tutor.authorities.foster.book import cite
from tutor.authorities.rules import Message
from tutor.play import Played
from tutor.view import View

HEARD_IN_THE_BIDDING: list[Message] = []


def bid_of(call: Call) -> Bid | None:
    """The bid of a call, an insufficient one as it was corrected; None where it is something else."""
    named = naming(call)
    return named if isinstance(named, Bid) else None


@dataclass(frozen=True)
class HeardCall:
    """The last call, by another player than the one who listens."""

    view: View
    said: Said

    @property
    def bid(self) -> Bid | None:
        return bid_of(self.said.call)

    @property
    def before(self) -> tuple[Said, ...]:
        """The calls before it."""
        return self.view.calling.said[:-1]

    @property
    def own(self) -> list[Call]:
        """The calls of its player, this one the last."""
        return [said.call for said in self.view.calling if said.seat is self.said.seat]

    @property
    def is_first(self) -> bool:
        """Whether its player has not spoken before."""
        return len(self.own) == 1

    @property
    def shows_suit(self) -> bool:
        return self.bid is not None and is_suit(self.bid)

    @property
    def raises_one_spade(self) -> bool:
        """Whether the dealer’s partner raises one spade that second bidder has passed."""
        left_in = [said.call for said in self.before] == [ONE_SPADE, PASS]
        return left_in and self.said.seat is self.view.dealer.partner and self.bid == TWO_SPADES

    @property
    def doubled_by_second_bidder(self) -> Bid | None:
        """The dealer’s bid that second bidder’s first call doubles; None where it is anything else."""
        is_so = len(self.before) == 1 and isinstance(self.said.call, Double)
        return bid_of(self.before[0].call) if is_so else None


Heard = Callable[[HeardCall], bool]


def message(rule_id: str, says: str, *, page: int, lines: tuple[int, int]) -> Callable[[Heard], Heard]:
    """Makes a message of the condition on which it is heard, and adds it to those in the bidding."""

    def add(test: Heard) -> Heard:
        def heard(view: View, act: Played | Said) -> bool:
            return isinstance(act, Said) and act.seat is not view.seat and test(HeardCall(view, act))

        HEARD_IN_THE_BIDDING.append(Message(rule_id, says, cite(page, *lines), heard))
        return test

    return add


# ---- a suit ------------------------------------------------------------------------------------------------------


@message(
    "fos-bid-first-round-invitation",
    "A suit on the first round invites partner to bid no trumps.",
    page=77,
    lines=(2535, 2543),
)
def invites(call: HeardCall) -> bool:
    return call.shows_suit and call.is_first and not call.raises_one_spade


@message(
    "fos-red-two-meanings",
    "A red suit means high cards on the first round, and trumps only on the second.",
    page=84,
    lines=(2786, 2796),
)
def invites_in_red(call: HeardCall) -> bool:
    trumps = call.bid.denomination.trumps if call.bid else None
    return invites(call) and trumps is not None and trumps.is_red


@message(
    "fos-red-second-call",
    "If a player calls a suit a second time, they want it for trumps rather than no trumps.",
    page=89,
    lines=(2929, 2937),
)
def called_again(call: HeardCall) -> bool:
    bids = [bid.denomination for own in call.own if (bid := bid_of(own))]
    return call.shows_suit and bids.count(bids[-1]) == 2


@message(
    "fos-red-persistence",
    ("If a player does not call a suit again, they called it for its high cards."),
    page=88,
    lines=(2893, 2900),
)
def dropped(call: HeardCall) -> bool:
    first = bid_of(call.own[0])
    is_other = call.bid is None or first is None or call.bid.denomination is not first.denomination
    return len(call.own) == 2 and first is not None and is_suit(first) and is_other


# ---- no trumps, and one spade ------------------------------------------------------------------------------------


@message(
    "fos-bid-suit-vs-nt", ("A bid of no trumps gives no information, and means business."), page=77, lines=(2515, 2533)
)
def means_business(call: HeardCall) -> bool:
    return call.bid is not None and is_no_trumps(call.bid)


@message(
    "fos-tb-read-one-spade", "The dealer’s one spade denies an ace and a king-queen suit.", page=105, lines=(3461, 3486)
)
def waits(call: HeardCall) -> bool:
    return call.said.seat is call.view.dealer and call.bid == ONE_SPADE


@message("fos-tb-two-spades-weak", "The raise of one spade to two warns of a bad hand.", page=104, lines=(3417, 3429))
def warns(call: HeardCall) -> bool:
    return call.raises_one_spade


# ---- a double ----------------------------------------------------------------------------------------------------


@message(
    "fos-sb-double-shows-suit",
    "The second bidder’s double of the dealer’s suit shows that they have it stopped.",
    page=102,
    lines=(3373, 3388),
)
def shows_stopper(call: HeardCall) -> bool:
    bid = call.doubled_by_second_bidder
    return bid is not None and is_suit(bid)


@message(
    "fos-sb-double-spade",
    "The second bidder’s double of one spade shows strength in spades.",
    page=103,
    lines=(3390, 3400),
)
def shows_spades(call: HeardCall) -> bool:
    return call.doubled_by_second_bidder == ONE_SPADE


@message(
    "fos-double-meaning",
    "A double says that the contract will fail, not that the doubler makes the odd trick.",
    page=60,
    lines=(1938, 1953),
)
def says_it_will_fail(call: HeardCall) -> bool:
    return isinstance(call.said.call, Double) and call.doubled_by_second_bidder is None


# ---- over another bid --------------------------------------------------------------------------------------------


@message(
    "fos-tb-shift-or-help",
    "A change from partner’s suit prefers another, or shows a trick in it.",
    page=111,
    lines=(3651, 3677),
)
def shifts(call: HeardCall) -> bool:
    bids = [bid for said in call.view.calling if said.seat is call.view.seat and (bid := bid_of(said.call))]
    if call.said.seat is not call.view.seat.partner or not call.bid or not bids or bids[-1] == ONE_SPADE:
        return False
    mine, theirs = bids[-1], call.bid
    return not is_no_trumps(theirs) and not is_no_trumps(mine) and theirs.denomination is not mine.denomination


@message("fos-tb-show-stopper", "No trumps over an opponent’s suit show it stopped.", page=112, lines=(3704, 3720))
def stops_their_suit(call: HeardCall) -> bool:
    last = bid_of(call.before[-1].call) if call.before else None
    is_theirs = last is not None and call.before[-1].seat.side is not call.said.seat.side
    return means_business(call) and is_theirs and last is not None and is_suit(last)
