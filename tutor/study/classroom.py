"""All that a database knows of a class besides what each learner has done."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tutor.study.assignments import Assignments
from tutor.study.classes import Classes
from tutor.study.comments import Comments
from tutor.study.compositions import Compositions
from tutor.study.database import Database
from tutor.study.entering import Entrance
from tutor.study.events import Events
from tutor.study.following import Followings
from tutor.study.limits import Limits
from tutor.study.logins import Logins
from tutor.study.people import People
from tutor.study.second_factor import SecondFactors
from tutor.study.slips import Slips
from tutor.study.staff import Staff
from tutor.study.store import Clock


@dataclass(frozen=True, slots=True)
class Classroom:
    """People, classes, sessions, work and how it goes, limits, what is written, the security log, ways in."""

    people: People
    classes: Classes
    assignments: Assignments
    limits: Limits
    comments: Comments
    followings: Followings
    compositions: Compositions
    events: Events
    logins: Logins
    slips: Slips
    second_factors: SecondFactors

    @property
    def entrance(self) -> Entrance:
        """The way in."""
        return Entrance(self.people, self.classes, self.slips)

    @property
    def staff(self) -> Staff:
        """Those who teach, as they come and go."""
        return Staff(self.people, self.classes, self.slips)

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
            Logins(database, clock),
            Slips(database, clock, random),
            SecondFactors(database, clock, random),
        )
