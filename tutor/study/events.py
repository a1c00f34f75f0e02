"""The security log: who logged in or failed to, who was invited, appointed, removed; what was exported or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select

from tutor.study.database import Database
from tutor.study.store import Clock
from tutor.study.tables import EventRow


class EventKind(StrEnum):
    """What is written down. A line never holds a passphrase, a code, a token or what stands on a slip."""

    LOGGED_IN = "logged in"
    FAILED = "failed to log in"
    DELAYED = "log-in delayed"
    LOGGED_OUT = "logged out"
    LOGGED_OUT_EVERYWHERE = "logged out everywhere"
    PROVED = "proved again"
    ACCOUNT_MADE = "account made"
    NAMES_CHANGED = "names changed"
    PASSPHRASE_CHANGED = "passphrase changed"  # noqa: S105 - the name of an event
    SECOND_FACTOR_ADDED = "second factor added"
    SECOND_FACTOR_REMOVED = "second factor removed"
    RECOVERY_USED = "recovery code used"
    INVITED = "slip made"
    SLIP_USED = "slip used"
    SLIP_CANCELLED = "slip cancelled"
    JOINED = "joined a class"
    DISMISSED = "dismissed from a class"
    ROLE_CHANGED = "role changed"
    CLASS_HANDED_OVER = "class handed over"
    CLASS_DELETED = "class deleted"
    ACCOUNT_CLOSED = "account closed"
    ACCOUNT_DELETED = "account deleted"
    EXPORTED = "exported"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the log: `by` did it, to `whom`, from an `address`; each of the three may be unknown or nobody."""

    at: datetime
    kind: EventKind
    by: int | None = None
    whom: int | None = None
    address: str = ""
    detail: str = ""


class Events:
    """The security log of a database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

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
        """Writes a line; `within` a transaction, it stands exactly when what it tells of does."""
        row = {
            "at": self._clock(),
            "kind": kind.value,
            "by": by,
            "whom": whom,
            "address": address[:45],
            "detail": detail[:200],
        }
        if within is not None:
            within.execute(insert(EventRow), row)
            return
        with self._database.writing() as connection:
            connection.execute(insert(EventRow), row)

    def latest(self, most: int = 200) -> Sequence[Event]:
        """The newest lines, the newest first."""
        return [_event(row) for row in self._database.read(_LATEST, most=most)]


def _event(row: Row[Any]) -> Event:
    return Event(row.at, EventKind(row.kind), row.by, row.whom, row.address, row.detail)


_LATEST = select(*EventRow.__table__.columns).order_by(EventRow.id.desc()).limit(bindparam("most"))
