"""What the pages are made of, passed in when the application is made."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import cast

from flask import current_app

from tutor.library.auditing import Auditor
from tutor.library.catalogue import Library
from tutor.quizzes.items import Makers
from tutor.study.hindsights import Hindsights
from tutor.study.store import Study

EXTENSION = "tutor"


@dataclass(frozen=True, slots=True)
class Parts:
    """Content, what judges its claims, store, what is known in hindsight, what makes questions, and chance."""

    library: Library
    study: Study
    random: Random
    auditor: Auditor
    hindsights: Hindsights
    makers: Makers

    @classmethod
    def of(cls, library: Library, study: Study, random: Random, makers: Makers | None = None) -> Parts:
        return cls(library, study, random, Auditor(library), Hindsights(study), makers or Makers(()))


def parts() -> Parts:
    """The parts of the application that serves this request."""
    return cast("Parts", current_app.extensions[EXTENSION])
