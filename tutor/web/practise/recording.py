"""An answer kept: once for each form, and for the work that asked for it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace

from flask import request

from tutor.errors import Unknown
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assignments import Assignment
from tutor.web.services import services

LONGEST_NAME = 40


def form_name() -> str:
    """A name for a form, so that what it sends twice is kept once."""
    return secrets.token_urlsafe(12)


def keep(answer: Answer, once: str = "") -> None:
    """Keeps what the form of this request answers; an answer that open work asks for is kept for that work.

    What can be answered only `once` says so by a name of its own, in the stead of the form’s. Raises `AnsweredBefore`
    where it is not kept, for another answer stands.
    """
    if answer.assignment is None:
        answer = replace(answer, assignment=_asked_by(_open(), answer))
    services().study.answers.record(answer, once or name_sent())


def name_sent() -> str:
    """The name of the form that was sent, where it has one."""
    return request.form.get("once", "")[:LONGEST_NAME]


def not_kept(stands: str, sent: str) -> str:
    """What a learner is told whose answer was not kept, for another stands; both are in words."""
    if stands == sent:
        return f"Your answer ‘{stands}’ was already saved."
    return f"You answered ‘{stands}’ before, and that answer stands. Your new answer ‘{sent}’ was not saved."


def hint_wanted(shown: int, most: int) -> int | None:
    """Which stage of hint the form of this request asks for, so many being shown; None where it asks for none.

    A form that is sent twice shows one stage.
    """
    asked = request.form.get("hint", "")
    if not asked:
        return None
    stage = int(asked) if asked.isdecimal() and len(asked) < 3 else 1
    return min(max(stage, 1), shown + 1, most)


def may_hint(answer: Answer) -> bool:
    """Whether there are hints to a question: not where open work asks it, and holds its results back."""
    study = services().study
    asking = _asked_by(_open(), answer)
    return asking is None or all(one.shows_results(study.now) for one in _open() if one.id == asking)


def standing_still(answers: Mapping[str, Answer]) -> Mapping[str, Answer]:
    """Those of a learner’s latest answers that still stand: open work asks afresh what was answered before it."""
    work = _open() if answers else []
    return {item: answer for item, answer in answers.items() if _asked_by(work, answer) in (None, answer.assignment)}


def open_work(assignment: int) -> Assignment | None:
    """The work of a number, if it is for who asks and can be worked at."""
    assignments, study = services().classroom.assignments, services().study
    try:
        found = assignments.of_learner(study.learner, assignment)
    except Unknown:
        return None
    return found if found.is_open(study.now) else None


def _open() -> Sequence[Assignment]:
    return services().classroom.assignments.all_of_learner(services().study.learner)


def _asked_by(work: Sequence[Assignment], answer: Answer) -> int | None:
    """The first of some work that asks for an answer given anywhere in the tutor."""
    return next((one.id for one in work if one.asks_for(answer)), None)
