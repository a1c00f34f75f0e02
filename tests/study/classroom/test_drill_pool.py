"""A drill asks no question twice, and one that was assigned before there were pools keeps its questions."""

from __future__ import annotations

import pytest

from tutor.library.catalogue import load
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.items import ExerciseBank, ItemRef
from tutor.study.classroom.assigned_work import DrillWork, work_of
from tutor.study.classroom.secret_numbers import Draw, new_pool
from tutor.web.services import load_exercises

GIVEN = '{"kind":"drill","on":["term-trick"],"questions":10,"seed":5,"level":"beginner","authority":null}'


@pytest.fixture(scope="module")
def makers() -> ExerciseBank:
    return load_exercises(load())[1]


def seen(makers: ExerciseBank, ref: ItemRef) -> str:
    """What a learner reads, without the order of the choices."""
    exercise = makers.make(ref.item, ref.number, ref.level)
    return repr((exercise.prompt, exercise.facts, exercise.view))


@pytest.mark.parametrize(
    ("on", "different"),
    [
        (("term-trick",), 3),  # the term of its meaning, its meaning, and a written question of a lesson
        (("term-follow-suit",), 2),  # the term of its meaning, and its meaning
        (("term-trick", "term-follow-suit"), 5),
    ],
)
def test_a_pool_has_all_different_questions_and_none_twice(
    makers: ExerciseBank, on: tuple[str, ...], different: int
) -> None:
    pool = new_pool(makers, on, 10, Level.BEGINNER)
    assert len(pool) == len({seen(makers, ItemRef(item, number, Level.BEGINNER)) for item, number in pool}) == different
    assert all(number >= LARGEST_NUMBER for _, number in pool), "practice cannot reach them"


@pytest.mark.parametrize(("on", "questions"), [(("skill-follow-suit",), 10), (("hel-decl-nt-b", "term-ruff"), 8)])
def test_no_attempt_asks_a_question_twice(makers: ExerciseBank, on: tuple[str, ...], questions: int) -> None:
    work = DrillWork(on=on, questions=questions, seed=1, pool=new_pool(makers, on, questions, Level.BEGINNER))
    asked = [work.drawn_questions(Draw(seal), attempt) for seal in ("a", "b") for attempt in (1, 2)]
    for refs in asked:
        assert len({seen(makers, ref) for ref in refs}) == questions
        assert {ref.item for ref in refs[: len(on)]} == set(on), "each item comes once before any comes again"
    assert len({tuple(refs) for refs in asked}) > 1
    assert work_of(work.model_dump_json()) == work
    assert work.drawn_questions(Draw("a"), 1) == asked[0]


def test_a_drill_that_is_already_assigned_is_written_and_drawn_as_before() -> None:
    work = work_of(GIVEN)
    assert work.model_dump_json() == GIVEN
    draw = Draw("5" * 64)
    assert work.drawn_questions(draw, 1) == draw.questions(("term-trick",), 10, Level.BEGINNER, 1)


def test_a_pool_stays_when_the_form_asks_for_the_same(makers: ExerciseBank) -> None:
    def work(**more: int) -> DrillWork:
        pool = new_pool(makers, ("term-trick",), 3, Level.BEGINNER)
        return DrillWork(on=("term-trick",), pool=pool, **{"questions": 3, "seed": 1, **more})

    first = work()
    assert work().like(first) is first
    other = work(seed=2)
    assert other.like(first) is other
