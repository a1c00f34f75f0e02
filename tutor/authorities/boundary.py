"""What an author would advise had one card of the hand been another, and what of that an answer was nearest to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, islice
from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.chapter import Chapter
from tutor.authorities.fitting import why_unfit
from tutor.authorities.rules import UNDECIDED, Advice, Answer, Finding, Question, Rule
from tutor.authorities.situation import Situation
from tutor.cards import PACK, Card, Rank, Suit
from tutor.view import View
from tutor.wording import alternatives

_Exchange = tuple[Card, Card]
"""A card of the hand, and the one that takes its place."""


@dataclass(frozen=True, slots=True)
class Change:
    """A card of the hand exchanged for one that was not seen, and what is then advised, without a trace."""

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

    They are asked about when they are first wanted: some hundreds of views, some hundredths of a second. With `within`
    only so many of them are, those that differ least, and none that differs by two cards.
    """

    author: Authority
    view: View
    question: Question
    within: int | None = None

    @cached_property
    def advice(self) -> Advice | None:
        """What is advised on the view itself; None where the author is silent."""
        advice = self.author.advise(self.view, self.question)
        return advice if isinstance(advice, Advice) else None

    def changes(self) -> Iterator[Change]:
        """The exchanges on which the author is not silent, the smallest first.

        Each is looked at when it is reached, and once; several threads may do so at the same time.
        """
        for pair in self._pairs:
            if pair not in self._looked_at:
                self._looked_at[pair] = self._change(*pair)
            change = self._looked_at[pair]
            if change is not None:
                yield change

    @cached_property
    def _pairs(self) -> tuple[_Exchange, ...]:
        return tuple(_exchanges(self.view))[: self.within] if self.advice else ()

    @cached_property
    def _looked_at(self) -> dict[_Exchange, Change | None]:
        return {}

    def _change(self, out: Card, into: Card) -> Change | None:
        view = self._after((out, into))
        advice = self.author.advise(view, self.question) if view else None
        if view is None or not isinstance(advice, Advice):
            return None
        # The rules tried in vain are read of the view itself. Of some hundreds of others they would fill megabytes.
        return Change(out, into, view, replace(advice, trace=()))

    def _after(self, pair: _Exchange) -> View | None:
        """The view after an exchange. None if the question no longer fits it."""
        if pair not in self._views:
            view = _exchanged(self.view, *pair)
            self._views[pair] = view if _is_lawful_question(view, self.question) else None
        return self._views[pair]

    @cached_property
    def _views(self) -> dict[_Exchange, View | None]:
        return {}

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

        First those that lead to it here, but after the rule that decides. Then those that lead to it when one card is
        exchanged, the smallest exchange first. Then, where the suit was right, the rule that decides which card it is;
        else the same for a card that does as well and, where a suit is chosen, for any of the suit. Last those that
        need two cards, and more. Rules that fail on the same fact are together. Of those that need more than one card
        the author’s own passage is first, then the fact on which most fail. Empty where the author is silent, or
        advises the answer, or has no rule that could lead to it.
        """
        if answer not in self._misses:
            self._misses[answer] = self._all_against(answer)
        return self._misses[answer]

    def _all_against(self, answer: Answer) -> tuple[NearMiss, ...]:
        if self.advice is None or answer in self.advice.answers:
            return ()
        near = [*self._near(answer, self.advice)]
        if near and not self.question.is_of_calls:
            return _together(near)  # what wants more cards takes long to find, and is far from it
        met = {rule for miss in near for rule in miss.rules}
        return _together([*near, *self._far(answer, met)])

    def nearest(self, answer: Answer) -> NearMiss | None:
        """The first of `against` that one card can tell, found without looking for the others; its rules may be fewer.

        Of calls also one that wants more cards.
        """
        if answer not in self._first_misses:
            self._first_misses[answer] = self._first_against(answer)
        return self._first_misses[answer]

    def _first_against(self, answer: Answer) -> NearMiss | None:
        if self.advice is None or answer in self.advice.answers:
            return None
        near = next(self._near(answer, self.advice), None)
        return near or (next(iter(self._far(answer, ())), None) if self.question.is_of_calls else None)

    @cached_property
    def _misses(self) -> dict[Answer, tuple[NearMiss, ...]]:
        return {}

    @cached_property
    def _first_misses(self) -> dict[Answer, NearMiss | None]:
        return {}

    @cached_property
    def _rules(self) -> Mapping[Rule[Any], Finding]:
        found = self.author.findings(self.view, self.question)
        return {rule: finding for rule, finding in found if rule.row != UNDECIDED}

    # ---- one card ------------------------------------------------------------------------------------------------

    def _near(self, answer: Answer, advice: Advice) -> Iterator[NearMiss]:
        rules, met = self._rules, set[Rule[Any]]()
        same_suit = [card for card in advice.answers if isinstance(card, Card) and _suit(answer) is card.suit]
        for alike in self._alike(answer):
            for rule, finding in rules.items():
                is_other = rule != advice.rule and advice.answers[0] not in finding.answers
                if rule not in met and is_other and not alike.isdisjoint(finding.answers):
                    met.add(rule)
                    yield NearMiss((rule,), advice.because, fits=True)
            for change in self.changes():
                rule = change.advice.rule
                # Without the card that is advised another is right of course: that tells nothing of the answer.
                # A rule that applies here too, and to another card, is kept from nothing but what comes before it.
                is_kept = rule in rules and not rules[rule].applies
                is_new = rule not in met and change.out not in advice.answers
                if is_kept and is_new and not alike.isdisjoint(change.advice.answers):
                    met.add(rule)
                    yield NearMiss((rule,), rules[rule].because, change)
            if same_suit:  # why yet another card of it might have been right is beside the point
                yield _of_the_suit(advice, same_suit)
                return

    def _alike(self, answer: Answer) -> Iterator[frozenset[Answer]]:
        """The answer, then those that do as well, and where a suit is chosen all of the suit."""
        yield frozenset({answer})
        if isinstance(answer, Card) and self.view.trick is not None:
            yield frozenset(Situation(self.view).equals(answer))
            if self.question in OF_SUITS:
                yield self._of_suit(answer)

    def _of_suit(self, answer: Card) -> frozenset[Answer]:
        return frozenset(card for card in self.view.acting if card.suit is answer.suit)

    # ---- more than one card --------------------------------------------------------------------------------------

    def _far(self, answer: Answer, met: Collection[Rule[Any]]) -> Sequence[NearMiss]:
        """The rules that want more than one card: two, more, or that do not depend on the hand."""
        found: dict[int, list[NearMiss]] = {2: [], 3: [], 4: []}
        alike = self._of_suit(answer) if self.question in OF_SUITS and isinstance(answer, Card) else {answer}
        for chapter in self.author.speaking(self.view, self.question):
            rules = [rule for rule in (*chapter.rules, *chapter.allows) if rule in self._rules and rule not in met]
            for rule in rules:
                finding = self._rules[rule]
                can_lead = answer in rule.advises or not rule.advises
                if can_lead and not finding.applies and not finding.is_barred:
                    far = self._distance(chapter, rule, finding, alike)
                    if far == 2 or answer in rule.advises:
                        found[far].append(NearMiss((rule,), finding.because))
                elif answer in rule.advises and finding.is_barred:
                    found[4].append(NearMiss((rule,), finding.because))
        return [miss for far in found.values() for miss in sorted(_together(far), key=self._remoteness)]

    def _remoteness(self, miss: NearMiss) -> tuple[bool, int]:
        """Of rules as far away: whether the author treats of them elsewhere, and how few fail on the same fact."""
        assert self.advice is not None, "nothing is near to silence"  # noqa: S101
        here = self.advice.citation.page
        pages = [rule.citation.page for rule in miss.rules]
        is_elsewhere = not any(here and page and abs(page - here) <= 1 for page in pages)
        return is_elsewhere, -len(miss.rules)

    def _distance(self, chapter: Chapter[Any], rule: Rule[Any], finding: Finding, alike: Collection[Answer]) -> int:
        """How many cards a rule wants to lead to one of some answers: 2, more (3); 4 where no card changes its fact."""
        moving = self._moving(chapter, rule, finding)
        for pair in islice(combinations(moving, 2), _PAIRS if self.within is None else 0):
            if any(answer in alike for answer in self._answers_after_two(chapter, rule, *pair)):
                return 2
        return 3 if moving else 4

    def _moving(self, chapter: Chapter[Any], rule: Rule[Any], finding: Finding) -> Collection[_Exchange]:
        """For each other fact on which a rule would turn, the smallest exchange that leads to it, whatever is asked."""
        key = id(chapter), rule
        if key not in self._moved:
            after = ((rule.find(facts).because, exchange) for exchange, facts in self._facts_after_one(chapter))
            first: dict[str, _Exchange] = {}
            for because, exchange in after:
                if because != finding.because:
                    first.setdefault(because, exchange)
            self._moved[key] = tuple(first.values())
        return self._moved[key]

    def _answers_after_two(
        self, chapter: Chapter[Any], rule: Rule[Any], one: _Exchange, other: _Exchange
    ) -> Collection[Answer]:
        """What a rule would advise after two exchanges. Nothing where they do not go together."""
        key = id(chapter), rule, one, other
        if key not in self._after_two:
            after_one = None if set(one) & set(other) else self._after(one)
            after_two = _exchanged(after_one, *other) if after_one else None
            if after_two and not _is_lawful_question(after_two, self.question):
                after_two = None
            self._after_two[key] = rule.find(chapter.read(after_two)).answers if after_two else ()
        return self._after_two[key]

    @cached_property
    def _moved(self) -> dict[object, Collection[_Exchange]]:
        return {}

    @cached_property
    def _after_two(self) -> dict[object, Collection[Answer]]:
        return {}

    def _facts_after_one(self, chapter: Chapter[Any]) -> Sequence[tuple[_Exchange, Any]]:
        if id(chapter) not in self._read:
            views = ((pair, self._after(pair)) for pair in self._pairs)
            self._read[id(chapter)] = [(pair, chapter.read(view)) for pair, view in views if view]
        return self._read[id(chapter)]

    @cached_property
    def _read(self) -> dict[int, list[tuple[_Exchange, Any]]]:
        return {}


@lru_cache(maxsize=64)
def neighbourhood(author: Authority, view: View, question: Question) -> Neighbourhood:
    """The neighbourhood of a view, shared by all who ask about it soon. Each takes about a megabyte."""
    return Neighbourhood(author, view, question)


_PAIRS = 80
"""How many pairs of exchanges are tried for a rule."""


def _is_lawful_question(view: View, question: Question) -> bool:
    """Whether a question still fits a view of which the hand was changed."""
    return question.is_of_calls or why_unfit(view, question) is None


def _suit(answer: Answer) -> Suit | None:
    return answer.suit if isinstance(answer, Card) else None


def _of_the_suit(advice: Advice, cards: Sequence[Card]) -> NearMiss:
    """That the suit is right, and which card of it is played."""
    ranks = alternatives([f"the {card.rank.word}" for card in cards])
    return NearMiss((advice.rule,), f"of the {cards[0].suit.plural} {ranks} is played")


OF_SUITS = (Question.LEAD, Question.RETURN, Question.MANAGE, Question.TRUMP, Question.DISCARD)
"""The questions of which suit to play, before which card of it."""


def _together(misses: Iterable[NearMiss]) -> tuple[NearMiss, ...]:
    """Those that fail on the same fact as one, in the order in which the facts first come."""
    by_fact: dict[tuple[str, bool], NearMiss] = {}
    for miss in misses:
        before = by_fact.get((miss.fact, miss.fits))
        by_fact[miss.fact, miss.fits] = replace(before, rules=(*before.rules, *miss.rules)) if before else miss
    return tuple(by_fact.values())


def boundary(author: Authority, view: View, question: Question) -> tuple[Change, ...]:
    """The smallest exchanges by which another rule of the author decides, and otherwise; none where all are silent."""
    return Neighbourhood(author, view, question).boundary()


def against(author: Authority, view: View, question: Question, answer: Answer) -> tuple[NearMiss, ...]:
    """The rules of an author that could have led to an answer, the nearest first, each with what keeps it from it."""
    return Neighbourhood(author, view, question).against(answer)


def _name(rule: Rule[Any]) -> tuple[str, str]:
    return rule.id, rule.row


def _size(out: Card, into: Card) -> tuple[int, int]:
    return int(out.suit is not into.suit), abs(out.rank.height - into.rank.height)


def _exchanges(view: View) -> Iterable[_Exchange]:
    """Each card of the hand that is to act, with each that has not been seen, the smallest exchanges first.

    From suit to suit all small cards are equal: of such exchanges the smallest stands for all.
    """
    seen = {card for hand in view.seen.values() for card in hand} | {played.card for played in view.played()}
    unseen = [card for card in PACK if card not in seen]
    different: dict[object, _Exchange] = {}
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
