"""Homework files for learners, and importing their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.errors import FaultyContent, TutorError, Unknown
from tutor.exchange.homework import assignment_file
from tutor.exchange.results import Desk, ReceivedResult, results_in
from tutor.study.accounts.people import Person
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classes import Class
from tutor.study.classroom.result_import import ImportResult
from tutor.study.storage.rate_limits import FILES_SENT
from tutor.web import formatting
from tutor.web.account.security_events import note
from tutor.web.classroom.authored_content import shelf
from tutor.web.current_user import require_user
from tutor.web.export.sending import allow_upload, download, sent_files
from tutor.web.forms import sent_key
from tutor.web.services import services

blueprint = Blueprint("results", __name__, url_prefix="/classes/<int:class_id>")

Page = str | tuple[str, int]
MOST_SENT = 4 * 1024 * 1024
"""How many bytes may be sent at once."""
MOST_FILES = 100


@blueprint.url_value_preprocessor
def _allow_upload(endpoint: str | None, values: object) -> None:  # noqa: ARG001
    allow_upload(MOST_SENT)


def _desk(class_id: int) -> Desk:
    """The desk that sends and receives the homework of one of the teacher’s classes. Raises `Unknown`."""
    room = services().classroom.classes.of_teacher(require_user().id, class_id)
    return Desk.of(room, services().classroom, services().study, shelf())


@blueprint.get("/assignments/<int:number>/homework")
def homework_file(class_id: int, number: int) -> Response:
    """An assignment as a file, for the class or for one learner (`for`)."""
    wanted = request.args.get("for", "")
    whom = sent_key(wanted)
    if wanted and whom is None:
        raise Unknown("learner", wanted, ())
    desk = _desk(class_id)
    made = assignment_file(desk.brought(number, whom))
    note(EventKind.EXPORTED, whom=whom, detail=f"homework of the class {desk.room.name}")
    return download(made)


@blueprint.get("/results")
def index(class_id: int) -> Page:
    """Asks for the files."""
    return _page(_desk(class_id).room, [])


@dataclass(frozen=True, slots=True)
class ResultFileOutcome:
    """The outcome of a file: refused for `faults`, waiting for its learner to be chosen, or imported for a learner."""

    file: str
    faults: tuple[str, ...] = ()
    received: ReceivedResult | None = None
    text: str = ""
    learner: Person | None = None
    taken: ImportResult | None = None


@blueprint.post("/results")
def import_results(class_id: int) -> Page:
    """Takes files in; those that do not tell whose they are wait for the teacher to tell it."""
    desk = _desk(class_id)
    services().classroom.rate_limits.take(FILES_SENT, f"learner {require_user().id}")
    outcomes = [*_of_files(desk), *_of_waiting(desk)]
    return _page(desk.room, outcomes, asked=True)


def _of_files(desk: Desk) -> Iterator[ResultFileOutcome]:
    """The outcomes of the files that were sent, one by one or in a zip."""
    number = 0
    for name, content in sent_files("file", MOST_SENT):
        try:
            for inner, text in results_in(content, name):
                number += 1
                if number > MOST_FILES:
                    yield ResultFileOutcome(
                        inner,
                        (
                            gettext(
                                "You can import at most %(most)s files at once. Import the rest separately.",
                                most=MOST_FILES,
                            ),
                        ),
                    )
                    return
                yield _outcome(desk, inner, text, None)
        except FaultyContent as error:
            yield ResultFileOutcome(name, _told(error))


def _of_waiting(desk: Desk) -> Iterator[ResultFileOutcome]:
    """The outcomes of files that were sent before, and whose learner has been chosen now."""
    for field in [f"waiting-{number}" for number in range(MOST_FILES)]:
        text, chosen = request.form.get(field), sent_key(request.form.get(f"learner-{field}", ""))
        if text is not None and chosen is not None:
            yield _outcome(desk, request.form.get(f"name-{field}", "")[:80], text.encode(), chosen)


def _outcome(desk: Desk, name: str, content: bytes, learner: int | None) -> ResultFileOutcome:
    try:
        received = desk.receive(content, name)
        whose = received.learner or next((member for member in received.members if member.id == learner), None)
        if whose is None:
            return ResultFileOutcome(name, received=received, text=content.decode())
        return ResultFileOutcome(name, received=received, learner=whose, taken=desk.take(received, whose.id))
    except TutorError as error:
        return ResultFileOutcome(name, _told(error))


def _told(error: TutorError) -> tuple[str, ...]:
    faults = error.faults if isinstance(error, FaultyContent) else ()
    return tuple(formatting.sentence(fault.what) for fault in faults) or (formatting.sentence(str(error)),)


def _page(room: Class, outcomes: list[ResultFileOutcome], *, asked: bool = False) -> Page:
    page = render_template(
        "classroom/results.html",
        room=room,
        waiting=[
            (f"waiting-{number}", outcome)
            for number, outcome in enumerate(outcomes)
            if outcome.received and not outcome.learner
        ],
        ended=[outcome for outcome in outcomes if outcome.learner or outcome.faults],
        asked=asked,
        most=MOST_FILES,
        words=formatting,
    )
    return (page, 400) if asked and not any(outcome.received for outcome in outcomes) else page
