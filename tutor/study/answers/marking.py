"""An answer as it is kept, with its mark. `Exercise.mark` marks it: this only keeps what that says."""

from __future__ import annotations

from tutor.errors import Malformed
from tutor.library.rulebook import rules_by_id
from tutor.quizzes.exercise import Exercise, ExerciseVerdict
from tutor.quizzes.reference import ContentLookup, ExerciseRef
from tutor.study.answers.answer import Answer

LONGEST_ROW = 120
"""How much of the name of a row is saved."""


def answer_to(ref: ExerciseRef, exercise: Exercise, verdict: ExerciseVerdict) -> Answer:
    """An answer with its mark, as it is kept."""
    rule, *also = exercise.items
    grade, row = verdict.grade.value, row_of(rule, verdict)
    return Answer(ref.topic, ref.key, verdict.given.key, grade, rule, tuple(also), rule_row=row, **ref.columns)


def row_of(rule: str, verdict: ExerciseVerdict) -> str:
    """The row of a table of rules that decided; empty where the rule is no table, or no row of it decided."""
    rows = rules_by_id().get(rule, ())
    found = next((one.row for one in rows if one.says == verdict.says), "") if len(rows) > 1 else ""
    return found[:LONGEST_ROW]


def marked(ref: ExerciseRef, given: str, content: ContentLookup) -> Answer:
    """The answer with its mark, as it is saved. Raises `Malformed`, and whatever `ref.resolve` raises."""
    exercise = ref.resolve(content)
    return answer_to(ref, exercise, exercise.mark(given))


def verdict_on(exercise: Exercise, kept: Answer | None) -> ExerciseVerdict | None:
    """The mark of a saved answer; None where the question has changed since, and it can be no answer now."""
    if kept is None:
        return None
    try:
        return exercise.mark(kept.given)
    except Malformed:
        return None
