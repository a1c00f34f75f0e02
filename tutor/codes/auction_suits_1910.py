"""Auction bridge with bids of suits alone, as Foster describes it in 1910 (pp. 157–158): no number of tricks is named.

What Foster leaves “as usual” is as in the code of 1910. Whether the same dealer deals again after a deal that all have
passed is not said; here the deal goes to the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tutor.auction import Call, Calling, Pass, SuitBid
from tutor.codes.auction_1910 import UNDERTRICK, honour_items
from tutor.codes.bidding import BiddingCode
from tutor.codes.bridge_code import TRICK_VALUES, BridgeCode
from tutor.codes.deal_result import DealResult, Objection, ResultKeys
from tutor.codes.laws import LawRef, LawRefusal, Turn, Utterance, refs
from tutor.codes.offences import AUCTION_1910
from tutor.codes.offences.games import AUCTION_SUITS
from tutor.codes.scoring import (
    DealOutcome,
    DealScore,
    Heading,
    Rubber,
    RubberRules,
    ScoreItem,
    Sheet,
    require_thirteen,
    slam_items,
)
from tutor.deal import Deal
from tutor.notation import in_words
from tutor.play import Play
from tutor.seats import Seat

PASSED_OUT = 50
UNDOUBLED = {"final": LawRef("auction-suits-1910", "60")}
"""The law as it holds where nothing is doubled."""
RANK = tuple(TRICK_VALUES)
"""The denominations, the lowest first."""


@dataclass(frozen=True, slots=True)
class AuctionSuits1910(BiddingCode, BridgeCode):
    """The code: bids that rank by suit, deals that are passed out, tricks that the adversaries score."""

    key: ClassVar[str] = "auction-suits-1910"
    title: ClassVar[str] = "Auction bridge with bids of suits only, 1910"
    source: ClassVar[str] = "foster"
    body: ClassVar[str] = "auction-1910"
    scoring_laws = refs("auction-suits-1910", "score", "bonus")
    offences = AUCTION_1910.variant("auction-suits-1910", "Auction by suits only, 1910", AUCTION_SUITS, laws=UNDOUBLED)
    turn_law: ClassVar[str] = "45"
    end_law: ClassVar[str] = "48"
    result_keys: ClassVar[ResultKeys] = ResultKeys(
        (("denomination",), ("declarer",), ("tricks",), ("deal", "honours")),
        ("revokes",),
        ("passed_out",),
        MappingProxyType(
            {"doubled": LawRef("auction-suits-1910", "rank"), "chicane": LawRef("auction-suits-1910", "bonus")}
        ),
    )
    points: ClassVar[Mapping[str, str]] = MappingProxyType({"honours": "5", "aces": "5", "one hand": "6"})

    def law_on(self, point: str) -> LawRef:
        """See `BridgeCode`: on tricks and chicane the game has rules of its own."""
        own = {"tricks": "score", "chicane": "bonus"}.get(point)
        return self.rule(own) if own else BridgeCode.law_on(self, point)

    # ---- bidding ---------------------------------------------------------------------------------------------

    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is and what may be said; None when the others have passed the last bid, or all have passed."""
        if self.is_closed(calling):
            return None
        declaration = self.declaration(calling)
        higher = RANK[RANK.index(declaration.denomination) + 1 :] if declaration else RANK
        bids = (SuitBid(denomination) for denomination in higher)
        law = self.law("45") if calling.said else self.rule("pass-out")
        return Turn(self.next_to_speak(calling), (Pass(), *bids), law)

    def is_void(self, calling: Calling) -> bool:
        """See `Code`: when all have passed."""
        return self.is_closed(calling) and self.declaration(calling) is None

    def refusal_in_turn(self, calling: Calling, turn: Turn, call: Call) -> LawRefusal:
        """See `BiddingCode`."""
        del calling
        if isinstance(call, SuitBid):
            open_bids = [bid.denomination.word for bid in turn.calls if isinstance(bid, SuitBid)]
            instead = f"A bid of {' or '.join(open_bids)} is enough." if open_bids else "Nothing ranks higher."
            return LawRefusal(turn.seat, call, self.rule("rank"), instead)
        return LawRefusal(turn.seat, call, self.rule("rank"), "You may pass or bid a higher suit.")

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said; the words are those of the regular game without the number."""
        for said in calling:
            bid = said.call
            words = f"{bid.denomination.word.capitalize()}." if isinstance(bid, SuitBid) else "I pass."
            yield Utterance(said.seat, words)

    # ---- scoring ---------------------------------------------------------------------------------------------

    @property
    def rubber(self) -> Rubber:
        """A rubber about to begin: best of three games of thirty, 100 to its winners and what was marked for them."""
        return Rubber(RubberRules(game=self.game, games_to_win=2, bonus=100))

    def score(self, outcome: DealOutcome) -> DealScore:
        """What both sides score. Raises `ValueError` when the tricks are not thirteen."""
        require_thirteen(outcome.tricks)
        honours = honour_items(outcome, self.trick_value, self.law("6"))
        return DealScore((*self._tricks(outcome), *honours, *self._slam(outcome)))

    def _tricks(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        side, odd, law = outcome.winners, outcome.odd_tricks, self.rule("score")
        value = self.trick_value(outcome.declaration.denomination)
        by_cards = "the odd trick" if odd == 1 else f"{in_words(odd)} by cards"
        is_declarers = side is outcome.declaration.by.side
        heading = Heading.TRICKS if is_declarers else Heading.PENALTY
        yield ScoreItem(side, heading, odd * value, f"{by_cards} at {value}", law)
        if not is_declarers:
            yield ScoreItem(side, heading, odd * UNDERTRICK, f"{by_cards} against the declarer at {UNDERTRICK}", law)

    def _slam(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        law = self.rule("bonus")
        return slam_items(outcome, (50, law), (100, law))

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """See `Code`: nothing more is given of a deal that was passed out."""
        return self.result_keys.objections(result) if result.passed_out else BridgeCode.objections(self, result)

    def result_dummy(self, result: DealResult) -> Seat | None:
        """See `BridgeCode`: the hand opposite the declarer’s, if the declarer’s seat is given."""
        return result.declarer.partner if isinstance(result.declarer, Seat) else None

    def score_result(self, result: DealResult) -> DealScore:
        """See `Code`."""
        if result.passed_out and not any(self.objections(result)):
            return _passed_out()
        return BridgeCode.score_result(self, result)

    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """See `Code`: a deal that all have passed marks 50 for the winners of the rubber."""
        if self.is_void(calling):
            return _passed_out()
        return BridgeCode.reckon(self, deal, calling, play, sheet)


def _passed_out() -> DealScore:
    """What is scored when all have passed: nothing yet."""
    return DealScore((), marked=PASSED_OUT, marked_by=LawRef("auction-suits-1910", "pass-out"))
