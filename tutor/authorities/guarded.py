"""The rules of an author in another package, wrapped so that a mistake in them costs that author’s advice and no more.

A rule that fails leaves the author silent on that view, since a later rule might contradict what the failed one says.
The reason names the package, the rule and the fault. Whatever else asks a rule gets a `BrokenPlugin`, which pages and
commands show as any other error of a user.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from tutor.auction import Call, Said
from tutor.authorities.authority import Authority
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Advice, Finding, Message, Question, Rule, Silent
from tutor.authors import Author
from tutor.cards import Card
from tutor.errors import BrokenPlugin
from tutor.play import Played
from tutor.view import View

T = TypeVar("T")
MEND = "Report it to the maker of the package"


def guarded(authority: Authority, author: Author) -> Authority:
    """The same authority. What its functions raise, or return that they should not, becomes a `BrokenPlugin`."""
    rules = {rule: _rule(rule, author) for rule in authority.rules}  # one that is in two chapters stays one
    return _GuardedAuthority(
        authority.key,
        tuple(_chapter(chapter, rules, author) for chapter in authority.chapters),
        tuple(_message(message, author) for message in authority.messages),
        tuple(_message(message, author) for message in authority.heard_in_calls),
    )


@dataclass(frozen=True)
class _GuardedAuthority(Authority):
    """An authority that is silent where its rules fail."""

    def advise(self, view: View, question: Question, *, widely: bool = False) -> Advice | Silent:
        try:
            advice = super().advise(view, question, widely=widely)
        except BrokenPlugin as error:
            return Silent(self.key, question, error.why)
        if isinstance(advice, Advice):
            for answer in advice.answers:
                if isinstance(answer, Card) and answer not in view.acting:
                    why = f"the rule ‘{advice.rule.id}’ advises the {answer.name}, which is not in the hand"
                    return Silent(self.key, question, why)
        return advice

    def findings(self, view: View, question: Question) -> Iterator[tuple[Rule[Any], Finding]]:
        try:
            return iter(tuple(super().findings(view, question)))
        except BrokenPlugin:
            return iter(())

    def speaking(self, view: View, question: Question) -> Iterator[Chapter[Any]]:
        try:
            return iter(tuple(super().speaking(view, question)))
        except BrokenPlugin:
            return iter(())

    def allowing(self, view: View, question: Question) -> tuple[Rule[Any], ...]:
        try:
            return super().allowing(view, question)
        except BrokenPlugin:
            return ()


def _chapter(chapter: Chapter[Any], rules: Mapping[Rule[Any], Rule[Any]], author: Author) -> Chapter[Any]:
    name = f"the chapter on ‘{chapter.question.value}’"
    return replace(
        chapter,
        rules=tuple(rules[rule] for rule in chapter.rules),
        allows=tuple(rules[rule] for rule in chapter.allows),
        read=partial(_called, author, name, chapter.read),
        otherwise=tuple(partial(_called, author, name, read) for read in chapter.otherwise),
        silent_on=partial(_called, author, name, chapter.silent_on),
    )


def _rule(rule: Rule[Any], author: Author) -> Rule[Any]:
    name = f"the rule ‘{rule.id}’"

    def test(facts: Any) -> Finding:
        finding = _called(author, name, rule.test, facts)
        if not isinstance(finding, Finding):
            raise _broken(author, f"{name} gives {type(finding).__name__}, and neither yes(…) nor no(…)")
        if not all(isinstance(answer, Card | Call) for answer in (*finding.answers, *finding.merely)):
            raise _broken(author, f"{name} advises what is neither a card nor a call")
        return Finding(
            lambda: _reason(author, name, finding), finding.answers, finding.merely, is_barred=finding.is_barred
        )

    given = rule.given
    return replace(rule, test=test, given=None if given is None else partial(_called, author, name, given))


def _message(message: Message, author: Author) -> Message:
    def heard(view: View, act: Played | Said) -> bool:
        try:
            return _called(author, f"the message ‘{message.id}’", message.heard, view, act)
        except BrokenPlugin:
            return False

    return replace(message, heard=heard)


def _reason(author: Author, name: str, finding: Finding) -> str:
    """Why a rule does or does not apply. If its words cannot be made, the fault is given instead."""
    try:
        return _called(author, name, lambda: finding.because)
    except BrokenPlugin as error:
        return error.why


def _called(author: Author, name: str, function: Callable[..., T], *arguments: Any) -> T:
    """What a function of the package returns. Raises `BrokenPlugin`, whatever the function raises."""
    try:
        return function(*arguments)
    except BrokenPlugin:
        raise
    except Exception as error:
        why = f"{name} of the package {author.distribution} fails ({type(error).__name__}: {error})"
        raise _broken(author, why) from error


def _broken(author: Author, why: str) -> BrokenPlugin:
    return BrokenPlugin(author.key, author.distribution, why, MEND)
