"""The forms in which a lesson, a course or a group of questions can be taken along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType

from tutor.exchange import anki, epub, gift, pdf, qti
from tutor.exchange.files import Exported, Progress
from tutor.exchange.questions import Stock, Wanted, planned, questions, title_of
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.groups import Group

Maker = Callable[[Stock, Wanted, datetime, Progress], Exported]
"""Makes a file of what is wanted, at a moment, and tells how far it has come. Raises `Unknown`."""

AT_ONCE = 60
"""What has no more parts than these is made while one waits."""


@dataclass(frozen=True, slots=True)
class Format:
    """A form: what it is called, what it is for in a few words, its type, and what makes it.

    `parts` tells, without making it, of how many parts a thing is made; `of` are the kinds of things that it takes.
    """

    label: str
    use: str
    mimetype: str
    make: Maker
    parts: Callable[[Stock, Wanted], int]
    of: tuple[type, ...] = (Lesson, Course, Group)

    def is_quick(self, stock: Stock, wanted: Wanted) -> bool:
        """Whether it is made in a moment."""
        return self.parts(stock, wanted) <= AT_ONCE


@lru_cache(512)  # asked for wherever a thing is offered
def _number_of_questions(stock: Stock, wanted: Wanted) -> int:
    return len(planned(stock, wanted))


def _always_quick(_stock: Stock, _wanted: Wanted) -> int:
    return 1


def _never_quick(_stock: Stock, _wanted: Wanted) -> int:
    return AT_ONCE + 1


def _anki(stock: Stock, wanted: Wanted, now: datetime, progress: Progress) -> Exported:
    return anki.package(questions(stock, wanted, progress), _name(wanted), now)


def _gift(stock: Stock, wanted: Wanted, now: datetime, progress: Progress) -> Exported:  # noqa: ARG001
    return gift.gift(questions(stock, wanted, progress), _name(wanted))


def _qti(stock: Stock, wanted: Wanted, now: datetime, progress: Progress) -> Exported:  # noqa: ARG001
    return qti.package(questions(stock, wanted, progress), _name(wanted), title_of(stock.whole(wanted.what)))


def _epub(stock: Stock, wanted: Wanted, now: datetime, progress: Progress) -> Exported:
    return epub.book(stock, stock.whole(wanted.what).id, now, progress)


def _pdf(stock: Stock, wanted: Wanted, now: datetime, progress: Progress) -> Exported:  # noqa: ARG001
    return pdf.sheet(stock, stock.whole(wanted.what).id, progress=progress)


def _name(wanted: Wanted) -> str:
    return f"love-all-{wanted.what.rpartition(':')[2]}"


FORMATS: Mapping[str, Format] = MappingProxyType(
    {
        "anki": Format(
            "Anki", "cards that come again before they are forgotten", anki.MIMETYPE, _anki, _number_of_questions
        ),
        "gift": Format(
            "Moodle", "a text in GIFT, to import into a question bank", gift.MIMETYPE, _gift, _number_of_questions
        ),
        "epub": Format(
            "EPUB",
            "a book for readers, the answers at the end of each lesson",
            epub.MIMETYPE,
            _epub,
            _never_quick,
            (Course,),
        ),
        "pdf": Format(
            "PDF",
            "a handout on paper, the answers on a page of their own",
            pdf.MIMETYPE,
            _pdf,
            _always_quick,
            (Lesson,),
        ),
        "qti": Format("QTI 2.1", "a package for other learning systems", qti.MIMETYPE, _qti, _number_of_questions),
    }
)
