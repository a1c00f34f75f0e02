"""Drills: a number of questions on some items, the same for everybody with the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tutor.quizzes.exercise import Level
from tutor.quizzes.items import ItemRef

LARGEST_NUMBER = 1_000_000
"""Drills and the questions of items are numbered below it."""
APART = 1009
"""How far apart the question numbers of two sets with successive seeds are. It is a prime.

Makers go through their material in turn as the numbers rise. So the questions of a set on one item differ for as long
as possible, and so do the first questions of sets with different seeds.
"""


@dataclass(frozen=True, slots=True)
class ExerciseSet:
    """A set of questions on items, chosen by `seed`. Every item comes once before any comes again.

    The questions on an item have numbers that follow each other.
    """

    items: tuple[str, ...]
    questions: int
    seed: int
    level: Level = Level.BEGINNER

    def refs(self) -> Sequence[ItemRef]:
        """The questions, in order."""
        named = ",".join(self.items)
        random = Random(f"{self.seed}/{self.level.value}/{named}")
        first = Random(f"{self.level.value}/{named}").randrange(LARGEST_NUMBER) + self.seed * APART
        order: list[tuple[str, int]] = []
        for turn in range(-(-self.questions // len(self.items))):
            again = [(item, (first + turn) % LARGEST_NUMBER) for item in self.items]
            random.shuffle(again)
            order += again
        return tuple(ItemRef(item, number, self.level) for item, number in order[: self.questions])
