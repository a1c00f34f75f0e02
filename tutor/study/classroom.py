"""All that a database knows of a class besides what each learner has done."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tutor.study.assignments import Assignments
from tutor.study.classes import Classes
from tutor.study.comments import Comments
from tutor.study.compositions import Compositions
from tutor.study.database import Database
from tutor.study.events import Events
from tutor.study.following import Followings
from tutor.study.limits import Limits
from tutor.study.people import People
from tutor.study.second_factor import SecondFactors
from tutor.study.store import Clock


@dataclass(frozen=True, slots=True)
class Classroom:
    """People, classes, work and how it goes, limits, what people write, the security log, and second factors."""

    people: People
    classes: Classes
    assignments: Assignments
    limits: Limits
    comments: Comments
    followings: Followings
    compositions: Compositions
    events: Events
    second_factors: SecondFactors

    @classmethod
    def of(cls, database: Database, clock: Clock, random: Random) -> Classroom:
        """The classroom of a database; `random` makes codes, and must not be guessable."""
        classes, assignments = Classes(database, clock, random), Assignments(database, clock)
        return cls(
            People(database, clock),
            classes,
            assignments,
            Limits(database, clock),
            Comments(database, clock),
            Followings(database, clock, classes, assignments),
            Compositions(database, clock),
            Events(database, clock),
            SecondFactors(database, clock, random),
        )
