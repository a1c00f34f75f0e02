"""A class in a database, with a drill that it was assigned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.support.school import QUICK, WORDS
from tutor.study.accounts.people import People
from tutor.study.classroom.assigned_work import DrillWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study

RULES = ("hel-decl-nt-a", "hel-decl-hearts-six", "hel-hearts-six-low", "hel-decl-diamonds-seven")
TEACHER = "Miss Vine"


@dataclass(frozen=True)
class Roomful:
    """The numbers of the assigned drills and of the learners, who are called by their names at the door."""

    drills: tuple[int, ...]
    questions: int
    learners: Mapping[int, str]


def furnished(where: Path | str, learners: int, questions: int, drills: int = 1) -> Roomful:
    """Makes a class of so many, and assigns it drills of so many questions, to be tried again without end."""
    study = Study.open(where, lambda: datetime.now(UTC))
    classroom = Classroom.of(study.database, study.clock, Random(1))
    people = People(study.database, study.clock, QUICK)
    people.appoint_owner(TEACHER, "", WORDS)
    made = classroom.classes.make(1, "All of us")
    names: dict[int, str] = {}
    for number in range(1, learners + 1):
        name = f"Learner {number}"
        names[people.enrol(name, "", WORDS).id] = name
    for learner in names:
        classroom.classes.join(made.id, learner)
    work = DrillWork(on=RULES, questions=questions, seed=7)
    given = [classroom.assignments.give(made.id, AssignmentSpec("A drill", work, study.now)).id for _ in range(drills)]
    study.close()
    return Roomful(tuple(given), questions, names)
