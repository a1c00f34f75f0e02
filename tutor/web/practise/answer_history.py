"""Earlier answers, each with its question as it was asked, made again from what is saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flask import url_for
from flask_babel import gettext, lazy_gettext

from tutor.errors import TutorError
from tutor.library.lesson_blocks import HandsBlock
from tutor.library.moved import MovedQuestion
from tutor.quizzes.exercise import AnswerForm, Exercise, ExerciseVerdict
from tutor.quizzes.guided_play import DealAnswer
from tutor.quizzes.items import ItemRef
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.quizzes.kinds.games import TELL, DecisionRef
from tutor.quizzes.kinds.guided_deals import cards_in_order
from tutor.quizzes.kinds.lessons import LessonRef, Retired
from tutor.quizzes.kinds.tables import TableRef
from tutor.quizzes.reference import ExerciseRef, ref_of
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import verdict_on
from tutor.study.classroom.assigned_work import PLAYED, READ
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.web import formatting
from tutor.web.classroom.authored_content import lesson_of, shelf
from tutor.web.learn.games import Addresses
from tutor.web.learn.progress import TESTED_OUT
from tutor.web.learn.replay import Chair
from tutor.web.practise.exercises import ItemPlace, TableLayout, exercise_layout
from tutor.web.services import services

NO_LONGER = lazy_gettext("This question is no longer asked.")
GONE = lazy_gettext("This question is no longer in the tutor.")
_WITHOUT_QUESTION = {
    PLAYED: lazy_gettext("The hand, played to the end"),
    READ: lazy_gettext("The page, read"),
    TESTED_OUT: lazy_gettext("The lesson, tested out"),
}


@dataclass(frozen=True)
class AnsweredQuestion:
    """A question as it was asked: its prompt, its address, and its exercise if it can be made again."""

    prompt: str
    answer: Answer
    exercise: Exercise | None = None
    url: str = ""
    retired: MovedQuestion | None = None

    @property
    def note(self) -> str:
        """Says that the question is no longer asked, if so."""
        return str(NO_LONGER) if self.retired else ""

    @property
    def facts(self) -> Sequence[str]:
        return self.exercise.facts if self.exercise else ()

    @property
    def shows(self) -> HandsBlock | None:
        return self.exercise.shows if self.exercise else None

    @property
    def laid(self) -> TableLayout | None:
        """The cards on the table."""
        return exercise_layout(self.exercise)

    @cached_property
    def told(self) -> ExerciseVerdict | None:
        """The verdict on the answer by the tutor’s present content. None if there is none."""
        return verdict_on(self.exercise, self.answer) if self.exercise else None

    def words_of(self, given: str) -> str:
        """An answer in words."""
        if given == TELL.key:
            return gettext("answer shown")
        if self.retired:
            return self.retired.words_of(given)
        if self.exercise and self.exercise.form is not AnswerForm.NUMBER:
            with suppress(TutorError):
                return self.exercise.choice(given).label
        return _cards_in_words(given)


def _cards_in_words(given: str) -> str:
    """Cards as they are saved, in words. Any other answer is returned as it is."""
    try:
        return formatting.sentence(cards_in_order(DealAnswer.parse(given).cards)) or given
    except TutorError:
        return given


def answered_question(given: GivenAnswer) -> AnsweredQuestion:
    """The question of an answer, with its position."""
    answer = given.answer
    if answer.topic in _WITHOUT_QUESTION:
        return AnsweredQuestion(str(_WITHOUT_QUESTION[answer.topic]), answer)
    try:
        ref = ref_of(answer.topic, answer.item)
        if isinstance(ref, LessonRef):
            ref.now(shelf())
        exercise = ref.resolve(replace(shelf(), study=services().study.of(given.learner)))
        prompt = f"{exercise.occasion}: {exercise.prompt}" if exercise.occasion else exercise.prompt
        return AnsweredQuestion(prompt, answer, exercise, address_of_answer(ref, answer.given))
    except Retired as error:
        left = error.question
        return AnsweredQuestion(left.asked or str(GONE), answer, url=_of_successor(left), retired=left)
    except (TutorError, LookupError, ValueError):  # whatever has changed since: the answer is shown
        return AnsweredQuestion(str(GONE), answer)


def answered_question_brief(given: GivenAnswer) -> AnsweredQuestion:
    """The same without the position at a table, which would mean playing the whole deal again."""
    if given.answer.topic != TableRef.topic:
        return answered_question(given)
    moment = TableRef.of_key(given.answer.item)
    prompt = gettext("At the table: deal %(deal)s, after %(acts)s calls and cards", deal=moment.deal, acts=moment.acts)
    return AnsweredQuestion(prompt, given.answer)


# ---- the address of a question -----------------------------------------------------------------------------------


def address_of_answer(ref: ExerciseRef, given: str) -> str:
    """The page with the verdict on an answer. Empty if there is none. Raises `Unknown`, `FaultyContent`."""
    return _ADDRESSES[ref.topic](ref, given) if ref.topic in _ADDRESSES else ""


def _of_item(ref: ItemRef, given: str) -> str:
    return ItemPlace(ref).url(given)


def _of_lesson(ref: LessonRef, _: str) -> str:
    here = ref.now(shelf())
    code = here.found(lesson_of(here.lesson)).code
    return url_for("lessons.lesson", lesson_id=here.lesson, all=1, _anchor=code)


def _of_successor(left: MovedQuestion) -> str:
    """The address of the question asked instead. Empty if there is none."""
    return _of_lesson(LessonRef.of_key(left.now), "") if left.now else ""


def _of_decision(ref: DecisionRef, _: str) -> str:
    exercise = ref.resolve(shelf())
    return Addresses(exercise.game, Chair.TURN).step(exercise.decision.step - 1, part="decision")


def _of_declaration(ref: DeclarationRef, given: str) -> str:
    return url_for("practice.verdict", hand=ref.key, given=given.replace(" ", "-"))


_ADDRESSES: Mapping[str, Callable[[Any, str], str]] = {
    ItemRef.topic: _of_item,
    LessonRef.topic: _of_lesson,
    DecisionRef.topic: _of_decision,
    DeclarationRef.topic: _of_declaration,
}
