"""What can be practised, by game and by what is decided: how much of it is known, and what to practise next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from tutor.authors import AUTHORS, Author
from tutor.citations import SOURCES
from tutor.quizzes.groups import ItemGroup
from tutor.study.review.memory import Memory
from tutor.web import formatting

KNOWN = 0.7
"""How likely an item must be recalled to count as known."""
FEWEST = 3
"""How many items of a group must have been answered before it can be called weak."""
STRONG = 0.8
"""The part of what was answered that is known, from which on a group is not weak."""
_GAMES = {"first": "First games", "whist": "Whist", "bridge": "Bridge", "auction": "Auction bridge"}
_OTHER = "Words, laws and figures"


@dataclass(frozen=True, slots=True)
class GroupProgress:
    """A group, with how many of its items were answered, and how many of these are known."""

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
        """What is decided, or asked."""
        return formatting.QUESTIONS[self.group.question] if self.group.question else self.group.title

    @property
    def words(self) -> str:
        """How much of it is known, in words."""
        return f"{self.known} of {self.total} known" if self.answered else "not tried yet"

    @property
    def is_weak(self) -> bool:
        return self.answered >= FEWEST and self.known < STRONG * self.answered


@dataclass(frozen=True, slots=True)
class PracticeRow:
    """One decision of a game: by the author who says most of it, and by the others."""

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
    """What to practise next, the section in which it stands, and why."""

    section: PracticeSection
    progress: GroupProgress
    because: str


def game_of(author: Author) -> str:
    """The game of an author, as the key of his code begins."""
    return author.code.partition("-")[0]


def sections(
    groups: Iterable[ItemGroup], memories: Mapping[str, Memory], owed: Collection[str], now: datetime
) -> Sequence[PracticeSection]:
    """All that can be practised: the games in the order of their books, then what is of no game."""
    by_game: dict[str, dict[object, list[GroupProgress]]] = {}
    for group in groups:
        game = game_of(AUTHORS[group.source]) if group.source else "first" if group.name else "other"
        by_game.setdefault(game, {}).setdefault(group.question or group.name or group.kind, []).append(
            _progress(group, memories, owed, now)
        )
    return [
        PracticeSection(game, _GAMES.get(game, _OTHER), tuple(_row(found) for found in by_question.values()))
        for game, by_question in by_game.items()
    ]


def _progress(group: ItemGroup, memories: Mapping[str, Memory], owed: Collection[str], now: datetime) -> GroupProgress:
    answered = [item for item in group.items if item in memories]
    known = sum(item not in owed and memories[item].recall(now) >= KNOWN for item in answered)
    return GroupProgress(group, len(answered), known)


def _row(found: Sequence[GroupProgress]) -> PracticeRow:
    first, *others = sorted(found, key=lambda progress: -progress.total)
    return PracticeRow(first, tuple(others))


def suggestion(found: Sequence[PracticeSection]) -> Suggestion | None:
    """The weakest group; where none is weak, the first that was never tried, of the game that was practised most."""
    every = [(section, group) for section in found for group in section.groups]
    weak = [(section, group) for section, group in every if group.is_weak]
    if weak:
        section, group = min(weak, key=lambda one: one[1].known / one[1].answered)
        return Suggestion(section, group, f"You know {group.known} of the {group.answered} you have answered.")
    most = sorted(found, key=lambda section: -section.answered)
    untried = [(section, group) for section in most for group in section.groups if not group.answered]
    if untried:
        return Suggestion(*untried[0], "You have not tried this yet.")
    if not every:
        return None
    section, group = min(every, key=lambda one: one[1].known / one[1].total)
    return Suggestion(section, group, f"You know {group.known} of {group.total}.")
