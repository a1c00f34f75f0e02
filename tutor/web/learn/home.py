"""The first page, and the sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from flask import Blueprint, render_template
from flask_babel import lazy_gettext

from tutor.citations import SOURCES, Source
from tutor.library.apparatus import OfBook, of_book
from tutor.library.catalogue import Library
from tutor.library.maxims import Maxim, of_day
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.classroom.classes import Class
from tutor.web import formatting
from tutor.web.access import Access, current_access
from tutor.web.classroom.assigned_work import tasks
from tutor.web.classroom.secrecy import tells_of_work
from tutor.web.learn.games import Addresses, begun
from tutor.web.learn.progress import SoFar, lessons_done, next_lesson
from tutor.web.learn.replay import Chair, Replay
from tutor.web.page_memory import render_remembered
from tutor.web.play import deal_of_the_day
from tutor.web.play.together import your_table
from tutor.web.practise.exercises import table_layout
from tutor.web.services import services

blueprint = Blueprint("home", __name__)


@dataclass(frozen=True, eq=False)
class Book:
    """A book, its corrected readings, and the maxims in which a word was misread. Equal only to itself."""

    source: Source
    read: OfBook
    maxims: tuple[Maxim, ...]


LONGEST_MAXIM = 240
"""The longest maxim for the first page, in characters: a sentence or two, not a paragraph."""


SECONDS_A_QUESTION = 15
"""About how long a question of the review takes."""
DOORS = (
    (lazy_gettext("I have never played cards"), "whist"),
    (lazy_gettext("I know whist or another trick game"), "bridge"),
    (lazy_gettext("I play modern bridge"), "auction"),
)
"""For newcomers: how they describe themselves, and the course for them."""


@blueprint.get("/")
def index() -> str:
    """What to do next, the deal of the day, and how far each course has come."""
    library, courses, study = services().library, services().courses, services().study
    so_far = SoFar.of_learner()
    has_classes, to_review = services().has_classes, len(study.reviews.due(services().makers.items).asked)
    assigned = tasks()
    varying = {
        "to_do": tuple(task for task in assigned if not task.progress.is_done),
        "has_done": any(task.progress.is_done for task in assigned),
        "unseen_remarks": services().classroom.comments.unseen(study.learner) if has_classes else 0,
        "to_review": to_review,
        "your_table": your_table(),
        "classes": _classes() if has_classes and current_access() is Access.TEACHER else None,
        "running": tuple(services().classroom.live.running_for(study.learner)) if has_classes else (),
        "lesson": next_lesson(so_far),
        "done": lessons_done(so_far),
        "maxim": of_day(_short_maxims(library), study.today),
        "deal_begun": deal_of_the_day.begun(),
    }
    places = begun()
    place = places[0] if places else None

    def values() -> dict[str, object]:
        doors = [(words, courses.courses[course]) for words, course in DOORS if course in courses.courses]
        return {
            **varying,
            "is_new": not (varying["lesson"] or place),
            "left_off": _left_off(place, library) if place else None,
            "minutes": ceil(to_review * SECONDS_A_QUESTION / 60),
            "courses": list(courses.courses.values()),
            "doors": doors,
            "deal": table_layout(deal_of_the_day.view_of(study.today)),
            "words": formatting,
        }

    if varying["to_do"]:  # each shows how much time is left
        return render_template("learn/home.html", **values())
    return render_remembered("learn/home.html", values, *varying.values(), place, study.today)


def _classes() -> tuple[Class, ...]:
    """The classes that the current user teaches."""
    return tuple(services().classroom.classes.all_of_teacher(services().study.learner))


def _left_off(place: SavedPosition, library: Library) -> dict[str, object]:
    """What the page says about the game the learner was in last."""
    game, chair = library.games[place.game], Chair(place.seat)
    replay = Replay(game, min(place.step, game.last_step), chair, {})
    return {
        "name": game.name,
        "heading": replay.heading,
        "chair": chair,
        "sits_as": replay.name_of(chair),
        "is_end": replay.is_end,
        "url": Addresses(game, chair).step(replay.step),
    }


@lru_cache(2)
def _short_maxims(library: Library) -> Sequence[Maxim]:
    return [maxim for maxim in library.maxims.values() if len(maxim.text) <= LONGEST_MAXIM]


@blueprint.get("/sources")
def sources() -> str:
    """The books, and every reading of their text that was corrected or is still doubtful."""
    library = services().library
    hidden = frozenset(filter(tells_of_work, (*library.games, *library.deals, *library.problems)))
    books = _books(library, hidden)
    return render_template("learn/sources.html", sources=SOURCES.values(), books=books)


@lru_cache(32)
def _books(library: Library, hidden: frozenset[str]) -> tuple[Book, ...]:
    """Each book with a correction or a doubtful reading, without the games, deals and endings that are `hidden`."""
    found = (
        Book(
            source,
            of_book(library, key).without(hidden),
            tuple(maxim for maxim in library.maxims.values() if _is_corrected(maxim, key)),
        )
        for key, source in SOURCES.items()
    )
    return tuple(book for book in found if book.read.shelves or book.read.odds or book.maxims)


def _is_corrected(maxim: Maxim, source: str) -> bool:
    return maxim.source == source and bool(maxim.readings)
