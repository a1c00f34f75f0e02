"""Work for a class: a teacher assigns it, changes it, withdraws it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import attrgetter
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.errors import Unknown
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.study.classroom.assignments import Assignment, AssignmentChanged, AssignmentSpec
from tutor.study.classroom.authored_content import is_own
from tutor.study.classroom.classes import Class, Member
from tutor.web import formatting
from tutor.web.classroom.assigned_work import pages_of
from tutor.web.classroom.assignment_form import AssignmentForm
from tutor.web.classroom.gradebook import name_of
from tutor.web.classroom.kinds import KINDS
from tutor.web.classroom.lti_grades import grade_words, reports_of
from tutor.web.classroom.newest_version import newest_version
from tutor.web.classroom.tasks import KindPages
from tutor.web.current_user import require_user
from tutor.web.forms import sent_key, written
from tutor.web.notices import Notice, just_deleted, to_page
from tutor.web.services import services

blueprint = Blueprint("assignments", __name__, url_prefix="/classes/<int:class_id>/assignments")

Page = str | Response | tuple[str, int]


@blueprint.get("/")
def index(class_id: int) -> Page:
    """The assignments of a class."""
    room, assignments, groups = _room(class_id), services().classroom.assignments, services().classroom.groups
    names = {member.person.id: _name(member) for member in _members(room)}
    to, to_groups = assignments.named_assignees(room.id), assignments.groups_assigned(room.id)
    group_names = {group.id: group.name for group in groups.of_class(room.id)}
    extensions, assigned = Counter(key for key, _ in assignments.extensions(room.id)), assignments.of_class(room.id)
    return render_template(
        "classroom/assignments.html",
        room=room,
        assignments=assigned,
        withdrawn=just_deleted((work for work in assigned if work.withdrawn_at), "withdrawn", attrgetter("id")),
        to={key: sorted(names[learner] for learner in those if learner in names) for key, those in to.items()},
        to_groups={key: sorted(group_names[group] for group in those) for key, those in to_groups.items()},
        extensions=extensions,
        newest={work.id: newest_version(work) for work in assigned},
        pages_of=pages_of,
        now=services().study.now,
        words=formatting,
    )


@blueprint.get("/new")
def new(class_id: int) -> Page:
    """The kinds of work to choose from."""
    return render_template("classroom/assignment_kinds.html", room=_room(class_id), kinds=KINDS.values(), then=_then())


@blueprint.get("/new/<kind>")
def form(class_id: int, kind: str) -> Page:
    """A form for work of a kind."""
    room, pages = _room(class_id), _pages(kind)
    seed, opens = services().random.randrange(LARGEST_NUMBER), written(services().study.now)
    begun = _begun_from(kind)
    filled = pages.form.filled_by(begun) if begun else pages.form.asked(request.args)
    return _page(room, pages, pages.form(data={"seed": seed, "opens": opens, **filled}))


def _begun_from(kind: str) -> AssignmentSpec | None:
    """What the address names to begin from: an assignment of any class of the teacher’s, or a template."""
    classroom, teacher, now = services().classroom, require_user().id, services().study.now
    copy, template = sent_key(request.args.get("copy", "")), sent_key(request.args.get("template", ""))
    if copy is not None:
        spec = classroom.assignments.of_teacher(teacher, copy).spec
        begun = replace(spec, opens_at=max(spec.opens_at, now)) if _is_ahead(spec, now) else _without_dates(spec, now)
    elif template is not None:
        begun = classroom.templates.find(teacher, template).spec(now)
    else:
        return None
    return begun if begun.work.kind == kind else abort(404)


def _is_ahead(spec: AssignmentSpec, now: datetime) -> bool:
    return spec.due_at is None or spec.due_at > now


def _without_dates(spec: AssignmentSpec, now: datetime) -> AssignmentSpec:
    """The same with as much time from now, where its due date is over."""
    due_at = now + (spec.due_at - spec.opens_at) if spec.due_at else None
    cut_off_at = due_at + (spec.cut_off_at - spec.due_at) if due_at and spec.cut_off_at and spec.due_at else None
    return replace(spec, opens_at=now, due_at=due_at, cut_off_at=cut_off_at)


@blueprint.post("/new/<kind>")
def give(class_id: int, kind: str) -> Page:
    """Assigns work, or says which fields are refused, or previews a text."""
    room, pages = _room(class_id), _pages(kind)
    form = pages.form()
    _set_people(form, room)
    if "preview" in request.form:
        return _page(room, pages, form)
    spec = form.spec(services().study.now, pages.suggested_title, None)
    if spec is None:
        return _page(room, pages, form), 400
    given = services().classroom.assignments.give(room.id, spec, form.addressees(), groups=form.groups())
    if _then():
        return redirect(url_for("lti.choose", assignment=given.id), 303)
    return to_page("assignments.index", Notice.WORK_ASSIGNED, class_id=room.id)


@blueprint.get("/<int:number>")
def change(class_id: int, number: int) -> Page:
    """A form that changes an assignment."""
    room, assignment = _assignment(class_id, number)
    pages = pages_of(assignment.work)
    assignments = services().classroom.assignments
    to = assignments.named_assignees(room.id).get(assignment.id, ())
    groups = assignments.groups_assigned(room.id).get(assignment.id, ())
    return _page(room, pages, pages.form(data=pages.form.filled_from(assignment, to, groups)), assignment)


@blueprint.post("/<int:number>")
def save_change(class_id: int, number: int) -> Page:
    """Changes an assignment, or says which fields are refused."""
    room, assignment = _assignment(class_id, number)
    pages, fixed = pages_of(assignment.work), _fixed(assignment)
    form = pages.form()
    _set_people(form, room)
    if fixed:
        form.fix(fixed)
    if "preview" in request.form:
        return _page(room, pages, form, assignment)
    spec = form.spec(services().study.now, pages.suggested_title, fixed)
    if spec is None:
        return _page(room, pages, form, assignment), 400
    spec = replace(spec, work=spec.work.like(assignment.work))
    assignments = services().classroom.assignments
    try:
        if request.form.get("version", assignment.version) != assignment.version:
            raise AssignmentChanged
        assignments.address(assignments.change(assignment, spec), form.addressees(), form.groups())
    except AssignmentChanged as error:
        return _page(room, pages, form, assignments.find(assignment.id), clash=str(error)), 409
    return to_page("assignments.index", Notice.WORK_CHANGED, class_id=room.id)


@blueprint.post("/<int:number>/withdraw")
def withdraw(class_id: int, number: int) -> Page:
    """Withdraws work, or assigns it again."""
    room, assignment = _assignment(class_id, number)
    withdrawn = request.form.get("do") != "again"
    services().classroom.assignments.withdraw(assignment, withdrawn=withdrawn)
    if not withdrawn:
        return to_page("assignments.index", Notice.WORK_RESTORED, class_id=room.id)
    return redirect(url_for("assignments.index", class_id=room.id, withdrawn=assignment.id), 303)


def _then() -> str | None:
    """Where to go on once something is assigned: to the choice for a learning platform, or (None) to the list."""
    return "choose" if request.args.get("then") == "choose" else None


# ---- what these share ---------------------------------------------------------------------------------------------


def _room(class_id: int) -> Class:
    return services().classroom.classes.of_teacher(require_user().id, class_id)


def _assignment(class_id: int, number: int) -> tuple[Class, Assignment]:
    """A teacher’s class, and one of its assignments. Raises `Unknown`."""
    room, assignment = _room(class_id), services().classroom.assignments.of_teacher(require_user().id, number)
    if assignment.class_id != room.id:
        raise Unknown("assignment", str(number), ())
    return room, assignment


def _pages(kind: str) -> KindPages[Any]:
    return KINDS.get(kind) or abort(404)


def _members(room: Class) -> Sequence[Member]:
    return services().classroom.classes.members(room)


def _name(member: Member) -> str:
    return member.person.real_name or member.person.name


def _named_members(room: Class) -> Sequence[tuple[int, str]]:
    return [(member.person.id, _name(member)) for member in _members(room)]


def _set_people(form: AssignmentForm[Any], room: Class) -> None:
    """Sets who can be chosen: the members of the class, and its groups."""
    form.set_members(_named_members(room))
    form.set_groups([(group.id, group.name) for group in services().classroom.groups.of_class(room.id)])


def _fixed(assignment: Assignment) -> AssignmentSpec | None:
    """The specification whose questions are fixed, because it was answered or is the teacher’s own content."""
    is_fixed = is_own(assignment.work.content_id) or services().classroom.assignments.answers(assignment)
    return assignment.spec if is_fixed else None


def _page(
    room: Class, pages: KindPages[Any], form: AssignmentForm[Any], assignment: Assignment | None = None, clash: str = ""
) -> str:
    now, members = services().study.now.astimezone(), _named_members(room)
    fixed = _fixed(assignment) if assignment else None
    course = services().classroom.lti.course_of(room.id) if assignment else None
    _set_people(form, room)
    if fixed:
        form.fix(fixed)
    addressed = {
        str(learner)
        for learner in services().classroom.assignments.assignees(room.id).get(assignment.id if assignment else 0, ())
    }
    return render_template(
        "classroom/assignment.html",
        room=room,
        pages=pages,
        form=form,
        assignment=assignment,
        fixed=fixed,
        what=pages.summary(assignment.work) if assignment else "",
        clash=clash,
        members=members,
        newest=newest_version(assignment) if assignment else None,
        then=_then(),
        course=course,
        reports=reports_of(room, assignment) if assignment and course else [],
        grade_words=grade_words,
        name_of=name_of,
        addressed=[
            (number, name)
            for number, name in members
            if assignment and (assignment.everyone or str(number) in addressed)
        ],
        shows_preview="preview" in request.form,
        zone=now.tzname() or gettext("local time"),
        now=now,
        words=formatting,
    )
