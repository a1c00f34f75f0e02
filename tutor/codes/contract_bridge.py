"""Contract bridge of our day, for boards that were played elsewhere: nobody plays it here, and no book of ours has it.

It has the order of bids of today, and a dealer may pass. The nearest of our books is Foster’s, on auction bridge. The
score is not worked out: it was worth other points.
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
