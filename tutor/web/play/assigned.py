"""A match played for a teacher’s assignment, and what the learner may see of it."""

from __future__ import annotations

from dataclasses import replace

from tutor.study.answers.answer import Answer as Answered
from tutor.tables.match import Match, Strictness
from tutor.web.practise.recording import open_work
from tutor.web.services import services


def assignment_of(key: int) -> tuple[int, int] | None:
    """The assignment a match is played for, and the attempt."""
    return services().study.matches.of_work().get(key)


def for_work(key: int, answer: Answered) -> Answered:
    """An answer at a table, marked with the assignment while that is open."""
    number, attempt = assignment_of(key) or (None, None)
    if number is None or open_work(number) is None:
        return answer
    return replace(answer, assignment=number, attempt=attempt)


def may_hint(key: int, match: Match) -> bool:
    return match.strictness is Strictness.GUIDED and tells(key)


def tells(key: int) -> bool:
    """Whether a table may show results. It may not while its assignment holds them back."""
    number, _ = assignment_of(key) or (None, None)
    study = services().study
    return number is None or services().classroom.assignments.find_for(study.learner, number).shows_results(study.now)
