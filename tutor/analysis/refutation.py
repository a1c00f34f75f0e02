"""What a wrong card costs, shown: a layout of the hidden cards on which another card takes more, played out both ways.

Layouts are given from outside, and the seat could think of each. On them the refuted card and the other cards are
compared double dummy. The layout with the greatest difference is played to the trick in which the difference has
come out: from there both ways bring the same tricks. If none makes a difference, there is no refutation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from tutor.analysis.double_dummy import best_cards, most_tricks
from tutor.analysis.natural import ordered
from tutor.cards import Card, Hand
from tutor.play import Play, Trick
from tutor.seats import BySeat, Seat, Side
from tutor.view import View

BATCH = 10
"""How many layouts are solved together: the search ends with the first batch in which the card fails."""
PLAYED_OUT = 4
"""How many of the layouts that make the greatest difference are played out, for one to be chosen."""
SHORT = 5
"""So many tricks are soon gone through: a greater difference is preferred to fewer of them, and not to more."""


@dataclass(frozen=True)
class Line:
    """A card with those that follow it, everybody playing as well as with open hands.

    `start` is the position in which it is played; `brings` the tricks that its side takes from there to the end.
    """

    start: Play
    cards: tuple[Card, ...]
    brings: int

    @property
    def card(self) -> Card:
        return self.cards[0]

    @cached_property
    def plays(self) -> tuple[Play, ...]:
        """The position before the first card, and after each."""
        plays = [self.start]
        for card in self.cards:
            plays.append(plays[-1].after(card))
        return tuple(plays)

    @property
    def end(self) -> Play:
        """The position after the last card."""
        return self.plays[-1]

    @property
    def tricks(self) -> int:
        """How many tricks have been completed."""
        return len(self.end.tricks) - len(self.start.tricks)

    @property
    def won(self) -> int:
        """How many of them the side has taken."""
        side = self.start.to_play.side
        return self.end.won[side] - self.start.won[side]


@dataclass(frozen=True, slots=True)
class Refutation:
    """A card that fails on a layout, and the card that does better there, both played to the end of the same trick.

    Of so many `layouts` that were weighed it `fails` on some, and does better than the other on others, its `gains`.
    """

    wrong: Line
    better: Line
    layouts: int
    fails: int
    gains: int

    @property
    def start(self) -> Play:
        """The position in which the card is played, on the layout."""
        return self.wrong.start

    @property
    def side(self) -> Side:
        """Whose card it is."""
        return self.start.to_play.side

    @property
    def cost(self) -> int:
        """How many tricks it costs there."""
        return self.better.brings - self.wrong.brings

    @property
    def tricks(self) -> int:
        """How many tricks it takes to show it."""
        return self.wrong.tricks


def position(view: View, layout: BySeat[Hand]) -> Play:
    """The present play on a view, with the hands of a layout. If no trick has begun, the next card is a lead."""
    if view.trick is not None:
        return Play(layout, view.trumps, view.trick, view.tricks)
    trumps = view.declaration.trumps if view.declaration else None
    return Play(layout, trumps, Trick(view.leader or view.dealer.left))


def refute(
    view: View, wrong: Card, advised: Sequence[Card], layouts: Iterable[BySeat[Hand]], batch: int = BATCH
) -> Refutation | None:
    """A layout on which a card takes fewer tricks than one of those advised; None where it does on none of them.

    Of the first batch with any that layout is chosen on which it is soon seen, then that on which the card costs most.
    The hands are whole, and the cards lawful.
    """
    rest, weighed = iter(layouts), list[_Weighed]()
    while starts := [position(view, layout) for layout in islice(rest, batch)]:
        weighed += _weigh(starts, wrong, advised)
        costs = [one.cost for one in weighed]
        if max(costs) <= 0:
            continue
        fails = sorted((one for one in weighed if one.cost > 0), key=lambda one: -one.cost)
        wrong_line, better = _soonest(fails[:PLAYED_OUT], wrong, view.dummy_seat)
        return Refutation(wrong_line, better, len(weighed), len(fails), sum(cost < 0 for cost in costs))
    return None


# ---- weighing ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A position with what a card brings there, and what the best of those advised does."""

    start: Play
    brings: int
    better: Card
    better_brings: int

    @property
    def cost(self) -> int:
        return self.better_brings - self.brings


def _weigh(starts: Sequence[Play], wrong: Card, advised: Sequence[Card]) -> Iterator[_Weighed]:
    cards = (wrong, *advised)
    after = [start.after(card) for start in starts for card in cards]
    found = iter(_rest(after, starts, len(cards)))
    for start in starts:
        own, *others = (next(found) for _ in cards)
        best = max(others)
        yield _Weighed(start, own, advised[others.index(best)], best)


def _rest(after: Sequence[Play], starts: Sequence[Play], cards: int) -> Iterator[int]:
    """What the side that played takes from each start, for the positions after so many cards of each."""
    for number, (play, most) in enumerate(zip(after, most_tricks(after), strict=True)):
        start = starts[number // cards]
        side = start.to_play.side
        taken = play.won[side] - start.won[side]
        left = len(start.hands[start.to_play]) - (len(play.tricks) - len(start.tricks))
        yield taken + (most if play.to_play.side is side else left - most)


# ---- playing out -------------------------------------------------------------------------------------------------


def _soonest(fails: Sequence[_Weighed], wrong: Card, dummy: Seat | None) -> tuple[Line, Line]:
    """The lines of the position in which it is soonest seen what a card costs; where soon enough, of the dearest."""
    chosen: tuple[Line, Line] | None = None
    for weighed in fails:
        within = chosen[0].tricks - 1 if chosen else len(weighed.start.hands[weighed.start.to_play])
        chosen = _lines(weighed, wrong, dummy, within) or chosen
        if chosen and chosen[0].tricks <= SHORT:
            break
    assert chosen is not None, "the first has no limit"  # noqa: S101
    return chosen


def _lines(weighed: _Weighed, wrong: Card, dummy: Seat | None, within: int) -> tuple[Line, Line] | None:
    """The card and the better one, each played on to the first trick by which the whole difference has come out.

    None where that takes more than so many tricks.
    """
    start, side = weighed.start, weighed.start.to_play.side
    plays = [start.after(wrong), start.after(weighed.better)]
    for number in range(1, within + 1):
        plays = [_played_to(play, len(start.tricks) + number, dummy) for play in plays]
        one, other = (play.won[side] for play in plays)
        if other - one == weighed.cost:
            cards = (tuple(played.card for played in play.played())[_played(start) :] for play in plays)
            return Line(start, next(cards), weighed.brings), Line(start, next(cards), weighed.better_brings)
    return None


def _played_to(play: Play, tricks: int, dummy: Seat | None) -> Play:
    """The play once so many tricks are complete."""
    while len(play.tricks) < tricks:
        play = play.after(_best(play, dummy))
    return play


def _best(play: Play, dummy: Seat | None) -> Card:
    """The most natural of the cards that bring the most."""
    lawful = ordered(play, dummy)
    if len(lawful) == 1:
        return lawful[0]
    best = best_cards(play)
    return next(card for card in lawful if card in best)


def _played(play: Play) -> int:
    return sum(1 for _ in play.played())
