"""What learners may see of whole rows of the database, as a download has them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tutor.study.answers.visibility import ASKED_BY_NUMBER, hidden_columns, is_shown
from tutor.study.classroom.assigned_work import SECRET_FIELDS
from tutor.study.classroom.secret_numbers import is_sealed


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
    if table == "hint" and whole["topic"] == ASKED_BY_NUMBER:
        item, _, number = whole["item"].rpartition("/")
        return whole | ({"item": f"{item}/assigned"} if number.isdecimal() and is_sealed(int(number)) else {})
    if table == "report" and whole["page"].startswith("/table/"):
        return whole | {"position": ""}  # older ones have the number of the deal in it
    if table == "match" and whole["is_listed"] is not None:
        return whole | {"seed": "", "given": ""}  # they would tell the hands of the others
    if table == "vote":
        return whole | {"shade": ""}  # once it is shown, the answer that it became says what it was worth
    of = terms.get(whole["id"] if table == "assignment" else whole.get("assignment_id") or 0)
    if of is None or of.is_taught:
        return whole
    if table == "answer":
        may, where = of.is_shown(now), (whole["assignment_id"], whole["attempt"])
        whole |= hidden_columns(whole["topic"], whole["item"], whole["number"], where, is_shown=may)
        if not may:
            whole["also"] = ""
    elif table == "match":
        whole |= {"seed": "", "given": "", "fixed": ""}
    elif table == "assignment":
        whole["work"] = _untelling(whole["work"])
    return whole


def _untelling(work: str) -> str:
    """Work, without what tells the questions or the deal."""
    try:
        asked = json.loads(work)
    except ValueError:
        return ""
    fields = asked if isinstance(asked, dict) else {}
    return json.dumps({name: fields[name] for name in fields if name not in SECRET_FIELDS}, ensure_ascii=False)
