"""Finds and saves matches, and answers forms of a page that is out of date."""

from __future__ import annotations

from flask import abort, redirect, request, url_for
from werkzeug.wrappers import Response

from tutor.quizzes.exercise import Grade
from tutor.study.answers.answer import Answer as Answered
from tutor.study.answers.matches import PlayedOn
from tutor.study.classroom.assigned_work import PLAYED
from tutor.tables.match import Match
from tutor.tables.played_deal import brief_result
from tutor.web.play.assigned import for_work
from tutor.web.play.page import page_of
from tutor.web.practise.recording import name_sent
from tutor.web.services import services


def known(key: int) -> Match:
    match = services().study.matches.find(key)
    if match is None:
        abort(404)
    return match


def keep(key: int, was: Match, match: Match, answered: Answered | None = None) -> Response | tuple[str, int]:
    """Saves a match that `was` at an earlier state, with its answers. Saves nothing if it has moved on since."""
    answers = [] if answered is None else [(for_work(key, answered), name_sent())]
    table = match.table
    if table.is_over:
        ended = for_work(key, Answered(PLAYED, str(key), brief_result(match), Grade.BEST.value, ""))
        if ended.assignment is not None:
            answers.append((ended, f"{PLAYED}/{ended.assignment}/{ended.attempt}"))
    try:
        services().study.matches.save(key, match, was, answers)
    except PlayedOn as error:
        stands = known(key)
        if stands != match:
            return page_of(key, stands, str(error)), 409
    return redirect(url_for("tables.table", key=key), 303)


def moved_on(key: int, match: Match, given: str = "") -> Response | tuple[str, int] | None:
    """The response to a form of a page that is out of date. None if the page is up to date.

    An act sent twice is already on the table, which is fine.
    """
    acts, after = match.table.acts, request.form.get("after")
    is_this_deal = request.form.get("deal") in (None, str(len(match.records)))
    if is_this_deal and after in (None, str(len(acts))):
        return None
    if is_this_deal and given and after and after.isdecimal() and len(after) < 4 and int(after) < len(acts):
        before, act = list(match.table.moments())[int(after)]
        if match.is_learners_turn(before) and str(act.what) == given:
            return redirect(url_for("tables.table", key=key), 303)
    return page_of(key, match, str(PlayedOn())), 409
