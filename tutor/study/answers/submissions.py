"""The one way of every answer: its exercise is resolved, shown, marked, and the answer recorded.

A page, a result brought from home and a look back all go it: `ref.resolve(content)` finds the exercise, `marked` says
what an answer to it is worth, as it is kept, and `Submissions.submit` keeps what a form sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tutor.errors import Malformed
from tutor.library.moved import Moved
from tutor.quizzes.exercise import Exercise, ExerciseVerdict
from tutor.quizzes.reference import ExerciseRef
from tutor.study.answers.answer import Answer, AnsweredBefore
from tutor.study.answers.marking import answer_to
from tutor.study.classroom.assignments import Assignment, Assignments
from tutor.study.study import Study

MOST_HINTS = 3
LESSON = "lesson"
"""The topic of the questions that lessons ask."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What was sent: an answer, or that a stage of hint is wanted.

    What is sent twice under one `idempotency_key` is kept once. One for an attempt at an assignment names both.
    """

    given: str = ""
    hint: int | None = None
    idempotency_key: str = ""
    assignment: int | None = None
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a submission: it was recorded, or only a hint was shown, or it was refused, for this reason.

    Where an answer `stands` that was recorded before, the `verdict` on the one that was sent now was not recorded.
    """

    verdict: ExerciseVerdict | None = None
    stands: ExerciseVerdict | None = None
    refused: str = ""

    @property
    def is_hint(self) -> bool:
        """Whether nothing was answered."""
        return self.verdict is None and not self.refused

    @property
    def is_recorded(self) -> bool:
        """Whether the answer was recorded, now or when it was sent before."""
        return self.verdict is not None and self.stands is None

    @property
    def note(self) -> str:
        """The message when an answer was not recorded, because another counts."""
        if self.verdict is None or self.stands is None:
            return ""
        return not_recorded(self.stands.given.label, self.verdict.given.label)


def not_recorded(stands: str, sent: str) -> str:
    """The message when an answer was not recorded, because another counts. Both are in words."""
    if stands == sent:
        return f"Your answer ‘{stands}’ was already saved."
    return f"You have already answered ‘{stands}’, and that answer counts. Your new answer ‘{sent}’ was not saved."


class Submissions:
    """What a learner answers, each answer for the open work that asks for it."""

    def __init__(self, study: Study, assignments: Assignments, moved: Moved | None = None) -> None:
        """`moved` says by which names questions once went: work that was assigned may still have these."""
        self._study, self._assignments, self._moved = study, assignments, moved or Moved()

    @cached_property
    def open_work(self) -> Sequence[Assignment]:
        """The work that the learner can do."""
        now = self._study.now
        return [one for one in self._assignments.all_of_learner(self._study.learner) if one.accepts_work(now)]

    def hints(self, ref: ExerciseRef) -> int:
        """How many stages of hint have been shown of an exercise."""
        return self._study.hints.stage(ref.topic, ref.key)

    def may_hint(self, ref: ExerciseRef) -> bool:
        """Whether there are hints: not where open work asks the question, and holds its results back."""
        asking = self._asked_by(Answer(ref.topic, ref.key, "", "", ""))
        return asking is None or asking.shows_results(self._study.now)

    def standing(self, topic: str, beginning: str) -> Mapping[str, Answer]:
        """The latest answers to exercises whose keys begin so: open work asks afresh what was answered before it."""
        return self._not_afresh(self._brought(self._study.answers.latest, topic, beginning))

    def counted(self, topic: str, beginning: str) -> Mapping[str, Answer]:
        """The same, but a right answer stays when a later one is wrong."""
        return self._not_afresh(self._brought(self._study.answers.counted, topic, beginning))

    def _not_afresh(self, found: Mapping[str, Answer]) -> Mapping[str, Answer]:
        return {key: answer for key, answer in found.items() if self._work_of(answer) in (None, answer.assignment)}

    def _brought(
        self, read: Callable[[str, str], Mapping[str, Answer]], topic: str, beginning: str
    ) -> Mapping[str, Answer]:
        """The answers to exercises whose keys begin so, or once began otherwise."""
        latest = dict(read(topic, beginning))
        lesson, stroke, _ = beginning.partition("/")
        for was in self._moved.came_from(lesson) if stroke and topic == LESSON else ():
            before = self._moved.brought(read(topic, f"{was}/"))
            latest |= {key: one for key, one in before.items() if key.startswith(beginning) and key not in latest}
        return latest

    def submit(
        self,
        ref: ExerciseRef,
        exercise: Exercise,
        sent: Submission,
        *,
        may_hint: bool | None = None,
        stands: Answer | None = None,
    ) -> Outcome:
        """Records an answer with its mark, for the work that asks for it; or shows a hint. Raises `AnsweredBefore`.

        That is raised where the form has sent an answer to another question before. Nothing is recorded beside an
        answer that `stands` already.
        """
        if sent.hint is not None:
            if self.may_hint(ref) if may_hint is None else may_hint:
                self._study.hints.take(ref.topic, ref.key, min(max(sent.hint, 1), self.hints(ref) + 1, MOST_HINTS))
            return Outcome()
        try:
            verdict = exercise.mark(sent.given)
        except Malformed as error:
            return Outcome(refused=str(error))
        if stands is not None:
            is_same = stands.given == verdict.given.key
            return Outcome(verdict, stands=None if is_same else exercise.mark(stands.given))
        try:
            self.record(answer_to(ref, exercise, verdict), sent)
        except AnsweredBefore as error:
            if (error.stands.topic, error.stands.item) != (ref.topic, ref.key):
                raise
            return Outcome(verdict, stands=exercise.mark(error.stands.given))
        return Outcome(verdict)

    def record(self, answer: Answer, sent: Submission) -> None:
        """Records an answer that is marked, for the work that asks for it. Raises `AnsweredBefore`."""
        assignment = self._work_of(answer) if sent.assignment is None else sent.assignment
        self._study.answers.record(replace(answer, assignment=assignment, attempt=sent.attempt), sent.idempotency_key)

    def _asked_by(self, answer: Answer) -> Assignment | None:
        """The first of the work that asks for an answer given anywhere in the tutor."""
        lesson, stroke, name = answer.item.partition("/")
        former = self._moved.came_from(lesson) if stroke and answer.topic == LESSON else ()
        names = [answer, *(replace(answer, item=f"{was}/{name}") for was in former if was in self._moved.lessons)]
        return next((work for work in self.open_work if any(map(work.asks_for, names))), None)

    def _work_of(self, answer: Answer) -> int | None:
        asking = self._asked_by(answer)
        return asking.id if asking else None
