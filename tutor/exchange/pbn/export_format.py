"""Games written in the export format of PBN 2.1: tags in their order, Latin letters, four calls or cards to a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from tutor.errors import FaultyContent
from tutor.exchange.pbn.document import MANDATORY, MARKED, NOTE, UNKNOWN, PbnSection, is_table

LONGEST = 253
"""The most characters of a line, without the two that end it (2.3)."""
_WIDE = 78
_HEADER = ("% PBN 2.1", "% EXPORT")

_LATIN = str.maketrans(
    {
        "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "…": "...", "œ": "oe", "Œ": "OE",
        "♠": "\\S", "♥": "\\H", "♦": "\\D", "♣": "\\C", "\t": " ", "\v": " ", "\f": " ", "\x7f": "?",
        "−": "-", "×": "x", "→": "->", "\u202f": " ", "\u2009": " ", "\xa0": " ",
    }
)  # fmt: skip


def latin(text: str) -> str:
    """The text in the characters that PBN allows (2.2): suits as `\\S`, quotation marks plain, others `?`."""
    plain = text.translate(_LATIN)
    return "".join(one if one == "\n" or " " <= one <= "~" or "\xa0" < one <= "\xff" else "?" for one in plain)


def export_text(games: Iterable[Iterable[PbnSection]], line_end: str = "\r\n") -> str:
    """Games of sections that were made, in any order. Raises `FaultyContent` for a line that is too long."""
    lines = list(_HEADER)
    for number, sections in enumerate(games):
        lines.extend([""] if number else ())
        lines.extend(_lines(sections))
    return "".join(f"{line}{line_end}" for line in lines)


def _lines(sections: Iterable[PbnSection]) -> Iterator[str]:
    """The lines of a game. A mandatory tag that it lacks is written as unknown."""
    given = list(sections)
    names = {section.name for section in given}
    missing = (PbnSection.made(name, UNKNOWN) for name in MANDATORY if name not in names)
    for section in sorted([*given, *missing], key=_rank):
        for line in latin(str(section)).removesuffix("\n").split("\n"):
            if len(line) > LONGEST:
                what = f"{section.name} makes a line of {len(line)} characters, and the most allowed is {LONGEST}"
                raise FaultyContent([section.fault("PBN", what, "Shorten it, or put it in a comment")])
            yield line


def _rank(section: PbnSection) -> tuple[int, str]:
    """The order of sections: the mandatory tags, the others by name, the calls, the cards, the tables."""
    name = section.name
    if name in MANDATORY:
        return MANDATORY.index(name), ""
    if name in MARKED:
        return 100 + MARKED.index(name), ""
    if name == NOTE:
        return 100 + len(MARKED), ""  # all our notes are about cards
    return (200 if is_table(name) else 99), name


def comment_lines(text: str) -> list[str]:
    """A comment: on one line if it fits, otherwise between two lines with braces."""
    plain = latin(text.replace("\r\n", "\n").replace("\r", "\n").replace("}", ")"))
    lines = [part.rstrip() for part in plain.split("\n")]
    if len(lines) == 1 and len(lines[0]) <= _WIDE:
        return [f"{{{lines[0]}}}"]
    short = [piece for line in lines for piece in ([line] if len(line) <= _limit(lines) else wrap(line, _WIDE))]
    return ["{", *(f" {line}" if line.startswith("%") else line for line in short), "}"]


def _limit(lines: Sequence[str]) -> int:
    """How long the lines of a comment may be. Comments of several lines keep their lines."""
    return LONGEST - 1 if len(lines) > 1 else _WIDE
