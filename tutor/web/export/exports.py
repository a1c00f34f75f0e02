"""The routes and buttons of all export formats. Jobs make the long files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from markupsafe import escape
from werkzeug import Response as AnyResponse

from tutor.errors import Unknown
from tutor.exchange.exporters import (
    AnswerLog,
    Content,
    Exporter,
    ExportRequest,
    address_of,
    exporter,
    exporters_of,
    names,
)
from tutor.exchange.files import ExportedFile, Progress
from tutor.exchange.lin.content import link_of
from tutor.exchange.questions import Stock, title_of
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal
from tutor.library.games import Game
from tutor.library.lessons import Courses
from tutor.quizzes.items import ExerciseBank
from tutor.study.answers.answers import LogEntry
from tutor.study.review.preferences import Holiday
from tutor.study.storage.jobs import ClaimedJob, Job
from tutor.web.classroom.secrecy import (
    check_deal,
    check_ending,
    check_game,
    check_lesson,
    check_question,
    secrets,
)
from tutor.web.export.sending import download, inline_file
from tutor.web.reached import addresses
from tutor.web.server.jobs import wake
from tutor.web.services import services

blueprint = Blueprint("exports", __name__, url_prefix="/exports")
public = Blueprint("diagrams", __name__, url_prefix="/diagrams")
"""The files that are the same for everybody, which other pages can show too."""

_DAY = 24 * 60 * 60
_FRAME = '<iframe src="{}" title="{}" width="100%" height="900" loading="lazy"></iframe>'


# ---- where exports come from --------------------------------------------------------------------------------------


class PageSource:
    """The content of this tutor, and the answers of the current user."""

    @property
    def library(self) -> Library:
        return services().library

    @property
    def stock(self) -> Stock:
        found = services()
        return _stock_of(found.library, found.courses, found.makers)

    def log(self) -> Iterable[LogEntry | Holiday]:
        return services().study.answers.log()


@lru_cache(4)
def _stock_of(library: Library, courses: Courses, makers: ExerciseBank) -> Stock:
    return Stock(library, courses, makers)


_SOURCE = PageSource()


# ---- buttons ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """A format on offer: links with their labels, or the address that starts a job."""

    exporter: Exporter
    use: str
    links: tuple[tuple[str, str], ...]
    make: str = ""


@blueprint.app_template_global()
def offers(content: Content | AnswerLog) -> tuple[Offer, ...]:
    """The formats in which something can be exported."""
    return tuple(_offer(found, content) for found in exporters_of(type(content)))


def _offer(found: Exporter, content: Content | AnswerLog) -> Offer:
    use = found.applies_to[type(content)]
    if isinstance(content, AnswerLog):
        return Offer(found, use, ((found.label, url_for("exports.take_log", key=found.name)),))
    what = address_of(content)
    if not found.is_quick(_SOURCE, _request(found, (what,), from_address=False)):
        return Offer(found, use, (), url_for("exports.make", key=found.name, what=what))
    variants = found.variants.get(type(content)) or {f"{content.id}.{found.extension}": {}}
    endpoint = "diagrams.take" if found.is_public else "exports.take"
    address = url_for(endpoint, key=found.name, what=what)
    return Offer(found, use, tuple((label, _with(address, options)) for label, options in variants.items()))


def _with(address: str, options: Mapping[str, str]) -> str:
    return f"{address}?{urlencode(options)}" if options else address


@blueprint.app_context_processor
def answer_log() -> dict[str, object]:
    """The answers of the current user, for templates."""
    return {"answer_log": AnswerLog()}


@blueprint.app_template_global()
def viewer_link(content: Game | ExampleDeal) -> str:
    """The address of a game or a deal in Bridge Base’s viewer."""
    return link_of(content)


@blueprint.app_template_global()
def frame_code(game: Game) -> str:
    """The HTML with which another page shows the replay of a game."""
    address = f"{addresses()[0]}{url_for('embedding.deal', game_id=game.id)}"
    return _FRAME.format(escape(address), escape(f"{game.name}, {game.citation}"))


# ---- files --------------------------------------------------------------------------------------------------------


def _request(found: Exporter, what: tuple[str, ...], *, from_address: bool = True) -> ExportRequest:
    given = request.values if from_address else {}
    return found.request(what, given, services().study.now)


def _forbid_secret_answers(found: Exporter, wanted: ExportRequest) -> None:
    """Refuses an export that tells what the work of the current user asks."""
    if secrets().has_questions:
        for exercise in found.exercises(_SOURCE, wanted):
            check_question(exercise)
    library = _SOURCE.library
    for what in wanted.what:
        name = what.rpartition(":")[2]
        if name in library.games and not found.is_public:
            check_game(library.games[name])
        elif name in library.games or name in library.deals:
            check_deal((library.games.get(name) or library.deals[name]).deal)
        elif name in library.problems:
            check_ending(library.problems[name])
        elif name in services().courses.lessons:
            check_lesson(services().courses.lessons[name])


@blueprint.get("/<key>/<what>")
def take(key: str, what: str) -> Response | str:
    """The file, if it is quick to make, or else a page that offers to make it."""
    found = exporter(key)
    wanted = _request(found, (what,))
    _forbid_secret_answers(found, wanted)
    if found.is_quick(_SOURCE, wanted):
        return _sent(found, wanted)
    return render_template("export/export.html", exporter=found, title=_title(what), wanted=wanted)


@blueprint.get("/<key>")
def take_log(key: str) -> Response:
    """The answers of the current user."""
    found = exporter(key)
    if AnswerLog not in found.applies_to:
        raise Unknown("format of the answers", key, (exporter.name for exporter in exporters_of(AnswerLog)))
    return _sent(found, _request(found, ()))


@public.get("/<what>.<key>", endpoint="take")
def take_public(what: str, key: str) -> AnyResponse:
    """A file that browsers cache for a day, and check again by its fingerprint."""
    found = exporter(key) if key in names() else None
    if found is None or not found.is_public:
        raise Unknown("kind of picture", key, ())
    response = _sent(found, _request(found, (what,)))
    response.cache_control.public = True
    response.cache_control.max_age = _DAY
    response.add_etag()
    return response.make_conditional(request)


def _sent(found: Exporter, wanted: ExportRequest) -> Response:
    made = found.export(_SOURCE, wanted)
    return inline_file(made) if found.is_inline else download(made)


def _title(what: str) -> str:
    try:
        return title_of(_SOURCE.stock.whole(what))
    except Unknown:
        return what  # a game or a deal


# ---- files that take a while --------------------------------------------------------------------------------------


@blueprint.post("/<key>/<what>")
def make(key: str, what: str) -> AnyResponse:
    """Puts the file into the queue, and redirects to the page with its progress."""
    found = exporter(key)
    found.require()
    wanted = _request(found, (what,))
    found.parts(_SOURCE, wanted)
    _forbid_secret_answers(found, wanted)
    job = services().study.jobs.begin(key, _written(wanted))
    wake()
    return redirect(url_for("exports.job", number=job), 303)


def _written(wanted: ExportRequest) -> str:
    """A request as a job stores it: the options in their order, and the id."""
    return " ".join((*wanted.options.values(), wanted.only))


def _read(found: Exporter, written: str) -> ExportRequest:
    *values, what = written.split(" ")
    options = dict(zip((option.name for option in found.options), values, strict=False))
    return found.request((what,), options, services().study.now)


def made(claimed: ClaimedJob, progress: Progress) -> ExportedFile:
    """Makes the file of a claimed job. Raises `Unknown`."""
    found = exporter(claimed.kind)
    wanted = _read(found, claimed.what)
    return found.export(_SOURCE, ExportRequest(wanted.what, wanted.options, wanted.now, progress))


@blueprint.get("/jobs/<int:number>")
def job(number: int) -> str:
    """The progress of a file, or a link to it when it is ready."""
    there = _job(number)
    found = exporter(there.kind)
    wanted = _read(found, there.what)
    return render_template("job.html", job=there, wanted=wanted, exporter=found, title=_title(wanted.only))


@blueprint.get("/jobs/<int:number>/file")
def file(number: int) -> Response:
    """The file of a job that has ended."""
    there = _job(number)
    found = exporter(there.kind)
    _forbid_secret_answers(found, _read(found, there.what))  # work may have been assigned since it was made
    content = services().study.jobs.file(number)
    if content is None:
        abort(404)
    return download(ExportedFile(there.name, there.mimetype, content))


def _job(number: int) -> Job:
    found = services().study.jobs.find(number)
    if found is None or found.kind not in names():
        raise Unknown("file of yours", str(number), ())
    return found
