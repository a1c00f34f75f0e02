"""Cards named in prose: `[Y HK]` is the king of hearts that Y was dealt, so that a machine can see whether Y was.

Rendered, it is the card; read aloud, its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tutor.cards import Card
from tutor.errors import Malformed, TutorError
from tutor.seats import Seat

MENTION = re.compile(r"\[([^\[\]]*)\](?!\()")


@dataclass(frozen=True, slots=True)
class Mention:
    """A card named in prose, and whose it is said to be."""

    seat: Seat
    card: Card
    text: str


def mentions(prose: str) -> Iterator[Mention]:
    """The cards that a text names, in order. Raises `Malformed` for brackets that hold anything else."""
    for match in MENTION.finditer(prose):
        try:
            label, card = match[1].split()
            yield Mention(Seat.labelled(label), Card.parse(card), match[0])
        except (ValueError, TutorError):
            why = "brackets hold a player and a card"
            raise Malformed("mention of a card", match[0], why, "Write it as [Y HK]") from None


def spoken(prose: str) -> str:
    """The text with each mention in words: `king of hearts`."""
    return MENTION.sub(lambda match: Card.parse(match[1].split()[-1]).name, prose)
