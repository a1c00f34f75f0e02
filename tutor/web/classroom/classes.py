"""A teacher’s classes: the learners, the code to join, and the invitations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from markupsafe import Markup
from werkzeug.wrappers import Response

from tutor.errors import Malformed, Unknown
from tutor.extras import importing
from tutor.study.accounts.people import Person
from tutor.study.accounts.person_names import checked_real_name, normalized_name, tidied_name
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classes import Class, Member, spaced
from tutor.study.classroom.invitations import INVITATION_LASTS
from tutor.web import formatting
from tutor.web.account.security_events import address
from tutor.web.classroom.colleagues import ColleagueField
from tutor.web.current_user import require_user
from tutor.web.forms import Form, LongTextField, name_field, number_field, real_name_field
from tutor.web.notices import Notice, just_deleted, to_page
from tutor.web.reached import addresses, choose, chosen_address, is_in_a_network, reached_url, typed
from tutor.web.services import services
from tutor.wording import figured

blueprint = Blueprint("classes", __name__, url_prefix="/classes")

MOST_INVITATIONS = 64
INVITATIONS_A_PAGE = 8
Page = str | Response | tuple[str, int]


# ---- classes -------------------------------------------------------------------------------------------------------


class ClassForm(Form):
    """The name of a class."""

    name = name_field(lazy_gettext("Name of the class"), tidied_name, required=True)


class ColleagueForm(Form):
    """The name of the colleague to invite."""

    real_name = real_name_field(lazy_gettext("The colleague’s name (optional)"))


class HandOverForm(Form):
    """The colleague who takes over a class."""

    colleague_name = ColleagueField(
        lazy_gettext("Hand over to a colleague, with its assignments and answers"),
        lazy_gettext("Nobody is named. Type the name of the colleague who takes over the class."),
    )


class CoTeacherForm(Form):
    """The colleague who is to help with a class."""

    helper_name = ColleagueField(
        lazy_gettext("Add a co-teacher"),
        lazy_gettext("Nobody is named. Type the name of the colleague who helps with the class."),
    )


class DeleteClassForm(Form):
    """The name of the class to delete, typed to confirm."""

    typed = name_field(lazy_gettext("To delete the class, type its name"), str, autocomplete="off")


@blueprint.get("/")
def index() -> Page:
    """The teacher’s classes."""
    return _index()


@blueprint.post("/")
def make() -> Page:
    """Makes a class."""
    form = ClassForm()
    if not form.validate():
        return _index(form), 400
    made = services().classroom.classes.make(require_user().id, form.name.value)
    return to_page("classes.room", Notice.CLASS_MADE, class_id=made.id)


def _index(refused: Form | None = None) -> str:
    classes = services().classroom.classes
    deleted = just_deleted(classes.deleted_of(require_user().id), "deleted", attrgetter("room.id"))
    return render_template(
        "classroom/classes.html",
        classes=classes.all_of_teacher(require_user().id),
        deleted=deleted and deleted.room,
        refused=refused,
        new=refused if isinstance(refused, ClassForm) else ClassForm(),
        colleague=refused if isinstance(refused, ColleagueForm) else ColleagueForm(),
    )


@blueprint.get("/<int:class_id>")
def room(class_id: int) -> Page:
    """A class: its code and its learners."""
    return _room(class_of(class_id))


@blueprint.post("/<int:class_id>/name")
def rename(class_id: int) -> Page:
    """Renames a class."""
    found, form = class_of(class_id), ClassForm()
    if not form.validate():
        return _room(found, form), 400
    services().classroom.classes.rename(found, form.name.value)
    return _back_to(found)


@blueprint.post("/<int:class_id>/enrolment")
def set_enrolment(class_id: int) -> Page:
    """Opens a class to learners with its code, or closes it."""
    found = class_of(class_id)
    services().classroom.classes.let_in(found, is_open=request.form.get("door") == "open")
    return _back_to(found)


@blueprint.post("/<int:class_id>/code")
def change_code(class_id: int) -> Page:
    """Gives a class a new code."""
    found = class_of(class_id)
    services().classroom.classes.change_code(found)
    return _back_to(found)


@blueprint.get("/<int:class_id>/join")
def way_in(class_id: int) -> Page:
    """The way into a class for a projector or for print: the address, the code, and the QR code."""
    found = class_of(class_id)
    address = reached_url("accounts.join", code=found.code)
    return render_template(
        "classroom/way_in.html",
        room=found,
        code=spaced(found.code),
        address=address,
        door=typed(reached_url("accounts.join")),
        square=square(address),
        is_in_a_network=is_in_a_network(),
    )


@blueprint.post("/<int:class_id>/address")
def choose_address(class_id: int) -> Page:
    """Chooses the address that learners are given."""
    found = class_of(class_id)
    if not choose(request.form.get("address", "")):
        raise Malformed(
            "address", request.form.get("address", ""), "the tutor is not reached there", "Choose one of the list"
        )
    return _back_to(found)


@blueprint.post("/<int:class_id>/hand-over")
def hand_over(class_id: int) -> Page:
    """Hands a class over to a colleague."""
    found, people = own_class_of(class_id), services().classroom.people
    form = HandOverForm()
    form.colleague_name.among = [teacher for teacher in people.teachers() if teacher.id != found.teacher]
    colleague = form.colleague_name.choose(form)
    if colleague is None:
        return _room(found, form), 400
    services().classroom.classes.hand_over(found, colleague, address=address())
    return to_page("classes.index", Notice.CLASS_HANDED_OVER)


@blueprint.post("/<int:class_id>/delete")
def delete(class_id: int) -> Page:
    """Deletes a class whose name was typed."""
    found, form = own_class_of(class_id), DeleteClassForm()
    if normalized_name(form.typed.data) != normalized_name(found.name):
        form.refuse(
            "typed",
            gettext("The name does not match. To delete the class, type %(class_name)s.", class_name=found.name),
        )
        return _room(found, form), 400
    services().classroom.classes.delete(found, address=address())
    return redirect(url_for("classes.index", deleted=found.id), 303)


def class_of(class_id: int) -> Class:
    """The class of a number, if the current user teaches it, alone or with others. Raises `Unknown`."""
    return services().classroom.classes.of_teacher(require_user().id, class_id)


def own_class_of(class_id: int) -> Class:
    """The same, for what only the teacher of a class may do. A co-teacher may not. Raises `Unknown`."""
    found = class_of(class_id)
    if found.teacher != require_user().id:
        abort(403)
    return found


@blueprint.post("/<int:class_id>/co-teachers")
def add_co_teacher(class_id: int) -> Page:
    """Adds a colleague who helps with a class."""
    found, form = own_class_of(class_id), CoTeacherForm()
    helping = {found.teacher, *(teacher.id for teacher in services().classroom.classes.co_teachers(found))}
    form.helper_name.among = [
        teacher for teacher in services().classroom.people.teachers() if teacher.id not in helping
    ]
    colleague = form.helper_name.choose(form)
    if colleague is None:
        return _room(found, form), 400
    services().classroom.classes.add_co_teacher(found, colleague, address=address())
    return _back_to(found)


def _removed_helper(found: Class, others: Sequence[Person]) -> Person | None:
    """The colleague whom the teacher of a class just removed from it, and can add again."""
    if found.teacher != require_user().id:
        return None
    return just_deleted(others, "helper", attrgetter("id"))


def _room(found: Class, refused: Form | None = None) -> str:
    address = reached_url("accounts.join", code=found.code)
    name = refused if isinstance(refused, ClassForm) else ClassForm(data={"name": found.name})
    hand_over = refused if isinstance(refused, HandOverForm) else HandOverForm()
    teachers = services().classroom.people.teachers()
    colleagues = [teacher for teacher in teachers if teacher.id != found.teacher]
    hand_over.colleague_name.among = colleagues
    classes = services().classroom.classes
    helpers, former = classes.co_teachers(found), classes.former_members(found)
    removed = just_deleted(former, "removed", attrgetter("person.id"))
    co_teacher = refused if isinstance(refused, CoTeacherForm) else CoTeacherForm()
    helping = {helper.id for helper in helpers}
    co_teacher.helper_name.among = [teacher for teacher in colleagues if teacher.id not in helping]
    return render_template(
        "classroom/class.html",
        room=found,
        main_thing="gradebook.grid" if services().classroom.assignments.of_class(found.id) else "assignments.index",
        running=services().classroom.live.running_in(found.id),
        code=spaced(found.code),
        address=address,
        door=typed(reached_url("accounts.join")),
        square=square(address),
        reached=[(where, typed(where)) for where in addresses()],
        chosen=chosen_address(),
        is_in_a_network=is_in_a_network(),
        members=services().classroom.classes.members(found),
        course=services().classroom.lti.course_of(found.id),
        refused=refused,
        name=name,
        new_invitations=refused if isinstance(refused, InvitationsForm) else InvitationsForm(),
        hand_over=hand_over,
        has_colleague=bool(colleagues),
        deletion=refused if isinstance(refused, DeleteClassForm) else DeleteClassForm(),
        is_own=found.teacher == require_user().id,
        owner=next((teacher for teacher in teachers if teacher.id == found.teacher), None),
        co_teachers=helpers,
        co_teacher=co_teacher,
        former=former,
        removed_helper=_removed_helper(found, co_teacher.helper_name.among),
        removed=removed and removed.person,
        days_to_undo=CAN_BE_UNDONE.days,
        words=formatting,
    )


def _back_to(found: Class) -> Response:
    return to_page("classes.room", Notice.CLASS_CHANGED, class_id=found.id)


# ---- members -------------------------------------------------------------------------------------------------------


class MemberForm(Form):
    """The real name of a learner."""

    real_name = real_name_field(lazy_gettext("Real name"))


@blueprint.post("/<int:class_id>/members/<int:learner>/name")
def name_learner(class_id: int, learner: int) -> Page:
    """Changes the real name of a learner."""
    found = class_of(class_id)
    member, form = learner_of(found, learner).person, MemberForm()
    if not form.validate():
        form.real_name.id = f"real-{member.id}"
        return _room(found, form), 400
    people = services().classroom.people
    people.rename(member.id, member.name, form.real_name.value, by=require_user().id, address=address())
    return _back_to(found)


@blueprint.post("/<int:class_id>/members/<int:learner>/dismiss")
def dismiss(class_id: int, learner: int) -> Page:
    """Removes somebody from a class."""
    found = class_of(class_id)
    who = member_of(found, learner).person.id
    services().classroom.classes.dismiss(found, who, by=require_user().id, address=address())
    return redirect(url_for("classes.room", class_id=found.id, removed=who), 303)


def member_of(found: Class, learner: int) -> Member:
    """The member of a class with a number. Raises `Unknown`."""
    for member in services().classroom.classes.members(found):
        if member.person.id == learner:
            return member
    raise Unknown("learner", str(learner), ())


def learner_of(found: Class, learner: int) -> Member:
    """The same, but never a teacher: nobody may get into a colleague’s account. Raises `Unknown`."""
    member = member_of(found, learner)
    if member.person.teaches:
        raise Unknown("learner", member.person.name, ())
    return member


# ---- invitations ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paper:
    """An invitation for print: its name, its purpose, its code, and the square with the same code."""

    name: str
    purpose: str
    written: str
    square: Markup


def _names_in(text: str) -> Sequence[str]:
    """The names of invitations, one a line. Raises `Malformed`."""
    names = [line.strip() for line in text.splitlines() if line.strip()]
    if len(names) > MOST_INVITATIONS:
        mend = f"Make at most {MOST_INVITATIONS} invitations at a time"
        raise Malformed("list of names", f"{names[0][:40]} …", f"it has {figured(len(names), 'line')}", mend)
    for name in names:
        checked_real_name(name)
    return names


class InvitationsForm(Form):
    """Invitations for a list of names, or a number of them without names."""

    names = LongTextField(
        lazy_gettext("Invitations for these names, one on each line"), _names_in, default="", render_kw={"rows": 6}
    )
    blank = number_field(
        lazy_gettext("Or this many without names"),
        "number of invitations",
        1,
        MOST_INVITATIONS,
        beneath=("names", ""),
        optional=True,
    )

    def wanted(self) -> Sequence[str]:
        """The names, which may be empty; no names if anything was refused."""
        if self.validate() and not (self.names.value or self.blank.value):
            nothing = gettext(
                "There are no names and no number. Write one name on each line, or a number from 1 to %(most)s below.",
                most=MOST_INVITATIONS,
            )
            self.refuse("names", nothing)
        return () if self.faults else self.names.value or [""] * self.blank.value


@blueprint.post("/<int:class_id>/invitations")
def invitations(class_id: int) -> Page:
    """New invitations into a class: one for each name, or a number of them without names."""
    found, form = class_of(class_id), InvitationsForm()
    names = form.wanted()
    if not names:
        return _room(found, form), 400
    try:
        written = services().classroom.classes.invite_all(found, names, by=require_user().id, address=address())
    except Malformed as error:
        form.refuse("names", formatting.sentence(str(error)))
        return _room(found, form), 400
    purpose = gettext("Join %(class_name)s", class_name=found.name)
    papers = [paper(invitation, name, purpose) for invitation, name in zip(written, names, strict=True)]
    return _sheet(papers, _after(found))


@blueprint.post("/<int:class_id>/members/<int:learner>/invitation")
def invitation_back(class_id: int, learner: int) -> Page:
    """A new invitation for a learner who has forgotten their passphrase."""
    found = class_of(class_id)
    who = learner_of(found, learner).person
    written = services().classroom.classes.invite_back(found, who, by=require_user().id, address=address())
    return _sheet([paper(written, who.real_name or who.name, gettext("Choose a new passphrase"))], _after(found))


@blueprint.post("/colleague")
def invite() -> Page:
    """An invitation that makes a colleague a teacher here."""
    form = ColleagueForm()
    if not form.validate():
        return _index(form), 400
    name = form.real_name.data
    written = services().classroom.classes.invite_colleague(require_user().id, name, address=address())
    return _sheet([paper(written, name, gettext("Teach here"))], url_for("classes.index"))


def paper(written: str, name: str, purpose: str) -> Paper:
    """An invitation ready to print."""
    address = reached_url("accounts.invitation", written=written)
    return Paper(name.strip(), purpose, spaced(written), square(address))


def square(address: str) -> Markup:
    """The square of an address for a phone to scan: dark on light, whatever the colours of the page."""
    with importing("class", gettext("An invitation")):
        import segno  # slow to import, and rarely needed

    drawn = segno.make(address, error="m", micro=False)
    return Markup(drawn.svg_inline(omitsize=True, border=2, dark="#000", light="#fff"))  # noqa: S704 - digits of ours


def _sheet(papers: Sequence[Paper], back: str) -> str:
    pages = [papers[start : start + INVITATIONS_A_PAGE] for start in range(0, len(papers), INVITATIONS_A_PAGE)]
    return render_template(
        "classroom/invitations.html",
        pages=pages,
        number=len(papers),
        back=back,
        door=typed(reached_url("accounts.join")),
        days=INVITATION_LASTS.days,
    )


def _after(found: Class) -> str:
    return url_for("classes.room", class_id=found.id)
