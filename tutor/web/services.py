"""What the pages are made of, passed in when the application is made."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random, SystemRandom
from typing import cast

from flask import current_app, g

from tutor.library.audit import Auditor
from tutor.library.catalogue import Library
from tutor.library.lesson_files import load_courses
from tutor.library.lessons import Courses
from tutor.quizzes.bank import exercise_bank
from tutor.quizzes.items import ExerciseBank
from tutor.study.answers.hindsight_cache import Hindsights
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study

EXTENSION = "tutor"


@dataclass(frozen=True, slots=True)
class Services:
    """Content, lessons, what makes questions, what judges claims, store, what is known in hindsight, and chance.

    `study` is that of who asks; `has_classes` says whether people must log in, or whoever sits here is the one learner.
    """

    library: Library
    courses: Courses
    makers: ExerciseBank
    study: Study
    random: Random
    auditor: Auditor
    hindsights: Hindsights
    classroom: Classroom
    has_classes: bool = False

    @classmethod
    def of(
        cls,
        library: Library,
        study: Study,
        random: Random,
        makers: ExerciseBank | None = None,
        *,
        has_classes: bool = False,
        secret_random: Random | None = None,
    ) -> Services:
        """The parts of a tutor; `secret_random` makes codes, and is the system’s own unless it is given."""
        courses, every = load_exercises(library)
        classroom = Classroom.of(study.database, study.clock, secret_random or SystemRandom())
        auditor, hindsights = Auditor(library), Hindsights(study.database)
        return cls(
            library, courses, makers or every, study, random, auditor, hindsights, classroom, has_classes=has_classes
        )


@lru_cache(4)
def load_exercises(library: Library) -> tuple[Courses, ExerciseBank]:
    """The lessons on a library, and all that can be asked."""
    courses = load_courses(library)
    return courses, exercise_bank(library, courses)


def services() -> Services:
    """The parts of the application that serves this request, with the study of who asks."""
    found: Services | None = g.get("parts")
    return found or cast("Services", current_app.extensions[EXTENSION])


def use_learner(learner: int) -> None:
    """Makes the study of a learner that of this request."""
    whole = services()
    g.parts = replace(whole, study=whole.study.of(learner))
