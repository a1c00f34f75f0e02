"""YAML read as text: mappings, lists and strings, with the place of each, and nothing else.

No scalar is converted here (`NO`, `12:30` and `010` stay what they are): the schema says what each is to be. A key
given twice, an alias and a second document are faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import yaml

from tutor.errors import Fault, FaultyContent

Path = tuple[str | int, ...]
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
    values: Mapping[Path, Place]
    keys: Mapping[Path, Place]
    faults: tuple[Fault, ...]

    def place(self, path: Path, *, of_key: bool = False) -> Place:
        """Where the value (or the key) at a path stands; of what is not there, its nearest container."""
        if of_key and path in self.keys:
            return self.keys[path]
        while path not in self.values:
            path = path[:-1]
        return self.values[path]

    def fault(self, path: Path, what: str, mend: str = "", *, of_key: bool = False) -> Fault:
        place = self.place(path, of_key=of_key)
        return Fault(self.file, place.line, place.column, what, mend)


def read(text: str, file: str) -> Document:
    """What the text says. Raises `FaultyContent` where it is not YAML at all."""
    try:
        _check_depth(text, file)
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        what = f"this is not YAML: {error.problem or error.context}"
        raise FaultyContent([Fault(file, line, column, what, "Mend the punctuation or the indentation here")]) from None
    except yaml.YAMLError as error:
        what = f"this is not YAML: {' '.join(str(error).split())}"
        raise FaultyContent([Fault(file, 1, 1, what, "Save the file as UTF-8 text")]) from None
    if root is None:
        raise FaultyContent([Fault(file, 1, 1, "the file is empty", "Begin with a hand that is there and change it")])
    reader = _Reader(file)
    data = reader.read(root, ())
    return Document(file, data, MappingProxyType(reader.values), MappingProxyType(reader.keys), tuple(reader.faults))


def _check_depth(text: str, file: str) -> None:
    """Raises `FaultyContent` where collections nest too deep for what reads them by calling itself."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                place = _place(event)
                raise FaultyContent([Fault(file, place.line, place.column, "this is nested too deep", "Flatten it")])
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.values: dict[Path, Place] = {}
        self.keys: dict[Path, Place] = {}
        self._seen: set[int] = set()

    def read(self, node: yaml.Node, path: Path) -> Data:
        self.values[path] = _place(node)
        if id(node) in self._seen:
            self._fault(node, "an alias stands here", "Write the value out")
            return ""
        self._seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child, (*path, number)) for number, child in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        raise TypeError(f"YAML has no node of the type {type(node).__name__}")

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Data]:
        mapping: dict[str, Data] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                self._fault(key_node, "a key must be a plain word", "Write the key as one word")
                continue
            key = str(key_node.value)
            here = (*path, key)
            if key in mapping:
                first = self.keys[here].line
                self._fault(key_node, f"the key ‘{key}’ stands twice (first in line {first})", "Keep one of the two")
                continue
            self.keys[here] = _place(key_node)
            mapping[key] = self.read(value_node, here)
        return mapping

    def _fault(self, node: yaml.Node, what: str, mend: str) -> None:
        place = _place(node)
        self.faults.append(Fault(self.file, place.line, place.column, what, mend))


def _place(node: yaml.Node | yaml.Event) -> Place:
    mark = node.start_mark
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
