"""The sections of a game of PBN: calls and cards with their annotations, tables, commentary (3.5 to 3.9 and 5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from tutor.errors import Fault, Malformed
from tutor.exchange.pbn.document import COMMENTARY, ESCAPE, MOST_FAULTS, SPACES, STRING, PbnGame, PbnSection, unescaped

MOST_NOTES = 32
MOST_ENTRIES = 1_000
"""The most calls or cards of a section: more than there can be."""
MOST_PIECES = 20_000
"""The most parts of any section: words, strings, comments."""
MOST_COLUMNS = 100
NAGS = range(256)
SUFFIXES: Mapping[str, int] = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The NAG of each suffix after a call; after a card it is six higher (3.7)."""
CALL_NAGS = frozenset((*range(1, 7), 13))
CARD_NAGS = frozenset((*range(7, 13), 14))
ALL_REMAIN_SILENT = "AP"
SKIPPED = "^S"
"""Marks a player who lost a call, because another called out of turn."""
NOTHING = "-"
"""Not yet the player’s turn, or a card that is unknown or not played."""
TO_COME = "+"

_PIECE = re.compile(
    rf"(?P<space>[{SPACES}]++)|{ESCAPE}|{COMMENTARY}|{STRING}|(?P<word>[^{SPACES}\[\]{{;\"]++)|(?P<bracket>[\[\]])"
)
_MARK = re.compile(
    r"(?P<word>[A-Za-z0-9-]++)|(?P<suffix>[!?]{1,2})|(?P<note>=[^=]{0,9}=)|(?P<nag>\$\w{0,9})"
    r"|(?P<end>\*)|(?P<next>\+)|(?P<irregular>\^[A-Za-z])|(?P<bad>.)"
)
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class PbnToken:
    """A part of a section’s body, with its kind and place."""

    kind: str
    text: str
    line: int
    column: int


def tokens(section: PbnSection) -> Iterator[PbnToken]:
    """The parts of a section’s body: comments (`rest` of line, or `comment`), escaped lines, words, strings.

    Raises `Malformed` if there are too many.
    """
    line, column = _past(section.head, section.line, section.column)
    number = 0
    for found in _PIECE.finditer(section.body):
        if found.lastgroup != "space":
            number += 1
            if number > MOST_PIECES:
                raise Malformed("section", section.name or "opening", f"it has over {MOST_PIECES:,} parts", "Split it")
            yield PbnToken(found.lastgroup or "word", found[0], line, column)
        line, column = _past(found[0], line, column)


def _past(text: str, line: int, column: int) -> tuple[int, int]:
    """The line and the column after a text that begins at these."""
    ends = len(_LINE_END.findall(text)) if "\n" in text or "\r" in text else 0
    return line + ends, len(text) - max(text.rfind("\n"), text.rfind("\r")) if ends else column + len(text)


def opening_tokens(game: PbnGame) -> Iterator[PbnToken]:
    """The parts of the text before the first tag of a game."""
    line = game.sections[0].line - len(_LINE_END.findall(game.opening)) if game.sections else 1
    return tokens(PbnSection("", "", "", "\n" + game.opening, line - 1, 1))


# ---- calls and cards -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class PbnEntry:
    """A call or a card as it is written, in capitals, with its annotations.

    `irregularity` is `I` for an insufficient bid, `R` for a revoke, `L` for a lead out of turn (3.9).
    """

    text: str
    line: int
    column: int
    irregularity: str = ""
    note: int | None = None
    nags: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PbnEntries:
    """The calls or the cards of a section in order; `notes` are by number."""

    entries: tuple[PbnEntry, ...]
    notes: Mapping[int, str]
    faults: tuple[Fault, ...]


def entries(game: PbnGame, name: str, file: str) -> PbnEntries:
    """The calls (`Auction`) or the cards (`Play`) of a game that has the section, with every fault."""
    return _EntryReader(game, name, file).entries()


