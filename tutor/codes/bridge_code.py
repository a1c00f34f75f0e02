"""What the games of bridge and auction share: a denomination is named, and each trick over six is worth what it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

from tutor.auction import Calling, Declaration, Denomination
from tutor.cards import Rank, Suit
from tutor.codes.code import Code, CodeVisitor, T
from tutor.codes.deal_result import (
    DealResult,
    HonourLaws,
    Objection,
    ResultKeys,
    least_tricks,
    standing_objections,
    too_few_tricks,
    tricks_objections,
)
from tutor.codes.laws import LawRef
from tutor.codes.penalties import RevokeClaims, ScorableDeal, with_penalties
from tutor.codes.scoring import DealOutcome, DealScore, Party, ScoreSum, Sheet
from tutor.deal import Deal
from tutor.errors import Illegal
from tutor.play import Play
from tutor.seats import BySeat, BySide, Seat, Side

HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.KNAVE, Rank.TEN)
"""The honours of a trump suit at bridge."""

TRICK_VALUES: Mapping[Denomination, int] = MappingProxyType(
    {
        Denomination.SPADES: 2,
        Denomination.CLUBS: 4,
        Denomination.DIAMONDS: 6,
        Denomination.HEARTS: 8,
        Denomination.NO_TRUMPS: 12,
    }
)
"""What each trick over six is worth undoubled, the cheapest first: law 4 of the English codes and of the auction."""


class BridgeCode(Code):
    """A game in which a denomination is named and tricks over six are worth what it is worth."""

    game: ClassVar[int] = 30
    tricks_decide: ClassVar[bool] = True
    prices_revokes: ClassVar[bool] = True
    figures: ClassVar[tuple[ScoreSum, ...]] = tuple(ScoreSum)
    one_hand_counts: ClassVar[bool] = True
    honour_ranks: ClassVar[tuple[Rank, ...]] = HONOURS
    result_keys = ResultKeys(
        (("denomination",), ("declarer",), ("tricks",), ("deal", "honours")),
        ("doubled", "chicane", "revokes", "standing"),
    )
    points: ClassVar[Mapping[str, str]]
    """The numbers of the laws by the points on which the codes can be compared."""

    def law_on(self, point: str) -> LawRef:
        """The law on a point that codes have in common."""
        return self.law(self.points[point])

    @property
    def cheapest(self) -> Denomination:
        """See `Code`."""
        return min(Denomination, key=self.trick_value)

    def trick_value(self, denomination: Denomination) -> int:
        """What each trick over six is worth undoubled."""
        return TRICK_VALUES[denomination]

    def worth(self, denomination: Denomination, doubled: int) -> int:
        """What each trick over six is worth when it has been doubled so many times."""
        return self.trick_value(denomination) << doubled

    def tricks_needed(self, score: int, denomination: Denomination, doubled: int = 0) -> int | None:
        """How many tricks over six make game from a score, or None when seven do not."""
        needed = -(-(self.game - score) // self.worth(denomination, doubled))
        return needed if needed <= 7 else None

    def counts_aces(self, result: DealResult) -> bool:
        """See `Code`: where nothing is trumps."""
        return self.undertaken(result)[0] is Denomination.NO_TRUMPS

    def honours_dealt(self, result: DealResult) -> int:
        """See `Code`."""
        return len(Suit) if self.counts_aces(result) else len(HONOURS)

    def trick_worth(self, result: DealResult) -> tuple[int, int]:
        """See `Code`."""
        denomination, _ = self.undertaken(result)
        return self.trick_value(denomination), self.worth(denomination, result.doubled or 0)

    def accept(self, visitor: CodeVisitor[T]) -> T | None:
        """See `Code`."""
        return visitor.visit_trick_values(self)

    @abstractmethod
    def score(self, outcome: DealOutcome) -> DealScore:
        """What both sides score. Raises `ValueError` when the tricks are not thirteen."""

    def honours(self, deal: Deal, denomination: Denomination) -> BySeat[int]:
        """How many honours each seat was dealt; without trumps they are the aces."""
        trumps = denomination.trumps
        if trumps is None:
            return deal.hands.map(lambda hand: sum(Rank.ACE in hand[suit] for suit in Suit))
        return deal.hands.map(lambda hand: hand[trumps].count(self.honour_ranks))

    def outcome(self, deal: Deal, declaration: Declaration, tricks: BySide[int]) -> DealOutcome:
        """How the deal ended, with all that scores."""
        trumps = declaration.trumps
        dealt = None if trumps is None else deal.hands.map(lambda hand: len(hand[trumps]))
        return DealOutcome(declaration, tricks, self.honours(deal, declaration.denomination), dealt)

    def contract_score(self, deal: Deal, declaration: Declaration, tricks: BySide[int]) -> DealScore:
        """See `Code`. Raises `ValueError` when the tricks are not thirteen."""
        return self.score(self.outcome(deal, declaration, tricks))

    def reckon(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> DealScore:
        """See `Code`. Raises `ValueError` where nothing was declared."""
        del sheet
        declaration = self.declaration(calling)
        if declaration is None:
            raise ValueError("nothing was declared, so nothing can be scored")
        return self.contract_score(deal, declaration, play.won)

    # ---- a deal that is told ---------------------------------------------------------------------------------

    def objections(self, result: DealResult) -> Iterator[Objection]:
        """See `Code`."""
        faulty = tuple(self.result_keys.objections(result)) or tuple(self.call_objections(result))
        yield from faulty
        wrong: tuple[Objection, ...] = ()
        if result.tricks is not None:
            wrong = tuple(tricks_objections(result.tricks, tuple(Side), self.law_on("tricks")))
            yield from wrong
        if faulty:
            return
        laws = HonourLaws(*map(self.law_on, ("honours", "aces", "one hand", "chicane")))
        denomination = self.undertaken(result)[0]
        held = tuple(laws.objections(result, denomination))
        yield from held
        if not wrong and not held and denomination.trumps is not None:
            yield from too_few_tricks(result, least_tricks(result, denomination.trumps))
        yield from self.standing_objections(result)
        yield from self.revoke_claims(result).objections(result.revokes or (), self._who_can_revoke(result))

    def call_objections(self, result: DealResult) -> Iterator[Objection]:
        """Objections to the given calls. Any denomination may be named, and doubled without limit."""
        del result
        return iter(())

    def standing_objections(self, result: DealResult) -> Iterator[Objection]:
        """What speaks against the score before the deal, which is asked for only where a revoke is paid for."""
        if result.standing is not None and not self.goes_by_standing(result):
            what = "the score before the deal matters only if there is a revoke"
            yield Objection("standing", what, "Remove it")
        yield from standing_objections(result, self.result_parties, self.game)

    @property
    def result_parties(self) -> tuple[Party, ...]:
        """The parties whose score before the deal may be given."""
        return tuple(Side)

    # ---- revokes that are told -----------------------------------------------------------------------------------

    def goes_by_standing(self, result: DealResult) -> bool:
        """See `Code`: where there is a revoke, which a side may not win the game in spite of."""
        return bool(result.revokes) and "standing" in self.result_keys.keys

    def revoke_claims(self, result: DealResult) -> RevokeClaims:
        """The given revokes, as the laws of the game judge them."""
        law = self.offences.laws.get("dummy revokes")
        dummy = self.result_dummy(result)
        never = {dummy: law} if dummy and law else {}
        return RevokeClaims(self.offences, result.declaring_seat().side, lambda by: self.result_side(result, by), never)

    def result_dummy(self, result: DealResult) -> Seat | None:
        """The seat of dummy, if the data show it. Here it is the dealer’s partner, and no dealer is given."""
        del result
        return None

    def result_side(self, result: DealResult, party: Party) -> Side:
        """The side of a party in the play of a given deal."""
        del result
        return party if isinstance(party, Side) else party.side

    def _who_can_revoke(self, result: DealResult) -> Mapping[Side, int]:
        """How many hands of each side can be made to pay for a revoke: of the declaring side not dummy’s."""
        declarers = result.declaring_seat().side
        return {declarers: 1, declarers.opponents: 2}

    def scorable_result(self, result: DealResult, outcome: DealOutcome) -> ScorableDeal:
        """A given deal, as its revokes are paid for: both sides by their standing."""
        return self.scorable_outcome(outcome, tuple((side, (result.standing or {}).get(side, 0)) for side in Side))

    def scorable_outcome(self, outcome: DealOutcome, standing: tuple[tuple[Party, int], ...]) -> ScorableDeal:
        """A deal that ended so, as its revokes are paid for, each party having had so many points before it."""
        declaration = outcome.declaration
        return ScorableDeal(
            outcome.tricks,
            lambda tricks: self.score(replace(outcome, tricks=tricks)),
            standing,
            self.game,
            declaration.by.side,
            (self.trick_value(declaration.denomination), self.worth(declaration.denomination, declaration.doubled)),
            declaration.trumps is not None,
        )

    def scorable(self, deal: Deal, calling: Calling, play: Play, sheet: Sheet) -> ScorableDeal | None:
        """See `Code`."""
        declaration = self.declaration(calling)
        if declaration is None:
            return None
        standing = tuple((party, sheet.stands_at(party)) for party in sheet.parties)
        return self.scorable_outcome(self.outcome(deal, declaration, play.won), standing)

    def undertaken(self, result: DealResult) -> tuple[Denomination, int | None]:
        """The denomination told, and where tricks over six are bid how many. Raises `ValueError` without one."""
        if result.denomination is None:
            raise ValueError("the denomination is missing")
        return result.denomination, None

    def score_result(self, result: DealResult) -> DealScore:
        """See `Code`."""
        for objection in self.objections(result):
            raise Illegal(objection)
        denomination, contract = self.undertaken(result)
        declaration = Declaration(denomination, result.declaring_seat(), result.doubled or 0, contract)
        outcome = self._result_outcome(result, declaration)
        if not result.revokes:
            return self.score(outcome)
        revokes = self.revoke_claims(result).revokes(result.revokes)
        return with_penalties(self.offences, self.scorable_result(result, outcome), revokes)

    def _result_outcome(self, result: DealResult, declaration: Declaration) -> DealOutcome:
        if result.deal is not None:
            return self.outcome(result.deal, declaration, result.tricks_by_side())
        void = result.void()
        trumps = None if declaration.trumps is None else BySeat.each(lambda seat: 0 if seat in void else 1)
        return DealOutcome(declaration, result.tricks_by_side(), result.honours_by_seat(), trumps)
