"""What may be tried only so often: passphrases, codes, files sent. Counted for all workers alike.

A wrong guess makes the next one wait, a little at first and then longer, and never for ever. Counting comes before the
guess is looked at: it is counted as wrong, and struck out again if it was right. So twenty guesses at the same moment
are twenty guesses, and nothing has to be locked while a passphrase is verified, which takes long.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, select, text

from tutor.errors import TutorError
from tutor.study.clock import Clock, steady
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import inserted
from tutor.study.storage.tables import RateLimitHit
from tutor.wording import figured

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NONE = timedelta(0)
MOST_ROWS = 500_000
"""How many attempts are remembered: whoever floods the log-in page makes the oldest forgotten, and fills no disk."""
SWEPT_EVERY = 64
_AHEAD = timedelta(minutes=1)
"""How far the clocks of several machines may differ. What lies further ahead was counted before one was set back."""


class RateLimitExceeded(TutorError):
    """Something was tried more often than it may be; it may be tried again after a `wait`."""

    def __init__(self, wait: timedelta, why: str = "too many attempts have failed") -> None:
        self.wait = max(1, ceil(wait.total_seconds()))
        super().__init__(f"{why}. Wait {in_figures(self.wait)}, and try again.")

    @property
    def headers(self) -> dict[str, str]:
        """What an answer says to a program."""
        return {"Retry-After": str(self.wait)}


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be done `within` some time."""

    what: str
    most: int
    within: timedelta


FILES_SENT = Limit("file", 30, HOUR)
REPORTS_SENT = Limit("report", 20, HOUR)


@dataclass(frozen=True, slots=True)
class Delay:
    """How long the next guess waits after wrong ones: `free` of them cost nothing, the next costs 1 second, and each
    after that twice as long, up to the `longest` wait. A wrong guess counts for the time `within`.
    """

    free: int
    longest: timedelta
    within: timedelta = DAY

    def after(self, failures: int) -> timedelta:
        """How long to wait after so many wrong guesses."""
        if failures < self.free:
            return NONE
        return min(self.longest, timedelta(seconds=2 ** min(failures - self.free, 30)))

    @property
    def enough(self) -> int:
        """After how many wrong guesses the wait is the longest: further ones need not be counted."""
        return self.free + ceil(self.longest.total_seconds()).bit_length()


_MINUTES = timedelta(minutes=5)
FROM_ONE_DEVICE = Delay(10, _MINUTES)
"""From a device on which somebody has logged in to this account before."""
FROM_ONE_ADDRESS = Delay(5, _MINUTES)
"""From other devices at one address, for one name."""
FROM_EVERYWHERE = Delay(400, _MINUTES)
"""From other devices at all addresses together, for one name: more than one address gets in a day, so nobody alone can
make somebody wait elsewhere."""
AT_ONE_ADDRESS = Delay(100, timedelta(seconds=30), HOUR)
"""From other devices at one address, for all names together, so that nobody tries one passphrase on every name. A whole
class behind one address is let through all the same: see `SPARED`."""
SPARED = 3
"""So many wrong guesses at a name from an address never wait for those at other names."""
CODES_AT_ONE_ADDRESS = Delay(100, timedelta(seconds=30), HOUR)
"""Codes of classes and slips, from those who have not logged in."""
CODES_OF_ONE_PERSON = Delay(20, _MINUTES)
"""The same, from somebody who has."""
STEPS_FROM_ONE_ADDRESS, STEPS_FROM_EVERYWHERE = Delay(5, HOUR), Delay(50, HOUR)
"""One-time codes: they are short, and whoever tries them knows the passphrase already."""


class Purpose(StrEnum):
    """What a guess is for. Each is counted by itself."""

    LOG_IN = "log-in"
    PROOF = "proof"
    """The passphrase of somebody who has logged in, asked for once more."""
    ONE_TIME = "one-time"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Count:
    """Wrong guesses that are counted together: what they were, and whose."""

    what: str
    who: str
    delay: Delay

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.who.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def lock(self) -> int:
        """The number of the lock that a server is asked for while it is checked and counted."""
        named = f"{self.what} {self.digest}".encode()
        return int.from_bytes(hashlib.sha256(named).digest()[:8], signed=True)


