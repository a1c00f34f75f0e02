"""The groups of a class: made, renamed, filled and deleted by its teacher."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response

from tutor.errors import TutorError
from tutor.study.accounts.person_names import tidied_name
from tutor.study.classroom.classes import Class
from tutor.study.classroom.groups import Group, GroupRefused
from tutor.web import formatting
from tutor.web.classroom.classes import class_of
from tutor.web.classroom.gradebook import name_of
from tutor.web.forms import Form, SelectChoice, TicksField, name_field
from tutor.web.notices import Notice, just_deleted, to_page
from tutor.web.services import services

blueprint = Blueprint("groups", __name__, url_prefix="/classes/<int:class_id>/groups")

Page = str | Response | tuple[str, int]


class GroupForm(Form):
    """The name of a group, and its members."""

    name = name_field(lazy_gettext("Name of the group"), tidied_name, required=True)
    member = TicksField(lazy_gettext("Members"))

    def set_members(self, members: dict[str, str]) -> None:
        """Sets who can be chosen: names by number."""
        self.member.choices = [SelectChoice(number, name) for number, name in members.items()]

    def chosen(self) -> frozenset[int]:
        """The numbers of those ticked."""
        return frozenset(int(number) for number in self.member.value)


@blueprint.get("/")
def index(class_id: int) -> Page:
    """The groups of a class, and the form to make one."""
    return _index(class_of(class_id))


@blueprint.post("/")
def make(class_id: int) -> Page:
    """Makes a group."""
    found, form = class_of(class_id), GroupForm()
    form.set_members(_members(found))
    if form.validate() and _tried(form, lambda name: services().classroom.groups.make(found.id, name, form.chosen())):
        return _back(found, Notice.GROUP_MADE)
    return _index(found, form), 400


@blueprint.get("/<int:group>")
def change(class_id: int, group: int) -> Page:
    """The form that renames a group and chooses its members."""
    found, which = _group(class_id, group)
    data = {"name": which.name, "member": [str(learner) for learner in which.members]}
    return _change(found, which, GroupForm(data=data))


@blueprint.post("/<int:group>")
def save(class_id: int, group: int) -> Page:
    """Renames a group and sets its members."""
    found, which = _group(class_id, group)
    form = GroupForm()
    form.set_members(_members(found))
    if form.validate() and _tried(form, lambda name: services().classroom.groups.change(which, name, form.chosen())):
        return _back(found, Notice.GROUP_CHANGED)
    return _change(found, which, form), 400


@blueprint.post("/<int:group>/delete")
def delete(class_id: int, group: int) -> Page:
    """Deletes a group. The learners stay in the class."""
    found, which = _group(class_id, group)
    try:
        services().classroom.groups.delete(which)
    except GroupRefused as error:
        data = {"name": which.name, "member": [str(learner) for learner in which.members]}
        form = GroupForm(formdata=None, data=data)
        form.form_errors.append(formatting.sentence(str(error)))
        return _change(found, which, form), 409
    return redirect(url_for("groups.index", class_id=found.id, deleted=which.id), 303)


@blueprint.post("/<int:group>/restore")
def restore(class_id: int, group: int) -> Page:
    """Brings back a group that was deleted, with its members and its share of work."""
    found = class_of(class_id)
    try:
        services().classroom.groups.restore(found.id, group)
    except GroupRefused as error:
        form = GroupForm(formdata=None)
        form.form_errors.append(formatting.sentence(str(error)))
        return _index(found, form), 409
    return _back(found, Notice.GROUP_RESTORED)


def _tried(form: GroupForm, act: Any) -> bool:
    """Does something with the name of a form; notes a fault where it is refused."""
    try:
        act(form.name.value)
    except TutorError as error:
        form.refuse("name", formatting.sentence(str(error)))
        return False
    return True


def _group(class_id: int, group: int) -> tuple[Class, Group]:
    found = class_of(class_id)
    return found, services().classroom.groups.find(found.id, group)


def _members(found: Class) -> dict[str, str]:
    members = services().classroom.classes.members(found)
    return {str(member.person.id): name_of(member.person) for member in members}


def _index(found: Class, form: GroupForm | None = None) -> str:
    form, members = form or GroupForm(), _members(found)
    form.set_members(members)
    return render_template(
        "classroom/groups.html",
        room=found,
        groups=services().classroom.groups.of_class(found.id),
        deleted=just_deleted(services().classroom.groups.deleted_of([found.id]), "deleted", attrgetter("id")),
        members=members,
        form=form,
    )


def _change(found: Class, which: Group, form: GroupForm) -> str:
    form.set_members(_members(found))
    return render_template("classroom/group.html", room=found, group=which, form=form)


def _back(found: Class, did: Notice) -> Response:
    return to_page("groups.index", did, class_id=found.id)
