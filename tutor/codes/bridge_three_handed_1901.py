"""Three-handed bridge, as Hellespont describes it: each plays dummy in turn, for himself, against the two others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from tutor.auction import Calling
from tutor.codes.bridge_english_1901 import LAWS, Bridge1901
from tutor.codes.dummy_bridge_1901 import DUMMY, PLAYER, DummysBridge1901
from tutor.codes.laws import Law, laws_of
from tutor.codes.offences import BRIDGE_THREE_HANDED_1901
from tutor.codes.penalties import Reckoned
from tutor.codes.scoring import DealScore, Heading, Item, Outcome, Party, Rules
from tutor.codes.three_columns import ThreeColumns, seat_of
from tutor.codes.told import Objection, Told
from tutor.seats import BySide, Seat, Side

GAME = "three-handed bridge"
THREE_HANDED_LAWS = laws_of(
    "hellespont",
    "hel-3h",
    (1, 39, (1619, 1633),
     "The three deal in turn; whoever deals plays dummy. After each deal the player on the dealer’s right moves one "
     "place to the right, to face the dealer and play with him against the next."),
    (2, 39, (1635, 1639),
     "The dealer looks at the own hand first, and declares from it or passes the declaration to dummy’s hand."),
    (3, 39, (1641, 1654),
     "The player on the dealer’s right may not look at the own hand until the dealer has declared or, if that was "
     "passed, until the partner has leave to play."),
    (4, 40, (1656, 1661),
     "When the dealer declares both adversaries may look at their hands and double as in ordinary bridge; the dealer "
     "does not look at dummy’s hand until the leader has leave to play."),
    (5, 40, (1663, 1673),
     "When the dealer passes the right-hand adversary looks at dummy’s hand and declares from it: with three or four "
     "aces no trumps, else the longest suit; of suits as long the one of more pips, the ace counting eleven and the "
     "king, queen and knave ten; of those as strong the most valuable."),
    (6, 40, (1675, 1677), "The left-hand adversary may then double, or asks the partner’s leave to play."),
    (7, 40, (1679, 1681),
     "The partner may double without looking at the own hand; the dealer re-doubles on the own hand only."),
    (8, 40, (1683, 1685), "Dummy’s hand is not exposed until the leader has led."),
    (9, 41, (1695, 1699),
     "A game is thirty points; who first wins two wins the rubber. Each game won adds 50, the last of the rubber 50 "
     "more."),
    (10, 41, (1701, 1705), "Each player’s score is kept in a column of his own."),
    (11, 41, (1707, 1711), "Tricks count towards the game only for the player who deals."),
    (12, 41, (1713, 1717),
     "What the dealer loses by tricks is credited to each adversary, with the honours, and not towards the game."),
    (13, 43, (1924, 1927), "In all else the laws of ordinary bridge hold."),
    of=GAME,
    digits=2,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class BridgeThreeHanded1901(DummysBridge1901):
    """The game: the dealer is South in every deal, with dummy opposite; the players move round as the deal does.

    Honours of the adversaries count to each of them, as their tricks do. Chicane counts to the player who has no trump
    alone: the fifth deal of the printed rubber gives it so (p. 42), though law 8 knows of a partner.
    """

    key: ClassVar[str] = "bridge-three-handed-1901"
    title: ClassVar[str] = "Three-handed bridge, 1901"
    offences = BRIDGE_THREE_HANDED_1901
    laws: ClassVar[Mapping[str, Law]] = MappingProxyType({**LAWS, **THREE_HANDED_LAWS})

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
        return ThreeColumns(Rules(game=self.game, games_to_win=2, bonus=50), game_bonus=50)

    def score(self, outcome: Outcome) -> DealScore:
        """What each player scores, by the seats of the deal (rules 11 and 12). Raises `ValueError` as `Bridge1901`."""
        return self.to_players(Bridge1901.score(self, outcome))

    def _to_players(self, item: Item) -> Iterator[Item]:
        if item.party is Side.NS:
            yield replace(item, party=PLAYER)
        elif item.party is Side.EW:
            if item.heading is Heading.TRICKS:
                item = replace(item, heading=Heading.CREDIT)
                if item.law is not self.offences.laws["penalty"]:
                    item = replace(item, what=f"{item.what}, lost by the dealer", law=self.laws[f"12 of {GAME}"])
            yield from (replace(item, party=seat) for seat in Side.EW.seats)
        else:
            yield item

    def call_objections(self, told: Told) -> Iterator[Objection]:
        """See `BridgeCode`: whoever deals sits South in that deal, and dummy’s two hands are all that can declare."""
        yield from DummysBridge1901.call_objections(self, told)
        if self.told_side(told, told.declaring_seat()) is not PLAYER.side:
            who = told.declarer.value if told.declarer else ""
            what = f"{who} is told to have declared, and only the dealer’s hand or dummy’s can"
            mend = "Write S, where the dealer of the deal sits, or N for dummy’s hand"
            yield Objection("declarer", what, mend, self.laws[f"2 of {GAME}"])

    @property
    def told_parties(self) -> tuple[Party, ...]:
        """See `BridgeCode`: the players by their seats in the deal."""
        return self.players

    def reckoned_told(self, told: Told, outcome: Outcome) -> Reckoned:
        """See `BridgeCode`: only what the dealer scores counts towards a game (rules 11 and 12)."""
        standing = ((Side.NS, (told.standing or {}).get(PLAYER, 0)), (Side.EW, 0))
        sides = replace(Reckoned.told(self, outcome, standing), score=_by_sides(self, outcome))
        return replace(sides, counted=lambda score, party: score.below(party) if party is Side.NS else 0)

    def score_told(self, told: Told) -> DealScore:
        """See `Code`: after a revoke the sides are scored first, and then the players."""
        score = DummysBridge1901.score_told(self, told)
        return self.to_players(score) if told.revokes else score

    def to_players(self, by_side: DealScore) -> DealScore:
        """What each player scores of what the two sides do (rules 11 and 12)."""
        return DealScore(tuple(item for scored in by_side.items for item in self._to_players(scored)))

    def void_scores(self, seat: Seat) -> Party:
        """See `Bridge1901`; the player alone, and for dummy its player."""
        return PLAYER if seat is DUMMY else seat


def _by_sides(code: BridgeThreeHanded1901, outcome: Outcome) -> Callable[[BySide[int]], DealScore]:
    """What the two sides score with other tricks."""
    return lambda tricks: Bridge1901.score(code, replace(outcome, tricks=tricks))


_DECLARED = {"declare-dealer": f"2 of {GAME}"}
_LEFT_TO_DUMMY = {
    "declare-passed": f"5 of {GAME}",
    "double-first-right": f"6 of {GAME}",
    "redouble-first-right": f"7 of {GAME}",
}
