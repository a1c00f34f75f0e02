"""A course as an e-book: EPUB 3.3, one chapter for each lesson, with its answers at the end and links both ways.

Made from the templates of `templates/epub`. The same course at the same moment gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import cache
from itertools import chain
from uuid import UUID, uuid5

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tutor.cards import Suit
from tutor.exchange.exporters import AT_ONCE, Exporter, ExportOption, ExportRequest, ExportSource, find
from tutor.exchange.files import ExportedFile, Progress, untold, zipped
from tutor.exchange.printed import handout as paper
from tutor.exchange.printed.handout import Handout
from tutor.exchange.printed.text import LESSONS
from tutor.exchange.questions import Stock
from tutor.library.folders import folder
from tutor.library.lessons import Course
from tutor.quizzes.kinds.lessons import refs_on_paper
from tutor.quizzes.reference import ExerciseRef

MIMETYPE = "application/epub+zip"

_OURS = UUID("6f1d2a9e-4c1c-5b0e-9a57-0f2d5f7c1e61")
"""The namespace of the identifiers of books. It must not change, or readers would see new books."""
_AS_TEXT = "\ufe0e"
"""After a sign, this makes it a letter of the text and not a coloured picture."""
_SIGNS = {suit.plural: suit.symbol + _AS_TEXT for suit in Suit}
_FIRST = "mimetype"
"""This file comes first and uncompressed, so that the first bytes show the type of the book."""


def book(stock: Stock, course_id: str, made: datetime, progress: Progress = untold) -> ExportedFile:
    """A course as a book, with the moment when it was made. Raises `Unknown`."""
    course = stock.courses.course(course_id)
    lessons: list[Handout] = []
    for number, lesson in enumerate(course.lessons):
        progress(number, len(course.lessons))
        lessons.append(paper.lesson(stock, lesson))
    files = {path: text.encode() for path, text in _files(course, lessons, made)}
    content = zipped(files, stored=(_FIRST,))
    progress(len(lessons), len(lessons))
    return ExportedFile(f"love-all-{course_id}.epub", MIMETYPE, content)


def _files(course: Course, lessons: list[Handout], made: datetime) -> Iterable[tuple[str, str]]:
    names = {lesson.id for lesson in lessons}

    def address(href: str) -> str:
        """The target of a link within the book; empty for links out of it."""
        name = href.removeprefix(LESSONS)
        return f"{name}.xhtml" if name in names else ""

    whole = {
        "title": course.title,
        "aim": course.aim,
        "lessons": lessons,
        "books": tuple(dict.fromkeys(book for lesson in lessons for book in lesson.books)),
        "identifier": uuid5(_OURS, course.id).urn,
        "modified": made.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "address": address,
    }
    yield _FIRST, MIMETYPE
    yield "META-INF/container.xml", _set("container.xml")
    for name in ("package.opf", "nav.xhtml", "title.xhtml", "book.css"):
        yield f"EPUB/{name}", _set(name, **whole)
    for number, lesson in enumerate(lessons, 1):
        yield f"EPUB/{lesson.id}.xhtml", _set("lesson.xhtml", lesson=lesson, number=number, address=address)


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder("templates") / "epub"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals["signs"] = _SIGNS
    return environment


def _set(template: str, **values: object | Callable[[str], str]) -> str:
    return _templates().get_template(template).render(values)


def _export(source: ExportSource, request: ExportRequest) -> ExportedFile:
    day = request.options["date"]
    moment = datetime.fromisoformat(day).replace(tzinfo=UTC) if day else request.now
    return book(source.stock, find(source, request.only, Course).id, moment, request.progress)


def _parts(source: ExportSource, request: ExportRequest) -> int:
    return AT_ONCE + len(find(source, request.only, Course).lessons)


def _exercises(source: ExportSource, request: ExportRequest) -> Iterable[ExerciseRef]:
    lessons = find(source, request.only, Course).lessons
    return chain.from_iterable(map(refs_on_paper, lessons))


EXPORTER = Exporter(
    name="epub",
    label="EPUB",
    media_type=MIMETYPE,
    extension="epub",
    applies_to={Course: "a book for e-readers, with the answers at the end of each lesson"},
    summary="Write a COURSE as a book for e-readers: whist, bridge, auction, laws, odds or library.",
    export=_export,
    options=(ExportOption("date", "The date of the book, such as 2026-01-31 (default: today).", is_for_commands=True),),
    argument="COURSE",
    parts=_parts,
    exercises=_exercises,
)
