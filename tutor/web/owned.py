"""What teachers wrote themselves, as pages show it: a version of it, to its author and to whom it was given.

A version goes by an id of its own, as `own-12-3`, beside the ids of the library; what is answered is kept under it. A
lesson shows the hands that stood when it was saved.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from tutor.errors import Fault, FaultyContent, Unknown
from tutor.library import composing
from tutor.library.building_lessons import Playable
from tutor.library.catalogue import Library
from tutor.library.composing import Hand, Kind
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.games import Game
from tutor.library.lessons import Asked, Courses, Hands, Lesson, ReplayFrom
from tutor.quizzes.items import Makers
from tutor.quizzes.posing import unaskable
from tutor.study.compositions import Composition, Version
from tutor.study.standing import questions_of
from tutor.study.work import LessonWork, ReplayWork, Work
from tutor.web.parts import parts

T = TypeVar("T", Game, ExampleDeal, Problem, HandsGroup)

KEPT = 256
"""How many texts are kept as what they hold: more than a class works at."""

_OWN = re.compile(r"own-([1-9][0-9]{0,8})-([1-9][0-9]{0,5})")
_REFERS = re.compile(r"""\b(?:of|game)["']?\s*:\s*["']?([a-z0-9-]+)""")
_NAMES = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Made:
    """What a text holds, None where it has faults; and these."""

    content: Lesson | Hand | None
    faults: tuple[Fault, ...] = ()


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

    def __init__(self, versions: Iterable[tuple[int, str, int]], written: Iterable[OwnHand] = ()) -> None:
        """`versions` are those that are kept: key, name and number of each. `written` are some that are not, yet."""
        self._kept = {name: (key, number) for key, name, number in versions}
        self._written = {one.name: one for one in written}

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._kept) | frozenset(self._written)

    def in_lesson(self, text: str) -> tuple[OwnHand, ...]:
        """Those to which the text of a lesson refers."""
        return tuple(self._hand(name) for name in sorted({*_REFERS.findall(text)} & self.names))

    def _hand(self, name: str) -> OwnHand:
        if name in self._written:
            return self._written[name]
        key, number = self._kept[name]
        return OwnHand(name, id_of(key, number), parts().classroom.compositions.version(key, number).text)


def hands_now(author: int, written: Iterable[OwnHand] = ()) -> OwnHands:
    """The hands that an author has now, and some that are being written."""
    found = parts().classroom.compositions.all_of(author)
    here = [one for one in found if one.kind is Kind.HAND and one.dropped_at is None]
    return OwnHands([(one.id, one.name, one.newest) for one in here], written)


def made(kind: Kind, name: str, text: str, own: OwnHands, id: str = "") -> Made:  # noqa: A002
    """What a text holds, with every fault of it; `own` are the hands of its author’s to which it may refer."""
    whole = parts()
    if kind is Kind.HAND:
        return _hand(text, name, id, whole.library, own.names & {*_NAMES.findall(text)})
    return _lesson(text, name, id, whole.library, whole.courses, whole.makers, own.in_lesson(text))


@lru_cache(KEPT)
def _hand(text: str, name: str, id: str, library: Library, known: frozenset[str]) -> Made:  # noqa: A002
    try:
        return Made(composing.hand_of(text, name, library, known, id=id))
    except FaultyContent as error:
        return Made(None, error.faults)


@lru_cache(KEPT)
def _lesson(
    text: str,
    name: str,
    id: str,  # noqa: A002
    library: Library,
    courses: Courses,
    makers: Makers,
    hands: tuple[OwnHand, ...],
) -> Made:
    own = {one.name: _playable(_hand(one.text, one.name, one.id, library, frozenset()).content) for one in hands}
    try:
        lesson = composing.lesson_of(text, name, library, courses.lessons, own, id=id)
    except FaultyContent as error:
        return Made(None, error.faults)
    faults = tuple(sorted(unaskable(lesson, makers)))
    return Made(None if faults else lesson, faults)


def _playable(content: Lesson | Hand | None) -> Playable | None:
    return content if isinstance(content, Playable) else None


# ---- what somebody may see ----------------------------------------------------------------------------------------


def lesson_of(lesson_id: str) -> Lesson:
    """The lesson of an id: of a course, or a version of one’s own or given. Raises `Unknown`, `FaultyContent`."""
    found = parsed(lesson_id)
    if found is None:
        return parts().courses.lesson(lesson_id)
    which, version = _version(*found, "lesson")
    if which.kind is not Kind.LESSON or not _may_see_lesson(which, version.number):
        raise Unknown("lesson", lesson_id, ())
    return _made_lesson(which, version)


def game_of(game_id: str) -> Game:
    """The game of an id. Raises `Unknown`, `FaultyContent`."""
    return parts().library.game(game_id) if parsed(game_id) is None else _own_hand(game_id, Game, "game")


def deal_of(deal_id: str) -> ExampleDeal:
    """The deal of an id. Raises `Unknown`, `FaultyContent`."""
    return parts().library.deal(deal_id) if parsed(deal_id) is None else _own_hand(deal_id, ExampleDeal, "deal")


def problem_of(problem_id: str) -> Problem:
    """The ending of an id. Raises `Unknown`, `FaultyContent`."""
    return (
        parts().library.problem(problem_id) if parsed(problem_id) is None else _own_hand(problem_id, Problem, "ending")
    )


