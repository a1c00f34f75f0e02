"""The new places of lessons and questions that moved, and the questions that are no longer asked.

Answers, assignments and links keep their old names forever. A question that only moved keeps its answers. The words of
a question that was replaced or retired are stored. So its answers can still be read, but count for no other question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Literal, TypeVar

from pydantic import Field, model_validator

from tutor.errors import Fault
from tutor.library.fields import Prose, Value
from tutor.library.lesson_blocks import Slug, code_of
from tutor.library.values import Context
from tutor.library.yaml_text import Document

QuestionPlace = Annotated[
    str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*/[a-z0-9]+(-[a-z0-9]+)*$", description="lesson/question")
]
T = TypeVar("T")


class MovedLesson(Value):
    """A lesson that was removed, and the one that has its subject now."""

    was: Slug
    now: Slug


class EarlierLesson(Value):
    """The questions that a lesson asked in an earlier version, all of them."""

    lesson: Slug
    asked: tuple[Slug, ...]


class MovedQuestion(Value):
    """A question that is no longer where it was.

    Without `asked`, it is the same question in another place. Otherwise `asked` is the old question, with its options
    in their written order, the right `answers` and its items `on`. Then `now` is the question that replaced it, if any.
    """

    was: QuestionPlace
    now: QuestionPlace | None = None
    asked: Prose | None = None
    options: tuple[Prose, ...] = ()
    answers: tuple[str, ...] = ()
    on: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_known(self) -> MovedQuestion:
        if self.now is None and self.asked is None:
            raise ValueError("write ‘now’, or what was ‘asked’")
        return self

    @property
    def is_same(self) -> bool:
        """Whether it only moved."""
        return self.asked is None

    def words_of(self, given: str) -> str:
        """An answer in words."""
        return self.options[int(given)] if given.isdecimal() and int(given) < len(self.options) else given


@dataclass(frozen=True)
class Moved:
    """What moved, by its old name."""

    lessons: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, MovedQuestion] = field(default_factory=dict)
    earlier: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        lessons: Iterable[MovedLesson],
        questions: Iterable[MovedQuestion],
        earlier: Iterable[EarlierLesson] = (),
    ) -> Moved:
        """The content of some files."""
        return cls(
            MappingProxyType({one.was: one.now for one in lessons}),
            MappingProxyType({one.was: one for one in questions}),
            MappingProxyType({one.lesson: one.asked for one in earlier}),
        )

    def asked_before(self, lesson_id: str) -> Sequence[str]:
        """The names of the questions that a lesson asked in an earlier version; none if it still asks the same."""
        return self.earlier.get(lesson_id, ())

    def lesson(self, lesson_id: str) -> str:
        """The present id of a lesson."""
        return self.lessons.get(lesson_id, lesson_id)

    def key(self, key: str) -> str:
        """The present place of a question that only moved, as `lesson/question`."""
        found = self.questions.get(key)
        return found.now if found and found.is_same and found.now else key

    def has_left(self, lesson_id: str, code: str) -> bool:
        """Whether a code belonged to a question that the lesson no longer asks."""
        places = (place.partition("/") for place in self.questions)
        return any(lesson == lesson_id and code_of(name) == code for lesson, _, name in places)

    def left(self, key: str) -> MovedQuestion | None:
        """The question once asked at a place; None for a question that is still asked or only moved."""
        found = self.questions.get(key)
        return found if found and not found.is_same else None

    def brought(self, answers: Mapping[str, T]) -> Mapping[str, T]:
        """Answers by the present places of their questions. An answer given there is not replaced by an older one."""
        if not answers.keys() & self.questions.keys():
            return answers
        return {self.key(key): answer for key, answer in answers.items()} | {
            key: answer for key, answer in answers.items() if key not in self.questions
        }

    @cached_property
    def _came(self) -> Mapping[str, Sequence[str]]:
        """The old names of the lessons that became part of a lesson, or whose questions did."""
        came: dict[str, list[str]] = {}
        for was, now in self.lessons.items():
            came.setdefault(now, []).append(was)
        for was, question in self.questions.items():
            if question.is_same and question.now:
                came.setdefault(question.now.partition("/")[0], []).append(was.partition("/")[0])
        return {now: tuple(dict.fromkeys(before)) for now, before in came.items()}

    def came_from(self, lesson_id: str) -> Sequence[str]:
        """The earlier lessons of a lesson or of its questions, without the lesson itself."""
        return tuple(was for was in self._came.get(lesson_id, ()) if was != lesson_id)

    def faults(self, questions: Mapping[str, Collection[str]]) -> Iterator[Fault]:
        """A fault for each entry that leads nowhere, given the questions of each lesson."""
        for was, now in self.lessons.items():
            if was in questions:
                yield _fault(f"the lesson ‘{was}’ is still there", "Delete the entry")
            if now not in questions:
                yield _fault(f"there is no lesson ‘{now}’, which stands for ‘{was}’", "Name an existing one")
        for was, question in self.questions.items():
            if _has(questions, was):
                yield _fault(f"the question ‘{was}’ is still there", "Delete the entry")
            if question.now and not _has(questions, question.now):
                yield _fault(f"there is no question ‘{question.now}’, which stands for ‘{was}’", "Name an existing one")


def _has(questions: Mapping[str, Collection[str]], place: str) -> bool:
    lesson, _, name = place.partition("/")
    return name in questions.get(lesson, ())


def _fault(what: str, mend: str) -> Fault:
    return Fault(f"lessons/{FILE}", 1, 1, what, mend)


# ---- files -----------------------------------------------------------------------------------------------------------

FILE = "moved.yaml"


class MovedFile(Value):
    """Lessons and questions that are no longer where they were."""

    kind: Literal["moved"]
    lessons: tuple[MovedLesson, ...] = ()
    questions: tuple[MovedQuestion, ...] = ()
    earlier: tuple[EarlierLesson, ...] = ()


def check_moved(files: Sequence[tuple[Document, MovedFile]], _: Context) -> Iterator[Fault]:
    """Checks that each moves once, directly to its present place, because chains could form a circle."""
    for shelf in ("lessons", "questions"):
        listed = [
            (document, (shelf, number), one)
            for document, file in files
            for number, one in enumerate(getattr(file, shelf))
        ]
        before: set[str] = set()
        moved = {one.was for _, _, one in listed}
        for document, path, one in listed:
            if one.was in before:
                yield document.fault((*path, "was"), f"‘{one.was}’ appears twice", "Delete one")
            if one.now in moved:
                what = f"‘{one.now}’ has also moved"
                yield document.fault((*path, "now"), what, "Name its present place")
            before.add(one.was)
