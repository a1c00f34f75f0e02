"""Naming terms: the term of a definition, the definition of a term, the term that cards show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import chain
from random import Random
from types import MappingProxyType

from tutor.cards import Suit
from tutor.library.catalogue import Library
from tutor.library.glossary import Term, TermExample, folded
from tutor.quizzes.exercise import Grade, GradedChoice, Level, MultipleChoice, seeded, shuffled
from tutor.quizzes.items import Item, ItemKind, add_maker
from tutor.quizzes.wording import lowered, sentence

_CHOICES = 4
_FITS = 30
"""How many words of a meaning are shown beside a wrong answer."""
_ORDINARY = 6
"""A word in so many definitions, such as ‘card’, does not give away a term that it is part of."""
_SMALL_WORDS = frozenset(["the", "and", "for", "with", "without", "out", "not", "all", "one", "who", "whom"])
_ENDINGS = "(?:s|es|d|ed|r|er|ers|ing|ting|ned)?"


class TermMaker:
    """The maker of these questions, on each term of the glossary."""

    def __init__(self, library: Library) -> None:
        self._terms = tuple(library.glossary)
        self._by_item = {term.anchor: term for term in self._terms}

    @cached_property
    def _ordinary(self) -> frozenset[str]:
        """The words of names that stand in many definitions."""
        words = {word for term in self._terms for word in _words(term)}
        return frozenset(
            word for word in words if sum(_stands_in(word, term.means) for term in self._terms) >= _ORDINARY
        )

    def names(self, text: str, term: Term) -> bool:
        """Whether a text names a term, or contains a part of its name that gives it away."""
        whole = (name for name in term.words if len(name) > 1 and folded(name) not in self._ordinary)
        return any(_stands_in(name, text) for name in (*whole, *(_words(term) - self._ordinary)))

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        return MappingProxyType(
            {
                term.anchor: Item(
                    term.anchor, ItemKind.TERM, term.name, term.usages[0].citation if term.usages else None
                )
                for term in self._terms
            }
        )

    def make(self, item: str, number: int, level: Level) -> MultipleChoice:
        """See `ExerciseMaker`. In turn: the term of a definition, the definition of a term, or the term of cards."""
        random, term = seeded(item, number, level), self._by_item[item]
        match number % 3:
            case 1:
                return self._definition(term, level, random)
            case 2 if term.examples:
                return self._shown(term, random.choice(term.examples), random)
            case _:
                return self._named(term, level, random)

    def _named(self, term: Term, level: Level, random: Random) -> MultipleChoice:
        others = self._others(term, level, random)
        return self._of_names(term, others, random, "Which term is this?", (definition(term),))

    def _shown(self, term: Term, example: TermExample, random: Random) -> MultipleChoice:
        apart = [other for other in self._near(term, random, len(self._terms)) if _is_apart(term, other)]
        cards = printed(example.cards)
        facts = (cards,) if self.names(example.says, term) else (cards, example.says)
        return self._of_names(term, apart[: _CHOICES - 1], random, "Which term do these cards show?", facts)

    def _of_names(
        self, term: Term, others: Iterable[Term], random: Random, prompt: str, facts: tuple[str, ...]
    ) -> MultipleChoice:
        options = [GradedChoice(term.id, term.name, _whole(term), Grade.BEST)]
        options += [
            GradedChoice(other.id, other.name, _whole(other), slip=f"that means: {lowered(_short(other))}")
            for other in others
        ]
        return MultipleChoice(
            item=term.anchor,
            prompt=prompt,
            facts=facts,
            options=shuffled(random, tuple(options)),
            look="First ask what is described: an action, a holding, a person, or something that is counted.",
            hint=f"It begins with ‘{term.name[0].lower()}’.",
            right=term.means,
            rule=_whole(term),
            citation=self.items[term.anchor].citation,
        )

    def _definition(self, term: Term, level: Level, random: Random) -> MultipleChoice:
        options = [GradedChoice(term.id, definition(term), term.means, Grade.BEST)]
        options += [
            GradedChoice(other.id, definition(other), f"that is ‘{other.name}’")
            for other in self._others(term, level, random)
        ]
        first = term.usages[0] if term.usages else None
        says = f"{first.citation.author}: {first.says}" if first else "We use this term ourselves; no book defines it."
        return MultipleChoice(
            item=term.anchor,
            prompt=f"What does ‘{term.name}’ mean?",
            options=shuffled(random, tuple(options)),
            look="Think of where you have met the word, and how it was used.",
            hint=says,
            rule=_whole(term),
            citation=self.items[term.anchor].citation,
        )

    def _others(self, term: Term, level: Level, random: Random) -> list[Term]:
        """Terms to choose from. Beginners get none with a related meaning, since both might fit."""
        near = self._near(term, random, len(self._terms))
        if level is Level.BEGINNER:
            near = [other for other in near if not _are_seen_together(term, other)]
        return near[: _CHOICES - 1]

    def _near(self, term: Term, random: Random, number: int) -> list[Term]:
        """Other terms, the nearest first: those that refer to each other, then those of the same authors."""
        together = [other for other in self._terms if _are_seen_together(term, other)]
        sources = {usage.citation.source for usage in term.usages[:1]}
        of_author = [other for other in self._terms if {use.citation.source for use in other.usages[:1]} == sources]
        groups = (random.sample(group, len(group)) for group in (together, of_author, list(self._terms)))
        found = dict.fromkeys(other for other in chain.from_iterable(groups) if other is not term)
        return list(found)[:number]


add_maker("terms", lambda sources: TermMaker(sources.library))


def _are_seen_together(term: Term, other: Term) -> bool:
    return other.id in term.see or term.id in other.see


def _is_apart(term: Term, other: Term) -> bool:
    """Whether two terms are unrelated, so that cards cannot show both."""
    if _are_seen_together(term, other):
        return False
    cards = {example.cards for example in term.examples}
    return not (cards & {example.cards for example in other.examples}) and not (_words(term) & _words(other))


def _words(term: Term) -> set[str]:
    """The single words of a term’s names, small words left out."""
    return {word for name in term.words for word in folded(name).split() if len(word) > 2} - _SMALL_WORDS


def _stands_in(name: str, text: str) -> bool:
    spaced = re.escape(name).replace(r"\ ", r"[\s-]+")
    return re.search(rf"\b{spaced}{_ENDINGS}(?:’s)?\b", text, re.IGNORECASE) is not None


def _whole(term: Term) -> str:
    """A term with all that it means, as a sentence."""
    return f"{sentence(term.name)}: {lowered(term.means)}"


def _short(term: Term) -> str:
    """What a term means, whole where that is short, or else in one sentence that is whole."""
    return term.means if len(term.means.split()) <= _FITS else definition(term)


def definition(term: Term) -> str:
    """What a term means in one sentence that does not name it."""
    return term.asked or term.means.partition(". ")[0].rstrip(".") + "."


def printed(cards: str) -> str:
    """Cards as the glossary writes them, `S:AQ H:-`, with the signs of the suits: `♠ A Q  ♥ —`."""
    words = (word.split(":") for word in cards.split())
    return "  ".join(f"{Suit.parse(suit).symbol} {_spaced(ranks)}" for suit, ranks in words)


def _spaced(ranks: str) -> str:
    return " ".join({"-": "—", "T": "10"}.get(rank, rank) for rank in ranks)
