"""Importing lessons and hands from files: small files at once, large ones while a page shows the progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import gettext
from pydantic import TypeAdapter
from werkzeug.wrappers import Response

from tutor.errors import Fault, FaultyContent, Unknown
from tutor.exchange.authored_files import LARGEST_FILE, ContentFile, ImportedFile, read_import
from tutor.exchange.files import ExportedFile, Progress, untold
from tutor.library.rulebook import NamedRule
from tutor.library.user_content import CompositionKind, name_taken, normal
from tutor.study.classroom.authored_content import OwnHand
from tutor.study.classroom.compositions import SavedVersion
from tutor.study.storage.jobs import ClaimedJob, Job
from tutor.study.storage.rate_limits import FILES_SENT
from tutor.web import formatting
from tutor.web.classroom.authored_content import shelf
from tutor.web.classroom.authoring import MOST_FAULTS, OF_A_FORM, name_taken_fault
from tutor.web.export.sending import allow_upload, sent_files
from tutor.web.server.jobs import wake
from tutor.web.services import services

blueprint = Blueprint("authored_import", __name__, url_prefix="/create/import")

Page = str | Response | tuple[str, int]
JOB = "own"
"""The kind of a job that imports files."""
AT_ONCE = 100_000
"""How many letters are imported while the user waits. The slowest text takes a second or two."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The outcome of a file: what was imported, with its version now, and what was not, and why."""

    file: str
    taken: Sequence[tuple[ContentFile, SavedVersion]]
    faults: Sequence[Fault]
    passed_over: Sequence[str]


_REPORT: TypeAdapter[ImportReport] = TypeAdapter(ImportReport)


@blueprint.url_value_preprocessor
def _allow_upload(endpoint: str | None, values: object) -> None:  # noqa: ARG001
    allow_upload(LARGEST_FILE + OF_A_FORM)


@blueprint.get("/")
def index() -> Page:
    """Asks for a file."""
    return _import_page()


@blueprint.post("/")
def import_file() -> Page:
    """Imports the sound parts of a file, all at once, and shows the faults of the others."""
    services().classroom.rate_limits.take(FILES_SENT, f"learner {services().study.learner}")
    sent = sent_files("file", LARGEST_FILE)
    if not sent:
        return _import_page(gettext("No file was chosen.")), 400
    name, content = sent[0]
    try:
        found = read_import(
            content, name, services().library.rulebook, _rule(request.form.get("illustrates", "").strip())
        )
    except FaultyContent as error:
        return _import_page(report=ImportReport(name, (), error.faults, ())), 400
    except Unknown as error:
        return _import_page(formatting.sentence(str(error))), 400
    if sum(len(piece.text) for piece in found.pieces) > AT_ONCE:
        job = services().study.jobs.begin(JOB, name, _sent(request.form.get("illustrates", "").strip(), content))
        wake()
        return redirect(url_for("authored_import.import_progress", number=job), 303)
    report = _take_in(name, found, untold)
    return _import_page(report=report), 200 if report.taken else 400


@blueprint.get("/<int:number>")
def import_progress(number: int) -> Page:
    """The progress of an import and, at the end, its outcome."""
    found = services().study.jobs.find(number)
    if found is None or found.kind != JOB:
        raise Unknown("import", str(number), ())
    content = services().study.jobs.file(number)
    return _import_page(found.fault, _REPORT.validate_json(content) if content else None, found)


def _rule(text: str) -> NamedRule | None:
    """The rule of an id. Raises `Unknown`."""
    if not text:
        return None
    book = services().library.rulebook
    found = book.find(text)
    if found is None:
        raise Unknown("rule", text, (rule.id for rule in book.told()))
    return found


def _sent(rule: str, content: bytes) -> bytes:
    """What goes into the queue with a job: the name of the rule on a line, and the file."""
    return rule.encode() + b"\n" + content


def made(taken: ClaimedJob, progress: Progress) -> ExportedFile:
    """Imports the file of a job. The job keeps the outcome. Raises `FaultyContent`."""
    rule, _, content = taken.sent.partition(b"\n")
    found = read_import(content, taken.what, services().library.rulebook, _rule(rule.decode()))
    report = _take_in(taken.what, found, progress)
    return ExportedFile(f"{taken.what}.json", "application/json", _REPORT.dump_json(report))


def _take_in(file: str, found: ImportedFile, progress: Progress) -> ImportReport:
    """Checks every text, hands first because lessons may show them, and saves all that are sound together."""
    faults, sound = list(found.faults), list[ContentFile]()
    in_order = sorted(found.pieces, key=lambda one: one.kind is CompositionKind.LESSON)
    hands = [OwnHand(file.name, file.name, normal(file.text)) for file in in_order if file.kind is CompositionKind.HAND]
    here = shelf()
    own = here.hands_now(hands)
    for number, piece in enumerate(in_order, 1):
        held = here.made(piece.kind, piece.name, normal(piece.text), own)
        if name_taken(piece.kind, piece.name, services().library, services().courses.lessons):
            faults.append(name_taken_fault(piece.kind, piece.name))
        elif held.content is None:
            faults.extend(held.faults)
        else:
            sound.append(piece)
        progress(number, len(in_order))
    author = services().study.learner
    kept = services().classroom.compositions.take_in(author, [(file.kind, file.name, file.text) for file in sound])
    taken = [(ContentFile(file.kind, file.name, "", file.whence), now) for file, now in zip(sound, kept, strict=True)]
    return ImportReport(file, taken, sorted(faults)[: 2 * MOST_FAULTS], found.passed_over)


def _import_page(refused: str = "", report: ImportReport | None = None, job: Job | None = None) -> str:
    return render_template(
        "classroom/authoring_bring.html",
        refused=refused,
        report=report,
        job=job,
        most=MOST_FAULTS,
        largest=LARGEST_FILE,
        rules=list(services().library.rulebook.told()),
        typed=request.form.get("illustrates", ""),
        words=formatting,
    )
