"""Bridge under the English club code printed in Hellespont’s book of 1901."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tutor.auction import Call, Calling, Content, Declaration, Declare, Denomination, Double, Leave, Said
from tutor.codes.bridge_calling import DoublingLimit, Formulas
from tutor.codes.bridge_code import BridgeCode
from tutor.codes.deal_result import DealResult, Objection
from tutor.codes.laws import LawRef, LawRefusal, Turn, Utterance, refs
from tutor.codes.offences import BRIDGE_ENGLISH_1901
from tutor.codes.scoring import (
    DealOutcome,
    DealScore,
    Heading,
    Party,
    Rubber,
    RubberRules,
    ScoreItem,
    aces,
    honours_multiple,
    require_thirteen,
    slam_items,
    void_seats,
)
from tutor.notation import counted, in_words
from tutor.seats import BySide, Seat, Side

POINTS = MappingProxyType(
    {
        "trick-values": "4",
        "tricks": "9",
        "honours": "5",
        "aces": "5",
        "one hand": "6",
        "honours-trump": "6",
        "honours-no-trump": "7",
        "chicane": "8",
        "grand-slam": "9",
        "little-slam": "9",
        "declare-dealer": "48",
        "declare-passed": "49",
        "declaration-final": "52",
        "double-effect": "53",
        "double-first-right": "54",
        "redouble-first-right": "55",
        "redouble-again": "56",
        "redouble-limit": "56",
        "play-begins": "57",
    }
)
"""The laws by the points on which the codes of bridge can be compared, and by which a given deal is refused."""


@dataclass(frozen=True, slots=True)
class Bridge1901(BridgeCode):
    """What the games under this code share: who may speak when and in which words, what tricks and honours score.

    Options for what the text leaves open: a `limit` to redoubling, which by law 56 has none, though the comments
    (p. 33) speak of a reasonable one. And whether there is a `double_chicane`: two partners without a trump score for
    each hand, where law 8 names only one player.
    """

    source: ClassVar[str] = "hellespont"
    body: ClassVar[str] = "bridge-english-1901"
    offences = BRIDGE_ENGLISH_1901
    points: ClassVar[Mapping[str, str]] = POINTS
    formulas: ClassVar[Formulas] = Formulas(
        suit="{} are trumps.",
        no_trumps="There are no trumps.",
        question="May I play?",
        satisfied="I am satisfied.",
        last_word="Yes.",
        is_asked_again=True,
    )
    limit: DoublingLimit | None = None
    double_chicane: bool = True

    # ---- the table -------------------------------------------------------------------------------------------

    def leader(self, calling: Calling) -> Seat:
        """The seat with the opening lead: the dealer’s left-hand adversary, whoever declared (law 57)."""
        return calling.dealer.left

    def dummy(self, calling: Calling) -> Seat:
        """Whose hand is exposed: the dealer’s partner’s, whoever declared (law 59)."""
        return calling.dealer.partner

    # ---- declaring and doubling ------------------------------------------------------------------------------

    def declarers(self, calling: Calling) -> tuple[Seat, Seat]:
        """The seat that may declare, and the one that must when the first leaves it (laws 48 and 49)."""
        return calling.dealer, calling.dealer.partner

    def doublers(self, calling: Calling, declaration: Declaration) -> BySide[tuple[Seat, ...]]:
        """The seats that may double on each side, the first right first, before anyone has (laws 54 and 55)."""
        leader = self.leader(calling)
        ours, theirs = (declaration.by, declaration.by.partner), (leader, leader.partner)
        return BySide.each(lambda side: ours if side is calling.dealer.side else theirs)

    def law_in(self, calling: Calling, point: str) -> LawRef:
        """The law on a point of the calling, as it bears on this one."""
        del calling
        return self.law_on(point)

    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is to speak and what may be said; None when the leader may lead (laws 48, 49, 54–57)."""
        declaration = calling.declaration
        if declaration is None:
            named = tuple(Declare(denomination) for denomination in Denomination)
            first, second = self.declarers(calling)
            if calling.is_left:
                return Turn(second, named, self.law_in(calling, "declare-passed"))
            return Turn(first, (*named, Leave()), self.law_in(calling, "declare-dealer"))
        return self._doubling_turn(calling, declaration)

    def _doubling_turn(self, calling: Calling, declaration: Declaration) -> Turn | None:
        doublers = self.doublers(calling, declaration)
        side, content = calling.dealer.side.opponents, 0
        for said in calling:
            if isinstance(said.call, Double):
                others = tuple(seat for seat in doublers[said.seat.side] if seat is not said.seat)
                doublers = doublers.with_(said.seat.side, (said.seat, *others))
                side, content = said.seat.side.opponents, 0
            elif isinstance(said.call, Content):
                content += 1
        if content == len(doublers[side]) or self._is_at_limit(declaration):
            return None
        points = ("double-first-right", "redouble-first-right", "redouble-again")
        law = self.law_in(calling, points[min(declaration.doubled, 2)])
        return Turn(doublers[side][content], (Double(), Content()), law)

    def _is_at_limit(self, declaration: Declaration) -> bool:
        value = self.trick_value(declaration.denomination) * declaration.factor
        return self.limit is not None and not self.limit.allows_another(value)

    def most_doubles(self, denomination: Denomination) -> int | None:
        """How many times a denomination may be doubled, each double being allowed when it is made; None without end."""
        if self.limit is None:
            return None
        doubled, value = 0, self.trick_value(denomination)
        while self.limit.allows_another(value << doubled):
            doubled += 1
        return doubled

    def call_objections(self, result: DealResult) -> Iterator[Objection]:
        """See `BridgeCode`: no more doubles than the limit allows."""
        denomination, _ = self.undertaken(result)
        most = self.most_doubles(denomination)
        if most is not None and result.doubled is not None and result.doubled > most:
            times = counted(result.doubled, "double")
            what = f"{times} of {denomination.word} {'is' if result.doubled == 1 else 'are'} too many"
            yield Objection("doubled", what, f"Write a number from 0 to {most}", self.law_on("redouble-limit"))

    def refusal(self, calling: Calling, seat: Seat, call: Call) -> LawRefusal | None:
        """The law that forbids a call at this point, or None when it may be made."""
        turn, declaration = self.turn(calling), calling.declaration
        if turn is None:
            is_at_limit = isinstance(call, Double) and declaration is not None and self._is_at_limit(declaration)
            law = self.law_on("redouble-limit" if is_at_limit else "play-begins")
            return LawRefusal(seat, call, law, f"It is {self.leader(calling).label}’s turn to lead.")
        if isinstance(call, (Declare, Leave)) and declaration is not None:
            law = self.law_on("declaration-final")
            return LawRefusal(seat, call, law, f"{turn.seat.label} may double, or say that they are satisfied.")
        if seat is not turn.seat or call not in turn.calls:
            return LawRefusal(seat, call, turn.law, f"It is {turn.seat.label}’s turn to speak.")
        return None

    def utterances(self, calling: Calling) -> Iterator[Utterance]:
        """What was said, in the words that the code and its comments lay down (pp. 9–11, 26)."""
        so_far = Calling(calling.dealer)
        for said in calling:
            declaration, speaker = so_far.declaration, self.speaker(said.seat, so_far)
            if declaration is None:
                yield Utterance(speaker, self._naming(said.call), said.seat.partner if said.call == Leave() else None)
            else:
                if self.formulas.is_asked_again and declaration.doubled and said.seat.side is calling.dealer.side:
                    visitor = self.speaker(self.leader(so_far), so_far)
                    yield Utterance(visitor, self.formulas.question, speaker)
                yield self._doubling_words(so_far, declaration, said)
            so_far = so_far.after(said.seat, said.call)

    def _naming(self, call: Call) -> str:
        match call:
            case Declare(Denomination.NO_TRUMPS):
                return self.formulas.no_trumps
            case Declare(denomination):
                return self.formulas.suit.format(denomination.word.capitalize())
            case _:
                return self.formulas.leave

    def _doubling_words(self, so_far: Calling, declaration: Declaration, said: Said) -> Utterance:
        speaker = self.speaker(said.seat, so_far)
        if isinstance(said.call, Double):
            return Utterance(speaker, "I redouble." if declaration.doubled else "I double.")
        if isinstance(so_far.said[-1].call, Content):
            return Utterance(speaker, self.formulas.last_word if declaration.doubled else "Yes.")
        if not declaration.doubled and len(self.doublers(so_far, declaration)[said.seat.side]) > 1:
            return Utterance(speaker, self.formulas.question, said.seat.partner)
        return Utterance(speaker, self.formulas.satisfied)

    # ---- scoring ---------------------------------------------------------------------------------------------

    def worth(self, denomination: Denomination, doubled: int) -> int:
        """See `BridgeCode`; a limit may cut it."""
        value = self.trick_value(denomination) << doubled
        return value if self.limit is None else self.limit.worth(value)

    def score(self, outcome: DealOutcome) -> DealScore:
        """What both sides score (laws 4 to 9 and 53). Raises `ValueError` when the tricks are not thirteen."""
        require_thirteen(outcome.tricks)
        items = [self._tricks(outcome), *self._honours(outcome), *self._chicane(outcome), *self._slam(outcome)]
        return DealScore(tuple(items))

    def _tricks(self, outcome: DealOutcome) -> ScoreItem:
        declaration = outcome.declaration
        value = self.worth(declaration.denomination, declaration.doubled)
        by = "the odd trick" if outcome.odd_tricks == 1 else f"{in_words(outcome.odd_tricks)} by tricks"
        law = self.law_on("double-effect" if declaration.doubled else "trick-values")
        what = f"{by} at {value}"
        return ScoreItem(outcome.winners, Heading.TRICKS, outcome.odd_tricks * value, what, law)

    def _honours(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        denomination = outcome.declaration.denomination
        for side in Side:
            held = sorted(outcome.honours[seat] for seat in side.seats)
            if denomination is Denomination.NO_TRUMPS:
                points, law = aces(held), self.law_on("honours-no-trump")
                what = f"{in_words(sum(held))} aces" + (" in one hand" if held[1] == 4 else "")
            else:
                multiple = honours_multiple(held[1], held[0])
                points, law = multiple * self.trick_value(denomination), self.law_on("honours-trump")
                what = f"{multiple} by honours"
            if points:
                yield ScoreItem(side, Heading.HONOURS, points, what, law)

    def _chicane(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        if outcome.trumps is None:
            return
        points = 2 * self.trick_value(outcome.declaration.denomination)
        void = void_seats(outcome.trumps)
        for seat in void:
            is_second = seat.partner in void[: void.index(seat)]
            if self.double_chicane or not is_second:
                what = f"chicane, {seat.label} having no trump"
                yield ScoreItem(self.void_scores(seat), Heading.CHICANE, points, what, self.law_on("chicane"))

    def void_scores(self, seat: Seat) -> Party:
        """The party that scores the chicane of a seat: its side (law 8)."""
        return seat.side

    def _slam(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        return slam_items(outcome, (20, self.law_on("little-slam")), (40, self.law_on("grand-slam")))


RULES = RubberRules(game=30, games_to_win=2, bonus=100)
"""The best of three games of thirty, a hundred to the winners (laws 1, 2 and 11)."""


@dataclass(frozen=True, slots=True)
class BridgeEnglish1901(Bridge1901):
    """Four players, two against two."""

    key: ClassVar[str] = "bridge-english-1901"
    title: ClassVar[str] = "Bridge, the English club code of 1901"
    scoring_laws = refs("bridge-english-1901", "4", "6", "7", "8", "9", "53")

    @property
    def rubber(self) -> Rubber:
        """A rubber about to begin: best of three games of thirty, a hundred to its winners (laws 1, 2, 11)."""
        return Rubber(RULES)
