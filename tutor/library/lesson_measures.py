"""Measures of a lesson: acts by kind, deals, words before the first act, reading ease."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache, reduce
from operator import add

from tutor.cards import Card
from tutor.extras import has_extra
from tutor.library.experiments import ExperimentQuestion
from tutor.library.guided_deals import GuidedDeal
from tutor.library.incidents import Incident
from tutor.library.lesson_blocks import (
    Block,
    HandsBlock,
    MastersBlock,
    MaximBlock,
    NamedQuestion,
    ProseBlock,
    ReplayBlock,
    TableBlock,
)
from tutor.library.lesson_questions import AuthorityQuestion, PositionQuestion, WrittenQuestion
from tutor.library.lessons import Lesson

SENTENCE = 4
"""An option with more words than this counts as a sentence."""
LANGUAGE = "en_US"
"""The dictionary for syllables. American dictionaries divide by sound, British ones by origin."""


class ActKind(Enum):
    """What a learner does to answer."""

    PLAYED = "played"
    CALLED = "called"
    CHOSEN = "chosen"
    TYPED = "typed"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Act:
    """How a question is answered, with the `options` of a choice."""

    kind: ActKind
    options: tuple[str, ...] = ()

    @property
    def picks_a_sentence(self) -> bool:
        """Whether the options are sentences: more than a few words each, on average."""
        words = [len(words_of(option)) for option in self.options]
        return self.kind is ActKind.CHOSEN and sum(words) > SENTENCE * len(words)


ActOf = Callable[[NamedQuestion], Act]
"""How other questions are answered, which the maker of the exercises knows."""


@dataclass(frozen=True, slots=True)
class Legibility:
    """Words, sentences and syllables of some text; no syllables if nothing is installed that finds them."""

    words: int = 0
    sentences: int = 0
    syllables: int = 0

    def __add__(self, other: Legibility) -> Legibility:
        return Legibility(self.words + other.words, self.sentences + other.sentences, self.syllables + other.syllables)

    @property
    def ease(self) -> float | None:
        """The reading ease by Flesch (1948): the higher the easier, 60 to 70 is plain English.

        None if the syllables are not known.
        """
        if not self.words:
            return 100.0
        if not self.syllables:
            return None
        return 206.835 - 1.015 * self.words / self.sentences - 84.6 * self.syllables / self.words


@dataclass(frozen=True, slots=True)
class Measures:
    """What the learner does in one or more lessons. The words are those before the very first act."""

    lessons: int = 0
    acts: Mapping[ActKind, int] = field(default_factory=dict)
    sentences: int = 0
    deals: int = 0
    words_before_first_act: int = 0
    legibility: Legibility = Legibility()

    def __add__(self, other: Measures) -> Measures:
        return Measures(
            self.lessons + other.lessons,
            {kind: self.number(kind) + other.number(kind) for kind in ActKind},
            self.sentences + other.sentences,
            self.deals + other.deals,
            self.words_before_first_act if self.lessons else other.words_before_first_act,
            self.legibility + other.legibility,
        )

    def number(self, kind: ActKind) -> int:
        """The number of acts of a kind."""
        return self.acts.get(kind, 0)

    @property
    def number_of_acts(self) -> int:
        return sum(self.acts.values())

    def share(self, number: int) -> float:
        """The share of a number of acts, from 0 to 1."""
        return number / self.number_of_acts if self.number_of_acts else 0.0

    @property
    def share_at_the_table(self) -> float:
        """The share of acts that are played or called, from 0 to 1."""
        return self.share(self.number(ActKind.PLAYED) + self.number(ActKind.CALLED))

    @property
    def share_of_sentences(self) -> float:
        """The share of acts that choose a sentence, from 0 to 1."""
        return self.share(self.sentences)


def measured(lesson: Lesson, act_of: ActOf) -> Measures:
    """The measures of a lesson."""
    acts = [act for question in lesson.questions for act in acts_of(question, act_of)]
    return Measures(
        1,
        Counter(act.kind for act in acts),
        sum(act.picks_a_sentence for act in acts),
        sum(isinstance(question, GuidedDeal) for question in lesson.questions),
        words_before_first_act(lesson),
        legibility([lesson.aim, *(text for block in lesson.blocks for text in own_prose(block))]),
    )


def together(measures: Iterable[Measures]) -> Measures:
    """The measures of several lessons together."""
    return reduce(add, measures, Measures())


# ---- acts ------------------------------------------------------------------------------------------------------------


def acts_of(question: NamedQuestion, act_of: ActOf) -> tuple[Act, ...]:
    """The acts that answer a question: one, or in a deal one for each moment that asks."""
    match question:
        case WrittenQuestion():
            if question.choices is None:
                return (Act(ActKind.TYPED),)
            return (Act(ActKind.CHOSEN, tuple(option.says for option in question.options)),)
        case AuthorityQuestion():
            return (Act(ActKind.CALLED if question.question.is_of_calls else ActKind.PLAYED),)
        case PositionQuestion():
            return (Act(ActKind.CALLED if question.is_of_calls else ActKind.PLAYED),)
        case GuidedDeal():
            return (Act(ActKind.PLAYED),) * max(1, sum(moment.is_asked for moment in question.moments))
        case ExperimentQuestion():
            return (Act(ActKind.TYPED),)
        case Incident():
            return (Act(ActKind.CHOSEN),)
        case _:
            return (act_of(question),)


# ---- words -----------------------------------------------------------------------------------------------------------

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CARD = re.compile(r"\{([SHCD](?:10|[AKQJT2-9]))\}")
_CITED = re.compile(r"\s*\([^()]*\bpp?\.\s[^()]*\)")
_HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
_WORD = re.compile(r"\w[\w’'-]*")
_PARAGRAPHS = re.compile(r"\n\s*\n|\n\s*(?:[-*+]|\d+[.)])\s")
_ENDS = re.compile(r"[.!?…][\"”’')*_]*\s+(?=[\"“‘(*_]*[^\Wa-z_])")


def plain(text: str) -> str:
    """A text as words: links and cards in words, without Markdown."""
    spelt = _CARD.sub(lambda found: Card.parse(found[1]).name, _LINK.sub(r"\1", text))
    return re.sub(r"[*_`#>]+", "", spelt)


def words_of(text: str) -> list[str]:
    """The words of a text."""
    return _WORD.findall(plain(text))


def words_before_first_act(lesson: Lesson) -> int:
    """The words between the aim and the first question, without those of the question."""
    count = 0
    for block in lesson.blocks:
        if isinstance(block, NamedQuestion):
            break
        count += sum(len(words_of(text)) for text in _read(block))
    return count


def _read(block: Block) -> Iterator[str]:
    """All the text of a block without a question."""
    match block:
        case HandsBlock():
            yield block.caption
        case MaximBlock():
            yield block.maxim.text
        case TableBlock():
            yield from (*block.prose, *block.head)
        case ReplayBlock():
            yield block.says
        case _:
            yield from block.prose


def own_prose(block: Block) -> Iterator[str]:
    """Our own sentences in a block, without cells, options and authors’ words."""
    match block:
        case ProseBlock():
            yield _HEADING.sub("", block.markdown)
        case HandsBlock() | TableBlock():
            yield block.caption
        case ReplayBlock() | MastersBlock():
            yield block.says
        case WrittenQuestion():
            yield from (block.ask, block.because, *(option.why for option in block.options))
            if block.shows:
                yield block.shows.caption
        case MaximBlock():
            return
        case _:
            yield from block.prose


def legibility(texts: Iterable[str]) -> Legibility:
    """The words, sentences and syllables of Markdown texts, without citations."""
    total, count = Legibility(), syllables if has_extra("print") else _unknown
    for text in texts:
        for paragraph in _PARAGRAPHS.split(_CITED.sub("", text)):
            for sentence in _ENDS.split(plain(paragraph)):
                words = _WORD.findall(sentence)
                if words:
                    total += Legibility(len(words), 1, sum(map(count, words)))
    return total


def _unknown(_word: str) -> int:
    return 0


@lru_cache(16_384)
def syllables(word: str) -> int:
    """The number of syllables of a word, by its points of division."""
    return sum(1 + len(_divider()(part)) for part in re.split(r"[-’']", word.lower()) if part not in ("", "s"))


@lru_cache(1)
def _divider() -> Callable[[str], list[int]]:
    """Divides words. The dictionary is read with the first word, because few commands need it."""
    from pyphen import Pyphen

    divider: Callable[[str], list[int]] = Pyphen(lang=LANGUAGE).positions
    return divider
