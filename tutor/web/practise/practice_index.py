"""The topics of practice by game and decision: how much of each is known, and what to practise next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext, lazy_gettext

from tutor.authors import AUTHORS, Author
from tutor.citations import SOURCES
from tutor.quizzes.groups import ItemGroup
from tutor.study.review.memory import Memory
from tutor.web import formatting

KNOWN = 0.7
"""The chance of recall from which an item counts as known."""
FEWEST = 3
"""How many items of a group must be answered before it can count as weak."""
STRONG = 0.8
"""A group is weak if less than this share of its answered items is known."""
_GAMES = {
    "first": lazy_gettext("First games"),
    "whist": lazy_gettext("Whist"),
    "bridge": lazy_gettext("Bridge"),
    "auction": lazy_gettext("Auction bridge"),
}
_OTHER = lazy_gettext("Terms, laws and odds")


@dataclass(frozen=True, slots=True)
class GroupProgress:
    """A group, with the number of its items that were answered, and of those that are known.

    An answer in a lesson counts for each item that it bears on, so the learner may never have been asked about it here.
    """

    group: ItemGroup
    answered: int
    known: int

    @property
    def total(self) -> int:
        return len(self.group.items)

    @property
    def author(self) -> str:
        return SOURCES[self.group.source].author if self.group.source else ""

    @property
    def name(self) -> str:
        """The decision or topic it is about."""
        return str(formatting.QUESTIONS[self.group.question]) if self.group.question else self.group.title

    @property
    def words(self) -> str:
        """How much of it is known, in words."""
        if not self.answered:
            return gettext("not tried yet")
        return gettext("%(known)s of %(total)s known", known=self.known, total=self.total)

    @property
    def is_weak(self) -> bool:
        return self.answered >= FEWEST and self.known < STRONG * self.answered


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """One decision of a game: first the author who says most about it, then the others."""

    first: GroupProgress
    others: tuple[GroupProgress, ...] = ()


@dataclass(frozen=True, slots=True)
class PracticeSection:
    """The decisions of a game."""

    key: str
    name: str
    rows: tuple[PracticeRow, ...]

    @property
    def groups(self) -> tuple[GroupProgress, ...]:
        return tuple(group for row in self.rows for group in (row.first, *row.others))

    @property
    def answered(self) -> int:
        return sum(group.answered for group in self.groups)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What to practise next, its section, and why."""

    section: PracticeSection
    progress: GroupProgress
    because: str


def game_of(author: Author) -> str:
    """The game of an author: the beginning of the key of the author’s code."""
    return author.code.partition("-")[0]


def sections(
    groups: Iterable[ItemGroup], memories: Mapping[str, Memory], owed: Collection[str], now: datetime
) -> Sequence[PracticeSection]:
    """All topics: the games in the order of their books, then topics that belong to no game."""
    by_game: dict[str, dict[object, list[GroupProgress]]] = {}
    for group in groups:
        game = game_of(AUTHORS[group.source]) if group.source else "first" if group.name else "other"
        by_game.setdefault(game, {}).setdefault(group.question or group.name or group.kind, []).append(
            progress_of(group, memories, owed, now)
        )
    return [
        PracticeSection(game, str(_GAMES.get(game, _OTHER)), tuple(_row(found) for found in by_question.values()))
        for game, by_question in by_game.items()
    ]


def progress_of(
    group: ItemGroup, memories: Mapping[str, Memory], owed: Collection[str], now: datetime
) -> GroupProgress:
    """How much of a group is known."""
    answered = [item for item in group.items if item in memories]
    known = sum(item not in owed and memories[item].recall(now) >= KNOWN for item in answered)
    return GroupProgress(group, len(answered), known)


def _row(found: Sequence[GroupProgress]) -> PracticeRow:
    first, *others = sorted(found, key=lambda progress: -progress.total)
    return PracticeRow(first, tuple(others))


def suggestion(found: Sequence[PracticeSection]) -> Suggestion | None:
    """The weakest group. If none is weak, the first untried group of the game practised most."""
    every = [(section, group) for section in found for group in section.groups]
    weak = [(section, group) for section, group in every if group.is_weak]
    if weak:
        section, group = min(weak, key=lambda one: one[1].known / one[1].answered)
        because = gettext(
            "You know %(known)s of the %(answered)s you have met.", known=group.known, answered=group.answered
        )
        return Suggestion(section, group, because)
    most = sorted(found, key=lambda section: -section.answered)
    untried = [(section, group) for section in most for group in section.groups if not group.answered]
    if untried:
        return Suggestion(*untried[0], gettext("You have not tried this yet."))
    if not every:
        return None
    section, group = min(every, key=lambda one: one[1].known / one[1].total)
    because = gettext("You know %(known)s of %(total)s.", known=group.known, total=group.total)
    return Suggestion(section, group, because)
