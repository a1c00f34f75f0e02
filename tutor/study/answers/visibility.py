"""What learners may see of what they answered themselves, and of the questions and deals that they were assigned.

This is decided here and nowhere else. Pages, the log, exports and downloads all read answers through `Answers`, which
passes each of them through `seen`; a download of whole rows passes them through `row_seen`. A teacher sees everything,
and reads answers through `Assignments`.

Learners have a right to what they gave. So an answer is never left out: while its result is held back, they see when
and what they answered, but not what it was worth, nor the rule, whose name would tell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tutor.quizzes.marks import Grade
from tutor.study.answers.answer import Answer
from tutor.study.classroom.secret_numbers import is_sealed

AT_ONCE, AFTER_DUE, NEVER = "at once", "after the due date", "never"
"""When the results of an assignment are shown."""
_ASKED_BY_NUMBER = "exercise"
"""The topic of the answers whose items name a rule and a number: both can tell what was right."""


def is_shown(shown: str | None, due_at: datetime | None, now: datetime) -> bool:
    """Whether learners may see the result of an answer: of one that is for no assignment (`shown` is None) always."""
    if shown in (None, AT_ONCE):
        return True
    return shown == AFTER_DUE and due_at is not None and due_at <= now


def seen(answer: Answer, shown: str | None, due_at: datetime | None, now: datetime) -> Answer:
    """An answer as the learner who gave it may see it."""
    may = is_shown(shown, due_at, now)
    hidden = _hidden(answer.topic, answer.item, answer.number, (answer.assignment, answer.attempt), is_shown=may)
    if not may:
        hidden["also"] = ()
    return replace(answer, **hidden) if hidden else answer


def _hidden(
    topic: str, item: str, number: int | None, of: tuple[int | None, int | None], *, is_shown: bool
) -> dict[str, Any]:
    """What of an answer is replaced, and by what; the number of an assigned question is never seen."""
    assigned = "{}-{}".format(*of)
    if is_shown:
        if topic != _ASKED_BY_NUMBER or not is_sealed(number):
            return {}
        return {"number": None, "item": f"{item.rpartition('/')[0]}/assigned-{assigned}"}
    hidden: dict[str, Any] = {"shade": Grade.HELD_BACK.value, "rule": "", "number": None}
    return hidden | ({"item": f"assigned-{assigned}"} if topic == _ASKED_BY_NUMBER else {})


# ---- whole rows, as a download has them ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms somebody sees an assignment: when its results are shown, and whether they teach its class."""

    shown: str
    due_at: datetime | None
    is_taught: bool

    def is_shown(self, now: datetime) -> bool:
        """Whether results are shown."""
        return self.is_taught or is_shown(self.shown, self.due_at, now)


def row_seen(table: str, row: Mapping[str, Any], terms: Mapping[int, Terms], now: datetime) -> dict[str, Any]:
    """A row of a table of the database as the learner may see it whose it is; `terms` are by assignment."""
    whole = dict(row)
    if table == "hint" and whole["topic"] == _ASKED_BY_NUMBER:
        item, _, number = whole["item"].rpartition("/")
        return whole | ({"item": f"{item}/assigned"} if number.isdecimal() and is_sealed(int(number)) else {})
    if table == "report" and whole["page"].startswith("/table/"):
        return whole | {"position": ""}  # older ones have the number of the deal in it
    of = terms.get(whole["id"] if table == "assignment" else whole.get("assignment_id") or 0)
    if of is None or of.is_taught:
        return whole
    if table == "answer":
        may, where = of.is_shown(now), (whole["assignment_id"], whole["attempt"])
        whole |= _hidden(whole["topic"], whole["item"], whole["number"], where, is_shown=may)
        if not may:
            whole["also"] = ""
    elif table == "match":
        whole |= {"seed": "", "given": ""}
    elif table == "assignment":
        whole["work"] = _untelling(whole["work"])
    return whole


_TELLING = ("seed", "on", "deal", "name")
"""What of work tells its questions, or its deal."""


def _untelling(work: str) -> str:
    """Work, without what tells the questions or the deal."""
    try:
        asked = json.loads(work)
    except ValueError:
        return ""
    told = {name: value for name, value in asked.items() if name not in _TELLING} if isinstance(asked, dict) else {}
    return json.dumps(told, ensure_ascii=False)
