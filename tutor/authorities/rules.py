"""What an author advises, as rules: each with its id, its citation, and the fact of the view on which it turns.

An authority answers a question by trying its rules in order; the first that applies decides. The trace keeps those
tried before it, each with the reason why it did not apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from tutor.auction import Call, Said
from tutor.cards import Card
from tutor.citations import Citation
from tutor.play import Played
from tutor.view import View

F = TypeVar("F")
Reads = TypeVar("Reads", contravariant=True)
Answer = Call | Card


class Question(Enum):
    """What may be asked of an authority. Each is answered in its own words: a call, or a card of the hand to play.

    `RETURN` is any lead after the first by a player who is not the declarer (returning, shifting, forcing, drawing
    trumps at whist), `MANAGE` a lead of the declarer’s from either of his hands. `TRUMP` asks who has none of the suit
    led whether he trumps, `DISCARD` what he throws when he does not. `SIGNAL` is silent where no message is due.
    """

    DECLARE = "declare"
    DOUBLE = "double"
    BID = "bid"
    LEAD = "lead"
    RETURN = "return"
    MANAGE = "manage"
    SECOND = "second hand"
    THIRD = "third hand"
    FOURTH = "fourth hand"
    TRUMP = "trump"
    DISCARD = "discard"
    SIGNAL = "signal"

    @property
    def is_of_calls(self) -> bool:
        """Whether a call answers it, and not a card."""
        return self in (Question.DECLARE, Question.DOUBLE, Question.BID)

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
class Rule(Generic[Reads]):
    """One piece of an author’s advice on a question; `Reads` is what the rule reads in the view.

    A rule that reads less serves where more is read: the type varies contrariwise.

    Several rules may be rows of one table and share its id; `row` then tells them apart. `advises` are the answers that
    the rule can give, where they are the same on every view.
    """

    id: str
    says: str
    citation: Citation
    find: Callable[[Reads], Finding]
    row: str = ""
    advises: tuple[Answer, ...] = ()

    def __str__(self) -> str:
        return f"{self.says} ({self.citation})"


@dataclass(frozen=True, slots=True)
class Message:
    """What an author hears in another’s card or call.

    `heard` is asked with the view of who listens, the act being the last on it. What the act tells of the hand that
    made it is not written here: it is worked out from the rules by which such an act is chosen.
    """

    id: str
    says: str
    citation: Citation
    heard: Callable[[View, Played | Said], bool]


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
    """An authority that has nothing to say on a view, and why; `others` are the keys of those who have."""

    authority: str
    question: Question
    because: str
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        others = f" {' and '.join(self.others)} may be asked" if self.others else ""
        return f"{self.authority} is silent: {self.because}.{others + '.' if others else ''}"


def decide(rules: Iterable[Rule[F]], facts: F) -> Advice | None:
    """The advice of the first rule that applies to the facts, or None when none does."""
    trace: list[Tried] = []
    for rule in rules:
        finding = rule.find(facts)
        if finding.applies:
            merely = tuple(answer for answer in finding.merely if answer not in finding.answers)
            return Advice(finding.answers, rule, finding.because, tuple(trace), merely)
        trace.append(Tried(rule, finding))
    return None


def distinct(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """The answers, each once, in the order in which they first come."""
    return tuple(dict.fromkeys(answers))
