"""The chapters of Foster’s bidding: which bidder speaks, in which round, and after which bid of the dealer’s."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from tutor.auction import Bid, Double, Insufficient, Pass
from tutor.authorities.chapter import Chapter
from tutor.authorities.foster.bidding.facts import CODE, NO_TRUMPS, ONE_SPADE, BiddingFacts
from tutor.authorities.foster.bidding.interpretations import OTHERS
from tutor.authorities.rules import Question, Rule
from tutor.view import View

ANOTHER_BIDDER = "Foster speaks of other bidders elsewhere"


def chapter(
    rules: Sequence[Rule[BiddingFacts]],
    silent_on: Callable[[View], str | None],
    allows: Sequence[Rule[BiddingFacts]] = (),
) -> Chapter[BiddingFacts]:
    """Rules of bidding for the views on which they speak: a hand whose turn it is in an auction of tricks and suits."""
    return Chapter(
        Question.BID,
        tuple(rules),
        BiddingFacts,
        silent_on=lambda view: silent_on(view) or why_no_turn(view),
        otherwise=tuple(partial(BiddingFacts, interpretation=other) for other in OTHERS),
        allows=allows,
    )


def why_no_turn(view: View) -> str | None:
    """Why the seat cannot bid on a view; None where it can."""
    if len(view.hand) != 13:
        return "Foster bids on thirteen cards"
    if not all(isinstance(said.call, Bid | Pass | Double | Insufficient) for said in view.calling):
        return "Foster writes of bids in tricks and suits"
    if CODE.is_closed(view.calling):
        return "the bidding is over"
    speaker = CODE.next_to_speak(view.calling)
    return None if speaker is view.seat else f"it is for {speaker.label} to speak"


def is_first_round(view: View) -> bool:
    """Whether the seat has not spoken before."""
    return not any(said.seat is view.seat for said in view.calling)


def silent_except_for(number: int) -> Callable[[View], str | None]:
    """Silent where the seat is not the bidder of that number, speaking for the first time."""
    return lambda view: None if BiddingFacts(view).number == number and is_first_round(view) else ANOTHER_BIDDER


def silent_except_after(number: int, opening: Callable[[Bid], bool], otherwise: str) -> Callable[[View], str | None]:
    """The same, and silent with `otherwise` where the dealer’s bid is not of a kind."""
    elsewhere = silent_except_for(number)

    def silent_on(view: View) -> str | None:
        return elsewhere(view) or (None if (bid := BiddingFacts(view).opening) and opening(bid) else otherwise)

    return silent_on


def is_one_spade(bid: Bid) -> bool:
    return bid == ONE_SPADE


def is_no_trumps(bid: Bid) -> bool:
    return bid.denomination is NO_TRUMPS


def is_suit(bid: Bid) -> bool:
    """Whether a bid shows a suit, as one spade does not."""
    return not is_one_spade(bid) and not is_no_trumps(bid)
