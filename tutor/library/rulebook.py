"""Every rule that content may name: those that an authority carries out, and those that files only state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType

from tutor.authorities import every_rule, only_heard
from tutor.citations import Citation
from tutor.library.laws import laws


@dataclass(frozen=True, slots=True)
class NamedRule:
    """A rule by its id (and its row, where it is a table): what it says, in our words, and where it stands.

    `cannot` is why no machine can carry it out, where that is said.
    """

    id: str
    says: str
    citation: Citation
    row: str = ""
    cannot: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an author’s rules do not give the answer that he gives himself.

    `kind` is an exception that he makes, his own inconsistency, what no player could see, loose words, or a slip.
    """

    kind: str
    because: str


class Rulebook:
    """Rules by id and row; a law, too, is found by its id."""

    def __init__(self, rules: Iterable[NamedRule]) -> None:
        by_id: dict[str, dict[str, NamedRule]] = {}
        for rule in rules:
            by_id.setdefault(rule.id, {})[rule.row] = rule
        self._by_id: Mapping[str, Mapping[str, NamedRule]] = MappingProxyType(by_id)

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._by_id or rule_id in laws().by_id

    def find(self, rule_id: str, row: str = "") -> NamedRule | None:
        """The rule of an id; of a table the row named."""
        rows = self._by_id.get(rule_id)
        if rows is None:
            return next((NamedRule(law.id, law.says, law.citation) for law in laws().by_id.get(rule_id, ())), None)
        return rows.get(row) or (next(iter(rows.values())) if len(rows) == 1 and not row else None)

    def rows(self, rule_id: str) -> tuple[str, ...]:
        return tuple(self._by_id.get(rule_id, {}))

    def told(self) -> tuple[NamedRule, ...]:
        """The rules that no authority carries out."""
        return tuple(rule for rows in self._by_id.values() for rule in rows.values() if rule.id not in _CARRIED_OUT)

    def carried_out(self, rule_id: str) -> tuple[NamedRule, ...]:
        """The rows of a rule that an authority carries out; none where it is only told, or unknown."""
        return tuple(self._by_id.get(rule_id, {}).values()) if rule_id in _CARRIED_OUT else ()

    def nearest(self, rule_id: str) -> str | None:
        """The id most like one that is not there."""
        return next(iter(get_close_matches(rule_id, sorted(self._by_id), n=1)), None)


CARRIED_OUT = (
    *(NamedRule(rule.id, rule.says, rule.citation, rule.row) for rule in every_rule()),
    *(NamedRule(message.id, message.says, message.citation) for message in only_heard()),
)
"""The rules of the authorities, and what they only hear."""

_CARRIED_OUT = frozenset(rule.id for rule in CARRIED_OUT)
