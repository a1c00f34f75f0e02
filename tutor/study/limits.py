"""What may be done only so often: wrong passphrases, wrong codes, files sent. Counted for all workers alike."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import bindparam, delete, func, select

from tutor.errors import TutorError
from tutor.study.clock import Clock, steady
from tutor.study.database import Database
from tutor.study.portable import inserted
from tutor.study.tables import AttemptRow


class TooOften(TutorError):
    """Something was tried more often than it may be."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be done `within` some time."""

    what: str
    most: int
    within: timedelta


WRONG_PASSPHRASES = Limit("passphrase", 10, timedelta(minutes=15))
"""For one name: who guesses is stopped long before he has guessed."""
WRONG_ENTRIES = Limit("entry", 100, timedelta(minutes=15))
"""From one address, for codes and passphrases: a whole class mistyping behind one address is let through."""
FILES_SENT = Limit("file", 30, timedelta(hours=1))
REPORTS_SENT = Limit("report", 20, timedelta(hours=1))


class Limits:
    """How often what was done, and by whom."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, steady(clock)

    def check(self, limit: Limit, who: str) -> None:
        """Raises `TooOften` where somebody has reached a limit."""
        since = self._clock() - limit.within
        (row,) = self._database.read(_COUNT, what=limit.what, who=_digest(who), since=since)
        if row.tried >= limit.most:
            minutes = max(1, round(limit.within.total_seconds() / 60))
            raise TooOften(f"this has been tried {limit.most} times in {minutes} minutes. Wait a while, and try again.")

    def count(self, limit: Limit, who: str) -> None:
        """Counts that somebody did it, and forgets what is older than the limit looks back."""
        now = self._clock()
        with self._database.writing() as connection:
            connection.execute(_SWEEP, {"what": limit.what, "before": now - limit.within})
            inserted(connection, AttemptRow, {"what": limit.what, "who": _digest(who), "at": now})

    def take(self, limit: Limit, who: str) -> None:
        """Counts it, where it may still be done. Raises `TooOften`."""
        self.check(limit, who)
        self.count(limit, who)


def _digest(who: str) -> str:
    return hashlib.sha256(who.encode()).hexdigest()


_COUNT = select(func.count().label("tried")).where(
    AttemptRow.what == bindparam("what"), AttemptRow.who == bindparam("who"), AttemptRow.at > bindparam("since")
)
_SWEEP = delete(AttemptRow).where(AttemptRow.what == bindparam("what"), AttemptRow.at <= bindparam("before"))
