"""What a form sends, and the order of its choices, tell nobody which of them is right.

One way proves it: a question and its twin, which differ only in the option that is right, must look the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.cases import for_each
from tests.support.twins import twin_of
from tutor.library.catalogue import load
from tutor.library.lesson_questions import Option, WrittenQuestion
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import AnswerForm, Exercise, Grade, MultipleChoice, reads_as_verdict, the_answer
from tutor.quizzes.kinds.lessons import LessonExercise, lesson_exercise
from tutor.web.services import load_exercises

COURSES, MAKERS = load_exercises(load())
QUESTIONS = [(lesson, question) for lesson in COURSES.lessons.values() for question in lesson.questions]
WRITTEN = [(lesson, one) for lesson, one in QUESTIONS if isinstance(one, WrittenQuestion) and one.options]


def seen(exercise: Exercise) -> list[object]:
    """All that a page has of a question that waits: its words, and its choices in their order with what is sent."""
    choices = [(exercise.value_of(choice), choice.label) for choice in exercise.choices]
    return [exercise.prompt, exercise.facts, exercise.shows, exercise.form, exercise.view, choices]


@for_each("lesson, question", WRITTEN)
def test_a_written_question_looks_the_same_whichever_option_is_right(lesson: Lesson, question: WrittenQuestion) -> None:
    exercise = LessonExercise(lesson, question, question.on)
    twin = LessonExercise(lesson, twin_of(question), question.on)
    assert exercise.mark(exercise.answer).grade is Grade.BEST
    assert exercise.choice(exercise.answer).label != twin.choice(twin.answer).label, "the twin has another answer"
    assert seen(exercise) == seen(twin)


def option(says: str, *, right: bool) -> Option:
    return Option.model_validate({"says": says, "right": right, "why": "No."})


@given(st.permutations(range(4)), st.sampled_from(range(4)))
def test_the_place_in_the_file_decides_nothing(order: list[int], right: int) -> None:
    """Any order of the options in the file, and any of them right, gives the same form."""
    lesson, question = WRITTEN[0]
    says = ("a trick", "a tenace", "The ace!", "Ten {HK}")
    options = tuple(option(says[number], right=number == right) for number in order)
    first = tuple(option(text, right=text == says[0]) for text in says)
    found, plain = (question.model_copy(update={"choices": choices}) for choices in (options, first))
    assert seen(LessonExercise(lesson, found, question.on)) == seen(LessonExercise(lesson, plain, question.on))


def made() -> Iterator[MultipleChoice]:
    """A question of every way of asking on items: of each kind many, and of each item of rare kinds."""
    for place, item in enumerate(MAKERS.items):
        exercise = MAKERS.make(item, place % 6)
        if isinstance(exercise, MultipleChoice):
            yield exercise


@pytest.mark.slow
def test_a_made_question_looks_the_same_whichever_option_is_right() -> None:
    """Makers name the keys of options by what they mean, `heard` or the id of a term. No page has such a key."""
    kinds = set()
    for exercise in made():
        options = exercise.options
        turned = (*options[1:], options[0])
        pairs = zip(options, turned, strict=True)
        twin = replace(exercise, options=tuple(replace(other, label=one.label) for one, other in pairs))
        assert seen(exercise) == seen(twin), exercise.item
        values = [exercise.value_of(choice) for choice in exercise.choices]
        assert len(set(values)) == len(values), exercise.item
        assert all(exercise.choice(value) == choice for value, choice in zip(values, exercise.choices, strict=True))
        assert all(exercise.choice(choice.key) == choice for choice in exercise.choices), "stored answers are read"
        kinds.add(MAKERS.items[exercise.item].kind)
    assert len(kinds) > 3


def test_the_right_choice_has_no_fixed_place() -> None:
    """Neither on the page nor among the sorted values."""
    shown, sent = [0, 0, 0], [0, 0, 0]
    for lesson, question in WRITTEN:
        exercise = lesson_exercise(lesson, question, MAKERS)
        if len(exercise.choices) == 3:
            values = [exercise.value_of(choice) for choice in exercise.choices]
            best = exercise.value_of(exercise.choice(exercise.answer))
            shown[values.index(best)] += 1
            sent[sorted(values).index(best)] += 1
    for places in (shown, sent):
        assert min(places) > 0.2 * sum(places)
        assert max(places) < 0.5 * sum(places)


def options_of(exercise: Any) -> list[str]:
    is_choice = exercise.form is AnswerForm.CHOICE
    return [choice.label for choice in exercise.choices if choice.answer is None] if is_choice else []


@for_each("lesson, question", WRITTEN)
def test_no_option_reads_as_a_verdict(lesson: Lesson, question: WrittenQuestion) -> None:
    """“The answer: Right.” says nothing to who chose the player on the left."""
    said = options_of(lesson_exercise(lesson, question, MAKERS))
    assert [label for label in said if reads_as_verdict(label)] == []


@pytest.mark.parametrize(("label", "says"), [
    ("Right", "The answer: “Right”."), ("Left.", "The answer: “Left”."), ("No", "The answer: No."),
    ("The player on your right", "The answer: The player on your right."),
])  # fmt: skip
def test_an_answer_that_reads_as_a_verdict_is_quoted(label: str, says: str) -> None:
    """A teacher may still write such an option."""
    assert the_answer(label) == says
