"""All that a database knows of a class besides what each learner has done."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tutor.study.accounts.enrolment import Entrance
from tutor.study.accounts.logins import Logins
from tutor.study.accounts.people import People
from tutor.study.accounts.second_factor import SecondFactors
from tutor.study.accounts.security_events import Events
from tutor.study.answers.shared_tables import SharedTables
from tutor.study.classroom.assignment_templates import AssignmentTemplates
from tutor.study.classroom.assignments import Assignments
from tutor.study.classroom.classes import Classes
from tutor.study.classroom.comments import Comments
from tutor.study.classroom.compositions import Compositions
from tutor.study.classroom.drafts import Drafts
from tutor.study.classroom.gradebook import Gradebooks
from tutor.study.classroom.groups import Groups
from tutor.study.classroom.invitations import Invitations
from tutor.study.classroom.live import LiveLessons
from tutor.study.classroom.played_matches import PlayedMatches
from tutor.study.classroom.shown_travellers import ShownTravellers
from tutor.study.classroom.staff import Staff
from tutor.study.clock import Clock
from tutor.study.storage.database import Database

if TYPE_CHECKING:
    from tutor.study.classroom.lti import LtiPlatforms
    from tutor.study.classroom.lti_grades import LtiGrades
    from tutor.study.storage.rate_limiter import RateLimits


@dataclass(frozen=True, slots=True)
class Classroom:
    """Everything of a classroom: people, classes, work and how it goes, limits, security, ways in, groups, tables."""

    database: Database
    clock: Clock
    people: People
    classes: Classes
    assignments: Assignments
    comments: Comments
    gradebooks: Gradebooks
    compositions: Compositions
    played_matches: PlayedMatches
    shown_travellers: ShownTravellers
    events: Events
    logins: Logins
    invitations: Invitations
    second_factors: SecondFactors
    groups: Groups
    templates: AssignmentTemplates
    shared_tables: SharedTables
    random: Random

    @property
    def entrance(self) -> Entrance:
        """The way in."""
        return Entrance(self.people, self.classes, self.invitations)

    @property
    def drafts(self) -> Drafts:
        """What teachers are writing and have not saved as a version."""
        return Drafts(self.database, self.clock)

    @property
    def rate_limits(self) -> RateLimits:
        """What may be done only so often."""
        from tutor.study.storage.rate_limiter import RateLimits  # slow to import, and most pages do without

        return RateLimits(self.database, self.clock)

    @property
    def live(self) -> LiveLessons:
        """Live lessons."""
        return LiveLessons(self.database, self.clock)

    @property
    def staff(self) -> Staff:
        """Those who teach, as they come and go."""
        return Staff(self.people, self.classes, self.invitations)

    @property
    def lti(self) -> LtiPlatforms:
        """The learning platforms that may open the tutor."""
        from tutor.study.classroom.lti import LtiPlatforms  # most pages do without

        return LtiPlatforms(self.database, self.clock, self.random, self.people, self.classes)

    @property
    def lti_grades(self) -> LtiGrades:
        """The grades that learning platforms get."""
        from tutor.study.classroom.lti_grades import LtiGrades  # most pages do without

        return LtiGrades(self.database, self.clock)

    @classmethod
    def of(cls, database: Database, clock: Clock, random: Random) -> Classroom:
        """The classroom of a database; `random` makes codes, and must not be guessable."""
        classes, assignments = Classes(database, clock, random), Assignments(database, clock)
        return cls(
            database,
            clock,
            People(database, clock),
            classes,
            assignments,
            Comments(database, clock),
            Gradebooks(database, clock, classes, assignments),
            Compositions(database, clock),
            PlayedMatches(database, clock),
            ShownTravellers(database, clock),
            Events(database, clock),
            Logins(database, clock),
            Invitations(database, clock, random),
            SecondFactors(database, clock, random),
            Groups(database, clock),
            AssignmentTemplates(database, clock),
            SharedTables(database, clock, random),
            random,
        )
