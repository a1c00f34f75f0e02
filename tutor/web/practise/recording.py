"""Answers sent by the form of this request, and the response to them."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import redirect, request
from werkzeug.wrappers import Response

from tutor.errors import Unknown
from tutor.study.answers.submissions import Outcome, Submission, Submissions
from tutor.study.classroom.assignments import Assignment
from tutor.web.services import services

LONGEST_NAME = 40


def form_name() -> str:
    """A name for a form, so that sending it twice saves its answer once."""
    return secrets.token_urlsafe(12)


def submissions() -> Submissions:
    """The answers of the learner of this request."""
    return Submissions(services().study, services().classroom.assignments, services().courses.moved)


def submission() -> Submission:
    """What the form of this request sends: an answer, or a request for a stage of hint."""
    hint = request.form.get("hint", "")
    stage = int(hint) if hint.isdecimal() and len(hint) < 3 else 1
    return Submission(request.form.get("answer", ""), stage if hint else None, name_sent())


def name_sent() -> str:
    """The name of the form that was sent, if it has one."""
    return request.form.get("once", "")[:LONGEST_NAME]


def respond(outcome: Outcome, page: Callable[[], str], question: str, told: str) -> Response | tuple[str, int]:
    """Answers a form: a `page` that says why nothing was saved, or a way on to the `question` or what is `told`."""
    if outcome.is_hint:
        return redirect(question, 303)
    if not outcome.is_recorded:
        return page(), 400 if outcome.refused else 409
    return redirect(told, 303)


def open_work(assignment: int) -> Assignment | None:
    """The assignment of a number, if it accepts work and is for the learner of this request."""
    assignments, study = services().classroom.assignments, services().study
    try:
        found = assignments.of_learner(study.learner, assignment)
    except Unknown:
        return None
    return found if found.accepts_work(study.now) else None
