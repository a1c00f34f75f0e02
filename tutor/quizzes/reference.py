"""References to exercises: how each is named, where its answers are saved, and how it is found again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from tutor.errors import Malformed, Unknown

if TYPE_CHECKING:
    from tutor.library.games import Game
    from tutor.library.lessons import Lesson
    from tutor.library.moved import Moved
    from tutor.quizzes.exercise import Exercise
    from tutor.quizzes.items import ExerciseBank
    from tutor.tables.match import Match


class ContentLookup(Protocol):
    """The content that questions are about. Every method raises `Unknown`, or `FaultyContent` for a faulty text."""

    @property
    def makers(self) -> ExerciseBank:
        """What makes exercises on items."""

    @property
    def moved(self) -> Moved:
        """What has moved or left the lessons."""

    def lesson(self, lesson_id: str) -> Lesson:
        """The lesson of an id, from a course or written by a user."""

    def game(self, game_id: str) -> Game:
        """The game of an id, from a book or written by a user."""

    def match(self, key: int) -> Match:
        """The match of a number at a practice table."""


class ExerciseRef(ABC):
    """The name of an exercise, wherever its answers are saved.

    `topic` and `key` are the columns `topic` and `item` of the log; `topic:key` is the written form. Each kind of
    exercise has its own class, and only that class reads and writes its keys.
    """

    topic: ClassVar[str]

    @property
    @abstractmethod
    def key(self) -> str:
        """Its name within its topic."""

    @classmethod
    @abstractmethod
    def of_key(cls, key: str) -> ExerciseRef:
        """The reference that a key writes. Raises `Malformed`."""

    @abstractmethod
    def resolve(self, content: ContentLookup) -> Exercise:
        """The exercise. Raises `Unknown` if it no longer exists, and `FaultyContent`."""

    @property
    def columns(self) -> Mapping[str, Any]:
        """The values that the log saves in separate columns, besides the topic and the key."""
        return {}

    @property
    def draw(self) -> tuple[str, int] | None:
        """The item and the number that made it. None for a written question."""
        return None

    def code(self, content: ContentLookup) -> str:  # noqa: ARG002 - some kinds need it
        """Its code in addresses and files, which gives nothing away."""
        return self.key.replace("/", ".")

    def __str__(self) -> str:
        return f"{self.topic}:{self.key}"


KINDS: dict[str, type[ExerciseRef]] = {}
"""The kinds of reference by their topics."""

Ref = TypeVar("Ref", bound=type[ExerciseRef])


def reference(topic: str) -> Callable[[Ref], Ref]:
    """Registers a class for the references of a topic."""

    def registered(kind: Ref) -> Ref:
        kind.topic = topic
        KINDS[topic] = kind
        return kind

    return registered


def parts_of(key: str, what: str, place: str) -> tuple[str, str]:
    """The place of a key and the name there: `lesson/question`. Raises `Malformed` for the name of a `what`."""
    first, stroke, rest = key.partition("/")
    if not stroke:
        raise Malformed(f"name of a {what}", key[:80], f"it has no {place}", f"Write it as {place}/{what}")
    return first, rest


def ref_of(topic: str, key: str) -> ExerciseRef:
    """The reference under which an answer is saved. Raises `Unknown`, `Malformed`."""
    if topic not in KINDS:
        raise Unknown("kind of exercise", topic, KINDS)
    return KINDS[topic].of_key(key)


def parse_ref(text: str) -> ExerciseRef:
    """The reference of a text, as `str` writes it. Raises `Malformed`, `Unknown`."""
    topic, colon, key = text.partition(":")
    if not colon:
        raise Malformed(
            "name of an exercise", text[:80], "it has no topic", "Write it as exercise:term-finesse/beginner/7"
        )
    return ref_of(topic, key)
