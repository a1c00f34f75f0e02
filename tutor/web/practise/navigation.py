"""Whence a learner comes to a question, and so what follows it: a drill of a lesson, the review, what was missed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import url_for

from tutor.errors import FaultyContent, Unknown
from tutor.quizzes.exercise import Level
from tutor.quizzes.groups import ItemGroup, groups
from tutor.quizzes.items import ExerciseBank
from tutor.web.classroom.authored_content import lesson_of
from tutor.web.services import services

REVIEW, MISTAKES = "review", "mistakes"


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
        if word != "drill" or len(rest) != 4 or not all(number.isdecimal() and len(number) < 8 for number in rest[1:]):
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
        progress = f"Question {self.question} of {questions}"
        if self.question < questions:
            url = url_for("drills.question", **at, question=self.question + 1)
            return NextStep(lesson.title, progress, url, "Next question")
        return NextStep(lesson.title, progress, url_for("drills.results", **at), "How it went")


@dataclass(frozen=True, slots=True)
class GroupNavigation:
    """Practice of what belongs together."""

    group: str
    level: Level

    def __str__(self) -> str:
        return f"some.{self.group}.{self.level.value}"

    @classmethod
    def parse(cls, text: str) -> GroupNavigation | None:
        """The way that a text says; None where it says none."""
        word, *rest = text.split(".")
        levels = {level.value: level for level in Level}
        return cls(rest[0], levels[rest[1]]) if word == "some" and len(rest) == 2 and rest[1] in levels else None

    def way(self) -> NextStep | None:
        """What follows; None where there is no such group."""
        if self.group not in groups_of(services().makers):
            return None
        level = {"level": self.level.value} if self.level is Level.ADVANCED else {}
        return NextStep("Practice", "", url_for("practice.of_group", group_id=self.group, **level), "Another question")


@lru_cache(4)
def groups_of(makers: ExerciseBank) -> Mapping[str, ItemGroup]:
    """The groups of all that can be asked."""
    return groups(makers.items)


def way_of(text: str) -> NextStep | None:
    """The way that an address tells of; None where it tells of none."""
    if text == REVIEW:
        return NextStep("Review", "", url_for("review.next_question"), "Next question")
    if text == MISTAKES:
        return NextStep("What I got wrong", "", url_for("review.next_question", of="mistakes"), "Next question")
    way = DrillNavigation.parse(text) or GroupNavigation.parse(text)
    return way.way() if way else None
