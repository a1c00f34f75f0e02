"""A law of a code, and the refusal that a law gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tutor.auction import Call
from tutor.citations import Citation
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Law:
    """One clause of a code, restated; `id` is the same wherever the law is named."""

    id: str
    says: str
    citation: Citation

    @property
    def number(self) -> str:
        return self.citation.law or ""


def laws_of(
    source: str, prefix: str, *rows: tuple[int | str, int | None, tuple[int, int], str], of: str = "", digits: int = 3
) -> Mapping[str, Law]:
    """The laws of a source by number, of rows with the number, the page, the lines and the law in our words.

    A code that prints no numbers has a name of ours in their place. `of` says whose rules they are where a book
    numbers those of several games, and follows the number: `5 of dummy bridge`.
    """
    laws = (
        Law(
            f"{prefix}-{number:0{digits}}" if isinstance(number, int) else f"{prefix}-{number}",
            says,
            Citation(source, page, lines, f"{number} of {of}" if of else str(number)),
        )
        for number, page, lines, says in rows
    )
    return MappingProxyType({law.number: law for law in laws})


def rules_of(source: str, *rows: tuple[str, int, tuple[int, int], str]) -> Mapping[str, Law]:
    """The rules of a source that does not number them, by id, of rows with the id, the page, the lines and the rule."""
    return MappingProxyType(
        {row_id: Law(row_id, says, Citation(source, page, lines)) for row_id, page, lines, says in rows}
    )


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that may not be made: by whom, what was tried, the law that forbids it, and what may be said instead."""

    seat: Seat
    call: Call
    law: Law
    instead: str

    def __str__(self) -> str:
        law = f"{self.law.says.rstrip('.')} ({self.law.citation})."
        return f"{self.seat.label} may not say that {self.seat.label} {self.call}: {law} {self.instead}"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is to speak, what may be said, and the law that gives the right."""

    seat: Seat
    calls: tuple[Call, ...]
    law: Law


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words that a code lays down: who says them, and to whom where they are addressed to one player."""

    seat: Seat
    words: str
    to: Seat | None = None
