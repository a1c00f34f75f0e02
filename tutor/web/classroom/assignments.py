"""Work for a class: a teacher sets it, changes it, takes it back."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from tutor.citations import SOURCES
from tutor.codes import CODES
from tutor.errors import Unknown
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.seats import Seat
from tutor.study.classroom.assignments import Assignment, AssignmentChanged, AssignmentSpec, Disclosure
from tutor.study.classroom.classes import Class, Member
from tutor.study.classroom.work import LONGEST_TEXT, MOST_QUESTIONS, LessonWork
from tutor.tables.match import Strictness
from tutor.web import formatting
from tutor.web.classroom.assigned_work import what_is_set
from tutor.web.classroom.assignment_form import KINDS, FormData, addressees_of, blank, draft_of, written
from tutor.web.classroom.authored_content import to_choose
from tutor.web.current_user import somebody
from tutor.web.practise.navigation import groups_of
from tutor.web.services import services

blueprint = Blueprint("assignments", __name__, url_prefix="/classes/<int:class_id>/assignments")

Page = str | Response | tuple[str, int]


@blueprint.get("/")
def index(class_id: int) -> Page:
    """What a class was set."""
    room, assignments = _room(class_id), services().classroom.assignments
    names = {member.person.id: _name(member) for member in _members(room)}
    to = assignments.assignees(room.id)
    return render_template(
        "classroom/assignments.html",
        room=room,
        assignments=assignments.of_class(room.id),
        to={key: sorted(names[one] for one in those if one in names) for key, those in to.items()},
        what_is_set=what_is_set,
        now=services().study.now,
        words=formatting,
    )


@blueprint.get("/new")
def new(class_id: int) -> Page:
    """The kinds of work to choose among."""
    return render_template("classroom/assignment_kinds.html", room=_room(class_id), kinds=KINDS)


@blueprint.get("/new/<kind>")
def form(class_id: int, kind: str) -> Page:
    """A form for work of a kind."""
    room = _room(class_id)
    _known(kind)
    typed = blank(request.args, services().random.randrange(LARGEST_NUMBER), services().study.now)
    return _form(room, kind, typed)


@blueprint.post("/new/<kind>")
def give(class_id: int, kind: str) -> Page:
    """Sets work, or tells which fields will not do; or shows what a text will look like."""
    room = _room(class_id)
    _known(kind)
    return _take(room, kind, None)


@blueprint.get("/<int:number>")
def change(class_id: int, number: int) -> Page:
    """A form that changes what was set."""
    room, which = _assignment(class_id, number)
    to = services().classroom.assignments.assignees(room.id).get(which.id, ())
    return _form(room, which.work.kind, written(which, to), which)


@blueprint.post("/<int:number>")
def keep_change(class_id: int, number: int) -> Page:
    """Changes what was set, or tells which fields will not do."""
    room, which = _assignment(class_id, number)
    return _take(room, which.work.kind, which)


@blueprint.post("/<int:number>/withdraw")
def withdraw(class_id: int, number: int) -> Page:
    """Takes work back, or sets it again."""
    room, which = _assignment(class_id, number)
    services().classroom.assignments.withdraw(which, withdrawn=request.form.get("do") != "again")
    return redirect(url_for("assignments.index", class_id=room.id), 303)


# ---- what these share ---------------------------------------------------------------------------------------------


def _room(class_id: int) -> Class:
    return services().classroom.classes.of_teacher(somebody().id, class_id)


def _assignment(class_id: int, number: int) -> tuple[Class, Assignment]:
    """A teacher’s class, and one of its assignments. Raises `Unknown`."""
    room, which = _room(class_id), services().classroom.assignments.of_teacher(somebody().id, number)
    if which.class_id != room.id:
        raise Unknown("assignment", str(number), ())
    return room, which


def _known(kind: str) -> None:
    if kind not in KINDS:
        abort(404)


def _members(room: Class) -> Collection[Member]:
    return services().classroom.classes.members(room)


def _name(member: Member) -> str:
    return member.person.real_name or member.person.name


def _take(room: Class, kind: str, which: Assignment | None) -> Page:
    """What becomes of a form that was sent: work that is set or changed, or the form again with what was refused."""
    if "preview" in request.form:
        return _form(room, kind, request.form, which)
    filled = FormData(request.form, [member.person.id for member in _members(room)])
    draft, to = draft_of(filled, kind, services().study.now, _fixed(which)), addressees_of(filled)
    if draft is None or filled.faults:
        return _form(room, kind, request.form, which, filled.faults), 400
    assignments = services().classroom.assignments
    if which is None:
        assignments.give(room.id, draft, to)
    else:
        try:
            if request.form.get("version", which.version) != which.version:
                raise AssignmentChanged
            assignments.address(assignments.change(which, draft), to)
        except AssignmentChanged as error:
            stands = assignments.find(which.id)
            return _form(room, kind, request.form, stands, clash=str(error)), 409
    return redirect(url_for("assignments.index", class_id=room.id), 303)


def _fixed(which: Assignment | None) -> AssignmentSpec | None:
    """The draft whose questions cannot be changed any more: it was answered, or is of the teacher’s own writing."""
    if which is None:
        return None
    is_own = isinstance(which.work, LessonWork) and which.work.own is not None
    return which.draft if is_own or services().classroom.assignments.answers(which) else None


def _form(
    room: Class,
    kind: str,
    typed: MultiDict[str, str],
    which: Assignment | None = None,
    faults: dict[str, str] | None = None,
    clash: str = "",
) -> str:
    now = services().study.now.astimezone()
    library, courses = services().library, services().courses
    return render_template(
        "classroom/assignment.html",
        room=room,
        kind=kind,
        name=KINDS[kind][0],
        which=which,
        fixed=_fixed(which),
        typed=typed,
        ticked=typed.getlist("learner"),
        faults=faults or {},
        clash=clash,
        labels=LABELS,
        what=what_is_set(which.work) if which else "",
        own={
            "lesson": to_choose(("lesson",), typed.get("lesson", "")),
            "game": to_choose(("game",), typed.get("game", "")),
            "hand": to_choose(("game", "deal"), typed.get("hand", "")),
        },
        members=[(member.person.id, _name(member)) for member in _members(room)],
        as_read=formatting.teachers_prose(typed.get("text", "")) if "preview" in typed else None,
        zone=_zone(now),
        now=now,
        courses=courses,
        groups=groups_of(services().makers).values(),
        questions=formatting.QUESTIONS,
        library=library,
        sources=SOURCES,
        codes=CODES,
        seats=Seat,
        most_questions=MOST_QUESTIONS,
        most_seed=LARGEST_NUMBER - 1,
        longest_text=LONGEST_TEXT,
        Level=Level,
        Shown=Disclosure,
        Strictness=Strictness,
        words=formatting,
    )


def _zone(now: datetime) -> str:
    return now.tzname() or "its own zone"


LABELS = {
    "title": "Title",
    "lesson": "The lesson",
    "game": "The game",
    "drill": "The drill of a lesson",
    "group": "The group of practice",
    "ids": "The names of rules",
    "questions": "Number of questions",
    "seed": "Number",
    "level": "Level",
    "authority": "Author",
    "code": "The game and its laws",
    "seat": "Seat",
    "strictness": "How strict",
    "hand": "The deal of the books",
    "pbn": "The deal in PBN",
    "text": "The text",
    "to": "For whom",
    "opens": "Open from",
    "due": "Due",
    "shown": "When answers are told",
    "pass_mark": "Pass mark",
    "tries": "Tries",
}
"""What the fields of the form are called."""
