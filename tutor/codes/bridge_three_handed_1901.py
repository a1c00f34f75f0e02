"""Three-handed bridge, as Hellespont describes it: each plays dummy in turn, for himself, against the two others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from tutor.auction import Calling
from tutor.codes.bridge_english_1901 import Bridge1901
from tutor.codes.deal_result import DealResult, Objection
from tutor.codes.dummy_bridge_1901 import DUMMY, PLAYER, DummysBridge1901
from tutor.codes.laws import refs
from tutor.codes.offences import BRIDGE_ENGLISH_1901
from tutor.codes.offences.games import BRIDGE_THREE
from tutor.codes.penalties import ScorableDeal
from tutor.codes.scoring import DealOutcome, DealScore, Heading, Party, RubberRules, ScoreItem
from tutor.codes.three_columns import ThreeColumns, seat_of
from tutor.seats import BySide, Seat, Side


@dataclass(frozen=True, slots=True)
class BridgeThreeHanded1901(DummysBridge1901):
    """The game: the dealer is South in every deal, with dummy opposite; the players move round as the deal does.

    Honours of the adversaries count to each of them, as their tricks do. Chicane counts to the player who has no trump
    alone: the fifth deal of the printed rubber gives it so (p. 42), though law 8 knows of a partner.
    """

    key: ClassVar[str] = "bridge-three-handed-1901"
    title: ClassVar[str] = "Three-handed bridge, 1901"
    offences = BRIDGE_ENGLISH_1901.variant("bridge-three-handed-1901", "Three-handed bridge, 1901", BRIDGE_THREE)
    scoring_laws = refs("bridge-three-handed-1901", "12")

    def dealer(self, number: int) -> Seat:
        """See `Code`; whoever deals sits South (rule 1)."""
        del number
        return PLAYER

    def seat_of(self, player: Seat, number: int) -> Seat:
        """See `Code` (rule 1)."""
        return seat_of(player, number)

    def rules(self, calling: Calling) -> Mapping[str, str]:
        """See `DummysBridge1901`."""
        return _LEFT_TO_DUMMY if calling.is_left else _DECLARED

    @property
    def rubber(self) -> ThreeColumns:
        """A rubber about to begin: two games of thirty, 50 for each game and 50 more for the last (rule 9)."""
        return ThreeColumns(RubberRules(game=self.game, games_to_win=2, bonus=50), game_bonus=50)

    def score(self, outcome: DealOutcome) -> DealScore:
        """What each player scores, by the seats of the deal (rules 11 and 12). Raises `ValueError` as `Bridge1901`."""
        return self.to_players(Bridge1901.score(self, outcome))

    def _to_players(self, item: ScoreItem) -> Iterator[ScoreItem]:
        if item.party is Side.NS:
            yield replace(item, party=PLAYER)
        elif item.party is Side.EW:
            if item.heading is Heading.TRICKS:
                item = replace(item, heading=Heading.CREDIT)
                if item.law != self.offences.laws["penalty"]:
                    item = replace(item, what=f"{item.what}, lost by the dealer", law=self.rule("12"))
            yield from (replace(item, party=seat) for seat in Side.EW.seats)
        else:
            yield item

    def call_objections(self, result: DealResult) -> Iterator[Objection]:
        """See `BridgeCode`: whoever deals sits South in that deal, and dummy’s two hands are all that can declare."""
        yield from DummysBridge1901.call_objections(self, result)
        if self.result_side(result, result.declaring_seat()) is not PLAYER.side:
            who = result.declarer.value if result.declarer else ""
            what = f"{who} cannot have declared: only the dealer or dummy can"
            mend = "Write S, the seat of the dealer, or N for dummy"
            yield Objection("declarer", what, mend, self.rule("2"))

    @property
    def result_parties(self) -> tuple[Party, ...]:
        """See `BridgeCode`: the players by their seats in the deal."""
        return self.players

    def scorable_result(self, result: DealResult, outcome: DealOutcome) -> ScorableDeal:
        """See `BridgeCode`: only what the dealer scores counts towards a game (rules 11 and 12)."""
        standing = ((Side.NS, (result.standing or {}).get(PLAYER, 0)), (Side.EW, 0))
        sides = replace(self.scorable_outcome(outcome, standing), score=_by_sides(self, outcome))
        return replace(sides, counted=lambda score, party: score.below(party) if party is Side.NS else 0)

    def score_result(self, result: DealResult) -> DealScore:
        """See `Code`: after a revoke the sides are scored first, and then the players."""
        score = DummysBridge1901.score_result(self, result)
        return self.to_players(score) if result.revokes else score

    def to_players(self, by_side: DealScore) -> DealScore:
        """What each player scores of what the two sides do (rules 11 and 12)."""
        return DealScore(tuple(item for scored in by_side.items for item in self._to_players(scored)))

    def void_scores(self, seat: Seat) -> Party:
        """See `Bridge1901`; the player alone, and for dummy its player."""
        return PLAYER if seat is DUMMY else seat


def _by_sides(code: BridgeThreeHanded1901, outcome: DealOutcome) -> Callable[[BySide[int]], DealScore]:
    """What the two sides score with other tricks."""
    return lambda tricks: Bridge1901.score(code, replace(outcome, tricks=tricks))


_DECLARED = {"declare-dealer": "2"}
_LEFT_TO_DUMMY = {
    "declare-passed": "5",
    "double-first-right": "6",
    "redouble-first-right": "7",
}
