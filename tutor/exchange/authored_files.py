"""Lessons and hands that users wrote, as files: exporting one or all in a zip, and importing.

Nothing imported is written to disk, and no name in it is used as a path. Unpacked bytes are counted as a zip unpacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tutor.errors import Fault, FaultyContent, TutorError
from tutor.exchange.deal_yaml import AUCTION, deal_yaml, usual_rule
from tutor.exchange.files import ExportedFile, zipped
from tutor.exchange.lin.boards import boards, decode, parse
from tutor.exchange.pbn.deal_yaml import DealConverter
from tutor.exchange.pbn.document import Pbn
from tutor.exchange.pbn.reader import game_records
from tutor.exchange.pbn.tags import CODE, ILLUSTRATES
from tutor.exchange.zip_files import ZipLimits, is_zip, suffix, unzip
from tutor.library.rulebook import NamedRule, Rulebook
from tutor.library.user_content import LARGEST, CompositionKind, name_made_of

LARGEST_FILE = 1024 * 1024
LIMITS = ZipLimits(files=500, each=LARGEST, together=5 * 1024 * 1024)
MOST_DEALS = 500
"""The code of a deal from elsewhere that names none."""
USUAL_CODE = "auction-1910"

_KINDS: Mapping[str, CompositionKind] = {
    ".md": CompositionKind.LESSON,
    ".yaml": CompositionKind.HAND,
    ".yml": CompositionKind.HAND,
}
_MIMETYPES: Mapping[CompositionKind, str] = {
    CompositionKind.LESSON: "text/markdown; charset=utf-8",
    CompositionKind.HAND: "text/yaml; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class ContentFile:
    """The text of a lesson or a hand, its name, and where it comes from."""

    kind: CompositionKind
    name: str
    text: str
    whence: str = ""


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """The content of a file: the pieces that can be read, the faults of the others, and files of other kinds."""

    pieces: tuple[ContentFile, ...]
    faults: tuple[Fault, ...] = ()
    passed_over: tuple[str, ...] = ()


# ---- out ----------------------------------------------------------------------------------------------------------


def file_of(piece: ContentFile) -> ExportedFile:
    """A lesson or a hand as a file."""
    return ExportedFile(f"{piece.name}{piece.kind.suffix}", _MIMETYPES[piece.kind], piece.text.encode())


def zip_of(pieces: Iterable[ContentFile], now: datetime) -> ExportedFile:
    """Lessons and hands in one zip, each kind in a folder."""
    files = {f"{piece.kind.folder}/{piece.name}{piece.kind.suffix}": piece.text.encode() for piece in pieces}
    return ExportedFile(f"love-all-own-{now:%Y-%m-%d}.zip", "application/zip", zipped(files, now))


# ---- in -----------------------------------------------------------------------------------------------------------


def read_import(content: bytes, file: str, rulebook: Rulebook, illustrates: NamedRule | None = None) -> ImportedFile:
    """What is in a file: a lesson, a hand, a zip of such, or deals as PBN or LIN.

    `illustrates` is the rule that such deals illustrate. Without one, they keep the rule that they name, or get the
    usual one. Raises `FaultyContent` if nothing can be read.
    """
    if len(content) > LARGEST_FILE:
        raise _faulty(file, f"it has more than {LARGEST_FILE:,} bytes", "Split it into smaller files")
    if is_zip(content):
        return _of_zip(content, file)
    if suffix(file) in _KINDS:
        return ImportedFile((_piece(file, content),))
    if suffix(file) == ".lin" or (suffix(file) != ".pbn" and b"md|" in content):
        return _of_lin(content, file, illustrates)
    if suffix(file) == ".pbn" or b"[Deal " in content:
        return _of_pbn(content, file, rulebook, illustrates)
    raise _faulty(
        file, "files of this kind cannot be imported", "Send .md, .yaml, .pbn or .lin, or a zip of .md and .yaml"
    )


def _piece(file: str, content: bytes) -> ContentFile:
    """Raises `FaultyContent`."""
    if len(content) > LARGEST:
        raise _faulty(file, f"it has more than {LARGEST:,} bytes", "Split it into smaller files")
    name = name_made_of(_stem(file))
    if not name:
        raise _faulty(file, "the file name cannot be used as a name", "Use small letters and figures in it")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _faulty(file, f"byte {error.start} is not UTF-8", "Save the file as UTF-8 text") from None
    return ContentFile(_KINDS[suffix(file)], name, text, file)


def _of_zip(content: bytes, file: str) -> ImportedFile:
    pieces: dict[tuple[CompositionKind, str], ContentFile] = {}
    faults: list[Fault] = []
    passed_over: list[str] = []
    for name, inner in unzip(content, file, tuple(_KINDS), LIMITS, passed_over):
        try:
            piece = _piece(name, inner)
            first = pieces.setdefault((piece.kind, piece.name), piece)
            if first is not piece:
                raise _faulty(name, f"‘{first.whence}’ has the same name", "Rename one of the two")
        except FaultyContent as error:
            faults.extend(error.faults)
    return ImportedFile(tuple(pieces.values()), tuple(sorted(faults)), tuple(passed_over))


def _of_lin(content: bytes, file: str, illustrates: NamedRule | None) -> ImportedFile:
    try:
        found, faults = boards(parse(decode(content)), file)
    except TutorError as error:
        raise _faulty(file, str(error).rstrip("."), "") from None
    _check_number(len(found), file)
    names = [_numbered(file, number) for number in range(1, len(found) + 1)]
    pieces = []
    for number, (name, board) in enumerate(zip(names, found, strict=True), 1):
        title = f"Board {board.number or number}"
        whence = f"{file}, {title}"
        text = deal_yaml(name, board.deal, title=title, source=whence, said=board.said, illustrates=illustrates)
        pieces.append(ContentFile(CompositionKind.HAND, name, text, whence))
    return ImportedFile(tuple(pieces), faults)


def _of_pbn(content: bytes, file: str, rulebook: Rulebook, illustrates: NamedRule | None) -> ImportedFile:
    read = Pbn.read(content, file)
    _check_number(len(read.games), file)
    faults = list(read.faults)
    pieces: list[ContentFile] = []
    for game, reading in zip(read.games, game_records(read), strict=True):
        faults.extend(reading.faults)
        rules = (illustrates.id,) if illustrates else () if game.section(ILLUSTRATES) else (usual_rule(AUCTION),)
        taker = DealConverter(rulebook, rules, "" if CODE in reading.values else USUAL_CODE)
        try:
            text = taker.yaml(game, reading, file)
        except FaultyContent as error:
            faults.extend(fault for fault in error.faults if fault not in reading.faults)
        except TutorError as error:
            faults.append(Fault(file, reading.line, 1, str(error).rstrip(".")))
        else:
            pieces.append(
                ContentFile(
                    CompositionKind.HAND, _numbered(file, reading.number), text, f"{file}, game {reading.number}"
                )
            )
    if not read.games and not faults:
        raise _faulty(file, "the file contains no games", 'Games have tags such as [Deal "N:… … … …"]')
    return ImportedFile(tuple(pieces), tuple(faults))


def _check_number(number: int, file: str) -> None:
    """Raises `FaultyContent`."""
    if number > MOST_DEALS:
        raise _faulty(
            file, f"it has {number:,} deals, and the most allowed is {MOST_DEALS}", "Split it into smaller files"
        )


def _numbered(file: str, number: int) -> str:
    return f"{name_made_of(_stem(file))[:40].strip('-') or 'deal'}-{number:03}"


def _stem(file: str) -> str:
    return file.rpartition("/")[2].rpartition(".")[0] or file.rpartition("/")[2]


def _faulty(file: str, what: str, mend: str) -> FaultyContent:
    return FaultyContent([Fault(file, 1, 1, what, mend)])
