"""Limits on signs of Markdown in a text, because the time to render some of them grows with the square."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

MOST: Mapping[str, int] = MappingProxyType(
    {"[": 600, "<": 100, "\\": 300, "*": 2_000, "_": 2_000, "`": 3_000, "&": 2_000, "!": 2_000, ">": 1_000}
)
"""How often each sign of Markdown may appear in a text: several times as often as in any of ours."""
DEEPEST = 6
"""The most marks of lists, quotations and indents at the beginning of a line."""
_MARKS = re.compile(r"(?: |\t|(?:[-*+>]|\d{1,9}[.)])(?=\s|$|>))*")
_MARK = re.compile(r"[-*+>]|\d[.)]|\t| {4}")


def overmarked(text: str) -> Iterator[tuple[int, str]]:
    """The lines (from 1) where a text has too many signs of Markdown, with the fault.

    The time to render Markdown grows with the square of some signs, and deep lists make it fail.
    """
    for sign, most in MOST.items():
        if text.count(sign) > most:
            place = -1
            for _ in range(most + 1):
                place = text.index(sign, place + 1)
            yield text.count("\n", 0, place) + 1, f"‘{sign}’ appears more than {most} times up to here"
    for number, line in enumerate(text.split("\n"), 1):
        begins = _MARKS.match(line)
        if begins and len(_MARK.findall(begins[0])) > DEEPEST:
            yield number, f"this line has more than {DEEPEST} marks before its text"
