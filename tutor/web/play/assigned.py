"""A match played for a teacher’s assignment: whose it is, and what may be shown of it."""

from __future__ import annotations

from dataclasses import replace

from tutor.study.answers.answer import Answer as Answered
from tutor.tables.match import Match, Strictness
from tutor.web.practise.recording import open_work
from tutor.web.services import services


def assignment_of(key: int) -> tuple[int, int] | None:
    """The assignment for which a match is played, and the attempt at it."""
    return services().study.matches.of_work().get(key)


def for_work(key: int, answer: Answered) -> Answered:
    """An answer given at a table, for the work for which it is played as long as that is open."""
    number, attempt = assignment_of(key) or (None, None)
    if number is None or open_work(number) is None:
        return answer
    return replace(answer, assignment=number, attempt=attempt)


def may_hint(key: int, match: Match) -> bool:
    return match.strictness is Strictness.GUIDED and tells(key)


def tells(key: int) -> bool:
    """Whether it may be told what was good at a table: not where it is played for work that holds its results back."""
    number, _ = assignment_of(key) or (None, None)
    study = services().study
    return number is None or services().classroom.assignments.find(number).shows_results(study.now)
