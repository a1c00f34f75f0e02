"""Questions on rules, made once for all the tests of a process."""

from __future__ import annotations

from functools import cache

from tutor.library.positions import Positions
from tutor.quizzes.dealing import RuleMaker
from tutor.quizzes.deciding import Deciding
from tutor.quizzes.exercise import Level

POSITIONS = Positions()
MAKER = RuleMaker(POSITIONS)


@cache
def question_on(rule: str, number: int, level: Level | None = None) -> Deciding:
    """A question for a beginner, and every fourth for the advanced, unless a level is given."""
    return MAKER.make(rule, number, level or (Level.BEGINNER if number % 4 else Level.ADVANCED))
