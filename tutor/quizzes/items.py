"""Units of study: what a learner comes to know, and reviews before forgetting it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Protocol

from tutor.citations import Citation
from tutor.errors import Malformed, Unknown
from tutor.library.catalogue import Library
from tutor.library.lessons import Courses
from tutor.quizzes.exercise import Exercise, Level
from tutor.quizzes.reference import ContentLookup, ExerciseRef, reference
from tutor.quizzes.sense import why_no_question


class ItemKind(Enum):
    """What an item is."""

    RULE = "rule"
    MAXIM = "maxim"
    TERM = "term"
    LAW = "law"
    ODDS = "odds"
    SKILL = "skill"
    FIRST = "first"
    """A game for somebody who has never held a card."""
    POINT = "point"
    """Whatever else a lesson teaches."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Item:
    """Something to know. `id` is its id in the syllabus, or else `term-…` or `skill-…`.

    `name` says it in a line. It may give the answer away, so it is never shown before an answer.
    """

    id: str
    kind: ItemKind
    name: str
    citation: Citation | None = None

    @property
    def code(self) -> str:
        """Its code in addresses, which gives nothing away."""
        return blake2b(self.id.encode(), digest_size=4).hexdigest()


class ExerciseMaker(Protocol):
    """Whatever makes questions on some items."""

    @property
    def items(self) -> Mapping[str, Item]:
        """What it can ask about, by id."""

    def make(self, item: str, number: int, level: Level) -> Exercise:
        """The question of a number on an item: the same for whoever asks, another for another number."""


@dataclass(frozen=True, slots=True)
class ExerciseSources:
    """What exercises are made from; `known` are the items that other makers have named before."""

    library: Library
    courses: Courses
    known: Mapping[str, Item]


MAKERS: dict[str, Callable[[ExerciseSources], ExerciseMaker]] = {}
"""What makes the exercises of each kind, by its name; the modules of `kinds` add theirs."""


def add_maker(name: str, maker: Callable[[ExerciseSources], ExerciseMaker]) -> None:
    """Adds a kind of exercise on items."""
    MAKERS[name] = maker


TRIES = 4
"""How many questions are tried to avoid one whose answers look the same."""
KEPT = 1024
"""How many questions are cached: each is asked, answered and explained, often to a whole class."""


class ExerciseBank:
    """Everything that can be asked. Makers that know the same item ask about it in turn."""

    def __init__(self, makers: Iterable[ExerciseMaker]) -> None:
        self._makers = tuple(makers)
        self._of: dict[str, list[ExerciseMaker]] = {}
        items: dict[str, Item] = {}
        for maker in self._makers:
            for item in maker.items.values():
                items.setdefault(item.id, item)
                self._of.setdefault(item.id, []).append(maker)
        self.items: Mapping[str, Item] = items
        self._by_code = {item.code: item for item in items.values()}
        self._kept = lru_cache(KEPT)(self._made)

    def coded(self, code: str) -> Item:
        """The item that a code stands for. Raises `Unknown`."""
        try:
            return self._by_code[code]
        except KeyError:
            raise Unknown("question", code, ()) from None

    def make(self, item: str, number: int, level: Level = Level.BEGINNER) -> Exercise:
        """The question of a number on an item. Raises `Unknown`."""
        return self._kept(item, number, level)

    def _made(self, item: str, number: int, level: Level) -> Exercise:
        makers = self._of.get(item)
        if makers is None:
            raise Unknown("item", item, self.items)
        maker, own = makers[number % len(makers)], number // len(makers)
        asked = maker.make(item, own, level)
        for attempt in range(1, TRIES):
            if why_no_question(asked) is None:
                break
            asked = maker.make(item, own + attempt, level)
        return asked


# ---- references ---------------------------------------------------------------------------------------------------


@reference("exercise")
@dataclass(frozen=True, slots=True)
class ItemRef(ExerciseRef):
    """An exercise on an item. These three values make the same exercise for everybody."""

    item: str
    number: int
    level: Level

    @property
    def key(self) -> str:
        return f"{self.item}/{self.level.value}/{self.number}"

    @classmethod
    def of_key(cls, key: str) -> ItemRef:
        item, level, number = ("", "", *key.rsplit("/", 2))[-3:]
        if not item or level not in _LEVELS or not number.isdecimal():
            raise Malformed(
                "name of an exercise", key[:80], "it is not item, level and number", "Write it as item/beginner/7"
            )
        return cls(item, int(number), _LEVELS[level])

    @property
    def columns(self) -> Mapping[str, Any]:
        return {"number": self.number, "level": self.level}

    @property
    def draw(self) -> tuple[str, int]:
        return self.item, self.number

    def code(self, content: ContentLookup) -> str:
        return f"{content.makers.items[self.item].code}.{self.level.value}.{self.number}"

    def resolve(self, content: ContentLookup) -> Exercise:
        return content.makers.make(self.item, self.number, self.level)


_LEVELS = {level.value: level for level in Level}
