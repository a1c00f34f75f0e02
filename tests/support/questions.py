"""Questions on rules, made once for all the tests of a process."""

from __future__ import annotations

from functools import cache

from tutor.library.positions import Positions
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import Level
from tutor.quizzes.kinds.rules import RuleMaker

POSITIONS = Positions()
MAKER = RuleMaker(POSITIONS)


@cache
def question_on(rule: str, number: int, level: Level | None = None) -> AuthorExercise:
    """A question for a beginner, and every fourth for the advanced, unless a level is given."""
    return MAKER.make(rule, number, level or (Level.BEGINNER if number % 4 else Level.ADVANCED))
