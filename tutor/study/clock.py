"""Two kinds of time: the date and hour on the wall, and how long something has lasted.

The wall clock of a machine may be set, forward or back. What belongs to a day (answers, due dates) goes by it. How long
somebody has been idle, how often something was tried in fifteen minutes, whether a file is still being made: these go
by a steady clock, which nobody can set. It begins at the wall time of the start, and goes on from there by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, bindparam, update

from tutor.study.storage.tables import InvitationRow, JobRow, LtiGradeRow, RateLimitHit, SessionRow, SittingRow

Clock = Callable[[], datetime]


def wall_time() -> datetime:
    """The date and time of this machine, in its own zone."""
    return datetime.now(UTC).astimezone()


def elapsed() -> float:
    """Seconds since some moment: the same for all processes of the machine, and never set.

    On Linux they count on while the machine sleeps.
    """
    boot_time: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


@dataclass(frozen=True, slots=True)
class MachineClock:
    """The clock of the machine. Called, it gives the wall time; `steady` does not jump when that is set.

    Make it once, before other processes are forked, and hand it to all of them: their steady times are then the same.
    """

    began_at: datetime
    began: float
    wall: Clock = wall_time
    elapsed: Callable[[], float] = elapsed

    @classmethod
    def start(cls, wall: Clock = wall_time, elapsed: Callable[[], float] = elapsed) -> MachineClock:
        """A clock whose steady time is the wall time now."""
        return cls(wall(), elapsed(), wall, elapsed)

    @classmethod
    def told(cls, written: str) -> MachineClock:
        """The clock of another process of this machine, as that process told it."""
        began_at, _, began = written.partition(" ")
        return cls(datetime.fromisoformat(began_at), float(began))

    def tell(self) -> str:
        """What another process of this machine needs to have the same steady time."""
        return f"{self.began_at.isoformat()} {self.began!r}"

    def __call__(self) -> datetime:
        return self.wall()

    def steady(self) -> datetime:
        """The wall time of the start, and what has passed since."""
        return self.began_at + timedelta(seconds=self.elapsed() - self.began)


def steady(clock: Clock) -> Clock:
    """The clock by which durations are measured: the steady side of a machine’s; another clock is its own."""
    return clock.steady if isinstance(clock, MachineClock) else clock


_MEASURED = (
    SessionRow.begun_at,
    SessionRow.seen_at,
    RateLimitHit.at,
    JobRow.made_at,
    JobRow.begun_at,
    JobRow.moved_at,
    InvitationRow.made_at,
    SittingRow.seen_at,
    LtiGradeRow.next_at,
)
"""The columns that tell since when something lasts. A grade that waits to be sent again is sent at the start."""
_SETTLE = (
    *(
        update(column.class_).where(column > bindparam("now")).values({column.key: bindparam("now")})
        for column in _MEASURED
    ),
    # A passphrase given in the future does not count.
    update(SessionRow).where(SessionRow.proved_at > bindparam("now")).values(proved_at=bindparam("long_ago")),
)


def settle(connection: Connection, now: datetime) -> None:
    """Lets nothing have begun in the future: what says so begins now.

    Call it at the start. If the wall clock was an hour fast before, and is right now, a waiting time would
    otherwise last an hour longer, and an abandoned file would seem to be in progress.
    """
    for statement in _SETTLE:
        connection.execute(statement, {"now": now, "long_ago": now - timedelta(days=1)})
