"""Lessons and courses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Annotated

from pydantic import Field, PrivateAttr

from tutor.errors import Fault, Unknown
from tutor.library.fields import Prose, SyllabusId, Value
from tutor.library.lesson_blocks import Block, BookPassage, DrillBlock, Slug
from tutor.library.lesson_questions import PosedQuestion
from tutor.library.moved import Moved
from tutor.library.values import Entity, find


class Lesson(Entity):
    """A lesson: its aim, sources, what it teaches (ids of the syllabus), its blocks, and the drill at its end."""

    title: Prose
    aim: Prose
    sources: Annotated[tuple[BookPassage, ...], Field(min_length=1)]
    needs: tuple[Slug, ...] = ()
    teaches: tuple[SyllabusId, ...] = ()
    terms: Annotated[
        tuple[Slug, ...], Field(description="ids of terms that its first acts show before naming them")
    ] = ()
    written_drill: Annotated[DrillBlock | None, Field(alias="drill", description="a lesson of a course has one")] = None
    _blocks: tuple[Block, ...] = PrivateAttr(default=())
    _course: str = PrivateAttr(default="")
    _file: str = PrivateAttr(default="")

    def made_of(self, blocks: tuple[Block, ...], course: str, file: str) -> Lesson:
        """The lesson with its blocks, in a course and a file."""
        lesson = self.model_copy()
        lesson._blocks, lesson._course, lesson._file = blocks, course, file
        return lesson

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self._blocks

    @property
    def course(self) -> str:
        """The id of its course; empty if it has none."""
        return self._course

    @property
    def file(self) -> str:
        """The file as messages name it."""
        return self._file

    @property
    def questions(self) -> tuple[PosedQuestion, ...]:
        """Its questions, in order."""
        return tuple(block for block in self.blocks if isinstance(block, PosedQuestion))

    @property
    def drill(self) -> DrillBlock:
        """The drill at its end. Only a teacher’s own lesson may have none."""
        assert self.written_drill is not None, "a lesson of a course has a drill"  # noqa: S101
        return self.written_drill

    @property
    def drills(self) -> tuple[DrillBlock, ...]:
        """Its drills in order; the last is the one at its end, if there is one."""
        last = (self.written_drill,) if self.written_drill else ()
        return (*(block for block in self.blocks if isinstance(block, DrillBlock)), *last)

    def question(self, code: str) -> PosedQuestion:
        """The question of a code. Raises `Unknown`."""
        for question in self.questions:
            if question.code == code:
                return question
        raise Unknown("question", code, ())


class CourseFile(Value):
    """A course: its lessons in order."""

    title: Prose
    aim: Prose
    after: Annotated[Slug | None, Field(description="the course to take first, or the last lesson to take first")] = (
        None
    )
    lessons: Annotated[tuple[Slug, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Course:
    """Lessons in the best order; `after` names what to take before, if anything."""

    id: str
    title: str
    aim: str
    lessons: tuple[Lesson, ...]
    after: str | None = None


@dataclass(frozen=True, eq=False)
class Courses:
    """Every course and every lesson by id, and former ids.

    `left_out` are the authors in other packages whose lessons have faults, with these.
    """

    courses: Mapping[str, Course]
    lessons: Mapping[str, Lesson]
    moved: Moved = field(default_factory=Moved)
    left_out: Mapping[str, tuple[Fault, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def lesson(self, lesson_id: str) -> Lesson:
        """The lesson of a present or former id. Raises `Unknown`."""
        return find("lesson", self.moved.lesson(lesson_id), self.lessons)

    @property
    def known(self) -> Collection[str]:
        """Every present and former id of a lesson."""
        return self.lessons.keys() | self.moved.lessons.keys()

    def course(self, course_id: str) -> Course:
        """The course of an id. Raises `Unknown`."""
        return find("course", course_id, self.courses)

    @cached_property
    def teaching(self) -> Mapping[str, Lesson]:
        """The first lesson that teaches each item of the syllabus."""
        first: dict[str, Lesson] = {}
        for course in self.courses.values():
            for lesson in course.lessons:
                for item in lesson.teaches:
                    first.setdefault(item, lesson)
        return first

    def before(self, course: Course) -> tuple[Lesson, ...]:
        """The lessons of other courses to take before a course, in order."""
        if course.after is None:
            return ()
        first = self.courses.get(course.after) or self.courses[self.lessons[course.after].course]
        lessons = first.lessons
        if course.after in self.lessons:
            lessons = lessons[: lessons.index(self.lessons[course.after]) + 1]
        return (*self.before(first), *lessons)

    def after(self, lesson: Lesson) -> Lesson | None:
        """The next lesson in its course; None after the last."""
        lessons = self.course(lesson.course).lessons
        place = lessons.index(lesson) + 1
        return lessons[place] if place < len(lessons) else None
