"""What a learner may not look up in practice: questions and deals that are assigned to them, and not answered or shown.

Only work that was assigned before there were secrets has any: its questions and deals are within the reach of practice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tutor.study.classroom.assignments import Assignments


@dataclass(frozen=True, slots=True)
class PracticeSecrets:
    """The assignments that ask a question, by its item and number, or deal by a seed, where that is secret."""

    questions: Mapping[tuple[str, int], int]
    seeds: Mapping[str, int]

    @classmethod
    def of(cls, assignments: Assignments, learner: int, now: datetime) -> PracticeSecrets:
        """What a learner may not look up: of each attempt that was begun, and of the next."""
        questions: dict[tuple[str, int], int] = {}
        seeds: dict[str, int] = {}
        unsealed = [assignment for assignment in assignments.all_of_learner(learner) if not assignment.secret]
        given = assignments.answers_of_learner(learner) if unsealed else {}
        tables = assignments.tables_of_learner(learner) if unsealed else {}
        for assignment in unsealed:
            answers = [given_answer.answer for given_answer in given.get(assignment.id, ())]
            answered = {(answer.attempt, answer.item) for answer in answers}
            begun = assignment.work.attempts_begun(answers, range(tables.get(assignment.id, 0)))
            draw, is_shown = assignment.draw_for(learner), assignment.shows_results(now)
            for attempt in range(1, begun + 2):
                for ref in assignment.work.drawn_questions(draw, attempt):
                    if not is_shown or (attempt, ref.key) not in answered:
                        questions[ref.item, ref.number] = assignment.id
                seeds |= dict.fromkeys(assignment.work.drawn_deals(draw, attempt), assignment.id)
        return cls(questions, seeds)
