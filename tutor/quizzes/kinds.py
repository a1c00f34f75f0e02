"""The makers of every kind of question."""

from __future__ import annotations

from tutor.library.catalogue import Library
from tutor.library.lessons import Courses
from tutor.library.positions import Positions
from tutor.quizzes.chances import Chances
from tutor.quizzes.concordance import LegalPoints
from tutor.quizzes.counting import Counting
from tutor.quizzes.dealing import RuleMaker
from tutor.quizzes.hearing import InferenceExercise
from tutor.quizzes.items import ExerciseBank, ExerciseMaker
from tutor.quizzes.ruling import Judging
from tutor.quizzes.sayings import Sayings
from tutor.quizzes.scoring import Scoring
from tutor.quizzes.taught import LessonExerciseBank
from tutor.quizzes.terms import Terms
from tutor.quizzes.tricks_needed import TricksNeeded


def makers(library: Library) -> tuple[ExerciseMaker, ...]:
    """One of each: maxims, scores, tricks needed, counting, reading a card, offences, odds, terms.

    Maxims come first: what is a maxim is one, though a card may tell it too.
    """
    return (
        Sayings(library),
        Scoring(),
        TricksNeeded(),
        Counting(library),
        InferenceExercise(library),
        Judging(),
        Chances(library),
        Terms(library),
    )


def every_maker(library: Library, courses: Courses) -> ExerciseBank:
    """All that can be asked: what an author would do, the laws, all other kinds, and what the lessons ask."""
    others: tuple[ExerciseMaker, ...] = (RuleMaker(Positions()), LegalPoints(library.concordance), *makers(library))
    known = {item.id: item for maker in others for item in maker.items.values()}
    return ExerciseBank([*others, LessonExerciseBank(courses, known)])
