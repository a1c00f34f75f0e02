"""Where a user is logged in, and logging out there."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from tutor.errors import Unknown
from tutor.study.accounts.logins import IDLE, LONGEST
from tutor.study.accounts.security_events import EventKind
from tutor.web import formatting
from tutor.web.access import end_session
from tutor.web.account.privacy import days
from tutor.web.account.security_events import note
from tutor.web.current_user import current_session, require_user
from tutor.web.services import services

blueprint = Blueprint("sessions", __name__, url_prefix="/account/sessions")


@blueprint.get("/")
def index() -> str:
    """The sessions of the current user: device, start, last use, and which is the current one."""
    who, here = require_user(), current_session()
    return render_template(
        "account/sessions.html",
        sessions=services().classroom.logins.all_of(who.id),
        current=here.id if here else None,
        idle=days(IDLE[who.role]),
        longest=days(LONGEST[who.role]),
        words=formatting,
    )


@blueprint.post("/<int:number>/end")
def end(number: int) -> Response:
    """Ends one session; the current one by logging out. Raises `Unknown` if the user has no such session."""
    who, here = require_user(), current_session()
    if here is not None and here.id == number:
        note(EventKind.LOGGED_OUT)
        end_session()
        return redirect(url_for("accounts.log_in"), 303)
    if not services().classroom.logins.end(who.id, number):
        raise Unknown("session", str(number), ())
    note(EventKind.LOGGED_OUT, detail="one other session")
    return redirect(url_for("sessions.index"), 303)


@blueprint.post("/end-others")
def end_others() -> Response:
    """Ends all sessions except the current one."""
    who, here = require_user(), current_session()
    ended = services().classroom.logins.end_all(who.id, but=here.id if here else None)
    note(EventKind.LOGGED_OUT_EVERYWHERE, detail=f"{ended} besides this one")
    return redirect(url_for("sessions.index"), 303)


@blueprint.post("/end-all")
def end_all() -> Response:
    """Ends all sessions, with the current one."""
    note(EventKind.LOGGED_OUT_EVERYWHERE)
    services().classroom.logins.end_all(require_user().id)
    end_session()
    return redirect(url_for("accounts.log_in"), 303)