@dataclass(frozen=True, slots=True)
class Counts:
    """Where a guess is counted; `shared` is asked only of who has failed `SPARED` times on the first of `own`."""

    own: tuple[Count, ...]
    shared: Count | None = None


def counts_of_passphrase(purpose: Purpose, name: str, address: str, device: str | None) -> Counts:
    """Where a guess at the passphrase of somebody, or at a one-time code, is counted.

    A device that is known has a count of its own, which nobody else can fill. `name` is that of an account, or one that
    nobody has: no difference is made.
    """
    if device is not None:
        return Counts((Count(f"{purpose} device", device, FROM_ONE_DEVICE),))
    is_step = purpose is Purpose.ONE_TIME
    here = Count(
        f"{purpose} here", f"{name} {network(address)}", STEPS_FROM_ONE_ADDRESS if is_step else FROM_ONE_ADDRESS
    )
    all_over = Count(f"{purpose} name", name, STEPS_FROM_EVERYWHERE if is_step else FROM_EVERYWHERE)
    shared = Count(f"{purpose} net", network(address), AT_ONE_ADDRESS) if purpose is Purpose.LOG_IN else None
    return Counts((here, all_over), shared)


def counts_of_code(address: str, learner: int | None) -> Counts:
    """Where a code is counted: by address, or by who has logged in, whom no neighbour can make wait."""
    if learner is not None:
        return Counts((Count(f"{Purpose.CODE} person", str(learner), CODES_OF_ONE_PERSON),))
    return Counts((Count(f"{Purpose.CODE} net", network(address), CODES_AT_ONE_ADDRESS),))


def network(address: str) -> str:
    """The address that a limit counts: of IPv6 the first 64 bits, for one household has all the rest."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:45]
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{IPv6Address(int(found) >> 64 << 64)}/64"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A guess that has been let through, and counted as wrong until it is struck out.

    `is_crowded` says that so many went wrong at its address that all of them together should take little time.
    """

    rows: tuple[int, ...]
    is_crowded: bool = False


