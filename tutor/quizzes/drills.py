"""Drills: so many questions on some items, the same for everybody who is given the same number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tutor.quizzes.exercise import Level

LARGEST_NUMBER = 1_000_000
"""Drills and the questions of items are numbered below it."""


@dataclass(frozen=True, slots=True)
class Put:
    """One question of a drill: by these three it is made again."""

    item: str
    number: int
    level: Level


@dataclass(frozen=True, slots=True)
class Set:
    """A set of questions on items, `seed` telling which; no item comes twice before every other has come once."""

    items: tuple[str, ...]
    questions: int
    seed: int
    level: Level = Level.BEGINNER

    def put(self) -> Sequence[Put]:
        """The questions, in order."""
        random = Random(f"{self.seed}/{self.level.value}/{','.join(self.items)}")
        order: list[str] = []
        while len(order) < self.questions:
            again = list(self.items)
            random.shuffle(again)
            order += again
        return tuple(Put(item, random.randrange(LARGEST_NUMBER), self.level) for item in order[: self.questions])
