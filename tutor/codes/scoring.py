"""The score of one deal and of a rubber, whatever the code: items under headings, games, the block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, Self

from tutor.auction import Declaration
from tutor.codes.laws import LawRef
from tutor.seats import BySeat, BySide, Seat, Side

Party = Side | Seat
"""A party with a column of the score: a side, or a seat where everybody plays alone."""


class Heading(Enum):
    """What points are scored for; at bridge only those for tricks count towards the game, at whist honours too.

    `CREDIT` is for tricks that another’s deal gave, which do not.
    """

    TRICKS = "tricks"
    CREDIT = "credit"
    HONOURS = "honours"
    CHICANE = "chicane"
    SLAM = "slam"
    PENALTY = "penalty"
    BONUS = "bonus"
    RUBBER = "rubber"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """How a deal ended: what was declared, the tricks each side took, the honours and the trumps dealt to each seat.

    Without trumps the honours are the aces and `trumps` is None.
    """

    declaration: Declaration
    tricks: BySide[int]
    honours: BySeat[int]
    trumps: BySeat[int] | None = None

    @property
    def winners(self) -> Side:
        """The side with more than six tricks."""
        return Side.NS if self.tricks.ns > 6 else Side.EW

    @property
    def odd_tricks(self) -> int:
        """The tricks that the winners took over six: one to seven."""
        return self.tricks[self.winners] - 6


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """Points scored: by whom, under which heading, for what, by which law."""

    party: Party
    heading: Heading
    points: int
    what: str
    law: LawRef


@dataclass(frozen=True, slots=True)
class DealScore:
    """All that both sides score on one deal; `marked` are points that whoever wins the rubber will add, by a law."""

    items: tuple[ScoreItem, ...]
    marked: int = 0
    marked_by: LawRef | None = None

    @property
    def laws(self) -> tuple[LawRef, ...]:
        """The laws by which the deal is scored, each once."""
        found = (*(item.law for item in self.items), *((self.marked_by,) if self.marked_by else ()))
        return tuple(dict.fromkeys(found))

    def points(self, party: Party, heading: Heading) -> int:
        return sum(item.points for item in self.items if item.party is party and item.heading is heading)

    def below(self, party: Party) -> int:
        """The points that count towards the game."""
        return self.points(party, Heading.TRICKS)

    def above(self, party: Party) -> int:
        """The points that do not: honours, chicane, slam, penalties."""
        return self.total(party) - self.below(party)

    def total(self, party: Party) -> int:
        return sum(item.points for item in self.items if item.party is party)


class ScoreSum(Enum):
    """A sum of a deal’s score that stands by itself on the sheet, by the headings that it sums."""

    BELOW = (Heading.TRICKS,)
    HONOURS = (Heading.HONOURS,)
    ABOVE = tuple(heading for heading in Heading if heading is not Heading.TRICKS)
    TOTAL = tuple(Heading)

    def items(self, deal: DealScore, party: Party) -> tuple[ScoreItem, ...]:
        """What makes up the figure."""
        return tuple(item for item in deal.items if item.party is party and item.heading in self.value)

    def of(self, deal: DealScore, party: Party) -> int:
        """The figure."""
        return sum(item.points for item in self.items(deal, party))

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class RubberRules:
    """What a code says of games and rubbers: points to a game, games to a rubber, points to its winners."""

    game: int
    games_to_win: int
    bonus: int


class Sheet(ABC):
    """The score of a rubber under way, a column for each party; each deal gives a new one.

    It keeps the items of every deal by the parties that have its columns.
    """

    counts: ClassVar[frozenset[Heading]] = frozenset([Heading.TRICKS])
    """What counts towards the game, and is written below the line."""
    deals: tuple[DealScore, ...]

    @property
    @abstractmethod
    def parties(self) -> tuple[Party, ...]:
        """The parties with a column."""

    @abstractmethod
    def after(self, deal: DealScore) -> Sheet:
        """The sheet with one more deal. Raises `ValueError` when the rubber is over."""

    @property
    @abstractmethod
    def winner(self) -> Party | None:
        """The winner of the rubber. None while it goes on."""

    @property
    def is_over(self) -> bool:
        """Whether no more is dealt."""
        return self.winner is not None

    @abstractmethod
    def stands_at(self, party: Party) -> int:
        """A party’s points towards the game in progress."""

    @abstractmethod
    def total(self, party: Party) -> int:
        """A party’s points of every kind, with those for the rubber when it is won."""

    def game_by_game(self) -> tuple[tuple[DealScore, ...], ...]:
        """The deals of each game, the last the game in progress; all of them where games are not kept apart."""
        return (self.deals,)

    def added(self, party: Party) -> int:
        """What is in a party’s total besides the points of the deals: those for games and for the rubber."""
        return self.total(party) - sum(deal.total(party) for deal in self.deals)

    def wins(self, party: Party) -> int:
        """What a party wins in all, or loses, when every two settle the difference (Foster, pp. 164–165)."""
        return sum(self.total(party) - self.total(other) for other in self.parties)


@dataclass(frozen=True, slots=True)
class Rubber(Sheet):
    """A rubber, with a column for each side, or for each player where everybody plays alone.

    The first to win the games that the rules ask for wins it. `rules.bonus` goes to the winner of the rubber,
    `game_bonus` to the winner of every game.
    """

    rules: RubberRules
    players: tuple[Party, ...] = tuple(Side)
    deals: tuple[DealScore, ...] = ()
    game_bonus: int = 0

    @property
    def parties(self) -> tuple[Party, ...]:
        """See `Sheet`."""
        return self.players

    def after(self, deal: DealScore) -> Self:
        """The rubber with one more deal. Raises `ValueError` when it is over."""
        if self.is_over:
            raise ValueError("the rubber is over: start another")
        return replace(self, deals=(*self.deals, deal))

    def game_by_game(self) -> tuple[tuple[DealScore, ...], ...]:
        """See `Sheet`; the last game is empty when it is about to begin."""
        games: list[tuple[DealScore, ...]] = []
        current: list[DealScore] = []
        made = dict.fromkeys(self.players, 0)
        for deal in self.deals:
            current.append(deal)
            for party in self.players:
                made[party] += deal.below(party)
            if max(made.values()) >= self.rules.game:
                games.append(tuple(current))
                current = []
                made = dict.fromkeys(self.players, 0)
        return (*games, tuple(current))

    def _winner_of(self, game: Sequence[DealScore]) -> Party | None:
        """The party with the points for tricks that make a game in these deals. None while nobody has them."""
        made = (party for party in self.players if sum(deal.below(party) for deal in game) >= self.rules.game)
        return next(made, None)

    def _winners(self) -> list[Party | None]:
        """The winner of each game. None for the one in progress."""
        return [self._winner_of(game) for game in self.game_by_game()]

    def won(self, party: Party) -> int:
        """How many games a party has won."""
        return self._winners().count(party)

    @property
    def winner(self) -> Party | None:
        """See `Sheet`."""
        winners = self._winners()
        return next((party for party in self.players if winners.count(party) == self.rules.games_to_win), None)

    def stands_at(self, party: Party) -> int:
        """See `Sheet`."""
        return sum(deal.below(party) for deal in self.game_by_game()[-1])

    def total(self, party: Party) -> int:
        """See `Sheet`; with the points for games."""
        rubber = self.rules.bonus + sum(deal.marked for deal in self.deals) if self.winner is party else 0
        return sum(deal.total(party) for deal in self.deals) + self.game_bonus * self.won(party) + rubber


def require_thirteen(tricks: BySide[int]) -> None:
    """Raises `ValueError` where the tricks of two sides are not those of a deal."""
    if sum(tricks) != 13 or min(tricks) < 0:
        raise ValueError(f"{tricks.ns} and {tricks.ew} tricks do not make thirteen")


def slam_items(outcome: DealOutcome, little: tuple[int, LawRef], grand: tuple[int, LawRef]) -> Iterator[ScoreItem]:
    """The slam that the winners have made, if it is one: what each kind counts, and by which law."""
    made = {6: ("little slam", *little), 7: ("grand slam", *grand)}.get(outcome.odd_tricks)
    if made:
        what, points, law = made
        yield ScoreItem(outcome.winners, Heading.SLAM, points, what, law)


def units(points: int, unit: int = 10) -> int:
    """The points in units of stake; half a unit or more counts as one (Hellespont, p. 55)."""
    whole, rest = divmod(abs(points), unit)
    rounded = whole + (2 * rest >= unit)
    return rounded if points >= 0 else -rounded


def void_seats(trumps: BySeat[int]) -> tuple[Seat, ...]:
    """The seats dealt no trump."""
    return tuple(seat for seat, held in trumps.items() if held == 0)


@dataclass(frozen=True, slots=True)
class Chicane:
    """What one side scores, or loses, because `seats` were dealt no trump: so many tricks’ value, in its words."""

    side: Side
    seats: tuple[Seat, ...]
    tricks: int

    @property
    def what(self) -> str:
        double = "double " if len(self.seats) == 2 else ""
        return f"{double}chicane, {' and '.join(seat.label for seat in self.seats)} having no trump"


def chicane_with_honours(trumps: BySeat[int], scores_honours: Callable[[Side], bool]) -> Iterator[Chicane]:
    """Chicane where it goes with the honours: added to those of its side, or taken from those of the adversaries.

    One hand without a trump is worth three honours, both hands of a side four, taken from the adversaries
    (Elwell, the laws of 1907, “Scoring”; Foster, law 9). They are taken only “if the adversaries score honours”: where
    neither side claims three honours there is nothing to take them from.
    """
    void = void_seats(trumps)
    for side in {seat.side: None for seat in void}:
        seats = tuple(seat for seat in void if seat.side is side)
        if len(seats) == 1 and scores_honours(side):
            yield Chicane(side, seats, 2)
        elif scores_honours(side.opponents):
            yield Chicane(side.opponents, seats, -4 if len(seats) == 2 else -2)


def honours_multiple(more: int, fewer: int) -> int:
    """By what the trick is multiplied when one hand holds `more` honours in trumps and its partner `fewer` (law 6)."""
    if more == 5:
        return 10
    if more == 4:
        return 8 + fewer
    return {5: 5, 4: 4, 3: 2}.get(more + fewer, 0)


def aces(held: list[int]) -> int:
    """What the aces of two partners count without trumps, fewer first."""
    return 100 if held[1] == 4 else {4: 40, 3: 30}.get(sum(held), 0)
