"""The score of whist: what is counted and in which order, games of one to three points, the rubber."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from tutor.codes.scoring import DealScore, Heading, Party, ScoreItem, Sheet

Honours = tuple[Party | None, Party | None, Party | None, Party | None]
"""The holders of the ace, king, queen and jack of trumps, in that order. None if the card was set aside."""


@dataclass(frozen=True, slots=True)
class WhistOutcome:
    """How a deal ended, by the parties that score.

    `takers` took the tricks, in their order. `called` is the party that called honours and had one shown in answer.
    """

    takers: tuple[Party, ...]
    honours: Honours
    called: Party | None = None

    @property
    def is_over(self) -> bool:
        """Whether all thirteen tricks were played, or honours that were called ended the deal without them."""
        return len(self.takers) == 13 or (self.called is not None and self.honours.count(self.called) >= 3)


@dataclass(frozen=True, slots=True)
class WhistRules:
    """What a game of whist says of games and rubbers.

    `up` is the score that makes a game. `saves` are the scores at which a loser saves a point: with (1, 3) a game is
    treble against love, double against one or two, single against more. `bonus` is the points for the rubber.
    """

    up: int
    saves: tuple[int, ...]
    bonus: int
    games_to_win: int

    def points(self, loser: int) -> int:
        """What a game is worth against a loser’s score."""
        return 1 + sum(loser < saved for saved in self.saves)


def until_game(items: Iterable[ScoreItem], standing: Mapping[Party, int], up: int) -> Iterator[ScoreItem]:
    """The items that count, in their order, from a standing: none after the one that makes the game."""
    scores = dict(standing)
    for item in items:
        scores[item.party] = scores.get(item.party, 0) + item.points
        yield item
        if scores[item.party] >= up:
            return


@dataclass(frozen=True, slots=True)
class WhistRubber(Sheet):
    """A rubber of whist, a column for each party (Cælebs, pp. 1–2).

    Tricks and honours both count towards the game, in the order in which a deal lists them; what is left when the game
    is made counts for nobody.
    """

    counts: ClassVar[frozenset[Heading]] = frozenset([Heading.TRICKS, Heading.HONOURS])

    rules: WhistRules
    columns: tuple[Party, ...]
    deals: tuple[DealScore, ...] = ()

    @property
    def parties(self) -> tuple[Party, ...]:
        """See `Sheet`."""
        return self.columns

    def column(self, party: Party, number: int) -> Party:
        """The column of a party of the deal, when so many deals had been dealt before it."""
        del number
        return party

    def after(self, deal: DealScore) -> WhistRubber:
        """The rubber with one more deal. Raises `ValueError` when it is over."""
        if self.winner is not None:
            raise ValueError("the rubber is over: start another")
        number = len(self.deals)
        items = tuple(replace(item, party=self.column(item.party, number)) for item in deal.items)
        return replace(self, deals=(*self.deals, DealScore(items)))

    def games(self) -> tuple[Mapping[Party, int], ...]:
        """The scores of each game; the last is the game in progress, 0 to all when it is about to begin."""
        games = [dict.fromkeys(self.columns, 0)]
        for deal in self.deals:
            game = games[-1]
            for item in until_game(deal.items, dict(game), self.rules.up):
                game[item.party] += item.points
            if self._winner(game) is not None:
                games.append(dict.fromkeys(self.columns, 0))
        return tuple(games)

    @property
    def winner(self) -> Party | None:
        """See `Sheet`."""
        winners = [self._winner(game) for game in self.games()]
        return next((party for party in self.columns if winners.count(party) == self.rules.games_to_win), None)

    def stands_at(self, party: Party) -> int:
        """See `Sheet`."""
        return self.games()[-1].get(party, 0)

    def won_of(self, party: Party, other: Party) -> int:
        """The points that a party has won of another, those for the rubber among them."""
        won = sum(self.rules.points(game[other]) for game in self.games() if self._winner(game) is party)
        return won + (self.rules.bonus if self.winner is party else 0)

    def total(self, party: Party) -> int:
        """A party’s points of every kind: single, double and treble, and those for the rubber when it is won."""
        return sum(self.won_of(party, other) for other in self.columns if other is not party)

    def added(self, party: Party) -> int:
        """See `Sheet`: the points of whist are for games and the rubber alone."""
        return self.total(party)

    def wins(self, party: Party) -> int:
        """See `Sheet`."""
        return self.balance(party)

    def balance(self, party: Party) -> int:
        """What a party wins or loses when the losers’ points have been set off (p. 2)."""
        return self.total(party) - sum(self.won_of(other, party) for other in self.columns if other is not party)

    def _winner(self, game: Mapping[Party, int]) -> Party | None:
        return next((party for party, score in game.items() if score >= self.rules.up), None)


@dataclass(frozen=True, slots=True)
class MovingWhistRubber(WhistRubber):
    """A rubber whose players sit a place nearer to the dealer’s with each deal; items name the seats of their deal."""

    def column(self, party: Party, number: int) -> Party:
        """See `WhistRubber`."""
        return self.columns[(self.columns.index(party) + number) % len(self.columns)]
