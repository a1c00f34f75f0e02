"""Content and its twin, which differ only in which option is right, and why."""

from __future__ import annotations

from tutor.library.lesson_questions import Option, WrittenQuestion
from tutor.library.lessons import Course, Courses, Lesson

TOLD = "Only the twin says so."
"""What the twin gives as its reason."""


def twin_of(question: WrittenQuestion) -> WrittenQuestion:
    """The question with another option right, or another number, and other reasons."""
    if question.number is not None:
        return question.model_copy(update={"number": question.number + 1, "because": TOLD})
    right = next(place for place, option in enumerate(question.options) if option.right)
    now = (right + 1) % len(question.options)
    options = tuple(
        Option.model_validate({"says": option.says, "right": place == now, "why": TOLD})
        for place, option in enumerate(question.options)
    )
    return question.model_copy(update={"choices": options, "because": TOLD})


def twin_lesson(lesson: Lesson) -> Lesson:
    """The lesson with the twins of its written questions."""
    blocks = tuple(twin_of(block) if isinstance(block, WrittenQuestion) else block for block in lesson.blocks)
    return lesson.made_of(blocks, lesson.course, lesson.file)


def twin_courses(courses: Courses, lesson_id: str) -> Courses:
    """The courses with the twin of a lesson in its place."""
    twin = twin_lesson(courses.lessons[lesson_id])

    def with_twin(course: Course) -> Course:
        lessons = tuple(twin if lesson.id == lesson_id else lesson for lesson in course.lessons)
        return Course(course.id, course.title, course.aim, lessons, course.after)

    found = {key: with_twin(course) for key, course in courses.courses.items()}
    return Courses(found, {**courses.lessons, lesson_id: twin}, courses.moved)
