"""Sessions: who is logged in, on which device, and how long that lasts.

The browser holds a token and the database its digest, so that whoever reads the database cannot log in by it. A session
ends when it is deleted here, whatever the browser still holds. Its age is measured by the steady clock.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, and_, bindparam, delete, false, or_, select, update

from tutor.errors import TutorError
from tutor.study.accounts.people import Person, UserRole, end_sessions, person_of
from tutor.study.clock import Clock, steady
from tutor.study.storage.database import Database, DatabaseUnavailable
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import LearnerRow, SessionRow

TOKEN_BYTES = 32
LONGEST_TOKEN = 100
LONGEST_DEVICE = 80
MOST = 100
"""Sessions of one person: a further one ends the one not seen for longest."""

IDLE: Mapping[UserRole, timedelta] = {UserRole.LEARNER: timedelta(days=14), UserRole.TEACHER: timedelta(days=1)}
"""How long a session lasts in which nothing is asked for: over a holiday week, or overnight."""
LONGEST: Mapping[UserRole, timedelta] = {UserRole.LEARNER: timedelta(days=90), UserRole.TEACHER: timedelta(days=30)}
"""How long any session lasts: about a term, or a month."""
IDLE_IF_SHARED = timedelta(minutes=30)
"""How long a session on a shared computer lasts without a click."""
SEEN_EVERY = timedelta(minutes=1)
"""How often it is written at most that a session is in use."""
PROOF_LASTS = timedelta(minutes=10)
"""How long after the passphrase was given something irreversible may be done without giving it again."""


class SessionOutdated(TutorError):
    """The account has changed since somebody proved whose it is."""


@dataclass(frozen=True, slots=True)
class Login:
    """A session: whose it is, since when, when it was last seen, when the passphrase was last given, on what device."""

    id: int
    learner: int
    begun_at: datetime
    seen_at: datetime
    proved_at: datetime
    device: str
    is_shared: bool = False

    def is_proved(self, now: datetime) -> bool:
        """Whether the passphrase was given a short while ago. Two machines’ clocks may differ by as much."""
        return abs(now - self.proved_at) < PROOF_LASTS


class Logins(Repository):
    """The sessions of a database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, steady(clock))

    @property
    def now(self) -> datetime:
        """The moment by the clock that sessions go by."""
        return self._clock()

    def begin(self, who: Person, device: str = "", *, is_shared: bool = False) -> str:
        """Begins a session of somebody who has just proved who they are, and gives its token.

        Raises `SessionOutdated` where the account was closed, or got another passphrase or role, since `who` was read.
        """
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._clock()
        row = {
            "digest": _digest(token),
            "learner_id": who.id,
            "begun_at": now,
            "seen_at": now,
            "proved_at": now,
            "device": device[:LONGEST_DEVICE],
            "shared": is_shared,
        }
        with self._database.writing() as connection:
            if (
                connection.execute(
                    _SAME_STILL, {"key": who.id, "version": who.session_version, "role": who.role.value}
                ).first()
                is None
            ):
                raise SessionOutdated("your account has just been changed. Log in again.")
            kept = connection.scalars(_NEWEST, {"learner": who.id}).all()
            for old in kept[MOST - 1 :]:
                connection.execute(_END, {"key": old, "learner": who.id})
            inserted(connection, SessionRow, row)
        return token

    def sweep(self) -> None:
        """Deletes the sessions that have ended. It looks at all of them, so it is not done at a log-in.

        Raises `DatabaseUnavailable`.
        """
        with self._database.writing(durably=False) as connection:
            connection.execute(_SWEEP, _since(self._clock()))

    def find(self, token: str) -> tuple[Login, Person] | None:
        """The session of a token and whose it is; None for one that has ended, and for a closed account."""
        if not 0 < len(token) <= LONGEST_TOKEN:
            return None
        values = {"digest": _digest(token), **_since(self._clock())}
        return self._first(_LIVE_BY_DIGEST, lambda row: (_login(row), person_of(row)), **values)

    def touch(self, login: Login) -> None:
        """Writes that a session is in use, once a minute; not now, where that would have to wait for somebody."""
        now = self._clock()
        if login.seen_at <= now < login.seen_at + SEEN_EVERY:
            return
        with suppress(DatabaseUnavailable), self._database.writing(durably=False, waits=False) as connection:
            connection.execute(_TOUCH, _named(login) | {"known": login.seen_at, "now": now})

    def prove(self, login: Login) -> str:
        """Writes that the passphrase has been given again, and gives the session another token in place of its own.

        Raises `SessionOutdated` where the session has ended meanwhile.
        """
        token = secrets.token_urlsafe(TOKEN_BYTES)
        with self._database.writing() as connection:
            values = _named(login) | {"now": self._clock(), "token": _digest(token)}
            if not connection.execute(_PROVE, values).rowcount:
                raise SessionOutdated("you have been logged out. Log in again.")
        return token

    def all_of(self, learner: int) -> Sequence[Login]:
        """The sessions of somebody, the one used last first."""
        return self._all(_LIVE_OF, _login, learner=learner, **_since(self._clock()))

    def end(self, learner: int, key: int) -> bool:
        """Ends a session of somebody’s; whether there was such a one."""
        return self._write(_END, key=key, learner=learner) == 1

    def end_all(self, learner: int, *, but: int | None = None) -> int:
        """Ends the sessions of somebody, all or all but one; how many there were."""
        with self._database.writing() as connection:
            return end_sessions(connection, learner, but=but)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _login(row: Row[Any]) -> Login:
    return Login(row.login_id, row.id, row.begun_at, row.seen_at, row.proved_at, row.device, row.shared)


