"""Milestones: deals won at tables and in lessons. They only count up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tutor.errors import FaultyContent, Unknown
from tutor.library.guided_deals import GuidedDeal
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.lessons import LessonRef
from tutor.study.answers.answer import Answer
from tutor.tables.match import Match
from tutor.tables.table import Table
from tutor.tables.tally import Tally
from tutor.web.classroom.authored_content import lesson_of

MILESTONES = (1, 5, 10, 25, 50, 100, 250, 500, 1000)
"""The numbers of deals won that count as milestones."""


@dataclass(frozen=True, slots=True)
class DealsWon:
    """How many deals were won at tables, and guided deals in lessons."""

    at_tables: int
    in_lessons: int

    @property
    def total(self) -> int:
        return self.at_tables + self.in_lessons

    @property
    def reached(self) -> int | None:
        """The last milestone reached. None before the first deal."""
        return max((milestone for milestone in MILESTONES if milestone <= self.total), default=None)

    @property
    def following(self) -> int | None:
        """The next milestone. None after the last."""
        return next((milestone for milestone in MILESTONES if milestone > self.total), None)


def deals_won(matches: Iterable[Match], answers: Mapping[str, Answer]) -> DealsWon:
    """The deals a learner has won, from their matches and their answers in lessons."""
    return DealsWon(sum(map(_won_at, matches)), sum(_is_deal_won(key, answer) for key, answer in answers.items()))


@lru_cache(512)
def _won_at(match: Match) -> int:
    """How many deals of a match were won. Counting replays the match, so the count is remembered."""
    return sum(_is_won(match, table) for table in match.tables() if table.is_over)


def _is_won(match: Match, table: Table) -> bool:
    """Whether the learner’s side took the tricks it needed."""
    tally = Tally.of(table, match.seat_at(table))
    return tally is not None and tally.needs is not None and tally.won >= tally.needs


def _is_deal_won(key: str, answer: Answer) -> bool:
    """Whether an answer in a lesson is a guided deal of several tricks that reached its goal."""
    if not Grade(answer.shade).is_right:
        return False
    ref = LessonRef.of_key(key)
    try:
        question = ref.found(lesson_of(ref.lesson))
    except (Unknown, FaultyContent):
        return False
    return isinstance(question, GuidedDeal) and question.goal is not None and question.tricks_to_play > 1
