"""Dumby and double dumby as Cælebs has them in 1859: short whist with one hand exposed, or two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tutor.auction import Calling
from tutor.codes.humbug_1859 import ALONE
from tutor.codes.laws import LawRef
from tutor.codes.offences import WHIST_1859, Act, Role, When
from tutor.codes.offences.effects import Then
from tutor.codes.offences.games import DOUBLE_DUMBY, DUMBY
from tutor.codes.offences.rulings import Chooser, Counsel, Row
from tutor.codes.offences.whist_1859 import CARD_OR_SUIT, ONLY_THE_CARD
from tutor.codes.whist_1859 import WhistShort1859
from tutor.seats import Seat

OF_DUMBY = {"dumby": LawRef("dumby-1859", "variant-dumby")}


def _of_dumby(*dumbies: Role) -> tuple[Row, ...]:
    """What is ruled of the hands that lie open: they cannot revoke, and answer for a lead out of turn."""
    return (
        Row(Act.REVOKES, ("dumby",), dumbies, always=(Then.NO_PENALTY,)),
        Row(Act.PLAYS_TWICE, ("twice", "dumby"), dumbies, always=(Then.NO_PENALTY,)),
        Row(
            Act.LEADS_OUT_OF_TURN,
            ("leads", "dumby"),
            dumbies,
            (When.FOLLOWED_BY_NONE,),
            Chooser.EITHER_ADVERSARY,
            CARD_OR_SUIT,
            counsel=Counsel.ALONE,
            note=ONLY_THE_CARD,
        ),
    )


@dataclass(frozen=True, slots=True)
class Dumby1859(WhistShort1859):
    """Three players: South, who has cut the lowest, takes dumby for partner, the seat and the first deal (p. 64).

    What the book leaves open is a field: `laid_at_once`, whether dumby’s hand lies open before a card is led. The deal
    goes round as at whist, and dumby’s partner deals for dumby.
    """

    key: ClassVar[str] = "dumby-1859"
    title: ClassVar[str] = "Dumby, 1859"
    offences = WHIST_1859.variant("dumby-1859", "Dumby, 1859", DUMBY, _of_dumby(Role.PARTNER), OF_DUMBY)
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
        """The seat that plays the hand of a seat: for dumby the partner."""
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
    offences = WHIST_1859.variant(
        "double-dumby-1859",
        "Double dumby, 1859",
        DOUBLE_DUMBY,
        _of_dumby(Role.PARTNER, Role.THIRD),
        {**OF_DUMBY, "established": ALONE["established"]},
    )
    players: ClassVar[tuple[Seat, ...]] = (Seat.SOUTH, Seat.WEST)
    dumbies: ClassVar[tuple[Seat, ...]] = (Seat.NORTH, Seat.EAST)
