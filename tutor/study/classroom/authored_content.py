"""What teachers wrote themselves, and who may see it: a version of it, its author and those to whom it was given.

A version goes by an id of its own, as `own-12-3`, beside the ids of the library; what is answered is kept under it. A
lesson shows the hands that stood when it was saved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from tutor.errors import Fault, FaultyContent, Unknown
from tutor.library import user_content
from tutor.library.catalogue import Library
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.games import Game
from tutor.library.lesson_blocks import HandsBlock, Playable, ReplayBlock
from tutor.library.lesson_questions import WrittenQuestion
from tutor.library.lessons import Courses, Lesson
from tutor.library.moved import Moved
from tutor.library.user_content import CompositionKind, Hand
from tutor.quizzes.items import ExerciseBank
from tutor.quizzes.kinds.lessons import unaskable
from tutor.study.classroom.assigned_work import QuestionCount, Work
from tutor.study.classroom.assignments import Assignments
from tutor.study.classroom.compositions import REFERS, Composition, Compositions, Version
from tutor.study.study import Study
from tutor.tables.match import Match

T = TypeVar("T", Game, ExampleDeal, Problem, HandsGroup)

KEPT = 256
"""How many texts are kept as what they hold: more than a class works at."""

_OWN = re.compile(r"own-([1-9][0-9]{0,8})-([1-9][0-9]{0,5})")
_NAMES = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a text holds, None where it has faults; and these."""

    content: Lesson | Hand | None
    faults: tuple[Fault, ...] = ()

    def sound(self) -> Lesson | Hand:
        """What it holds. Raises `FaultyContent`."""
        if self.content is None:
            raise FaultyContent(self.faults)
        return self.content


def id_of(composition: int, number: int) -> str:
    """The id of a version."""
    return f"own-{composition}-{number}"


def parsed(id: str) -> tuple[int, int] | None:  # noqa: A002
    """The composition and the number of a version’s id; None where it is none."""
    found = _OWN.fullmatch(id)
    return (int(found[1]), int(found[2])) if found else None


def is_own(id: str) -> bool:  # noqa: A002
    """Whether an id is that of a version, and not of anything in the library."""
    return parsed(id) is not None


# ---- what a text holds --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A version of a hand, to which its author’s lessons may refer by its name."""

    name: str
    id: str
    text: str


class OwnHands:
    """The hands of an author as they stand, or stood: each is read when something refers to it."""

    def __init__(
        self,
        compositions: Compositions,
        versions: Iterable[tuple[int, str, int]] = (),
        written: Iterable[OwnHand] = (),
    ) -> None:
        """`versions` are those that are kept: key, name and number of each. `written` are some that are not, yet."""
        self._compositions = compositions
        self._kept = {name: (key, number) for key, name, number in versions}
        self._written = {hand.name: hand for hand in written}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._kept) | frozenset(self._written)

    def in_lesson(self, text: str) -> tuple[OwnHand, ...]:
        """Those to which the text of a lesson refers."""
        return tuple(self._hand(name) for name in sorted({*REFERS.findall(text)} & self.names))

    def _hand(self, name: str) -> OwnHand:
        if name in self._written:
            return self._written[name]
        key, number = self._kept[name]
        return OwnHand(name, id_of(key, number), self._compositions.version(key, number).text)


@lru_cache(KEPT)
def _hand(text: str, name: str, id: str, library: Library, known: frozenset[str]) -> BuildResult:  # noqa: A002
    try:
        return BuildResult(user_content.hand_of(text, name, library, known, id=id))
    except FaultyContent as error:
        return BuildResult(None, error.faults)


@lru_cache(KEPT)
def _lesson(
    text: str,
    name: str,
    id: str,  # noqa: A002
    library: Library,
    courses: Courses,
    makers: ExerciseBank,
    hands: tuple[OwnHand, ...],
) -> BuildResult:
    own = {hand.name: _playable(_hand(hand.text, hand.name, hand.id, library, frozenset()).content) for hand in hands}
    try:
        lesson = user_content.lesson_of(text, name, library, courses.known, own, id=id)
    except FaultyContent as error:
        return BuildResult(None, error.faults)
    faults = tuple(sorted(unaskable(lesson, makers)))
    return BuildResult(None if faults else lesson, faults)


def _playable(content: Lesson | Hand | None) -> Playable | None:
    return content if isinstance(content, Playable) else None