class Limits:
    """How often what was tried, and by whom. Every method raises `DatabaseUnavailable`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, steady(clock)

    def begin(self, counts: Counts) -> Attempt:
        """Lets a guess through and counts it, in one transaction. Raises `RateLimitExceeded` where it has to wait."""
        every = (*counts.own, counts.shared) if counts.shared else counts.own
        with self._database.writing(durably=False) as connection:
            self._lock(connection, every)
            now = self._clock()
            failed = [self._failed(connection, one, now) for one in every]
            asked = failed if failed[0].number >= SPARED else failed[: len(counts.own)]
            wait = max(one.wait for one in asked)
            rows = () if wait else tuple(self._insert(connection, one.what, one.digest, now) for one in every)
        if wait:
            raise RateLimitExceeded(wait)  # only now, for what was forgotten shall stay so
        is_crowded = counts.shared is not None and failed[-1].number >= counts.shared.delay.free
        return Attempt(rows, is_crowded)

    def strike_out(self, attempt: Attempt) -> None:
        """The guess was right, or was not looked at: it does not count."""
        with self._database.writing(durably=False) as connection:
            connection.execute(_STRIKE_OUT, {"rows": attempt.rows})

    def take(self, limit: Limit, who: str) -> None:
        """Counts that somebody does something, where it may still be done. Raises `RateLimitExceeded`."""
        count = Count(limit.what, who, Delay(limit.most, limit.within, limit.within))
        with self._database.writing(durably=False) as connection:
            self._lock(connection, (count,))
            now = self._clock()
            done = _lately(connection, count, now, limit.most)
            if done.number >= limit.most:
                lasting = in_figures(round(limit.within.total_seconds()))
                often = f"this has been done {figured(limit.most, 'time')} in {lasting}"
                raise RateLimitExceeded(_clamped(done.first + limit.within - now, limit.within), often)
            self._insert(connection, count.what, count.digest, now)

    def remember(self, what: str, who: str) -> None:
        """Remembers for a day that something was right, as the code of a class at an address."""
        count = Count(what, who, _REMEMBERED)
        with self._database.writing(durably=False) as connection:
            connection.execute(_FORGET, {"what": what, "who": count.digest})
            self._insert(connection, what, count.digest, self._clock())

    def remembers(self, what: str, who: str) -> bool:
        """Whether it is remembered."""
        values = {"what": what, "who": Count(what, who, _REMEMBERED).digest, "since": self._clock() - DAY, "most": 1}
        (row,) = self._database.read(_LATELY, **values)
        return bool(row.number)

    def _lock(self, connection: Connection, counts: Iterable[Count]) -> None:
        """Takes turns with whoever counts the same. SQLite lets only one write at all."""
        if self._database.dialect == "postgresql":
            for number in sorted(one.lock for one in counts):
                connection.execute(_LOCK, {"number": number})

    def _failed(self, connection: Connection, count: Count, now: datetime) -> _Failed:
        lately = _lately(connection, count, now, count.delay.enough)
        if not lately.number:
            return _Failed(0, NONE)
        wait = count.delay.after(lately.number)
        return _Failed(lately.number, _clamped(lately.last + wait - now, wait))

    def _insert(self, connection: Connection, what: str, digest: str, now: datetime) -> int:
        number = inserted(connection, RateLimitHit, {"what": what, "who": digest, "at": now})
        if number % SWEPT_EVERY == 0:
            connection.execute(_SWEEP, {"before": now - DAY, "last": number - MOST_ROWS})
        return number


@dataclass(frozen=True, slots=True)
class _Failed:
    number: int
    wait: timedelta


_REMEMBERED = Delay(0, NONE)


def in_figures(seconds: int) -> str:
    """A time to wait: `40 seconds`, `3 minutes`; a minute that has begun is a minute."""
    if seconds < 100:
        return figured(seconds, "second")
    return figured(ceil(seconds / 60), "minute") if seconds <= 5400 else figured(ceil(seconds / 3600), "hour")


def _clamped(wait: timedelta, longest: timedelta) -> timedelta:
    """A wait that is no longer than it can be, whatever the clock says."""
    return max(NONE, min(wait, longest))


def _lately(connection: Connection, count: Count, now: datetime, most: int) -> Row[Any]:
    """How often it happened (no more than matters), and the moments of the `first` and the `last` of these.

    Forgets what was counted before a clock was set back: it would turn up as if it happened later.
    """
    named = {"what": count.what, "who": count.digest}
    connection.execute(_FORGET_AHEAD, named | {"until": now + _AHEAD})
    return connection.execute(_LATELY, named | {"since": now - count.delay.within, "most": most}).one()


_OF: Any = (RateLimitHit.what == bindparam("what"), RateLimitHit.who == bindparam("who"))
_LATEST = (
    select(RateLimitHit.at)
    .where(*_OF, RateLimitHit.at > bindparam("since"))
    .order_by(RateLimitHit.at.desc())
    .limit(bindparam("most"))
    .subquery()
)
_LATELY = select(
    func.count().label("number"), func.min(_LATEST.c.at).label("first"), func.max(_LATEST.c.at).label("last")
).select_from(_LATEST)
_STRIKE_OUT = delete(RateLimitHit).where(RateLimitHit.id.in_(bindparam("rows", expanding=True)))
_FORGET = delete(RateLimitHit).where(*_OF)
_FORGET_AHEAD = _FORGET.where(RateLimitHit.at > bindparam("until"))
_SWEEP = delete(RateLimitHit).where((RateLimitHit.at <= bindparam("before")) | (RateLimitHit.id <= bindparam("last")))
_LOCK = text("SELECT pg_advisory_xact_lock(:number)")
