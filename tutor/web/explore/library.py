"""The library: all the content of the tutor, and a search of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from flask import Blueprint, request, url_for

from tutor.library.catalogue import Library
from tutor.library.lessons import Courses
from tutor.library.search_index import LONGEST_QUERY, Index, SearchEntry, SearchResult, SearchSection, entries
from tutor.study.classroom.work_secrets import WorkSecrets
from tutor.web.classroom.secrecy import secrets
from tutor.web.page_memory import render_remembered
from tutor.web.services import services

blueprint = Blueprint("library", __name__)

_ADDRESSES: Mapping[SearchSection, Callable[[SearchEntry], str]] = {
    SearchSection.TERM: lambda entry: url_for("glossary.index", _anchor=entry.id),
    SearchSection.LESSON: lambda entry: url_for("lessons.lesson", lesson_id=entry.id),
    SearchSection.RULE: lambda entry: url_for("masters.rules_of", key=entry.source, _anchor=entry.id),
    SearchSection.MAXIM: lambda entry: url_for("maxims.index", _anchor=entry.id),
    SearchSection.LAW: lambda entry: url_for("laws.point", name=entry.id),
    SearchSection.OFFENCE: lambda entry: url_for("rulings.index", offence=entry.id),
    SearchSection.DEAL: lambda entry: url_for("deals.deal", deal_id=entry.id),
    SearchSection.ENDING: lambda entry: url_for("deals.ending", problem_id=entry.id),
    SearchSection.HAND: lambda entry: url_for("deals.hands", group_id=entry.within, _anchor=entry.id),
    SearchSection.GAME: lambda entry: url_for("games.deal", game_id=entry.id),
    SearchSection.ODDS: lambda entry: url_for("deals.odds", _anchor=entry.id),
    SearchSection.CLAIM: lambda entry: url_for("deals.audit", verdict="", _anchor=entry.id),
    SearchSection.GUIDE: lambda entry: url_for("help.guide", name=entry.id),
}
_PLACES = {shelf: place for place, shelf in enumerate(SearchSection)}


def address(entry: SearchEntry) -> str:
    """The address of an entry."""
    return _ADDRESSES[entry.shelf](entry)


@blueprint.get("/library/")
def index() -> str:
    """The shelves of the library, and the results of a search."""
    words = request.args.get("q", "").strip()[:LONGEST_QUERY]
    library, courses, hidden = services().library, services().courses, secrets()

    def values() -> dict[str, object]:
        found = tuple(without_secrets(index_of(library, courses).search(words), hidden)) if words else ()
        by_shelf = sorted(found, key=lambda one: _PLACES[one.entry.shelf])
        return {
            "sought": words,
            "found": [
                (shelf, [(address(one.entry), one.entry.title, _told(one)) for one in ones])
                for shelf, ones in groupby(by_shelf, key=lambda one: one.entry.shelf)
            ],
            "number": len(found),
            "library": library,
        }

    return render_remembered("explore/library.html", values, words, library, hidden.contents)


_ASKED = frozenset((SearchSection.LESSON, SearchSection.DEAL, SearchSection.ENDING, SearchSection.GAME))
"""The sections of what work can ask."""


def without_secrets(found: Iterable[SearchResult], secrets: WorkSecrets) -> Iterator[SearchResult]:
    """The results without the claims about what open work asks, and without its text."""
    for one in found:
        entry = one.entry
        if entry.shelf is SearchSection.CLAIM:
            if secrets.of_name(entry.within) is None:
                yield one
        elif entry.shelf in _ASKED and secrets.of_name(entry.id) is not None:
            yield SearchResult(entry, ())
        else:
            yield one


def _told(found: SearchResult) -> tuple[str, ...]:
    """The text to show of a result. None of a game, because it would give away the decisions."""
    return () if found.entry.shelf is SearchSection.GAME else found.pieces


@lru_cache(4)
def index_of(library: Library, courses: Courses) -> Index:
    """The index of all content, made at the first search."""
    return Index(entries(library, courses))