# ---- what somebody may see ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ContentAccess:
    """The lessons and hands that somebody may see: the tutor’s, their own, and those they were given."""

    library: Library
    courses: Courses
    makers: ExerciseBank
    compositions: Compositions
    assignments: Assignments
    learner: int
    study: Study | None = None

    @property
    def moved(self) -> Moved:
        """What of the tutor’s lessons is no longer where it was."""
        return self.courses.moved

    def match(self, key: int) -> Match:
        """The match of a number that the learner plays, or played. Raises `Unknown`."""
        found = self.study.matches.seen(key) if self.study else None
        if found is None:
            raise Unknown("match", str(key), ())
        return found

    def hands_now(self, written: Iterable[OwnHand] = ()) -> OwnHands:
        """The hands that this person has written, and some that are being written."""
        found = self.compositions.all_of(self.learner)
        here = [
            composition
            for composition in found
            if composition.kind is CompositionKind.HAND and composition.dropped_at is None
        ]
        return OwnHands(
            self.compositions, [(composition.id, composition.name, composition.newest) for composition in here], written
        )

    def hands_then(self, which: Composition, version: Version) -> OwnHands:
        """The hands of an author that stood when he saved a version."""
        return OwnHands(self.compositions, self.compositions.hands_at(which.author, version.at))

    def made(self, kind: CompositionKind, name: str, text: str, own: OwnHands, id: str = "") -> BuildResult:  # noqa: A002
        """What a text holds, with every fault of it; `own` are the hands of its author’s to which it may refer."""
        if kind is CompositionKind.HAND:
            return _hand(text, name, id, self.library, own.names & {*_NAMES.findall(text)})
        return _lesson(text, name, id, self.library, self.courses, self.makers, own.in_lesson(text))

    def lesson(self, lesson_id: str) -> Lesson:
        """The lesson of an id: of a course, or a version, own or given. Raises `Unknown`, `FaultyContent`."""
        found = parsed(lesson_id)
        if found is None:
            return self.courses.lesson(lesson_id)
        which, version = self.version(*found, "lesson")
        if which.kind is not CompositionKind.LESSON or not self._may_see_lesson(which, version.number):
            raise Unknown("lesson", lesson_id, ())
        return self._made_lesson(which, version)

    def hand(self, hand_id: str, kind: type[T], word: str) -> T:
        """The version of a hand that has an id and is of a kind. Raises `Unknown`, `FaultyContent`."""
        content = self.any_hand(hand_id, word)
        if not isinstance(content, kind):
            raise Unknown(word, hand_id, ())
        return content

    def any_hand(self, hand_id: str, word: str) -> Hand:
        """The version of a hand that has an id. Raises `Unknown`, `FaultyContent`."""
        found = parsed(hand_id)
        if found is None:
            raise Unknown(word, hand_id, ())
        which, version = self.version(*found, word)
        if which.kind is not CompositionKind.HAND or not self._may_see_hand(which, hand_id):
            raise Unknown(word, hand_id, ())
        content = self._made_of(which, version).sound()
        assert not isinstance(content, Lesson), "it is of the other kind"  # noqa: S101
        return content

    def game(self, game_id: str) -> Game:
        """The game of an id. Raises `Unknown`, `FaultyContent`."""
        return self.hand(game_id, Game, "game") if is_own(game_id) else self.library.game(game_id)

    def playable(self, name: str) -> Playable:
        """The game, deal or ending of an id. Raises `Unknown`, `FaultyContent`."""
        if not is_own(name):
            return self.library.games.get(name) or self.library.deals.get(name) or self.library.problem(name)
        content = self.any_hand(name, "deal")
        if isinstance(content, HandsGroup):
            raise Unknown("deal", name, ())
        return content

    def version(self, composition: int, number: int, word: str) -> tuple[Composition, Version]:
        """What a version is of, and the version, whoever may see it. Raises `Unknown`, calling it by `word`."""
        try:
            return self.compositions.find(composition), self.compositions.version(composition, number)
        except Unknown:
            raise Unknown(word, id_of(composition, number), ()) from None

    def questions_in(self, work: Work) -> QuestionCount:
        """How many questions work has; 1 where it cannot be counted, or is there no more."""
        try:
            return work.counted_in(self)
        except (Unknown, FaultyContent):
            return QuestionCount(1)

    def _made_of(self, which: Composition, version: Version) -> BuildResult:
        """What a version holds, with the hands that stood when it was saved."""
        own, id = self.hands_then(which, version), id_of(which.id, version.number)  # noqa: A001
        return self.made(which.kind, which.name, version.text, own, id)

    def _made_lesson(self, which: Composition, version: Version) -> Lesson:
        content = self._made_of(which, version).sound()
        assert isinstance(content, Lesson), "it is of that kind"  # noqa: S101
        return content

    def _may_see_lesson(self, which: Composition, number: int) -> bool:
        return which.author == self.learner or id_of(which.id, number) in self._given()

    def _may_see_hand(self, which: Composition, hand_id: str) -> bool:
        """Whether a hand is the person’s own, was given for a replay, or is in a lesson that was given."""
        if which.author == self.learner:
            return True
        given = self._given()
        lessons = filter(None, map(self._given_lesson, given))
        return hand_id in given or any(hand_id in hands_in(lesson) for lesson in lessons)

    def _given(self) -> set[str]:
        """The ids of what a class was set to which he belongs, or which he teaches, perhaps after its author.

        Work that came as a file lets nobody see what is another’s here.
        """
        learnt = [
            assignment
            for assignment in self.assignments.all_of_learner(self.learner)
            if assignment.class_id is not None
        ]
        return {assignment.work.content_id for assignment in (*learnt, *self.assignments.all_of_teacher(self.learner))}

    def _given_lesson(self, lesson_id: str) -> Lesson | None:
        found = parsed(lesson_id)
        if found is None:
            return None
        try:
            which, version = self.version(*found, "lesson")
            return self._made_lesson(which, version) if which.kind is CompositionKind.LESSON else None
        except (Unknown, FaultyContent):
            return None


def hands_in(lesson: Lesson) -> frozenset[str]:
    """The ids of the hands that a lesson shows."""
    shown = [block.shows if isinstance(block, WrittenQuestion) else block for block in lesson.blocks]
    of = {block.of for block in shown if isinstance(block, HandsBlock)}
    return frozenset(of | {block.game for block in shown if isinstance(block, ReplayBlock)}) - {""}
