"""Three-handed whist as Cælebs has it in 1859: each for himself, the hand opposite the dealer thrown out unseen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from tutor.codes.deal_result import ResultKeys
from tutor.codes.humbug_1859 import ALONE, THE_CARD_ALONE, EachForHimself1859
from tutor.codes.laws import LawRef, refs
from tutor.codes.offences import WHIST_1859, Act
from tutor.codes.offences.games import WHIST_THREE
from tutor.codes.offences.whist_1859 import ROWS
from tutor.codes.whist_scoring import MovingWhistRubber
from tutor.seats import Seat

WHO_IS_PAID = tuple(
    replace(row, note="The book does not say which of the other two is paid.")
    for row in ROWS
    if row.act is Act.REVOKES and row.laws == ("penalty",)
)


@dataclass(frozen=True, slots=True)
class WhistThreeHanded1859(EachForHimself1859):
    """Three players, named by their seats in the first deal; the dealer of every deal sits South.

    What the book leaves open is a field. It says “ten up” and nothing of points. So `saves`, `bonus` and
    `games_to_win` are those of long whist, and the winner of a game has its points of each of the others. If two
    would reach ten in one deal, the tricks count as they fall.
    """

    key: ClassVar[str] = "whist-three-handed-1859"
    title: ClassVar[str] = "Three-handed whist, 1859"
    offences = WHIST_1859.variant(
        "whist-three-handed-1859", "Three-handed whist, 1859", WHIST_THREE, (*THE_CARD_ALONE, *WHO_IS_PAID), ALONE
    )
    scoring_laws = refs("whist-three-handed-1859", "variant-three-handed")
    players: ClassVar[tuple[Seat, ...]] = (Seat.SOUTH, Seat.WEST, Seat.EAST)
    result_keys: ClassVar[ResultKeys] = ResultKeys(
        (("tricks",), ("deal",)),
        ("trumps", "turn_up", "standing"),
        unsaid=MappingProxyType({"revokes": "Cælebs does not say which of the other two is paid for a revoke (p. 66)"}),
    )
    book: ClassVar[int] = 4
    trick_law: ClassVar[LawRef] = LawRef("whist-three-handed-1859", "variant-three-handed")

    up: int = 10
    saves: tuple[int, ...] = (5,)
    bonus: int = 1

    def dealer(self, number: int) -> Seat:
        """South, whoever of the players sits there."""
        del number
        return Seat.SOUTH

    def seat_of(self, player: Seat, number: int) -> Seat:
        """Where a player sits, when so many deals have been dealt: the next on the left deals next."""
        return self.players[(self.players.index(player) - number) % len(self.players)]

    def out(self, dealer: Seat) -> tuple[Seat, ...]:
        """The hand opposite the dealer."""
        return (dealer.partner,)

    @property
    def rubber(self) -> MovingWhistRubber:
        """A rubber about to begin, a column for each player."""
        return MovingWhistRubber(self._rules, self._parties)
