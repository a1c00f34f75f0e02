"""Counts what may be tried only so often, for all workers alike: the library `limits` over our database.

What is done is a row, and the library’s moving windows count rows. A wrong guess makes the next one wait, a little at
first and then longer, and never for ever. That the library does not know: so a `Delay` says which of its limits holds
after how many wrong guesses. Counting comes before a guess is looked at: it is counted as wrong, and struck out again
if it was right. So twenty guesses at the same moment are twenty guesses, and nothing has to be locked while a
passphrase is verified, which takes long.

`limits` takes longer to import than many pages to make: import this where something is counted, not before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from limits import RateLimitItemPerSecond
from limits.storage import MovingWindowSupport, Storage
from limits.strategies import MovingWindowRateLimiter
from sqlalchemy import Connection, bindparam, delete, func, or_, select, text
from sqlalchemy.exc import SQLAlchemyError

from tutor.study.clock import Clock, steady
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import inserted
from tutor.study.storage.rate_limits import (
    DAY,
    SPARED,
    Count,
    Counts,
    Delay,
    Limit,
    PendingGuess,
    RateLimitExceeded,
    in_figures,
)
from tutor.study.storage.tables import RateLimitHit
from tutor.wording import figured

MOST_ROWS = 500_000
"""How many hits are kept: whoever floods the log-in page makes the oldest forgotten, and fills no disk."""
SWEPT_EVERY = 64
_AHEAD = timedelta(minutes=1)
"""How far the clocks of several machines may differ. What lies further ahead was counted before one was set back."""
_NONE = timedelta(0)
_REMEMBERED = Delay(1, DAY)


class Window(RateLimitItemPerSecond):
    """So many hits within some seconds. Windows of one name count the same hits, however long they are."""

    @classmethod
    def of(cls, count: Count, most: int, within: timedelta) -> Window:
        return cls(most, round(within.total_seconds()), count.what)

    def key_for(self, *identifiers: bytes | str | float) -> str:
        return "/".join((self.namespace, *map(str, identifiers)))


class HitStorage(Storage, MovingWindowSupport):
    """Where `limits` counts: the rows of a table, within one transaction, at one moment."""

    STORAGE_SCHEME = None
    base_exceptions = SQLAlchemyError

    def __init__(self, connection: Connection, now: datetime) -> None:
        super().__init__()
        self.connection, self.now = connection, now

    def add(self, key: str) -> int:
        """Adds a hit; the number of its row. What is too old, or too much, is swept out now and then."""
        number = inserted(self.connection, RateLimitHit, _named(key) | {"at": self.now})
        if number % SWEPT_EVERY == 0:
            self.connection.execute(_SWEEP, {"before": self.now - DAY, "last": number - MOST_ROWS})
        return number

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """The moment of the first of the newest hits, and how many they are: no more than the limit."""
        values = _named(key) | {"since": self.now - timedelta(seconds=expiry), "most": limit}
        found = self.connection.execute(_LATELY, values).one()
        return (found.first or self.now).timestamp(), found.hits

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        has_room = self.get_moving_window(key, limit, expiry)[1] + amount <= limit
        if has_room:
            self.incr(key, expiry, amount)
        return has_room

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:  # noqa: ARG002 - every hit is kept for a day
        for _ in range(amount):
            self.add(key)
        return self.get(key)

    def get(self, key: str) -> int:
        return self.get_moving_window(key, MOST_ROWS, round(DAY.total_seconds()))[1]

    def get_expiry(self, key: str) -> float:
        return self.get_moving_window(key, MOST_ROWS, round(DAY.total_seconds()))[0] + DAY.total_seconds()

    def check(self) -> bool:
        return not self.connection.closed

    def reset(self) -> int:
        return self.connection.execute(delete(RateLimitHit)).rowcount

    def clear(self, key: str) -> None:
        self.connection.execute(_CLEAR, _named(key))


class RateLimits:
    """How often what was tried, and by whom. Every method raises `DatabaseUnavailable`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, steady(clock)

    def begin(self, counts: Counts) -> PendingGuess:
        """Lets a guess through and counts it, in one transaction. Raises `RateLimitExceeded` where it has to wait."""
        every = (*counts.own, counts.shared) if counts.shared else counts.own
        with self._counting(*every) as limiter:
            failed = [limiter.failures(count) for count in every]
            asked = every if failed[0] >= SPARED else counts.own
            wait = max(limiter.delay(count, failures) for count, failures in zip(asked, failed, strict=False))
            rows = () if wait else tuple(limiter.storage.add(_key(count)) for count in every)
        if wait:
            raise RateLimitExceeded(wait)  # only now, for what was forgotten shall stay so
        is_crowded = counts.shared is not None and failed[-1] >= counts.shared.delay.free
        return PendingGuess(rows, is_crowded)

    def strike_out(self, attempt: PendingGuess) -> None:
        """The guess was right, or was not looked at: it does not count."""
        with self._database.writing(durably=False) as connection:
            connection.execute(_STRIKE_OUT, {"rows": attempt.rows})

    def take(self, limit: Limit, who: str) -> None:
        """Counts that somebody does something, where it may still be done. Raises `RateLimitExceeded`."""
        count = Count(limit.what, who, Delay(limit.most, limit.within, limit.within))
        window = Window.of(count, limit.most, limit.within)
        with self._counting(count) as limiter:
            wait = _NONE if limiter.hit(window, who) else limiter.left(window, who)
        if wait:
            lasting = in_figures(round(limit.within.total_seconds()))
            raise RateLimitExceeded(wait, f"this has been done {figured(limit.most, 'time')} in {lasting}")

    def remember(self, what: str, who: str) -> None:
        """Remembers for a day that something was right, as the code of a class at an address."""
        count = Count(what, who, _REMEMBERED)
        with self._counting(count) as limiter:
            limiter.clear(Window.of(count, 1, DAY), who)
            limiter.storage.add(_key(count))

    def remembers(self, what: str, who: str) -> bool:
        """Whether it is remembered."""
        count = Count(what, who, _REMEMBERED)
        with self._database.reading() as connection:
            return HitStorage(connection, self._clock()).get(_key(count)) > 0

    @contextmanager
    def _counting(self, *counts: Count) -> Iterator[_Limiter]:
        """A transaction in which nobody else counts the same.

        Forgets what was counted before a clock was set back: it would turn up as if it happened later.
        """
        with self._database.writing(durably=False) as connection:
            if self._database.dialect == "postgresql":  # SQLite lets only one write at all
                for number in sorted(_lock_of(_key(count)) for count in counts):
                    connection.execute(_LOCK, {"number": number})
            now = self._clock()
            for count in counts:
                connection.execute(_FORGET_AHEAD, _named(_key(count)) | {"until": now + _AHEAD})
            yield _Limiter(HitStorage(connection, now))


