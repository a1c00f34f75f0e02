"""The name of an item of study, and the page that explains it."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache

from flask import url_for

from tutor.authorities import AUTHORITIES
from tutor.library.glossary import Glossary
from tutor.quizzes.items import Item, ItemKind
from tutor.web.services import services


def item_of(name: str) -> Item | None:
    """The item of an id: one with questions, or a rule that only games and the table use."""
    askable, book = services().makers.items, services().library.rulebook
    if name in askable:
        return askable[name]
    rule = next((book.find(name, row) for row in book.rows(name)), None)
    return None if rule is None else Item(name, ItemKind.RULE, rule.says, rule.citation)


def place_of(item: Item) -> str | None:
    """The address that explains an item, if there is one."""
    library = services().library
    if library.rulebook.rows(item.id) and item.citation is not None and item.citation.source in AUTHORITIES:
        return url_for("masters.rules_of", key=item.citation.source, _anchor=item.id)
    if item.id in library.maxims:
        return url_for("maxims.index", _anchor=item.id)
    return url_for("glossary.index", _anchor=item.id) if item.id in _anchors(library.glossary) else None


@lru_cache(4)
def _anchors(glossary: Glossary) -> Container[str]:
    return frozenset(term.anchor for term in glossary)
