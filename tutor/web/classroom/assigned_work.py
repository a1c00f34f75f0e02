"""A learner’s work: the assignments, how far each is done, and where to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, render_template
from flask_babel import gettext
from markupsafe import escape
from werkzeug.wrappers import Response

from tutor.study.classroom.assigned_work import Work
from tutor.web import formatting, language
from tutor.web.classroom.kinds import KINDS
from tutor.web.classroom.secrecy import forbid
from tutor.web.classroom.tasks import KindPages, Task, forbid_cut_off
from tutor.web.play.together import your_table
from tutor.web.services import services

blueprint = Blueprint("assigned_work", __name__, url_prefix="/assignments")


def pages_of(work: Work) -> KindPages[Any]:
    """What the pages say of work."""
    return KINDS[work.kind]


def tasks() -> Sequence[Task[Any]]:
    """All assignments of the current user, in the order in which they are due."""
    study, assignments = services().study, services().classroom.assignments
    found = assignments.all_of_learner(study.learner)
    if not found:
        return ()
    answers, remarks = assignments.answers_of_learner(study.learner), assignments.remarks(study.learner)
    rooms = _room_names()
    return [
        Task(
            assignment,
            pages_of(assignment.work),
            answers.get(assignment.id, ()),
            remarks.get(assignment.id, ()),
            rooms.get(assignment.class_id or 0, ""),
            study.now,
        )
        for assignment in found
    ]


def task_of(number: int) -> Task[Any]:
    """The assignment of a number, if it is the current user’s and open. Raises `Unknown`."""
    study, assignments = services().study, services().classroom.assignments
    found = assignments.of_learner(study.learner, number)
    if found.withdrawn_at is not None:
        withdrawn = gettext(
            "Your teacher withdrew ‘%(title)s’, so you need not do it. Your answers are saved.", title=found.title
        )
        forbid(gettext("This assignment was withdrawn"), withdrawn)
    if not found.is_open(study.now):
        opens = escape(gettext("You can start on %(time)s.")) % {"time": language.when(found.spec.opens_at)}
        forbid(gettext("This assignment is not open yet"), opens)
    return Task(
        found,
        pages_of(found.work),
        assignments.answers(found, study.learner),
        assignments.remarks(study.learner).get(found.id, ()),
        _room_names().get(found.class_id or 0, ""),
        study.now,
    )


def _room_names() -> Mapping[int, str]:
    """The classes of the current user."""
    rooms = services().classroom.classes.all_of_learner(services().study.learner)
    return {room.id: room.name for room in rooms}


@blueprint.get("/")
def index() -> str:
    """The assignments to do, and those done."""
    found = tasks()
    return render_template(
        "classroom/assigned_work.html",
        to_do=[task for task in found if not task.progress.is_done],
        done=[task for task in reversed(found) if task.progress.is_done],
        running=services().classroom.live.running_for(services().study.learner) if services().has_classes else (),
        your_table=your_table(),
        answered_live=services().classroom.live.answered_by(services().study.learner) if services().has_classes else (),
        words=formatting,
    )


@blueprint.get("/<int:number>/")
def show_assignment(number: int) -> str:
    """An assignment: what to do, when it is due, how far it is done, and where to go on."""
    task = task_of(number)
    by_id = {answer.id: answer for answer in task.given}
    return render_template(
        "classroom/assignment_home.html",
        task=task,
        terms=list(task.pages.terms(task.assignment.spec)),
        next_action=task.next_action,
        attempts=list(task.pages.attempts(task)),
        remarks=[
            (remark, task.pages.answer_url(task, by_id[remark.answer]) if remark.answer in by_id else "")
            for remark in task.remarks
        ],
        words=formatting,
    )


@blueprint.post("/<int:number>/<action>")
def act(number: int, action: str) -> Response:
    """Does what a form of the assignment asks for, and goes on from there."""
    task = task_of(number)
    if task.is_cut_off:
        forbid_cut_off(task)
    return redirect(task.pages.act(task, action), 303)
