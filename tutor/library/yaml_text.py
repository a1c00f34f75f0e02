"""YAML read as text: mappings, lists and strings, with the place of each, and nothing else.

No scalar is converted here (`NO`, `12:30` and `010` stay what they are): the schema says what each is to be. A key
given twice, an alias and a second document are faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import yaml

from tutor.errors import Fault, FaultyContent

Path = tuple[str | int, ...]
Mark = Any
"""Where the parser says that something stands: it has a line and a column, from 0."""

Data = str | list["Data"] | dict[str, "Data"]

DEEPEST = 50
"""How deep collections may nest: many times what any content needs."""

_LOADER: type[yaml.BaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass(frozen=True, slots=True)
class Place:
    """A line and a column, from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Document:
    """What a YAML text says, and where each value of it and each key stands.

    `faults` are those of the text that leave the rest of it readable; a document that has any is not to be used.
    """

    file: str
    data: Data
    values: Mapping[Path, Mark]
    keys: Mapping[Path, Mark]
    faults: tuple[Fault, ...]

    def place(self, path: Path, *, of_key: bool = False) -> Place:
        """Where the value (or the key) at a path stands; of what is not there, its nearest container."""
        if of_key and path in self.keys:
            return _place(self.keys[path])
        while path not in self.values:
            path = path[:-1]
        return _place(self.values[path])

    def fault(self, path: Path, what: str, mend: str = "", *, of_key: bool = False) -> Fault:
        place = self.place(path, of_key=of_key)
        return Fault(self.file, place.line, place.column, what, mend)


def read(text: str, file: str) -> Document:
    """What the text says. Raises `FaultyContent` where it is not YAML at all."""
    reader = _Reader(file)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            reader.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        what = f"this is not YAML: {error.problem or error.context}"
        raise FaultyContent([Fault(file, line, column, what, "Mend the punctuation or the indentation here")]) from None
    except yaml.YAMLError as error:
        what = f"this is not YAML: {' '.join(str(error).split())}"
        raise FaultyContent([Fault(file, 1, 1, what, "Save the file as UTF-8 text")]) from None
    if reader.root is None:
        raise FaultyContent([Fault(file, 1, 1, "the file is empty", "Begin with a hand that is there and change it")])
    places = MappingProxyType(reader.values), MappingProxyType(reader.keys)
    return Document(file, reader.root, *places, tuple(reader.faults))


@dataclass(slots=True)
class _Open:
    """A list or a mapping that is being read, and in a mapping the key whose value comes next."""

    path: Path
    data: list[Data] | dict[str, Data]
    key: str | None = None
    is_dropped: bool = False


class _Reader:
    """Takes the parser’s events one by one: it calls nothing that calls itself, however deep a text nests."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Data | None = None
        self.faults: list[Fault] = []
        self.values: dict[Path, Mark] = {}
        self.keys: dict[Path, Mark] = {}
        self._open: list[_Open] = []
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        """One event. Raises `FaultyContent` where reading on would be of no use."""
        match event:
            case yaml.ScalarEvent():
                self._value(event, str(event.value))
            case yaml.MappingStartEvent():
                self._value(event, {})
            case yaml.SequenceStartEvent():
                self._value(event, [])
            case yaml.CollectionEndEvent():
                self._open.pop()
            case yaml.AliasEvent():
                self._fault(event, "an alias stands here", "Write the value out")
                self._value(event, "")
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    what = "this is not YAML of one document: a second begins here"
                    raise FaultyContent([self._made(event, what, "Strike out the line of dashes")])

    def _value(self, event: yaml.Event, value: Data) -> None:
        path: Path = ()
        if self._open:
            parent = self._open[-1]
            if isinstance(parent.data, list):
                path = (*parent.path, len(parent.data))
                parent.data.append(value)
            elif parent.key is None:
                self._key(event, parent, value)
                return
            else:
                path = (*parent.path, parent.key)
                if not parent.is_dropped:
                    parent.data[parent.key] = value
                parent.key, parent.is_dropped = None, False
        else:
            self.root = value
        self.values.setdefault(path, event.start_mark)
        if not isinstance(value, str):
            self._enter(event, path, value)

    def _key(self, event: yaml.Event, parent: _Open, value: Data) -> None:
        if not isinstance(value, str):
            self._fault(event, "a key must be a plain word", "Write the key as one word")
            parent.key, parent.is_dropped = "", True
            self._enter(event, parent.path, value)
            return
        path = (*parent.path, value)
        if path in self.keys:
            first = self.keys[path].line + 1
            self._fault(event, f"the key ‘{value}’ stands twice (first in line {first})", "Keep one of the two")
            parent.is_dropped = True
        self.keys.setdefault(path, event.start_mark)
        parent.key = value

    def _enter(self, event: yaml.Event, path: Path, value: list[Data] | dict[str, Data]) -> None:
        self._open.append(_Open(path, value))
        if len(self._open) > DEEPEST:
            raise FaultyContent([self._made(event, "this is nested too deep", "Flatten it")])

    def _fault(self, event: yaml.Event, what: str, mend: str) -> None:
        self.faults.append(self._made(event, what, mend))

    def _made(self, event: yaml.Event, what: str, mend: str) -> Fault:
        place = _place(event.start_mark)
        return Fault(self.file, place.line, place.column, what, mend)


def _place(mark: Mark) -> Place:
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
