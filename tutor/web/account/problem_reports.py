"""Reporting a problem from any page, and the list of reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask_babel import lazy_gettext
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from tutor import __version__
from tutor.errors import Malformed, TutorError
from tutor.exchange.problem_reports import reports_file
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.problem_reports import LONGEST_ADDRESS, LONGEST_SENTENCE, LONGEST_TITLE, Reports, Where
from tutor.study.storage.rate_limits import REPORTS_SENT
from tutor.web import formatting
from tutor.web.account.preferences import is_ours
from tutor.web.account.security_events import note
from tutor.web.current_user import current_user
from tutor.web.export.sending import download
from tutor.web.forms import Form, LongTextField
from tutor.web.services import services

blueprint = Blueprint("problem_reports", __name__)

Page = str | Response | tuple[str, int]


# ---- the position -------------------------------------------------------------------------------------------------


def position_of(address: str) -> str:
    """The position on one of our pages, in words: the game and the card, the question, the table and its deal.

    Empty if the address is not ours.
    """
    endpoint, values = _route(address)
    if not endpoint:
        return ""
    told = _POSITIONS.get(endpoint, _plainly)(values)
    asked = ", ".join(f"{name} {value}" for name, value in parse_qsl(urlsplit(address).query)[:8])
    return f"{told} ({asked})".strip() if asked else told


def _route(address: str) -> tuple[str, Mapping[str, Any]]:
    """The endpoint of an address and its values; empty if the address is not ours."""
    if not is_ours(address):
        return "", {}
    try:
        found = current_app.url_map.bind("").match(urlsplit(address).path, method="GET")
    except (HTTPException, RequestRedirect, ValueError):
        return "", {}
    endpoint, values = found
    return str(endpoint), values


def _plainly(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name.removesuffix('_id').replace('_', ' ')} {value}" for name, value in values.items())


def _question(values: Mapping[str, Any]) -> str:
    given = f", answered {values['given']}" if "given" in values else ""
    return f"question {values['code']}, number {values['number']}{given}"


def _table(values: Mapping[str, Any]) -> str:
    """What was done at a table, and how to make its deal again. The reporter may not see the deal, so it is left out.

    An assigned deal is named by its assignment. With its number it could be played and seen elsewhere.
    """
    key = values["key"]
    try:
        match = services().study.matches.find(key)
        table = match.table if match else None
    except TutorError:
        match = table = None
    if match is None or table is None:
        return f"table {key}"
    acts = ", ".join(act.text for act in table.acts)
    assigned = services().study.matches.of_work().get(key)
    deal = "assignment {}, attempt {}".format(*assigned) if assigned else f"number {match.seed}"
    return (
        f"table {key}: {match.code.key}, {deal}, seat {match.player.label}, {match.strictness.value}, "
        f"deal {len(match.records)}: {acts or 'nothing said yet'}"
    )


_POSITIONS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "games.deal": lambda values: f"game {values['game_id']}, the deal",
    "games.call": lambda values: f"game {values['game_id']}, call {values['number']}",
    "games.card": lambda values: f"game {values['game_id']}, card {values['number']}",
    "exercises.ask": _question,
    "exercises.verdict": _question,
    "practice.declare": lambda values: f"hand {values['hand']}",
    "tables.table": _table,
}


# ---- reporting ----------------------------------------------------------------------------------------------------


class ReportForm(Form):
    """The text of a report."""

    sentence = LongTextField(
        lazy_gettext("What is wrong? A sentence is enough."),
        default="",
        render_kw={"rows": 5, "maxlength": LONGEST_SENTENCE, "required": True},
    )


@blueprint.get("/report")
def ask() -> Page:
    """Asks what is wrong, and shows what is saved with the report."""
    return _page(_where(), ReportForm())


@blueprint.post("/report")
def send() -> Page:
    """Saves a report."""
    study, where = services().study, _where()
    services().classroom.rate_limits.take(REPORTS_SENT, f"learner {study.learner}")
    form = ReportForm()
    try:
        _reports().keep(study.learner, where, form.sentence.data)
    except Malformed as error:
        form.refuse("sentence", formatting.sentence(str(error)))
        return _page(where, form), 400
    back = where.page if _route(where.page)[0] else None
    return redirect(url_for("problem_reports.thanks", page=back), 303)


@blueprint.get("/report/thanks")
def thanks() -> Page:
    """Thanks, and the way back."""
    page = request.args.get("page", "")
    return render_template(
        "account/problem_report_thanks.html", page=page if _route(page)[0] else url_for("home.index")
    )


def _where() -> Where:
    page = request.values.get("page", "")[:LONGEST_ADDRESS]
    return Where(page, request.values.get("title", "")[:LONGEST_TITLE], position_of(page))


def _page(where: Where, form: ReportForm) -> str:
    return render_template("account/problem_report.html", where=where, version=__version__, form=form)


# ---- the list of reports ------------------------------------------------------------------------------------------


@blueprint.get("/reports/")
def index() -> Page:
    """The reports, newest first."""
    shown = request.args.get("show", "")
    every = _reports().all_for(_teacher())
    found = [report for report in every if shown == "all" or (report.settled_at is None) is (shown != "settled")]
    return render_template(
        "account/problem_reports.html",
        found=found,
        number=len(every),
        open=sum(report.settled_at is None for report in every),
        shown=shown,
        is_page=lambda address: bool(_route(address)[0]),
        words=formatting,
    )


@blueprint.post("/reports/<int:number>/settle")
def settle(number: int) -> Page:
    """Marks a report as settled, or reopens it."""
    kept = _reports()
    kept.settle(kept.one_for(_teacher(), number), settled=request.form.get("settled") == "yes")
    return redirect(url_for("problem_reports.index", show=request.form.get("show") or None), 303)


@blueprint.get("/reports/file")
def file_of_all() -> Response:
    """All open reports, in a file to send."""
    note(EventKind.EXPORTED, detail="reports of problems")
    return download(reports_file(report for report in _reports().all_for(_teacher()) if not report.settled_at))


@blueprint.get("/reports/<int:number>/file")
def file(number: int) -> Response:
    """One report, in a file to send."""
    return download(reports_file([_reports().one_for(_teacher(), number)]))


def _reports() -> Reports:
    study = services().study
    return Reports(study.database, study.clock)


def _teacher() -> int | None:
    """The number of the teacher who asks; None if there are no classes."""
    who = current_user()
    return who.id if who else None
