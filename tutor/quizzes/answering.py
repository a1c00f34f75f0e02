"""Exercises that are values: one of several choices, or a whole number, each answer with what speaks for or against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import TypeVar

from tutor.citations import Citation
from tutor.quizzes.exercise import Choice, Exercise, Form, Level, Verdict
from tutor.quizzes.marks import Grade
from tutor.view import View

T = TypeVar("T")


def seeded(item: str, number: int, level: Level) -> Random:
    """The chance by which a question is made: the same for whoever asks for it."""
    return Random(f"{item}:{level.value}:{number}")


def shuffled(random: Random, things: tuple[T, ...]) -> tuple[T, ...]:
    """The things in an order that tells nothing."""
    return tuple(random.sample(things, len(things)))


@dataclass(frozen=True, slots=True)
class Option:
    """An answer that can be chosen, what it is worth, and why."""

    key: str
    label: str
    because: str
    shade: Grade = Grade.NOT_ADVISED

    @property
    def choice(self) -> Choice:
        return Choice(self.key, self.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleChoice(Exercise):
    """A question with options, the best among them; `look` is the first hint, `rule` the second but for a `hint`."""

    item: str
    prompt: str
    options: tuple[Option, ...]
    look: str
    rule: str
    hint: str = ""
    citation: Citation | None = None
    facts: tuple[str, ...] = ()
    view: View | None = None

    @property
    def form(self) -> Form:
        """See `Exercise`."""
        return Form.CHOICE

    @property
    def choices(self) -> tuple[Choice, ...]:
        """See `Exercise`."""
        return tuple(option.choice for option in self.options)

    @property
    def best(self) -> tuple[Choice, ...]:
        """The right answers."""
        return tuple(option.choice for option in self.options if option.shade is Grade.BEST)

    @property
    def hints(self) -> tuple[str, str, str]:
        """See `Exercise`."""
        return self.look, self.hint or self.rule, " Or: ".join(choice.label for choice in self.best)

    @property
    def answer(self) -> str:
        """See `Exercise`."""
        return self.best[0].key

    def _mark(self, given: Choice) -> Verdict:
        option = next(option for option in self.options if option.key == given.key)
        return Verdict(given, option.shade, option.because, self.best, self.rule, self.citation)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumericExercise(Exercise):
    """A question whose answer is a whole number; `because` says how it is come by.

    `slips` are wrong numbers by which a usual mistake is known, with the mistake; `open_to` are those of another fair
    reading of the text, with the reading.
    """

    item: str
    prompt: str
    number: int
    because: str
    look: str
    rule: str
    citation: Citation | None = None
    slips: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    open_to: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    facts: tuple[str, ...] = ()
    view: View | None = None

    @property
    def form(self) -> Form:
        """See `Exercise`."""
        return Form.NUMBER

    @property
    def choices(self) -> tuple[Choice, ...]:
        """See `Exercise`: none."""
        return ()

    @property
    def hints(self) -> tuple[str, str, str]:
        """See `Exercise`."""
        return self.look, self.rule, f"It is {self.answer}."

    @property
    def answer(self) -> str:
        """See `Exercise`."""
        return str(self.number)

    def _mark(self, given: Choice) -> Verdict:
        number = int(given.key)
        best = (Choice(self.answer, self.answer),)
        if number == self.number:
            return Verdict(given, Grade.BEST, self.because, best, self.rule, self.citation)
        if number in self.open_to:
            because = f"{self.open_to[number]}; otherwise {self.because}"
            return Verdict(given, Grade.ACCEPTABLE, because, best, self.rule, self.citation)
        slip = self.slips.get(number)
        because = f"{slip}; {self.because}" if slip else self.because
        return Verdict(given, Grade.NOT_ADVISED, because, best, self.rule, self.citation)
