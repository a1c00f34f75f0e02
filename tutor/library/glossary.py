"""The glossary: each term of the five books, and of these pages, defined once and found by any of its words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from tutor.citations import Citation
from tutor.errors import Unknown

WORDS_KEPT = 16_384
"""How many words are kept as they are compared: more than all content has."""

_WORD = re.compile(r"\w+")
_NAME = re.compile(r"\w+(?:(?:-|\s+)\w+)*")


@lru_cache(WORDS_KEPT)
def folded(words: str) -> str:
    """Words as they are compared: `Fourth-best` as `fourth best`, `septième` as `septieme`."""
    plain = words if words.isascii() else unicodedata.normalize("NFKD", words)
    return " ".join(_WORD.findall("".join(one for one in plain if not unicodedata.combining(one)).casefold()))


@dataclass(frozen=True, slots=True)
class Example:
    """Cards that show what a term means, as `S:AQ`, and what is to be seen of it in them."""

    cards: str
    says: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What an author says of a term, in our words; `item` is the id of it in the syllabus."""

    item: str
    says: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class Mention:
    """A term named in a text, from one place of it to another."""

    start: int
    end: int
    term: Term


@dataclass(frozen=True, slots=True)
class Term:
    """A term, what it means, and what the authors say of it.

    `also` are its synonyms and other spellings, `forms` its inflections, `unlinked` those of its words that mean
    something else too often to be linked where they stand; `see` are the ids of other terms.
    """

    id: str
    name: str
    also: tuple[str, ...]
    forms: tuple[str, ...]
    unlinked: tuple[str, ...]
    means: str
    examples: tuple[Example, ...]
    usages: tuple[Usage, ...]
    see: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Where it stands in a page that has them all."""
        return f"term-{self.id}"

    @property
    def words(self) -> tuple[str, ...]:
        """Every word by which it is found."""
        return (self.name, *self.also, *self.forms)

    @property
    def is_ours(self) -> bool:
        """Whether no author defines it, and it is of these pages."""
        return not self.usages


class Glossary:
    """The terms, no two of which share a word, in alphabetical order."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.terms = tuple(sorted(terms, key=lambda term: folded(term.name)))
        self._by_id = {term.id: term for term in self.terms}
        self._by_word = {folded(word): term for term in self.terms for word in term.words}
        self._by_first_word: dict[str, list[tuple[str, Term]]] = {}
        linked = [
            (folded(word), term)
            for term in self.terms
            for word in term.words
            if folded(word) not in map(folded, term.unlinked)
        ]
        for words, term in sorted(linked, key=lambda one: -len(one[0])):
            self._by_first_word.setdefault(words.split()[0], []).append((words, term))

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def __getitem__(self, term_id: str) -> Term:
        return self._by_id[term_id]

    def find(self, word: str) -> Term:
        """The term of a word, whether its name, a synonym or an inflection of it. Raises `Unknown`."""
        try:
            return self._by_word[folded(word)]
        except KeyError:
            raise Unknown("term", word, (word for term in self.terms for word in term.words)) from None

    def mentions(self, text: str) -> Iterator[Mention]:
        """The terms that a text names, in order, the longest where several begin together.

        Part of a compound (`trump-lead`) is no mention, nor is a word that its term leaves unlinked.
        """
        found = list(_WORD.finditer(text))
        end = 0
        for place, first in enumerate(found):
            if first.start() < end or (terms := self._by_first_word.get(folded(first[0]))) is None:
                continue
            for words, term in terms:
                start, last = first.start(), found[place : place + 1 + words.count(" ")][-1].end()
                named, around = text[start:last], text[max(0, start - 1) : start] + text[last : last + 1]
                if "-" not in around and _NAME.fullmatch(named) and folded(named) == words:
                    yield Mention(start, last, term)
                    end = last
                    break
