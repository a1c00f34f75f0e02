"""Assigning with less work: from any page, as a copy or from a template. Also extensions, and the newest version."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from operator import attrgetter
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.errors import Malformed, TutorError
from tutor.study.classroom.assignment_templates import TooManyTemplates
from tutor.study.classroom.assignments import Assignment, AssignmentChanged
from tutor.study.classroom.classes import Class
from tutor.web import formatting
from tutor.web.classroom.assigned_work import pages_of
from tutor.web.classroom.classes import class_of, member_of
from tutor.web.classroom.gradebook import assignment_of, name_of
from tutor.web.classroom.kinds import KINDS
from tutor.web.classroom.newest_version import newest_version
from tutor.web.current_user import require_user
from tutor.web.forms import ChoiceField, Form, SelectChoice, moment_field, sent_key, written
from tutor.web.notices import Notice, just_deleted, to_page
from tutor.web.services import services

blueprint = Blueprint("assigning", __name__, url_prefix="/classes")

Page = str | Response | tuple[str, int]


# ---- which class ----------------------------------------------------------------------------------------------------


@blueprint.get("/assign/<kind>")
def choose_class(kind: str) -> Page:
    """The classes to which something can be assigned, each with a link to the form filled in.

    With one class there is nothing to choose.
    """
    if kind not in KINDS:
        abort(404)
    asked = {name: value for name, value in request.args.items() if len(value) < 600}
    classes = services().classroom.classes.all_of_teacher(require_user().id)
    if len(classes) == 1:
        return redirect(url_for("assignments.form", class_id=classes[0].id, kind=kind, **_named(asked)))
    return render_template(
        "classroom/choose_class.html", classes=classes, kind=kind, asked=_named(asked), work=_work_named(kind, asked)
    )


def _work_named(kind: str, asked: dict[str, str]) -> str:
    """What the work is called that the address names, as the list calls it to which it belongs; else, its kind."""
    template = sent_key(asked.get("template", ""))
    if template is not None:
        return services().classroom.templates.find(require_user().id, template).spec(services().study.now).title
    pages = KINDS[kind]
    form = pages.form(data=pages.form.asked(asked))
    lists = [form[name] for name in asked if name in form and isinstance(form[name], ChoiceField)]
    named = (choice.label for field in lists for choice in field.iter_choices() if choice.selected and choice.value)
    return str(next(named, pages.name))


def _named(asked: dict[str, str]) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if name in _ASKED}


_ASKED = frozenset(("lesson", "game", "drill", "group", "ids", "hand", "copy", "template"))
"""What an address may ask the form of an assignment to be filled in with."""


@blueprint.get("/<int:class_id>/assignments/<int:number>/copy")
def copy(class_id: int, number: int) -> Page:
    """The classes to which an assignment can be copied."""
    found, assignment = _assignment(class_id, number)
    classes = services().classroom.classes.all_of_teacher(require_user().id)
    return render_template("classroom/copy_assignment.html", room=found, assignment=assignment, classes=classes)


# ---- templates ------------------------------------------------------------------------------------------------------


@blueprint.get("/templates")
def templates() -> Page:
    """The teacher’s templates."""
    return _templates()


def _templates(fault: str = "") -> str:
    teacher, found = require_user().id, services().classroom.templates
    return render_template(
        "classroom/assignment_templates.html",
        templates=found.all_of_teacher(teacher),
        deleted=just_deleted(found.deleted_of(teacher), "deleted", attrgetter("id")),
        classes=services().classroom.classes.all_of_teacher(teacher),
        pages_of=pages_of,
        fault=fault,
    )


@blueprint.post("/<int:class_id>/assignments/<int:number>/template")
def save_template(class_id: int, number: int) -> Page:
    """Saves an assignment as a template."""
    found, assignment = _assignment(class_id, number)
    try:
        services().classroom.templates.save(require_user().id, assignment.spec)
    except TutorError as error:
        return _templates(formatting.sentence(str(error))), 400
    return to_page("assignments.index", Notice.TEMPLATE_SAVED, class_id=found.id)


@blueprint.post("/templates/<int:template>/delete")
def delete_template(template: int) -> Page:
    """Deletes a template."""
    found = services().classroom.templates
    found.delete(found.find(require_user().id, template))
    return redirect(url_for("assigning.templates", deleted=template), 303)


@blueprint.post("/templates/<int:template>/restore")
def restore_template(template: int) -> Page:
    """Brings back a template that was deleted."""
    try:
        services().classroom.templates.restore(require_user().id, template)
    except TooManyTemplates as error:
        return _templates(formatting.sentence(str(error))), 409
    return redirect(url_for("assigning.templates"), 303)


# ---- a later due date -----------------------------------------------------------------------------------------------


class ExtensionForm(Form):
    """A learner, and their later due date."""

    learner = ChoiceField(lazy_gettext("Learner"), list, missing=lazy_gettext("Choose a learner."), default="")
    due = moment_field(lazy_gettext("New due date"), "due date")

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether a learner and a moment are given."""
        super().validate(extra_validators)
        if self.due.value is None and not self.due.errors:
            self.refuse("due", gettext("The new due date is missing. Choose a date and a time."))
        return not self.faults


