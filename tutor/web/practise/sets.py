"""Sets of questions of a fixed size, the same for everybody who has the number of a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from flask_babel import gettext

from tutor.cards import Hand
from tutor.citations import SOURCES
from tutor.errors import Unknown
from tutor.library.lesson_blocks import matching
from tutor.library.lessons import Lesson
from tutor.quizzes.exercise import Level
from tutor.quizzes.exercise_set import ExerciseSet
from tutor.quizzes.groups import ItemGroup, groups
from tutor.quizzes.items import ExerciseBank
from tutor.quizzes.kinds import declarations
from tutor.quizzes.kinds.declarations import DeclarationRef
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.quizzes.reference import ExerciseRef
from tutor.web import formatting
from tutor.web.services import services

SIZE = 10
"""How many questions a set has."""
SIZE_OF_ONE = 5
"""How many questions a set on a single item has."""
FEWEST_TERMS = 3
"""How many terms the lessons so far must teach for a set on these alone."""
TERMS, TERMS_TO = "term", "terms-to-"
"""The group of the terms, and the beginning of the id of a set on those that are met up to a lesson."""
HANDS, GAMES = "hands", "games"
"""The sets of hands to declare: random hands, or dealers’ hands from the games."""


@dataclass(frozen=True, slots=True)
class PracticeSet:
    """A set of questions: its id in addresses, its name, its size and its items.

    Sets of hands to declare have no `items`.
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
    """The set of an id, which is a group, the code of an item, or a set of hands. Raises `Unknown`."""
    if set_id == HANDS:
        return PracticeSet(HANDS, gettext("Random hands to declare"), SIZE)
    if set_id == GAMES:
        return PracticeSet(GAMES, gettext("Hands from the games"), min(SIZE, len(dealers_hands())))
    if set_id.startswith(TERMS_TO):
        met = terms_up_to(services().makers, set_id.removeprefix(TERMS_TO))
        return PracticeSet(set_id, gettext("Terms of your lessons"), SIZE, met)
    group = groups_of(services().makers).get(set_id)
    if group is not None:
        return PracticeSet(group.id, group_name(group), SIZE, group.items)
    return PracticeSet(set_id, gettext("One rule"), SIZE_OF_ONE, (services().makers.coded(set_id).id,))


@lru_cache(256)
def terms_up_to(makers: ExerciseBank, lesson_id: str) -> tuple[str, ...]:
    """The terms that a course asks about up to a lesson, those of the courses before it too. Raises `Unknown`."""
    courses = services().courses
    lesson = courses.lesson(lesson_id)
    course = courses.course(lesson.course)
    lessons = (*courses.before(course), *course.lessons[: course.lessons.index(lesson) + 1])
    asked = (item for one in lessons for item in _items_of(makers, one))
    terms = frozenset(groups_of(makers)[TERMS].items)
    met = tuple(dict.fromkeys(item for item in asked if item in terms))
    if len(met) < FEWEST_TERMS:
        raise Unknown("topic", f"{TERMS_TO}{lesson_id}", ())
    return met


def _items_of(makers: ExerciseBank, lesson: Lesson) -> Iterator[str]:
    for question in lesson.questions:
        yield from lesson_exercise(lesson, question, makers).items
    for drill in lesson.drills:
        for wanted in drill.on:
            yield from matching(wanted, makers.items)


def find_set(set_id: str) -> PracticeSet | None:
    """The set of an id. None if there is no such set."""
    try:
        return practice_set(set_id)
    except Unknown:
        return None


def group_name(group: ItemGroup) -> str:
    """The name of a group of questions."""
    if group.question is None:
        return group.title
    return f"{formatting.QUESTIONS[group.question]}: {SOURCES[group.source].author}"


@lru_cache(4)
def groups_of(makers: ExerciseBank) -> Mapping[str, ItemGroup]:
    """The groups of all questions."""
    return groups(makers.items)


def dealers_hands() -> Sequence[Hand]:
    """The dealers’ hands from the games of the author who judges declarations."""
    games = [game for game in services().library.games.values() if game.source == declarations.judge().key]
    return list(dict.fromkeys(game.deal.hands[game.deal.dealer] for game in games))


@lru_cache(256)
def _random_hand(seed: int, number: int) -> Hand:
    return declarations.random_hand(Random(f"{seed}/{number}"))
