"""How many signs of Markdown a text may have: what makes pages of it takes time by the square of some."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

MOST: Mapping[str, int] = MappingProxyType(
    {"[": 600, "<": 100, "\\": 300, "*": 2_000, "_": 2_000, "`": 3_000, "&": 2_000, "!": 2_000, ">": 1_000}
)
"""How often each sign of Markdown may stand in a text: several times as often as in any of ours."""
DEEPEST = 6
"""How many marks of lists and quotations a line may begin with, and how many steps it may stand in from the margin."""
_MARKS = re.compile(r"(?: |\t|(?:[-*+>]|\d{1,9}[.)])(?=\s|$|>))*")
_MARK = re.compile(r"[-*+>]|\d[.)]|\t| {4}")


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
