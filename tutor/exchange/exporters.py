"""What can be exported, and in which formats.

Each format is a module of `exchange/formats` with an `EXPORTER`. The address, the command and the button follow from
it. Nothing else names the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, TypeVar

from tutor.errors import Unknown
from tutor.exchange import formats
from tutor.exchange.files import ExportedFile, Progress, untold
from tutor.exchange.questions import Stock
from tutor.extras import has_extra, require_extra
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal, Problem
from tutor.library.games import Game
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.groups import ItemGroup
from tutor.quizzes.reference import ExerciseRef
from tutor.study.answers.answers import LogEntry
from tutor.study.review.preferences import Holiday

AT_ONCE = 60
"""An export with at most this many parts is made while the user waits."""


class AnswerLog:
    """The answers of a learner, as something that can be exported."""


Content = Lesson | Course | ItemGroup | Game | ExampleDeal | Problem
Found = TypeVar("Found")


class ExportSource(Protocol):
    """Where exports come from: the content, and the answers of the user."""

    @property
    def library(self) -> Library: ...

    @property
    def stock(self) -> Stock: ...

    def log(self) -> Iterable[LogEntry | Holiday]: ...


@dataclass(frozen=True, slots=True)
class ExportOption:
    """A setting of an export: a parameter of its address, and an option of its command.

    It is one of the `choices`, or a number within `bounds` (with a fraction if they have one), or any text. `flags`
    replace `--name VALUE` in the command, each with its value and its help. An option that `is_for_commands` is not
    read from addresses. A number in an address may be at most `most_by_address`.
    """

    name: str
    help: str = ""
    default: str = ""
    choices: tuple[str, ...] = ()
    bounds: tuple[float, float] | None = None
    flags: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_for_commands: bool = False
    most_by_address: int | None = None

    def read(self, text: str | None) -> str:
        """The value that an address gives. A wrong value is ignored."""
        if text is None or self.is_for_commands or (self.choices and text not in self.choices):
            return self.default
        if self.bounds is not None:
            is_number = text.isascii() and text.isdecimal() and len(text) < 8
            most = self.bounds[1] if self.most_by_address is None else self.most_by_address
            return text if is_number and self.bounds[0] <= int(text) <= most else self.default
        return text


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to export, and how: ids, a value for every option, the moment, and where to report progress."""

    what: tuple[str, ...]
    options: Mapping[str, str]
    now: datetime
    progress: Progress = untold

    @property
    def only(self) -> str:
        """The single id."""
        (what,) = self.what
        return what


def _one_part(_source: ExportSource, _request: ExportRequest) -> int:
    return 1


def _no_exercises(_source: ExportSource, _request: ExportRequest) -> Iterable[ExerciseRef]:
    return ()


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format: its name in addresses and as a command, the label of its button, the function that makes the file.

    `applies_to` has the kinds of content offered in it, each with its use. `variants` are the options of the links
    offered, by kind of content and label. `parts` counts the parts of an export without making it. `exercises` are the
    exercises whose answers are in it. If it `is_public`, it is the same for everybody, and pages elsewhere can show it.
    If it has an `extra`, it is offered only where that is installed. If it `is_inline`, the browser opens it. If it
    `shows_the_end` of a game, it is offered at the end. `argument` is the argument of the command; it ends in `…` if
    there may be several.
    """

    name: str
    label: str
    media_type: str
    extension: str
    applies_to: Mapping[type, str]
    summary: str
    export: Callable[[ExportSource, ExportRequest], ExportedFile]
    options: tuple[ExportOption, ...] = ()
    variants: Mapping[type, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    argument: str = "WHAT"
    is_public: bool = False
    extra: str = ""
    is_inline: bool = False
    shows_the_end: bool = False
    parts: Callable[[ExportSource, ExportRequest], int] = _one_part
    exercises: Callable[[ExportSource, ExportRequest], Iterable[ExerciseRef]] = _no_exercises

    @property
    def is_installed(self) -> bool:
        """Whether the packages are there that make the file."""
        return not self.extra or has_extra(self.extra)

    def require(self) -> None:
        """Raises `NotInstalled` unless the packages are there that make the file."""
        if self.extra:
            require_extra(self.extra, self.label)

    def is_quick(self, source: ExportSource, request: ExportRequest) -> bool:
        """Whether it is quick to make. Raises `Unknown`."""
        return self.parts(source, request) <= AT_ONCE

    def request(
        self,
        what: tuple[str, ...],
        given: Mapping[str, str],
        now: datetime,
        progress: Progress = untold,
    ) -> ExportRequest:
        """The request of an address with the parameters `given`."""
        return ExportRequest(
            what, {option.name: option.read(given.get(option.name)) for option in self.options}, now, progress
        )

    def file(self, stem: str, content: bytes, suffix: str = "") -> ExportedFile:
        """A file of the format."""
        return ExportedFile(f"{stem}{suffix}.{self.extension}", self.media_type, content)


@cache
def names() -> tuple[str, ...]:
    """The names of the formats."""
    return tuple(sorted(module.name for module in iter_modules(formats.__path__)))


def exporter(name: str) -> Exporter:
    """The format of a name. Raises `Unknown`."""
    if name not in names():
        raise Unknown("format", name, names())
    found: Exporter = import_module(f"{formats.__name__}.{name}").EXPORTER
    return found


def exporters_of(kind: type) -> tuple[Exporter, ...]:
    """The formats offered for a kind of content: those whose packages are installed."""
    offered = (found for name in names() if kind in (found := exporter(name)).applies_to)
    return tuple(found for found in offered if found.is_installed)


# ---- what is exported ---------------------------------------------------------------------------------------------

_SHELVES: Mapping[type, tuple[str, Callable[[ExportSource], Mapping[str, Content]]]] = {
    Lesson: ("lesson", lambda source: source.stock.courses.lessons),
    Course: ("course", lambda source: source.stock.courses.courses),
    ItemGroup: ("group", lambda source: source.stock.groups),
    Game: ("game", lambda source: source.library.games),
    ExampleDeal: ("deal", lambda source: source.library.deals),
    Problem: ("ending", lambda source: source.library.problems),
}


def find(source: ExportSource, what: str, *kinds: type[Found]) -> Found:
    """The content of an id, of one of some kinds. Raises `Unknown`.

    The kind may come first, as in `group:odds`, because a course and a group may have the same name.
    """
    kind, _, name = what.rpartition(":")
    known: list[str] = []
    for wanted in kinds:
        title, shelf = _SHELVES[wanted][0], _SHELVES[wanted][1](source)
        if kind in ("", title) and name in shelf:
            found = shelf[name]
            assert isinstance(found, wanted)  # noqa: S101
            return found
        known.extend(shelf)
    raise Unknown(" or ".join(_SHELVES[wanted][0] for wanted in kinds), what, known)


def every(source: ExportSource, *kinds: type[Found]) -> tuple[Found, ...]:
    """All content of some kinds."""
    return tuple(
        content for kind in kinds for content in _SHELVES[kind][1](source).values() if isinstance(content, kind)
    )


def address_of(content: Content) -> str:
    """The name of content in addresses, with its kind if another may have the same name."""
    title = _SHELVES[type(content)][0]
    return content.id if isinstance(content, Game | ExampleDeal | Problem) else f"{title}:{content.id}"
