"""Auction bridge under the code that Foster prints in 1910: bids ranked by value, doubles, penalties for failing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tutor.auction import Bid, Call, Calling, Declaration, Denomination, Double, Pass
from tutor.codes.code import BridgeCode
from tutor.codes.laws import Refusal, Turn, Utterance, laws_of
from tutor.codes.offences import AUCTION_1910
from tutor.codes.scoring import DealScore, Heading, Item, Outcome, Rubber, Rules, aces, honours_multiple, void_seats
from tutor.notation import in_words
from tutor.seats import Seat, Side

LAWS = laws_of(
    "foster",
    "fos-law",
    (1, 19, (410, 412), "The side that first wins two games wins the rubber."),
    (2, 19, (416, 419), "A game is thirty points, made by trick points alone."),
    (3, 19, (421, 423), "Every deal is played out, and trick points beyond the thirty all count."),
    (4, 19, (425, 436),
     "When the declarer makes what he bid each trick over six counts 2 in spades, 4 in clubs, 6 in diamonds, "
     "8 in hearts, 12 without trumps."),
    (5, 20, (438, 440), "The honours are ace, king, queen, knave and ten of trumps; without trumps, the four aces."),
    (6, 20, (442, 486),
     "Honours count to those who were dealt them: in trumps, three between partners twice the trick, four 4 times, "
     "five 5 times; in one hand four 8 times (the fifth with partner once more), five 10 times; without trumps "
     "three aces 30, four 40, four in one hand 100."),
    (7, 20, (488, 491), "Thirteen tricks, none of them taken for a revoke, add 40 to the honours."),
    (8, 20, (493, 502), "Twelve tricks, none of them taken for a revoke, add 20 to the honours."),
    (9, 21, (504, 513),
     "A hand without a trump is worth three honours: added where the side scores honours, else taken from the "
     "adversaries’. Both hands without are worth four, taken from the adversaries’."),
    (10, 21, (515, 517), "Doubling leaves honours, slams and chicane as they are."),
    (11, 21, (519, 524), "The winners of the rubber add 250, and the difference of the totals is what it is worth."),
    (44, 28, (800, 802), "The dealer begins and must undertake at least one odd trick, in a suit or without trumps."),
    (45, 28, (804, 810), "Then each in turn from the dealer’s left may pass, bid higher, double or re-double."),
    (46, 28, (812, 822),
     "Bids rank by their value in points; of two of equal value the one of more tricks in the cheaper suit is higher."),
    (47, 29, (824, 828),
     "Anyone may outbid the last bid, a partner’s too, but not his own when the three others have passed it."),
    (48, 29, (830, 838),
     "When three have passed, the partner of the last bidder’s side who first named that denomination plays the "
     "two hands."),
    (49, 29, (840, 856),
     "A declarer who fails scores nothing towards the game; the adversaries score 50 for each trick short, 100 if it "
     "was doubled, 200 if re-doubled."),
    (50, 30, (858, 861),
     "On one spade the loss for tricks short is 100 at the most, doubled or not, unless re-doubled."),
    (51, 30, (863, 868),
     "After a bid out of turn the adversary on the bidder’s left may have a new deal, or let the bid stand."),
    (54, 31, (899, 905),
     "A double multiplies what each trick over six is worth; it does not change the rank of a bid."),
    (55, 31, (907, 912),
     "A bid may be doubled once and re-doubled once; nobody doubles a partner’s bid or re-doubles a partner’s double."),
    (56, 31, (914, 919), "A double opens the bidding again: everyone may in turn bid higher, the doubled bidder too."),
    (57, 31, (921, 934),
     "A declarer who makes a doubled bid adds 50 for it and 50 for each trick above it; re-doubled, 100 and 100."),
    (58, 32, (936, 937), "After a double out of turn the adversary on the doubler’s left may have a new deal."),
    (59, 32, (939, 942), "When the last bid stands, the player on the declarer’s left leads."),
    (60, 32, (944, 946), "A declaration once made is not altered unless it is doubled or outbid."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Auction1910(BridgeCode):
    """The code: the order of bids, doubling, what a contract made or failed scores, and the rubber."""

    key: ClassVar[str] = "auction-1910"
    title: ClassVar[str] = "Auction bridge, the code of 1910"
    source: ClassVar[str] = "foster"
    laws = LAWS
    offences = AUCTION_1910

    # ---- the table -------------------------------------------------------------------------------------------

    def leader(self, calling: Calling) -> Seat | None:
        """Who will have the opening lead: the player on the declarer’s left (law 59)."""
        declarer = self._declarer(calling)
        return declarer and declarer.left

    def dummy(self, calling: Calling) -> Seat | None:
        """Whose hand is exposed: the declarer’s partner’s (law 48)."""
        declarer = self._declarer(calling)
        return declarer and declarer.partner

    def _declarer(self, calling: Calling) -> Seat | None:
        """Who plays the two hands; None until the bidding is over."""
        return calling.declaration.by if calling.declaration and self.turn(calling) is None else None

    # ---- bidding ---------------------------------------------------------------------------------------------

    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is and what may be said, the cheapest first; None when three have passed (laws 44–48, 55)."""
        seat = calling.dealer.turned(len(calling))
        declaration = calling.declaration
        if declaration is None:
            return Turn(seat, self._bids_over(None), self.laws["44"])
        if [said.call for said in calling.said[-3:]] == [Pass()] * 3:
            return None
        bids = self._bids_over(declaration)
        if declaration.doubled < 2 and _last_to_raise(calling).side is not seat.side:
            return Turn(seat, (Pass(), Double(), *bids), self.laws["45"])
        return Turn(seat, (Pass(), *bids), self.laws["45"])

    def _bids_over(self, declaration: Declaration | None) -> tuple[Call, ...]:
        bids = (Bid(number, denomination) for number in range(1, 8) for denomination in Denomination)
        return tuple(sorted((bid for bid in bids if self._outbids(bid, declaration)), key=self._rank))

    def _outbids(self, bid: Bid, declaration: Declaration | None) -> bool:
        if declaration is None or declaration.contract is None:
            return True
        return self._rank(bid) > self._rank(Bid(declaration.contract, declaration.denomination))

    def _rank(self, bid: Bid) -> tuple[int, int]:
        """Its value in points, and of equal values the more tricks (law 46)."""
        return bid.odd_tricks * self.trick_value(bid.denomination), bid.odd_tricks

    def refusal(self, calling: Calling, seat: Seat, call: Call) -> Refusal | None:
        """The law that forbids a call at this point, or None when it may be made."""
        turn = self.turn(calling)
        if turn is None:
            return Refusal(seat, call, self.laws["60"], "The bidding is over.")
        if seat is not turn.seat:
            law = self.laws["58" if isinstance(call, Double) else "51"]
            return Refusal(seat, call, law, f"It is for {turn.seat.label} to speak.")
        if call in turn.calls:
            return None
        return self._refusal_in_turn(calling, turn, call)

    def _refusal_in_turn(self, calling: Calling, turn: Turn, call: Call) -> Refusal:
        declaration = calling.declaration
        match call:
            case Double() if declaration is not None:
                instead = "A pass or a higher bid is open."
                return Refusal(turn.seat, call, self.laws["55"], instead)
            case Bid(_, denomination) if declaration is not None:
                enough = [bid for bid in turn.calls if isinstance(bid, Bid) and bid.denomination is denomination]
                instead = f"It takes {enough[0].words}." if enough else f"No number of {denomination.word} is enough."
                return Refusal(turn.seat, call, self.laws["46"], instead)
            case _:
                return Refusal(turn.seat, call, turn.law, f"It is for {turn.seat.label} to bid.")

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said, in the words of the code’s etiquette (p. 44)."""
        doubled = 0
        for said in calling:
            match said.call:
                case Bid() as bid:
                    doubled, words = 0, f"{bid.words[0].upper()}{bid.words[1:]}."
                case Double():
                    doubled, words = doubled + 1, "I re-double." if doubled else "I double."
                case _:
                    words = "I pass."
            yield Utterance(said.seat, words)

    # ---- scoring ---------------------------------------------------------------------------------------------

    @property
    def rubber(self) -> Rubber:
        """A rubber about to begin: best of three games of thirty, 250 to its winners (laws 1, 2, 11)."""
        return Rubber(Rules(game=self.game, games_to_win=2, bonus=250))

    def trick_value(self, denomination: Denomination) -> int:
        """What each trick over six is worth undoubled (law 4)."""
        return _TRICK_VALUES[denomination]

    def score(self, outcome: Outcome) -> DealScore:
        """What both sides score (laws 4 to 10, 49, 50, 57). Raises `ValueError` when the tricks are not thirteen."""
        if sum(outcome.tricks) != 13 or min(outcome.tricks) < 0:
            raise ValueError(f"{outcome.tricks.ns} and {outcome.tricks.ew} tricks are not thirteen")
        if outcome.declaration.contract is None:
            raise ValueError("nothing was bid: the score depends on how many tricks over six were undertaken")
        short = 6 + outcome.declaration.contract - outcome.tricks[outcome.declaration.by.side]
        played = [self._failed(outcome, short)] if short > 0 else list(self._made(outcome, -short))
        return DealScore((*played, *self._honours(outcome), *self._chicane(outcome), *self._slam(outcome)))

    def _made(self, outcome: Outcome, above: int) -> Iterator[Item]:
        declaration = outcome.declaration
        side, value = declaration.by.side, self.trick_value(declaration.denomination) * declaration.factor
        odd = outcome.tricks[side] - 6
        what = f"{'the odd trick' if odd == 1 else f'{in_words(odd)} by cards'} at {value}"
        yield Item(side, Heading.TRICKS, odd * value, what, self.laws["54" if declaration.doubled else "4"])
        if declaration.doubled:
            bonus = 25 * declaration.factor
            more = f" and {in_words(above)} above it" if above else ""
            what = f"a {_doubled(declaration)} bid made{more}, at {bonus}"
            yield Item(side, Heading.BONUS, bonus * (1 + above), what, self.laws["57"])

    def _failed(self, outcome: Outcome, short: int) -> Item:
        declaration = outcome.declaration
        each = 50 * declaration.factor
        is_one_spade = declaration.contract == 1 and declaration.denomination is Denomination.SPADES
        what = f"{in_words(short)} short at {each}"
        points, law = short * each, self.laws["49"]
        if is_one_spade and declaration.doubled < 2 and points > ONE_SPADE_LOSS:
            points, law, what = ONE_SPADE_LOSS, self.laws["50"], f"{what}, no more on one spade"
        return Item(declaration.by.side.opponents, Heading.PENALTY, points, what, law)

    def _honours(self, outcome: Outcome) -> Iterator[Item]:
        for side in Side:
            points, what = self._honour_points(outcome, side)
            if points:
                yield Item(side, Heading.HONOURS, points, what, self.laws["6"])

    def _honour_points(self, outcome: Outcome, side: Side) -> tuple[int, str]:
        denomination = outcome.declaration.denomination
        held = sorted(outcome.honours[seat] for seat in side.seats)
        if denomination is Denomination.NO_TRUMPS:
            return aces(held), f"{in_words(sum(held))} aces" + (" in one hand" if held[1] == 4 else "")
        multiple = honours_multiple(held[1], held[0])
        return multiple * self.trick_value(denomination), f"{multiple} by honours"

    def _chicane(self, outcome: Outcome) -> Iterator[Item]:
        if outcome.trumps is None:
            return
        value = self.trick_value(outcome.declaration.denomination)
        void = void_seats(outcome.trumps)
        for side in {seat.side: None for seat in void}:
            seats = [seat.label for seat in void if seat.side is side]
            what = f"chicane, {' and '.join(seats)} having no trump"
            if len(seats) == 2:
                yield Item(side.opponents, Heading.CHICANE, -4 * value, f"double {what}", self.laws["9"])
            elif self._honour_points(outcome, side)[0]:
                yield Item(side, Heading.CHICANE, 2 * value, what, self.laws["9"])
            else:
                yield Item(side.opponents, Heading.CHICANE, -2 * value, what, self.laws["9"])

    def _slam(self, outcome: Outcome) -> Iterator[Item]:
        if outcome.odd_tricks == 7:
            yield Item(outcome.winners, Heading.SLAM, 40, "grand slam", self.laws["7"])
        elif outcome.odd_tricks == 6:
            yield Item(outcome.winners, Heading.SLAM, 20, "little slam", self.laws["8"])


ONE_SPADE_LOSS = 100
_TRICK_VALUES = {
    Denomination.SPADES: 2,
    Denomination.CLUBS: 4,
    Denomination.DIAMONDS: 6,
    Denomination.HEARTS: 8,
    Denomination.NO_TRUMPS: 12,
}


def _last_to_raise(calling: Calling) -> Seat:
    """Who made the last bid or double."""
    return next(said.seat for said in reversed(calling.said) if not isinstance(said.call, Pass))


def _doubled(declaration: Declaration) -> str:
    return "doubled" if declaration.doubled == 1 else "re-doubled"
