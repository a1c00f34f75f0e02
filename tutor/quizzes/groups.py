"""Groups of items that are practised together, and what each item is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Question
from tutor.authors import current
from tutor.quizzes.items import Item, ItemKind


@dataclass(frozen=True, slots=True)
class ItemGroup:
    """Items that are practised together.

    `question` is what an author is asked, in a group of that author’s rules. `name` is the group’s name, if it is not
    the name of its kind.
    """

    id: str
    kind: ItemKind
    items: tuple[str, ...]
    source: str = ""
    question: Question | None = None
    name: str = ""

    @property
    def title(self) -> str:
        """Its name, unless it is a group of an author’s rules."""
        return self.name or GROUP_NAMES[self.kind]


def groups(items: Mapping[str, Item]) -> Mapping[str, ItemGroup]:
    """The groups of all that can be asked, by id: the first games, the authors’ rules by their books, then the rest.

    A rule that answers several questions is in the group of each. Items that only lessons ask about are in none. A
    group is also found by former keys of its author.
    """
    first = (
        ItemGroup(group_of_first_game(item.id), item.kind, (item.id,), name=item.name)
        for item in items.values()
        if item.kind is ItemKind.FIRST
    )
    found = [*first, *_of_rules(items), *(_of_kind(items.values(), kind) for kind in GROUP_NAMES)]
    return Groups({group.id: group for group in found if group.items})


def group_of_first_game(item: str) -> str:
    """The id of the group that a first game forms alone."""
    return item.replace("skill-", "first-")


class Groups(Mapping[str, ItemGroup]):
    """Groups by id."""

    def __init__(self, by_id: Mapping[str, ItemGroup]) -> None:
        self._by_id = by_id

    def __getitem__(self, group_id: str) -> ItemGroup:
        key, dash, question = group_id.partition("-")
        return self._by_id[f"{current(key)}{dash}{question}"]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_id)

    def __len__(self) -> int:
        return len(self._by_id)


GROUP_NAMES: Mapping[ItemKind, str] = MappingProxyType(
    {
        ItemKind.TERM: "Terms",
        ItemKind.MAXIM: "Maxims",
        ItemKind.LAW: "Laws",
        ItemKind.ODDS: "Odds",
        ItemKind.SKILL: "Calculation",
    }
)
"""The kinds that each form one group, with the name shown in lists."""


def _of_rules(items: Mapping[str, Item]) -> Iterable[ItemGroup]:
    for key, author in AUTHORITIES.items():
        for question in author.questions():
            rules = (
                rule.id
                for chapter in author.chapters
                if chapter.question is question
                for rule in (*chapter.rules, *chapter.allows)
            )
            asked = tuple(dict.fromkeys(rule for rule in rules if rule in items))
            yield ItemGroup(f"{key}-{question.name.lower()}", ItemKind.RULE, asked, key, question)


def _of_kind(items: Iterable[Item], kind: ItemKind) -> ItemGroup:
    return ItemGroup(kind.value, kind, tuple(item.id for item in items if item.kind is kind))


# ---- what an item is about ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemTopic:
    """The book of an item (none where it stands in no book), its kind, and for a rule the question it answers."""

    source: str
    kind: ItemKind
    question: Question | None = None

    @classmethod
    def of(cls, item: Item) -> ItemTopic:
        """The topic of an item."""
        return _topic(item.id, item.kind, item.citation.source if item.citation else "")


@cache
def _topic(item: str, kind: ItemKind, source: str) -> ItemTopic:
    """The topic of an item. It is cached, since a page of reviews asks for every item."""
    return ItemTopic(source, kind, _questions().get(item) if kind is ItemKind.RULE else None)


@cache
def _questions() -> Mapping[str, Question]:
    """The question of each rule of an author; the first, where it answers several."""
    found: dict[str, Question] = {}
    for author in AUTHORITIES.values():
        for chapter in author.chapters:
            for rule in (*chapter.rules, *chapter.allows):
                found.setdefault(rule.id, chapter.question)
    return found
