"""Themes: what games, deals, endings and hands have in common, by the rules that they illustrate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from tutor.auction import Calling, Denomination
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.games import Game


@dataclass(frozen=True, slots=True)
class Theme:
    """A theme, what it is about, and its rules: the ids of some, and what the ids of others begin with."""

    id: str
    name: str
    about: str
    rules: frozenset[str]
    beginnings: tuple[str, ...]

    @classmethod
    def of(cls, theme_id: str, name: str, about: str, rules: Iterable[str]) -> Theme:
        """A theme whose rules are written as in a file: `abc-lead-akj`, or `abc-lead-*` for all that begin so."""
        written = frozenset(rules)
        families = frozenset(rule for rule in written if rule.endswith("*"))
        return cls(theme_id, name, about, written - families, tuple(rule.removesuffix("*") for rule in families))

    def has(self, rule_id: str) -> bool:
        """Whether a rule is of the theme."""
        return rule_id in self.rules or rule_id.startswith(self.beginnings)


class Kind(Enum):
    """What can stand in a list, by the word for one of it."""

    GAME = "game"
    DEAL = "deal"
    ENDING = "ending"
    HANDS = "group of hands"

    def counted(self, number: int) -> str:
        """So many of it: `1 deal`, `3 groups of hands`."""
        return f"{number} {self.value if number == 1 else _PLURALS[self]}"

    __hash__ = object.__hash__


_PLURALS = {Kind.GAME: "games", Kind.DEAL: "deals", Kind.ENDING: "endings", Kind.HANDS: "groups of hands"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list can be narrowed by: whose it is, what was declared if that is settled, and its themes’ ids."""

    id: str
    kind: Kind
    source: str
    declared: Denomination | None
    themes: frozenset[str]


def entry(one: Game | ExampleDeal | Problem | HandsGroup, themes: Iterable[Theme]) -> Entry:
    """The entry of a game, a deal, an ending or a group of hands."""
    rules = _illustrated(one)
    of = frozenset(theme.id for theme in themes if any(map(theme.has, rules)))
    match one:
        case Game():
            return Entry(one.id, Kind.GAME, one.source, one.declaration.denomination, of)
        case ExampleDeal():
            return Entry(one.id, Kind.DEAL, one.source, _declared(one.calling), of)
        case Problem():
            return Entry(one.id, Kind.ENDING, one.source, None, of)
        case HandsGroup():
            return Entry(one.id, Kind.HANDS, one.source, None, of)


def _illustrated(one: Game | ExampleDeal | Problem | HandsGroup) -> tuple[str, ...]:
    if isinstance(one, HandsGroup):
        return tuple(rule for hand in one.hands for rule in hand.illustrates)
    return one.illustrates


def _declared(calling: Calling | None) -> Denomination | None:
    declaration = calling.declaration if calling else None
    return declaration.denomination if declaration else None
