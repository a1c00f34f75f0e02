"""What an author would advise had one card of the hand been another, and what of that an answer was nearest to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.fitting import why_unfit
from tutor.authorities.rules import UNDECIDED, Advice, Answer, Finding, Question, Rule
from tutor.authorities.situation import Situation
from tutor.cards import PACK, Card
from tutor.view import View


@dataclass(frozen=True, slots=True)
class Change:
    """A card of the hand exchanged for one that was not seen, and what is then advised."""

    out: Card
    into: Card
    view: View
    advice: Advice

    @property
    def size(self) -> tuple[int, int]:
        """How great the change is: of suit or not, and by how many ranks."""
        return _size(self.out, self.into)


@dataclass(frozen=True, slots=True)
class NearMiss:
    """Rules that could have led to an answer, and the one fact that keeps all of them from it.

    `change` is the smallest exchange of a card by which the first of the rules would lead to the answer; None where no
    single card does it. Where `fits`, the rules lead to the answer on the view as it is, but another comes first, and
    `fact` is why that one applies.
    """

    rules: tuple[Rule[Any], ...]
    fact: str
    change: Change | None = None
    fits: bool = False

    @property
    def rule(self) -> Rule[Any]:
        """The nearest of the rules."""
        return self.rules[0]


@dataclass(frozen=True)
class Neighbourhood:
    """The views that differ from one by a card of the hand that is to act, with what an author advises on each.

    They are asked about when they are first wanted: some hundreds of views, a tenth of a second.
    """

    author: Authority
    view: View
    question: Question

    @cached_property
    def advice(self) -> Advice | None:
        """What is advised on the view itself; None where the author is silent."""
        advice = self.author.advise(self.view, self.question)
        return advice if isinstance(advice, Advice) else None

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """Every exchange on which the author is not silent, the smallest first."""
        return tuple(self._changes()) if self.advice else ()

    def _changes(self) -> Iterator[Change]:
        for out, into in sorted(_exchanges(self.view), key=lambda pair: _size(*pair)):
            view = _exchanged(self.view, out, into)
            if self.question.is_of_calls or why_unfit(view, self.question) is None:
                advice = self.author.advise(view, self.question)
                if isinstance(advice, Advice):
                    yield Change(out, into, view, advice)

    def boundary(self) -> tuple[Change, ...]:
        """The smallest exchanges by which another rule decides, and otherwise: one for each other advice."""
        if self.advice is None:
            return ()
        nearest: dict[object, Change] = {}
        for change in self.changes:
            if change.advice.rule != self.advice.rule and change.advice.answers != self.advice.answers:
                key = change.advice.answers if self.question.is_of_calls else _name(change.advice.rule)
                nearest.setdefault(key, change)
        return tuple(nearest.values())

    def against(self, answer: Answer) -> tuple[NearMiss, ...]:
        """The rules that could have led to an answer that is not advised, the nearest first.

        First those that lead to it here, but after the rule that decides; then those that lead to it when one card is
        exchanged, the smallest exchange first; then the same for a card that does as well, and for any of the suit
        where a suit is what is chosen; then those that can give the answer, but want more than one card. Rules that
        fail on the same fact are together; where more than one card is wanted, the fact on which most fail is first.
        Empty where the author is silent, or advises the answer, or has no rule that could lead to it.
        """
        if self.advice is None or answer in self.advice.answers:
            return ()
        found = self.author.findings(self.view, self.question)
        rules = {rule: finding for rule, finding in found if rule.row != UNDECIDED}
        near = [*self._near(answer, self.advice, rules)]
        met = {rule for miss in near for rule in miss.rules}
        far = [
            NearMiss((rule,), finding.because)
            for rule, finding in sorted(rules.items(), key=lambda each: each[1].is_barred)  # else in the author’s order
            if answer in rule.advises and rule not in met
        ]
        return _together([*near, *sorted(_together(far), key=lambda miss: -len(miss.rules))])

    def _near(self, answer: Answer, advice: Advice, rules: Mapping[Rule[Any], Finding]) -> Iterator[NearMiss]:
        met: set[Rule[Any]] = set()
        for alike in self._alike(answer):
            for rule, finding in rules.items():
                if rule not in met and rule != advice.rule and not alike.isdisjoint(finding.answers):
                    met.add(rule)
                    yield NearMiss((rule,), advice.because, fits=True)
            for change in self.changes:
                rule = change.advice.rule
                # Without the card that is advised another is right of course: that tells nothing of the answer.
                is_new = rule in rules and rule not in met and change.out not in advice.answers
                if is_new and not alike.isdisjoint(change.advice.answers):
                    met.add(rule)
                    yield NearMiss((rule,), rules[rule].because, change)

    def _alike(self, answer: Answer) -> Iterator[frozenset[Answer]]:
        """The answer; those that do as well; where a suit is chosen, all of the suit."""
        yield frozenset({answer})
        if isinstance(answer, Card) and self.view.trick is not None:
            yield frozenset(Situation(self.view).equals(answer))
            if self.question in _OF_SUITS:
                yield frozenset(card for card in self.view.acting if card.suit is answer.suit)


_OF_SUITS = (Question.LEAD, Question.RETURN, Question.MANAGE, Question.TRUMP, Question.DISCARD)
"""The questions of which suit to play, before which card of it."""


def _together(misses: Iterable[NearMiss]) -> tuple[NearMiss, ...]:
    """Those that fail on the same fact as one, in the order in which the facts first come."""
    by_fact: dict[tuple[str, bool], NearMiss] = {}
    for miss in misses:
        before = by_fact.get((miss.fact, miss.fits))
        by_fact[miss.fact, miss.fits] = replace(before, rules=(*before.rules, *miss.rules)) if before else miss
    return tuple(by_fact.values())


def boundary(author: Authority, view: View, question: Question) -> tuple[Change, ...]:
    """The smallest exchanges by which another rule of his decides, and otherwise; none where he is silent."""
    return Neighbourhood(author, view, question).boundary()


def against(author: Authority, view: View, question: Question, answer: Answer) -> tuple[NearMiss, ...]:
    """The rules of an author that could have led to an answer, the nearest first, each with what keeps it from it."""
    return Neighbourhood(author, view, question).against(answer)


def _name(rule: Rule[Any]) -> tuple[str, str]:
    return rule.id, rule.row


def _size(out: Card, into: Card) -> tuple[int, int]:
    return int(out.suit is not into.suit), abs(out.rank.height - into.rank.height)


def _exchanges(view: View) -> Iterator[tuple[Card, Card]]:
    """Each card of the hand that is to act, with each that has not been seen."""
    seen = {card for hand in view.seen.values() for card in hand} | {played.card for played in view.played()}
    unseen = [card for card in PACK if card not in seen]
    return ((out, into) for out in view.acting for into in unseen)


def _exchanged(view: View, out: Card, into: Card) -> View:
    hand = view.acting.without(out).plus(into)
    if view.acting is view.hand:
        return replace(view, hand=hand)
    return replace(view, exposed=tuple((seat, hand if held is view.acting else held) for seat, held in view.exposed))
