"""Auction bridge with bids in points, as Foster describes it in 1910 (pp. 158–162): the suit is hidden till named.

The highest bidder names a suit, no trumps or misère when the bidding is over, and must make the points of the bid
by tricks and by honours taken home. Everything is scored in one column, and four deals are a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from tutor.auction import Call, Calling, Declaration, Declare, Denomination, Misere, Pass, PointBid
from tutor.cards import Card, Rank, Suit
from tutor.codes.auction_suits_1910 import UNDOUBLED
from tutor.codes.bidding import BiddingCode
from tutor.codes.bridge_code import HONOURS, TRICK_VALUES
from tutor.codes.code import CodeVisitor, T
from tutor.codes.deal_result import DealResult, Objection, ResultKeys, tricks_objections, unwon_objections
from tutor.codes.laws import LawRefusal, Turn, Utterance, refs
from tutor.codes.offences import AUCTION_1910
from tutor.codes.offences.games import AUCTION_POINTS
from tutor.codes.penalties import RevokeClaims, ScorableDeal, side_of, with_penalties
from tutor.codes.scoring import DealScore, Heading, Party, ScoreItem, Sheet, require_thirteen
from tutor.deal import Deal
from tutor.errors import Illegal, quoted
from tutor.notation import counted, in_words
from tutor.play import Play
from tutor.seats import BySide, Seat, Side

MISERE_VALUE = 14
ACE_VALUE = 6
HONOUR_VALUES = {
    Denomination.SPADES: 2,
    Denomination.CLUBS: 2,
    Denomination.DIAMONDS: 4,
    Denomination.HEARTS: 4,
    Denomination.NO_TRUMPS: ACE_VALUE,
}
MOST = 11 * TRICK_VALUES[Denomination.NO_TRUMPS] + 5 * ACE_VALUE
"""The most that can be made: thirteen tricks without trumps, one given back, and all the aces."""


@dataclass(frozen=True, slots=True)
class PointOutcome:
    """How a deal ended: what was named for how many points, and the tricks and honours that each side took home.

    The honours are five: those of the trump suit, or the aces with the last one played counted twice.
    """

    declaration: Declaration
    tricks: BySide[int]
    honours: BySide[int]

    @property
    def trick_value(self) -> int:
        """What a trick is worth."""
        declaration = self.declaration
        return MISERE_VALUE if declaration.is_misere else TRICK_VALUES[declaration.denomination]

    @property
    def majority(self) -> int:
        """The tricks that are scored for the declarer. Negative where the difference is against the declarer."""
        taken = self.tricks[self.declaration.by.side]
        if self.declaration.is_misere:
            return (13 - taken - 2) - (taken + 2)
        return max(taken - 6, 0) if self.declaration.trumps else (taken - 1) - (13 - taken + 1)

    @property
    def honour_points(self) -> int:
        """What the honours count for the declarer, less than nothing where they count for the adversaries."""
        side = self.declaration.by.side
        more = self.honours[side] - self.honours[side.opponents]
        return (-more if self.declaration.is_misere else more) * HONOUR_VALUES[self.declaration.denomination]

    def with_tricks(self, more: int) -> PointOutcome:
        """The same with so many more tricks for the declarer, or fewer where fewer are better."""
        side = self.declaration.by.side
        taken = self.tricks[side] + (-more if self.declaration.is_misere else more)
        return replace(self, tricks=self.tricks.with_(side, taken).with_(side.opponents, 13 - taken))


@dataclass(frozen=True, slots=True)
class FourDeals(Sheet):
    """A game of four deals, everything in one column for each side."""

    deals: tuple[DealScore, ...] = ()

    @property
    def parties(self) -> tuple[Party, ...]:
        """See `Sheet`."""
        return tuple(Side)

    def after(self, deal: DealScore) -> FourDeals:
        """See `Sheet`."""
        if self.is_over:
            raise ValueError("the game is over: start another")
        return FourDeals((*self.deals, deal))

    @property
    def is_over(self) -> bool:
        """See `Sheet`: when each player has dealt once."""
        return len(self.deals) == len(Seat)

    @property
    def winner(self) -> Side | None:
        """See `Sheet`; None too where the totals are equal at the end."""
        if not self.is_over or self.value == 0:
            return None
        return max(Side, key=self.total)

    @property
    def value(self) -> int:
        """The difference of the totals."""
        return abs(self.total(Side.NS) - self.total(Side.EW))

    def stands_at(self, party: Party) -> int:
        """See `Sheet`: all that has been scored."""
        return self.total(party)

    def total(self, party: Party) -> int:
        """See `Sheet`."""
        return sum(deal.total(party) for deal in self.deals)


@dataclass(frozen=True, slots=True)
class AuctionPoints1910(BiddingCode):
    """The code: bids in points, naming, and the points made or failed.

    Options, where the text leaves a thing open:

    - `adverse_honours_count`: whether a majority of honours that is the adversaries’ is taken from what the declarer
      has made towards the bid. “Only the difference between the honors is reckoned”, in one sum with the tricks
      (pp. 158–159), so it is by default. Otherwise the adversaries score it, and the bid may still be made.
    - `fails_by_difference`: without trumps and at misère, one trick more changes the difference by two. Foster’s one
      example
      (p. 161) is six points short, one trick either way. By default the missing tricks are counted, “that it
      would have been tricks … which would have been required”; otherwise the tricks of difference, so that 18 points
      short at no trumps is two.
    """

    key: ClassVar[str] = "auction-points-1910"
    title: ClassVar[str] = "Auction bridge with bids in points, 1910"
    source: ClassVar[str] = "foster"
    body: ClassVar[str] = "auction-points-1910"
    scoring_laws = refs("auction-points-1910", "honors", "trump", "nt", "misere", "fail")
    offences = AUCTION_1910.variant("auction-points-1910", "Auction in points, 1910", AUCTION_POINTS, laws=UNDOUBLED)
    turn_law: ClassVar[str] = "bidding"
    end_law: ClassVar[str] = "play"

    result_keys: ClassVar[ResultKeys] = ResultKeys(
        (("bid",), ("declarer",), ("denomination", "misere"), ("tricks",), ("honours",)),
        ("revokes",),
    )
    """`honours` are those that each side took home, five in all: of aces the last one played counts twice."""

    adverse_honours_count: bool = True
    fails_by_difference: bool = False

    honours_are_won: ClassVar[bool] = True

    def counts_aces(self, result: DealResult) -> bool:
        """See `Code`: where nothing is trumps; the last ace counts twice."""
        return result.misere is True or result.denomination is Denomination.NO_TRUMPS

    def accept(self, visitor: CodeVisitor[T]) -> T:
        """See `Code`."""
        return visitor.visit_points_bid(self)

    # ---- bidding ---------------------------------------------------------------------------------------------

    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is and what may be said. The highest bidder names a suit last of all, and then it is None."""
        if self.is_settled(calling):
            return None
        highest = _highest(calling)
        if highest and self.is_closed(calling):
            named = (Declare(denomination) for denomination in Denomination)
            return Turn(highest[0], (*named, Misere()), self.law("play"))
        bids = tuple(PointBid(points) for points in range(highest[1] + 1 if highest else 1, MOST + 1))
        seat = self.next_to_speak(calling)
        if highest:
            return Turn(seat, (Pass(), *bids), self.law("bidding"))
        return Turn(seat, bids, self.law("bid"))

    def is_settled(self, calling: Calling) -> bool:
        """See `BiddingCode`: when the highest bidder has named."""
        return calling.declaration is not None

    def refusal_in_turn(self, calling: Calling, turn: Turn, call: Call) -> LawRefusal:
        """See `BiddingCode`."""
        highest = _highest(calling)
        if Misere() in turn.calls:
            instead = "The bidding is over. Name a suit, no trumps or misère."
        elif isinstance(call, (Declare, Misere)):
            instead = "The suit is named when the bidding is over. Until then bid a number."
        elif isinstance(call, PointBid) and call.points > MOST:
            instead = f"No more than {MOST} can be made."
        else:
            instead = f"It takes more than {highest[1]}." if highest else f"{turn.seat.label} must bid a number."
        return LawRefusal(turn.seat, call, turn.law, instead)

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said; no words are laid down but the number and what is named (pp. 159–160)."""
        for said in calling:
            yield Utterance(said.seat, _words(said.call))

    # ---- scoring ---------------------------------------------------------------------------------------------

    @property
    def rubber(self) -> FourDeals:
        """A game about to begin; here it is no rubber, but four deals."""
        return FourDeals()

    def outcome(self, declaration: Declaration, play: Play) -> PointOutcome:
        """How a deal that has been played out ended."""
        takers: list[Side] = []
        for trick in play.tricks:
            honours = sum(_is_honour(card, declaration.trumps) for card in trick.cards)
            takers += [trick.winner(play.trumps).side] * honours
        if declaration.trumps is None:
            takers += takers[-1:]
        return PointOutcome(declaration, play.won, BySide.each(takers.count))

    def points(self, outcome: PointOutcome) -> int:
        """What the declarer has made towards the bid."""
        honours = outcome.honour_points
        counted_in = honours if self.adverse_honours_count else max(honours, 0)
        return outcome.majority * outcome.trick_value + counted_in

    def is_made(self, outcome: PointOutcome) -> bool:
        """Whether the declarer has made the bid: with trumps the odd trick is needed, at misère the fewer tricks."""
        needs_majority = outcome.declaration.trumps is not None or outcome.declaration.is_misere
        if needs_majority and outcome.majority < 1:
            return False
        return self.points(outcome) >= (outcome.declaration.points or 0)

    def tricks_short(self, outcome: PointOutcome) -> int:
        """By how many tricks a declarer has failed, the honours being what they were."""
        if self.fails_by_difference and outcome.declaration.trumps is None:
            return max(1, -(-((outcome.declaration.points or 0) - self.points(outcome)) // outcome.trick_value))
        short = 1
        while not self.is_made(outcome.with_tricks(short)):
            short += 1
        return short

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """See `Code`."""
        found = tuple(self._objections(result))
        yield from found
        if not found:
            has_trumps = result.denomination is not None and result.denomination.trumps is not None
            yield from unwon_objections(result, 5, 4 if has_trumps else 5)
            declarers = result.declaring_seat().side
            players = {declarers: 1, declarers.opponents: 2}
            yield from self._revokes(result).objections(result.revokes or (), players)

    def _objections(self, result: DealResult) -> Iterator[Objection]:
        yield from self.result_keys.objections(result)
        if result.bid is not None and not (result.bid.isdecimal() and 1 <= int(result.bid) <= MOST):
            what, mend = f"{quoted(result.bid)} is not a bid in points", f"Write a number from 1 to {MOST}"
            yield Objection("bid", what, mend, self.law("bid"))
        if result.tricks is not None:
            yield from tricks_objections(result.tricks, tuple(Side), self.law("trump"))
        if result.honours is not None:
            held = result.honours.held
            if set(held) != set(Side) or sum(held.values()) != 5 or min(held.values()) < 0:
                home = " and ".join(map(str, held.values())) or "no"
                what, mend = (
                    f"the sides took {home} honours home, and there are five",
                    "Give the honours of NS and EW, five in all",
                )
                yield Objection("honours", what, mend, self.law("honors"))
            elif result.honours.one_hand is not None:
                what = "honours count for the side that takes them home, whichever hand they were dealt to"
                yield Objection("honours", what, "Remove one_hand", self.law("honors"))

    def _revokes(self, result: DealResult) -> RevokeClaims:
        """The given revokes: the laws of the regular game hold, and dummy’s hand pays nothing."""
        declarer = result.declaring_seat()
        never = {declarer.partner: self.offences.laws["dummy revokes"]} if result.declarer is declarer else {}
        return RevokeClaims(self.offences, declarer.side, side_of, never)

    def score_result(self, result: DealResult) -> DealScore:
        """See `Code`."""
        for objection in self.objections(result):
            raise Illegal(objection)
        named = result.denomination or Denomination.NO_TRUMPS
        declaration = Declaration(
            named, result.declaring_seat(), points=int(result.bid or ""), is_misere=result.denomination is None
        )
        home = result.honours.held if result.honours else {}
        outcome = PointOutcome(declaration, result.tricks_by_side(), BySide.each(home.__getitem__))
        if not result.revokes:
            return self.score(outcome)
        revokes = self._revokes(result).revokes(result.revokes)
        return with_penalties(self.offences, self._reckoned(outcome), revokes)

    def _reckoned(self, outcome: PointOutcome) -> ScorableDeal:
        """A deal as its revokes are paid for; the honours of tricks that are taken stay with those who won them."""
        return ScorableDeal(
            outcome.tricks,
            lambda tricks: self.score(replace(outcome, tricks=tricks)),
            tuple((side, 0) for side in Side),
            MOST,
            outcome.declaration.by.side,
            (outcome.trick_value, outcome.trick_value),
            outcome.declaration.trumps is not None,
        )

    def score(self, outcome: PointOutcome) -> DealScore:
        """What both sides score. Raises `ValueError` for tricks that are not thirteen or honours that are not five."""
        require_thirteen(outcome.tricks)
        if sum(outcome.honours) != 5 or min(outcome.honours) < 0:
            raise ValueError(f"{outcome.honours.ns} and {outcome.honours.ew} honours are not five")
        if outcome.declaration.points is None:
            raise ValueError("there is no bid: the score depends on how many points were bid")
        return DealScore(tuple(self._made(outcome)) if self.is_made(outcome) else (self._failed(outcome),))

    def _made(self, outcome: PointOutcome) -> Iterator[ScoreItem]:
        side, value = outcome.declaration.by.side, outcome.trick_value
        law = self.law(_rule(outcome.declaration))
        what = f"{counted(abs(outcome.majority), 'trick')} at {value}"
        yield ScoreItem(side, Heading.TRICKS, outcome.majority * value, what, law)
        honours = outcome.honour_points
        if honours:
            each = HONOUR_VALUES[outcome.declaration.denomination]
            party = side if honours > 0 else side.opponents
            what = f"{in_words(abs(honours) // each)} by honours at {each}"
            yield ScoreItem(party, Heading.HONOURS, abs(honours), what, self.law("honors"))

    def _failed(self, outcome: PointOutcome) -> ScoreItem:
        short, declaration = self.tricks_short(outcome), outcome.declaration
        each = 2 * outcome.trick_value
        rule = self.law("trump" if declaration.trumps else "fail")
        what = f"{counted(short, 'trick')} short at {each}"
        return ScoreItem(declaration.by.side.opponents, Heading.PENALTY, short * each, what, rule)

    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """See `Code`. Raises `ValueError` where nothing was named."""
        del deal, sheet
        declaration = self.declaration(calling)
        if declaration is None:
            raise ValueError("no suit was named, so nothing can be scored")
        return self.score(self.outcome(declaration, play))


def _highest(calling: Calling) -> tuple[Seat, int] | None:
    """The last bid and who made it; each is higher than the one before."""
    for said in reversed(calling.said):
        if isinstance(said.call, PointBid):
            return said.seat, said.call.points
    return None


def _words(call: Call) -> str:
    match call:
        case PointBid(points):
            return f"{in_words(points).capitalize()}."
        case Declare(denomination):
            return f"{denomination.word.capitalize()}."
        case Misere():
            return "Misère."
        case _:
            return "I pass."


def _rule(declaration: Declaration) -> str:
    if declaration.is_misere:
        return "misere"
    return "trump" if declaration.trumps else "nt"


def _is_honour(card: Card, trumps: Suit | None) -> bool:
    return card.rank is Rank.ACE if trumps is None else card.suit is trumps and card.rank in HONOURS
