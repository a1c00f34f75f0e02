"""A traveller: one deal as everybody played it, compared by matchpoints.

A score that is better than another’s brings 2 matchpoints, and an equal score 1, as the laws of duplicate bridge have
it (law 78 A). What is compared is what a player’s side scored on the deal, less what the other side scored, under the
code that it was played under.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tutor.codes.code import Code
from tutor.codes.scoring import Party
from tutor.tables.outcome import joined
from tutor.tables.played_deal import PlayedDeal

FOR_BETTER, FOR_EQUAL = 2, 1


@dataclass(frozen=True, slots=True)
class TravellerLine:
    """What was done at one table, for the players of one side there, who have a deal each."""

    players: tuple[PlayedDeal, ...]
    matchpoints: int

    @property
    def deal(self) -> PlayedDeal:
        """The deal, as the first of them played it."""
        return self.players[0]

    @property
    def who(self) -> str:
        return joined([player.who for player in self.players])


@dataclass(frozen=True, slots=True)
class Comparison:
    """The tables at which one side was played by people, the best score first. `most` is what a best score brings."""

    party: Party
    lines: tuple[TravellerLine, ...]

    @property
    def most(self) -> int:
        return FOR_BETTER * (len(self.lines) - 1)


@dataclass(frozen=True, slots=True)
class Traveller:
    """A deal as everybody played it, a comparison for each side that was played."""

    comparisons: tuple[Comparison, ...]

    @property
    def deal(self) -> PlayedDeal:
        """The deal, as somebody played it."""
        return self.comparisons[0].lines[0].deal

    @property
    def code(self) -> Code:
        return self.deal.table.code

    @property
    def parties(self) -> tuple[Party, ...]:
        """The parties that score."""
        return self.deal.parties

    @property
    def is_declared(self) -> bool:
        """Whether what is played is decided by calls, so that it may differ from table to table."""
        return not self.code.turns_up


def matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """The matchpoints of each score among all of them, in their order. They add up to n (n − 1)."""
    return tuple(
        FOR_BETTER * sum(other < score for other in scores) + FOR_EQUAL * (sum(other == score for other in scores) - 1)
        for score in scores
    )


def traveller(deals: Sequence[PlayedDeal]) -> Traveller:
    """The traveller of one deal. Raises `ValueError` for no deal, or for several that cannot be compared."""
    if len({deal.same_deal for deal in deals}) != 1:
        raise ValueError("a traveller is of one deal under one code")
    tables: dict[Party, dict[str, list[PlayedDeal]]] = {}
    for deal in deals:
        tables.setdefault(deal.party, {}).setdefault(deal.at_table, []).append(deal)
    return Traveller(tuple(_compared(party, tuple(at.values())) for party, at in tables.items()))


def _compared(party: Party, tables: Sequence[Sequence[PlayedDeal]]) -> Comparison:
    points = matchpoints([players[0].net for players in tables])
    lines = [TravellerLine(tuple(players), won) for players, won in zip(tables, points, strict=True)]
    return Comparison(party, tuple(sorted(lines, key=lambda line: (-line.deal.net, line.who.casefold()))))


def first_play(plays: Sequence[PlayedDeal]) -> PlayedDeal:
    """The first of several plays of one deal by one player."""
    return plays[0]


def latest_play(plays: Sequence[PlayedDeal]) -> PlayedDeal:
    """The last of several plays of one deal by one player."""
    return plays[-1]


def best_play(plays: Sequence[PlayedDeal]) -> PlayedDeal:
    """The play that brought most of several plays of one deal by one player; the first of equals."""
    return max(plays, key=lambda play: play.net)


def by_deal(
    deals: Sequence[PlayedDeal], select_play: Callable[[Sequence[PlayedDeal]], PlayedDeal] = first_play
) -> Sequence[Sequence[PlayedDeal]]:
    """The deals that can be compared, together, in the order in which each comes first; `select_play` says which play.

    Of a player who played a deal more than once, only one play counts.
    """
    found: dict[object, dict[object, list[PlayedDeal]]] = {}
    for deal in deals:
        found.setdefault(deal.same_deal, {}).setdefault(deal.player or deal.at_table, []).append(deal)
    return [tuple(select_play(plays) for plays in players.values()) for players in found.values()]
