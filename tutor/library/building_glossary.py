"""From the files of the glossary to its terms, with every fault of them."""

from __future__ import annotations

from difflib import get_close_matches

from tutor.authors import AUTHORS
from tutor.citations import Citation
from tutor.errors import Fault
from tutor.library.building import validated
from tutor.library.glossary import Example, Glossary, Term, Usage, folded
from tutor.library.schema import GlossaryModel, TermModel, UsageModel
from tutor.library.yaml_text import Document, Path

_BOOKS = {author.prefix: key for key, author in AUTHORS.items()}
"""The books by what the ids of the syllabus begin with."""


class GlossaryBuilder:
    """Gathers the terms of some documents; when all are there, their references are looked up."""

    def __init__(self) -> None:
        self._terms: dict[str, Term] = {}
        self._owners: dict[str, str] = {}
        self._references: list[tuple[Document, Path, str]] = []

    def add(self, document: Document) -> list[Fault]:
        """Takes the terms of a document in; the faults of it. Raises `FaultyContent` where it cannot be read."""
        faults: list[Fault] = []
        for number, model in enumerate(validated(document, GlossaryModel).terms):
            here: Path = ("terms", number)
            if model.id in self._terms:
                what = f"the term ‘{model.id}’ stands twice"
                faults.append(document.fault((*here, "id"), what, "Put the two together: a term is defined once"))
                continue
            faults += self._claim_words(document, here, model)
            self._references += [(document, (*here, "see", place), name) for place, name in enumerate(model.see)]
            self._terms[model.id] = _term(model)
        return faults

    def _claim_words(self, document: Document, here: Path, model: TermModel) -> list[Fault]:
        """Every word of a term is to be of that term alone, and what it leaves unlinked is to be a word of it."""
        faults: list[Fault] = []
        written: list[tuple[Path, str]] = [((*here, "term"), model.term)]
        for key, words in (("also", model.also), ("forms", model.forms)):
            written += [((*here, key, place), word) for place, word in enumerate(words)]
        for path, word in written:
            owner = self._owners.setdefault(folded(word), model.id)
            if owner != model.id:
                what = f"‘{word}’ is a word of the term ‘{owner}’ already"
                faults.append(document.fault(path, what, "Leave it to one of the two, and let the other refer to it"))
        own = {folded(word) for _, word in written}
        faults += [
            document.fault((*here, "unlinked", place), f"‘{word}’ is no word of this term", "Strike it out")
            for place, word in enumerate(model.unlinked)
            if folded(word) not in own
        ]
        return faults

    def unresolved(self) -> list[Fault]:
        """A fault for each reference to no term."""
        return [
            document.fault(path, f"there is no term ‘{name}’", self._mend(name))
            for document, path, name in self._references
            if name not in self._terms
        ]

    def built(self) -> Glossary:
        """The glossary of the terms gathered."""
        return Glossary(self._terms.values())

    def _mend(self, name: str) -> str:
        owner = self._owners.get(folded(name))
        near = [owner] if owner else get_close_matches(name, sorted(self._terms), n=1)
        return f"Did you mean ‘{near[0]}’?" if near else "Define it, or strike the reference out"


def _term(model: TermModel) -> Term:
    return Term(
        model.id,
        model.term,
        model.also,
        model.forms,
        model.unlinked,
        model.means,
        tuple(Example(one.cards, one.says) for one in model.examples),
        tuple(map(_usage, model.authors)),
        model.see,
    )


def _usage(model: UsageModel) -> Usage:
    return Usage(model.item, model.says, Citation(_BOOKS[model.item.partition("-")[0]], model.page, model.lines))