class _EntryReader:
    """Reads the pieces of a section of calls or cards once."""

    def __init__(self, game: PbnGame, name: str, file: str) -> None:
        section = game.section(name)
        assert section is not None, "only a section that exists is read"  # noqa: S101
        self.section, self.name, self.file = section, name, file
        self.found: list[PbnEntry] = []
        self.faults: list[Fault] = []
        self.irregular: tuple[str, PbnToken] | None = None
        self.has_ended = False
        self.comments = 0
        self.notes = self._notes(game)

    def entries(self) -> PbnEntries:
        for piece in tokens(self.section):
            is_comment = piece.kind in ("rest", "comment")
            if len(self.found) + self.comments > MOST_ENTRIES or len(self.faults) > MOST_FAULTS:
                self._fault(piece, f"the section {self.name} is too long", "Delete what does not belong to it")
                break
            if is_comment:
                self.comments += 1
            elif piece.kind == "word":
                for found in islice(_MARK.finditer(piece.text), MOST_ENTRIES):
                    mark = PbnToken(found.lastgroup or "bad", found[0], piece.line, piece.column + found.start())
                    self._mark(mark)
            elif piece.kind in ("string", "bracket"):
                self._fault(piece, f"‘{piece.text[:40]}’ is neither a call nor a card", "Delete it")
        for entry in self.found:
            if entry.note is not None and entry.note not in self.notes:
                mend = f'Write [Note "{entry.note}:…"] after the section'
                self.faults.append(Fault(self.file, entry.line, entry.column, f"there is no note {entry.note}", mend))
        return PbnEntries(tuple(self.found), self.notes, tuple(self.faults))

    def _mark(self, mark: PbnToken) -> None:
        if self.has_ended:
            self._fault(mark, f"‘{mark.text}’ comes after the end, *", "Delete it, or the *")
            return
        match mark.kind:
            case "word":
                self._entry(mark, mark.text.upper())
            case "next":
                self._entry(mark, TO_COME)
            case "end":
                self.has_ended = True
            case "irregular":
                self._irregular(mark)
            case "suffix" | "nag" | "note":
                self._annotate(mark)
            case _:
                self._fault(mark, f"‘{mark.text}’ means nothing here", "Delete it")

    def _entry(self, mark: PbnToken, text: str) -> None:
        irregularity = self.irregular[0] if self.irregular else ""
        self.irregular = None
        self.found.append(PbnEntry(text, mark.line, mark.column, irregularity))

    def _irregular(self, mark: PbnToken) -> None:
        letter = mark.text[1:].upper()
        wanted = "IS" if self.name == "Auction" else "RL"
        if letter not in wanted:
            meaning = " or ".join(f"^{one}" for one in wanted)
            self._fault(mark, f"‘{mark.text}’ is not an irregularity of this section", f"Write {meaning}")
        elif letter == "S":
            self._entry(mark, SKIPPED)
        elif self.irregular:
            self._fault(mark, f"‘{mark.text}’ is the second irregularity of one card or call", "Delete one")
        else:
            self.irregular = letter, mark

    def _annotate(self, mark: PbnToken) -> None:
        if not self.found:
            self._fault(mark, f"‘{mark.text}’ comes before the first entry", "Write it after a call or a card")
        elif mark.kind == "note":
            self._note(mark)
        elif mark.kind == "suffix" and mark.text in SUFFIXES:
            self._nag(mark, SUFFIXES[mark.text] + (6 if self.name == "Play" else 0))
        elif mark.kind == "nag" and mark.text[1:].isdecimal() and int(mark.text[1:]) in NAGS:
            self._nag(mark, int(mark.text[1:]))
        else:
            self._fault(mark, f"‘{mark.text}’ is not an annotation", "Write one of ! ? !! ?? !? ?!, or $0 to $255")

    def _nag(self, mark: PbnToken, nag: int) -> None:
        entry = self.found[-1]
        if nag in (CARD_NAGS if self.name == "Auction" else CALL_NAGS):
            of = "cards" if self.name == "Auction" else "calls"
            self._fault(mark, f"${nag} is an annotation of {of}", "Write one for this section")
        elif mark.kind == "suffix" and any(one in CALL_NAGS | CARD_NAGS for one in entry.nags):
            self._fault(mark, f"‘{mark.text}’ is the second judgement of {entry.text}", "Delete one")
        elif nag not in entry.nags:
            entry.nags.append(nag)

    def _note(self, mark: PbnToken) -> None:
        number = mark.text[1:-1]
        if not number.isdecimal() or not 1 <= int(number) <= MOST_NOTES:
            self._fault(mark, f"‘{mark.text}’ is not a reference to a note", f"Write =1= to ={MOST_NOTES}=")
        elif self.found[-1].note is not None:
            self._fault(mark, f"{self.found[-1].text} already has a note", "Delete one")
        else:
            self.found[-1].note = int(number)

    def _notes(self, game: PbnGame) -> dict[int, str]:
        notes: dict[int, str] = {}
        for section in game.notes_of(self.name):
            number, colon, text = section.value.partition(":")
            if not colon or not number.isdecimal() or len(number) > 2 or not 1 <= int(number) <= MOST_NOTES:
                what = f"‘{section.value[:40]}’ is not a note"
                self.faults.append(
                    section.fault(self.file, what, f"Write a number from 1 to {MOST_NOTES}, a colon and text")
                )
            elif int(number) in notes:
                self.faults.append(section.fault(self.file, f"note {int(number)} appears twice", "Delete one"))
            else:
                notes[int(number)] = text.strip()
        return notes

    def _fault(self, mark: PbnToken, what: str, mend: str) -> None:
        self.faults.append(Fault(self.file, mark.line, mark.column, what, mend))


