"""One answer to one question, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from tutor.errors import TutorError
from tutor.quizzes.exercise import Level


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: to what, what was given, how good it was, and the item of study on which it bears.

    `item` names the question within its `topic`. `rule` is the id of a rule or another item, `also` are further ones.
    `hints` is how many stages of hint were seen before. `number` and `level` are those of an exercise. An answer that
    was given for an `assignment` has the number of the `attempt` at it, and a vote in a live lesson that of the lesson.
    `rule_row` is the row of a table of rules.
    """

    topic: str
    item: str
    given: str
    shade: str
    rule: str
    also: tuple[str, ...] = ()
    hints: int = 0
    number: int | None = None
    level: Level | None = None
    assignment: int | None = None
    attempt: int | None = None
    rule_row: str = ""
    live: int | None = None

    def is_same(self, other: Answer) -> bool:
        """Whether two answers say the same of the same question."""
        mine, others = (
            (answer.topic, answer.item, answer.given, answer.assignment, answer.attempt) for answer in (self, other)
        )
        return mine == others


class AnsweredBefore(TutorError):
    """An answer that is not kept, for another to the same question was kept before: it `stands`."""

    def __init__(self, stands: Answer) -> None:
        self.stands = stands
        super().__init__(
            f"Your earlier answer ‘{stands.given}’ was saved, and it counts. Your new answer was not saved."
        )


def answer_of(row: Row[Any]) -> Answer:
    """The answer of a row of the log."""
    return Answer(
        row.topic,
        row.item,
        row.given,
        row.shade,
        row.rule,
        tuple(row.also.split()),
        row.hints,
        row.number,
        Level(row.level) if row.level else None,
        row.assignment_id,
        row.attempt,
        row.rule_row,
        row.live_id,
    )
