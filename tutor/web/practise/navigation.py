"""What follows a question, by how the learner came to it: a drill, a test, a set, the review, or their mistakes.

A session has a fixed size. The addresses of its questions hold all that is known about it, as `from=…`. Looking at a
page saves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext, lazy_gettext
from flask_babel.speaklater import LazyString

from tutor.errors import FaultyContent, Unknown
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.exercise import Level
from tutor.web.classroom.authored_content import lesson_of
from tutor.web.practise.sets import GAMES, find_set, groups_of
from tutor.web.services import services

REVIEW, MISTAKES = "review", "mistakes"
NEXT, AT_AN_END = lazy_gettext("Next question"), lazy_gettext("See your results")
_LEVELS = {level.value: level for level in Level}


@dataclass(frozen=True, slots=True)
class NextStep:
    """The name of the session, its progress, and the link to the next step.

    `assigned` is what a teacher assigns of it: the drill of a lesson, or a group, with its name.
    """

    name: str
    progress: str
    next_url: str
    next_words: LazyString | str
    assigned: tuple[str, str] | None = None


def _progress(number: int, total: int) -> str:
    return gettext("%(number)s of %(total)s", number=number, total=total)


@dataclass(frozen=True, slots=True)
class DrillNavigation:
    """The way through a drill of a lesson: the drill, the number of the set, and the question."""

    lesson: str
    drill: int
    seed: int
    question: int

    def __str__(self) -> str:
        return f"drill.{self.lesson}.{self.drill}.{self.seed}.{self.question}"

    @classmethod
    def parse(cls, text: str) -> DrillNavigation | None:
        """Reads a way from a text. None if the text is not one."""
        word, *rest = text.split(".")
        if word != "drill" or len(rest) != 4 or not _are_numbers(rest[1:]):
            return None
        return cls(rest[0], *map(int, rest[1:]))

    def way(self) -> NextStep | None:
        """The next step. None if there is no such drill."""
        try:
            lesson = lesson_of(self.lesson)
            questions = lesson.drills[self.drill].questions
        except (Unknown, FaultyContent, IndexError):
            return None
        at: dict[str, Any] = {"lesson_id": self.lesson, "drill": self.drill, "seed": self.seed}
        progress, assigned = _progress(self.question, questions), ("drill", f"{self.lesson}.{self.drill}")
        if self.question < questions:
            url = url_for("drills.question", **at, question=self.question + 1)
            return NextStep(lesson.title, progress, url, NEXT, assigned)
        return NextStep(lesson.title, progress, url_for("drills.results", **at), AT_AN_END, assigned)


MOST_PLACED = 10
"""About how many lessons a placement test covers."""


def placed_lessons(course: Course) -> Sequence[Lesson]:
    """The lessons that the placement test of a course covers, evenly spaced."""
    return course.lessons[:: max(1, round(len(course.lessons) / MOST_PLACED))]


@dataclass(frozen=True, slots=True)
class PlacementNavigation:
    """The way through the placement test of a course: the number of the test, and the question."""

    course: str
    seed: int
    question: int

    def __str__(self) -> str:
        return f"placement.{self.course}.{self.seed}.{self.question}"

    @classmethod
    def parse(cls, text: str) -> PlacementNavigation | None:
        """Reads a way from a text. None if the text is not one."""
        word, *rest = text.split(".")
        if word != "placement" or len(rest) != 3 or not _are_numbers(rest[1:]):
            return None
        return cls(rest[0], *map(int, rest[1:]))

    def way(self) -> NextStep | None:
        """The next step. None if there is no such course."""
        course = services().courses.courses.get(self.course)
        if course is None:
            return None
        number = len(placed_lessons(course))
        at: dict[str, Any] = {"course_id": self.course, "seed": self.seed}
        progress = gettext("%(number)s of up to %(total)s", number=self.question, total=number)
        name = gettext("Find your place: %(course)s", course=course.title)
        if self.question < number:
            return NextStep(name, progress, url_for("placement.question", **at, question=self.question + 1), NEXT)
        return NextStep(name, progress, url_for("placement.results", **at), AT_AN_END)


@dataclass(frozen=True, slots=True)
class SetNavigation:
    """The way through a set of questions: the set, its level and number, and the question."""

    set_id: str
    level: Level
    seed: int
    question: int

    def __str__(self) -> str:
        return f"set.{self.set_id}.{self.level.value}.{self.seed}.{self.question}"

    @classmethod
    def parse(cls, text: str) -> SetNavigation | None:
        """Reads a way from a text. None if the text is not one."""
        word, *rest = text.split(".")
        if word != "set" or len(rest) != 4 or rest[1] not in _LEVELS or not _are_numbers(rest[2:]):
            return None
        return cls(rest[0], _LEVELS[rest[1]], *map(int, rest[2:]))

    def way(self) -> NextStep | None:
        """The next step. None if there is no such set."""
        found = find_set(self.set_id)
        if found is None:
            return None
        at: dict[str, Any] = {"set_id": self.set_id, "level": self.level.value, "seed": self.seed}
        progress = _progress(self.question, found.size)
        assigned = ("group", self.set_id) if self.set_id in groups_of(services().makers) else None
        if self.question < found.size:
            url = url_for("practice.question_of_set", **at, question=self.question + 1)
            return NextStep(found.name, progress, url, NEXT, assigned)
        return NextStep(found.name, progress, url_for("practice.results_of_set", **at), AT_AN_END, assigned)


@dataclass(frozen=True, slots=True)
class GroupNavigation:
    """Endless practice of a group, as in addresses up to version 0.1.0."""

    group: str
    level: Level

    @classmethod
    def parse(cls, text: str) -> GroupNavigation | None:
        """Reads a way from a text. None if the text is not one."""
        word, *rest = text.split(".")
        return cls(rest[0], _LEVELS[rest[1]]) if word == "some" and len(rest) == 2 and rest[1] in _LEVELS else None

    def way(self) -> NextStep | None:
        """The next step. None if there is no such group."""
        if find_set(self.group) is None:
            return None
        level = {"level": self.level.value} if self.level is Level.ADVANCED else {}
        return NextStep(gettext("Practice"), "", url_for("practice.of_group", group_id=self.group, **level), NEXT)


@dataclass(frozen=True, slots=True)
class ReviewNavigation:
    """The way through a review, or through earlier mistakes: the question, and how many there are.

    `began` is the moment it began, in thousandths of a second.
    """

    of: str
    began: int
    question: int
    size: int

    def __str__(self) -> str:
        return f"{self.of}.{self.began}.{self.question}.{self.size}"

    @classmethod
    def parse(cls, text: str) -> ReviewNavigation | None:
        """Reads a way from a text. None if the text is not one."""
        of, *rest = text.split(".")
        if of not in (REVIEW, MISTAKES) or len(rest) != 3 or not _are_numbers(rest, longest=14):
            return None
        return cls(of, *map(int, rest))

    @property
    def end_url(self) -> str:
        """The address of the results."""
        return url_for("review.results", of=self.of, began=self.began, size=self.size)

    def way(self) -> NextStep:
        """The next step."""
        name = gettext("Review") if self.of == REVIEW else gettext("Mistakes")
        progress = _progress(self.question, self.size)
        if self.question < self.size:
            here: dict[str, Any] = {"from": str(self)}
            return NextStep(name, progress, url_for("review.next_question", **here), NEXT)
        return NextStep(name, progress, self.end_url, AT_AN_END)


def way_of(text: str) -> NextStep | None:
    """The way that an address tells of; None where it tells of none."""
    if text == REVIEW:
        return NextStep("Review", "", url_for("review.next_question"), NEXT)
    if text == MISTAKES:
        return NextStep("Mistakes", "", url_for("review.next_question", of=MISTAKES), NEXT)
    if text == GAMES:
        games: dict[str, Any] = {"from": GAMES}
        return NextStep(gettext("Practice"), "", url_for("practice.next_hand", **games), NEXT)
    way = (
        DrillNavigation.parse(text)
        or PlacementNavigation.parse(text)
        or SetNavigation.parse(text)
        or ReviewNavigation.parse(text)
        or GroupNavigation.parse(text)
    )
    return way.way() if way else None


def _are_numbers(words: list[str], longest: int = 7) -> bool:
    return all(word.isdecimal() and word.isascii() and len(word) <= longest for word in words)
