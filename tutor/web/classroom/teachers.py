"""The teachers, and how one of them leaves: removed by a colleague, or by their own choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import gettext, lazy_gettext, ngettext
from werkzeug.wrappers import Response

from tutor.errors import Unknown
from tutor.study.accounts.people import Person
from tutor.study.classroom.staff import Leaving, NotRemovable
from tutor.web import formatting
from tutor.web.access import end_session
from tutor.web.account.security_events import address
from tutor.web.classroom.colleagues import ColleagueField
from tutor.web.current_user import require_user
from tutor.web.forms import Form, OptionsField
from tutor.web.notices import Notice, to_page
from tutor.web.services import services

blueprint = Blueprint("teachers", __name__, url_prefix="/teachers")

Page = str | Response | tuple[str, int]


@blueprint.get("/")
def index() -> str:
    """The teachers, by name, and the platforms from which they come."""
    classroom = services().classroom
    return render_template(
        "classroom/teachers.html",
        teachers=classroom.people.teachers(),
        platforms=classroom.lti.teachers_from(),
    )


class RemovalForm(Form):
    """What happens to a teacher’s classes and account."""

    heir_name = ColleagueField(
        "", lazy_gettext("Nobody is named. Type the name of the teacher who takes over the classes.")
    )
    becomes = OptionsField(
        lazy_gettext("What happens to the account?"),
        [
            (Leaving.LEARNS.value, lazy_gettext("It becomes a learner’s account"), ""),
            (Leaving.CLOSED.value, lazy_gettext("It is closed, and nobody can log in with it"), ""),
        ],
        lambda text: next((leaving for leaving in Leaving if leaving.value == text), None),
    )

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether it was chosen what happens to the account."""
        super().validate(extra_validators)
        if self.becomes.value is None:
            self.refuse("becomes", gettext("Nothing is chosen. Choose what happens to the account."))
        return not self.faults


@blueprint.get("/<int:teacher_id>/remove")
def ask(teacher_id: int) -> Page:
    """Asks what happens to a teacher’s classes and account."""
    return _asked(_teacher(teacher_id), RemovalForm())


@blueprint.post("/<int:teacher_id>/remove")
def remove(teacher_id: int) -> Page:
    """Removes a teacher, or lets the one who asks leave."""
    who, form = _teacher(teacher_id), RemovalForm()
    form.validate()
    form.heir_name.among = _others(who)
    heir = None
    if form.heir_name.is_sent or services().classroom.classes.own_of_teacher(who.id):
        heir = form.heir_name.choose(form)
    if form.faults:
        return _asked(who, form), 400
    try:
        key = heir.id if heir else None
        services().classroom.staff.remove(who.id, key, form.becomes.value, by=require_user().id, address=address())
    except NotRemovable as error:
        form.refuse("", formatting.sentence(str(error)))
        return _asked(who, form), 400
    if who.id != require_user().id:
        return to_page("teachers.index", Notice.TEACHER_REMOVED)
    end_session()
    return redirect(url_for("accounts.log_in"), 303)


def _teacher(teacher_id: int) -> Person:
    """The teacher of a number. Raises `Unknown`."""
    for teacher in services().classroom.people.teachers():
        if teacher.id == teacher_id:
            return teacher
    raise Unknown("teacher", str(teacher_id), ())


def _others(who: Person) -> Sequence[Person]:
    """The colleagues of a teacher."""
    return [teacher for teacher in services().classroom.people.teachers() if teacher.id != who.id]


def _asked(who: Person, form: RemovalForm) -> str:
    classroom = services().classroom
    classes = classroom.classes.own_of_teacher(who.id)
    form.heir_name.among = others = _others(who)
    names = ", ".join(room.name for room in classes)
    form.heir_name.label.text = ngettext(
        "Who takes over the class %(names)s?", "Who takes over the classes %(names)s?", len(classes), names=names
    )
    return render_template(
        "classroom/teacher_remove.html",
        who=who,
        is_yourself=who.id == require_user().id,
        classes=classes,
        others=others,
        form=form,
    )
