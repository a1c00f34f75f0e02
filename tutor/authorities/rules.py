"""What an author advises, as rules: each with its id, its citation, and the fact of the view on which it turns.

An authority answers a question by trying its rules in order; the first that applies decides. The trace keeps those
tried before it, each with the reason why it did not apply.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

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
    trumps at whist), `MANAGE` a lead of the declarer’s from either hand. `TRUMP` asks a player who has none of
    the suit led whether to trump, `DISCARD` what to throw otherwise. `SIGNAL` is silent where no message is due.
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


Reason = str | Callable[[], str]
"""Why a rule does or does not apply: words, or a function that makes them when somebody reads them."""


def text_of(reason: Reason) -> str:
    """The words of a reason."""
    return reason if isinstance(reason, str) else reason()


class Finding:
    """What a rule finds: the answers it advises, best and equals alike, or none when it does not apply; and why.

    `merely` holds answers that the rule allows without advising them. The reason is put into words when it is first
    read, for most are never read; equal findings have equal words. `is_barred` says that the rule itself was not
    asked, because what it shares with others does not hold.
    """

    __slots__ = ("_reason", "answers", "is_barred", "merely")

    def __init__(
        self,
        because: Reason,
        answers: tuple[Answer, ...] = (),
        merely: tuple[Answer, ...] = (),
        *,
        is_barred: bool = False,
    ) -> None:
        self._reason = because
        self.is_barred = is_barred
        self.answers = answers
        self.merely = merely

    @property
    def because(self) -> str:
        """The reason in words, without a full stop."""
        self._reason = text = text_of(self._reason)
        return text

    @property
    def applies(self) -> bool:
        return bool(self.answers)

    def advising(self, answers: Iterable[Answer], merely: Iterable[Answer] | None = None) -> Finding:
        """The same reason with other answers; those that it merely allows stay unless others are given."""
        return Finding(self._reason, tuple(answers), self.merely if merely is None else tuple(merely))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __reduce__(self) -> tuple[type[Finding], tuple[object, ...]]:
        return Finding, self._values  # a function that makes words cannot be sent to another process; words can

    def __repr__(self) -> str:
        return f"Finding{self._values!r}"

    @property
    def _values(self) -> tuple[str, tuple[Answer, ...], tuple[Answer, ...]]:
        return self.because, self.answers, self.merely


def yes(because: Reason, *answers: Answer, merely: Iterable[Answer] = ()) -> Finding:
    """The rule applies, advises any of the answers, and allows those it `merely` allows."""
    return Finding(because, answers, tuple(merely))


def no(because: Reason) -> Finding:
    """The rule does not apply."""
    return Finding(because)


NO_REASON = ""
"""The explanation of a rule for which its author gives no reason."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a rule works, in its author’s reasoning: what it gains, what partner learns from it, what it risks.

    `text` is empty where the author gives no reason; `citation` is where he gives it, or where it was looked for.
    """

    text: str
    citation: Citation

    @property
    def is_given(self) -> bool:
        """Whether the author gives a reason at all."""
        return self.text != NO_REASON


Guard = Callable[[Reads], Reason | None]
"""Why none of the rules of a section can apply to the facts; None where they can."""


@dataclass(frozen=True, slots=True)
class Rule(Generic[Reads]):
    """One piece of an author’s advice on a question; `Reads` is what the rule reads in the view.

    A rule that reads less serves where more is read: the type varies contrariwise.

    Several rules may be rows of one table and share its id; `row` then tells them apart, and the first of them has the
    explanation of all. `advises` are the answers that the rule can give, where they are the same on every view.
    `given` is what it shares with others: where it says why not, `test` is not asked.
    """

    id: str
    says: str
    citation: Citation
    test: Callable[[Reads], Finding]
    row: str = ""
    advises: tuple[Answer, ...] = ()
    why: Why | None = None
    given: Guard[Reads] | None = None

    def __hash__(self) -> int:
        return hash((self.id, self.row))  # rules are looked up for every exchange of cards, and hold long texts

    @property
    def forbids(self) -> bool:
        """Whether it says what not to do, so that the reason for what is done instead stands elsewhere."""
        return _FORBIDS.match(self.says) is not None

    def find(self, facts: Reads) -> Finding:
        """What the rule finds in the facts of a view."""
        if self.given is not None and (barred := self.given(facts)) is not None:
            return Finding(barred, is_barred=True)
        return self.test(facts)

    def __str__(self) -> str:
        return f"{self.says} ({self.citation})"


_FORBIDS = re.compile(r"(never|do not|avoid|it is bad)\b|.*\b(never open|never lead|do not lead)\b", re.IGNORECASE)


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


class TriedRule(NamedTuple):  # the quickest to make: an answer leaves dozens of them
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
    finding: Finding
    trace: tuple[TriedRule, ...]
    acceptable: tuple[Answer, ...] = ()

    @property
    def because(self) -> str:
        """Why the rule applies."""
        return self.finding.because

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
    """The advice of the first rule that applies to the facts, or None when none does.

    What several rules in a row have `given` is asked once.
    """
    trace: list[TriedRule] = []
    asked: Guard[F] | None = None
    barred: Finding | None = None
    for rule in rules:
        if rule.given is not asked:
            asked = rule.given
            reason = asked(facts) if asked else None
            barred = None if reason is None else Finding(reason, is_barred=True)
        finding = barred or rule.test(facts)
        if finding.answers:
            merely = tuple(answer for answer in finding.merely if answer not in finding.answers)
            return Advice(finding.answers, rule, finding, tuple(trace), merely)
        trace.append(TriedRule(rule, finding))
    return None


def distinct(answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """The answers, each once, in the order in which they first come."""
    return tuple(dict.fromkeys(answers))
