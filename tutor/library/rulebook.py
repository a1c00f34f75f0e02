"""Every rule that content may name: rules that an authority applies, and rules that files only state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from tutor.authorities import every_rule, only_heard
from tutor.authors import AUTHORS
from tutor.citations import Citation
from tutor.errors import Fault
from tutor.library.fields import OF_AN_AUTHOR, Lines, Page, Prose, SourceKey, SyllabusId, Value
from tutor.library.laws import laws
from tutor.library.yaml_text import Document, Path

if TYPE_CHECKING:
    from tutor.library.values import Context


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule by its id (and its row, if it is a table): what it says, in our words, and its place.

    `cannot` is why no program can apply it, if given.
    """

    id: str
    says: str
    citation: Citation
    row: str = ""
    cannot: str = ""


@cache
def _former_rows() -> Mapping[tuple[str, str], str]:
    """The rows that have been renamed, by the id of their rule and their former name: own games may still use it."""
    return {(rule_id, former): row for author in AUTHORS.values() for rule_id, former, row in author.former_rows}


class Rulebook:
    """Rules by id and row, and laws by id."""

    def __init__(self, rules: Iterable[NamedRule]) -> None:
        by_id: dict[str, dict[str, NamedRule]] = {}
        for rule in rules:
            by_id.setdefault(rule.id, {})[rule.row] = rule
        self._by_id: Mapping[str, Mapping[str, NamedRule]] = MappingProxyType(by_id)

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._by_id or rule_id in laws().by_id

    def find(self, rule_id: str, row: str = "") -> NamedRule | None:
        """The rule of an id, or the row of a table by its present or former name."""
        row = _former_rows().get((rule_id, row), row)
        rows = self._by_id.get(rule_id)
        if rows is None:
            return next((NamedRule(law.id, law.says, law.citation) for law in laws().by_id.get(rule_id, ())), None)
        return rows.get(row) or (next(iter(rows.values())) if len(rows) == 1 and not row else None)

    def rows(self, rule_id: str) -> tuple[str, ...]:
        return tuple(self._by_id.get(rule_id, {}))

    def told(self) -> tuple[NamedRule, ...]:
        """The rules that no authority applies."""
        return tuple(rule for rows in self._by_id.values() for rule in rows.values() if rule.id not in rules_by_id())

    def carried_out(self, rule_id: str) -> tuple[NamedRule, ...]:
        """The rows of a rule that an authority applies; none if it is only stated, or unknown."""
        return tuple(self._by_id.get(rule_id, {}).values()) if rule_id in rules_by_id() else ()

    def nearest(self, rule_id: str) -> str | None:
        """The id most like an unknown one."""
        return next(iter(get_close_matches(rule_id, sorted(self._by_id), n=1)), None)


NO_RULES = Rulebook(())


@cache
def rules_by_id() -> Mapping[str, tuple[NamedRule, ...]]:
    """The rules and messages of the authorities, by id."""
    found: dict[str, list[NamedRule]] = {}
    for rule in every_rule():
        found.setdefault(rule.id, []).append(NamedRule(rule.id, rule.says, rule.citation, rule.row))
    for message in only_heard():
        found.setdefault(message.id, []).append(NamedRule(message.id, message.says, message.citation))
    return MappingProxyType({name: tuple(rows) for name, rows in found.items()})


# ---- files -----------------------------------------------------------------------------------------------------------


class WrittenRule(Value):
    """A rule of an author that no authority applies, in our words, and why it cannot."""

    id: SyllabusId
    says: Prose
    page: Page | None = None
    lines: Lines
    cannot: Annotated[Prose | None, Field(description="why no program can decide it from what a player sees")] = None


class RulesFile(Value):
    """Rules of one author."""

    kind: Literal["rules"]
    source: SourceKey
    rules: tuple[WrittenRule, ...]

    def named(self) -> Iterator[NamedRule]:
        """The rules, each with its citation."""
        for rule in self.rules:
            yield NamedRule(rule.id, rule.says, Citation(self.source, rule.page, rule.lines), cannot=rule.cannot or "")


class Explanation(Value):
    """Why an author’s rules do not give the author’s own answer at a point of the book.

    The reason is an exception, an inconsistency, something no player could see, loose words, or a slip of the author.
    """

    point: Annotated[str, Field(pattern=f"^{OF_AN_AUTHOR}-[A-Za-z0-9-]+$")]
    kind: Literal["exception", "inconsistency", "not seen", "loose", "slip"]
    because: Prose


class ExplanationsFile(Value):
    """Explanations of the points where authors depart from their own rules."""

    kind: Literal["explanations"]
    explanations: tuple[Explanation, ...]


# ---- checks ----------------------------------------------------------------------------------------------------------

ADD_A_RULE = "Name a rule of an author, or add it to lessons/rules"


def check_illustrates(content: Any, document: Document, context: Context) -> Iterator[Fault]:
    """Checks that the rules and games that content illustrates exist."""
    return unknown_rules(document, ("illustrates",), content.illustrates, context)


def unknown_rules(document: Document, path: Path, names: Iterable[str], context: Context) -> Iterator[Fault]:
    """A fault for each name that is neither a rule nor other content."""
    for number, name in enumerate(names):
        if name not in context.rulebook and name not in context.names:
            yield document.fault((*path, number), f"there is no rule ‘{name}’", _mend(name, context.rulebook))


def rule_fault(document: Document, path: Path, rule_id: str, context: Context) -> Fault:
    """A fault: a rule does not exist, or is a table and no row is named."""
    rows = [row for row in context.rulebook.rows(rule_id) if row]
    if rows:
        return document.fault(path, f"the rule ‘{rule_id}’ is a table", f"Write as ‘row’ one of: {'; '.join(rows)}")
    return document.fault(path, f"there is no rule ‘{rule_id}’", _mend(rule_id, context.rulebook))


def _mend(name: str, rulebook: Rulebook) -> str:
    near = rulebook.nearest(name)
    return f"Did you mean ‘{near}’?" if near else ADD_A_RULE
