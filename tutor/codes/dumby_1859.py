"""Dumby and double dumby as Cælebs has them in 1859: short whist with one hand exposed, or two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tutor.auction import Calling
from tutor.codes.offences import DOUBLE_DUMBY_1859, DUMBY_1859
from tutor.codes.whist_1859 import WhistShort1859
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Dumby1859(WhistShort1859):
    """Three players: South, who has cut the lowest, takes dumby for partner, the seat and the first deal (p. 64).

    What the book leaves open is a field: `laid_at_once`, whether dumby’s hand lies open before a card is led. The deal
    goes round as at whist, dumby’s partner dealing for him.
    """

    key: ClassVar[str] = "dumby-1859"
    title: ClassVar[str] = "Dumby, 1859"
    offences = DUMBY_1859
    players: ClassVar[tuple[Seat, ...]] = (Seat.SOUTH, Seat.WEST, Seat.EAST)
    dumbies: ClassVar[tuple[Seat, ...]] = (Seat.NORTH,)
    """The seats whose hands lie open and are played by their partners."""

    laid_at_once: bool = True

    def dummy(self, calling: Calling) -> Seat | None:
        """The hand that lies open; None where two do (see `exposed`)."""
        del calling
        return self.dumbies[0] if len(self.dumbies) == 1 else None

    def exposed(self, calling: Calling, *, is_led: bool) -> frozenset[Seat]:
        """The hands that lie open to all."""
        del calling
        return frozenset(self.dumbies if is_led or self.laid_at_once else ())

    def player(self, seat: Seat, calling: Calling) -> Seat:
        """Who plays the hand of a seat: for dumby the partner."""
        del calling
        return seat.partner if seat in self.dumbies else seat

    def cannot_revoke(self, seat: Seat) -> bool:
        """Whether a revoke from the hand of a seat costs nothing, its cards being open to the adversaries (p. 64)."""
        return seat in self.dumbies


@dataclass(frozen=True, slots=True)
class DoubleDumby1859(Dumby1859):
    """Two players, each with dumby for partner (p. 65)."""

    key: ClassVar[str] = "double-dumby-1859"
    title: ClassVar[str] = "Double dumby, 1859"
    offences = DOUBLE_DUMBY_1859
    players: ClassVar[tuple[Seat, ...]] = (Seat.SOUTH, Seat.WEST)
    dumbies: ClassVar[tuple[Seat, ...]] = (Seat.NORTH, Seat.EAST)
