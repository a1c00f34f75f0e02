"""The authors: who they are, their books, and where their rules and content are.

An author is a plug-in: an object of `Author`, named by an entry point of the group `love_all.authors` under the key of
the author. The tutor’s own authors are found in the same way. An `Author` is light: `tutor.authorities` loads the rules
when they are needed, and `tutor.library` reads the content.

A plug-in that cannot be used is left out. `broken()` lists it, and a request for its author gives the reason. The tutor
cannot teach without its own authors. If one of them is missing, the installation is out of date, and an error says so.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, get_origin, get_type_hints

from tutor.errors import BrokenPlugin, StaleInstallation

GROUP = "love_all.authors"
"""The group of entry points that name authors."""
API_VERSION = "1.0"
"""The version of what an author’s package may import (`tutor.authoring`), as MAJOR.MINOR.

A new minor version adds names. A new major version takes some away, or changes what they mean.
"""
OURS = "love-all"
"""The distribution whose authors are the tutor’s own."""
RESERVED_PREFIXES = frozenset({"code", "term", "skill", "own", "law"})
"""Prefixes that other ids use."""


@dataclass(frozen=True, slots=True)
class Source:
    """A book: its key, the name its author uses, and its title page.

    `year` is None where our copy has no date.
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

    Where the part contains numbered things, `numbered` are the lines where they begin, and the name has a place for the
    number. An empty name means that the part shows its pages.
    """

    line: int
    name: str
    numbered: tuple[int, ...] = ()

    def place(self, line: int) -> str:
        """The place of a line of this part: `maxim 121`, `table of passed makes`."""
        return self.name.format(bisect_right(self.numbered, line))


@dataclass(frozen=True, slots=True)
class Drills:
    """Practice that an author’s rules make possible, in addition to questions on each rule."""

    declaring_pages: str = ""
    """The author’s pages on what the dealer declares at love-all, if there is a drill on them."""
    leads_tell_length: bool = False
    """Whether the author’s opening leads show how long the suit is, so that questions can ask."""
    hears_opening_leads: bool = False
    """Whether the author hears enough in opening leads without trumps to deal hands for questions on them."""
    eleven_rule: str = ""
    """The id of the author’s message that is the rule of eleven."""


@dataclass(frozen=True, slots=True)
class Examples:
    """What shows how programs ask an author: the id of a game, and questions as `tutor advise` takes them."""

    game: str = ""
    questions: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Author:
    """An author: who this is, and where the author’s rules and content are. Nothing of them is loaded.

    `prefix` begins the ids of the author’s rules, maxims and terms. `authority` says where the rules are, as
    `package.module:NAME`. `code` is the key of the laws for questions to the author, and `code_with_an_open_hand` the
    key of the laws where a hand is open before a declaration. `parts` are the parts of the book that show no pages, in
    order. `former_keys` are earlier keys of the author: data stored under them, and addresses with them, still work.
    `former_rows` are the rows of tables that were renamed: the id of the rule, the former name, and the present one.
    `content` is the package whose folder has the author’s `hands` and `lessons`; it is empty where the tutor’s own
    folder has them. `usual_rule` is the id of the rule that a deal from another program cites, under the laws of this
    book. `placed_in` is the year used to place a book without a date. `api` is the version of `tutor.authoring` for
    which another package was written, as `"1.0"`. `distribution` is set when the author is found: the package that
    installed the author.
    """

    book: Source
    prefix: str
    authority: str
    code: str
    code_with_an_open_hand: str = ""
    former_keys: tuple[str, ...] = ()
    former_rows: tuple[tuple[str, str, str], ...] = ()
    parts: tuple[Part, ...] = ()
    content: str = ""
    usual_rule: str = ""
    placed_in: int | None = None
    drills: Drills = Drills()
    examples: Examples = field(default=Examples(), hash=False)
    api: str = ""
    distribution: str = OURS

    @property
    def key(self) -> str:
        """The key of the author and of the book."""
        return self.book.key

    @property
    def name(self) -> str:
        """The name that the author uses."""
        return self.book.author

    @property
    def is_plugin(self) -> bool:
        """Whether the author came in another package, and not with the tutor."""
        return self.distribution != OURS

    @property
    def order(self) -> int:
        """The year that places the author’s book among the others."""
        year = self.book.year if self.placed_in is None else self.placed_in
        assert year is not None, "an author without either is refused"  # noqa: S101
        return year


class Authors(Mapping[str, Author]):
    """The authors by key, in the order of the years of their books. Former keys work too."""

    def __getitem__(self, key: str) -> Author:
        found = _discovered()
        return found.authors[found.current.get(key, key)]

    def __iter__(self) -> Iterator[str]:
        return iter(_discovered().authors)

    def __len__(self) -> int:
        return len(_discovered().authors)


AUTHORS: Mapping[str, Author] = Authors()


def current(key: str) -> str:
    """The present key of an author, from a key that may be a former one. Any other word is returned unchanged."""
    return _discovered().current.get(key, key)


def broken() -> tuple[BrokenPlugin, ...]:
    """The plug-ins that cannot be used, each with the reason."""
    return _discovered().broken


# ---- how they are found ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AuthorRegistry:
    """The authors by key, their present keys by former ones, and the plug-ins that are left out."""

    authors: Mapping[str, Author]
    current: Mapping[str, str]
    broken: tuple[BrokenPlugin, ...]


@cache
def _discovered() -> AuthorRegistry:
    return discover(entry_points(group=GROUP))


def discover(points: Iterable[EntryPoint]) -> AuthorRegistry:
    """The authors of some entry points. Raises `StaleInstallation` if the tutor’s own are missing.

    The tutor’s own come first, then the others by the name of their distribution. If two clash, the later is broken.
    """
    ordered = sorted(points, key=lambda point: (_distribution(point) != OURS, _distribution(point), point.name))
    if not ordered or _distribution(ordered[0]) != OURS:
        raise StaleInstallation(f"the installed metadata of {OURS} list no authors")
    taken: list[Author] = []
    owners: dict[str, str] = {}
    broken: list[BrokenPlugin] = []
    for point in ordered:
        try:
            one = _checked(point, owners)
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


def _checked(point: EntryPoint, owners: Mapping[str, str]) -> Author:
    """The author of an entry point. Raises `BrokenPlugin`, whatever is wrong with it."""
    try:
        one = _loaded(point)
        _check(point, one, owners)
    except BrokenPlugin:
        raise
    except Exception as error:  # a field that is not what it says it is
        why = f"‘{point.value}’ cannot be read ({type(error).__name__}: {error})"
        raise _broken(point, why, "Correct its fields") from error
    return one


def _loaded(point: EntryPoint) -> Author:
    is_plugin = _distribution(point) != OURS
    if is_plugin and (declared := _declared_api(point)) is not None:
        _check_api(point, declared)  # before the import, which fails at the first name that is missing
    try:
        found = point.load()
    except (Exception, SystemExit) as error:  # importing another package’s module can do anything
        why = f"‘{point.value}’ cannot be imported ({type(error).__name__}: {error})"
        raise _broken(point, why, "Correct the entry point or the module") from error
    if not isinstance(found, Author):
        mend = "Name an object of tutor.authoring.Author"
        raise _broken(point, f"‘{point.value}’ is {type(found).__name__}, not an author", mend)
    if is_plugin:
        mistyped = _mistyped(found)
        if mistyped is not None:
            raise _broken(point, *mistyped)
        _check_api(point, found.api)
    return replace(found, distribution=_distribution(point))


def _declared_api(point: EntryPoint) -> str | None:
    """The version that a module declares in the call of `Author`, read without running it; None if none is found."""
    with suppress(Exception):  # the import that follows says what is wrong
        spec = find_spec(point.module)
        source = getattr(spec.loader, "get_source")(point.module) if spec else ""  # noqa: B009 - not every loader has it
        for node in ast.walk(ast.parse(source or "")):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == Author.__name__:
                for keyword in node.keywords:
                    if keyword.arg == "api" and isinstance(keyword.value, ast.Constant):
                        return str(keyword.value.value)
    return None


def _check_api(point: EntryPoint, declared: str) -> None:
    """Raises `BrokenPlugin` unless a package for this version of the API works with this tutor."""
    if not re.fullmatch(r"\d{1,4}\.\d{1,4}", declared):
        said = f"its author has the API version ‘{declared}’" if declared else "its author names no version of the API"
        raise _broken(point, said, f'Write api="{API_VERSION}" in its Author')
    theirs, ours = (tuple(map(int, version.split("."))) for version in (declared, API_VERSION))
    if theirs[0] == ours[0] and theirs <= ours:
        return
    why = f"it was written for version {declared} of the API, and this tutor has {API_VERSION}"
    package = _distribution(point)
    newer = f"Install a newer {OURS}, or an older {package}"
    older = f"Install a newer {package}, or change it as the author’s guide says"
    raise _broken(point, why, newer if theirs > ours else older)


def _mistyped(value: Any, within: str = "") -> tuple[str, str] | None:
    """The first field of an author that is not of its type, and what to write there; None if there is none."""
    for name, hint in get_type_hints(type(value)).items():
        found = getattr(value, name)
        expected = get_origin(hint) if isinstance(get_origin(hint), type) and "|" not in str(hint) else hint
        if not isinstance(found, expected):
            kind = getattr(expected, "__name__", str(expected))
            return f"‘{within}{name}’ is {type(found).__name__}", f"Write a value of the type {kind}"
        inner = _mistyped(found, f"{within}{name}.") if is_dataclass(found) and fields(found) else None
        if inner is not None:
            return inner
    return None


def _check(point: EntryPoint, one: Author, owners: Mapping[str, str]) -> None:
    """Checks an author without loading the author’s rules or content. Raises `BrokenPlugin`."""
    if point.name != one.key:
        raise _broken(point, f"its author has the key ‘{one.key}’", "Give the entry point and the key the same name")
    for what, word in (("key", one.key), *(("former key", key) for key in one.former_keys)):
        if not re.fullmatch("[a-z]{3,20}", word):
            raise _broken(point, f"the {what} ‘{word}’ is not valid", "Write 3 to 20 small letters")
    if not re.fullmatch("[a-z]{3,8}", one.prefix) or one.prefix in RESERVED_PREFIXES:
        raise _broken(
            point, f"the prefix ‘{one.prefix}’ is not valid or is reserved", "Write another, of 3 to 8 small letters"
        )
    if one.book.year is None and one.placed_in is None:
        raise _broken(point, "its book has no year", "Add ‘placed_in’, the year that places it among the books")
    for claimed in _claimed(one):
        if claimed in owners:
            what = claimed.replace(" ", " ‘", 1) + "’"
            raise _broken(point, f"the {what} is already used by the distribution {owners[claimed]}", "Choose another")


def _claimed(one: Author) -> tuple[str, ...]:
    """The names that must differ between authors."""
    return (f"prefix {one.prefix}", *(f"key {key}" for key in (one.key, *one.former_keys)))


def _broken(point: EntryPoint, why: str, mend: str) -> BrokenPlugin:
    return BrokenPlugin(point.name, _distribution(point), why, mend)
