"""Questions on the comparison of laws: what a code says on a point, and which code says it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from types import MappingProxyType

from tutor.citations import Citation
from tutor.library.concordance import Cell, Concordance, LegalPoint, MissingReason, Provision
from tutor.library.laws import laws
from tutor.quizzes.exercise import AnswerForm, Choice, Exercise, ExerciseVerdict, Grade, Level, the_answer
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.quizzes.wording import lowered, sentence

MOST_CHOICES = 4

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "whist-1859": "the laws of whist of 1859",
        "bridge-english-1901": "the English laws of 1901",
        "bridge-english-1904": "the English laws of 1904",
        "bridge-american-1907": "the American laws of 1907",
        "auction-1910": "the laws of auction of 1910",
    }
)
"""The codes as a question names them."""


def can_be_asked(cell: Cell) -> bool:
    """Whether a question is possible: we know what the code says, or that it has no law and nothing takes its place."""
    return isinstance(cell, Provision) or (cell.want is MissingReason.NO_LAW and not cell.says)


def answer_of(cell: Cell) -> str:
    """What a code says on a point, in a few words."""
    return sentence(cell.short if isinstance(cell, Provision) else MissingReason.NO_LAW.value.rstrip("."))


def _sorted_as(label: str) -> str:
    """What a label is sorted by before shuffling. Answers are stored by place, and new words keep the old one."""
    return sentence("It has no law on this") if label == sentence(MissingReason.NO_LAW.value.rstrip(".")) else label


@dataclass(frozen=True, slots=True)
class LegalPointExercise(Exercise):
    """A question on a point of law, about one of the codes."""

    item: str = field()
    number: int
    point: LegalPoint
    key: str

    @property
    def cell(self) -> Cell:
        """What the code says."""
        return self.point.cells[self.key]

    @property
    def form(self) -> AnswerForm:
        return AnswerForm.CHOICE

    @property
    def citation(self) -> Citation | None:
        """Where the code says it."""
        return self.cell.citation if isinstance(self.cell, Provision) else None

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        # Keys are places after shuffling, the same for everybody, so that a key gives nothing away.
        return tuple(Choice(str(place), label) for place, label in enumerate(self._labels()))

    @abstractmethod
    def _labels(self) -> list[str]: ...

    @abstractmethod
    def _is_right(self, label: str) -> bool: ...

    @abstractmethod
    def _slip(self, label: str) -> str:
        """What is wrong with an answer."""

    @property
    def _instead(self) -> str:
        """What the code says, to follow what is wrong with an answer."""
        return f"; under {NAMES[self.key]}: {self._told}"

    @property
    def answer(self) -> str:
        return self._best[0].key

    @property
    def _best(self) -> tuple[Choice, ...]:
        return tuple(choice for choice in self.choices if self._is_right(choice.label))

    @property
    def _told(self) -> str:
        """What the code says, in a sentence."""
        return self.cell.says if isinstance(self.cell, Provision) else self.cell.want.value

    @property
    def hints(self) -> tuple[str, str, str]:
        look = f"Look under ‘{self.point.group.heading}’."
        rule = f"{look} See {self.citation}." if self.citation else f"{look} Not every code has a law on it."
        return look, rule, the_answer(*(choice.label for choice in self._best))

    def _mark(self, given: Choice) -> ExerciseVerdict:
        right = self._is_right(given.label)
        grade = Grade.BEST if right else Grade.NOT_ADVISED
        slip = "" if right else self._slip(given.label)
        because = f"{slip}{self._instead}" if slip else self._told
        return ExerciseVerdict(
            given, grade, because, self._best, self._told, self.citation, right=self._told, slip=slip
        )


@dataclass(frozen=True, slots=True)
class LawExercise(LegalPointExercise):
    """What is the law on a point, under one code?"""

    @property
    def prompt(self) -> str:
        return f"Under {NAMES[self.key]}, {lowered(self.point.asks)}"

    def _labels(self) -> list[str]:
        random = Random(f"{self.item}/{self.number}")
        right = answer_of(self.cell)
        others = {answer_of(cell) for cell in self.point.cells.values() if can_be_asked(cell)} - {right}
        wrong = random.sample(sorted(others, key=_sorted_as), len(others))
        wrong += [sentence(answer) for answer in random.sample(self.point.wrong, len(self.point.wrong))]
        labels = [right, *wrong[: MOST_CHOICES - 1]]
        random.shuffle(labels)
        return labels

    def _is_right(self, label: str) -> bool:
        return label == answer_of(self.cell)

    def _slip(self, label: str) -> str:
        who = [key for key, cell in self.point.cells.items() if can_be_asked(cell) and answer_of(cell) == label]
        if not who:
            return "No code says so"
        if isinstance(self.point.cells[who[0]], Provision):
            return f"That is what {_joined(who)} say"
        return f"That is true of {_joined(who)}"


@dataclass(frozen=True, slots=True)
class CodeExercise(LegalPointExercise):
    """Which code gives this answer to a question?"""

    @property
    def prompt(self) -> str:
        return f"“{self.point.asks}” Which code answers: “{answer_of(self.cell)}”?"

    def _labels(self) -> list[str]:
        random = Random(f"{self.item}/{self.number}")
        same = self.point.with_the_same(self.key)
        others = [key for key in _askable(self.point) if key not in (self.key, *same)]
        keys = [self.key, *random.sample(others, min(len(others), MOST_CHOICES - 1))]
        random.shuffle(keys)
        return [sentence(NAMES[key]) for key in keys]

    def _is_right(self, label: str) -> bool:
        return label == sentence(NAMES[self.key])

    def _slip(self, label: str) -> str:
        given = next(key for key, name in NAMES.items() if sentence(name) == label)
        return f"Under {NAMES[given]}: {answer_of(self.point.cells[given])}"


def _askable(point: LegalPoint) -> list[str]:
    return [key for key, cell in point.cells.items() if can_be_asked(cell)]


def _joined(keys: Iterable[str]) -> str:
    *first, last = [NAMES[key] for key in keys]
    return f"{', '.join(first)} and {last}" if first else last


class LegalPointMaker:
    """Makes questions on the points of law, and on each law about one of them."""

    def __init__(self, concordance: Concordance) -> None:
        self._of: dict[str, list[tuple[LegalPoint, str]]] = {}
        items: dict[str, Item] = {}
        for point in concordance.values():
            items[point.id] = Item(point.id, ItemKind.LAW, point.asks)
            self._of[point.id] = [(point, key) for key in _askable(point)]
        for point, key, law in _laws(concordance):
            for item in law.items:
                worded = laws().by_id.get(item, [])
                says = worded[0].says if len(worded) == 1 else f"{sentence(law.short)}: {law.says}"
                items.setdefault(item, Item(item, ItemKind.LAW, says, law.citation))
                self._of.setdefault(item, []).append((point, key))
        self.items: Mapping[str, Item] = MappingProxyType(items)

    def make(self, item: str, number: int, level: Level) -> Exercise:
        """The question of a number on an item. For advanced learners, every second one asks which code says it."""
        asked = self._of[item]
        point, key = asked[number % len(asked)]
        others = set(_askable(point)) - {key, *point.with_the_same(key)}
        turn = number // len(asked)
        if level is Level.ADVANCED and turn % 2 and len(others) > 1:
            return CodeExercise(item, number, point, key)
        return LawExercise(item, number, point, key)


add_maker("legal points", lambda sources: LegalPointMaker(sources.library.concordance))


def _laws(concordance: Concordance) -> Iterator[tuple[LegalPoint, str, Provision]]:
    for point in concordance.values():
        for key, cell in point.cells.items():
            if isinstance(cell, Provision):
                yield point, key, cell
