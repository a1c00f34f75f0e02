"""The glossary: each term of the five books, and our own, defined once and found by any of its words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field

from tutor.authors import AUTHORS
from tutor.citations import Citation
from tutor.errors import Fault, Unknown
from tutor.library.fields import OF_AN_AUTHOR, HoldingsText, Lines, Page, Prose, Value
from tutor.library.values import Context
from tutor.library.yaml_text import Document, Path

WORDS_KEPT = 16_384
"""How many folded words are cached: more than all content has."""

_WORD = re.compile(r"\w+")
_NAME = re.compile(r"\w+(?:(?:-|\s+)\w+)*")


@lru_cache(WORDS_KEPT)
def folded(words: str) -> str:
    """Words in the form used to compare them: `Fourth-best` as `fourth best`, `septième` as `septieme`."""
    plain = words if words.isascii() else unicodedata.normalize("NFKD", words)
    return " ".join(_WORD.findall("".join(letter for letter in plain if not unicodedata.combining(letter)).casefold()))


class TermExample(Value):
    """Cards that show what a term means, such as `S:AQ`, and how they show it."""

    cards: HoldingsText
    says: Prose


class Usage(Value):
    """What an author says about a term, in our words, and where."""

    item: Annotated[str, Field(pattern=f"^{OF_AN_AUTHOR}-[a-z0-9-]+$", description="its id in the syllabus")]
    page: Page | None = None
    lines: Lines
    says: Prose

    @property
    def citation(self) -> Citation:
        return Citation(_BOOKS[self.item.partition("-")[0]], self.page, self.lines)


_BOOKS = {author.prefix: key for key, author in AUTHORS.items()}
"""The books by the prefixes of ids in the syllabus."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a term in a text, from one place to another."""

    start: int
    end: int
    term: Term


class Term(Value):
    """A term, what it means, and all the words by which it is found."""

    id: Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]
    name: Annotated[Prose, Field(alias="term")]
    also: Annotated[tuple[Prose, ...], Field(description="synonyms and other spellings")] = ()
    forms: Annotated[tuple[Prose, ...], Field(description="inflections: plurals, -ed, -ing")] = ()
    unlinked: Annotated[tuple[Prose, ...], Field(description="those of its words that texts do not link")] = ()
    means: Prose
    asked: Annotated[
        Prose,
        Field(description="the meaning in a sentence that does not name the term, if the first sentence does"),
    ] = ""
    examples: tuple[TermExample, ...] = ()
    usages: Annotated[tuple[Usage, ...], Field(alias="authors", description="none if the term is ours")] = ()
    see: Annotated[tuple[str, ...], Field(description="ids of other terms")] = ()

    @property
    def anchor(self) -> str:
        """Its place on the page of all terms."""
        return f"term-{self.id}"

    @property
    def words(self) -> tuple[str, ...]:
        """Every word by which it is found."""
        return (self.name, *self.also, *self.forms)

    @property
    def is_ours(self) -> bool:
        """Whether the term is ours, so that no author defines it."""
        return not self.usages


class Glossary:
    """The terms in alphabetical order. No two share a word."""

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
        """The terms that a text names, in order, the longest if several begin together.

        Part of a compound (`trump-lead`) is not a mention, nor is a word that its term leaves unlinked.
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


# ---- files -----------------------------------------------------------------------------------------------------------


class GlossaryFile(Value):
    """Terms, in any order."""

    kind: Literal["glossary"]
    terms: Annotated[tuple[Term, ...], Field(min_length=1)]


def check_glossary(files: Sequence[tuple[Document, GlossaryFile]], _: Context) -> Iterator[Fault]:
    """Checks that each term appears once, each word belongs to one term, and every reference leads to a term."""
    known: set[str] = set()
    owners: dict[str, str] = {}
    references: list[tuple[Document, Path, str]] = []
    for document, file in files:
        for number, term in enumerate(file.terms):
            here: Path = ("terms", number)
            if term.id in known:
                what = f"the term ‘{term.id}’ appears twice"
                yield document.fault((*here, "id"), what, "Combine the two: a term is defined once")
                continue
            known.add(term.id)
            yield from _words_of_others(document, here, term, owners)
            references += [(document, (*here, "see", place), name) for place, name in enumerate(term.see)]
    for document, path, name in references:
        if name not in known:
            owner = owners.get(folded(name))
            near = [owner] if owner else get_close_matches(name, sorted(known), n=1)
            mend = f"Did you mean ‘{near[0]}’?" if near else "Define it, or delete the reference"
            yield document.fault(path, f"there is no term ‘{name}’", mend)


def _words_of_others(document: Document, here: Path, term: Term, owners: dict[str, str]) -> Iterator[Fault]:
    """Checks that every word of a term belongs to it alone, and that its unlinked words are among its words."""
    written: list[tuple[Path, str]] = [((*here, "term"), term.name)]
    for key, words in (("also", term.also), ("forms", term.forms)):
        written += [((*here, key, place), word) for place, word in enumerate(words)]
    for path, word in written:
        owner = owners.setdefault(folded(word), term.id)
        if owner != term.id:
            what = f"‘{word}’ is already a word of the term ‘{owner}’"
            yield document.fault(path, what, "Give it to one of the two, and refer to that from the other")
    own = {folded(word) for _, word in written}
    for place, word in enumerate(term.unlinked):
        if folded(word) not in own:
            yield document.fault((*here, "unlinked", place), f"‘{word}’ is not a word of this term", "Delete it")
