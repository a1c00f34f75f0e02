"""The score of a rubber of three, each for himself, who change places after every deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor.codes.scoring import DealScore, Heading, Item, Party, Rules, Sheet, games_of
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
class ThreeColumns(Sheet):
    """A rubber of three: won by whoever first wins so many games.

    `rules.bonus` goes to the winner of the rubber, `game_bonus` to the winner of every game. Deals come with their
    items by the seats of the deal, and are kept with them by the players, each in the column of his first seat.
    """

    rules: Rules
    game_bonus: int
    deals: tuple[DealScore, ...] = ()

    @property
    def parties(self) -> tuple[Party, ...]:
        """See `Sheet`."""
        return PLAYERS

    def after(self, deal: DealScore) -> ThreeColumns:
        """See `Sheet`."""
        if self.winner is not None:
            raise ValueError("the rubber is over: begin another")
        return replace(self, deals=(*self.deals, DealScore(tuple(map(self._in_column, deal.items)))))

    def _in_column(self, item: Item) -> Item:
        if isinstance(item.party, Side):
            raise ValueError(f"{item.party.label} have no column where each plays for himself")
        return replace(item, party=player_at(item.party, len(self.deals)))

    def games(self) -> tuple[tuple[DealScore, ...], ...]:
        """The deals game by game; the last is the game in progress, empty when it is about to begin."""
        return games_of(self.deals, PLAYERS, self.rules.game)

    def game_by_game(self) -> tuple[tuple[DealScore, ...], ...]:
        """See `Sheet`."""
        return self.games()

    def _winner(self, game: tuple[DealScore, ...]) -> Seat | None:
        return next((player for player in PLAYERS if _below(game, player) >= self.rules.game), None)

    def won(self, party: Party) -> int:
        """How many games a player has won."""
        return [self._winner(game) for game in self.games()].count(party) if isinstance(party, Seat) else 0

    @property
    def winner(self) -> Party | None:
        """See `Sheet`."""
        return next((player for player in PLAYERS if self.won(player) == self.rules.games_to_win), None)

    def stands_at(self, party: Party) -> int:
        """See `Sheet`."""
        return _below(self.games()[-1], party)

    def total(self, party: Party) -> int:
        """See `Sheet`; with the points for games."""
        rubber = self.rules.bonus if self.winner is party else 0
        return sum(deal.total(party) for deal in self.deals) + self.game_bonus * self.won(party) + rubber

    def against(self, party: Party, other: Party) -> int:
        """What a player wins of another, or loses."""
        return self.total(party) - self.total(other)

    def balance(self, party: Party) -> int:
        """What a player wins of the two others together, or loses."""
        return sum(self.against(party, other) for other in PLAYERS)

    def above(self, party: Party) -> Iterator[Item]:
        """What stands above the line in a player’s column but for games and rubber, in the order of the deals."""
        for deal in self.deals:
            yield from (item for item in deal.items if item.party is party and item.heading is not Heading.TRICKS)


def _below(deals: tuple[DealScore, ...], party: Party) -> int:
    return sum(deal.below(party) for deal in deals)