# ---- tables --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PbnColumn:
    """A column of a table: its name, the order of rows (`+` highest first, `-` lowest), its width and side."""

    name: str
    order: str = ""
    width: int = 0
    side: str = ""

    @classmethod
    def parse(cls, text: str) -> PbnColumn:
        """The column of a head such as `+Score_NS\\5R`. Raises `Malformed`."""
        order = text[:1] if text[:1] in ("+", "-") else ""
        name, slash, width = text[len(order) :].partition("\\")
        side = width[-1:] if width[-1:] in ("L", "R") else ""
        number = width.removesuffix(side)
        if slash and not (number.isdecimal() and len(number) <= 3):
            raise Malformed("column", text, "its width is not a number", "Write it as Names\\45 or Rank\\3R")
        return cls(name, order, int(number) if slash else 0, side)

    def set(self, element: str) -> str:
        """The element at the width of the column."""
        return element.rjust(self.width) if self.side == "R" else element.ljust(self.width)

    def __str__(self) -> str:
        return f"{self.order}{self.name}" + (f"\\{self.width}{self.side}" if self.width else "")


@dataclass(frozen=True, slots=True)
class PbnTable:
    """The rows of a table under its columns, each element as text (a string without its marks)."""

    columns: tuple[PbnColumn, ...]
    rows: tuple[tuple[str, ...], ...]

    def dicts(self) -> Iterator[dict[str, str]]:
        """Each row by the names of the columns."""
        names = [column.name for column in self.columns]
        return (dict(zip(names, row, strict=True)) for row in self.rows)


def elements(section: PbnSection) -> list[PbnToken]:
    """The elements of a supplemental section, unchanged. Raises `Malformed` if there are too many."""
    return [piece for piece in tokens(section) if piece.kind in ("word", "string")]


def table(section: PbnSection, head: str) -> PbnTable:
    """The table of a section under a head (its own value, or what it inherits). Raises `Malformed`."""
    heads = head.split(";", MOST_COLUMNS)
    if len(heads) > MOST_COLUMNS:
        raise Malformed("table", f"{section.name} {head[:80]}", f"it has over {MOST_COLUMNS} columns", "Split it")
    columns = tuple(map(PbnColumn.parse, heads))
    spelt = elements(section)
    if len(spelt) % len(columns):
        why = f"{len(spelt)} elements do not fill rows of {len(columns)}"
        raise Malformed(
            "table", f"{section.name} {head}", why, "Write - for what does not matter, and ? for the unknown"
        )
    read = [unescaped(one.text) if one.kind == "string" else one.text for one in spelt]
    return PbnTable(columns, tuple(tuple(read[at : at + len(columns)]) for at in range(0, len(read), len(columns))))


_PLAIN = re.compile(r'[^\s\[\]{};"%\\]+')


def element(text: str) -> str:
    """An element of a row: bare if possible, otherwise a string."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def table_section(name: str, columns: Sequence[PbnColumn], rows: Iterable[Sequence[str]]) -> PbnSection:
    """A table, written strictly: one row per line, each element at the width of its column."""
    lines = (
        " ".join(column.set(element(text)) for column, text in zip(columns, row, strict=True)).rstrip() for row in rows
    )
    return PbnSection.made(name, ";".join(map(str, columns)), "".join(f"{line}\n" for line in lines))
