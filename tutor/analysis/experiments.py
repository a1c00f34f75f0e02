"""Chances tried out: the unseen cards dealt many times over by a seed, and what came of it in batches."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from random import Random

from tutor.analysis.odds import Event, Odds, outcomes

BATCHES = 10
"""Into how many batches the deals of an experiment are parted."""
RAREST = Fraction(1, 100)
"""How rare deals may be that are as was known, so that enough of them are dealt in a second."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """An author’s odds tried out: in how many deals of each batch it happened. All batches are of one size."""

    odds: Odds
    seed: int
    size: int
    batches: tuple[int, ...]

    @property
    def deals(self) -> int:
        """How many deals there were that are as was known."""
        return self.size * len(self.batches)

    @property
    def times(self) -> int:
        """In how many of them it happened."""
        return sum(self.batches)

    @property
    def share(self) -> Fraction:
        """In what part of them it happened."""
        return Fraction(self.times, self.deals)


def tried(odds: Odds, seed: int, deals: int) -> Experiment:
    """The odds tried out: the same for everybody by the seed. Raises `Malformed` for an event that is none."""
    event = odds.reckoning.event
    if event is None:
        raise ValueError(f"the odds {odds.id} have no event")
    size = deals // BATCHES
    came = (outcome for outcome in outcomes(event, Random(f"{seed}/{odds.id}")) if outcome is not None)
    return Experiment(odds, seed, size, tuple(sum(islice(came, size)) for _ in range(BATCHES)))


def is_common_enough(event: Event) -> bool:
    """Whether deals as was known come often enough to be dealt by the thousand."""
    return not event.given or Event(event.hands, event.kinds, event.given).chance() >= RAREST


def in_a_hundred(chance: Fraction) -> str:
    """How often something happens in a hundred deals: `56.1`, `50`, `1.74`."""
    times = float(100 * chance)
    return f"{times:.2g}" if 0 < times < 1 else f"{times:.1f}".removesuffix(".0")
