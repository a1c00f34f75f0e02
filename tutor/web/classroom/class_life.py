"""What happens to a class over a year: what was deleted comes back, learners leave with their data, colleagues help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.errors import Unknown
from tutor.exchange.files import ExportedFile
from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import normalized_name
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classes import Class
from tutor.web import formatting
from tutor.web.account.reauthentication import ask_for_proof, proves, unproved
from tutor.web.account.security_events import address, note
from tutor.web.classroom.classes import class_of
from tutor.web.current_user import require_user
from tutor.web.export.sending import download
from tutor.web.forms import Form, PassphraseField, name_field
from tutor.web.notices import Notice, to_page
from tutor.web.services import services

blueprint = Blueprint("class_life", __name__, url_prefix="/classes")

Page = str | Response | tuple[str, int]


# ---- what was deleted ------------------------------------------------------------------------------------------------


@blueprint.get("/deleted")
def deleted() -> Page:
    """What the teacher deleted lately and can bring back."""
    classroom, teacher = services().classroom, require_user().id
    rooms = {room.id: room for room in classroom.classes.all_of_teacher(teacher)}
    return render_template(
        "classroom/deleted.html",
        classes=classroom.classes.deleted_of(teacher),
        former=_by_class(rooms, classroom.classes.former_members(*rooms.values())),
        withdrawn=_by_class(rooms, classroom.assignments.withdrawn_from(rooms)),
        compositions=[one for one in classroom.compositions.all_of(teacher) if one.dropped_at is not None],
        drafts=classroom.drafts.discarded_of(teacher),
        templates=classroom.templates.deleted_of(teacher),
        groups=_by_class(rooms, classroom.groups.deleted_of(rooms)),
        extensions=_by_class(rooms, classroom.assignments.deleted_extensions(rooms)),
        kept=CAN_BE_UNDONE,
        now=services().study.now,
        words=formatting,
    )


def _by_class(rooms: Mapping[int, Class], found: Iterable[Any]) -> list[tuple[Class, Any]]:
    """What was found in some classes, each with its class, in the order of the classes."""
    place = {key: number for number, key in enumerate(rooms)}
    return [(rooms[one.class_id], one) for one in sorted(found, key=lambda one: place[one.class_id])]


@blueprint.post("/deleted/<int:class_id>/restore")
def restore(class_id: int) -> Page:
    """Brings back a class that was deleted."""
    found = services().classroom.classes.restore(require_user().id, class_id, address=address())
    return redirect(url_for("classes.room", class_id=found.id), 303)


@blueprint.post("/<int:class_id>/shared-devices")
def share_devices(class_id: int) -> Page:
    """Chooses whether the learners of a class share computers, so that they are logged out soon."""
    found = class_of(class_id)
    services().classroom.classes.share_devices(found, shared=request.form.get("shared") == "yes")
    return redirect(url_for("classes.room", class_id=found.id), 303)


@blueprint.post("/<int:class_id>/members/<int:learner>/bring-back")
def bring_back(class_id: int, learner: int) -> Page:
    """Brings a learner back into the class from which they were removed."""
    found = class_of(class_id)
    services().classroom.classes.bring_back(found, learner, by=require_user().id, address=address())
    return redirect(url_for("classes.room", class_id=found.id), 303)


# ---- one learner’s data ----------------------------------------------------------------------------------------------


class EraseForm(Form):
    """The name of the learner, typed to confirm, and the passphrase of the teacher."""

    typed = name_field("", str, autocomplete="off")
    passphrase = PassphraseField(lazy_gettext("Your own passphrase"))

    def confirm(self, who: Person) -> bool:
        """Whether it is this learner who is meant, and the teacher who asks. Raises `RateLimitExceeded`."""
        if normalized_name(self.typed.data) != normalized_name(who.name):
            self.refuse("typed", gettext("The name does not match. To erase everything, type %(name)s.", name=who.name))
        elif not proves(self, require_user()):
            wrong = gettext("This is not your passphrase. Enter the one that you log in with.")
            self.refuse("passphrase", unproved(require_user(), wrong))
        return not self.faults and not self.form_errors


@blueprint.get("/<int:class_id>/members/<int:learner>/data")
def export_data(class_id: int, learner: int) -> Response:
    """All that is saved about a learner, as that learner may see it."""
    from tutor.study.accounts.personal_data import everything_of

    who = _learner(class_of(class_id), learner)
    content = everything_of(services().study.of(who.id))
    note(EventKind.EXPORTED, whom=who.id, detail=f"data of learner {who.id}")
    return download(ExportedFile(f"love-all-learner-{who.id}.zip", "application/zip", content))


@blueprint.get("/<int:class_id>/members/<int:learner>/erase")
def ask_to_erase(class_id: int, learner: int) -> Page:
    """Asks whether everything about a learner is to be erased, and explains what that means."""
    found = class_of(class_id)
    return _asked(found, _learner(found, learner), EraseForm())


@blueprint.post("/<int:class_id>/members/<int:learner>/erase")
def erase(class_id: int, learner: int) -> Page:
    """Erases everything about a learner, at once and for good."""
    from tutor.study.accounts.personal_data import forget

    found = class_of(class_id)
    who, form = _learner(found, learner), EraseForm()
    if not form.confirm(who):
        return _asked(found, who, form), 400
    forget(services().study.of(who.id), by=require_user().id, address=address())
    return to_page("classes.room", Notice.LEARNER_ERASED, class_id=found.id)


def _learner(found: Class, learner: int) -> Person:
    """Somebody who is of a class, or was removed from it lately; never a teacher. Raises `Unknown`."""
    classes = services().classroom.classes
    people = [member.person for member in classes.members(found)] + [
        member.person for member in classes.former_members(found)
    ]
    who = next((person for person in people if person.id == learner and not person.teaches), None)
    if who is None:
        raise Unknown("learner", str(learner), ())
    return who


def _asked(found: Class, who: Person, form: EraseForm) -> str:
    ask_for_proof(form, require_user())
    form.typed.label.text = gettext("To erase everything, type “%(name)s”", name=who.name)
    others = [room for room in services().classroom.classes.all_of_learner(who.id) if room.id != found.id]
    return render_template("classroom/erase.html", room=found, who=who, form=form, others=len(others))


# ---- co-teachers -----------------------------------------------------------------------------------------------------


@blueprint.post("/<int:class_id>/co-teachers/<int:colleague>/remove")
def remove_co_teacher(class_id: int, colleague: int) -> Page:
    """Takes the class away from a co-teacher. They may do so themselves."""
    found, who = class_of(class_id), require_user().id
    if who not in (found.teacher, colleague):
        raise Unknown("teacher", str(colleague), ())
    if all(teacher.id != colleague for teacher in services().classroom.classes.co_teachers(found)):
        raise Unknown("teacher", str(colleague), ())
    services().classroom.classes.remove_co_teacher(found, colleague, by=who, address=address())
    if who != found.teacher:
        return redirect(url_for("classes.index"), 303)
    return redirect(url_for("classes.room", class_id=found.id, helper=colleague), 303)
