"""Rebuilding a lost play: one lawful play of 52 cards that meets every fact that the book gives.

Among the plays that fit, first those that with all hands open cost the fewest tricks which the author does not explain
(a card that he names, or a trick at which he says that somebody erred, costs nothing); among those the most natural
card at each turn. The search is depth first, and the same facts always give the same play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from tutor.analysis import double_dummy, natural
from tutor.analysis.claims import PlaysCard
from tutor.analysis.facts import Clause, errors
from tutor.cards import Card
from tutor.play import Play
from tutor.seats import Seat

STEPS = 60_000
"""How many cards are tried for a play that loses nothing before one that loses a trick is looked for."""

LATER_STEPS = 20_000
"""How many are tried under each budget of loss after that."""

FEWER_STEPS = 4_000
"""How many are tried for a play that bears out one more thing that the author supposes."""

MOST_LOSS = 13


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A deal about to be played: whose hand will be exposed, what is said of the play, and a book’s opening leads.

    `suppositions` are what the author says would have come of other cards: they choose among the plays that fit.
    """

    start: Play
    dummy: Seat | None
    clauses: tuple[Clause, ...]
    opening: tuple[Card, ...] = ()
    suppositions: tuple[PlaysCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A play that fits, and the tricks that it costs somebody beyond what the author explains."""

    play: Play
    loss: int


def fitting(puzzle: Puzzle, play: Play) -> list[Card]:
    """The cards that the seat to play may play and every clause still come true, as far as can be seen from here."""
    return [card for card in play.lawful() if all(clause.allows(play, card) for clause in puzzle.clauses)]


def rebuild(puzzle: Puzzle, told: Callable[[int, int], None] | None = None) -> Rebuilt | None:
    """The play that fits best, or None where none is found. `told` hears of each budget of loss and the cards tried."""
    for budget in range(MOST_LOSS + 1):
        search = _Search(replace(puzzle, suppositions=()), budget, most=LATER_STEPS if budget else STEPS)
        play = search.play_out(puzzle.start, budget)
        if told:
            told(budget, search.steps)
        if play is not None:
            best = _borne_out(puzzle, play, budget)
            return Rebuilt(best, loss_of(puzzle, best))
    return None


def _borne_out(puzzle: Puzzle, play: Play, budget: int) -> Play:
    """A play at the same cost that bears out as many of the author’s suppositions as can be had, in their order."""
    kept: tuple[PlaysCard, ...] = ()
    for supposition in puzzle.suppositions:
        search = _Search(replace(puzzle, suppositions=(*kept, supposition)), budget, STEPS - FEWER_STEPS)
        better = search.play_out(puzzle.start, budget)
        if better is not None:
            kept, play = (*kept, supposition), better
    return play


def can_be_met(puzzle: Puzzle, steps: int = STEPS) -> bool | None:
    """Whether some play meets every clause, whatever it costs; None where so many cards tried do not settle it."""
    if not _can_be_won(puzzle):
        return False
    search = _Search(replace(puzzle, suppositions=()), None, most=steps)
    if search.play_out(puzzle.start, 0) is not None:
        return True
    return None if search.has_given_up else False


def _can_be_won(puzzle: Puzzle) -> bool:
    """Whether the clauses leave some line of leaders and winners, before any card is looked at."""
    start = puzzle.start
    standing = {(start.trick.leader, start.won)}
    for trick in range(start.number, start.number + len(start.hands[start.trick.leader])):
        standing = {
            (winner, after)
            for leader, won in standing
            for winner in Seat
            for after in (won.with_(winner.side, won[winner.side] + 1),)
            if all(clause.lets(trick, leader, winner, after) for clause in puzzle.clauses)
        }
    return bool(standing)


def contradiction(puzzle: Puzzle, steps: int = STEPS) -> tuple[Clause, ...]:
    """A smallest set of clauses that no play meets: none can be left out of it and the others still be shown not to.

    Empty where all can be met, or where so many cards tried at each turn do not settle it.
    """
    if can_be_met(puzzle, steps) is not False:
        return ()
    needed = list(puzzle.clauses)
    for clause in puzzle.clauses:
        fewer = [one for one in needed if one is not clause]
        if can_be_met(replace(puzzle, clauses=tuple(fewer)), steps) is False:
            needed = fewer
    return tuple(needed)


def loss_of(puzzle: Puzzle, play: Play) -> int:
    """The tricks that the cards of a complete play cost from the start of a puzzle on, beyond what is explained."""
    explained = errors(puzzle.clauses)
    stand, loss = puzzle.start, 0
    for played in islice(play.played(), len(tuple(stand.played())), None):
        loss += _charge(stand, played.card, fitting(puzzle, stand), explained)
        stand = stand.after(played.card)
    return loss


def _charge(play: Play, card: Card, among: Sequence[Card], explained: frozenset[tuple[int, Seat]]) -> int:
    """What a card costs against the best of those that fit; nothing where the author owns the error."""
    if len(among) < 2 or (play.number, play.to_play) in explained:
        return 0
    brings = double_dummy.tricks_by_card(play)
    return max(brings[other] for other in among) - brings[card]


@dataclass(slots=True)
class _Search:
    """One search depth first, in the order of the natural cards, under a budget of loss (None for none)."""

    puzzle: Puzzle
    budget: int | None
    steps: int = 0
    most: int = STEPS
    _failed: dict[object, int] = field(default_factory=dict)

    @property
    def has_given_up(self) -> bool:
        """Whether it stopped before every play had been tried."""
        return self.steps > self.most

    def play_out(self, play: Play, budget: int) -> Play | None:
        """The whole play, from one in progress."""
        if play.is_over:
            return play
        state = self._state(play)
        if self._failed.get(state, -1) >= budget or self.has_given_up:
            return None
        if not all(supposition.may_hold(play) for supposition in self.puzzle.suppositions):
            self._failed[state] = budget
            return None
        among = fitting(self.puzzle, play)
        for card, left in self._choices(play, among, budget):
            self.steps += 1
            done = self.play_out(play.after(card), left)
            if done is not None:
                return done
        self._failed[state] = budget
        return None

    def _choices(self, play: Play, among: list[Card], budget: int) -> Iterator[tuple[Card, int]]:
        """The cards worth trying, each with the budget that it leaves."""
        explained = errors(self.puzzle.clauses)
        opening = () if play.tricks or play.trick.cards else self.puzzle.opening
        for card in natural.ordered(play, self.puzzle.dummy, opening):
            if card not in among:
                continue
            charge = 0 if self.budget is None else _charge(play, card, among, explained)
            if charge <= budget:
                yield card, budget - charge

    def _state(self, play: Play) -> object:
        """What decides whether a play can be finished: the cards left, who leads, the tally, and what was played."""
        calls = tuple(
            one.card for one in play.played() if any(_looks_back(clause, one.trick) for clause in self.puzzle.clauses)
        )
        return play.hands, play.trick, play.won, calls


def _looks_back(clause: Clause, trick: int) -> bool:
    return trick in clause.remembers
