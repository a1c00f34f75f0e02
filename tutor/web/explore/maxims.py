"""The maxims by topic and author, each with its citation, the rule that applies it, and the content that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, render_template, url_for
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

from tutor.citations import SOURCES
from tutor.library.catalogue import Library
from tutor.library.maxims import Maxim, MaximTopic
from tutor.web.classroom.secrecy import tells_of_work
from tutor.web.filters import ALL, ANY, Labels, ListFilter, asked_for, axes_of
from tutor.web.services import services

blueprint = Blueprint("maxims", __name__)


@dataclass(frozen=True, slots=True)
class MaximFilter(ListFilter[Maxim]):
    """The filters of the maxims. An empty word lets every maxim through."""

    author: str = ""
    topic: str = ""

    def takes(self, entry: Maxim) -> bool:
        """Whether a maxim is in the list."""
        return self.author in ("", entry.source) and self.topic in ("", entry.topic.value)


@dataclass(frozen=True, slots=True)
class Door:
    """A link from a maxim: the text before it, its words, and its address."""

    before: LazyString
    words: str
    url: str


@dataclass(frozen=True, slots=True)
class ListedMaxim:
    """A maxim in the list, with its links, or else the reason why no rule can test it."""

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
    """Every maxim, or those that the filters let through, by topic."""
    library = services().library
    present = {maxim.source for maxim in library.maxims.values()}
    labels: Labels = {
        "author": {"": ALL, **{key: source.author for key, source in SOURCES.items() if key in present}},
        "topic": {"": ANY, **{topic.value: topic.heading for topic in MaximTopic}},
    }
    wanted = MaximFilter(**asked_for(labels))
    axes = axes_of(labels, wanted, tuple(library.maxims.values()), url_for("maxims.index"))
    shown = {name for maxim in library.maxims.values() for name in maxim.see}
    hidden = frozenset(filter(tells_of_work, shown))
    return render_template("explore/maxims.html", axes=axes, chapters=_chapters(library, wanted, hidden))


@lru_cache(1024)
def _chapters(library: Library, wanted: MaximFilter, hidden: frozenset[str]) -> tuple[MaximChapter, ...]:
    """The maxims of each topic, without links to what is `hidden`: the maxim would tell what a game turns on."""
    found = [maxim for maxim in library.maxims.values() if wanted.takes(maxim)]
    return tuple(
        MaximChapter(topic, tuple(_shown(library, maxim, hidden) for maxim in found if maxim.topic is topic))
        for topic in MaximTopic
        if any(maxim.topic is topic for maxim in found)
    )


def _shown(library: Library, maxim: Maxim, hidden: frozenset[str]) -> ListedMaxim:
    doors = tuple(door for name in maxim.see if name not in hidden for door in _doors(library, maxim, name))
    told = library.rulebook.find(maxim.id)
    return ListedMaxim(maxim, doors, told.cannot if told and not doors else "")


def _doors(library: Library, maxim: Maxim, name: str) -> Iterator[Door]:
    """The links of an id: to a rule (to each row, if rows differ), to content, or to another maxim."""
    rules = library.rulebook.carried_out(name)
    if rules:
        cited = rules[0].citation
        is_own = cited.source == maxim.source
        before = lazy_gettext("The rule:") if is_own else lazy_gettext("%(author)s’s rule:", author=cited.author)
        url = url_for("masters.rules_of", key=cited.source, _anchor=name)
        for says in dict.fromkeys(rule.says for rule in rules):
            yield Door(before, says, url)
    elif name in library.maxims:
        other = library.maxims[name]
        yield Door(lazy_gettext("See also:"), f"{other.text} ({other.cited})", url_for("maxims.index", _anchor=name))
    else:
        yield _content(library, name)


_SHOWN_IN = lazy_gettext("Shown in")


def _content(library: Library, name: str) -> Door:
    if name in library.games:
        return Door(_SHOWN_IN, library.games[name].name, url_for("games.deal", game_id=name))
    if name in library.deals:
        return Door(_SHOWN_IN, library.deals[name].title, url_for("deals.deal", deal_id=name))
    if name in library.problems:
        return Door(_SHOWN_IN, library.problems[name].title, url_for("deals.ending", problem_id=name))
    if name in library.groups:
        return Door(_SHOWN_IN, library.groups[name].title, url_for("deals.hands", group_id=name))
    return Door(_SHOWN_IN, library.odds[name].title, url_for("deals.odds", _anchor=name))
