"""What an item is about: whose it is, and what question it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Question
from tutor.quizzes.items import Item, Kind


@dataclass(frozen=True, slots=True)
class Topic:
    """The book of an item (none where it stands in no book), its kind, and for a rule the question it answers."""

    source: str
    kind: Kind
    question: Question | None = None

    @classmethod
    def of(cls, item: Item) -> Topic:
        """The topic of an item."""
        return _topic(item.id, item.kind, item.citation.source if item.citation else "")


@cache
def _topic(item: str, kind: Kind, source: str) -> Topic:
    """The topic of an item: asked of every item whenever a page says what there is to review."""
    return Topic(source, kind, _questions().get(item) if kind is Kind.RULE else None)


@cache
def _questions() -> Mapping[str, Question]:
    """The question of each rule that an author carries out; the first, where it answers several."""
    found: dict[str, Question] = {}
    for author in AUTHORITIES.values():
        for chapter in author.chapters:
            for rule in (*chapter.rules, *chapter.allows):
                found.setdefault(rule.id, chapter.question)
    return found
