"""How a learner stands with work that was set, told from his answers alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from tutor.library.catalogue import Library
from tutor.library.lessons import Courses
from tutor.quizzes.exercise import Grade
from tutor.study.classroom.assignments import Assignment, GivenAnswer
from tutor.study.classroom.work import PLAYED, READ, DrillWork, HandWork, LessonWork, ReplayWork, TextWork, Work


class ProgressState(Enum):
    """How far work has come."""

    NOT_BEGUN = "not begun"
    BEGUN = "begun"
    DONE = "done"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Progress:
    """How much is `done` `of` all that was asked, and how much of it `right`; of several attempts the best counts.

    `attempts` is how many were begun. `passed` is None where there is no pass mark. `late` says that what counts was
    not all given by the due date; `last_at` is the moment of the last answer of all.
    """

    done: int
    of: int
    right: int
    attempts: int
    passed: bool | None
    late: bool
    last_at: datetime | None
    state: ProgressState

    @property
    def is_done(self) -> bool:
        return self.state is ProgressState.DONE


def standing(work_of: int, assignment: Assignment, learner: int, given: Sequence[GivenAnswer]) -> Progress:
    """How a learner stands with work of so many questions (1 for a hand and for a text), by the answers to it.

    `given` may hold other learners’ answers. A drill is taken by attempts. Questions of a lesson and of a replay may be
    answered again one by one: so often as there are tries, and the best answer to each counts. Questions on which the
    author contradicts himself are left out of the reckoning of the pass mark.
    """
    his = [one for one in given if one.learner == learner]
    attempts = _attempts(assignment, his)
    counted = max(attempts.values(), key=lambda one: _worth(one, work_of), default=())
    done = min(len(counted), work_of)
    right = min(sum(_shade(one).is_right for one in counted), work_of)
    state = (
        ProgressState.NOT_BEGUN
        if not his
        else ProgressState.DONE
        if counted and done == work_of
        else ProgressState.BEGUN
    )
    mark, due = assignment.draft.pass_mark, assignment.draft.due_at
    marked = work_of - min(sum(_shade(one) is Grade.UNDECIDED for one in counted), work_of)
    return Progress(
        done=done,
        of=work_of,
        right=right,
        attempts=len({one.answer.attempt for one in his}),
        passed=None if mark is None else state is ProgressState.DONE and right * 100 >= mark * marked,
        late=due is not None and any(one.at > due for one in counted),
        last_at=max((one.at for one in his), default=None),
        state=state,
    )


def questions_of(work: Work, library: Library, courses: Courses) -> int:
    """How many questions work has; 1 where there is nothing to count. Raises `Unknown` for a lesson or a game."""
    if isinstance(work, DrillWork):
        return work.questions
    if isinstance(work, ReplayWork):
        return len(library.game(work.game).decisions)
    if isinstance(work, LessonWork) and work.own is None:
        return len(courses.lesson(work.lesson).questions)
    return 1


def _attempts(assignment: Assignment, given: Sequence[GivenAnswer]) -> Mapping[int | None, Collection[GivenAnswer]]:
    """The answers that count of each attempt."""
    work = assignment.work
    if isinstance(work, LessonWork | ReplayWork):
        return {None: _best_by_item(given, assignment.draft.tries)}
    attempts: dict[int | None, list[GivenAnswer]] = {}
    for one in given:
        if isinstance(work, DrillWork) or one.answer.topic == _ENDS[type(work)]:
            attempts.setdefault(one.answer.attempt, []).append(one)
    return attempts


_ENDS: Mapping[type, str] = {HandWork: PLAYED, TextWork: READ}
"""The topic of the one answer by which a hand or a text is done."""


def _best_by_item(given: Sequence[GivenAnswer], tries: int | None) -> Collection[GivenAnswer]:
    """The best answer to each question, the first of as good ones, among so many as count."""
    of_item: dict[str, list[GivenAnswer]] = {}
    for one in given:
        of_item.setdefault(one.answer.item, []).append(one)
    return [max(those[:tries], key=lambda one: _shade(one).is_right) for those in of_item.values()]


def _worth(attempt: Collection[GivenAnswer], work_of: int) -> tuple[bool, int, int]:
    return len(attempt) >= work_of, sum(_shade(one).is_right for one in attempt), len(attempt)


def _shade(given: GivenAnswer) -> Grade:
    return Grade(given.answer.shade)
