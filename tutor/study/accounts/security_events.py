"""The security log: who logged in or failed to, who was invited, appointed, removed; what was exported or deleted.

Each line also goes to the logger `tutor.security`, as one line, so that what watches over a server can read it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, Select, bindparam, delete, event, func, or_, select, update

from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import EventRow, LearnerRow

LOGGER = logging.getLogger("tutor.security")
KEPT_FOR = timedelta(days=400)
MOST_LINES = 200_000
"""Of what people did. A line is about 150 bytes."""
MOST_NOISE = 50_000
"""Of what strangers can bring about as often as they like: it never pushes out the other lines."""
LINES_AN_HOUR, LINES_AN_HOUR_IN_ALL = 30, 1000
"""Of such lines of one kind: from one address, and from all together."""
SWEPT_EVERY = 64
AT_ONCE = 100
LAST_FOR_NOW = "further ones within the hour are not listed"


class EventKind(StrEnum):
    """What is written down. A line never holds a passphrase, a code, a token or what stands on an invitation."""

    LOGGED_IN = "logged in"
    FAILED = "failed to log in"
    DELAYED = "log-in delayed"
    LOGGED_OUT = "logged out"
    LOGGED_OUT_EVERYWHERE = "logged out everywhere"
    PROVED = "identity confirmed"
    ACCOUNT_MADE = "account made"
    NAMES_CHANGED = "names changed"
    PASSPHRASE_CHANGED = "passphrase changed"  # noqa: S105 - the name of an event
    SECOND_FACTOR_ADDED = "two-step log-in turned on"
    SECOND_FACTOR_REMOVED = "two-step log-in turned off"
    RECOVERY_USED = "recovery code used"
    INVITED = "invitation made"
    INVITATION_USED = "invitation used"
    INVITATION_CANCELLED = "invitation cancelled"
    JOINED = "joined a class"
    DISMISSED = "removed from a class"
    ROLE_CHANGED = "role changed"
    CLASS_HANDED_OVER = "class handed over"
    CLASS_DELETED = "class deleted"
    CLASS_RESTORED = "class restored"
    BROUGHT_BACK = "brought back into a class"
    CO_TEACHER_ADDED = "co-teacher added"
    CO_TEACHER_REMOVED = "co-teacher removed"
    PLATFORM_ADDED = "learning platform added"
    PLATFORM_REMOVED = "learning platform removed"
    PLATFORM_CONNECTED = "connected with a learning platform"
    ACCOUNT_CLOSED = "account closed"
    ACCOUNT_DELETED = "account deleted"
    EXPORTED = "exported"
    REFUSED = "refused"


_FORMER_KINDS = {
    "slip made": EventKind.INVITED,
    "slip used": EventKind.INVITATION_USED,
    "slip cancelled": EventKind.INVITATION_CANCELLED,
    "proved again": EventKind.PROVED,
    "second factor added": EventKind.SECOND_FACTOR_ADDED,
    "second factor removed": EventKind.SECOND_FACTOR_REMOVED,
    "dismissed from a class": EventKind.DISMISSED,
}
"""What the kinds were called in lines that are stored already."""

NOISE = frozenset((EventKind.FAILED, EventKind.DELAYED, EventKind.REFUSED))
"""What strangers can bring about as often as they like."""


@dataclass(frozen=True, slots=True)
class SecurityEvent:
    """A line of the log: `by` did it, to `whom`, from an `address`; each of the three may be unknown or nobody.

    A number below 0 is that of an account which has been deleted. `kind` may be one that a newer tutor wrote.
    """

    id: int
    at: datetime
    kind: str
    by: int | None = None
    whom: int | None = None
    address: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Which lines are asked for: of a kind, by or about a person, those before the line of a number; None for any."""

    kind: str | None = None
    person: int | None = None
    before: int | None = None


_ALL = EventFilter()


