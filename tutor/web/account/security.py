"""The security log, for teachers, and turning off two-step log-in for a colleague who has lost their phone."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response as Redirection

from tutor.errors import Unknown
from tutor.exchange.spreadsheets import MIMETYPE, as_csv
from tutor.study.accounts.security_events import AT_ONCE, KEPT_FOR, EventFilter, EventKind, rows_of
from tutor.web import formatting
from tutor.web.account.reauthentication import ask_for_proof, proves, unproved
from tutor.web.account.security_events import note
from tutor.web.current_user import require_user
from tutor.web.export.sending import stream_file
from tutor.web.forms import Form, PassphraseField, sent_key
from tutor.web.labels import EVENTS, account_name, event_detail, event_label
from tutor.web.services import services

blueprint = Blueprint("security", __name__, url_prefix="/security")

Page = str | Response | Redirection | tuple[str, int]


class ResetForm(Form):
    """The passphrase of the teacher who turns off the two-step log-in of a colleague."""

    passphrase = PassphraseField(lazy_gettext("Your own passphrase"))


@blueprint.get("/")
def index() -> Page:
    """The newest lines, of a kind or about a person, a page at a time."""
    return _page(ResetForm())


@blueprint.get("/log.csv")
def as_table() -> Response:
    """All matching lines, as a table."""
    wanted, _ = _wanted()
    events = services().classroom.events
    note(EventKind.EXPORTED, detail="security log")
    rows = rows_of(events.all_lines(wanted), events.names())
    return stream_file(as_csv(rows), "security-log.csv", MIMETYPE)


@blueprint.post("/teachers/<int:learner>/two-step-off")
def reset(learner: int) -> Page:
    """Turns off the two-step log-in of a colleague. The teacher who does it gives their own passphrase."""
    who, classroom = require_user(), services().classroom
    colleague = next(
        (teacher for teacher in classroom.people.teachers() if teacher.id == learner and teacher.id != who.id), None
    )
    if colleague is None:
        raise Unknown("colleague", str(learner), ())
    form = ResetForm()
    if not proves(form, who):
        form.refuse("", unproved(who, gettext("This is not your passphrase. Nothing was changed.")))
        return _page(form), 400
    if classroom.second_factors.remove(colleague.id):
        note(EventKind.SECOND_FACTOR_REMOVED, whom=colleague.id, detail="by a colleague")
    return redirect(url_for("security.index"), 303)


def _page(form: ResetForm) -> str:
    wanted, unknown = _wanted()
    classroom, who = services().classroom, require_user()
    ask_for_proof(form, who)
    found = classroom.events.lines(wanted, AT_ONCE + 1)
    shown = found[:AT_ONCE]
    return render_template(
        "account/security.html",
        lines=shown,
        names=classroom.events.names(),
        name_of=account_name,
        kinds=EVENTS,
        event_label=event_label,
        event_detail=event_detail,
        wanted=wanted,
        name=request.args.get("name", "")[:80],
        form=form,
        unknown=unknown,
        older=shown[-1].id if len(found) > AT_ONCE else None,
        days=KEPT_FOR.days,
        colleagues=[
            teacher
            for teacher in classroom.people.teachers()
            if teacher.id != who.id and classroom.second_factors.is_on(teacher.id)
        ],
        words=formatting,
    )


def _wanted() -> tuple[EventFilter, str]:
    """Which lines the address asks for, and a fault if nobody has the name."""
    kind, name, before = (request.args.get(key, "") for key in ("kind", "name", "before"))
    found = services().classroom.people.find(name) if name.strip() else None
    unknown = (
        gettext("Nobody here is called %(name)s. These are the lines about everybody.", name=name[:80])
        if name.strip() and not found
        else ""
    )
    return EventFilter(
        next((known.value for known in EventKind if known.value == kind), None),
        found.id if found else None,
        sent_key(before),
    ), unknown
