"""What a form sends for the choices of a lesson’s question tells nobody which of them is right."""

from __future__ import annotations

from typing import Any

from tests.support.cases import for_each
from tutor.library.catalogue import load
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import AnswerForm
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.web.services import load_exercises

COURSES, MAKERS = load_exercises(load())
QUESTIONS = [(lesson, question) for lesson in COURSES.lessons.values() for question in lesson.questions]


@for_each("lesson, question", QUESTIONS)
def test_the_values_of_a_lesson_question_are_neither_places_nor_words(lesson: Lesson, question: Any) -> None:
    exercise = lesson_exercise(lesson, question, MAKERS)
    if exercise.form is not AnswerForm.CHOICE or not getattr(question, "options", ()):
        return
    values = [exercise.value_of(choice) for choice in exercise.choices]
    assert len(set(values)) == len(values)
    for choice, value in zip(exercise.choices, values, strict=True):
        assert value != choice.key
        assert exercise.choice(value) == exercise.choice(choice.key) == choice, "stored answers are still read"


def test_the_right_choice_has_no_fixed_place_among_the_values() -> None:
    ranks: dict[int, int] = {}
    for lesson, question in QUESTIONS:
        exercise = lesson_exercise(lesson, question, MAKERS)
        if not getattr(question, "options", ()) or len(exercise.choices) != 3:
            continue
        values = sorted(exercise.value_of(choice) for choice in exercise.choices)
        best = values.index(exercise.value_of(exercise.choice(exercise.answer)))
        ranks[best] = ranks.get(best, 0) + 1
    assert set(ranks) == {0, 1, 2}
    assert max(ranks.values()) < 0.5 * sum(ranks.values())
