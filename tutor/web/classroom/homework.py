"""Homework: opening a teacher’s files, doing them like other assignments, and downloading the result."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import lazy_gettext
from werkzeug.wrappers import Response

from tutor.errors import FaultyContent, Malformed, TutorError
from tutor.exchange.homework import LARGEST, AssignmentFile, openable, result_file
from tutor.study.classroom.homework import Homework
from tutor.study.storage.rate_limits import FILES_SENT
from tutor.web import formatting
from tutor.web.classroom.authored_content import shelf
from tutor.web.current_user import current_user
from tutor.web.export.sending import allow_upload, download, sent_files
from tutor.web.forms import Form, name_field
from tutor.web.services import services

blueprint = Blueprint("homework", __name__, url_prefix="/homework")

Page = str | Response | tuple[str, int]
OF_A_FORM = 16 * 1024
"""How many bytes a form has besides its file."""


def homework() -> Homework:
    """The homework that is saved here."""
    study = services().study
    return Homework(study.database, study.clock)


@blueprint.url_value_preprocessor
def _allow_upload(endpoint: str | None, values: object) -> None:  # noqa: ARG001
    allow_upload(LARGEST + OF_A_FORM)


class HomeworkForm(Form):
    """The name of the learner who does the homework."""

    name = name_field(lazy_gettext("Your name, as your teacher knows it"), str, autocomplete="name", required=True)


@blueprint.get("/")
def index() -> Page:
    """The homework that was opened, and the form to open more."""
    return _index()


@blueprint.post("/")
def open_file() -> Page:
    """Opens a homework file, which is then like any other assignment."""
    study = services().study
    services().classroom.rate_limits.take(FILES_SENT, f"learner {study.learner}")
    try:
        brought = _brought()
        opened = homework().open(brought, HomeworkForm().name.data, shelf(), services().random)
    except FaultyContent as error:
        return _index([formatting.sentence(fault.what) for fault in error.faults])
    except TutorError as error:
        return _index([formatting.sentence(str(error))])
    return redirect(url_for("homework.index", opened=opened.assignment.id), 303)


def _brought() -> AssignmentFile:
    """The content of the file in this request. Raises `FaultyContent`, or `Malformed` if there is no file."""
    files = sent_files("file", LARGEST)
    if not files:
        raise Malformed("file", "", "no file was chosen", "Choose the file that your teacher gave you")
    (name, content), *_ = files
    return openable(content, name, shelf())


def _index(faults: list[str] | None = None) -> Page:
    study = services().study
    found = homework().all_of(study.learner)
    page = render_template(
        "classroom/homework.html",
        found=found,
        opened=request.args.get("opened", ""),
        done={
            opened.assignment.id: len(services().classroom.assignments.answers(opened.assignment, study.learner))
            for opened in found
        },
        form=HomeworkForm(data={"name": _name() or (found[0].name if found else "")}),
        now=study.now,
        faults=faults or [],
        words=formatting,
    )
    return (page, 400) if faults else page


def _name() -> str:
    who = current_user()
    return (who.real_name or who.name) if who else ""


@blueprint.get("/<int:number>/result")
def result(number: int) -> Response:
    """The result of homework, in a file for the teacher."""
    study, kept = services().study, homework()
    opened = kept.of(study.learner, number)
    return download(result_file(opened.assignment.title, kept.result(opened, study), opened.signing))
