"""How far a learner has come with an assignment, told from their answers alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from math import inf

from tutor.quizzes.exercise import Grade
from tutor.study.classroom.assigned_work import PLAYED, Counts, QuestionCount
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.given_answer import GivenAnswer


class ProgressState(Enum):
    """How far work has come."""

    NOT_BEGUN = "not begun"
    BEGUN = "begun"
    DONE = "done"

    __hash__ = object.__hash__


_FIGURES = re.compile(r"(?:(\d(?:[♠♥♦♣]| NT))?.*: |Took )(\d+)")
"""What `PlayedDeal.brief` begins with."""


@dataclass(frozen=True, slots=True)
class HandResult:
    """A hand that was played to its end: the number of its match, and the result in a few words."""

    match: int
    words: str

    @property
    def figures(self) -> str:
        """The bid and the tricks alone, where there is little room: `4♥ 10`, `8`. Empty if there are none in it."""
        found = _FIGURES.match(self.words)
        return " ".join(filter(None, found.groups())) if found else ""

    @classmethod
    def of(cls, counted: Collection[GivenAnswer]) -> HandResult | None:
        """The hand among the answers that count, if there is one."""
        ends = (given.answer for given in counted if given.answer.topic == PLAYED and given.answer.item.isdecimal())
        return next((cls(int(answer.item), answer.given) for answer in ends), None)


@dataclass(frozen=True, slots=True)
class Progress:
    """How much is `done` `of` all that was asked, and how much of it `right`, in the attempt that counts.

    `attempts` is how many were begun. `passed` is None where there is no pass mark. `late` says that what counts was
    not all given by the due date; `last_at` is the moment of the last answer of all. `hand` is the hand that counts,
    and `attempt` the number of the attempt that counts, where it is one.
    """

    done: int
    of: int
    right: int
    attempts: int
    passed: bool | None
    late: bool
    last_at: datetime | None
    state: ProgressState
    hand: HandResult | None = None
    attempt: int | None = None

    @property
    def is_done(self) -> bool:
        return self.state is ProgressState.DONE

    @classmethod
    def with_answers(cls, assignment: Assignment, count: QuestionCount, given: Sequence[GivenAnswer]) -> Progress:
        """How far a learner is who gave these answers to an assignment of so many questions.

        What counts is for the kind of the work to say. Questions on which the author contradicts himself do not count
        towards the pass mark.
        """
        spec, questions = assignment.spec, count.of(given)
        attempts = assignment.work.counted(given, spec.tries, spec.counts)
        counted = _counting(list(attempts.values()), spec.counts, questions)
        number = next((number for number, those in attempts.items() if those is counted), None)
        done, right = min(len(counted), questions), min(_right(counted), questions)
        marked = questions - min(sum(_grade(answer) is Grade.UNDECIDED for answer in counted), questions)
        state = ProgressState.BEGUN if given else ProgressState.NOT_BEGUN
        if counted and done == questions:
            state = ProgressState.DONE
        return cls(
            done=done,
            of=questions,
            right=right,
            attempts=len({answer.answer.attempt for answer in given}),
            passed=None
            if spec.pass_mark is None
            else state is ProgressState.DONE and right * 100 >= spec.pass_mark * marked,
            late=spec.due_at is not None and any(answer.at > spec.due_at for answer in counted),
            last_at=max((answer.at for answer in given), default=None),
            state=state,
            hand=HandResult.of(counted),
            attempt=number,
        )


def _counting(attempts: Sequence[Sequence[GivenAnswer]], counts: Counts, questions: int) -> Sequence[GivenAnswer]:
    """The attempt that counts. The first and the latest are among those that are finished, if any is."""
    if not attempts:
        return ()
    if counts is Counts.BEST:
        return max(attempts, key=lambda attempt: _worth(attempt, questions))
    finished = [attempt for attempt in attempts if len(attempt) >= questions] or attempts
    in_order = sorted(finished, key=lambda attempt: min((answer.id for answer in attempt), default=0))
    return in_order[0] if counts is Counts.FIRST else in_order[-1]


def _worth(attempt: Collection[GivenAnswer], questions: int) -> tuple[bool, int, int, float]:
    """What the best attempt has most of: finished before unfinished, right answers, answers, the score of a hand."""
    score = max((-inf if answer.score is None else answer.score for answer in attempt), default=-inf)
    return len(attempt) >= questions, _right(attempt), len(attempt), score


def _right(answers: Collection[GivenAnswer]) -> int:
    return sum(_grade(answer).is_right for answer in answers)


def _grade(answer: GivenAnswer) -> Grade:
    return Grade(answer.answer.shade)
