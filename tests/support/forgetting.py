"""Learners who are made up: they forget by curves of their own, which the model of memory does not know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import exp, inf
from random import Random
from types import MappingProxyType

from tutor.study.review.knowledge import Knowledge
from tutor.study.review.memory import Memory, RecallRating, Review, changes

BEGAN = datetime(2026, 1, 1, 9, tzinfo=UTC)
DAY = timedelta(days=1)
SETTLED = 20
"""After so many days of answers a learner is known."""


@dataclass(frozen=True)
class Nature:
    """How a learner forgets.

    After a first right answer an item is recalled nine times in ten for `strength` days. Each right answer makes that
    `growth` times as long, each wrong one leaves `kept` of it. `decay` is the power of time by which recall falls,
    infinite for an exponential; `guess` is right by chance. Items differ by `spread`, a standard deviation.
    """

    strength: float
    growth: float
    kept: float
    decay: float
    guess: float = 0.0
    spread: float = 0.4

    def recall(self, strength: float, days: float) -> float:
        if self.decay == inf:
            left: float = 0.9 ** (days / strength)
        else:
            left = (1 + (0.9 ** (-1 / self.decay) - 1) * days / strength) ** -self.decay
        return self.guess + (1 - self.guess) * left


NATURES = MappingProxyType(
    {
        "forgets as the model says": Nature(2.3, 2.6, 0.3, 0.1542, spread=0.3),
        "forgets at once, exponentially": Nature(0.7, 2.2, 0.3, inf),
        "forgets exponentially": Nature(2, 2.5, 0.3, inf),
        "hardly forgets": Nature(8, 3, 0.4, inf),
        "forgets by another power": Nature(1, 2.2, 0.3, 0.5),
        "forgets exponentially and guesses": Nature(1.2, 2.2, 0.3, inf, 0.25),
        "forgets by a power and guesses": Nature(1, 1.8, 0.2, 0.3, 0.2, 0.6),
    }
)


@dataclass
class Pupil:
    """A learner of a nature, who answers most of what is due each day, and what was wrong again until it is right.

    `told` are pairs of what was foretold and what came; `truths` of what is shown of an item and what is true of it.
    """

    nature: Nature
    random: Random
    memories: dict[str, Memory] = field(default_factory=dict)
    strengths: dict[str, float] = field(default_factory=dict)
    missed: set[str] = field(default_factory=set)
    reviews: list[Review] = field(default_factory=list)
    told: list[tuple[float, float]] = field(default_factory=list)
    believed: list[tuple[float, float]] = field(default_factory=list)
    truths: list[tuple[float, float]] = field(default_factory=list)

    def study(self, days: int, new: int = 4, items: int = 200) -> None:
        for day in range(days):
            now = BEGAN + day * DAY
            known = Knowledge.of(self.memories, frozenset(self.missed), self.reviews)
            due = [item for item, memory in self.memories.items() if memory.due <= now + DAY / 2]
            met = len(self.memories)
            fresh = [f"item-{number}" for number in range(met, min(met + new, items))]
            asked = [item for item in due if self.random.random() < 0.75][:40]
            for place, item in enumerate((*asked, *fresh)):
                moment = now + place * timedelta(seconds=40)
                self._met(item, moment, known if day >= SETTLED else None)
            if day % 10 == 9 and day > SETTLED:
                self._look(known, now + 1.5 * DAY)

    def _met(self, item: str, moment: datetime, known: Knowledge | None) -> None:
        """Asks an item, and again ten minutes later while it is wrong, but not for ever."""
        for _ in range(3):
            is_right = self._answer(item, moment, known)
            if is_right:
                return
            moment, known = moment + timedelta(minutes=10), None

    def _answer(self, item: str, moment: datetime, known: Knowledge | None) -> bool:
        before = self.memories.get(item)
        if before is None:
            is_right = self.random.random() < 0.5
            self.strengths[item] = (
                self.nature.strength * exp(self.random.gauss(0, self.nature.spread)) * (1 if is_right else 0.4)
            )
        else:
            days = (moment - before.last_review) / DAY
            is_right = self.random.random() < self.nature.recall(self.strengths[item], days)
            if known is not None and days >= 1 and item in known.memories:
                self.told.append((known.recall(item, moment), is_right))
                self.believed.append((before.recall(moment), is_right))
            self.strengths[item] = self._after(self.strengths[item], days, is_right=is_right)
        given = RecallRating.GOOD if is_right else RecallRating.AGAIN
        ((memory, review),) = changes(self.memories, len(self.reviews), [item], given, moment)
        self.memories[item] = memory
        self.reviews.append(review)
        (self.missed.discard if is_right else self.missed.add)(item)
        return is_right

    def _after(self, strength: float, days: float, *, is_right: bool) -> float:
        if days < 0.5:
            return strength * (1.1 if is_right else 0.9)
        return strength * self.nature.growth if is_right else max(0.2, strength * self.nature.kept)

    def _look(self, known: Knowledge, moment: datetime) -> None:
        """What the map shows of every item that was known when it was drawn, and what is true."""
        for item, memory in self.memories.items():
            if item in known.memories and known.memories[item] is memory:
                days = (moment - memory.last_review) / DAY
                self.truths.append((known.recall(item, moment), self.nature.recall(self.strengths[item], days)))


def misjudged(pairs: Iterable[tuple[float, float]], least: float = 0.05) -> Mapping[int, float]:
    """By how much each tenth that has at least such a part of the predictions was foretold too high, on the mean."""
    tenths: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for pair in pairs:
        tenths[min(9, int(pair[0] * 10))].append(pair)
    whole = sum(map(len, tenths.values()))
    return {
        tenth: sum(told - true for told, true in found) / len(found)
        for tenth, found in sorted(tenths.items())
        if len(found) >= least * whole
    }
