"""The score of a rubber of three, who play alone and change places after every deal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from tutor.codes.scoring import DealScore, Party, Rubber, ScoreItem
from tutor.seats import Seat, Side

PLAYERS = (Seat.SOUTH, Seat.WEST, Seat.EAST)
"""The three players by their seats in the first deal, in the order in which they deal; the dealer faces dummy."""


def seat_of(player: Seat, number: int) -> Seat:
    """Where a player sits, when so many deals have been dealt: whoever deals is South, the next to deal West."""
    return PLAYERS[(PLAYERS.index(player) - number) % 3]


def player_at(seat: Seat, number: int) -> Seat:
    """Which player sits there, when so many deals have been dealt."""
    return PLAYERS[(PLAYERS.index(seat) + number) % 3]


@dataclass(frozen=True, slots=True)
class ThreeColumns(Rubber):
    """A rubber whose players change places: its deals come with their items by the seats of the deal.

    They are kept with them by the players, each in the column of their first seat.
    """

    players: tuple[Party, ...] = PLAYERS

    def after(self, deal: DealScore) -> Self:
        """See `Sheet`."""
        return Rubber.after(self, replace(deal, items=tuple(map(self._in_column, deal.items))))

    def _in_column(self, item: ScoreItem) -> ScoreItem:
        if isinstance(item.party, Side):
            raise ValueError(f"{item.party.label} have no column in a game where everybody plays alone")
        return replace(item, party=player_at(item.party, len(self.deals)))
