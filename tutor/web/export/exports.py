"""What can be taken along: small files at once; long ones are made while a page tells how far they have come."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug import Response as AnyResponse

from tutor.errors import Unknown
from tutor.exchange.files import Exported, Progress, untold
from tutor.exchange.formats import FORMATS, Format
from tutor.exchange.questions import Stock, Wanted, Whole, planned, title_of
from tutor.library.catalogue import Library
from tutor.library.lessons import Courses
from tutor.quizzes.drills import LARGEST_NUMBER, ExerciseRef
from tutor.quizzes.exercise import Level
from tutor.quizzes.items import ExerciseBank
from tutor.study.storage.jobs import ClaimedJob, Job
from tutor.web.classroom.secrecy import secrets, turn_away_to
from tutor.web.export.sending import download
from tutor.web.server.jobs import wake
from tutor.web.services import services

blueprint = Blueprint("exports", __name__, url_prefix="/exports")

MOST_OF_EACH = 20
"""How many questions on an item may be asked for."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A form in which something can be had, and whether it is had at once."""

    key: str
    format: Format
    is_quick: bool


def offers(whole: Whole) -> tuple[Offer, ...]:
    """The forms in which a lesson, a course or a group can be had."""
    stock, wanted = our_stock(), Wanted(name_of(whole))
    return tuple(
        Offer(key, one, one.is_quick(stock, wanted)) for key, one in FORMATS.items() if isinstance(whole, one.of)
    )


def name_of(whole: Whole) -> str:
    """What stands for it in addresses: with its kind, for a course and a group may have one name."""
    return f"{type(whole).__name__.lower()}:{whole.id}"


def our_stock() -> Stock:
    """All that questions are taken from in this tutor."""
    found = services()
    return _stock_of(found.library, found.courses, found.makers)


@lru_cache(4)
def _stock_of(library: Library, courses: Courses, makers: ExerciseBank) -> Stock:
    return Stock(library, courses, makers)


def _wanted(what: str) -> Wanted:
    """What an address asks for; what it says amiss is as if it said nothing."""
    seed, each = (request.values.get(name, "") for name in ("seed", "each"))
    return Wanted(
        what,
        int(seed) if seed.isdecimal() and len(seed) < 8 and int(seed) < LARGEST_NUMBER else 0,
        int(each) if each.isdecimal() and len(each) < 3 and 0 < int(each) <= MOST_OF_EACH else 1,
        next((level for level in Level if level.value == request.values.get("level")), Level.BEGINNER),
    )


def _check(stock: Stock, wanted: Wanted) -> None:
    """Turns away who would take along, with its answer, a question that is assigned to him."""
    hidden = secrets()
    if hidden.questions:
        for one in planned(stock, wanted):
            put = one.put
            assignment = hidden.of_question(put.item, put.number) if isinstance(put, ExerciseRef) else None
            if assignment is not None:
                turn_away_to(assignment)


def _written(wanted: Wanted) -> str:
    return f"{wanted.seed} {wanted.each} {wanted.level.value} {wanted.what}"


def _read(written: str) -> Wanted:
    seed, each, level, what = written.split(" ", 3)
    return Wanted(what, int(seed), int(each), Level(level))


def _asked(key: str, what: str) -> tuple[Format, Whole]:
    """The format and the thing of an address. Raises `Unknown`."""
    if key not in FORMATS:
        raise Unknown("format", key, FORMATS)
    whole = our_stock().whole(what)
    if not isinstance(whole, FORMATS[key].of):
        raise Unknown(f"{FORMATS[key].label} of", what, ())
    return FORMATS[key], whole


@blueprint.get("/<key>/<what>")
def take(key: str, what: str) -> Response | str:
    """The file, where it is made in a moment; else a page that offers to make it."""
    format_, whole = _asked(key, what)
    wanted, stock = _wanted(what), our_stock()
    _check(stock, wanted)
    if format_.is_quick(stock, wanted):
        return download(format_.make(stock, wanted, services().study.now, untold))
    return render_template("export/export.html", format=format_, title=title_of(whole), wanted=wanted, key=key)


@blueprint.post("/<key>/<what>")
def make(key: str, what: str) -> AnyResponse:
    """Puts the file into the queue, and goes where it is told how far it is."""
    _asked(key, what)
    wanted = _wanted(what)
    _check(our_stock(), wanted)
    job = services().study.jobs.begin(key, _written(wanted))
    wake()
    return redirect(url_for("exports.job", number=job), 303)


def made(taken: ClaimedJob, progress: Progress) -> Exported:
    """The file of a job that was taken. Raises `Unknown`."""
    return FORMATS[taken.kind].make(our_stock(), _read(taken.what), services().study.now, progress)


@blueprint.get("/jobs/<int:number>")
def job(number: int) -> str:
    """How far a file is that is being made; where it has been, the way to it."""
    found = _job(number)
    wanted = _read(found.what)
    title = title_of(our_stock().whole(wanted.what))
    return render_template("job.html", job=found, wanted=wanted, format=FORMATS[found.kind], title=title)


@blueprint.get("/jobs/<int:number>/file")
def file(number: int) -> Response:
    """The file that was made."""
    found = _job(number)
    content = services().study.jobs.file(number)
    if content is None:
        abort(404)
    return download(Exported(found.name, found.mimetype, content))


def _job(number: int) -> Job:
    found = services().study.jobs.find(number)
    if found is None or found.kind not in FORMATS:
        raise Unknown("file of yours", str(number), ())
    return found
