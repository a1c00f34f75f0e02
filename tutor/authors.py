"""The authors: who each is, his book, and where his rules and his content are found.

An author is a plug-in: an object of `Author`, named by an entry point of the group `love_all.authors` under the key of
the author. Those who come with the tutor are found in the same way. An `Author` is light: his rules are loaded when
they are asked for, by `tutor.authorities`, and his content is read by `tutor.library`.

A plug-in that cannot be used is left out and is named by `broken()`; whoever asks for its author is told why. Without
the authors of the tutor’s own there is nothing to teach: where one of them is not found, the installation is out of
date, and it says so.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from tutor.errors import BrokenPlugin, StaleInstallation

GROUP = "love_all.authors"
"""The group of entry points that name authors."""
OURS = "love-all"
"""The distribution whose authors are the tutor’s own."""
RESERVED_PREFIXES = frozenset({"code", "term", "skill", "own", "law"})
"""What the ids of other things begin with."""


@dataclass(frozen=True, slots=True)
class Source:
    """A book: its key, the name its author goes by, and what stands on its title page.

    `year` is None where the copy that was read bears no date.
    """

    key: str
    author: str
    title: str
    place: str
    year: int | None

    def __str__(self) -> str:
        return f"{self.author}, {self.title} ({self.place}, {self.year or 'undated'})"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a book whose pages are not known: the line of the machine-read text where it begins, and its name.

    Where the part is of numbered things, `numbered` are the lines where each begins, and the name has a place for the
    number. A name left empty is of a part that shows its pages.
    """

    line: int
    name: str
    numbered: tuple[int, ...] = ()

    def place(self, line: int) -> str:
        """The place of a line of this part: `maxim 121`, `table of passed makes`."""
        return self.name.format(bisect_right(self.numbered, line))


@dataclass(frozen=True, slots=True)
class Drills:
    """Practice that an author’s rules lend themselves to, besides questions on them one by one."""

    declaring_pages: str = ""
    """The pages on which he tells the dealer what to declare at love-all, where hands are drilled by them."""
    leads_tell_length: bool = False
    """Whether his opening leads tell how long the suit led is, so that it can be asked."""
    hears_opening_leads: bool = False
    """Whether he hears so much in opening leads without trumps that such leads are dealt for questions on it."""
    eleven_rule: str = ""
    """The id of his message that is the rule of eleven."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who he is, and where all that is his is found; nothing of it is loaded.

    `prefix` is what the ids of his rules, maxims and terms begin with. `authority` says where his rules are, as
    `package.module:NAME`. `code` is the key of the laws under which he is asked, and `code_with_an_open_hand` that of
    the laws where a hand lies open though nobody has declared. `parts` are those of his book that show no pages, in
    order. `former_keys` are keys that he once had: what was stored under them, or is addressed by them, is his.
    `content` is the package in whose folder his `hands` and `lessons` stand; empty where they are among the tutor’s
    own. `usual_rule` is the id of the rule beside which a deal is set that another program wrote, where such deals are
    under the laws of his book. `placed_in` is the year by which a book without a date is placed among the others.
    `distribution` is written when he is found: the package that he was installed with.
    """

    book: Source
    prefix: str
    authority: str
    code: str
    code_with_an_open_hand: str = ""
    former_keys: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    content: str = ""
    usual_rule: str = ""
    placed_in: int | None = None
    drills: Drills = Drills()
    distribution: str = OURS

    @property
    def key(self) -> str:
        """The key of the author and of his book."""
        return self.book.key

    @property
    def name(self) -> str:
        """The name that he goes by."""
        return self.book.author

    @property
    def is_plugin(self) -> bool:
        """Whether he came in a package of his own, and not with the tutor."""
        return self.distribution != OURS

    @property
    def order(self) -> int:
        """The year by which his book is placed among the others."""
        year = self.book.year if self.placed_in is None else self.placed_in
        assert year is not None, "an author without either is not taken in"  # noqa: S101
        return year


class Authors(Mapping[str, Author]):
    """The authors by key, in the order of the years of their books. A former key finds its author too."""

    def __getitem__(self, key: str) -> Author:
        found = _discovered()
        return found.authors[found.current.get(key, key)]

    def __iter__(self) -> Iterator[str]:
        return iter(_discovered().authors)

    def __len__(self) -> int:
        return len(_discovered().authors)


