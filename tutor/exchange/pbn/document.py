"""Portable Bridge Notation 2.1: a text split into games and sections, and joined again byte for byte.

The standard (T. Veugen and others, version 2.1, 2007) has tag pairs `[Name "value"]`. Each is followed by its calls,
cards, rows of a table or commentary. An empty line separates two games. Reading preserves each piece of the text.
`sections` reads calls, cards and tables, and `reader` reads what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from sys import intern

from tutor.errors import Fault, FaultyContent

LARGEST = 5_000_000
"""The most bytes of a file."""
MOST_GAMES = 10_000
MOST_SECTIONS = 250_000
MOST_OF_A_GAME = 1_000
"""The most tags of one game, and the most values set for all later games."""
MOST_FAULTS = 200
"""The most faults of the layout listed for one file."""

MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
"""The tags of every game in the export format, in order (3.4)."""
NOTE = "Note"
MARKED = ("Auction", "Play")
"""The sections of calls and of cards: the notes that follow one belong to it."""
NEVER_INHERITED = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", *MARKED, NOTE)
"""The tags whose value may not be `#` or `##` (4.8)."""

UNKNOWN = "?"
"""A value that is not known. An empty value means that there is none."""

SPACES = r" \t\v\f\r\n\x00\x1a\ufeff"
ESCAPE = r"(?P<escape>(?:(?<=[\r\n\ufeff])|\A)%[^\r\n]*+)"
COMMENTARY = r"(?P<rest>;[^\r\n]*+)|(?P<comment>\{[^}]*+\}?+)"
_STRING = r'"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"'
STRING = rf"(?P<string>{_STRING}|\"[^\r\n]*+)"
_STEP = re.compile(
    rf"{ESCAPE}|{COMMENTARY}"
    rf"|(?P<tag>\[[{SPACES}]*+(?P<name>[A-Za-z0-9_]++)[{SPACES}]*+(?P<value>{_STRING})[{SPACES}]*+\])"
    rf"|{STRING}|(?P<bracket>\[(?:\[*(?=\[))?)"
    r"|(?P<blank>(?>\r\n|\r|\n)(?:[ \t\v\f]*+(?>\r\n|\r|\n))++)"
)
_ESCAPED = re.compile(r'\\(["\\])')
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class PbnSection:
    """A tag pair, and everything that follows it up to the next, both exactly as in the file.

    `line` and `column` say where it was read, from 1. They are 0 for a section that we made.
    """

    name: str
    value: str
    head: str
    body: str = "\n"
    line: int = 0
    column: int = 0

    @classmethod
    def made(cls, name: str, value: str, body: str = "") -> PbnSection:
        """A section written strictly, with its body from the next line on."""
        return cls(name, value, f'[{name} "{_escaped(name, value)}"]', f"\n{body}" if body else "\n")

    def fault(self, file: str, what: str, mend: str = "") -> Fault:
        return Fault(file, self.line, self.column, what, mend)

    def __str__(self) -> str:
        return self.head + self.body


@dataclass(frozen=True, slots=True)
class PbnGame:
    """A game: the text before its first tag, and its sections in order."""

    opening: str
    sections: tuple[PbnSection, ...]

    @property
    def tags(self) -> dict[str, str]:
        """The value of each tag as it is written. If one comes again, the first counts (3.4)."""
        values: dict[str, str] = {}
        for section in self.sections:
            values.setdefault(section.name, section.value)
        return values

    def section(self, name: str) -> PbnSection | None:
        """The first section of a name."""
        return next((section for section in self.sections if section.name == name), None)

    def notes_of(self, name: str) -> Iterator[PbnSection]:
        """The notes of the calls or of the cards: those between that section and another tag."""
        is_after = False
        for section in self.sections:
            if is_after and section.name != NOTE:
                return
            if is_after:
                yield section
            is_after = is_after or section.name == name

    def __str__(self) -> str:
        return self.opening + "".join(map(str, self.sections))


@dataclass(frozen=True, slots=True)
class Pbn:
    """A file of games, with the text after the last of them. `faults` are those of its layout.

    `str` of it, and `content` for bytes, give back what was read.
    """

    games: tuple[PbnGame, ...]
    after: str = ""
    file: str = "PBN"
    encoding: str = "latin-1"
    faults: tuple[Fault, ...] = field(default=(), compare=False)

    @classmethod
    def read(cls, content: bytes, file: str = "PBN") -> Pbn:
        """The games of a file, in UTF-8 or else in ISO 8859/1, with lines ended in any way.

        A file that breaks the standard is read as far as possible, and its faults are listed. Raises `FaultyContent`
        for a file that is too large.
        """
        if len(content) > LARGEST:
            raise _too_much(file, f"{len(content):,} bytes", f"{LARGEST:,}")
        try:
            return cls.parse(content.decode("utf-8"), file, "utf-8")
        except UnicodeDecodeError:
            return cls.parse(content.decode("latin-1"), file, "latin-1")

    @classmethod
    def parse(cls, text: str, file: str = "PBN", encoding: str = "utf-8") -> Pbn:
        """The games of a text. Raises `FaultyContent` for one that is too large."""
        if len(text) > LARGEST:
            raise _too_much(file, f"{len(text):,} characters", f"{LARGEST:,}")
        return _Parser(text, file, encoding).pbn()

    @property
    def content(self) -> bytes:
        return str(self).encode(self.encoding)

    @property
    def version(self) -> str | None:
        """The version of the standard that the file names, such as `2.1`."""
        found = re.search(r"^%\s*PBN\s+(\d+\.\d+)", self.header, re.MULTILINE | re.IGNORECASE)
        return found[1] if found else None

    @property
    def header(self) -> str:
        """The text before the first game."""
        return self.games[0].opening if self.games else self.after

    def tags(self) -> Iterator[Mapping[str, str]]:
        """The tags of each game with what they inherit.

        `#` means the value in the game before; `##` sets a value for all later games (4.8). A tag that comes again
        without `##` counts for its own game and ends the set value, as in the standard’s own test file.
        """
        last: dict[str, str] = {}
        standing: dict[str, str] = {}
        for game in self.games:
            values = dict(standing)
            for name, value in game.tags.items():
                if name in NEVER_INHERITED or not value.startswith("#"):
                    values[name] = value
                    standing.pop(name, None)
                elif value == "#":
                    values[name] = last.get(name, "")
                    standing.pop(name, None)
                else:
                    values[name] = value.removeprefix("##")
                    if len(standing) < MOST_OF_A_GAME:
                        standing[name] = values[name]
            last.update(values)
            yield values

    def __str__(self) -> str:
        return "".join(map(str, self.games)) + self.after


def is_table(name: str) -> bool:
    """Whether a tag of the name begins a table (5.2)."""
    return name.endswith("Table") and name != "Table"


def unescaped(string: str) -> str:
    """What a string in its quotation marks says."""
    return _ESCAPED.sub(r"\1", string[1:-1])


def _escaped(name: str, value: str) -> str:
    """A value as a string. In the heads of a table, a backslash means the width of a column."""
    return (value if is_table(name) else value.replace("\\", "\\\\")).replace('"', '\\"')


def _too_much(file: str, much: str, limit: str) -> FaultyContent:
    return FaultyContent([Fault(file, 1, 1, f"it has {much}, and the most allowed is {limit}", "Split the file")])


class _Parser:
    """Reads a text once, from tag to tag."""

    def __init__(self, text: str, file: str, encoding: str) -> None:
        self.text, self.file, self.encoding = text, file, encoding
        self.faults: list[Fault] = []
        self.games: list[PbnGame] = []
        self.sections: list[PbnSection] = []
        self.tag: tuple[str, str, str, int, int] | None = None
        """The tag whose section has not ended: name, value, spelling, line, column."""
        self.begun = 0
        """Where the opening of the game begins, or the body of that section."""
        self.opening = ""
        self.number_of_sections = 0
        self._told_to, self._line, self._line_begun = 0, 1, 0

    def pbn(self) -> Pbn:
        for found in _STEP.finditer(self.text):
            match found.lastgroup:
                case "tag":
                    self._tag(found)
                case "blank" if self.tag:
                    line_end = _LINE_END.match(self.text, found.start())
                    self._end_game(line_end.end() if line_end else found.end())
                case "bracket":
                    what, mend = "a tag is not well formed", 'Write it as [Name "value"], on one line'
                    self._fault(found.start(), what, mend)
                case "comment" if not found[0].endswith("}"):
                    self._fault(found.start(), "a comment has no end", "Close it with }")
                case "string" if len(found[0]) == 1 or not found[0].endswith('"'):
                    self._fault(found.start(), "a string has no end", 'Close it with "')
        if self.tag:
            self._end_game(len(self.text))
        return Pbn(tuple(self.games), self.text[self.begun :], self.file, self.encoding, tuple(self.faults))

    def _tag(self, found: re.Match[str]) -> None:
        self.number_of_sections += 1
        if self.number_of_sections > MOST_SECTIONS:
            raise _too_much(self.file, f"over {MOST_SECTIONS:,} tags", f"{MOST_SECTIONS:,}")
        if len(self.sections) > MOST_OF_A_GAME:
            raise _too_much(self.file, f"over {MOST_OF_A_GAME:,} tags in one game", f"{MOST_OF_A_GAME:,}")
        if self.tag is None:
            self.opening = self.text[self.begun : found.start()]
        else:
            self._end_section(found.start())
        line, column = self._place(found.start())
        name, value = intern(found["name"]), unescaped(found["value"])
        if name in NEVER_INHERITED and value.startswith("#"):
            self._fault(
                found.start(), f"{name} may not be inherited, but its value is ‘{value[:8]}’", "Write its own value"
            )
        if "\t" in value:
            self._fault(found.start(), f"the value of {name} contains a tab", "Write a space instead")
        self.tag = name, value, found[0], line, column
        self.begun = found.end()

    def _end_section(self, end: int) -> None:
        assert self.tag is not None, "a section that ends has begun"  # noqa: S101
        name, value, head, line, column = self.tag
        self.sections.append(PbnSection(name, value, head, self.text[self.begun : end], line, column))
        self.tag, self.begun = None, end

    def _end_game(self, end: int) -> None:
        self._end_section(end)
        self.games.append(PbnGame(self.opening, tuple(self.sections)))
        if len(self.games) > MOST_GAMES:
            raise _too_much(self.file, f"over {MOST_GAMES:,} games", f"{MOST_GAMES:,}")
        self.sections = []

    def _place(self, position: int) -> tuple[int, int]:
        """The line and the column of a position, which must not be before the last one."""
        span = self._told_to, position
        count, last_of = self.text.count, self.text.rfind
        self._line += count("\n", *span) + count("\r", *span) - count("\r\n", *span)
        last = max(last_of("\n", *span), last_of("\r", *span))
        self._line_begun = self._line_begun if last < 0 else last + 1
        self._told_to = position
        return self._line, position - self._line_begun + 1

    def _fault(self, position: int, what: str, mend: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            line, column = self._place(position)
            self.faults.append(Fault(self.file, line, column, what, mend))
