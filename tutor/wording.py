"""Sentences put together from parts: counts with their nouns and verbs, articles, stops.

Whatever counts something in a sentence takes its noun and its verb from here, so that they agree.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import inflect

LARGEST_IN_WORDS = 13
"""Numbers up to that of the cards of a hand stand in words in prose."""


_ENGLISH = inflect.engine()


@cache
def in_words(number: int) -> str:
    """A number as prose has it: in words from `no` to `thirteen`, then in figures."""
    if not 0 <= number <= LARGEST_IN_WORDS:
        return str(number)
    return str(_ENGLISH.number_to_words(str(number), zero="no"))


_WORDS_TO_TWENTY = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_WRITTEN = {word: number for number, word in enumerate(_WORDS_TO_TWENTY, 1)} | {
    "no": 0,
    "none": 0,
    "zero": 0,
    "nought": 0,
}
_MINUS = re.compile(r"(?:minus\s+|[-−]\s*)")
_FIGURES = re.compile(r"[0-9]{1,5}")


def whole_number(text: str) -> int | None:
    """The whole number that somebody wrote, in figures or up to twenty in words: `28`, `−4`, `Three`, `minus two`."""
    written = text.strip().casefold()
    minus = _MINUS.match(written)
    word = written[minus.end() :] if minus else written
    number = int(word) if _FIGURES.fullmatch(word) else _WRITTEN.get(word)
    return -number if number is not None and minus else number


@cache
def numbered(count: int, noun: str) -> str:
    """The noun in the number of a count: one *ace*, two *aces*, no *aces*; 1 *point* and -1 *point*, 0 *points*."""
    return noun if abs(count) == 1 else str(_ENGLISH.plural_noun(noun))


def counted(count: int, noun: str) -> str:
    """The count in words, with its noun: `three aces`, `one honour`, `no tricks`."""
    return f"{in_words(count)} {numbered(count, noun)}"


def figured(count: int, noun: str) -> str:
    """The count in figures, with its noun: `3 aces`, `1 point`, `0 tricks`."""
    return f"{count} {numbered(count, noun)}"


def have(count: int) -> str:
    """The verb of so many: one card *has* been played, two *have*, no cards *have*."""
    return agreeing(count, "has")


def are(count: int) -> str:
    """The verb of so many: one trick *is* sure, two *are*, no tricks *are*."""
    return agreeing(count, "is")


@cache
def agreeing(count: int, verb: str) -> str:
    """The verb of so many, given as it is of one: one trick *defeats* the bid, two *defeat* it."""
    return verb if count == 1 else str(_ENGLISH.plural_verb(verb))


@cache
def article(word: str) -> str:
    """The indefinite article that a word takes: `an ace`, `a king`, `an honour`; of a figure as it is said: `an 8`."""
    figures = _FIGURES.match(word)
    said = str(_ENGLISH.number_to_words(figures[0])) if figures else word
    return str(_ENGLISH.a(said)).partition(" ")[0]


def alternatives(words: Sequence[str]) -> str:
    """Words of which one is enough: `the ace`, `the ace or the king`, `the ace, the king or the queen`."""
    *others, last = words or ("",)
    return f"{', '.join(others)} or {last}" if others else last


def sentences(*texts: str) -> str:
    """The texts as sentences, each with one stop at its end, whether it came with one or not. Empty ones are out."""
    return " ".join(text if text.endswith(_STOPS) else f"{text}." for text in texts if text)


_STOPS = (".", "?", "!", "…", ".’", ".”", "?’", "?”")
