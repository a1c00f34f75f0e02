"""What the pages are made of, passed in when the application is made."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import cast

from flask import current_app

from tutor.library.auditing import Auditor
from tutor.library.building_lessons import load_courses
from tutor.library.catalogue import Library
from tutor.library.lessons import Courses
from tutor.quizzes.items import Makers
from tutor.quizzes.kinds import every_maker
from tutor.study.hindsights import Hindsights
from tutor.study.store import Study

EXTENSION = "tutor"


@dataclass(frozen=True, slots=True)
class Parts:
    """Content, lessons, what makes questions, what judges claims, store, what is known in hindsight, and chance."""

    library: Library
    courses: Courses
    makers: Makers
    study: Study
    random: Random
    auditor: Auditor
    hindsights: Hindsights

    @classmethod
    def of(cls, library: Library, study: Study, random: Random, makers: Makers | None = None) -> Parts:
        courses, every = taught(library)
        return cls(library, courses, makers or every, study, random, Auditor(library), Hindsights(study))


@lru_cache(4)
def taught(library: Library) -> tuple[Courses, Makers]:
    """The lessons on a library, and all that can be asked."""
    courses = load_courses(library)
    return courses, every_maker(library, courses)


def parts() -> Parts:
    """The parts of the application that serves this request."""
    return cast("Parts", current_app.extensions[EXTENSION])
