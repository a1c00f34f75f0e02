"""What one learner has done: a repository for each subject."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

from tutor.study.answers.answers import Answers
from tutor.study.answers.boards import BoardSessions
from tutor.study.answers.hints import Hints
from tutor.study.answers.matches import Matches
from tutor.study.answers.saved_positions import SavedPositions
from tutor.study.clock import Clock
from tutor.study.review.preferences import Preferences
from tutor.study.review.reviews import Reviews
from tutor.study.storage.database import Database
from tutor.study.storage.jobs import Jobs
from tutor.study.storage.repository import ONLY_LEARNER


class Study:
    """What one learner has done in a database; every method of a repository is one transaction."""

    def __init__(self, database: Database, clock: Clock, learner: int = ONLY_LEARNER) -> None:
        self.database, self.clock, self.learner = database, clock, learner
        self.answers = Answers(database, clock, learner)
        self.hints = Hints(database, clock, learner)
        self.reviews = Reviews(database, clock, learner)
        self.preferences = Preferences(database, clock, learner)
        self.positions = SavedPositions(database, clock, learner)
        self.matches = Matches(database, clock, learner)
        self.boards = BoardSessions(database, clock, learner)
        self.jobs = Jobs(database, clock, learner)

    @classmethod
    def open(cls, where: Path | str, clock: Clock, folder: Path | None = None) -> Study:
        """The study kept in a file or on a server, made or brought up to date where need be.

        What a server has is backed up into the `folder` before its tables are changed. Raises `DatabaseUnavailable`.
        """
        return cls(Database.open(where, folder=folder, now=clock), clock)

    def of(self, learner: int) -> Study:
        """The study of another learner in the same database."""
        return Study(self.database, self.clock, learner)

    @property
    def now(self) -> datetime:
        """The moment by the clock that the study was opened with."""
        return self.clock()

    @property
    def today(self) -> date:
        """The date of that moment."""
        return self.now.date()

    def close(self) -> None:
        self.database.close()