def group_of(group_id: str) -> HandsGroup:
    """The group of hands of an id. Raises `Unknown`, `FaultyContent`."""
    return (
        parts().library.group(group_id)
        if parsed(group_id) is None
        else _own_hand(group_id, HandsGroup, "group of hands")
    )


def playable_of(name: str) -> Playable:
    """The game, deal or ending of an id, one’s own or the library’s. Raises `Unknown`, `FaultyContent`."""
    library = parts().library
    if parsed(name) is None:
        return library.games.get(name) or library.deals.get(name) or library.problem(name)
    content = _own_content(name, "deal")
    if isinstance(content, HandsGroup):
        raise Unknown("deal", name, ())
    return content


def _own_hand(hand_id: str, kind: type[T], word: str) -> T:
    content = _own_content(hand_id, word)
    if not isinstance(content, kind):
        raise Unknown(word, hand_id, ())
    return content


def _own_content(hand_id: str, word: str) -> Hand:
    found = parsed(hand_id)
    assert found is not None  # noqa: S101 - asked by all who call
    which, version = _version(*found, word)
    if which.kind is not Kind.HAND or not _may_see_hand(which, hand_id):
        raise Unknown(word, hand_id, ())
    content = _sound(_made_of(which, version))
    assert not isinstance(content, Lesson), "it is of the other kind"  # noqa: S101
    return content


def _version(composition: int, number: int, word: str) -> tuple[Composition, Version]:
    compositions = parts().classroom.compositions
    try:
        return compositions.find(composition), compositions.version(composition, number)
    except Unknown:
        raise Unknown(word, id_of(composition, number), ()) from None


def _made_of(which: Composition, version: Version) -> Made:
    """What a version holds, with the hands that stood when it was saved."""
    own = OwnHands(parts().classroom.compositions.hands_at(which.author, version.at))
    return made(which.kind, which.name, version.text, own, id_of(which.id, version.number))


def _sound(made: Made) -> Lesson | Hand:
    if made.content is None:
        raise FaultyContent(made.faults)
    return made.content


def _made_lesson(which: Composition, version: Version) -> Lesson:
    content = _sound(_made_of(which, version))
    assert isinstance(content, Lesson), "it is of that kind"  # noqa: S101
    return content


def _may_see_lesson(which: Composition, number: int) -> bool:
    return which.author == parts().study.learner or id_of(which.id, number) in _given_lessons()


def _may_see_hand(which: Composition, hand_id: str) -> bool:
    """Whether a hand is one’s own, was given to be replayed, or stands in a lesson that was given."""
    if which.author == parts().study.learner:
        return True
    if any(isinstance(work, ReplayWork) and work.game == hand_id for work in _given()):
        return True
    return any(hand_id in hands_in(lesson) for lesson in map(_given_lesson, _given_lessons()) if lesson)


def _given() -> list[object]:
    """What a class of the learner’s was set: work that came as a file lets nobody see what is another’s here."""
    whole = parts()
    found = whole.classroom.assignments.all_of_learner(whole.study.learner)
    return [one.work for one in found if one.class_id is not None]


def _given_lessons() -> set[str]:
    given = (work.own for work in _given() if isinstance(work, LessonWork) and work.own is not None)
    return {id_of(one.composition, one.version) for one in given}


def _given_lesson(lesson_id: str) -> Lesson | None:
    found = parsed(lesson_id)
    try:
        return _made_lesson(*_version(*found, "lesson")) if found else None
    except (Unknown, FaultyContent):
        return None


def to_choose(says: Collection[str], chosen: str = "") -> Sequence[tuple[str, str]]:
    """What who asks has written that says of itself that it is of some kinds: the newest ids, and titles.

    What is `chosen` already, an older version perhaps, is among them.
    """
    whole = parts()
    found = whole.classroom.compositions.all_of(whole.study.learner)
    here = [one for one in found if one.says in says and one.dropped_at is None]
    listed = {id_of(one.id, one.newest): f"{one.title} ({one.name})" for one in here}
    old = parsed(chosen)
    if old is not None and chosen not in listed:
        names = {one.id: one.name for one in found if one.says in says}
        listed |= {chosen: f"{names[old[0]]}, version {old[1]}"} if old[0] in names else {}
    return list(listed.items())


def title_of_lesson(lesson_id: str) -> str:
    """What a lesson is called; its id where it is there no more."""
    try:
        return lesson_of(lesson_id).title
    except (Unknown, FaultyContent):
        return lesson_id


def title_of_game(game_id: str) -> str:
    """Whose a game is, and what it is called; its id where it is there no more."""
    try:
        game = game_of(game_id)
    except (Unknown, FaultyContent):
        return game_id
    return f"{game.citation.author}, {game.name}"


def questions_in(work: Work) -> int:
    """How many questions work has; 1 where it cannot be counted, or is there no more."""
    try:
        if isinstance(work, LessonWork) and work.own is not None:
            return len(lesson_of(work.lesson).questions)
        if isinstance(work, ReplayWork) and parsed(work.game) is not None:
            return len(game_of(work.game).decisions)
        return questions_of(work, parts().library, parts().courses)
    except (Unknown, FaultyContent):
        return 1


def hands_in(lesson: Lesson) -> frozenset[str]:
    """The ids of the hands that a lesson shows."""
    shown = [block.shows if isinstance(block, Asked) else block for block in lesson.blocks]
    of = {one.of for one in shown if isinstance(one, Hands)}
    return frozenset(of | {one.game for one in shown if isinstance(one, ReplayFrom)}) - {""}
