"""Contract bridge of our day, for boards that were played elsewhere: nobody plays it here, and no book of ours has it.

It has the order of bids of today, and a dealer may pass. The nearest of our books is Foster’s, on auction bridge. A
rubber is not scored: it was worth other points. `duplicate_points` lets boards be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tutor.auction import Bid, Calling, Declaration, Denomination, Double, Pass
from tutor.codes.auction_1910 import RULES, AuctionCode
from tutor.codes.laws import Turn
from tutor.codes.scoring import Rubber

RISING = (
    Denomination.CLUBS, Denomination.DIAMONDS, Denomination.HEARTS, Denomination.SPADES, Denomination.NO_TRUMPS,
)  # fmt: skip
_BIDS = tuple(Bid(number, denomination) for number in range(1, 8) for denomination in RISING)


@dataclass(frozen=True, slots=True)
class ContractBridge(AuctionCode):
    """The game of four, as far as a play that was recorded needs it. It is not one of `CODES`."""

    key: ClassVar[str] = "contract-bridge"
    title: ClassVar[str] = "Contract bridge"

    def turn(self, calling: Calling) -> Turn | None:
        """Whose turn it is and what may be said, the cheapest bid last named first; None when it is over."""
        if self.is_closed(calling):
            return None
        seat, declaration = self.next_to_speak(calling), self.declaration(calling)
        double = (Double(),) if declaration is not None and self._may_double(declaration, seat) else ()
        return Turn(seat, (Pass(), *double, *self._bids_over(declaration)), self.law("45"))

    def _bids_over(self, declaration: Declaration | None) -> tuple[Bid, ...]:
        if declaration is None or declaration.contract is None:
            return _BIDS
        return _BIDS[_BIDS.index(Bid(declaration.contract, declaration.denomination)) + 1 :]

    def is_void(self, calling: Calling) -> bool:
        """See `Code`: everybody passed."""
        return self.is_closed(calling) and self.declaration(calling) is None

    @property
    def rubber(self) -> Rubber:
        """A rubber about to begin. Nothing is written on it."""
        return Rubber(RULES)


def duplicate_points(declaration: Declaration, tricks: int, *, vulnerable: bool) -> int:
    """What the declarer’s side scores for so many tricks, by law 77 of duplicate contract bridge."""
    assert declaration.contract is not None, "a contract of our day has a number"  # noqa: S101
    over = tricks - 6 - declaration.contract
    if over < 0:
        return -_undertricks(-over, declaration.doubled, vulnerable=vulnerable)
    each, first = _WORTH[declaration.denomination], 10 * (declaration.denomination is Denomination.NO_TRUMPS)
    named = (declaration.contract * each + first) * declaration.factor
    game = (500 if vulnerable else 300) if named >= GAME else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(declaration.contract, 0)
    overtrick = (200 if vulnerable else 100) * declaration.doubled if declaration.doubled else each
    return named + game + slam + 50 * declaration.doubled + over * overtrick


def _undertricks(short: int, doubled: int, *, vulnerable: bool) -> int:
    if not doubled:
        return short * (100 if vulnerable else 50)
    rising = [200] + [300] * short if vulnerable else [100, 200, 200] + [300] * short
    return doubled * sum(rising[:short])


GAME = 100
"""The points of a contract that make it a game."""
_WORTH = {
    Denomination.CLUBS: 20, Denomination.DIAMONDS: 20, Denomination.HEARTS: 30, Denomination.SPADES: 30,
    Denomination.NO_TRUMPS: 30,
}  # fmt: skip
