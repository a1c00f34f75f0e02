"""The name of an item of study, and the page that explains it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from functools import lru_cache

from flask import url_for
from flask_babel import gettext

from tutor.authorities import AUTHORITIES
from tutor.library.glossary import Glossary
from tutor.library.rulebook import rules_by_id
from tutor.quizzes.items import Item, ItemKind
from tutor.study.answers.marking import LONGEST_ROW
from tutor.web.services import services


def item_of(name: str) -> Item | None:
    """The item of an id: one with questions, or a rule that only games and the table use."""
    askable, book = services().makers.items, services().library.rulebook
    if name in askable:
        return askable[name]
    rule = next((book.find(name, row) for row in book.rows(name)), None)
    return None if rule is None else Item(name, ItemKind.RULE, rule.says, rule.citation)


def rule_of(name: str, row: str = "") -> Item | None:
    """The item that an answer bears on, named by the row of a table that decided it.

    A table of which no row is known, as for answers of earlier versions, is named by its place alone: any of its rows
    could be another than the one that was broken.
    """
    item, rows = item_of(name), rules_by_id().get(name, ())
    if item is None or len(rows) < 2:
        return item
    found = next((rule for rule in rows if row and rule.row[:LONGEST_ROW] == row), None)
    if found is not None:
        return Item(name, ItemKind.RULE, found.says, found.citation)
    return replace(item, name=gettext("One of several rules about the same choice"))


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
