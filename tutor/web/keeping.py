"""An answer kept: once for each form, and for the work that asked for it."""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import request

from tutor.study.store import Answer
from tutor.web.parts import parts

LONGEST_NAME = 40


def form_name() -> str:
    """A name for a form, so that what it sends twice is kept once."""
    return secrets.token_urlsafe(12)


def keep(answer: Answer) -> None:
    """Keeps what the form of this request answers; an answer that open work asks for is kept for that work."""
    study, assignments = parts().study, parts().classroom.assignments
    if answer.assignment is None:
        asked = (one for one in assignments.all_of_learner(study.learner) if one.takes_in(answer))
        answer = replace(answer, assignment=next((one.id for one in asked), None))
    study.record(answer, request.form.get("once", "")[:LONGEST_NAME])
