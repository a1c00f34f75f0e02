"""The services behind the pages, passed in when the application is made."""

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
    """Content, lessons, the makers of questions, the judge of claims, the store, the cache of hindsight, and chance.

    `study` belongs to the current user. `has_classes` says whether people log in. If not, there is only one learner.
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
        """The services of a tutor. `secret_random` makes codes, and is the system’s own by default."""
        courses, every = load_exercises(library)
        classroom = Classroom.of(study.database, study.clock, secret_random or SystemRandom())
        auditor, hindsights = Auditor(library), Hindsights(study.database)
        return cls(
            library, courses, makers or every, study, random, auditor, hindsights, classroom, has_classes=has_classes
        )


@lru_cache(4)
def load_exercises(library: Library) -> tuple[Courses, ExerciseBank]:
    """The lessons on a library, and all its questions."""
    courses = load_courses(library)
    return courses, exercise_bank(library, courses)


def services() -> Services:
    """The services of this request, with the study of the current user."""
    found: Services | None = g.get("parts")
    return found or cast("Services", current_app.extensions[EXTENSION])


def use_learner(learner: int) -> None:
    """Uses the study of a learner for this request."""
    whole = services()
    g.parts = replace(whole, study=whole.study.of(learner))
