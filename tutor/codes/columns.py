"""A rubber in which each plays for himself: a column for each player, and what each wins of the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from tutor.codes.scoring import DealScore, Heading, Party, RubberRules, ScoreItem, Sheet, games_of, winner_of
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Columns(Sheet):
    """The score of a rubber, a column for each player; the first to win the games that the rules ask wins it.

    `rules.bonus` goes to the winner of the rubber, `game_bonus` to the winner of every game.
    """

    rules: RubberRules
    players: tuple[Seat, ...]
    deals: tuple[DealScore, ...] = ()
    game_bonus: int = 0

    @property
    def parties(self) -> tuple[Party, ...]:
        """See `Sheet`."""
        return self.players

    def after(self, deal: DealScore) -> Self:
        """See `Sheet`."""
        if self.is_over:
            raise ValueError("the rubber is over: begin another")
        return replace(self, deals=(*self.deals, deal))

    def games(self) -> tuple[tuple[DealScore, ...], ...]:
        """The deals game by game; the last is the game in progress, empty when it is about to begin."""
        return games_of(self.deals, self.players, self.rules.game)

    def game_by_game(self) -> tuple[tuple[DealScore, ...], ...]:
        """See `Sheet`."""
        return self.games()

    def won(self, party: Party) -> int:
        """How many games a player has won."""
        return [winner_of(game, self.parties, self.rules.game) for game in self.games()].count(party)

    @property
    def winner(self) -> Seat | None:
        """See `Sheet`."""
        return next((player for player in self.players if self.won(player) == self.rules.games_to_win), None)

    def stands_at(self, party: Party) -> int:
        """See `Sheet`."""
        return sum(deal.below(party) for deal in self.games()[-1])

    def total(self, party: Party) -> int:
        """See `Sheet`; with the points for games."""
        rubber = self.rules.bonus + sum(deal.marked for deal in self.deals) if self.winner is party else 0
        return sum(deal.total(party) for deal in self.deals) + self.game_bonus * self.won(party) + rubber

    def against(self, party: Party, other: Party) -> int:
        """What a player wins of another, or loses."""
        return self.total(party) - self.total(other)

    def above(self, party: Party) -> Iterator[ScoreItem]:
        """What stands above the line in a player’s column but for games and rubber, in the order of the deals."""
        for deal in self.deals:
            yield from (item for item in deal.items if item.party is party and item.heading is not Heading.TRICKS)
