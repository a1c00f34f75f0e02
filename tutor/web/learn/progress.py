"""How far the learner has come in the lessons: what they answered, and which lessons they tested out of."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass

from tutor.errors import FaultyContent, Unknown
from tutor.library.lessons import Course, Lesson
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.lessons import LessonRef
from tutor.study.answers.answer import Answer
from tutor.web.classroom.authored_content import lesson_of
from tutor.web.services import services

TESTED_OUT = "tested out"
"""The topic of answers that record that a learner knows a lesson without having gone through it."""


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """How far a lesson has come."""

    questions: int
    answered: int
    right: int
    is_tested_out: bool = False

    @classmethod
    def of(cls, lesson: Lesson, answers: Mapping[str, Answer], tested_out: Container[str] = ()) -> LessonProgress:
        """Counts the questions of a lesson that were answered, and those answered right."""
        keys = [LessonRef(lesson.id, question.name).key for question in lesson.questions]
        grades = [Grade(answers[key].shade) for key in keys if key in answers]
        return cls(len(keys), len(grades), sum(grade.is_right for grade in grades), lesson.id in tested_out)

    @property
    def is_done(self) -> bool:
        return self.answered == self.questions or self.is_tested_out

    @property
    def is_to_try_again(self) -> bool:
        """Whether at most a third of what was answered was right."""
        return self.answered > 0 and 3 * self.right <= self.answered


@dataclass(frozen=True, slots=True)
class SoFar:
    """What a learner has done in all lessons: the answers that count, and the lessons they tested out of."""

    answers: Mapping[str, Answer]
    tested_out: frozenset[str]

    @classmethod
    def of_learner(cls) -> SoFar:
        """What the learner of this request has done."""
        kept, moved = services().study.answers, services().courses.moved
        return cls(moved.brought(kept.counted(LessonRef.topic)), frozenset(map(moved.lesson, kept.latest(TESTED_OUT))))

    @property
    def begun(self) -> frozenset[str]:
        """The lessons with an answer, or tested out of."""
        return frozenset(LessonRef.of_key(key).lesson for key in self.answers) | self.tested_out

    def progress_of(self, lesson: Lesson) -> LessonProgress:
        """How far a lesson has come."""
        return LessonProgress.of(lesson, self.answers, self.tested_out)


def lessons_done(so_far: SoFar) -> tuple[int, ...]:
    """How many lessons of each course the learner has done, in the order of the courses."""
    begun = so_far.begun
    return tuple(
        sum(so_far.progress_of(lesson).is_done for lesson in course.lessons if lesson.id in begun)
        for course in services().courses.courses.values()
    )


def next_lesson(so_far: SoFar) -> Lesson | None:
    """The lesson answered last, or the first after it that is not done. None before the first answer."""
    item = services().study.answers.last_item(LessonRef.topic)
    if not item:
        return None
    try:
        lesson: Lesson | None = lesson_of(item.partition("/")[0])
    except (Unknown, FaultyContent):
        return None  # it was removed, or the learner may no longer read it
    while lesson is not None and so_far.progress_of(lesson).is_done:
        lesson = following_lesson(lesson)
    return lesson


def course_of(lesson: Lesson) -> Course | None:
    """The course of a lesson. A teacher’s own lesson has none."""
    return services().courses.courses.get(lesson.course)


def following_lesson(lesson: Lesson) -> Lesson | None:
    """The next lesson of its course, if there is one."""
    return services().courses.after(lesson) if course_of(lesson) else None