def _named(login: Login) -> dict[str, object]:
    """What a session is found by; its number alone may be another’s by now, for SQLite gives one out again."""
    return {"key": login.id, "learner": login.learner, "begun": login.begun_at}


def _since(now: datetime) -> dict[str, datetime]:
    """Since when a session must have been seen, and begun, to last still."""
    return (
        {"seen_shared": now - IDLE_IF_SHARED}
        | {f"seen_{role.value}": now - IDLE[role] for role in UserRole}
        | {f"begun_{role.value}": now - LONGEST[role] for role in UserRole}
    )


_IS_LIVE = and_(
    or_(~SessionRow.shared, SessionRow.seen_at > bindparam("seen_shared")),
    or_(
        false(),
        *(
            and_(
                LearnerRow.role == role.value,
                SessionRow.seen_at > bindparam(f"seen_{role.value}"),
                SessionRow.begun_at > bindparam(f"begun_{role.value}"),
            )
            for role in UserRole
        ),
    ),
)
_LIVE = (
    select(
        *LearnerRow.__table__.columns,
        SessionRow.id.label("login_id"),
        SessionRow.begun_at,
        SessionRow.seen_at,
        SessionRow.proved_at,
        SessionRow.device,
        SessionRow.shared,
    )
    .join(SessionRow, SessionRow.learner_id == LearnerRow.id)
    .where(LearnerRow.closed_at.is_(None), _IS_LIVE)
)
_LIVE_BY_DIGEST = _LIVE.where(SessionRow.digest == bindparam("digest"))
_LIVE_OF = _LIVE.where(SessionRow.learner_id == bindparam("learner")).order_by(
    SessionRow.seen_at.desc(), SessionRow.id.desc()
)
_NEWEST = (
    select(SessionRow.id)
    .where(SessionRow.learner_id == bindparam("learner"))
    .order_by(SessionRow.seen_at.desc(), SessionRow.id.desc())
)
_SWEEP = delete(SessionRow).where(
    SessionRow.id.not_in(select(SessionRow.id).join(LearnerRow, SessionRow.learner_id == LearnerRow.id).where(_IS_LIVE))
)
_SAME_STILL = (
    select(LearnerRow.id)
    .where(
        LearnerRow.id == bindparam("key"),
        LearnerRow.session_version == bindparam("version"),
        LearnerRow.role == bindparam("role"),
        LearnerRow.closed_at.is_(None),
    )
    .with_for_update()
)
_THIS = update(SessionRow).where(
    SessionRow.id == bindparam("key"),
    SessionRow.learner_id == bindparam("learner"),
    SessionRow.begun_at == bindparam("begun"),
)
_TOUCH = _THIS.where(SessionRow.seen_at == bindparam("known")).values(seen_at=bindparam("now"))
_PROVE = _THIS.values(proved_at=bindparam("now"), digest=bindparam("token"))
_END = delete(SessionRow).where(SessionRow.id == bindparam("key"), SessionRow.learner_id == bindparam("learner"))
