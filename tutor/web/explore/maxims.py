"""The maxims: by topic and by author, each with its citation, what carries it out, and what shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, render_template, url_for

from tutor.citations import SOURCES
from tutor.library.catalogue import Library
from tutor.library.maxims import Maxim, MaximTopic
from tutor.web.filters import ListFilter, asked_for, axes_of
from tutor.web.services import services

blueprint = Blueprint("maxims", __name__)


@dataclass(frozen=True, slots=True)
class MaximFilter(ListFilter[Maxim]):
    """What the maxims are narrowed to; an empty word narrows nothing."""

    author: str = ""
    topic: str = ""

    def takes(self, entry: Maxim) -> bool:
        """Whether a maxim is listed."""
        return self.author in ("", entry.source) and self.topic in ("", entry.topic.value)


@dataclass(frozen=True, slots=True)
class Door:
    """Where a maxim leads: what stands before the link, the words of it, and its address."""

    before: str
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class ListedMaxim:
    """A maxim as it is listed: with its doors, or else why no machine carries it out."""

    maxim: Maxim
    doors: tuple[Door, ...]
    cannot: str


@dataclass(frozen=True, slots=True)
class MaximChapter:
    """The maxims of a topic."""

    topic: MaximTopic
    maxims: tuple[ListedMaxim, ...]


@blueprint.get("/maxims/")
def index() -> str:
    """Every maxim, or those asked for, by topic."""
    library = services().library
    present = {maxim.source for maxim in library.maxims.values()}
    labels = {
        "author": {"": "All", **{key: source.author for key, source in SOURCES.items() if key in present}},
        "topic": {"": "Any", **{topic.value: topic.heading for topic in MaximTopic}},
    }
    wanted = MaximFilter(**asked_for(labels))
    axes = axes_of(labels, wanted, tuple(library.maxims.values()), url_for("maxims.index"))
    return render_template("explore/maxims.html", axes=axes, chapters=_chapters(library, wanted))


@lru_cache(1024)
def _chapters(library: Library, wanted: MaximFilter) -> tuple[MaximChapter, ...]:
    found = [maxim for maxim in library.maxims.values() if wanted.takes(maxim)]
    return tuple(
        MaximChapter(topic, tuple(_shown(library, maxim) for maxim in found if maxim.topic is topic))
        for topic in MaximTopic
        if any(maxim.topic is topic for maxim in found)
    )


def _shown(library: Library, maxim: Maxim) -> ListedMaxim:
    doors = tuple(door for name in maxim.see for door in _doors(library, maxim, name))
    told = library.rulebook.find(maxim.id)
    return ListedMaxim(maxim, doors, told.cannot if told and not doors else "")


def _doors(library: Library, maxim: Maxim, name: str) -> Iterator[Door]:
    """Where an id leads: to a rule, row by row where rows differ; to content; to another maxim."""
    rules = library.rulebook.carried_out(name)
    if rules:
        cited = rules[0].citation
        before = "The rule:" if cited.source == maxim.source else f"{cited.author}’s rule:"
        url = url_for("masters.rules_of", key=cited.source, _anchor=name)
        for says in dict.fromkeys(rule.says for rule in rules):
            yield Door(before, says, url)
    elif name in library.maxims:
        other = library.maxims[name]
        yield Door("Beside it:", f"{other.text} ({other.cited})", url_for("maxims.index", _anchor=name))
    else:
        yield _content(library, name)


def _content(library: Library, name: str) -> Door:
    if name in library.games:
        return Door("Shown in", library.games[name].name, url_for("games.deal", game_id=name))
    if name in library.deals:
        return Door("Shown in", library.deals[name].title, url_for("deals.deal", deal_id=name))
    if name in library.problems:
        return Door("Shown in", library.problems[name].title, url_for("deals.ending", problem_id=name))
    if name in library.groups:
        return Door("Shown in", library.groups[name].title, url_for("deals.hands", group_id=name))
    return Door("Shown in", library.odds[name].title, url_for("deals.odds", _anchor=name))
