"""What a search found."""

from __future__ import annotations

from pydantic import Field

from tutor.exchange.records.record import Record
from tutor.library.search_index import SearchResult


class FoundText(Record):
    """A text that was found: its section, its id there, its title and a part of its text."""

    section: str = Field(alias="in", description="the section, such as “Glossary” or “Lessons”")
    id: str
    title: str
    text: str


def found_text(one: SearchResult) -> FoundText:
    """A result, for scripts."""
    return FoundText(section=one.entry.shelf.value, id=one.entry.id, title=one.entry.title, text="".join(one.pieces))
