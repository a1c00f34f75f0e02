"""Whist as Cælebs has it in 1859: trumps by the turn-up, short and long; honours, and the calling of them at eight.

Honours are called before the first card is led. The book lets players wait until their own turn to the first trick
(law 34). Here they call before the others have played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import ClassVar

from tutor.auction import AnswerHonours, Call, CallHonours, Calling, Content, Denomination
from tutor.cards import Hand, Rank, Suit
from tutor.codes.code import Code, CodeVisitor, T
from tutor.codes.deal_result import (
    DealResult,
    Objection,
    ResultKeys,
    least_by_deal,
    standing_objections,
    too_few_tricks,
    tricks_objections,
)
from tutor.codes.laws import LawRef, LawRefusal, Turn, Utterance, refs
from tutor.codes.offences import WHIST_1859
from tutor.codes.offences.games import WHIST, WHIST_SHORT
from tutor.codes.penalties import RevokeClaims, ScorableDeal, side_of, with_penalties
from tutor.codes.scoring import DealScore, Heading, Party, ScoreItem, ScoreSum, Sheet
from tutor.codes.whist_scoring import Honours, WhistOutcome, WhistRubber, WhistRules, until_game
from tutor.deal import Deal
from tutor.errors import Defect, Illegal, NotAPack
from tutor.notation import counted, in_words
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat, Side

WHIST_HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE)
"""The honours of the trump suit at whist, the senior first."""


@dataclass(frozen=True, slots=True)
class WhistShort1859(Code):
    """Short whist: five up, never a call. The other games of the book say what they change in it.

    What the book leaves open is a field. `saves`: at which scores a loser saves a point. The terms (p. 1) name single,
    double and treble games and take for granted when each is won: treble against love, double against one or two.
    `honours`: what three count, and four. On p. 68 the book proposes to halve them to (1, 2).
    """

    key: ClassVar[str] = "whist-short-1859"
    title: ClassVar[str] = "Short whist, 1859"
    source: ClassVar[str] = "caelebs"
    body: ClassVar[str] = "whist-1859"
    scoring_laws = refs("whist-1859", "claim-long-short", "variant-halved-honours")
    offences = WHIST_1859.variant("whist-short-1859", "Short whist, 1859", WHIST_SHORT)
    turns_up: ClassVar[bool] = True
    figures: ClassVar[tuple[ScoreSum, ...]] = (ScoreSum.HONOURS, ScoreSum.TOTAL)
    trick_law: ClassVar[LawRef] = LawRef("whist-1859", "claim-long-short")
    """The passage that says what those above it count."""

    up: int = 5
    saves: tuple[int, ...] = (1, 3)
    bonus: int = 2
    games_to_win: int = 2
    honours: tuple[int, int] = (2, 4)

    @property
    def revoke_law(self) -> LawRef:
        """See `Code`: Cælebs says it among his terms, since no law of his does (p. 2)."""
        return self.law("term-revoke")

    # ---- the table -------------------------------------------------------------------------------------------

    def trumps(self, deal: Deal, calling: Calling) -> Suit:
        """The suit of the turn-up. Raises `NotAPack` for a deal without one."""
        del calling
        if deal.turn_up is None:
            defect = Defect("turn-up", "no card is turned up, and at whist that card makes trumps")
            raise NotAPack(str(deal), [defect], "Name the dealer’s last card as the turn-up")
        return deal.turn_up.suit

    def leader(self, calling: Calling) -> Seat:
        """The seat with the opening lead: the first on the dealer’s left whose hand is played."""
        out = self.out(calling.dealer)
        return next(seat for seat in calling.dealer.left.round() if seat not in out)

    def dummy(self, calling: Calling) -> Seat | None:
        """No hand is exposed."""
        del calling
        return None

    def scorer(self, seat: Seat) -> Party:
        """The party that scores what a seat takes."""
        return seat.side

    # ---- calling ---------------------------------------------------------------------------------------------

    def turn(self, calling: Calling) -> Turn | None:
        """Nobody’s: honours are never called at short whist (p. 67)."""
        del calling
        return None

    def refusal(self, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """The law that forbids a call at this point, or None when it may be made."""
        turn = self.turn(calling)
        if turn is None:
            return LawRefusal(seat, call, self.law("34"), f"It is {self.leader(calling).label}’s turn to lead.")
        if seat is not turn.seat or call not in turn.calls:
            return LawRefusal(seat, call, turn.law, f"It is {turn.seat.label}’s turn to speak.")
        return None

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said: nothing."""
        del calling
        return iter(())

    # ---- scoring ---------------------------------------------------------------------------------------------

    @property
    def rubber(self) -> WhistRubber:
        """A rubber about to begin, a column for each party (pp. 1–2)."""
        return WhistRubber(self._rules, self._parties)

    @property
    def _rules(self) -> WhistRules:
        return WhistRules(self.up, self.saves, self.bonus, self.games_to_win)

    @property
    def _parties(self) -> tuple[Party, ...]:
        return tuple(dict.fromkeys(self.scorer(player) for player in self.players))

    def standing(self, sheet: Sheet) -> Mapping[Party, int]:
        """What each party of the next deal stands at on a sheet."""
        number = len(sheet.deals)
        return {
            self.scorer(self.seat_of(player, number)): sheet.stands_at(self.scorer(player)) for player in self.players
        }

    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """See `Code`. Raises `NotAPack` for a deal without a turn-up, `ValueError` for a play that is not over."""
        return self.score(self.outcome(deal, calling, play), self.standing(sheet))

    def outcome(self, deal: Deal, calling: Calling, play: Play) -> WhistOutcome:
        """How the deal ended: the tricks in their order, and who held the honours."""
        honours = self._held(self.hands(deal, calling), self.trumps(deal, calling), self.out(deal.dealer))
        takers = tuple(self.scorer(trick.winner(play.trumps)) for trick in play.tricks)
        return WhistOutcome(takers, honours, self.called(calling))

    def _held(self, hands: BySeat[Hand], trumps: Suit, out: tuple[Seat, ...]) -> Honours:
        """The holders of the honours of a suit, of the hands that are played."""
        holder = {
            rank: self.scorer(seat)
            for seat, hand in hands.items()
            if seat not in out
            for rank in WHIST_HONOURS
            if rank in hand[trumps]
        }
        ace, king, queen, knave = map(holder.get, WHIST_HONOURS)
        return ace, king, queen, knave

    prices_revokes: ClassVar[bool] = True

    def scorable(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> ScorableDeal:
        """See `Code`."""
        outcome, standing = self.outcome(deal, calling, play), self.standing(sheet)

        def scored(tricks: BySide[int]) -> DealScore:
            takers = tuple(side for side in Side for _ in range(tricks[side]))
            return self.score(WhistOutcome(takers, outcome.honours, outcome.called), standing)

        return ScorableDeal(play.won, scored, tuple(standing.items()), self.up, counted=DealScore.total)

    @property
    def game_at(self) -> int:
        """See `Code`."""
        return self.up

    @property
    def trick_parties(self) -> tuple[Party, ...]:
        """See `Code`."""
        return self._parties

    def honours_dealt(self, result: DealResult) -> int:
        """See `Code`."""
        del result
        return len(WHIST_HONOURS)

    def accept(self, visitor: CodeVisitor[T]) -> T:
        """See `Code`."""
        return visitor.visit_tricks_and_honours(self)

    # ---- a deal that is told -------------------------------------------------------------------------------------

    result_keys: ClassVar[ResultKeys] = ResultKeys(
        (("tricks",), ("deal", "honours")), ("trumps", "turn_up", "revokes", "standing")
    )

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """See `Code`."""
        found = tuple(self._objections(result))
        yield from found
        if not found:
            yield from too_few_tricks(result, self._least_tricks(result))
            if result.revokes is not None:
                yield from self._revokes(result).objections(result.revokes, self._who_can_revoke())

    def _objections(self, result: DealResult) -> Iterator[Objection]:
        yield from self.result_keys.objections(result)
        if result.tricks is not None:
            yield from tricks_objections(result.tricks, self._parties, self.trick_law)
        yield from standing_objections(result, self._parties, self.up)
        yield from self._trump_objections(result)
        if result.honours is not None:
            held = result.honours.held
            strangers = [party.value for party in held if party not in self._parties]
            if strangers or not held:
                mend = f"Give the honours of {' and '.join(party.value for party in self._parties)}"
                yield Objection("honours", f"it has the honours of {', '.join(strangers) or 'nobody'}", mend)
            elif sum(held.values()) > len(WHIST_HONOURS) or min(held.values(), default=0) < 0:
                claimed = " and ".join(map(str, held.values()))
                what = f"{claimed} honours are given, and there are four"
                law = self.law("variant-halved-honours")
                yield Objection("honours", what, "Count again: each honour belongs to one side only", law)
            elif result.honours.one_hand is not None:
                what = "at whist it makes no difference whether honours are in one hand"
                yield Objection("honours", what, "Remove one_hand", self.law("variant-halved-honours"))

    def _trump_objections(self, result: DealResult) -> Iterator[Objection]:
        """What speaks against the trump suit, the turn-up, and the deal beside them."""
        if result.turn_up is not None and result.trumps not in (None, result.turn_up.suit):
            what = (
                f"the turn-up is the {result.turn_up.name}, and {Denomination.of(result.turn_up.suit).word} are trumps"
            )
            yield Objection("trumps", what, "Remove ‘trumps’, or correct one of the two")
        if result.deal is None:
            return
        if result.trumps is None and result.turn_up is None:
            yield Objection("turn_up", "the trump suit is missing", "Add ‘turn_up’ or ‘trumps’")
        dealers = {self.dealer(number) for number in range(len(Seat))}
        if result.deal.dealer not in dealers:
            seats = " or ".join(seat.value for seat in Seat if seat in dealers)
            what = f"the deal begins with {result.deal.dealer.value}, and that seat never deals in this game"
            yield Objection("deal", what, f"Begin it with the dealer’s hand, {seats}")
        elif (
            result.turn_up is not None
            and self.shows_turn_up
            and result.turn_up not in result.deal.hands[result.deal.dealer]
        ):
            what = f"the dealer, with whose hand the deal begins, does not hold the {result.turn_up.name}"
            yield Objection("turn_up", what, "Begin the deal with the dealer’s hand, or correct the turn-up")

    shows_turn_up: ClassVar[bool] = True
    """Whether the dealer plays the hand to which the turn-up was dealt."""

    def _least_tricks(self, result: DealResult) -> Mapping[Party, int]:
        """The fewest tricks that each party can have won by the trumps told of it."""
        suit = result.turn_up.suit if result.turn_up else result.trumps
        if result.deal is not None and suit is not None:
            out = self.out(result.deal.dealer)
            seats = [seat for seat in Seat if seat not in out]
            sides = {self.scorer(one): tuple(s for s in seats if self.scorer(s) == self.scorer(one)) for one in seats}
            return least_by_deal(result.deal, suit, sides)
        held = result.honours.held if result.honours else {}
        halves = {party: (number + 1) // 2 for party, number in held.items()}
        return {party: max(0, halves[party] - (len(WHIST_HONOURS) - held[party])) for party in held}

    def goes_by_standing(self, result: DealResult) -> bool:
        """See `Code`: honours do not count at every score."""
        del result
        return True

    def _revokes(self, result: DealResult) -> RevokeClaims:
        never = {seat: LawRef("dumby-1859", "variant-dumby") for seat in Seat if self.cannot_revoke(seat)}
        del result
        return RevokeClaims(self.offences, None, self.result_side_of, never)

    def cannot_revoke(self, seat: Seat) -> bool:
        """Whether a revoke from the hand of a seat costs nothing."""
        del seat
        return False

    def _who_can_revoke(self) -> Mapping[Side, int]:
        seats = [seat for seat in Seat if self.scorer(seat) in self._parties and not self.cannot_revoke(seat)]
        return {side: sum(self.result_side_of(self.scorer(seat)) is side for seat in seats) for side in Side}

    def result_side_of(self, party: Party) -> Side:
        """Which of the two sides a party of a given deal is, as its revokes are paid for."""
        return side_of(party)

    def score_result(self, result: DealResult) -> DealScore:
        """See `Code`."""
        objection = next(self.objections(result), None)
        if objection:
            raise Illegal(objection)
        takers = (party for party, tricks in (result.tricks or {}).items() for _ in range(tricks))
        outcome, standing = WhistOutcome(tuple(takers), self._result_honours(result)), result.standing or {}
        if not result.revokes:
            return self.score(outcome, standing)

        by_side = {self.result_side_of(party): party for party in self._parties}

        def with_tricks(tricks: BySide[int]) -> DealScore:
            takers = tuple(by_side[side] for side in Side for _ in range(tricks[side]))
            score = self.score(WhistOutcome(takers, outcome.honours), standing)
            return DealScore(tuple(replace(item, party=self.result_side_of(item.party)) for item in score.items))

        tricks = BySide.each(lambda side: (result.tricks or {})[by_side[side]])
        scores = tuple((side, standing.get(party, 0)) for side, party in by_side.items())
        reckoned = ScorableDeal(tricks, with_tricks, scores, self.up, counted=DealScore.total)
        paid = with_penalties(self.offences, reckoned, self._revokes(result).revokes(result.revokes))
        return DealScore(tuple(replace(item, party=by_side[side_of(item.party)]) for item in paid.items))

    def _result_honours(self, result: DealResult) -> Honours:
        suit = result.turn_up.suit if result.turn_up else result.trumps
        if result.deal is not None and suit is not None:
            return self._held(result.deal.hands, suit, self.out(result.deal.dealer))
        held: list[Party | None] = [
            party for party, number in (result.honours.held if result.honours else {}).items() for _ in range(number)
        ]
        ace, king, queen, knave = (*held, None, None, None, None)[:4]
        return ace, king, queen, knave

    def called(self, calling: Calling) -> Party | None:
        """The seat that called honours and was answered with one."""
        del calling
        return None

    def score(self, outcome: WhistOutcome, standing: Mapping[Party, int] = MappingProxyType({})) -> DealScore:
        """What a deal scores from a standing, in the order in which it counts; what follows the game is left out.

        Raises `ValueError` when the tricks do not make thirteen.
        """
        if not outcome.is_over:
            raise ValueError(f"{len(outcome.takers)} tricks do not make thirteen")
        return DealScore(tuple(until_game(self.claims(outcome, standing), standing, self.up)))

    def claims(self, outcome: WhistOutcome, standing: Mapping[Party, int]) -> tuple[ScoreItem, ...]:
        """All that a deal scores, counted out or not: tricks before honours, unless these were called (p. 67)."""
        tricks, honours = self._tricks(outcome), tuple(self._honours(outcome, standing))
        called = tuple(item for item in honours if item.party is outcome.called)
        return (*called, *tricks, *(item for item in honours if item not in called))

    def _tricks(self, outcome: WhistOutcome) -> Iterator[ScoreItem]:
        """The tricks above the book, as they fell: an item for each run that one party took of them."""
        taken = dict.fromkeys(outcome.takers, 0)
        above = []
        for party in outcome.takers:
            taken[party] += 1
            if taken[party] > self.book:
                above.append(party)
        for party, run in groupby(above):
            points = len(list(run))
            what = f"{counted(points, 'trick')} above {in_words(self.book)}"
            yield ScoreItem(party, Heading.TRICKS, points, what, self.trick_law)

    def _honours(self, outcome: WhistOutcome, standing: Mapping[Party, int]) -> Iterator[ScoreItem]:
        """Three or four with one party, unless it stood within one of the game when the cards were dealt (p. 67).

        A penalty that brings the score down does not give them back (law 32, case).
        """
        for party in dict.fromkeys(outcome.honours):
            held = outcome.honours.count(party)
            if party is not None and held >= 3 and standing.get(party, 0) != self.up - 1:
                points = self.honours[held - 3]
                yield ScoreItem(
                    party, Heading.HONOURS, points, f"{in_words(held)} honours", self.law("variant-halved-honours")
                )


@dataclass(frozen=True, slots=True)
class WhistLong1859(WhistShort1859):
    """Long whist: ten up, single and double games, and honours called at eight.

    The book leaves open which score saves the double, the lurch (p. 1); `saves` says five.
    """

    key: ClassVar[str] = "whist-long-1859"
    title: ClassVar[str] = "Long whist, 1859"
    offences = WHIST_1859.variant("whist-long-1859", "Long whist, 1859", WHIST)

    up: int = 10
    saves: tuple[int, ...] = (5,)
    bonus: int = 1
    called_at: int = 8

    def calling(self, dealer: Seat, sheet: Sheet) -> Calling:
        """The calling about to begin, with the score on which the right to call rests."""
        return Calling(dealer, standing=BySide.each(sheet.stands_at))

    def turn(self, calling: Calling) -> Turn | None:
        """Each player at eight, the leader first, may call honours; a partner who is asked must answer (law 34)."""
        last = calling.said[-1] if calling.said else None
        if last and isinstance(last.call, CallHonours):
            return Turn(last.seat.partner, (AnswerHonours(True), AnswerHonours(False)), self.law("35"))
        if last and last.call == AnswerHonours(True):
            return None
        spoken = {said.seat for said in calling}
        for seat in self.leader(calling).round():
            if calling.standing[seat.side] == self.called_at and seat not in spoken:
                return Turn(seat, (CallHonours(), Content()), self.law("34"))
        return None

    def refusal(self, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """The law that forbids a call at this point, or None when it may be made."""
        score = calling.standing[seat.side]
        if isinstance(call, CallHonours) and score != self.called_at:
            instead = f"The score of {seat.side.label} is {in_words(score) if score else 'love'}."
            return LawRefusal(seat, call, self.law("35"), instead)
        return WhistShort1859.refusal(self, calling, seat, call)

    def refusal_for_cards(self, deal: Deal, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """A call wants two honours in the caller’s hand, an answer one (law 35)."""
        result_keys = 2 if isinstance(call, CallHonours) else 1 if call == AnswerHonours(True) else 0
        held = deal.hands[seat][self.trumps(deal, calling)].count(WHIST_HONOURS)
        if held >= result_keys:
            return None
        return LawRefusal(seat, call, self.law("35"), f"{seat.label} holds {counted(held, 'honour')}.")

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said: the question in the words of law 35, case 1; for the answer the book has none."""
        for said in calling:
            match said.call:
                case CallHonours():
                    yield Utterance(said.seat, "Have you one?", said.seat.partner)
                case AnswerHonours(has_one):
                    yield Utterance(said.seat, "Yes." if has_one else "No.", said.seat.partner)
                case _:
                    pass

    def is_void(self, calling: Calling) -> bool:
        """See `Code`: with two honours and one more at eight the game is made, and nothing is played (p. 15)."""
        return self.called(calling) is not None

    def called(self, calling: Calling) -> Party | None:
        """The side that called honours and was answered with one."""
        return next((said.seat.side for said in calling if said.call == AnswerHonours(True)), None)
