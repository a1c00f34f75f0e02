"""Which of several attempts counts, until when work is accepted, and which row of a table an answer missed."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from tests.support.clock import NOW
from tutor.errors import Malformed
from tutor.library.catalogue import Library
from tutor.library.rulebook import rules_by_id
from tutor.quizzes.exercise import Grade, Level
from tutor.quizzes.items import ItemRef
from tutor.study.answers.answer import Answer
from tutor.study.answers.marking import answer_to
from tutor.study.answers.visibility import seen
from tutor.study.classroom.assigned_work import Counts, DrillWork, LessonWork, QuestionCount, Work
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.classroom.progress import Progress, ProgressState
from tutor.web.services import load_exercises

HOUR = timedelta(hours=1)
BEST, WRONG = Grade.BEST.value, Grade.NOT_ADVISED.value
DRILL, LESSON = DrillWork(on=("a",), questions=2, seed=1), LessonWork(lesson="l")
TABLE = "cae-art-036"
"""A table of rules: its rows share this id."""


def assigned(work: Work, counts: Counts, *, mark: int | None = None, tries: int | None = None) -> Assignment:
    spec = AssignmentSpec("Work", work, NOW, counts=counts, pass_mark=mark, tries=tries)
    return Assignment(1, "key", 1, spec, everyone=True, made_at=NOW, withdrawn_at=None)


def answered(*given: tuple[int | None, str, str], topic: str = "exercise") -> list[GivenAnswer]:
    """Answers by attempt, item and shade, as they came in."""
    return [
        GivenAnswer(number, 2, NOW, Answer(topic, item, "", shade, "", attempt=attempt))
        for number, (attempt, item, shade) in enumerate(given, 1)
    ]


# ---- which attempt counts -------------------------------------------------------------------------------------------

THREE = answered(
    (1, "q1", WRONG), (1, "q2", BEST),
    (2, "q1", BEST), (2, "q2", BEST),
    (3, "q1", WRONG), (3, "q2", WRONG),
)  # fmt: skip


@pytest.mark.parametrize(("counts", "right"), [(Counts.BEST, 2), (Counts.FIRST, 1), (Counts.LATEST, 0)])
def test_the_attempt_that_counts_is_the_one_the_teacher_chose(counts: Counts, right: int) -> None:
    found = Progress.with_answers(assigned(DRILL, counts, mark=100), QuestionCount(2), THREE)
    assert (found.right, found.done, found.attempts) == (right, 2, 3)
    assert found.passed is (right == 2)


def test_an_attempt_just_begun_takes_nothing_away_from_the_latest_that_is_finished() -> None:
    begun = [*THREE[:4], *answered((3, "q1", WRONG))]
    found = Progress.with_answers(assigned(DRILL, Counts.LATEST), QuestionCount(2), begun)
    assert (found.state, found.right) == (ProgressState.DONE, 2)


@pytest.mark.parametrize(("counts", "right"), [(Counts.BEST, 1), (Counts.FIRST, 0), (Counts.LATEST, 0)])
def test_of_several_answers_to_one_question_the_chosen_one_counts(counts: Counts, right: int) -> None:
    given = answered((None, "l/a", WRONG), (None, "l/a", BEST), (None, "l/a", WRONG), topic="lesson")
    assert Progress.with_answers(assigned(LESSON, counts), QuestionCount(1), given).right == right


def test_work_is_spent_by_its_first_attempt_if_that_one_counts() -> None:
    assert assigned(DRILL, Counts.FIRST).is_spent(THREE[:2], 2)
    assert not assigned(DRILL, Counts.FIRST).is_spent(THREE[:1], 2)
    assert not assigned(DRILL, Counts.BEST).is_spent(THREE, 2)


# ---- until when -----------------------------------------------------------------------------------------------------


def test_work_is_late_after_the_due_date_and_refused_after_the_cut_off() -> None:
    spec = AssignmentSpec("Work", DRILL, NOW, due_at=NOW + HOUR, cut_off_at=NOW + 2 * HOUR)
    work = replace(assigned(DRILL, Counts.BEST), spec=spec)
    moments = [NOW, NOW + HOUR, NOW + 2 * HOUR - timedelta(seconds=1), NOW + 2 * HOUR]
    assert [work.is_over(at) for at in moments] == [False, True, True, True]
    assert [work.accepts_work(at) for at in moments] == [True, True, True, False]


@pytest.mark.parametrize(("due", "cut_off"), [(None, NOW + HOUR), (NOW + 2 * HOUR, NOW + HOUR)])
def test_a_cut_off_needs_a_due_date_and_comes_after_it(due: datetime | None, cut_off: datetime) -> None:
    with pytest.raises(Malformed):
        AssignmentSpec("Work", DRILL, NOW, due_at=due, cut_off_at=cut_off)


# ---- the row that was missed ----------------------------------------------------------------------------------------


def test_an_answer_names_the_row_of_the_table_that_decided_it(library: Library) -> None:
    """Every question on the table: its answer is saved with the row whose words the learner reads."""
    _, makers = load_exercises(library)
    says = {rule.row: rule.says for rule in rules_by_id()[TABLE]}
    rows = set()
    for number in range(12):
        exercise = makers.make(TABLE, number, Level.BEGINNER)
        wrong = next(choice.key for choice in exercise.choices if not exercise.mark(choice.key).grade.is_right)
        verdict = exercise.mark(wrong)
        saved = answer_to(ItemRef(TABLE, number, Level.BEGINNER), exercise, verdict)
        if verdict.says in says.values():
            assert says[saved.rule_row] == verdict.says
            rows.add(saved.rule_row)
    assert len(rows) > 1, "the questions are on several rows"


def test_a_rule_that_is_no_table_has_no_row(library: Library) -> None:
    _, makers = load_exercises(library)
    exercise = makers.make("hel-decl-nt-a", 1, Level.BEGINNER)
    assert (
        answer_to(ItemRef("hel-decl-nt-a", 1, Level.BEGINNER), exercise, exercise.mark(exercise.answer)).rule_row == ""
    )


def test_the_row_is_held_back_with_the_rule() -> None:
    answer = Answer("lesson", "l/a", "x", WRONG, TABLE, rule_row="wait", assignment=1)
    assert seen(answer, Disclosure.NEVER.value, None, NOW).rule_row == ""
    assert seen(answer, Disclosure.AT_ONCE.value, None, NOW).rule_row == "wait"
