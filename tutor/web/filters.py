"""Lists that a reader can filter by author, declaration and theme, and the list of themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, render_template, request, url_for
from flask_babel import lazy_gettext
from flask_babel.speaklater import LazyString

from tutor.auction import Denomination
from tutor.citations import SOURCES
from tutor.library.catalogue import Library
from tutor.library.themes import Entry, EntryKind, Theme
from tutor.web.services import services

blueprint = Blueprint("filters", __name__)

LISTINGS_KEPT = 1024
"""How many lists are cached: more than there are combinations of filters."""


Listed = TypeVar("Listed")


@dataclass(frozen=True, slots=True)
class ListFilter(Generic[Listed]):
    """The filters of a list, with a word for each axis. An empty word lets everything through."""

    def takes(self, entry: Listed) -> bool:
        """Whether an entry is in the list."""
        raise NotImplementedError

    @property
    def query(self) -> str:
        """The query of an address: `?declared=hearts&theme=leads`, or nothing."""
        said = {axis.name: getattr(self, axis.name) for axis in fields(self)}
        return "?" + urlencode({name: word for name, word in said.items() if word}) if any(said.values()) else ""


@dataclass(frozen=True, slots=True)
class EntryFilter(ListFilter[Entry]):
    """The filters of games, deals, endings and hands."""

    author: str = ""
    declared: str = ""
    theme: str = ""

    def takes(self, entry: Entry) -> bool:
        """Whether an entry is in the list."""
        return (
            self.author in ("", entry.source)
            and self.declared in ("", entry.declared and entry.declared.word)
            and (not self.theme or self.theme in entry.themes)
        )


@dataclass(frozen=True, slots=True)
class FilterOption:
    """One choice along an axis: how many entries it would leave, and the address of that list."""

    label: str | LazyString
    number: int
    url: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Axis:
    """The choices along one axis."""

    name: str
    label: LazyString
    choices: tuple[FilterOption, ...]


@dataclass(frozen=True, eq=False)
class Listing:
    """A filtered list: the ids of its entries, and the other choices. It is equal only to itself."""

    wanted: EntryFilter
    ids: Mapping[EntryKind, tuple[str, ...]]
    axes: tuple[Axis, ...]
    theme: Theme | None

    @property
    def tells(self) -> bool:
        """Whether the choice tells a reader what the entries turn on."""
        return bool(self.wanted.declared or self.wanted.theme)


def listing(*kinds: EntryKind, endpoint: str) -> Listing:
    """The list of entries of some kinds, as the request filters it, at the address of an endpoint."""
    library = services().library
    return _listing(library, kinds, url_for(endpoint), EntryFilter(**asked_for(_axes(library))))


_NONE_SUCH = "none"
"""Stands for any word that names nothing."""

Labels = Mapping[str, Mapping[str, str | LazyString]]
"""The words that can be asked for along each axis, with their labels."""
AXES = {
    "author": lazy_gettext("Author"),
    "declared": lazy_gettext("Declared"),
    "theme": lazy_gettext("Theme"),
    "topic": lazy_gettext("Topic"),
}
"""The labels of the axes."""
ALL, ANY = lazy_gettext("All"), lazy_gettext("Any")


def asked_for(labels: Labels) -> dict[str, str]:
    """The word that the request has for each axis, among those with labels."""
    asked = {axis: request.args.get(axis, "") for axis in labels}
    return {axis: word if word in labels[axis] else _NONE_SUCH for axis, word in asked.items()}


def axes_of(labels: Labels, wanted: ListFilter[Listed], entries: Sequence[Listed], address: str) -> tuple[Axis, ...]:
    """The choices of a list: along each axis, every word that at least one entry of the whole list has."""
    kind: Any = type(wanted)

    def choices(axis: str) -> Iterator[FilterOption]:
        for word, label in labels[axis].items():
            if any(map(kind(**{axis: word}).takes, entries)):
                other: ListFilter[Listed] = replace(wanted, **{axis: word})
                yield FilterOption(label, sum(map(other.takes, entries)), address + other.query, other == wanted)

    return tuple(Axis(axis, AXES[axis], tuple(choices(axis))) for axis in labels)


def _axes(library: Library) -> Labels:
    present = {entry.source for entry in library.entries}
    return {
        "author": {"": ALL, **{key: source.author for key, source in SOURCES.items() if key in present}},
        "declared": {"": ANY, **{denomination.word: denomination.word.capitalize() for denomination in Denomination}},
        "theme": {"": ANY, **{theme.id: theme.name for theme in library.themes.values()}},
    }


@lru_cache(LISTINGS_KEPT)
def _listing(library: Library, kinds: tuple[EntryKind, ...], address: str, wanted: EntryFilter) -> Listing:
    entries = [entry for entry in library.entries if entry.kind in kinds]
    found = [entry for entry in entries if wanted.takes(entry)]
    return Listing(
        wanted,
        {kind: tuple(entry.id for entry in found if entry.kind is kind) for kind in kinds},
        axes_of(_axes(library), wanted, entries, address),
        library.themes.get(wanted.theme),
    )


@dataclass(frozen=True, slots=True)
class ThemeLists:
    """A theme and its lists: the number of entries in each, and its address."""

    theme: Theme
    lists: tuple[tuple[str, str], ...]


@blueprint.get("/themes/")
def themes() -> str:
    """Every theme, with the number of its entries of each kind."""
    return render_template("explore/themes.html", shelves=_shelves(services().library))


@lru_cache(1)
def _shelves(library: Library) -> tuple[ThemeLists, ...]:
    numbers = Counter((theme, entry.kind) for entry in library.entries for theme in entry.themes)

    def lists(theme: Theme) -> Iterator[tuple[str, str]]:
        others = tuple(kind for kind in EntryKind if kind is not EntryKind.GAME)
        for endpoint, kinds in (("games.index", (EntryKind.GAME,)), ("deals.index", others)):
            counted = [kind.counted(numbers[theme.id, kind]) for kind in kinds if numbers[theme.id, kind]]
            if counted:
                yield ", ".join(counted), url_for(endpoint, theme=theme.id)

    return tuple(ThemeLists(theme, tuple(lists(theme))) for theme in library.themes.values())
