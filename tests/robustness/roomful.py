"""A class in a database, and its learners at the door."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.robustness.served import Learner
from tests.school import QUICK, WORDS
from tutor.study.assignments import Draft
from tutor.study.classroom import Classroom
from tutor.study.people import People
from tutor.study.store import Study
from tutor.study.work import DrillWork

RULES = ("hel-decl-nt-a", "hel-decl-hearts-six", "hel-hearts-six-low", "hel-decl-diamonds-seven")
FIRST_LEARNER = 2
"""The number of the first who learns: the teacher came before."""


def name_of(number: int) -> str:
    return f"Learner {number}"


def furnished(file: Path, learners: int, questions: int) -> int:
    """Makes a class of so many, and sets it a drill of so many questions; the number of the assignment."""
    study = Study.open(file, lambda: datetime.now(UTC))
    classroom = Classroom.of(study.database, study.clock, Random(1))
    people = People(study.database, study.clock, QUICK)
    people.appoint_owner("Miss Vine", "", WORDS)
    made = classroom.classes.make(1, "All of us")
    for number in range(learners):
        classroom.classes.join(made.id, people.enrol(name_of(number), "", WORDS).id)
    work = DrillWork(on=RULES, questions=questions, seed=7)
    given = classroom.assignments.give(made.id, Draft("A drill", work, study.now))
    study.close()
    return given.id


def logged_in(port: int, name: str) -> tuple[tuple[str, str], ...]:
    """The cookies of somebody who has come in."""
    learner = Learner(port)
    token = re.search(r'name="csrf_token" value="([^"]+)"', learner.get("/log-in").text)
    assert token, "the door has a form"
    answered = learner.post("/log-in", {"csrf_token": token[1], "name": name, "passphrase": WORDS})
    assert answered.status == 302, f"{name} is not let in: {answered.status}"
    learner.leave()
    return tuple(learner.cookies.items())
