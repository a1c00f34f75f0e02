"""Texts of lessons and hands taken apart into plain values, and put together again.

A form shows the values and writes them back. The text stays the truth: it is what is checked, saved and exported. What
is put together means the same as what was taken apart. Only comments move: they go to the beginning of their part.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.representer import BaseRepresenter

from tutor.errors import Fault, FaultyContent, Malformed
from tutor.library.references import rendered
from tutor.library.user_content import CompositionKind
from tutor.library.yaml_text import Data, Document, Path, read

WIDTH = 110
_FENCE = re.compile(r"^```\s*(\w*)\s*$")
_COMMENT = re.compile(r"^\s*#\s?(.*)$")


@dataclass(frozen=True, slots=True)
class TextPart:
    """A part of a text: running text (`word` is empty), a block with the word after its fence, or the front matter.

    `data` are the values of a block in YAML, None if its `text` cannot be read so. `comments` are its comments, without
    their signs.
    """

    word: str
    text: str
    data: dict[str, Data] | None = None
    comments: tuple[str, ...] = ()

    @property
    def is_prose(self) -> bool:
        return not self.word


FRONT = "front"
"""The word of the front matter of a lesson."""
HAND = "yaml"
"""The word of the only part of a hand."""


def hand_part(text: str) -> TextPart:
    """A hand as its only part. Raises `FaultyContent` for what is not YAML."""
    return _yaml_part(HAND, text)


def lesson_parts(text: str) -> list[TextPart]:
    """A lesson as its front matter and the parts below it. Raises `FaultyContent` without front matter."""
    lines = text.splitlines()
    ends = [number for number, line in enumerate(lines) if line.rstrip() == "---"]
    if len(ends) < 2 or ends[0] != 0:
        what = "a lesson must begin with its front matter between two lines of ‘---’"
        raise FaultyContent([Fault("lesson.md", 1, 1, what, "Write title and aim there")])
    parts = [_yaml_part(FRONT, "\n".join(lines[1 : ends[1]]))]
    word, here = "", list[str]()
    for line in [*lines[ends[1] + 1 :], None]:
        fence = _FENCE.match(line) if line is not None else None
        if line is not None and fence is None:
            here.append(line)
            continue
        if word:
            parts.append(_block(word, "\n".join(here)))
        elif "\n".join(here).strip():
            parts.append(TextPart("", "\n".join(here).strip("\n")))
        word, here = ("" if word else (fence[1] or "?") if fence else ""), []
    return parts


def _block(word: str, text: str) -> TextPart:
    try:
        return _yaml_part(word, text)
    except FaultyContent:
        return TextPart(word, text)


def _yaml_part(word: str, text: str) -> TextPart:
    """A part in YAML. Raises `FaultyContent` for what is not a mapping in YAML, or has what a form would lose."""
    document = read(text, "text.yaml")
    if document.faults or not isinstance(document.data, dict):
        what = "this is not a list of keys and values"
        raise FaultyContent(document.faults or [Fault("text.yaml", 1, 1, what, "Write ‘key: value’, one per line")])
    return TextPart(word, text, document.data, tuple(_comments(text)))


def _comments(text: str) -> Iterator[str]:
    """The lines that are only a comment. A line within a text of several lines is none."""
    lines = text.split("\n")
    within = _lines_of_texts(lines)
    for number, line in enumerate(lines):
        found = _COMMENT.match(line)
        if found and number not in within:
            yield found[1]


def _lines_of_texts(lines: Sequence[str]) -> set[int]:
    """The lines of block texts, after `|` and `>`: each goes on as long as its lines are indented more."""
    found: set[int] = set()
    for number, line in enumerate(lines):
        if number in found or not re.search(r"(:|-)\s+[|>][-+0-9]*\s*$", line):
            continue
        indent = len(line) - len(line.lstrip(" "))
        for later in range(number + 1, len(lines)):
            if lines[later].strip() and len(lines[later]) - len(lines[later].lstrip(" ")) <= indent:
                break
            found.add(later)
    return found


# ---- writing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part of a text that was put together: its number, and its first and last line, from 1."""

    number: int
    first: int
    last: int
    text: str
    is_prose: bool


@dataclass(frozen=True, slots=True)
class ComposedText:
    """A text put together of parts, which knows where each is."""

    text: str
    parts: tuple[PlacedPart, ...] = field(default=())

    def place_of(self, fault: Fault) -> tuple[int, Path]:
        """The number of the part in which a fault is, and the path of its value there; 0 and nothing outside all."""
        starts = [part.first for part in self.parts]
        # The line of a fence belongs to the block below it.
        found = bisect_right(starts, fault.line + 1) - 1
        if found < 0:
            return 0, ()
        part = self.parts[found]
        if fault.line < part.first and found and fault.line <= self.parts[found - 1].last:
            part = self.parts[found - 1]
        return part.number, () if part.is_prose else _path_at(part, fault)


