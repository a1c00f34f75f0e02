"""YAML read as text: mappings, lists and strings, with the place of each, and nothing else.

No scalar is converted here (`NO`, `12:30` and `010` stay what they are): the schema gives their types. A key
that appears twice, an alias and a second document are faults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
)  # fmt: skip

from tutor.errors import Fault, FaultyContent

Path = tuple[str | int, ...]
Mark = Any
"""A place from the parser: a line and a column, from 0."""

Data = str | list["Data"] | dict[str, "Data"]

DEEPEST = 50
"""The deepest nesting of collections: many times what any content needs."""

_LOADER: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class Place:
    """A line and a column, from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a YAML text, and the place of each value and key.

    `faults` are those that leave the rest readable. A document with faults must not be used.
    """

    file: str
    data: Data
    values: Mapping[Path, Mark]
    keys: Mapping[Path, Mark]
    faults: tuple[Fault, ...]

    @classmethod
    def empty(cls, file: str) -> Document:
        """The document of an empty file."""
        return cls(file, {}, {(): None}, {}, ())

    def place(self, path: Path, *, of_key: bool = False) -> Place:
        """The place of the value (or the key) at a path, or of its nearest container if it does not exist."""
        if of_key and path in self.keys:
            return _place(self.keys[path])
        while path not in self.values:
            path = path[:-1]
        return _place(self.values[path])

    def text_at(self, path: Path) -> str:
        """The text at a path; empty if there is none."""
        here: Data = self.data
        for step in path:
            if isinstance(here, dict) and step in here:
                here = here[str(step)]
            elif isinstance(here, list) and isinstance(step, int) and step < len(here):
                here = here[step]
            else:
                return ""
        return here if isinstance(here, str) else ""

    def fault(self, path: Path, what: str, mend: str = "", *, of_key: bool = False) -> Fault:
        place = self.place(path, of_key=of_key)
        return Fault(self.file, place.line, place.column, what, mend)


def read(text: str, file: str) -> Document:
    """The content of the text. Raises `FaultyContent` if it is not YAML."""
    try:
        return _Reader(text, file).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        what = f"this is not YAML: {error.problem or error.context}"
        raise FaultyContent(
            [Fault(file, line, column, what, "Correct the punctuation or the indentation here")]
        ) from None
    except yaml.YAMLError as error:
        what = f"this is not YAML: {' '.join(str(error).split())}"
        raise FaultyContent([Fault(file, 1, 1, what, "Save the file as UTF-8 text")]) from None


class _Reader:
    """Reads the parser’s events one by one, recursively, no deeper than `DEEPEST`."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.values: dict[Path, Mark] = {}
        self.keys: dict[Path, Mark] = {}
        self._next: Callable[[], Event] = _LOADER(text).get_event

    def document(self) -> Document:
        """The only document of the text. Raises `FaultyContent` if there is none or a second."""
        self._next()  # the text begins
        if not isinstance(self._next(), DocumentStartEvent):
            mend = "Begin with an existing hand and change it"
            raise FaultyContent([Fault(self.file, 1, 1, "the file is empty", mend)])
        data = self._value(self._next(), ())
        self._next()  # the document ends
        after = self._next()
        if isinstance(after, DocumentStartEvent):
            what = "a second YAML document begins here"
            raise FaultyContent([self._made(after, what, "Delete the line of dashes")])
        places = MappingProxyType(self.values), MappingProxyType(self.keys)
        return Document(self.file, data, *places, tuple(self.faults))

    def _value(self, event: Event, path: Path) -> Data:
        """The value that begins with the event. Raises `FaultyContent` if reading on would be useless."""
        self.values.setdefault(path, event.start_mark)
        if isinstance(event, ScalarEvent):
            text: str = event.value
            return text
        if isinstance(event, AliasEvent):
            self._fault(event, "there is an alias here", "Write the value out")
            return ""
        if len(path) >= DEEPEST:
            raise FaultyContent([self._made(event, "this is nested too deeply", "Use fewer levels")])
        return self._mapping(path) if isinstance(event, MappingStartEvent) else self._list(path)

    def _list(self, path: Path) -> list[Data]:
        data: list[Data] = []
        while not isinstance(event := self._next(), SequenceEndEvent):
            data.append(self._value(event, (*path, len(data))))
        return data

    def _mapping(self, path: Path) -> dict[str, Data]:
        data: dict[str, Data] = {}
        while not isinstance(event := self._next(), MappingEndEvent):
            if not isinstance(event, ScalarEvent):
                self._pass_over(event, path)
                continue
            key: str = event.value
            here = (*path, key)
            first: Mark = self.keys.setdefault(here, event.start_mark)
            if key in data:
                what = f"the key ‘{key}’ appears twice (first in line {first.line + 1})"
                self._fault(event, what, "Delete one of the two")
            data.setdefault(key, self._value(self._next(), here))
        return data

    def _pass_over(self, event: Event, path: Path) -> None:
        """Skips something other than a key, and its value."""
        self._fault(event, "a key must be a plain word", "Write the key as one word")
        self._value(event, (*path, ""))
        self._value(self._next(), (*path, ""))

    def _fault(self, event: Event, what: str, mend: str) -> None:
        self.faults.append(self._made(event, what, mend))

    def _made(self, event: Event, what: str, mend: str) -> Fault:
        place = _place(event.start_mark)
        return Fault(self.file, place.line, place.column, what, mend)


def _place(mark: Mark) -> Place:
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
