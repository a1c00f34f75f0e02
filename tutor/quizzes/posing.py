"""The questions of a lesson made ready to be put."""

from __future__ import annotations

from tutor.authorities import authority
from tutor.library.lessons import Asked, Judged, Lesson, Posed
from tutor.quizzes.deciding import Deciding
from tutor.quizzes.exercise import Exercise, Level
from tutor.quizzes.items import Makers
from tutor.quizzes.judging import Judgement
from tutor.quizzes.taught import Written


def exercise_of(lesson: Lesson, question: Posed, makers: Makers) -> Exercise:
    """The question as it is put. Raises `Unknown` for one that is made on no item."""
    match question:
        case Asked():
            return Written(lesson, question, question.on[0])
        case Judged():
            judgement = Judgement(authority(question.authority), question.view, question.question)
            return Deciding(question.on[0], 0, Level.BEGINNER, judgement)
        case _:
            return makers.make(question.item, question.number)
