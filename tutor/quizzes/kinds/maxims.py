"""Maxims: who wrote it, how it ends and, for advanced learners, what it is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random
from types import MappingProxyType

from tutor.citations import SOURCES
from tutor.library.catalogue import Library
from tutor.library.maxims import Maxim, MaximTopic
from tutor.quizzes.exercise import Grade, GradedChoice, Level, MultipleChoice, seeded, shuffled
from tutor.quizzes.items import Item, ItemKind, add_maker

_CHOICES = 4
_SHORT = 30
"""The most words of a maxim whose end is asked for."""
_FEWEST = 7


class MaximMaker:
    """The maker of these questions, on each maxim."""

    def __init__(self, library: Library) -> None:
        self._maxims = library.maxims

    @cached_property
    def items(self) -> Mapping[str, Item]:
        """See `ExerciseMaker`."""
        return MappingProxyType(
            {maxim.id: Item(maxim.id, ItemKind.MAXIM, maxim.text, maxim.citation) for maxim in self._maxims.values()}
        )

    def make(self, item: str, number: int, level: Level) -> MultipleChoice:
        """See `ExerciseMaker`. In turn: who wrote the maxim, how a short one ends, and what it is about."""
        random, maxim = seeded(item, number, level), self._maxims[item]
        if number % 2 and _is_short(maxim):
            return self._ending(maxim, random)
        if level is Level.ADVANCED and number % 4 == 2 and not _names_its_topic(maxim):
            return self._topic(maxim, random)
        return self._author(maxim, random)

    def _author(self, maxim: Maxim, random: Random) -> MultipleChoice:
        others = random.sample([key for key in SOURCES if key != maxim.source], _CHOICES - 1)
        options = [GradedChoice(maxim.source, SOURCES[maxim.source].author, f"it is {maxim.cited}", Grade.BEST)]
        not_his = {key: self._not_his(maxim, key, random) for key in others}
        options += [
            GradedChoice(key, SOURCES[key].author, f"{slip}; this is {maxim.cited}", slip=slip)
            for key, slip in not_his.items()
        ]
        meaning = (f"In English: {maxim.meaning}",) if maxim.meaning else ()
        return MultipleChoice(
            item=maxim.id,
            prompt="Whose maxim is this?",
            facts=(f"“{maxim.text}”", *meaning),
            options=shuffled(random, tuple(options)),
            look="Look at the game it is about, and at its style.",
            hint=f"The book was printed in {SOURCES[maxim.source].place}, {SOURCES[maxim.source].year}.",
            right=f"The maxim is from a book of {SOURCES[maxim.source].year}",
            rule=f"“{maxim.text}”",
            citation=maxim.citation,
        )

    def _not_his(self, maxim: Maxim, key: str, random: Random) -> str:
        """What another author writes on the topic instead."""
        his = [other for other in self._maxims.values() if other.source == key and other.topic is maxim.topic]
        if not his:
            return f"{SOURCES[key].author} has no maxim about that"
        other = random.choice(his)
        return f"{SOURCES[key].author} writes “{other.text}” ({other.cited})"

    def _ending(self, maxim: Maxim, random: Random) -> MultipleChoice:
        head, tail = _parted(maxim)
        others = {ending: other for other, ending in self._endings(maxim, random) if ending.casefold() not in head}
        options = [GradedChoice(maxim.id, tail, f"it is {maxim.cited}", Grade.BEST)]
        options += [
            GradedChoice(other.id, ending, f"that is the end of “{other.text}” ({other.cited})")
            for ending, other in list(others.items())[: _CHOICES - 1]
        ]
        return MultipleChoice(
            item=maxim.id,
            prompt=f"How does {maxim.citation.author} end this maxim?",
            facts=(f"“{head} …”",),
            options=shuffled(random, tuple(options)),
            look="Look at what the sentence still needs.",
            hint=f"It is about this: {maxim.topic.heading.lower()}.",
            right=f"“{maxim.text}”",
            rule=f"“{maxim.text}”",
            citation=maxim.citation,
        )

    def _endings(self, maxim: Maxim, random: Random) -> Iterator[tuple[Maxim, str]]:
        """The ends of other maxims, those on the same topic first."""
        short = [other for other in self._maxims.values() if _is_short(other) and other is not maxim]
        random.shuffle(short)
        short.sort(key=lambda one: one.topic is not maxim.topic)
        own = _parted(maxim)[1].casefold()
        for other in short:
            ending = _parted(other)[1]
            if ending.casefold() != own:
                yield other, ending

    def _topic(self, maxim: Maxim, random: Random) -> MultipleChoice:
        others = random.sample([topic for topic in MaximTopic if topic is not maxim.topic], _CHOICES - 1)
        filed = f"it is listed under ‘{maxim.topic.heading}’"
        options = [GradedChoice(maxim.topic.value, maxim.topic.heading, filed, Grade.BEST)]
        options += [GradedChoice(topic.value, topic.heading, filed) for topic in others]
        return MultipleChoice(
            item=maxim.id,
            prompt="Which heading does this maxim belong under?",
            facts=(f"“{maxim.text}”",),
            options=shuffled(random, tuple(options)),
            look="Look at what the maxim asks of the player, and when.",
            hint=f"It is {maxim.cited}.",
            rule=f"“{maxim.text}”",
            citation=maxim.citation,
        )


add_maker("maxims", lambda sources: MaximMaker(sources.library))


def _names_its_topic(maxim: Maxim) -> bool:
    """Whether the maxim contains a word of its heading."""
    text = maxim.text.casefold()
    return any(word.rstrip("s") in text for word in maxim.topic.heading.casefold().split() if len(word) > 3)


def _is_short(maxim: Maxim) -> bool:
    words = maxim.text.split()
    if maxim.language != "en" or "\n" in maxim.text or not _FEWEST <= len(words) <= _SHORT:
        return False
    head, tail = _parted(maxim)
    return tail.casefold() not in head.casefold()


def _parted(maxim: Maxim) -> tuple[str, str]:
    """A maxim in two: its beginning, and its last third, from two to six words."""
    words = maxim.text.split()
    last = max(2, min(6, len(words) // 3))
    return " ".join(words[:-last]), " ".join(words[-last:])
