"""The first page, and the sources."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, render_template, url_for

from tutor.citations import SOURCES, Source
from tutor.library.apparatus import OfBook, of_book
from tutor.library.catalogue import Library
from tutor.library.maxims import Maxim, of_day
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.web import formatting
from tutor.web.classroom.assigned_work import tasks
from tutor.web.learn.games import Addresses, answers_to, begun
from tutor.web.learn.lessons import next_lesson
from tutor.web.learn.replay import Chair, Replay
from tutor.web.practise.practice import PracticeTally
from tutor.web.services import services

blueprint = Blueprint("home", __name__)


@dataclass(frozen=True, eq=False)
class Book:
    """A book, how its deals were read, and the maxims in which a word was misread; equal to itself alone."""

    source: Source
    read: OfBook
    maxims: tuple[Maxim, ...]


LONGEST_MAXIM = 240
"""How many characters a maxim may have to stand on the first page: a sentence or two, and no paragraph."""


@blueprint.get("/")
def index() -> str:
    """Where the learner left off, and what there is."""
    library, study = services().library, services().study
    to_review = study.reviews.due(services().makers.items).asked
    places = begun()
    left_off = None
    if places:
        place = places[0]
        game, chair = library.games[place.game], Chair(place.seat)
        replay = Replay(game, min(place.step, game.last_step), chair, answers_to(game))
        left_off = {
            "name": game.name,
            "heading": replay.heading,
            "chair": chair,
            "sits_as": replay.name_of(chair),
            "is_end": replay.is_end,
            "url": Addresses(game, chair).step(replay.step),
        }
    return render_template(
        "learn/home.html",
        left_off=left_off,
        to_do=[task for task in tasks() if not task.progress.is_done],
        words=formatting,
        unseen_remarks=services().classroom.comments.unseen(study.learner) if services().has_classes else 0,
        to_review=len(to_review),
        courses=list(services().courses.courses.values()),
        lessons=len(services().courses.lessons),
        lesson=next_lesson(),
        games=len(library.games),
        begun=len(places),
        decisions=sum(len(game.decisions) for game in library.games.values()),
        tally=PracticeTally.of(study.answers.tally(DeclarationRef.topic)),
        games_url=url_for("games.index"),
        maxim=of_day([maxim for maxim in library.maxims.values() if len(maxim.text) <= LONGEST_MAXIM], study.today),
    )


@blueprint.get("/sources")
def sources() -> str:
    """The books, and every reading of the text that was corrected or stays open."""
    return render_template("learn/sources.html", sources=SOURCES.values(), books=_books(services().library))


@lru_cache(2)
def _books(library: Library) -> tuple[Book, ...]:
    """Each book of which anything had to be corrected or stays open."""
    found = (
        Book(
            source,
            of_book(library, key),
            tuple(maxim for maxim in library.maxims.values() if _is_corrected(maxim, key)),
        )
        for key, source in SOURCES.items()
    )
    return tuple(book for book in found if book.read.shelves or book.read.odds or book.maxims)


def _is_corrected(maxim: Maxim, source: str) -> bool:
    return maxim.source == source and bool(maxim.readings)
