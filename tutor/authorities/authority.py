"""What an authority offers, whoever it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tutor.authorities.chapter import Chapter
from tutor.authorities.fitting import fitting, may_ruff, why_unfit
from tutor.authorities.rules import Advice, Answer, Finding, Message, Question, Rule, Silent, Why
from tutor.cards import Card
from tutor.errors import Unknown
from tutor.view import View


@dataclass(frozen=True)
class Authority:
    """An author, who advises on what a seat can see. `key` is that of the source.

    Several chapters may be on one question, each for views of its own; the first that speaks decides.
    """

    key: str
    chapters: Sequence[Chapter[Any]]
    messages: Sequence[Message] = ()
    """What the author hears in the cards and calls of others."""
    heard_in_calls: Sequence[Message] = ()
    """Those of the messages that are heard in calls, for an author who hears much in calls and much in cards."""

    def __hash__(self) -> int:
        return hash(self.key)  # the rules are some hundreds

    @cached_property
    def rules(self) -> tuple[Rule[Any], ...]:
        """Every rule that can be tested, each once, in the order of the chapters."""
        every = (rule for chapter in self.chapters for rule in (*chapter.rules, *chapter.allows))
        return tuple(dict.fromkeys(every))

    @cached_property
    def _by_name(self) -> Mapping[tuple[str, str], Rule[Any]]:
        return {(rule.id, rule.row): rule for rule in self.rules}

    def rule(self, rule_id: str, row: str = "") -> Rule[Any]:
        """The rule of an id; of a table the row named. Raises `Unknown`."""
        try:
            return self._by_name[rule_id, row]
        except KeyError:
            raise Unknown("rule", f"{rule_id} {row}".strip(), (rule.id for rule in self.rules)) from None

    @cached_property
    def _whys(self) -> Mapping[str, Why]:
        return {rule.id: rule.why for rule in reversed(self.rules) if rule.why is not None}

    def why(self, rule_id: str) -> Why | None:
        """Why a rule works, as the author explains it; None where no rule of the id has an explanation."""
        return self._whys.get(rule_id)

    def questions(self) -> tuple[Question, ...]:
        """The questions on which the author has rules."""
        asked = {chapter.question for chapter in self.chapters}
        return tuple(question for question in Question if question in asked)

    def advise(self, view: View, question: Question, *, widely: bool = False) -> Advice | Silent:
        """What the author advises on a view, with the rule that decides and those tried before it; or why there is
        none.

        With `widely`, all that another fair reading of the author would advise is acceptable.
        """
        reasons: list[str] = []
        spoke = False
        for chapter, reason in self._chapters(view, question):
            if reason:
                reasons.append(reason)
                continue
            advice = chapter.advise_widely(view) if widely else chapter.advise(view)
            if advice:
                return advice
            spoke = True
        if spoke:  # why other chapters are for other views does not matter
            return Silent(self.key, question, "none of the author’s rules applies")
        return Silent(
            self.key, question, "; ".join(dict.fromkeys(reasons)) or "the author has no rules on this question"
        )

    def answer(self, view: View, *, widely: bool = False) -> Advice | Silent:
        """What the author advises the player to act: the call, or the card, whichever question it is.

        Where the author’s advice is not to trump, the advice on the discard says what to throw, if there is any. Where
        the author does not say whether to trump, and a trump would take the trick from the opponents, there is no
        advice: rules on discards are for a hand that has decided to discard.
        """
        silences: list[Silent] = []
        for question in fitting(view):
            advice = self.advise(view, question, widely=widely)
            if isinstance(advice, Silent):
                if question is Question.TRUMP and may_ruff(view):
                    return advice
                silences.append(advice)
            elif question is not Question.TRUMP or any(_is_trump(answer, view) for answer in advice.answers):
                return advice
            else:
                discard = self.advise(view, Question.DISCARD, widely=widely)
                return discard if isinstance(discard, Advice) else advice
        return silences[0] if silences else Silent(self.key, Question.RETURN, "there is nothing to decide")

    def findings(self, view: View, question: Question) -> Iterator[tuple[Rule[Any], Finding]]:
        """Every rule of the chapters that speak on a view, with what it finds there; none where the author is
        silent.
        """
        return (found for chapter in self.speaking(view, question) for found in chapter.findings(view))

    def speaking(self, view: View, question: Question) -> Iterator[Chapter[Any]]:
        """The chapters that speak on a view; none where the author is silent."""
        return (chapter for chapter, reason in self._chapters(view, question) if not reason)

    def allowing(self, view: View, question: Question) -> tuple[Rule[Any], ...]:
        """The rules that never advise, but allow some answer to a question on a view; none where the author is
        silent.
        """
        return tuple(
            rule for chapter in self.speaking(view, question) if chapter.allows for rule in chapter.allowing(view)
        )

    def _chapters(self, view: View, question: Question) -> Iterator[tuple[Chapter[Any], str | None]]:
        """The chapters on a question, each with the reason why it does not speak on the view."""
        unfit = why_unfit(view, question)
        for chapter in self.chapters:
            if chapter.question is question:
                yield chapter, unfit or chapter.silent_on(view)


def _is_trump(answer: Answer, view: View) -> bool:
    return isinstance(answer, Card) and answer.suit is view.trumps
