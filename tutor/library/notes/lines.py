"""A sentence where it stands: what of it is told and not supposed, and what may be said of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tutor.cards import Suit
from tutor.library.notes.nouns import ORDINALS, WHO, suits_named
from tutor.library.notes.scenes import Scene

PART = re.compile(r"[;:]")
"""What parts a sentence into statements of their own."""

_CLAUSE = re.compile(rf"[,;:()]| and (?={WHO} )| but | because | so that | as (?={WHO} )")
_CONDITION = re.compile(
    rf"\b(?:[Ii]f|[Uu]nless|[Ss]uppose|[Ww]hether|as though|as if|[Ff]or all that|in the hope|rather than|[Ss]ay,)\b"
    rf"|\b[Hh]ad (?={WHO}|she|he|it|the\b)|\b[Ww]ere (?={WHO}|she|it|the\b)"
    r"|^(?:With|Without|Where|While|As a rule|Left|After|Doubled)\b|\b[Ww]ithout\b"
    r"|\b[Ww]hen (?:one|you|your|the other|the hand|it|led|they|partner)\b"
)
_EXPECTED = re.compile(
    r"\b(?:hope[sd]?|think|thinks|thought|believe[sd]?|expects?|expected|fear(?:s|ed|ing)?|suppos\w+|reckon\w*|places?"
    r"|placed|likely|probably|perhaps|certainly|wish|wishes|wished|looks like|intended|meant|chance that|should)\b"
)
_MODAL = re.compile(
    r"\b(?:would|might|may|could|cannot|can|must|ought|will|shall|hardly|needs?|never|not|[Ww]hatever|whichever)\b"
)
_PLAIN_NOT = re.compile(r"\b(?:has|have) not (?:been seen|fallen)|\bdoes not (?:fall|take)\b")


@dataclass(frozen=True, slots=True)
class Statement:
    """Words that were understood, whether they are so, and what is so."""

    words: str
    holds: bool
    really: str = ""


@dataclass(frozen=True, eq=False)
class Line:
    """One sentence, what stands before it in its text, and where it is read."""

    text: str
    before: str
    scene: Scene

    @cached_property
    def supposed(self) -> tuple[range, ...]:
        """The parts that do not tell what happened: what is supposed, expected, advised or denied."""
        return tuple(_supposed(self.text))

    def is_supposed(self, at: int) -> bool:
        """Whether what stands at a place is supposed."""
        return any(at in span for span in self.supposed)

    def matches(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Where a form of words stands and is not supposed."""
        return (match for match in pattern.finditer(self.text) if not self.is_supposed(match.start()))

    @cached_property
    def suits(self) -> frozenset[Suit]:
        """The suits that a rank without one may be of: those named up to the end, and those of the trick."""
        played = {self.scene.moves[number].card.suit for number in self.scene.present}
        named = suits_named(f"{self.before} {self.text}", self.scene)
        return frozenset({*named, *played}) or frozenset(Suit)

    def statement(self, words: str, holds: bool, of: Iterable[int] = ()) -> Statement:
        """A statement of some cards of the play; where it fails, their tricks are shown."""
        return Statement(words.strip(" ,;:."), holds, self.scene.shown(of))


def _supposed(sentence: str) -> Iterator[range]:
    parts = [0, *(match.end() for match in PART.finditer(sentence)), len(sentence)]
    clauses = [0, *(match.end() for match in _CLAUSE.finditer(sentence)), len(sentence)]
    plain = [range(*match.span()) for match in _PLAIN_NOT.finditer(sentence)]
    for pattern, starts, ends in (
        (_CONDITION, parts, parts),
        (_EXPECTED, clauses, parts),
        (_MODAL, clauses, clauses),
    ):
        for match in pattern.finditer(sentence):
            at = match.start()
            if not any(at in span for span in plain):
                first = max(start for start in starts if start <= at)
                yield range(first, min(end for end in ends if end > at))


def trick_number(match: re.Match[str]) -> int:
    """The trick that a match names as `number` or as `nth`."""
    if match["number"]:
        return int(match["number"])
    return 13 if match["nth"] == "last" else ORDINALS[match["nth"]]
