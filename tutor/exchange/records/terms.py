"""What a term means, and what each author says about it."""

from __future__ import annotations

from pydantic import Field

from tutor.exchange.records.record import Record
from tutor.library.glossary import Term


class TermExample(Record):
    """Cards that show the term."""

    cards: str
    says: str


class TermUsage(Record):
    """What an author says about the term, and where."""

    item: str
    source: str
    author: str
    page: int | None
    lines: list[int]
    says: str


class TermRecord(Record):
    """A term of whist or bridge."""

    id: str
    term: str
    also: list[str] = Field(description="synonyms and other spellings")
    means: str
    ours: bool = Field(description="whether the word is ours, and no author’s")
    examples: list[TermExample]
    authors: list[TermUsage]
    see: list[str] = Field(description="ids of other terms")


def term_record(term: Term) -> TermRecord:
    """A term, for scripts."""
    return TermRecord(
        id=term.id,
        term=term.name,
        also=list(term.also),
        means=term.means,
        ours=term.is_ours,
        examples=[TermExample(cards=str(example.cards), says=example.says) for example in term.examples],
        authors=[
            TermUsage(
                item=usage.item,
                source=usage.citation.source,
                author=usage.citation.author,
                page=usage.citation.page,
                lines=list(usage.citation.lines or ()),
                says=usage.says,
            )
            for usage in term.usages
        ],
        see=list(term.see),
    )
