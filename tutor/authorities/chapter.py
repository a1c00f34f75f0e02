"""What an author says on one question, for the views on which he says it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from tutor.authorities.rules import Advice, Answer, Finding, Question, Rule, decide, distinct
from tutor.view import View

F = TypeVar("F")


def _speaks(view: View) -> str | None:
    del view
    return None


@dataclass(frozen=True)
class Chapter(Generic[F]):
    """An author’s rules on a question, in the order in which they are tried, and what they read in a view.

    `read` gives the facts of a view in the reading of loose words that advises; each of `otherwise` in another that
    fits all printed cases. `silent_on` says why the chapter does not speak on a view that the question fits, or
    None when it does. `allows` are rules that never advise, but make an answer acceptable.
    """

    question: Question
    rules: Sequence[Rule[F]]
    read: Callable[[View], F]
    silent_on: Callable[[View], str | None] = _speaks
    otherwise: Sequence[Callable[[View], F]] = ()
    allows: Sequence[Rule[F]] = ()

    def advise(self, view: View) -> Advice | None:
        """What the first rule that applies advises; None where none does."""
        facts = self.read(view)
        advice = decide(self.rules, facts)
        if advice is None or not self.allows:
            return advice
        return _accepting(advice, [answer for rule in self.allows for answer in rule.find(facts).answers])

    def allowing(self, view: View) -> tuple[Rule[F], ...]:
        """Those of `allows` by which some answer is acceptable."""
        facts = self.read(view)
        return tuple(rule for rule in self.allows if rule.find(facts).applies)

    def advise_widely(self, view: View) -> Advice | None:
        """The same, with what each other reading would advise among what is acceptable."""
        advice = self.advise(view)
        if advice is None or advice.is_undecided:
            return advice
        others = (decide(self.rules, read(view)) for read in self.otherwise)
        return _accepting(advice, [answer for other in others if other for answer in other.answers])

    def findings(self, view: View) -> Iterator[tuple[Rule[F], Finding]]:
        """Every rule with what it finds on a view, those after the one that decides also."""
        facts = self.read(view)
        return ((rule, rule.find(facts)) for rule in (*self.rules, *self.allows))


def _accepting(advice: Advice, more: Sequence[Answer]) -> Advice:
    acceptable = distinct([*advice.acceptable, *(answer for answer in more if answer not in advice.answers)])
    return replace(advice, acceptable=acceptable)
