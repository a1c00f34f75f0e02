"""Maxims: what the authors say in a sentence, word for word, each with its topic, its place and what shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum

from tutor.citations import Citation
from tutor.library.games import Reading


class Topic(Enum):
    """What a maxim is about, by the word for it in an address, in the order in which a learner comes to it."""

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
    Topic.SCORE: "The score",
    Topic.DECLARATION: "Declaring and bidding",
    Topic.FOLLOWING: "Second, third and fourth hand",
    Topic.NO_TRUMPS_PLAY: "Play without trumps",
    Topic.TRUMP_PLAY: "Play with trumps",
    Topic.DECLARER: "The declarer’s play",
    Topic.LAWS: "The laws",
}


@dataclass(frozen=True, slots=True)
class Maxim:
    """A maxim in the author’s words; `number` counts those of its author from 1, in the order of his book.

    `heading` says where it stands when no page can be named. `meaning` is our English of one in another `language` (an
    IETF tag). `see` are the ids of rules that carry it out, of content that shows it, and of maxims to set beside it.
    `readings` are the places where the scanned text had to be corrected.
    """

    id: str
    number: int
    topic: Topic
    text: str
    citation: Citation
    heading: str = ""
    language: str = "en"
    meaning: str = ""
    see: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()

    @property
    def source(self) -> str:
        return self.citation.source

    @property
    def cited(self) -> str:
        """Whose it is and where: the author and `p. 175`, `title page`, `maxim 79`."""
        if self.heading and self.citation.page is None:
            return f"{self.citation.author}, {self.heading}"
        return str(self.citation)


def of_day(maxims: Sequence[Maxim], day: date) -> Maxim:
    """The maxim of a day: each in its turn, and then again from the first."""
    return maxims[day.toordinal() % len(maxims)]