class _Limiter(MovingWindowRateLimiter):
    """Recent events, as seen within a transaction."""

    storage: HitStorage

    def failures(self, count: Count) -> int:
        """How many guesses went wrong; no more than matters."""
        enough = count.delay.enough
        return enough - self.get_window_stats(Window.of(count, enough, count.delay.within), count.who).remaining

    def delay(self, count: Count, failures: int) -> timedelta:
        """How long the next guess waits after so many wrong ones: from then on there is one guess in that time."""
        delay = count.delay.after(failures)
        window = Window.of(count, 1, delay)
        return self.left(window, count.who) if delay and not self.test(window, count.who) else _NONE

    def left(self, window: Window, who: str) -> timedelta:
        """How long it is until a window has room again; no longer than it can be, whatever the clock says."""
        seconds = self.get_window_stats(window, who).reset_time - self.storage.now.timestamp()
        return timedelta(seconds=round(max(0, min(seconds, window.get_expiry())), 3))


def _key(count: Count) -> str:
    return Window(1, namespace=count.what).key_for(count.who)


def _named(key: str) -> dict[str, str]:
    """The columns by which the hits of a key are found; whose they are is a digest, for it may be an address."""
    what, _, who = key.partition("/")
    return {"what": what, "who": hashlib.sha256(who.encode("utf-8", "surrogatepass")).hexdigest()}


def _lock_of(key: str) -> int:
    """The number of the lock that a server is asked for while something is checked and counted."""
    return int.from_bytes(hashlib.sha256(" ".join(_named(key).values()).encode()).digest()[:8], signed=True)


_OF: Any = (RateLimitHit.what == bindparam("what"), RateLimitHit.who == bindparam("who"))
_LATEST = (
    select(RateLimitHit.at)
    .where(*_OF, RateLimitHit.at > bindparam("since"))
    .order_by(RateLimitHit.at.desc())
    .limit(bindparam("most"))
    .subquery()
)
_LATELY = select(func.count().label("hits"), func.min(_LATEST.c.at).label("first")).select_from(_LATEST)
_CLEAR = delete(RateLimitHit).where(*_OF)
_FORGET_AHEAD = _CLEAR.where(RateLimitHit.at > bindparam("until"))
_STRIKE_OUT = delete(RateLimitHit).where(RateLimitHit.id.in_(bindparam("rows", expanding=True)))
_SWEEP = delete(RateLimitHit).where(or_(RateLimitHit.at <= bindparam("before"), RateLimitHit.id <= bindparam("last")))
_LOCK = text("SELECT pg_advisory_xact_lock(:number)")
