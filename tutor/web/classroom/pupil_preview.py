"""An assignment as a pupil sees it before the first answer, for its teacher. Nothing is saved, whatever is looked at.

The pages are those of pupils, made for somebody who has answered nothing. `base.html` switches their forms off, and
links within the assignment stay in the preview.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, current_app, g, render_template, request, url_for
from flask_babel import gettext

from tutor.errors import Unknown
from tutor.study.accounts.people import Person, UserRole
from tutor.study.classroom.assigned_work import DrillWork, HandWork, LessonWork, ReplayWork
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.classes import Class
from tutor.web import formatting
from tutor.web.classroom.assigned_work import pages_of
from tutor.web.classroom.classes import class_of
from tutor.web.classroom.gradebook import assignment_of
from tutor.web.classroom.kinds.drill import AttemptExercise, DrillAttempt
from tutor.web.classroom.tasks import NextAction, Task
from tutor.web.current_user import require_user
from tutor.web.play.page import page_of
from tutor.web.practise import exercises
from tutor.web.services import services, use_learner

blueprint = Blueprint("pupil_preview", __name__, url_prefix="/classes/<int:class_id>/assignments/<int:number>/preview")

NOBODY = 0
"""The learner of a preview, of whom nothing is saved."""


@dataclass(frozen=True, slots=True)
class PreviewNote:
    """What stands above a page of a preview, which `base.html` draws: where its links lead, and whose questions it has.

    Without a question before or after, that address is empty.
    """

    home: str
    back: str
    before: str
    after: str
    is_drawn: bool


@blueprint.get("")
def home(class_id: int, number: int) -> str:
    """The page of the assignment."""
    task = _task(class_id, number)
    return _preview(task, lambda: _home(task))


@blueprint.get("/questions/<int:question>")
def question(class_id: int, number: int, question: int) -> str:
    """A question of a drill, in the first attempt."""
    task = _task(class_id, number)
    if not isinstance(task.work, DrillWork):
        abort(404)
    attempt = DrillAttempt.of(task, 1)
    if not 1 <= question <= len(attempt.questions):
        abort(404)
    posed = AttemptExercise(attempt, question)
    return _preview(task, lambda: exercises.page(posed, posed.exercise()), question, len(attempt.questions))


@blueprint.get("/content")
def content(class_id: int, number: int) -> str:
    """The lesson, a step of the game, or the table of a hand."""
    task = _task(class_id, number)
    return _preview(task, lambda: _content(task))


def _content(task: Task[Any]) -> str:
    work = task.work
    if isinstance(work, LessonWork):
        return _of_view("lessons.lesson", lesson_id=work.lesson)
    if isinstance(work, ReplayWork):
        for name in ("card", "call"):
            step = request.args.get(name, "")
            if step.isdecimal() and len(step) < 4:
                return _of_view(f"games.{name}", game_id=work.game, number=int(step))
        return _of_view("games.deal", game_id=work.game)
    if isinstance(work, HandWork):
        return page_of(NOBODY, work.match(task.assignment.draw_for(NOBODY), 1))
    raise Unknown("content to preview", work.kind, ())


def _of_view(endpoint: str, **values: Any) -> str:
    page = current_app.view_functions[endpoint](**values)
    return page if isinstance(page, str) else abort(404)


def _task(class_id: int, number: int) -> Task[Any]:
    """The assignment as somebody has it who has answered nothing; from here on, the request is theirs."""
    room: Class = class_of(class_id)
    assignment: Assignment = assignment_of(room, number)
    teacher, now = require_user(), services().study.now
    g.preview_by = teacher.id
    g.person = Person(NOBODY, str(gettext("A pupil")), "", UserRole.LEARNER, 0, None)
    use_learner(NOBODY)
    return Task(assignment, pages_of(assignment.work), (), (), room.name, now)


def _home(task: Task[Any]) -> str:
    if isinstance(task.work, DrillWork):
        url = _url(task, "question", question=1)
    elif isinstance(task.work, LessonWork | ReplayWork | HandWork):
        url = _url(task, "content")
    else:
        url = ""
    first = task.next_action
    return render_template(
        "classroom/assignment_home.html",
        task=task,
        terms=list(task.pages.terms(task.assignment.spec)),
        next_action=NextAction(url, first.words) if url and first else first,
        attempts=[],
        remarks=[],
        words=formatting,
    )


def _preview(task: Task[Any], page: Callable[[], str], question: int = 0, of: int = 0) -> str:
    """A page of pupils, with a note above it, without forms that send anything."""
    g.preview = PreviewNote(
        home=_url(task, "home"),
        back=url_for("assignments.index", class_id=task.assignment.class_id),
        before=_url(task, "question", question=question - 1) if question > 1 else "",
        after=_url(task, "question", question=question + 1) if question < of else "",
        is_drawn=task.assignment.has_own_draws,
    )
    html = page()
    for pattern, stay in _links(task):
        html = pattern.sub(stay, html)
    return html


def _links(task: Task[Any]) -> list[tuple[re.Pattern[str], str]]:
    """The links of a page that stay in the preview, and what they become."""
    work, here = task.work, _url(task, "content")
    if isinstance(work, LessonWork):
        return [(re.compile(rf'href="/lessons/{re.escape(work.lesson)}(?=["?#])'), f'href="{here}')]
    if isinstance(work, ReplayWork):
        game = re.escape(work.game)
        at = re.compile(rf'href="/games/{game}/(card|call)/(\d+)(?:\?[^"#]*)?')
        return [(at, rf'href="{here}?\1=\2'), (re.compile(rf'href="/games/{game}/(?=["?#])'), f'href="{here}')]
    return []


def _url(task: Task[Any], page: str, **values: Any) -> str:
    at: dict[str, Any] = {"class_id": task.assignment.class_id, "number": task.assignment.id}
    return url_for(f"pupil_preview.{page}", **at, **values)