@blueprint.get("/<int:class_id>/assignments/<int:number>/extensions")
def extensions(class_id: int, number: int) -> Page:
    """The learners with a later due date, and the form to give one."""
    found, assignment = _assignment(class_id, number)
    due, now = assignment.spec.due_at, services().study.now
    if due:
        due = due_again(due, now)
    asked = request.args.get("learner", "")
    return _extensions(found, assignment, ExtensionForm(data={"learner": asked, "due": written(due)}))


@blueprint.post("/<int:class_id>/assignments/<int:number>/extensions")
def extend(class_id: int, number: int) -> Page:
    """Gives a learner a later due date."""
    found, assignment = _assignment(class_id, number)
    form = ExtensionForm()
    if not form.validate():
        return _extensions(found, assignment, form), 400
    if form.learner.value not in _learners(found, assignment):
        form.refuse("learner", gettext("This learner does not have the assignment. Choose another."))
        return _extensions(found, assignment, form), 400
    try:
        services().classroom.assignments.extend(assignment, int(form.learner.value), form.due.value)
    except Malformed as error:
        form.refuse("due", formatting.sentence(str(error)))
        return _extensions(found, assignment, form), 400
    return to_page("assigning.extensions", Notice.EXTENDED, class_id=class_id, number=number)


@blueprint.post("/<int:class_id>/assignments/<int:number>/extensions/<int:learner>/remove")
def remove_extension(class_id: int, number: int, learner: int) -> Page:
    """Takes a later due date away."""
    found, assignment = _assignment(class_id, number)
    services().classroom.assignments.extend(assignment, member_of(found, learner).person.id, None)
    return redirect(url_for("assigning.extensions", class_id=class_id, number=number, removed=learner), 303)


@blueprint.post("/<int:class_id>/assignments/<int:number>/extensions/<int:learner>/restore")
def restore_extension(class_id: int, number: int, learner: int) -> Page:
    """Gives a learner the later due date back that was taken away."""
    found, assignment = _assignment(class_id, number)
    try:
        services().classroom.assignments.restore_extension(assignment, member_of(found, learner).person.id)
    except Malformed as error:
        form = ExtensionForm(formdata=None, data={"learner": str(learner)})
        form.refuse("due", formatting.sentence(str(error)))
        return _extensions(found, assignment, form), 409
    return to_page("assigning.extensions", Notice.EXTENSION_RESTORED, class_id=class_id, number=number)


def due_again(due: datetime, now: datetime) -> datetime:
    """A due date that is not over when the form is sent: the next day at the same hour, as clocks here show it."""
    if due > now:
        return due
    on_the_clock = due.astimezone().replace(tzinfo=None)  # without a zone: summer time may have begun or ended since
    later = ((on_the_clock + timedelta(days=days)).astimezone() for days in count((now - due).days))
    return next(moment for moment in later if moment > now)


def _extensions(found: Class, assignment: Assignment, form: ExtensionForm) -> str:
    names = _learners(found, assignment)
    given = services().classroom.assignments.extensions(found.id)
    deleted = [
        extension
        for extension in services().classroom.assignments.deleted_extensions([found.id])
        if extension.assignment == assignment.id and (assignment.id, extension.person.id) not in given
    ]
    form.learner.choices = [SelectChoice("", gettext("Choose")), *(SelectChoice(*name) for name in names.items())]
    now = services().study.now.astimezone()
    return render_template(
        "classroom/extensions.html",
        room=found,
        assignment=assignment,
        form=form,
        extended=[
            (int(learner), name, assignment.extended(given[assignment.id, int(learner)]))
            for learner, name in names.items()
            if (assignment.id, int(learner)) in given
        ],
        learners=names,
        removed=just_deleted(deleted, "removed", attrgetter("person.id")),
        now=now,
        zone=now.tzname() or gettext("local time"),
    )


def _learners(found: Class, assignment: Assignment) -> dict[str, str]:
    """The names of those who have an assignment, by their numbers as a form sends them."""
    to = services().classroom.assignments.assignees(found.id).get(assignment.id, ())
    members = services().classroom.classes.members(found)
    return {
        str(member.person.id): name_of(member.person)
        for member in members
        if assignment.everyone or member.person.id in to
    }


# ---- the newest version ---------------------------------------------------------------------------------------------


@blueprint.post("/<int:class_id>/assignments/<int:number>/newest")
def use_newest(class_id: int, number: int) -> Page:
    """Sets the newest version of the teacher’s own lesson or hand, if nobody has answered the one assigned."""
    found, assignment = _assignment(class_id, number)
    newer = newest_version(assignment)
    if newer is None:
        return _clash(found, assignment), 409
    try:
        spec = replace(assignment.spec, work=newer.work(assignment.work))
        services().classroom.assignments.change(assignment, spec)
    except AssignmentChanged:
        return _clash(found, assignment), 409
    return to_page("assignments.index", Notice.NEWEST_VERSION, class_id=found.id)


def _clash(found: Class, assignment: Assignment) -> str:
    message = gettext(
        "‘%(title)s’ was not changed. Somebody has answered it by now, or it uses the newest version already.",
        title=assignment.title,
    )
    back = url_for("assignments.index", class_id=found.id)
    return render_template("error.html", title=gettext("Nothing was changed"), message=message, status=409, back=back)


def _assignment(class_id: int, number: int) -> tuple[Class, Assignment]:
    """A teacher’s class, and one of its assignments. Raises `Unknown`."""
    found = class_of(class_id)
    return found, assignment_of(found, number)
