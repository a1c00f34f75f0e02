"""Themes: what games, deals, endings and hands have in common, by the rules that they illustrate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Annotated, Literal, Protocol

from pydantic import Field

from tutor.auction import Denomination
from tutor.library.fields import OF_THE_SYLLABUS, Prose, Value


class Theme(Value):
    """A theme for finding content: what it is about, and its rules."""

    id: Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
    name: Prose
    about: Prose
    rules: Annotated[
        tuple[Annotated[str, Field(pattern=f"^{OF_THE_SYLLABUS}-[a-z0-9-]*\\*?$")], ...],
        Field(min_length=1, description="ids of rules; * at the end means all that begin like this"),
    ]

    @cached_property
    def beginnings(self) -> tuple[str, ...]:
        """The beginnings of ids of families of its rules."""
        return tuple(rule.removesuffix("*") for rule in self.rules if rule.endswith("*"))

    def has(self, rule_id: str) -> bool:
        """Whether a rule belongs to the theme."""
        return rule_id in self.rules or rule_id.startswith(self.beginnings)


class ThemesFile(Value):
    """The themes, in the order in which they are shown."""

    kind: Literal["themes"]
    themes: tuple[Theme, ...]


class EntryKind(Enum):
    """The kinds of list entries, by their singular."""

    GAME = "game"
    DEAL = "deal"
    ENDING = "ending"
    HANDS = "group of hands"

    def counted(self, number: int) -> str:
        """A count of it: `1 deal`, `3 groups of hands`."""
        return f"{number} {self.value if number == 1 else _PLURALS[self]}"

    __hash__ = object.__hash__


_PLURALS = {
    EntryKind.GAME: "games",
    EntryKind.DEAL: "deals",
    EntryKind.ENDING: "endings",
    EntryKind.HANDS: "groups of hands",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list can be filtered by: the author, the declaration if it is settled, and the ids of its themes."""

    id: str
    kind: EntryKind
    source: str
    declared: Denomination | None
    themes: frozenset[str]


class Listed(Protocol):
    """An entry in a list."""

    entry_kind: EntryKind

    @property
    def id(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def illustrates(self) -> tuple[str, ...]: ...
    @property
    def declared(self) -> Denomination | None: ...


def entry(content: Listed, themes: Iterable[Theme]) -> Entry:
    """The entry of a game, a deal, an ending or a group of hands."""
    of = frozenset(theme.id for theme in themes if any(map(theme.has, content.illustrates)))
    return Entry(content.id, content.entry_kind, content.source, content.declared, of)
