"""The questions of a lesson made ready to be put, and whether they can be."""

from __future__ import annotations

from collections.abc import Iterator

from tutor.authorities import authority
from tutor.authorities.rules import Advice
from tutor.errors import Fault, TutorError
from tutor.library.lesson_blocks import matching
from tutor.library.lesson_questions import Asked, Judged, Posed
from tutor.library.lessons import Lesson
from tutor.quizzes.deciding import Deciding
from tutor.quizzes.exercise import Exercise, Level
from tutor.quizzes.items import ExerciseBank
from tutor.quizzes.judging import Judgement
from tutor.quizzes.taught import LessonExercise


def exercise_of(lesson: Lesson, question: Posed, makers: ExerciseBank) -> Exercise:
    """The question as it is put. Raises `Unknown` for one that is made on no item."""
    match question:
        case Asked():
            return LessonExercise(lesson, question, question.on[0])
        case Judged():
            judgement = Judgement(authority(question.authority), question.view, question.question)
            return Deciding(question.on[0], 0, Level.BEGINNER, judgement)
        case _:
            return makers.make(question.item, question.number)


def unaskable(lesson: Lesson, makers: ExerciseBank) -> Iterator[Fault]:
    """A fault for every question of a lesson that cannot be put, and for every drill on something unknown."""
    for question in lesson.questions:
        if isinstance(question, Judged):
            author = authority(question.authority)
            advice = author.advise(question.view, question.question, widely=True)
            if not isinstance(advice, Advice):
                mend = "Ask another author, or write the question out"
                yield Fault(lesson.file, question.line, 1, str(advice).rstrip("."), mend)
                continue
        try:
            exercise = exercise_of(lesson, question, makers)
            exercise.mark(exercise.answer)
        except TutorError as error:
            yield Fault(lesson.file, question.line, 1, str(error).rstrip("."), "Ask about something else")
    for drill in lesson.drills:
        for wanted in drill.on:
            if not matching(wanted, makers.items):
                what = f"nothing can be asked on ‘{wanted}’"
                yield Fault(lesson.file, drill.line, 1, what, "Name a rule, a law, a term or a maxim of the tutor")
