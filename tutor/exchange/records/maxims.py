"""The authors’ maxims, word for word."""

from __future__ import annotations

from pydantic import Field

from tutor.exchange.records.record import Record
from tutor.library.maxims import Maxim, WordsRead


class MaximRecord(Record):
    """A maxim, its place, and what shows it."""

    id: str
    source: str
    number: int | None
    topic: str
    language: str
    text: str
    meaning: str | None = Field(description="in English, where it is in another language")
    page: int | None
    lines: tuple[int, int]
    cited: str
    see: list[str] = Field(description="the ids of rules, deals and maxims that show it")
    readings: list[WordsRead] = Field(description="words that were corrected where the machine misread them")


def maxim_record(maxim: Maxim) -> MaximRecord:
    """A maxim, for scripts."""
    return MaximRecord(
        id=maxim.id,
        source=maxim.source,
        number=maxim.number,
        topic=maxim.topic.value,
        language=maxim.language,
        text=maxim.text,
        meaning=maxim.meaning or None,
        page=maxim.citation.page,
        lines=maxim.citation.lines,
        cited=maxim.cited,
        see=list(maxim.see),
        readings=list(maxim.readings),
    )
