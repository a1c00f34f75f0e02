"""Maxims: the authors’ own sentences, word for word, each with its topic, its place and what illustrates it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from difflib import get_close_matches
from enum import Enum
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator

from tutor.errors import Fault
from tutor.library.fields import OF_AN_AUTHOR, Line, Page, Prose, SourceKey, SyllabusId, Value
from tutor.library.rulebook import rules_by_id
from tutor.library.values import CitedValue, Context
from tutor.library.yaml_text import Document, Path


class MaximTopic(Enum):
    """What a maxim is about, by its word in addresses, in a learner’s order."""

    LEARNING = "learning"
    OBSERVATION = "observation"
    PARTNERSHIP = "partnership"
    TEMPER_AND_MANNERS = "temper-and-manners"
    TEMPO = "tempo"
    LUCK = "luck"
    SCORE = "score"
    DECLARATION = "declaration"
    DOUBLING = "doubling"
    LEADS = "leads"
    FOLLOWING = "following"
    DISCARDS = "discards"
    NO_TRUMPS_PLAY = "no-trumps-play"
    TRUMP_PLAY = "trump-play"
    DECLARER = "declarer"
    ENDINGS = "endings"
    LAWS = "laws"

    @property
    def heading(self) -> str:
        """The topic as a heading: `Temper and manners`."""
        return _HEADINGS.get(self) or self.value.replace("-", " ").capitalize()

    __hash__ = object.__hash__


_HEADINGS = {
    MaximTopic.SCORE: "The score",
    MaximTopic.DECLARATION: "Declaring and bidding",
    MaximTopic.FOLLOWING: "Second, third and fourth hand",
    MaximTopic.NO_TRUMPS_PLAY: "Play without trumps",
    MaximTopic.TRUMP_PLAY: "Play with trumps",
    MaximTopic.DECLARER: "The declarer’s play",
    MaximTopic.LAWS: "The laws",
}


class WordsRead(Value):
    """A correction of the scanned text. With nothing to read, it removes a running head or a marginal note."""

    line: Line
    printed: Annotated[str, Field(min_length=1, description="as the text has it, once in its line")]
    read: Annotated[str, Field(description="our reading; empty if it does not belong to the sentence")]
    because: Prose


class Maxim(CitedValue):
    """A maxim, in the author’s own words; `number` counts the maxims of its author from 1, in the order of the book.

    `heading` gives its place if no page is known. `meaning` is our English for a maxim in another `language` (an IETF
    tag). `see` are the ids of rules that apply it, content that shows it, and related maxims.
    """

    id: SyllabusId
    number: Annotated[int, Field(ge=1, description="its number in the order of its book")]
    topic: MaximTopic
    language: Annotated[Literal["en", "fr", "la"], Field(description="if not en, say what it means")] = "en"
    text: Annotated[Prose, Field(description="word for word; an empty line separates paragraphs")]
    meaning: Annotated[Prose | Literal[""], Field(description="in English, if the text is not")] = ""
    page: Page | None = None
    heading: Annotated[Prose | Literal[""], Field(description="its place, if no page is known")] = ""
    see: Annotated[
        tuple[Annotated[str, Field(pattern=f"^{OF_AN_AUTHOR}-[a-z0-9-]+$")], ...],
        Field(description="rules that apply it, content that shows it, related maxims"),
    ] = ()
    readings: tuple[WordsRead, ...] = ()

    @model_validator(mode="after")
    def _is_understood(self) -> Maxim:
        if (self.language == "en") == bool(self.meaning):
            raise ValueError("only a maxim that is not in English has a ‘meaning’, and it needs one")
        return self

    @property
    def source(self) -> str:
        return self.citation.source

    @property
    def cited(self) -> str:
        """Its author and place: the author and `p. 175`, `title page`, `maxim 79`."""
        if self.heading and self.citation.page is None:
            return f"{self.citation.author}, {self.heading}"
        return str(self.citation)


def of_day(maxims: Sequence[Maxim], day: date) -> Maxim:
    """The maxim of a day: each in turn, then again from the first."""
    return maxims[day.toordinal() % len(maxims)]


# ---- files -----------------------------------------------------------------------------------------------------------


class MaximsFile(Value):
    """The maxims of one author, in the order of his book."""

    kind: Literal["maxims"]
    source: SourceKey
    maxims: Annotated[tuple[Maxim, ...], Field(min_length=1)]


def check_maxims(files: Sequence[tuple[Document, MaximsFile]], context: Context) -> Iterator[Fault]:
    """Checks that each maxim appears once and in its place, and that its references exist."""
    ids = [maxim.id for _, file in files for maxim in file.maxims]
    seen: set[str] = set()
    for document, file in files:
        yield from _out_of_order(document, file.maxims)
        for place, maxim in enumerate(file.maxims):
            path: Path = ("maxims", place)
            if maxim.id in seen:
                what = f"the maxim ‘{maxim.id}’ appears twice"
                yield document.fault((*path, "id"), what, "Delete one")
            seen.add(maxim.id)
            yield from _dangling(document, path, maxim, ids, context)
            yield from _misplaced(document, path, maxim)


def _out_of_order(document: Document, maxims: Sequence[Maxim]) -> Iterator[Fault]:
    for place, maxim in enumerate(maxims):
        if maxim.number != place + 1:
            what = f"the maxim ‘{maxim.id}’ is numbered {maxim.number}, but is number {place + 1} here"
            mend = "Number the maxims of a book in order, from 1"
            yield document.fault(("maxims", place, "number"), what, mend)
    for place, (before, maxim) in enumerate(pairwise(maxims), start=1):
        if maxim.lines[0] <= before.lines[1]:
            what = f"the maxim ‘{maxim.id}’ begins in line {maxim.lines[0]}, before ‘{before.id}’ ends"
            yield document.fault(("maxims", place, "lines"), what, "Put the maxims in the order of the book")


def _dangling(document: Document, path: Path, maxim: Maxim, ids: Sequence[str], context: Context) -> Iterator[Fault]:
    for number, name in enumerate(maxim.see):
        is_other = name in ids and name != maxim.id
        if not is_other and name not in context.names and name not in rules_by_id():
            near = get_close_matches(name, [other for other in ids if other != name], n=1)
            hint = f", such as the maxim ‘{near[0]}’" if near else ""
            what = f"‘{name}’ is not a rule, a hand or another maxim"
            yield document.fault((*path, "see", number), what, f"Name an existing one{hint}")


def _misplaced(document: Document, path: Path, maxim: Maxim) -> Iterator[Fault]:
    first, last = maxim.lines
    for number, reading in enumerate(maxim.readings):
        if not first <= reading.line <= last:
            what = f"line {reading.line} is not part of ‘{maxim.id}’, which is in lines {first} to {last}"
            yield document.fault((*path, "readings", number, "line"), what, "Correct one of the two")
