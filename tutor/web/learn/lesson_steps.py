"""A lesson step by step: one idea and one act at a time, with a summary at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from tutor.library.lesson_blocks import Block, HandsBlock, ProseBlock
from tutor.quizzes.exercise import AnswerForm, Exercise, ExerciseVerdict, Grade

MOST_RULES = 2
"""How many rules a lesson’s summary repeats."""


class Asked(Protocol):
    """A question of a lesson in its present state."""

    @property
    def code(self) -> str: ...

    @property
    def exercise(self) -> Exercise: ...

    @property
    def told(self) -> ExerciseVerdict | None: ...

    @property
    def kept(self) -> str: ...

    @property
    def was_right(self) -> bool: ...

    @property
    def waits(self) -> bool: ...


class Shown(Protocol):
    """A block of a lesson as it is drawn."""

    @property
    def kind(self) -> str: ...

    @property
    def block(self) -> Block: ...

    @property
    def put(self) -> Asked | None: ...


@dataclass(frozen=True, slots=True)
class Step:
    """The blocks before a question, the question, and the blocks `after` its answer.

    The last step has no question.
    """

    number: int
    blocks: Sequence[Shown]
    put: Asked | None
    after: Sequence[Shown] = ()

    @property
    def said(self) -> Sequence[Shown]:
        """The blocks that are read."""
        return [one for one in self.blocks if not _is_picture(one.block)]

    @property
    def drawn(self) -> Sequence[Shown]:
        """The blocks that are looked at."""
        return [one for one in self.blocks if _is_picture(one.block)]

    @property
    def has_picture(self) -> bool:
        """Whether there is something to look at beside the words."""
        exercise = self.put.exercise if self.put else None
        if exercise is None:
            return bool(self.drawn)
        is_table = exercise.view is not None or exercise.form is AnswerForm.DEAL
        return bool(self.drawn) or is_table or _is_picture(exercise.shows)

    @property
    def state(self) -> str:
        """Whether its question is right, wrong or answered. Empty without a question, or while it waits."""
        if self.put is None or self.put.waits:
            return ""
        if self.put.told is None:
            return "answered"
        return "right" if self.put.told.grade.is_right or self.put.was_right else "wrong"


def _is_picture(block: object) -> bool:
    """Whether it shows hands beside the words. A few cards of one suit stand within the words."""
    return isinstance(block, HandsBlock) and not block.cards


def steps_of(blocks: Iterable[Shown]) -> list[Step]:
    """The steps of a lesson; the last is its end."""
    return list(_steps(blocks))


def _steps(blocks: Iterable[Shown]) -> Iterator[Step]:
    number, before, between = 1, list[Shown](), list[Shown]()
    asked: Asked | None = None
    for block in blocks:
        if block.put is None:
            between.append(block)
            continue
        if asked is None:
            before = between
        else:
            after, following = _parted(between)
            yield Step(number, before, asked, after)
            number, before = number + 1, following
        asked, between = block.put, []
    if asked is None:
        yield Step(number, between, None)
        return
    yield Step(number, before, asked, between)
    yield Step(number + 1, [], None)


def _parted(between: Sequence[Shown]) -> tuple[list[Shown], list[Shown]]:
    """The blocks after one question, and those before the next, which begin with a heading.

    Hands right before a question belong to it.
    """
    for place, block in enumerate(between):
        if begins_part(block.block):
            return list(between[:place]), list(between[place:])
    end = len(between)
    while end and _is_picture(between[end - 1].block):
        end -= 1
    return list(between[:end]), list(between[end:])


def begins_part(block: Block) -> bool:
    """Whether it is text that begins with a heading."""
    return isinstance(block, ProseBlock) and block.markdown.lstrip().startswith("#")


@dataclass(frozen=True, slots=True)
class Walk:
    """A lesson at one of its steps: which steps are open, and what comes next.

    Trying again goes from each question that was missed to the next one.
    """

    steps: Sequence[Step]
    at: Step
    furthest: int
    tries_again: bool

    @classmethod
    def of(cls, steps: Sequence[Step], wanted: int | None, *, tries_again: bool = False) -> Walk:
        """At the step asked for, or the first that waits for an answer, but never past one that waits."""
        furthest = next((step.number for step in steps if step.put and step.put.waits), len(steps))
        return cls(steps, steps[min(max(wanted or furthest, 1), furthest) - 1], furthest, tries_again)

    @classmethod
    def of_preview(cls, steps: Sequence[Step], wanted: int | None) -> Walk:
        """At the step asked for, or the first. No question has to be answered, so every step is open."""
        return cls(steps, steps[min(max(wanted or 1, 1), len(steps)) - 1], len(steps), tries_again=False)

    @property
    def following(self) -> Step | None:
        """The next step. None at the end, and while a question waits here that closes the steps after it."""
        if self.at is self.steps[-1] or self.at.number == self.furthest:
            return None
        further = self.steps[self.at.number :]
        if not self.tries_again:
            return further[0]
        return next((step for step in further if step.state == "wrong"), further[-1])

    @property
    def rules(self) -> Sequence[ExerciseVerdict]:
        """What to remember: the verdicts on the first questions that were missed."""
        told = (step.put.told for step in self.steps if step.put and step.put.told)
        return list(islice((verdict for verdict in told if verdict.grade is Grade.NOT_ADVISED), MOST_RULES))

    @property
    def is_held_back(self) -> bool:
        """Whether a teacher has not yet shown the results of some answers."""
        return any(step.state == "answered" for step in self.steps)

    @property
    def first_missed(self) -> Step | None:
        return next((step for step in self.steps if step.state == "wrong"), None)
