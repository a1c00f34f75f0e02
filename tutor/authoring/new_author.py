"""The package of a new author: one rule, deal, lesson and test, which its maker then replaces by those of a book.

The files are Jinja templates in the folder `skeleton`. `KEY` and `PREFIX` in their names are the author’s.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import mkdtemp
from types import MappingProxyType
from typing import Any
from unicodedata import normalize

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tutor import __version__
from tutor.authors import API_VERSION, AUTHORS, RESERVED_PREFIXES, broken, current
from tutor.errors import Impossible, Malformed, Unknown

SKELETON = Path(__file__).resolve().parent / "skeleton"
LONGEST = 80
"""How many characters a name, a title or a place may have."""
_SUFFIX = ".jinja"
_DEVICES = frozenset({"aux", "con", "nul", "prn"})
"""Names that no file can have on Windows."""
_NOT_WORDS_IN_YAML = frozenset({"false", "null", "off", "true", "yes"})
_MARKDOWN = frozenset("\\`*_{}[]<>()#+-.!|~&:$")


@dataclass(frozen=True, slots=True)
class SkeletonGame:
    """What differs between games: the laws, the usual year of a book, and the calls before the first lead."""

    code: str
    year: int
    calls: tuple[str, ...] = ()

    def position(self, hand: str) -> str:
        """The position in which Y leads from a hand, in one line."""
        before = f"calls {', '.join(self.calls)}" if self.calls else "shown A S9"
        trumps = "" if self.calls else " | trumps S"
        return f"lead | seat Y | hand {hand} | {before} | trick{trumps}"

    def view(self, hand: str) -> str:
        """The same as a lesson writes it."""
        before = f"calls: [{', '.join(self.calls)}]" if self.calls else "trumps: S, shown: {A: S9}"
        return f'{{seat: Y, hand: "{hand}", {before}, trick: []}}'


GAMES: Mapping[str, SkeletonGame] = MappingProxyType(
    {
        "whist": SkeletonGame("whist-short-1859", 1860),
        "bridge": SkeletonGame("bridge-english-1901", 1902, ("A declares spades", "Y is content", "Z is content")),
        "auction": SkeletonGame("auction-1910", 1911, ("A bids 1 spade", "Y passes", "B passes", "Z passes")),
    }
)
HANDS = ("S:73 H:AK862 C:J97 D:Q84", "S:T64 H:Q72 C:AK53 D:J86", "S:85 H:J973 C:Q64 D:AKT2")
"""Hands with ace and king of one plain suit, spades being trumps."""


@dataclass(frozen=True, slots=True)
class NewAuthor:
    """An author who is to have a package. `of` checks what somebody typed."""

    key: str
    prefix: str
    author: str
    title: str
    place: str
    year: int
    game: str

    @classmethod
    def of(cls, key: str, *, author: str, title: str, place: str, year: int, game: str) -> NewAuthor:
        """The author of what somebody typed. Raises `Malformed`, `Impossible` for a name that is taken, `Unknown`."""
        key = checked_key(key)
        if game not in GAMES:
            raise Unknown("game", game, GAMES)
        if not 1000 <= year <= 9999:
            raise Malformed("year of a book", str(year), "it has four figures", "Write the year of the title page")
        texts = _text("name of an author", author), _text("title", title), _text("place", place)
        return cls(key, _prefix(key), *texts, year, game)

    @property
    def package(self) -> str:
        """The name of the Python package."""
        return f"love_all_{self.key}"

    @property
    def distribution(self) -> str:
        """The name that pip installs."""
        return f"love-all-{self.key}"

    def files(self) -> Mapping[str, str]:
        """The text of each file, by its path in the package’s folder."""
        return dict(self._files())

    def _files(self) -> Iterator[tuple[str, str]]:
        templates = _environment()
        game = GAMES[self.game]
        values: dict[str, Any] = {
            **{name: getattr(self, name) for name in self.__slots__},
            "package": self.package, "distribution": self.distribution, "version": __version__, "api": API_VERSION,
            "code": game.code, "calls": game.calls, "hands": HANDS, "position": game.position,
            "view": game.view(HANDS[0]),
        }  # fmt: skip
        for name in sorted(templates.list_templates()):
            path = name.removesuffix(_SUFFIX).replace("KEY", self.key).replace("PREFIX", self.prefix)
            yield path.replace("dot-", "."), templates.get_template(name).render(values)

    def write(self, folder: Path) -> list[Path]:
        """Writes all files, or none, into a folder that is new or empty. Raises `Impossible`."""
        folder = folder.absolute()
        try:
            if not folder.parent.is_dir():
                raise Impossible(f"there is no folder ‘{folder.parent}’", "Make it first, or name another")
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise Impossible(f"‘{folder}’ already exists, and is not an empty folder", "Name another folder")
            return self._written(folder)
        except OSError as error:
            why = (error.strerror or "it cannot be written").lower()
            raise Impossible(f"nothing was written to ‘{folder}’: {why}", "Name another folder") from error

    def _written(self, folder: Path) -> list[Path]:
        """Writes beside the folder and then moves it there, so that nothing is left if the disk is full."""
        beside = Path(mkdtemp(prefix=".love-all-", dir=folder.parent))
        moved: list[Path] = []
        is_new = not folder.exists()
        try:
            for name, text in self.files().items():
                file = beside / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8", newline="\n")
            folder.mkdir(exist_ok=True)  # one that exists may be the current folder of a shell, and stays
            for part in sorted(beside.iterdir()):
                part.rename(folder / part.name)
                moved.append(folder / part.name)
        except BaseException:
            for part in moved:
                shutil.rmtree(part, ignore_errors=True) if part.is_dir() else part.unlink(missing_ok=True)
            if is_new:
                with suppress(OSError):
                    folder.rmdir()
            raise
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        return [folder / name for name in self.files()]


def checked_key(text: str) -> str:
    """The key of a new author. Raises `Malformed`, and `Impossible` for one that is taken."""
    kind, mend = "key for an author", "Write 3 to 20 small letters, a to z"
    if not (3 <= len(text) <= 20 and text.isascii() and text.isalpha() and text.islower()):
        plain = "".join(
            character for character in normalize("NFKD", text).lower() if character.isascii() and character.isalpha()
        )[:20]
        like = f", such as {plain}" if len(plain) >= 3 else ""
        raise Malformed(kind, text, "it begins file names and ids", mend + like)
    if text in _NOT_WORDS_IN_YAML | _DEVICES:
        why = "no file can have this name on Windows" if text in _DEVICES else "in YAML it is not a word"
        raise Malformed(kind, text, why, "Write another, of 3 to 20 small letters")
    if current(text) in AUTHORS or any(text == plugin.name for plugin in broken()):
        raise Impossible(f"the author ‘{text}’ is already installed", "Choose another name, or uninstall that package")
    if find_spec(f"love_all_{text}") is not None:
        raise Impossible(f"there is already a package ‘love_all_{text}’", "Choose another name, or uninstall it")
    return text


def _prefix(key: str) -> str:
    """The shortest beginning of a key that no author uses. Raises `Impossible`."""
    used_prefixes = RESERVED_PREFIXES | {author.prefix for author in AUTHORS.values()}
    shortened = (key[:length] for length in range(3, 9))
    lengthened = (f"{key[:7]}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    for prefix in (*shortened, *lengthened):
        if prefix not in used_prefixes:
            return prefix
    raise Impossible(f"every prefix like ‘{key[:3]}’ is in use", "Choose another name")


def _text(kind: str, text: str) -> str:
    """A text on one line, with single spaces. Raises `Malformed`."""
    line = " ".join(text.split())
    if not line:
        raise Malformed(kind, text, "it is empty", "Write at least one letter")
    if len(line) > LONGEST:
        raise Malformed(kind, line, f"it has {len(line)} characters", f"Write {LONGEST} or fewer")
    strange = next((character for character in line if not character.isprintable()), None)
    if strange is not None:
        raise Malformed(kind, line, f"U+{ord(strange):04X} cannot be printed", "Leave it out", line.index(strange))
    return line


# ---- how a text is written in each kind of file ----------------------------------------------------------------------


def _environment() -> Environment:
    # Nothing here is HTML: each file has its own way to quote.
    environment = Environment(  # noqa: S701 # nosec B701
        loader=FileSystemLoader(SKELETON),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(quoted=_quoted, python=_python, markdown=_markdown)
    return environment


def _quoted(text: str) -> str:
    """A text as YAML and TOML quote it: as JSON does."""
    return json.dumps(text, ensure_ascii=False)


def _python(text: str) -> str:
    """A text as Python’s formatters write it: in the quotation marks that need fewer backslashes, double if equal."""
    escaped = text.replace("\\", "\\\\")
    if text.count('"') > text.count("'"):
        return "'" + escaped.replace("'", "\\'") + "'"
    return '"' + escaped.replace('"', '\\"') + '"'


def _markdown(text: str) -> str:
    """A text in Markdown, in which nothing is markup."""
    return "".join(
        f"\\{character}" if character in _MARKDOWN - frozenset(".-:()!") else character for character in text
    )
