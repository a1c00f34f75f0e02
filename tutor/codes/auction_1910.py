"""Auction bridge under the code that Foster prints in 1910: bids ranked by value, doubles, penalties for failing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tutor.auction import Bid, Call, Calling, Declaration, Denomination, Double, Insufficient, Pass
from tutor.codes.bidding import BiddingCode, is_pass
from tutor.codes.bridge_code import TRICK_VALUES, BridgeCode
from tutor.codes.deal_result import DealResult, Objection, ResultKeys
from tutor.codes.laws import LawRef, LawRefusal, Turn, Utterance, refs
from tutor.codes.offences import AUCTION_1910
from tutor.codes.scoring import (
    DealOutcome,
    DealScore,
    Heading,
    Rubber,
    RubberRules,
    ScoreItem,
    aces,
    chicane_with_honours,
    honours_multiple,
    require_thirteen,
    slam_items,
)
from tutor.errors import Malformed, quoted
from tutor.notation import counted, in_words
from tutor.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class AuctionCode(BiddingCode, BridgeCode):
    """What the code lays down whoever the players are: the order of bids, doubling, a contract made or failed.

    Options, where the book speaks with two voices:

    - `slam_when_failed`: laws 7 and 8 give a slam for tricks that are *scored*, and a declarer who fails scores none.
      The description (p. 52, lines 1565–1579) gives it for twelve tricks or more. The default follows the laws.
    - `doubles_name_the_bid`: the description (p. 55, lines 1764–1767) says that “I double” is not enough, and that
      players must say “I double two hearts”. The etiquette (p. 44, lines 1375–1377) has “I double” among examples of
      simple words. The default follows the description, because it alone says what must be said.
    """

    source: ClassVar[str] = "foster"
    body: ClassVar[str] = "auction-1910"
    result_keys = ResultKeys(
        (("bid",), ("declarer",), ("tricks",), ("deal", "honours")),
        ("denomination", "doubled", "chicane", "revokes"),
    )
    points: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"tricks": "7", "honours": "5", "aces": "5", "one hand": "6", "chicane": "9"}
    )
    turn_law: ClassVar[str] = "45"
    end_law: ClassVar[str] = "48"
    offences = AUCTION_1910

    slam_when_failed: bool = False
    doubles_name_the_bid: bool = True

    # ---- bidding ---------------------------------------------------------------------------------------------

    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is and what may be said, the cheapest bid first; None when it is over (laws 44–48, 55, 56)."""
        if self.is_closed(calling):
            return None
        seat, declaration = self.next_to_speak(calling), self.declaration(calling)
        bids = () if self._is_barred(calling, seat) else self._bids_over(declaration)
        if declaration is None:
            return Turn(seat, bids, self.law("44"))
        double = (Double(),) if self._may_double(declaration, seat) else ()
        return Turn(seat, (Pass(), *double, *bids), self.law("56" if declaration.doubled else "45"))

    def sufficient(self, calling: Calling, denomination: Denomination) -> Bid | None:
        """The fewest tricks in the denomination that are enough; None where seven are not (laws 46, 52)."""
        bids = self._bids_over(self.declaration(calling))
        return next((bid for bid in bids if bid.denomination is denomination), None)

    def corrected(self, calling: Calling, bid: Bid) -> Insufficient:
        """An insufficient bid after its correction (law 52).

        It may be said in place of the bid. Where the adversary on the left lets the bid pass as it was made, or bids
        over it or doubles it, the bid itself is put in the calling instead.
        """
        return Insufficient(bid, self.sufficient(calling, bid.denomination))

    def are_partners(self, one: Seat, other: Seat) -> bool:
        """Whether two seats bid for the same side."""
        return one.side is other.side

    def _may_double(self, declaration: Declaration, seat: Seat) -> bool:
        is_ours = self.are_partners(seat, declaration.by)
        return declaration.doubled == 0 if not is_ours else declaration.doubled == 1

    def _is_barred(self, calling: Calling, seat: Seat) -> bool:
        """Whether a partner’s corrected bid bars the seat: no adversary has bid or doubled since (law 52)."""
        for said in reversed(calling.said):
            if not self.are_partners(said.seat, seat) and not is_pass(said.call):
                return False
            if isinstance(said.call, Insufficient):
                return said.seat is not seat
        return False

    def _bids_over(self, declaration: Declaration | None) -> tuple[Bid, ...]:
        if declaration is None or declaration.contract is None:
            return _BIDS
        last = _rank(Bid(declaration.contract, declaration.denomination))
        return tuple(bid for bid in _BIDS if _rank(bid) > last)

    # ---- what is refused -------------------------------------------------------------------------------------

    def refusal_in_turn(self, calling: Calling, turn: Turn, call: Call) -> LawRefusal | None:
        """Why whoever is to speak may not say this; None where it is the lawful correction of an insufficient bid."""
        declaration = self.declaration(calling)
        match call:
            case Bid() if self._is_barred(calling, turn.seat):
                return LawRefusal(turn.seat, call, self.law("52"), "Until then you may pass, or double an adversary.")
            case Insufficient(bid) if declaration is not None and bid not in self._bids_over(declaration):
                if call == self.corrected(calling, bid) and not self._is_barred(calling, turn.seat):
                    return None
                return LawRefusal(turn.seat, call, self.law("52"), self._enough(calling, bid.denomination))
            case Double() if declaration is not None:
                return LawRefusal(turn.seat, call, self.law("55"), "You may pass or bid higher.")
            case Bid(_, denomination) if declaration is not None:
                return LawRefusal(turn.seat, call, self.law("46"), self._enough(calling, denomination))
            case _:
                return LawRefusal(turn.seat, call, turn.law, f"It is {turn.seat.label}’s turn to bid.")

    def _enough(self, calling: Calling, denomination: Denomination) -> str:
        enough = self.sufficient(calling, denomination)
        return f"It takes {enough.words}." if enough else f"No number of {denomination.word} is enough."

    def law_when_over(self, calling: Calling, seat: Seat, call: Call) -> LawRef:
        """See `BiddingCode`."""
        del call
        return self.law("47" if calling.last_named and calling.said[calling.last_named[0]].seat is seat else "48")

    def law_out_of_turn(self, calling: Calling, seat: Seat, call: Call) -> LawRef:
        """See `BiddingCode`: a pass out of turn is not a separate offence, and nobody bids over their own bid."""
        if isinstance(call, Double):
            return self.law("58")
        if not isinstance(call, Bid):
            return self.law("45")
        has_just_bid = (
            bool(calling.said) and calling.said[-1].seat is seat and not isinstance(calling.said[-1].call, Pass)
        )
        return self.law("60" if has_just_bid else "51")

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said, in the words of the code’s etiquette (p. 44) and of the description (p. 55)."""
        so_far = Calling(calling.dealer)
        for said in calling:
            yield Utterance(said.seat, self._words(said.call, self.declaration(so_far)))
            so_far = so_far.after(said.seat, said.call)

    def _words(self, call: Call, declaration: Declaration | None) -> str:
        match call:
            case Bid() as bid:
                return f"{bid.words.capitalize()}."
            case Insufficient(said, None):
                return f"{said.words.capitalize()}; it cannot be made enough."
            case Insufficient(said, Bid() as bid):
                return f"{said.words.capitalize()}; make it {in_words(bid.odd_tricks)}."
            case Double() if declaration is not None:
                double = "I redouble" if declaration.doubled else "I double"
                return f"{double} {declaration.words}." if self.doubles_name_the_bid else f"{double}."
            case _:
                return "I pass."

    # ---- scoring ---------------------------------------------------------------------------------------------

    def score(self, outcome: DealOutcome) -> DealScore:
        """What both sides score (laws 4 to 10, 49, 50, 57). Raises `ValueError` when the tricks are not thirteen."""
        require_thirteen(outcome.tricks)
        if outcome.declaration.contract is None:
            raise ValueError("there is no bid: the score depends on how many tricks over six were bid")
        short = 6 + outcome.declaration.contract - outcome.tricks[outcome.declaration.by.side]
        played = [self._failed(outcome, short)] if short > 0 else list(self._made(outcome, -short))
        slam = self._slam(outcome) if self.slam_when_failed or short <= 0 else ()
        honours = honour_items(outcome, self.trick_value, self.law("6"))
        return DealScore((*played, *honours, *self._chicane(outcome), *slam))

    def call_objections(self, result: DealResult) -> Iterator[Objection]:
        """See `BridgeCode`."""
        try:
            denomination, _ = self.undertaken(result)
        except Malformed as error:
            yield Objection("bid", f"{quoted(error.text)} is not a bid: {error.why}", error.mend)
            return
        if result.denomination not in (None, denomination):
            mend = "Remove the denomination, or correct one of the two"
            yield Objection("denomination", f"the bid is in {denomination.word}", mend)
        if result.doubled is not None and result.doubled > 2:
            what = f"a bid cannot be doubled {result.doubled} times"
            yield Objection("doubled", what, "Write 0, 1 or 2", self.law("55"))

    def result_dummy(self, result: DealResult) -> Seat | None:
        """See `BridgeCode`: the hand opposite the declarer’s, if the declarer’s seat is given."""
        return result.declarer.partner if isinstance(result.declarer, Seat) else None

    def undertaken(self, result: DealResult) -> tuple[Denomination, int | None]:
        """See `BridgeCode`. Raises `Malformed` where the bid cannot be read."""
        if result.bid is None:
            raise ValueError("the bid is missing")
        bid = Bid.parse(result.bid)
        return bid.denomination, bid.odd_tricks

    def _made(self, outcome: DealOutcome, above: int) -> Iterator[ScoreItem]:
        declaration = outcome.declaration
        side, value = declaration.by.side, self.trick_value(declaration.denomination) * declaration.factor
        odd = outcome.tricks[side] - 6
        what = f"{'the odd trick' if odd == 1 else f'{in_words(odd)} by cards'} at {value}"
        yield ScoreItem(side, Heading.TRICKS, odd * value, what, self.law("54" if declaration.doubled else "4"))
        if declaration.doubled:
            bonus = BONUS * declaration.doubled
            more = f" and {in_words(above)} above it" if above else ""
            what = f"a {_doubled(declaration)} bid made{more}, at {bonus}"
            yield ScoreItem(side, Heading.BONUS, bonus * (1 + above), what, self.law("57"))

    def _failed(self, outcome: DealOutcome, short: int) -> ScoreItem:
        declaration = outcome.declaration
        each = UNDERTRICK * declaration.factor
        is_one_spade = declaration.contract == 1 and declaration.denomination is Denomination.SPADES
        what = f"{in_words(short)} short at {each}"
        points, law = short * each, self.law("49")
        if is_one_spade and declaration.doubled < 2 and points > ONE_SPADE_LOSS:
            points, law, what = ONE_SPADE_LOSS, self.law("50"), f"{what}, no more on one spade"
        return ScoreItem(declaration.by.side.opponents, Heading.PENALTY, points, what, law)

    def _chicane(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        if outcome.trumps is None:
            return
        value = self.trick_value(outcome.declaration.denomination)
        for one in chicane_with_honours(outcome.trumps, lambda side: honour_points(outcome, side, value) > 0):
            yield ScoreItem(one.side, Heading.CHICANE, one.tricks * value, one.what, self.law("9"))

    def _slam(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        return slam_items(outcome, (20, self.law("8")), (40, self.law("7")))


@dataclass(frozen=True, slots=True)
class Auction1910(AuctionCode):
    """The game of four."""

    key: ClassVar[str] = "auction-1910"
    title: ClassVar[str] = "Auction bridge, the code of 1910"
    scoring_laws = refs("auction-1910", "4", "6", "7", "8", "9", "49", "50", "54", "57")

    @property
    def rubber(self) -> Rubber:
        """A rubber about to begin: best of three games of thirty, 250 to its winners (laws 1, 2, 11)."""
        return Rubber(RULES)


RULES = RubberRules(game=30, games_to_win=2, bonus=250)
UNDERTRICK = 50
BONUS = 50
ONE_SPADE_LOSS = 100


def honour_points(outcome: DealOutcome, side: Side, value: int) -> int:
    """What the honours of a side count, the trick being worth `value` (law 6)."""
    fewer, more = sorted(outcome.honours[seat] for seat in side.seats)
    if outcome.declaration.denomination is Denomination.NO_TRUMPS:
        return aces([fewer, more])
    return honours_multiple(more, fewer) * value


def honour_items(outcome: DealOutcome, trick_value: Callable[[Denomination], int], law: LawRef) -> Iterator[ScoreItem]:
    """What both sides score for honours."""
    denomination = outcome.declaration.denomination
    for side in Side:
        held = [outcome.honours[seat] for seat in side.seats]
        points = honour_points(outcome, side, trick_value(denomination))
        if points:
            what = counted(sum(held), "ace" if denomination is Denomination.NO_TRUMPS else "honour")
            if max(held) > 3:
                what += " in one hand" if max(held) == sum(held) else ", four in one hand"
            yield ScoreItem(side, Heading.HONOURS, points, what, law)


def _rank(bid: Bid) -> tuple[int, int]:
    """Its value in points, and of equal values the more tricks (law 46)."""
    return bid.odd_tricks * TRICK_VALUES[bid.denomination], bid.odd_tricks


_BIDS = tuple(sorted((Bid(number, denomination) for number in range(1, 8) for denomination in Denomination), key=_rank))


def _doubled(declaration: Declaration) -> str:
    return "doubled" if declaration.doubled == 1 else "redoubled"
