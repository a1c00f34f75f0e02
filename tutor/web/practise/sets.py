"""What can be practised in one go: a set of questions of a fixed size, the same for everybody who has its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tutor.cards import Hand
from tutor.citations import SOURCES
from tutor.errors import Unknown
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import ExerciseSet
from tutor.quizzes.groups import ItemGroup, groups
from tutor.quizzes.items import ExerciseBank
from tutor.quizzes.kinds import declarations
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.quizzes.reference import ExerciseRef
from tutor.web import formatting
from tutor.web.services import services

SIZE = 10
"""How many questions a set has."""
SIZE_OF_ONE = 5
"""How many, where all of them are on one item."""
HANDS, GAMES = "hands", "games"
"""The sets of hands to declare on: dealt at random, or the dealers’ of the games."""


@dataclass(frozen=True, slots=True)
class PracticeSet:
    """A set of questions: by what it goes in addresses, what it is called, and on what it asks.

    `items` are none where hands are declared on.
    """

    id: str
    name: str
    size: int
    items: tuple[str, ...] = ()

    def refs(self, seed: int, level: Level) -> Sequence[ExerciseRef]:
        """The questions, in order."""
        if self.items:
            return ExerciseSet(self.items, self.size, seed, level).refs()
        if self.id == HANDS:
            return [DeclarationRef(_random_hand(seed, number)) for number in range(self.size)]
        return [DeclarationRef(hand) for hand in Random(seed).sample(dealers_hands(), self.size)]


def practice_set(set_id: str) -> PracticeSet:
    """The set of an id: that of a group, the code of an item, or of hands to declare on. Raises `Unknown`."""
    if set_id == HANDS:
        return PracticeSet(HANDS, "Random hands to declare", SIZE)
    if set_id == GAMES:
        return PracticeSet(GAMES, "Hands of the games", min(SIZE, len(dealers_hands())))
    group = groups_of(services().makers).get(set_id)
    if group is not None:
        return PracticeSet(group.id, group_name(group), SIZE, group.items)
    return PracticeSet(set_id, "One rule", SIZE_OF_ONE, (services().makers.coded(set_id).id,))


def find_set(set_id: str) -> PracticeSet | None:
    """The same; None where there is no such set."""
    try:
        return practice_set(set_id)
    except Unknown:
        return None


def group_name(group: ItemGroup) -> str:
    """What the questions of a group are called."""
    if group.question is None:
        return group.title
    return f"{formatting.QUESTIONS[group.question]}: {SOURCES[group.source].author}"


@lru_cache(4)
def groups_of(makers: ExerciseBank) -> Mapping[str, ItemGroup]:
    """The groups of all that can be asked."""
    return groups(makers.items)


def dealers_hands() -> Sequence[Hand]:
    """The dealers’ hands of the games of the author by whose advice hands are declared on."""
    games = [game for game in services().library.games.values() if game.source == declarations.judge().key]
    return list(dict.fromkeys(game.deal.hands[game.deal.dealer] for game in games))


@lru_cache(256)
def _random_hand(seed: int, number: int) -> Hand:
    return declarations.random_hand(Random(f"{seed}/{number}"))