class Events(Repository):
    """The security log of a database."""

    def note(
        self,
        kind: EventKind,
        *,
        by: int | None = None,
        whom: int | None = None,
        address: str = "",
        detail: str = "",
        within: Connection | None = None,
    ) -> None:
        """Writes a line; `within` a transaction, it stands exactly when what it tells of does.

        Of what strangers can bring about, only some lines an hour are written.
        """
        line = SecurityEvent(0, self._clock(), kind.value, by, whom, _clean(address)[:45], _clean(detail)[:200])
        if within is not None:
            if self._write_line(within, line):
                event.listen(within, "commit", lambda _: _tell(line), once=True)
            return
        with self._database.writing(durably=kind not in NOISE) as connection:
            is_written = self._write_line(connection, line)
        if is_written:
            _tell(line)

    def lines(self, wanted: EventFilter = _ALL, most: int = AT_ONCE) -> Sequence[SecurityEvent]:
        """The newest lines of those asked for, the newest first."""
        with self._database.reading() as connection:
            return [_event(row) for row in connection.execute(_query(wanted).limit(most))]

    def all_lines(self, wanted: EventFilter = _ALL) -> Iterator[SecurityEvent]:
        """Every line asked for, the newest first, read a part at a time."""
        before = wanted.before
        while True:
            found = self.lines(EventFilter(wanted.kind, wanted.person, before), 10 * AT_ONCE)
            yield from found
            if len(found) < 10 * AT_ONCE:
                return
            before = found[-1].id

    def names(self) -> dict[int, str]:
        """What everybody is called, by number."""
        return {row.id: row.name for row in self._read(select(LearnerRow.id, LearnerRow.name))}

    def _write_line(self, connection: Connection, line: SecurityEvent) -> bool:
        is_noise = line.kind in NOISE
        detail = line.detail
        if is_noise:
            since = {"kind": line.kind, "since": line.at - timedelta(hours=1)}
            here = connection.scalar(_LATELY_HERE, since | {"address": line.address}) or 0
            if here >= LINES_AN_HOUR or (connection.scalar(_LATELY, since) or 0) >= LINES_AN_HOUR_IN_ALL:
                return False
            if here == LINES_AN_HOUR - 1:
                detail = f"{detail}; {LAST_FOR_NOW}" if detail else LAST_FOR_NOW
        values = {"at": line.at, "kind": line.kind, "by": line.by, "whom": line.whom, "address": line.address}
        number = inserted(connection, EventRow, values | {"detail": detail[:200]})
        if number % SWEPT_EVERY == 0:
            self._sweep(connection, line.at)
        return True

    def _sweep(self, connection: Connection, now: datetime) -> None:
        """Deletes what is too old, and the oldest of what is too much."""
        connection.execute(delete(EventRow).where(EventRow.at < now - KEPT_FOR))
        for is_noise, most in ((EventRow.kind.in_(_NOISE), MOST_NOISE), (EventRow.kind.not_in(_NOISE), MOST_LINES)):
            newest = select(EventRow.id).where(is_noise).order_by(EventRow.id.desc())
            last = connection.scalar(newest.offset(most).limit(1))
            if last is not None:
                connection.execute(delete(EventRow).where(is_noise, EventRow.id <= last))


COLUMNS = ("when", "event", "by", "about", "address", "detail")


def rows_of(lines: Iterable[SecurityEvent], names: Mapping[int, str]) -> Iterator[Sequence[str]]:
    """The lines as rows of a table, its header first."""
    yield COLUMNS
    for line in lines:
        by, whom = (name_of(number, names) for number in (line.by, line.whom))
        yield (line.at.isoformat(), line.kind, by, whom, line.address, line.detail)


def name_of(number: int | None, names: Mapping[int, str]) -> str:
    """What somebody is called in a line: by name, or by number where the account has been deleted."""
    if number is None:
        return ""
    return names.get(number) or f"account {abs(number)} (deleted)"


def without_account(connection: Connection, learner: int) -> None:
    """Takes what tells of a person out of the log, whose account is being deleted.

    The lines remain with the number, which becomes one below 0: a number that is free again may be another’s soon.
    """
    here = {"learner": learner}
    connection.execute(_CLEAR_ADDRESS, here)
    connection.execute(_CLEAR_DETAIL, here)
    connection.execute(_LOOSEN_BY, here)
    connection.execute(_LOOSEN_WHOM, here)


def _clean(text: str) -> str:
    """The text without what would begin a line, or steer a terminal."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def _tell(line: SecurityEvent) -> None:
    """Writes a line for what watches over a server."""
    level = logging.WARNING if line.kind in NOISE else logging.INFO
    told = {"event": line.kind, "by": line.by, "whom": line.whom, "address": line.address, "detail": line.detail}
    LOGGER.log(level, "%s", json.dumps({"at": line.at.isoformat(), **told}))


def _event(row: Row[Any]) -> SecurityEvent:
    kind = _FORMER_KINDS.get(row.kind, row.kind)
    return SecurityEvent(row.id, row.at, kind, row.by, row.whom, row.address, row.detail)


def _query(wanted: EventFilter) -> Select[Any]:
    query = select(*EventRow.__table__.columns).order_by(EventRow.id.desc())
    if wanted.kind is not None:
        former = [stored for stored, kind in _FORMER_KINDS.items() if kind == wanted.kind]
        query = query.where(EventRow.kind.in_([wanted.kind, *former]))
    if wanted.person is not None:
        query = query.where(or_(EventRow.by == wanted.person, EventRow.whom == wanted.person))
    if wanted.before is not None:
        query = query.where(EventRow.id < wanted.before)
    return query


_NOISE = [kind.value for kind in NOISE]
_LATELY = select(func.count()).where(EventRow.at > bindparam("since"), EventRow.kind == bindparam("kind"))
_LATELY_HERE = _LATELY.where(EventRow.address == bindparam("address"))
_LEARNER: Any = bindparam("learner")
_HIS = or_(EventRow.by == _LEARNER, EventRow.by.is_(None) & (EventRow.whom == _LEARNER))
_CLEAR_ADDRESS = update(EventRow).where(_HIS).values(address="", detail="")
_CLEAR_DETAIL = update(EventRow).where(EventRow.whom == _LEARNER).values(detail="")
_LOOSEN_BY = update(EventRow).where(EventRow.by == _LEARNER).values(by=-EventRow.by)
_LOOSEN_WHOM = update(EventRow).where(EventRow.whom == _LEARNER).values(whom=-EventRow.whom)
