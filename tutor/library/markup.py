"""Cards named in prose: `[Y HK]` is the king of hearts that Y was dealt, so that a machine can see whether Y was.

Rendered, it is the card; read aloud, its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tutor.cards import Card
from tutor.errors import Malformed, TutorError
from tutor.seats import Seat

MOST: Mapping[str, int] = MappingProxyType(
    {"[": 600, "<": 100, "\\": 300, "*": 2_000, "_": 2_000, "`": 3_000, "&": 2_000, "!": 2_000, ">": 1_000}
)
"""How often each sign of Markdown may stand in a text: several times as often as in any of ours."""
DEEPEST = 6
"""How many marks of lists and quotations a line may begin with, and how many steps it may stand in from the margin."""
_MARKS = re.compile(r"(?: |\t|(?:[-*+>]|\d{1,9}[.)])(?=\s|$|>))*")
_MARK = re.compile(r"[-*+>]|\d[.)]|\t| {4}")

MENTION = re.compile(r"\[([^\[\]]*)\](?!\()")


@dataclass(frozen=True, slots=True)
class Mention:
    """A card named in prose, and whose it is said to be."""

    seat: Seat
    card: Card
    text: str


def overmarked(text: str) -> Iterator[tuple[int, str]]:
    """The lines (from 1) by which a text has more signs of Markdown than it can have sense, with what is too much.

    What makes pages of Markdown takes time by the square of some signs, and falls over lists within lists.
    """
    for sign, most in MOST.items():
        if text.count(sign) > most:
            place = -1
            for _ in range(most + 1):
                place = text.index(sign, place + 1)
            yield text.count("\n", 0, place) + 1, f"‘{sign}’ stands here more than {most} times"
    for number, line in enumerate(text.split("\n"), 1):
        begins = _MARKS.match(line)
        if begins and len(_MARK.findall(begins[0])) > DEEPEST:
            yield number, f"this line has more than {DEEPEST} marks before its text"


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
    """The text with each mention in words: `king of hearts`; brackets that hold anything else stay."""
    return mentions_put(prose, lambda card: card.name)


def mentions_put(prose: str, put: Callable[[Card], str]) -> str:
    """The text with something put for each mention of a card; brackets that hold anything else stay."""

    def instead(match: re.Match[str]) -> str:
        try:
            return put(Card.parse(match[1].split()[-1]))
        except (TutorError, IndexError):
            return match[0]  # a teacher’s text is looked at before it is sound

    return MENTION.sub(instead, prose)
