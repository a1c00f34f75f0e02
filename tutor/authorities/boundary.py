"""What an author would advise had one card of the hand been another, and what of that an answer was nearest to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.fitting import why_unfit
from tutor.authorities.rules import UNDECIDED, Advice, Answer, Finding, Question, Rule
from tutor.authorities.situation import Situation
from tutor.cards import PACK, Card, Rank
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

    They are asked about when they are first wanted: some hundreds of views, some hundredths of a second.
    """

    author: Authority
    view: View
    question: Question

    @cached_property
    def advice(self) -> Advice | None:
        """What is advised on the view itself; None where the author is silent."""
        advice = self.author.advise(self.view, self.question)
        return advice if isinstance(advice, Advice) else None

    def changes(self) -> Iterator[Change]:
        """The exchanges on which the author is not silent, the smallest first; each is looked at once."""
        found, rest = self._looked_at
        for place in count():
            if place == len(found):
                change = next(rest, None)
                if change is None:
                    return
                found.append(change)
            yield found[place]

    @cached_property
    def _looked_at(self) -> tuple[list[Change], Iterator[Change]]:
        return [], self._changes() if self.advice else iter(())

    def _changes(self) -> Iterator[Change]:
        for out, into in _exchanges(self.view):
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
        for change in self.changes():
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
        near = [*self._near(answer, self.advice)]
        met = {rule for miss in near for rule in miss.rules}
        return _together([*near, *self._far(answer, met)])

    def nearest(self, answer: Answer) -> NearMiss | None:
        """The first of `against`, found without looking for the others: its rules may be fewer."""
        if self.advice is None or answer in self.advice.answers:
            return None
        return next(self._near(answer, self.advice), None) or next(iter(self._far(answer, set())), None)

    @cached_property
    def _rules(self) -> Mapping[Rule[Any], Finding]:
        found = self.author.findings(self.view, self.question)
        return {rule: finding for rule, finding in found if rule.row != UNDECIDED}

    def _far(self, answer: Answer, met: Collection[Rule[Any]]) -> Sequence[NearMiss]:
        """The rules that want more than one card, those first that are asked at all; else in the author’s order."""
        rules = sorted(self._rules.items(), key=lambda each: each[1].is_barred)
        far = [NearMiss((rule,), found.because) for rule, found in rules if answer in rule.advises and rule not in met]
        return sorted(_together(far), key=lambda miss: -len(miss.rules))

    def _near(self, answer: Answer, advice: Advice) -> Iterator[NearMiss]:
        rules, met = self._rules, set[Rule[Any]]()
        for alike in self._alike(answer):
            for rule, finding in rules.items():
                if rule not in met and rule != advice.rule and not alike.isdisjoint(finding.answers):
                    met.add(rule)
                    yield NearMiss((rule,), advice.because, fits=True)
            for change in self.changes():
                rule = change.advice.rule
                # Without the card that is advised another is right of course: that tells nothing of the answer.
                # A rule that applies here too, and to another card, is kept from nothing but what comes before it.
                is_kept = rule in rules and (rule == advice.rule or not rules[rule].applies)
                is_new = rule not in met and change.out not in advice.answers
                if is_kept and is_new and not alike.isdisjoint(change.advice.answers):
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


def _exchanges(view: View) -> Iterable[tuple[Card, Card]]:
    """Each card of the hand that is to act, with each that has not been seen, the smallest exchanges first.

    From suit to suit one small card is as good as another: of such exchanges the smallest stands for all.
    """
    seen = {card for hand in view.seen.values() for card in hand} | {played.card for played in view.played()}
    unseen = [card for card in PACK if card not in seen]
    different: dict[object, tuple[Card, Card]] = {}
    for out, into in sorted(((out, into) for out in view.acting for into in unseen), key=lambda pair: _size(*pair)):
        key = (out, into) if out.suit is into.suit else (out.suit, _height(out), into.suit, _height(into))
        different.setdefault(key, (out, into))
    return different.values()


def _height(card: Card) -> Rank | None:
    """The rank of a card that may matter by itself; None of a small one."""
    return card.rank if card.rank > Rank.EIGHT else None


def _exchanged(view: View, out: Card, into: Card) -> View:
    hand = view.acting.without(out).plus(into)
    if view.acting is view.hand:
        return replace(view, hand=hand)
    return replace(view, exposed=tuple((seat, hand if held is view.acting else held) for seat, held in view.exposed))