AUTHORS: Mapping[str, Author] = Authors()


def current(key: str) -> str:
    """The key that an author has now, of one that may be a former one; any other word as it is."""
    return _discovered().current.get(key, key)


def broken() -> tuple[BrokenPlugin, ...]:
    """The plug-ins that cannot be used, each with what is wrong with it."""
    return _discovered().broken


# ---- how they are found ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuthorRegistry:
    """The authors by key, the keys that they have now by those that they had, and the plug-ins that are left out."""

    authors: Mapping[str, Author]
    current: Mapping[str, str]
    broken: tuple[BrokenPlugin, ...]


@cache
def _discovered() -> AuthorRegistry:
    return discover(entry_points(group=GROUP))


def discover(points: Iterable[EntryPoint]) -> AuthorRegistry:
    """The authors of some entry points. Raises `StaleInstallation` where those of the tutor’s own are wanting.

    The tutor’s own come first, and the others by the name of their distribution: of two that clash the later is broken.
    """
    ordered = sorted(points, key=lambda point: (_distribution(point) != OURS, _distribution(point), point.name))
    if not ordered or _distribution(ordered[0]) != OURS:
        raise StaleInstallation(f"the installed metadata of {OURS} name no authors")
    taken: list[Author] = []
    owners: dict[str, str] = {}
    broken: list[BrokenPlugin] = []
    for point in ordered:
        try:
            one = _loaded(point)
            _check(point, one, owners)
        except BrokenPlugin as error:
            if error.distribution == OURS:
                raise StaleInstallation(f"the installed metadata of {OURS} do not fit its code: {error}") from error
            broken.append(error)
            continue
        owners.update(dict.fromkeys(_claimed(one), _distribution(point)))
        taken.append(one)
    taken.sort(key=lambda one: one.order)
    former = {key: one.key for one in taken for key in one.former_keys}
    return AuthorRegistry(MappingProxyType({one.key: one for one in taken}), MappingProxyType(former), tuple(broken))


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else "a distribution without a name"


def _loaded(point: EntryPoint) -> Author:
    try:
        found = point.load()
    except Exception as error:  # whatever a stranger’s module does when it is imported
        why = f"‘{point.value}’ cannot be imported ({type(error).__name__}: {error})"
        raise _broken(point, why, "Correct the entry point, or the module") from error
    if not isinstance(found, Author):
        mend = "Name an object of tutor.authors.Author"
        raise _broken(point, f"‘{point.value}’ is {type(found).__name__}, and no author", mend)
    return replace(found, distribution=_distribution(point))


def _check(point: EntryPoint, one: Author, owners: Mapping[str, str]) -> None:
    """What can be seen of an author without loading anything of his. Raises `BrokenPlugin`."""
    if point.name != one.key:
        raise _broken(point, f"its author has the key ‘{one.key}’", "Let the entry point and the key be one word")
    for what, word in (("key", one.key), *(("former key", key) for key in one.former_keys)):
        if not re.fullmatch("[a-z]{3,20}", word):
            raise _broken(point, f"the {what} ‘{word}’ will not do", "Write from 3 to 20 small letters")
    if not re.fullmatch("[a-z]{3,8}", one.prefix) or one.prefix in RESERVED_PREFIXES:
        raise _broken(point, f"the prefix ‘{one.prefix}’ will not do", "Write another, from 3 to 8 small letters")
    if one.book.year is None and one.placed_in is None:
        raise _broken(point, "its book has no year", "Write ‘placed_in’, the year by which it is placed")
    for claimed in _claimed(one):
        if claimed in owners:
            what = claimed.replace(" ", " ‘", 1) + "’"
            raise _broken(point, f"the {what} is taken by the distribution {owners[claimed]}", "Choose another")


def _claimed(one: Author) -> tuple[str, ...]:
    """What no two authors may have."""
    return (f"prefix {one.prefix}", *(f"key {key}" for key in (one.key, *one.former_keys)))


def _broken(point: EntryPoint, why: str, mend: str) -> BrokenPlugin:
    return BrokenPlugin(point.name, _distribution(point), why, mend)
