"""Whence a learner comes to a question, and so what follows it: a drill, a test, a set, the review, mistakes.

A session is of a fixed size. All that is known of it stands in the addresses of its questions, as `from=…`: nothing is
written by looking at a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from tutor.errors import FaultyContent, Unknown
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.exercise import Level
from tutor.web.classroom.authored_content import lesson_of
from tutor.web.practise.sets import GAMES, find_set
from tutor.web.services import services

REVIEW, MISTAKES = "review", "mistakes"
NEXT, AT_AN_END = "Next question", "See how it went"
_LEVELS = {level.value: level for level in Level}


@dataclass(frozen=True, slots=True)
class NextStep:
    """What is being done, how far it has come, where it goes on and by what words."""

    name: str
    progress: str
    next_url: str
    next_words: str


@dataclass(frozen=True, slots=True)
class DrillNavigation:
    """The way through a drill of a lesson: which of its drills, the number of the set, and which question of it."""

    lesson: str
    drill: int
    seed: int
    question: int

    def __str__(self) -> str:
        return f"drill.{self.lesson}.{self.drill}.{self.seed}.{self.question}"

    @classmethod
    def parse(cls, text: str) -> DrillNavigation | None:
        """The way that a text says; None where it says none."""
        word, *rest = text.split(".")
        if word != "drill" or len(rest) != 4 or not _are_numbers(rest[1:]):
            return None
        return cls(rest[0], *map(int, rest[1:]))

    def way(self) -> NextStep | None:
        """What follows; None where there is no such drill."""
        try:
            lesson = lesson_of(self.lesson)
            questions = lesson.drills[self.drill].questions
        except (Unknown, FaultyContent, IndexError):
            return None
        at: dict[str, Any] = {"lesson_id": self.lesson, "drill": self.drill, "seed": self.seed}
        progress = f"{self.question} of {questions}"
        if self.question < questions:
            url = url_for("drills.question", **at, question=self.question + 1)
            return NextStep(lesson.title, progress, url, NEXT)
        return NextStep(lesson.title, progress, url_for("drills.results", **at), AT_AN_END)


MOST_PLACED = 10
"""About how many lessons of a course its placement test asks about."""


def placed_lessons(course: Course) -> Sequence[Lesson]:
    """The lessons that the placement test of a course asks about, at even distances."""
    return course.lessons[:: max(1, round(len(course.lessons) / MOST_PLACED))]


@dataclass(frozen=True, slots=True)
class PlacementNavigation:
    """The way through the placement test of a course: the number of the test, and which question of it."""

    course: str
    seed: int
    question: int

    def __str__(self) -> str:
        return f"placement.{self.course}.{self.seed}.{self.question}"

    @classmethod
    def parse(cls, text: str) -> PlacementNavigation | None:
        """The way that a text says; None where it says none."""
        word, *rest = text.split(".")
        if word != "placement" or len(rest) != 3 or not _are_numbers(rest[1:]):
            return None
        return cls(rest[0], *map(int, rest[1:]))

    def way(self) -> NextStep | None:
        """What follows; None where there is no such course."""
        course = services().courses.courses.get(self.course)
        if course is None:
            return None
        number = len(placed_lessons(course))
        at: dict[str, Any] = {"course_id": self.course, "seed": self.seed}
        progress, name = f"{self.question} of at most {number}", f"Find your place: {course.title}"
        if self.question < number:
            return NextStep(name, progress, url_for("placement.question", **at, question=self.question + 1), NEXT)
        return NextStep(name, progress, url_for("placement.results", **at), AT_AN_END)


@dataclass(frozen=True, slots=True)
class SetNavigation:
    """The way through a set of questions: which set, of which level and number, and which question of it."""

    set_id: str
    level: Level
    seed: int
    question: int

    def __str__(self) -> str:
        return f"set.{self.set_id}.{self.level.value}.{self.seed}.{self.question}"

    @classmethod
    def parse(cls, text: str) -> SetNavigation | None:
        """The way that a text says; None where it says none."""
        word, *rest = text.split(".")
        if word != "set" or len(rest) != 4 or rest[1] not in _LEVELS or not _are_numbers(rest[2:]):
            return None
        return cls(rest[0], _LEVELS[rest[1]], *map(int, rest[2:]))

    def way(self) -> NextStep | None:
        """What follows; None where there is no such set."""
        found = find_set(self.set_id)
        if found is None:
            return None
        at: dict[str, Any] = {"set_id": self.set_id, "level": self.level.value, "seed": self.seed}
        progress = f"{self.question} of {found.size}"
        if self.question < found.size:
            url = url_for("practice.question_of_set", **at, question=self.question + 1)
            return NextStep(found.name, progress, url, NEXT)
        return NextStep(found.name, progress, url_for("practice.results_of_set", **at), AT_AN_END)


@dataclass(frozen=True, slots=True)
class GroupNavigation:
    """Practice of what belongs together, without an end: what addresses up to version 0.1.0 say."""

    group: str
    level: Level

    @classmethod
    def parse(cls, text: str) -> GroupNavigation | None:
        """The way that a text says; None where it says none."""
        word, *rest = text.split(".")
        return cls(rest[0], _LEVELS[rest[1]]) if word == "some" and len(rest) == 2 and rest[1] in _LEVELS else None

    def way(self) -> NextStep | None:
        """What follows; None where there is no such group."""
        if find_set(self.group) is None:
            return None
        level = {"level": self.level.value} if self.level is Level.ADVANCED else {}
        return NextStep("Practice", "", url_for("practice.of_group", group_id=self.group, **level), NEXT)


@dataclass(frozen=True, slots=True)
class ReviewNavigation:
    """The way through a review, or through what was got wrong: which question, of how many.

    `began` is the moment when it did, in thousandths of a second.
    """

    of: str
    began: int
    question: int
    size: int

    def __str__(self) -> str:
        return f"{self.of}.{self.began}.{self.question}.{self.size}"

    @classmethod
    def parse(cls, text: str) -> ReviewNavigation | None:
        """The way that a text says; None where it says none."""
        of, *rest = text.split(".")
        if of not in (REVIEW, MISTAKES) or len(rest) != 3 or not _are_numbers(rest, longest=14):
            return None
        return cls(of, *map(int, rest))

    @property
    def end_url(self) -> str:
        """Where it is told how it went."""
        return url_for("review.results", of=self.of, began=self.began, size=self.size)

    def way(self) -> NextStep:
        """What follows."""
        name = "Review" if self.of == REVIEW else "Mistakes"
        progress = f"{self.question} of {self.size}"
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
        return NextStep("Practice", "", url_for("practice.next_hand", **games), NEXT)
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
