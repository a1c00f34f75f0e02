"""Drills: questions on some items, the same for everybody with the same seed; and which questions are different."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from tutor.quizzes.exercise import Exercise, Level
from tutor.quizzes.items import ExerciseBank, ItemRef

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


# ---- different questions ------------------------------------------------------------------------------------------

MOST_IN_VAIN = 24
"""After so many numbers that only repeat questions, an item is taken to have no other question."""


def content_of(exercise: Exercise) -> tuple[object, ...]:
    """What makes a question itself: its words, its cards and its answer, but not which wrong answers it offers."""
    right = next((choice.label for choice in exercise.choices if choice.key == exercise.answer), exercise.answer)
    return exercise.prompt, exercise.facts, str(exercise.shows), exercise.view, right


def different_questions(
    makers: ExerciseBank, items: Sequence[str], level: Level, *, each: int, least: int, first: Callable[[str], int]
) -> Sequence[ItemRef]:
    """Questions on items, no two of them alike: `each` on every item, or more where there are not yet `least`.

    There are fewer where the items have no more. `first` is the number from which the questions on an item are tried.
    """
    found: list[ItemRef] = []
    known: set[tuple[object, ...]] = set()
    numbers = {item: first(item) for item in items}
    turn = 0
    while numbers and (turn < each or len(found) < least):
        for item in tuple(numbers):
            if turn >= each and len(found) >= least:
                break
            for number in range(numbers[item], numbers[item] + MOST_IN_VAIN):
                content = content_of(makers.make(item, number, level))
                if content not in known:
                    known.add(content)
                    found.append(ItemRef(item, number, level))
                    numbers[item] = number + 1
                    break
            else:
                del numbers[item]
        turn += 1
    return found