def _path_at(part: PlacedPart, fault: Fault) -> Path:
    """The path of the value at the place of a fault. A fault of a missing key has the path that it would have."""
    try:
        document = read("\n" * (part.first - 1) + part.text, "text.yaml")
    except FaultyContent:
        return ()
    path = _nearest(document, fault.line - 1, fault.column - 1)
    missing = _MISSING.search(fault.what)
    return (*path, missing[1]) if missing else path


_MISSING = re.compile(r"^the key ‘([a-zA-Z_]+)’ is missing")


def _nearest(document: Document, line: int, column: int) -> Path:
    for exact in (document.values, document.keys):
        at = [path for path, mark in exact.items() if mark and (mark.line, mark.column) == (line, column)]
        if at:
            return min(at, key=len)
    before = [(mark.line, mark.column, path) for path, mark in document.values.items() if mark and mark.line == line]
    return max(before)[2] if before else ()


def composed_hand(part: TextPart) -> ComposedText:
    """The text of a hand."""
    text = _written(part)
    return ComposedText(text, (PlacedPart(0, 1, text.count("\n"), text, is_prose=False),))


def composed_lesson(parts: Sequence[TextPart]) -> ComposedText:
    """The text of a lesson: its front matter and the parts below it."""
    lines: list[str] = []
    placed: list[PlacedPart] = []
    for number, part in enumerate(parts):
        text = _written(part).strip("\n")
        if not text.strip() and part.is_prose:
            continue
        before, after = ("---", "---") if part.word == FRONT else (f"```{part.word}", "```")
        if part.is_prose:
            lines += [text, ""]
            size = text.count("\n") + 1
            placed.append(PlacedPart(number, len(lines) - size, len(lines) - 1, text, is_prose=True))
            continue
        inside = text.split("\n") if text else []
        first = len(lines) + 2
        lines += [before, *inside, after, ""]
        placed.append(PlacedPart(number, first, first + len(inside) - 1, text, is_prose=False))
    return ComposedText("\n".join(lines).rstrip("\n") + "\n", tuple(placed))


def _written(part: TextPart) -> str:
    if part.data is None:
        return part.text
    comments = "".join(f"# {line}".rstrip() + "\n" for line in part.comments)
    return comments + yaml_of(part.data)


def yaml_of(data: Any) -> str:
    """Plain values as YAML that `yaml_text` reads as the same values."""
    if data == {}:
        return ""
    return str(yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=WIDTH))


class _Dumper(yaml.BaseDumper, BaseRepresenter):
    """Writes text without marks wherever it can be read back as it is: our reader knows only text."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: ARG002
        """Items of a list are written further in than their key, as our files have them."""
        return super().increase_indent(flow, False)


_STRING, _LIST, _MAP = (f"tag:yaml.org,2002:{kind}" for kind in ("str", "seq", "map"))
_SHORT = 24


def _text(dumper: Any, text: str) -> Any:
    style = "|" if "\n" in text and not text.startswith((" ", "\n")) else None
    return dumper.represent_scalar(_STRING, text, style=style)


def _list(dumper: Any, items: list[Any]) -> Any:
    """Numbers and ids stand in one line; everything else has a line for each."""
    is_short = all(isinstance(item, str) and len(item) <= _SHORT and " " not in item for item in items)
    return dumper.represent_sequence(_LIST, items, flow_style=is_short)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)
_Dumper.add_representer(dict, lambda dumper, data: dumper.represent_mapping(_MAP, data, flow_style=False))


# ---- copies ----------------------------------------------------------------------------------------------------------

_TITLE = re.compile(r"(?m)^title:[ \t]*(\S.*)$")
_SCHEMA = re.compile(r"\A# yaml-language-server:.*\n")


def title_in(text: str) -> str:
    """The title that a text gives itself, with its cards in words; empty if it gives none."""
    found = _TITLE.search(text)
    title = found[1].strip().strip("\"'") if found else ""
    try:
        return rendered(title)
    except Malformed:  # a text that is not sound yet
        return title


def with_comment(kind: CompositionKind, text: str, comment: str) -> str:
    """A text that begins with a comment, in the front matter of a lesson."""
    line = f"# {' '.join(comment.split())}\n"
    if kind is CompositionKind.LESSON:
        return re.sub(r"\A---[ \t]*\n", lambda found: found[0] + line, text)
    return line + _SCHEMA.sub("", text)


def renamed(text: str, name: str, new: str) -> str:
    """The text of a lesson that refers to a hand by another name."""
    pattern = re.compile(rf"""(\b(?:of|game)["']?\s*:\s*["']?){re.escape(name)}(?![a-z0-9-])""")
    return pattern.sub(lambda found: found[1] + new, text)
