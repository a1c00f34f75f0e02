"""How the tricks stand for a player: how many the side needs, has won and has lost."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.auction import Declaration
from tutor.seats import Seat, Side
from tutor.tables.table import Table

ODD_TRICK = 7
"""The tricks that a side needs where no number was bid: one more than the other can take."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tricks of a player or a side. `needs` is None where no number of tricks decides."""

    needs: int | None
    won: int
    lost: int

    @classmethod
    def of(cls, table: Table, seat: Seat) -> Tally | None:
        """The tally for who sits at a seat; None before the play."""
        play = table.play
        if play is None:
            return None
        if play.trick.out:
            won = play.won_by_seat[seat]
            return cls(None, won, len(play.tricks) - won)
        won = play.won[seat.side]
        return cls(tricks_needed(table.code.declaration(table.calling), seat.side), won, len(play.tricks) - won)

    @property
    def words(self) -> str:
        """The tally in a line: `Need 8 · won 3 · lost 2`."""
        needs = "" if self.needs is None else f"Need {self.needs} · "
        words = f"{needs}won {self.won} · lost {self.lost}"
        return words[:1].upper() + words[1:]


def tricks_needed(declaration: Declaration | None, side: Side) -> int | None:
    """The tricks that a side needs to win its point: to make the contract, or to beat it; else the odd trick.

    None where points were bid, or tricks are to be lost.
    """
    if declaration is None or (declaration.contract is None and declaration.points is None):
        return None if declaration is not None and declaration.is_misere else ODD_TRICK
    if declaration.contract is None:
        return None
    contract = 6 + declaration.contract
    return contract if declaration.by.side is side else 14 - contract
