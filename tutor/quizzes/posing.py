"""The questions of a lesson made ready to be put."""

from __future__ import annotations

from tutor.library.lessons import Asked, Judged, Lesson, Posed
from tutor.quizzes.exercise import Exercise
from tutor.quizzes.items import Makers
from tutor.quizzes.taught import Written


def exercise_of(lesson: Lesson, question: Posed, makers: Makers) -> Exercise:
    """The question as it is put. Raises `Unknown` for one that is made on no item."""
    match question:
        case Asked():
            return Written(lesson, question, question.on[0])
        case Judged():
            raise AssertionError
        case _:
            return makers.make(question.item, question.number)
