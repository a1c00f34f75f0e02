"""Due dates in a calendar: a file to download, and a secret address that a calendar follows."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response as Redirection

from tutor.exchange.calendars import MIMETYPE, CalendarEntry, as_calendar
from tutor.exchange.files import ExportedFile
from tutor.study.classroom.assignments import Assignment
from tutor.web.export.sending import download, inline_file
from tutor.web.forms import sent_key
from tutor.web.reached import reached_url
from tutor.web.services import services

blueprint = Blueprint("calendar", __name__, url_prefix="/calendar")

CHOSEN = "calendar"
"""The setting that says of which number a learner’s address is. Without it there is none."""


@blueprint.get("/")
def index() -> str:
    """The download, and the address that a calendar follows."""
    learner = services().study.learner
    number = services().study.preferences.text(CHOSEN)
    address = ""
    if number:
        address = reached_url("calendar.feed", secret=f"{learner}-{_token(learner, number)}")
    return render_template("classroom/calendar.html", address=address)


@blueprint.post("/")
def renew() -> Redirection:
    """Makes the address, or another one: the one before it stops working."""
    services().study.preferences.keep_text(CHOSEN, secrets.token_hex(16))
    return redirect(url_for("calendar.index"), 303)


@blueprint.post("/off")
def turn_off() -> Redirection:
    """Takes the address away."""
    services().study.preferences.keep_text(CHOSEN, "")
    return redirect(url_for("calendar.index"), 303)


@blueprint.get("/work.ics")
def file() -> Response:
    """The due dates as a file."""
    return download(_calendar(services().study.learner))


@blueprint.get("/<secret>.ics")
def feed(secret: str) -> Response:
    """The due dates of the learner whose secret address this is. Nobody logs in, because calendars cannot."""
    first, _, token = secret.partition("-")
    learner = sent_key(first) or 0
    number = services().study.of(learner).preferences.text(CHOSEN)
    if not number or not hmac.compare_digest(token.encode(), _token(learner, number).encode()):
        abort(404)
    return inline_file(_calendar(learner))


def _token(learner: int, number: str) -> str:
    said = f"calendar/{learner}/{number}".encode()
    return hmac.new(services().study.database.secret(), said, hashlib.sha256).hexdigest()[:40]


def _calendar(learner: int) -> ExportedFile:
    entries = sorted(_entries(learner), key=lambda entry: entry.due_at)
    return ExportedFile("love-all-work.ics", MIMETYPE, as_calendar(str(gettext("Love All: work")), entries))


def _entries(learner: int) -> Iterator[CalendarEntry]:
    classroom = services().classroom
    for assignment in classroom.assignments.all_of_learner(learner):
        url = url_for("assigned_work.show_assignment", number=assignment.id, _external=True)
        yield from _entry(assignment, gettext("Due: %(title)s", title=assignment.title), "learner", url)
    person = classroom.people.person(learner) if services().has_classes else None
    if person is None or not person.teaches:
        return
    rooms = {room.id: room.name for room in classroom.classes.all_of_teacher(learner)}
    for assignment in classroom.assignments.all_of_teacher(learner):
        if assignment.withdrawn_at is None and assignment.class_id in rooms:
            url = url_for("gradebook.grid", class_id=assignment.class_id, _external=True)
            room = rooms[assignment.class_id]
            said = gettext("%(class_name)s: %(title)s is due", class_name=room, title=assignment.title)
            yield from _entry(assignment, said, "teacher", url)


def _entry(assignment: Assignment, title: str, role: str, url: str) -> Iterator[CalendarEntry]:
    due_at = assignment.spec.due_at
    if due_at is None:
        return
    about = gettext("Your due date was extended.") if assignment.extended_to else ""
    key = f"{assignment.id}-{role}-{hashlib.sha256(assignment.key.encode()).hexdigest()[:16]}@love-all"
    yield CalendarEntry(key, title, due_at, assignment.made_at, about, url)
