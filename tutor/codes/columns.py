"""A rubber in which each plays for himself: a column for each player, and what each wins of the others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.codes.scoring import DealScore, Party, Rules, Sheet, games_of, winner_of
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Columns(Sheet):
    """The score of a rubber, a column for each player; the first to win the games that the rules ask wins it."""

    rules: Rules
    players: tuple[Seat, ...]
    deals: tuple[DealScore, ...] = ()

    @property
    def parties(self) -> tuple[Party, ...]:
        """See `Sheet`."""
        return self.players

    def after(self, deal: DealScore) -> Columns:
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

    @property
    def won(self) -> dict[Seat, int]:
        """The games that each player has won."""
        winners = [winner_of(game, self.players, self.rules.game) for game in self.games()]
        return {player: winners.count(player) for player in self.players}

    @property
    def winner(self) -> Seat | None:
        """See `Sheet`."""
        return next((player for player, games in self.won.items() if games == self.rules.games_to_win), None)

    def stands_at(self, party: Party) -> int:
        """See `Sheet`."""
        return sum(deal.below(party) for deal in self.games()[-1])

    def total(self, party: Party) -> int:
        """See `Sheet`."""
        bonus = {self.winner: self.rules.bonus + sum(deal.marked for deal in self.deals)}
        return sum(deal.total(party) for deal in self.deals) + (bonus.get(party, 0) if isinstance(party, Seat) else 0)

    def balance(self) -> dict[Seat, int]:
        """What each player wins, less what he loses, when each settles with every other (see `settled`)."""
        return settled({player: self.total(player) for player in self.players})


def settled(totals: dict[Seat, int]) -> dict[Seat, int]:
    """What each wins or loses in all when every two settle the difference of their totals (Foster, pp. 164–165)."""
    return {player: sum(total - other for other in totals.values()) for player, total in totals.items()}
