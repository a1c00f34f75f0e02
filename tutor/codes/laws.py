"""A law as a code names it and as the library words it, and the refusal that a law gives.

A code holds figures and procedure, and names the law by which it does a thing. The words of the laws, with the places
where the books print them, stand once, in `lessons/laws/codes`; whoever shows a law to a reader brings them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tutor.auction import Call
from tutor.cards import Card
from tutor.citations import Citation
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class LawRef:
    """A law by the key of its code, and by its number there, or the name we gave it where the book prints none."""

    code: str
    number: str

    def __str__(self) -> str:
        return f"law {self.number} of {self.code}"


def refs(code: str, *numbers: str) -> tuple[LawRef, ...]:
    """Laws of a code by their numbers."""
    return tuple(LawRef(code, number) for number in numbers)


@dataclass(frozen=True, slots=True)
class Law:
    """A law restated in our words; `id` is the same wherever the law is named."""

    ref: LawRef
    id: str
    says: str
    citation: Citation


LawTexts = Mapping[LawRef, Law]


@runtime_checkable
class Worded(Protocol):
    """Something that depends on a law, and is shown with the words of the law."""

    def worded(self, laws: LawTexts) -> str:
        """The whole sentence, with what the law says."""
        ...


@dataclass(frozen=True, slots=True)
class LawRefusal:
    """A call or a card that is refused: whose, what was tried, the law that forbids it, and what may be done instead.

    `game` is the title of the game at a table, for there the reader may not know by which laws it is played.
    """

    seat: Seat
    tried: Call | Card
    law: LawRef
    instead: str
    game: str = ""

    def worded(self, laws: LawTexts) -> str:
        """See `Worded`."""
        law = laws[self.law]
        place = f"{law.citation}; {self.game}" if self.game else str(law.citation)
        return self._sentence(f"{law.says.rstrip('.')} ({place})")

    def __str__(self) -> str:
        return self._sentence(str(self.law))

    def _sentence(self, law: str) -> str:
        name, tried = self.seat.label, self.tried
        may_not = f"play the {tried.name}" if isinstance(tried, Card) else f"say that {name} {tried}"
        return f"{name} may not {may_not}: {law}. {self.instead}"


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is to speak, what may be said, and the law that gives the right."""

    seat: Seat
    calls: tuple[Call, ...]
    law: LawRef


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words that a code lays down: who says them, and to whom where they are addressed to one player."""

    seat: Seat
    words: str
    to: Seat | None = None
