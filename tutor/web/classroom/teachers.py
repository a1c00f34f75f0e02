"""Those who teach here, and how one of them ceases to: removed by a colleague, or of their own accord."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tutor.errors import Unknown
from tutor.study.accounts.people import Person
from tutor.study.classroom.staff import Leaving, NotRemovable
from tutor.web import formatting
from tutor.web.access import end_session
from tutor.web.account.security_events import address
from tutor.web.current_user import require_user
from tutor.web.services import services

blueprint = Blueprint("teachers", __name__, url_prefix="/teachers")

Page = str | Response | tuple[str, int]


@blueprint.get("/")
def index() -> str:
    """The teachers, by name."""
    teachers = services().classroom.people.teachers()
    return render_template("classroom/teachers.html", teachers=teachers, removed="removed" in request.args)


@blueprint.get("/<int:teacher_id>/remove")
def ask(teacher_id: int) -> Page:
    """Asks what becomes of a teacher’s classes and account."""
    return _asked(_teacher(teacher_id))


@blueprint.post("/<int:teacher_id>/remove")
def remove(teacher_id: int) -> Page:
    """Removes a teacher, or lets the one who asks leave."""
    who, form = _teacher(teacher_id), request.form
    becomes = next((leaving for leaving in Leaving if leaving.value == form.get("becomes")), None)
    if becomes is None:
        return _asked(who, "Choose what happens to the account.")
    heir = form.get("heir", type=int)
    try:
        services().classroom.staff.remove(who.id, heir, becomes, by=require_user().id, address=address())
    except NotRemovable as error:
        return _asked(who, formatting.sentence(str(error)))
    if who.id != require_user().id:
        return redirect(url_for("teachers.index", removed=1), 303)
    end_session()
    return redirect(url_for("accounts.log_in"), 303)


def _teacher(teacher_id: int) -> Person:
    """The teacher of a number. Raises `Unknown`."""
    for teacher in services().classroom.people.teachers():
        if teacher.id == teacher_id:
            return teacher
    raise Unknown("teacher", str(teacher_id), ())


def _asked(who: Person, refused: str = "") -> Page:
    classroom = services().classroom
    page = render_template(
        "classroom/teacher_remove.html",
        who=who,
        is_yourself=who.id == require_user().id,
        classes=classroom.classes.all_of_teacher(who.id),
        others=[teacher for teacher in classroom.people.teachers() if teacher.id != who.id],
        heir=request.form.get("heir", ""),
        becomes=request.form.get("becomes", ""),
        refused=refused,
    )
    return (page, 400) if refused else page
