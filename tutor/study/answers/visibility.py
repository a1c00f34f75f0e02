"""What learners may see: of what they answered themselves, and of the questions and deals that they were assigned.

This is decided here and nowhere else. Pages, the log, exports and downloads all read answers through `Study`, which
passes each of them through `seen`; a download of whole rows passes them through `row_visibility`. A teacher sees
everything, and reads answers through `Assignments`.

Learners have a right to what they gave. So an answer is never left out: while its result is held back, they see when
and what they answered, but not what it was worth, nor the rule, whose name would tell.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tutor.quizzes.exercise import Grade
from tutor.study.classroom.secret_numbers import is_sealed

if TYPE_CHECKING:
    from tutor.study.answers.answer import Answer

AT_ONCE, AFTER_DUE, NEVER = "at once", "after the due date", "never"
"""When the results of an assignment are shown."""
ASKED_BY_NUMBER = "exercise"
"""The topic of the answers whose items name a rule and a number: both can tell what was right."""


def is_shown(shown: str | None, due_at: datetime | None, now: datetime) -> bool:
    """Whether learners may see the result of an answer: of one that is for no assignment (`shown` is None) always."""
    if shown in (None, AT_ONCE):
        return True
    return shown == AFTER_DUE and due_at is not None and due_at <= now


def seen(answer: Answer, shown: str | None, due_at: datetime | None, now: datetime) -> Answer:
    """An answer as the learner who gave it may see it."""
    may = is_shown(shown, due_at, now)
    hidden = hidden_columns(answer.topic, answer.item, answer.number, (answer.assignment, answer.attempt), is_shown=may)
    if not may:
        hidden["also"] = ()
    return replace(answer, **hidden) if hidden else answer


def hidden_columns(
    topic: str, item: str, number: int | None, of: tuple[int | None, int | None], *, is_shown: bool
) -> dict[str, Any]:
    """What of an answer is replaced, and by what; the number of an assigned question is never seen."""
    assigned = "{}-{}".format(*of)
    if is_shown:
        if topic != ASKED_BY_NUMBER or not is_sealed(number):
            return {}
        return {"number": None, "item": f"{item.rpartition('/')[0]}/assigned-{assigned}"}
    hidden: dict[str, Any] = {
        "shade": Grade.HELD_BACK.value,
        "rule": "",
        "rule_row": "",
        "number": None,
    }
    return hidden | ({"item": f"assigned-{assigned}"} if topic == ASKED_BY_NUMBER else {})
