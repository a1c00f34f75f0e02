"""What an author advises, as rules: each with its id, its citation, and the fact of the view on which it turns.

An authority answers a question by trying its rules in order; the first that applies decides. The trace keeps those
tried before it, each with the reason why it did not apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from tutor.auction import Call
from tutor.cards import Card
from tutor.citations import Citation

F = TypeVar("F")
Answer = Call | Card


class Question(Enum):
    """What may be asked of an authority."""

    DECLARE = "declare"
    LEAD = "lead"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule finds: the answers it advises, best and equals alike, or none when it does not apply; and why.

    `merely` holds answers that the rule allows without advising them.
    """

    because: str
    answers: tuple[Answer, ...] = ()
    merely: tuple[Answer, ...] = ()

    @property
    def applies(self) -> bool:
        return bool(self.answers)


def applies(because: str, *answers: Answer) -> Finding:
    """The rule applies, and advises any of the answers."""
    return Finding(because, answers)


def fails(because: str) -> Finding:
    """The rule does not apply."""
    return Finding(because)


@dataclass(frozen=True, slots=True)
class Rule(Generic[F]):
    """One piece of an author’s advice on a question; `F` is what the rule reads in the view.

    Several rules may be rows of one table and share its id; `row` then tells them apart. `advises` are the answers that
    the rule can give, where they are the same on every view.
    """

    id: str
    says: str
    citation: Citation
    find: Callable[[F], Finding]
    row: str = ""
    advises: tuple[Answer, ...] = ()

    def __str__(self) -> str:
        return f"{self.says} ({self.citation})"


@dataclass(frozen=True, slots=True)
class Tried:
    """A rule that was tried, and why it did or did not apply."""

    rule: Rule[Any]
    finding: Finding

    def __str__(self) -> str:
        return f"{self.rule.says} {'Yes' if self.finding.applies else 'No'}: {self.finding.because}."


@dataclass(frozen=True, slots=True)
class Advice:
    """What an authority advises: the answers (equals where there are several), the rule that decided, and the trace.

    `acceptable` are answers that another fair reading of the author gives; they are never wrong.
    """

    answers: tuple[Answer, ...]
    rule: Rule[Any]
    because: str
    trace: tuple[Tried, ...]
    acceptable: tuple[Answer, ...] = ()

    @property
    def citation(self) -> Citation:
        return self.rule.citation

    @property
    def is_undecided(self) -> bool:
        """Whether the author’s own rules leave it open between answers that are not equals."""
        return self.rule.row == UNDECIDED


UNDECIDED = "undecided"
"""The `row` of a rule by which an author contradicts himself: no answer to it is marked."""


@dataclass(frozen=True, slots=True)
class Silent:
    """An authority that has nothing to say on a view, and why."""

    authority: str
    question: Question
    because: str

    def __str__(self) -> str:
        return f"{self.authority} is silent: {self.because}."


def decide(rules: Sequence[Rule[F]], facts: F) -> Advice | None:
    """The advice of the first rule that applies to the facts, or None when none does."""
    trace: list[Tried] = []
    for rule in rules:
        finding = rule.find(facts)
        tried = Tried(rule, finding)
        if finding.applies:
            return Advice(finding.answers, rule, finding.because, tuple(trace), finding.merely)
        trace.append(tried)
    return None


def distinct(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """The answers, each once, in the order in which they first come."""
    return tuple(dict.fromkeys(answers))
