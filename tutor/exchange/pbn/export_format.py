"""The export format of PBN 2.1: the fifteen tags in their order, four calls or cards to a line, Latin letters.

What may be spelt in many ways is spelt in one here: inherited values are written out, hands begin with the dealer’s,
suffixes become NAGs, the cards of a trick stand under those who play them from the opening leader on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from tutor.deal import parse_pbn_hand, pbn_hand
from tutor.errors import Fault, FaultyContent, TutorError
from tutor.exchange.pbn.document import (
    MANDATORY,
    MARKED,
    MOST_FAULTS,
    NOTE,
    UNKNOWN,
    Pbn,
    PbnGame,
    PbnSection,
    in_order,
    is_table,
)
from tutor.exchange.pbn.sections import (
    NOTHING,
    STOPPED,
    PbnEntries,
    PbnEntry,
    PbnToken,
    comment_of,
    comments,
    elements,
    entries,
    opening_tokens,
    table,
    table_section,
    tokens,
)
from tutor.seats import Seat

LONGEST = 253
"""The characters of a line, the two that end it not counted (2.3)."""
_WIDE = 78
_HEADER = ("% PBN 2.1", "% EXPORT")
_HEADING = re.compile(r"%\s*(?:PBN\s+\d|EXPORT\b|IMPORT\b)", re.IGNORECASE)

_LATIN = str.maketrans(
    {
        "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "–": "-", "—": "-", "…": "...", "œ": "oe", "Œ": "OE",
        "♠": "\\S", "♥": "\\H", "♦": "\\D", "♣": "\\C", "\t": " ", "\v": " ", "\f": " ", "\x7f": "?",
        "−": "-", "×": "x", "→": "->", "\u202f": " ", "\u2009": " ", "\xa0": " ",
    }
)  # fmt: skip
_VULNERABLE = {"-": "None", "LOVE": "None", "NONE": "None", "ALL": "All", "BOTH": "All", "NS": "NS", "EW": "EW"}
_RESULT = re.compile(r"(\^?)\s*(?:(NS|EW)\s*(\d{1,2}))(?:\s+(NS|EW)\s*(\d{1,2}))?\s*", re.IGNORECASE)


def latin(text: str) -> str:
    """The text in the characters that PBN allows (2.2): suits as `\\S`, quotation marks plain, others `?`."""
    plain = text.translate(_LATIN)
    return "".join(one if one == "\n" or " " <= one <= "~" or "\xa0" < one <= "\xff" else "?" for one in plain)


def strict(pbn: Pbn, line_end: str = "\r\n") -> str:
    """The games in the export format. Raises `FaultyContent` with what cannot be written so."""
    writer = _ExportWriter(pbn)
    lines = list(_HEADER)
    for number, (game, tags) in enumerate(zip(pbn.games, pbn.tags(), strict=True)):
        try:
            lines.extend(writer.game(game, tags, is_first=number == 0))
        except TutorError as error:
            writer.faults.append(game.sections[0].fault(pbn.file, str(error).rstrip(".")))
        if len(writer.faults) > MOST_FAULTS:
            break
    try:
        after = list(writer.asides(tokens(PbnSection("", "", "", "\n" + pbn.after))))
        lines.extend(["", *after] if after else ())  # without the empty line it would be of the last game
    except TutorError as error:
        writer.faults.append(Fault(pbn.file, 1, 1, f"after the last game: {error}".rstrip(".")))
    if writer.faults:
        raise FaultyContent(writer.faults)
    return "".join(f"{line}{line_end}" for line in lines)


def strict_content(pbn: Pbn, line_end: str = "\r\n") -> bytes:
    """The bytes of the export format. Raises `FaultyContent` with what cannot be written so."""
    return strict(pbn, line_end).encode("latin-1")


def comment_lines(text: str) -> list[str]:
    """A comment: on one line where it fits, else its lines between braces on lines of their own."""
    plain = latin(text.replace("\r\n", "\n").replace("\r", "\n").replace("}", ")"))
    lines = [part.rstrip() for part in plain.split("\n")]
    if len(lines) == 1 and len(lines[0]) <= _WIDE:
        return [f"{{{lines[0]}}}"]
    short = [piece for line in lines for piece in ([line] if len(line) <= _limit(lines) else wrap(line, _WIDE))]
    return ["{", *(f" {line}" if line.startswith("%") else line for line in short), "}"]


def _limit(lines: Sequence[str]) -> int:
    """How long the lines of a comment may stay: as they are where they were set out as lines."""
    return LONGEST - 1 if len(lines) > 1 else _WIDE


class _ExportWriter:
    def __init__(self, pbn: Pbn) -> None:
        self.file = pbn.file
        self.faults: list[Fault] = list(pbn.faults)

    def game(self, game: PbnGame, tags: Mapping[str, str], *, is_first: bool) -> Iterator[str]:
        if not is_first:
            yield ""
        yield from self.asides(opening_tokens(game))
        own = {section.name: section for section in reversed(game.sections) if section.name != NOTE}
        values = {**dict.fromkeys(MANDATORY, UNKNOWN), **tags}
        values.pop(NOTE, None)
        for section in in_order(own.get(name) or PbnSection.made(name, value) for name, value in values.items()):
            value = self._value(section, values)
            if section.name in MARKED:
                yield from self._marked(game, section, values)
            elif is_table(section.name):
                yield from self._table(section, value)
            else:
                yield self._tag(section, value)
                yield from self._comments(comments(section))
                yield from self._loose(section)

    def asides(self, outside: Iterable[PbnToken]) -> Iterator[str]:
        """What stands outside tags: comments, and escaped lines that say nothing of the format."""
        for piece in outside:
            said = comment_of(piece)
            if said is not None:
                yield from comment_lines(said)
            elif piece.kind == "escape" and not _HEADING.match(piece.text) and len(piece.text) <= LONGEST:
                yield latin(piece.text).rstrip()

    def _comments(self, said: Iterable[str]) -> Iterator[str]:
        for one in said:
            yield from comment_lines(one)

    def _tag(self, section: PbnSection, value: str) -> str:
        line = PbnSection.made(section.name, latin(value).replace("\n", " ")).head
        if len(line) > LONGEST:
            what = f"the value of {section.name} makes a line of {len(line)} characters, and {LONGEST} are allowed"
            self.faults.append(section.fault(self.file, what, "Shorten it, or put it in a comment"))
        return line

    def _loose(self, section: PbnSection) -> Iterator[str]:
        """The elements of a supplemental section that is no table."""
        line = ""
        for piece in elements(section):
            text = latin(piece.text)
            if line and len(line) + 1 + len(text) > _WIDE:
                yield line
                line = ""
            is_escape = not line and text.startswith("%")  # it would be one in the first column
            line = f"{line} {text}" if line or is_escape else text
        if line:
            yield line

    def _table(self, section: PbnSection, head: str) -> Iterator[str]:
        try:
            read = table(section, head)
        except TutorError as error:
            self.faults.append(section.fault(self.file, str(error).rstrip(".")))
            return
        rows = [[latin(text) for text in row] for row in read.rows]
        written = table_section(section.name, read.columns, rows)
        yield written.head
        yield from self._comments(comments(section))
        for line in written.body.strip("\n").split("\n") if rows else ():
            if len(line) > LONGEST:
                what = f"a row makes a line of {len(line)} characters, and {LONGEST} are allowed"
                self.faults.append(section.fault(self.file, what, "Shorten its elements"))
            yield line

    def _value(self, section: PbnSection, values: Mapping[str, str]) -> str:
        """The value of a tag as the export format spells it; one that cannot be read stays as it is."""
        value = values[section.name]
        match section.name:
            case "Dealer" | "Declarer" | "Contract":
                return "Pass" if value.upper() == "PASS" else value.upper()
            case "Vulnerable":
                return _VULNERABLE.get(value.upper(), value)
            case "Deal":
                return self._deal(section, value, values["Dealer"])
            case "Result":
                return _result(value, values["Declarer"])
        return value

    def _deal(self, section: PbnSection, value: str, dealer: str) -> str:
        if value in ("", UNKNOWN):
            return value
        letter, _, rest = value.strip().upper().partition(":")
        try:
            first = Seat.parse(letter)
            words = {
                seat: word if word == NOTHING else pbn_hand(parse_pbn_hand(word))
                for seat, word in zip(first.round(), rest.split(), strict=True)
            }
        except (TutorError, ValueError) as error:
            self.faults.append(section.fault(self.file, f"the deal cannot be read: {error}".rstrip(".")))
            return value
        begins = Seat(dealer.upper()) if dealer.upper() in {"N", "E", "S", "W"} else first
        return f"{begins.letter}:{' '.join(words[seat] for seat in begins.round())}"

    def _marked(self, game: PbnGame, section: PbnSection, values: Mapping[str, str]) -> Iterator[str]:
        read = entries(game, section.name, self.file)
        self.faults.extend(read.faults)
        first, marks = _from_its_first(section, read, values)
        yield self._tag(section, first)
        yield from self._comments(read.comments)
        for at in range(0, len(marks), 4):
            yield from _line([word for entry in marks[at : at + 4] for word in _words(entry)])
        if read.ending == STOPPED:
            yield STOPPED
        for note in game.notes_of(section.name):
            yield self._tag(note, note.value)
            yield from self._comments(comments(note))


def _words(entry: PbnEntry) -> Iterator[str]:
    if entry.irregularity:
        yield f"^{entry.irregularity}"
    yield {"PASS": "Pass"}.get(entry.text, entry.text)
    if entry.note is not None:
        yield f"={entry.note}="
    yield from (f"${nag}" for nag in sorted(entry.nags))
    for said in entry.comments:
        yield "\n".join(comment_lines(said))


def _line(words: Sequence[str]) -> Iterator[str]:
    """The words on one line, or broken before those that make it too long."""
    line = ""
    for word in words:
        if line and ("\n" in word or len(line) + 1 + len(word) > LONGEST):
            yield line
            line = ""
        if "\n" in word:
            yield from word.split("\n")
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _from_its_first(section: PbnSection, read: PbnEntries, values: Mapping[str, str]) -> tuple[str, Sequence[PbnEntry]]:
    """Who comes first in the export format, the dealer or the opening leader, and the entries from there."""
    letter = section.value.upper()
    if letter not in {"N", "E", "S", "W"}:
        return section.value, read.entries
    first = Seat(letter)
    if section.name == "Auction":
        waiting = next((n for n, one in enumerate(read.entries) if one.text != NOTHING), len(read.entries))
        return first.turned(waiting).letter, read.entries[waiting:]
    declarer = values["Declarer"].upper().removeprefix("^")
    leads = Seat(declarer).left if declarer in {"N", "E", "S", "W"} else first
    turned = next(places for places in range(4) if first.turned(places) is leads)
    if not turned:
        return letter, read.entries
    filler = PbnEntry(NOTHING, 0, 0)
    rows = [
        (row + [filler] * (4 - len(row)))
        for row in (list(read.entries[at : at + 4]) for at in range(0, len(read.entries), 4))
    ]
    return leads.letter, [entry for row in rows for entry in row[turned:] + row[:turned]]


def _result(value: str, declarer: str) -> str:
    """A result told of a side, as the tricks of the declarer; as it is where the declarer is not known."""
    found = _RESULT.fullmatch(value)
    declarer = declarer.upper().removeprefix("^")
    if not found or declarer not in {"N", "E", "S", "W"}:
        return value
    side = "NS" if declarer in ("N", "S") else "EW"
    told = int(found[3]) if found[2].upper() == side else int(found[5]) if found[5] else 13 - int(found[3])
    return f"{found[1]}{told}"


def new_file(games: Iterable[tuple[str, Sequence[PbnSection]]], file: str = "PBN") -> Pbn:
    """A file of games that were made: for each, what it opens with (comments) and its sections, in any order."""
    return Pbn(
        tuple(
            PbnGame(("\n" if number else "") + opening, tuple(sections))
            for number, (opening, sections) in enumerate(games)
        ),
        file=file,
    )
