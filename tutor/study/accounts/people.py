"""Accounts: a chosen name, a passphrase of words, and what somebody may do. No address, no birthday, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, bindparam, delete, or_, select, update

from tutor.errors import TutorError, Unknown, quoted
from tutor.study.accounts.hashing import Hasher
from tutor.study.accounts.passphrases import checked_passphrase
from tutor.study.accounts.person_names import checked_name, checked_real_name, normalized_name, skeleton
from tutor.study.accounts.security_events import EventKind, Events
from tutor.study.classroom.invitations import InvitationKind, cancel
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import inserted, take_turn
from tutor.study.storage.repository import ONLY_LEARNER, Repository
from tutor.study.storage.tables import InvitationRow, LearnerRow, LtiUserRow, OneTimeRow, RecoveryRow, SessionRow

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LARGEST_SESSION_VERSION = 2**30


class NameTaken(TutorError):
    """Somebody else has the name already, or one that looks the same."""


class AlreadyTaught(TutorError):
    """There is a teacher here, who was not to be yet."""


class UserRole(Enum):
    """What somebody is in the house."""

    LEARNER = "learner"
    TEACHER = "teacher"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account: the `name` that the class sees, and the real one, which the teacher sees.

    Somebody without a passphrase comes in from a learning platform alone.
    """

    id: int
    name: str
    real_name: str
    role: UserRole
    session_version: int
    joined_at: datetime | None
    is_closed: bool = False
    has_passphrase: bool = True

    @property
    def teaches(self) -> bool:
        return self.role is UserRole.TEACHER


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody whose names and passphrase have been found good, and who may have an account; `hashed` the passphrase.

    Without a passphrase (None) they come in by a learning platform alone.

    This much takes a while, and needs no database: it is done before a transaction begins.
    """

    name: str
    real_name: str
    hashed: str | None

    @property
    def row(self) -> dict[str, Any]:
        """What is stored of it."""
        names = {"name": self.name, "folded": normalized_name(self.name), "skeleton": skeleton(self.name)}
        return {**names, "real_name": self.real_name, "passphrase": self.hashed}


class People(Repository):
    """Those who have accounts in a database."""

    def __init__(self, database: Database, clock: Clock, hasher: PasswordHasher | None = None) -> None:
        super().__init__(database, clock)
        self.hasher = Hasher(hasher)
        self._events = Events(database, clock)

    @property
    def has_teacher(self) -> bool:
        """Whether somebody teaches here who can come in."""
        return self._first(_A_TEACHER, person_of) is not None

    def person(self, key: int) -> Person | None:
        """The person of a number."""
        return self._first(_BY_ID, person_of, key=key)

    def find(self, name: str) -> Person | None:
        """The person of a chosen name, however it is capitalised."""
        return self._first(_BY_NAME, person_of, folded=normalized_name(name))

    def named(self, name: str) -> Person:
        """The same. Raises `Unknown` where nobody has the name."""
        found = self.find(name)
        if found is None:
            raise Unknown("person", name, ())
        return found

    def who(self, name: str, passphrase: str) -> Person | None:
        """The person with this name, this passphrase and an open account. None for nobody, which takes as long."""
        row = next(iter(self._read(_BY_NAME, folded=normalized_name(name))), None)
        is_right = self.hasher.verify(row.passphrase if row else None, passphrase)
        return person_of(row) if row and is_right and row.closed_at is None else None

    def teachers(self) -> Sequence[Person]:
        """Those who teach here, by name."""
        return self._all(TEACHERS, person_of)

    # ---- new accounts --------------------------------------------------------------------------------------------

    def applicant(self, name: str, real_name: str, passphrase: str) -> Applicant:
        """Somebody new, ready to be given an account within a transaction. Raises `Malformed`."""
        tidy, real = checked_name(name), checked_real_name(real_name)
        return Applicant(tidy, real, self.hashed(passphrase, (tidy, real)))

    def hashed(self, passphrase: str, names: Sequence[str]) -> str:
        """The hash of a passphrase that somebody of these names may have. Raises `Malformed`."""
        return self.hasher.hash(checked_passphrase(passphrase, names))

    def enrol(self, name: str, real_name: str, passphrase: str, role: UserRole = UserRole.LEARNER) -> Person:
        """Makes an account. Raises `Malformed`, `NameTaken`."""
        applicant = self.applicant(name, real_name, passphrase)
        with self._database.writing() as connection:
            return self.admit(connection, applicant, role)

    def admit(self, connection: Connection, applicant: Applicant, role: UserRole, *, address: str = "") -> Person:
        """Makes an account within a transaction. Raises `NameTaken`."""
        take_turn(connection)
        _refuse_taken(connection, applicant.name, None)
        values = applicant.row | {
            "role": role.value,
            "epoch": randbelow(LARGEST_SESSION_VERSION),  # a number that is free again may be another’s now
            "joined_at": self._clock(),
        }
        return self._made(connection, inserted(connection, LearnerRow, values), address)

    def appoint_owner(self, name: str, real_name: str, passphrase: str) -> Person:
        """Gives the classroom its first teacher. Raises `Malformed`, `NameTaken`, `AlreadyTaught`."""
        applicant = self.applicant(name, real_name, passphrase)
        with self._database.writing() as connection:
            return self.appoint(connection, applicant)

    def appoint(self, connection: Connection, applicant: Applicant, *, address: str = "") -> Person:
        """Makes the one learner there was before the classroom its first teacher, within a transaction.

        If somebody already has that account, they keep it, and the teacher gets another. Raises `NameTaken`, and
        `AlreadyTaught` where somebody teaches by the time that it is this transaction’s turn.
        """
        take_turn(connection)
        if connection.execute(TEACHERS).first():
            raise AlreadyTaught("there is already a teacher here. Ask that teacher to invite you as a colleague.")
        owner = connection.execute(_BY_ID, {"key": ONLY_LEARNER}).first()
        if owner is None or owner.passphrase is not None:
            return self.admit(connection, applicant, UserRole.TEACHER, address=address)
        _refuse_taken(connection, applicant.name, ONLY_LEARNER)
        values = applicant.row | {"role": UserRole.TEACHER.value, "joined_at": self._clock()}
        connection.execute(update(LearnerRow).where(LearnerRow.id == ONLY_LEARNER).values(**values))
        end_sessions(connection, ONLY_LEARNER)
        return self._made(connection, ONLY_LEARNER, address)

    def _made(self, connection: Connection, key: int, address: str) -> Person:
        person = _certain(connection, key)
        self._note(connection, EventKind.ACCOUNT_MADE, key, key, address, person.role.value)
        return person

    # ---- changes -------------------------------------------------------------------------------------------------

    def rename(self, key: int, name: str, real_name: str, *, by: int | None = None, address: str = "") -> None:
        """Changes the names of somebody; a name that stays is not judged again. Raises `Malformed`, `NameTaken`.

        It is the person’s own doing, unless `by` says whose.
        """
        before = self.person(key)
        is_new = before is None or before.name != name
        tidy, real = (checked_name(name) if is_new else name), checked_real_name(real_name)
        names = {"name": tidy, "folded": normalized_name(tidy), "skeleton": skeleton(tidy), "real_name": real}
        with self.changing_accounts() as connection:
            if is_new:
                _refuse_taken(connection, tidy, key)
            connection.execute(update(LearnerRow).where(LearnerRow.id == key).values(**names))
            self._note(connection, EventKind.NAMES_CHANGED, key, by or key, address)

    def change_passphrase(self, key: int, passphrase: str, *, address: str = "") -> Person:
        """Gives somebody another passphrase, and ends every session that began with the old. Raises `Malformed`."""
        person = self.person(key)
        hashed = self.hashed(passphrase, (person.name, person.real_name) if person else ())
        with self._database.writing() as connection:
            return self.set_passphrase(connection, key, hashed, address=address)

    def end_teaching(self, connection: Connection, key: int, *, closes: bool, by: int, address: str = "") -> None:
        """Makes a teacher a learner within a transaction, or closes the account; sessions and second factor end."""
        closed = {"closed_at": self._clock()} if closes else {}
        values = {"role": UserRole.LEARNER.value, "epoch": LearnerRow.session_version + 1, **closed}
        connection.execute(update(LearnerRow).where(LearnerRow.id == key).values(**values))
        for row in (SessionRow, OneTimeRow, RecoveryRow):
            connection.execute(delete(row).where(row.learner_id == key))
        self._note(
            connection,
            EventKind.ROLE_CHANGED,
            key,
            by,
            address,
            f"{UserRole.TEACHER.value} to {UserRole.LEARNER.value}",
        )
        if closes:
            self._note(connection, EventKind.ACCOUNT_CLOSED, key, by, address)

    def set_passphrase(self, connection: Connection, key: int, hashed: str, *, address: str = "") -> Person:
        """The same within a transaction; invitations that would change it again no longer work."""
        take_turn(connection)
        connection.execute(
            update(LearnerRow)
            .where(LearnerRow.id == key)
            .values(passphrase=hashed, session_version=LearnerRow.session_version + 1)
        )
        end_sessions(connection, key)
        cancel(
            connection,
            self._clock(),
            InvitationRow.kind == InvitationKind.RETURN.value,
            InvitationRow.learner_id == key,
        )
        self._note(connection, EventKind.PASSPHRASE_CHANGED, key, key, address)
        return _certain(connection, key)

    def _note(
        self, connection: Connection, kind: EventKind, whom: int, by: int, address: str, detail: str = ""
    ) -> None:
        self._events.note(kind, by=by, whom=whom, address=address, detail=detail, within=connection)


def _certain(connection: Connection, key: int) -> Person:
    row = connection.execute(_BY_ID, {"key": key}).first()
    if row is None:
        raise Unknown("person", str(key), ())
    return person_of(row)


def end_sessions(connection: Connection, learner: int, *, but: int | None = None) -> int:
    """Ends the sessions of somebody, all or all but one; how many there were.

    It belongs into the transaction that changes a passphrase or a role, or closes an account.
    """
    return connection.execute(_END_SESSIONS, {"learner": learner, "but": 0 if but is None else but}).rowcount


def _refuse_taken(connection: Connection, name: str, but: int | None) -> None:
    """Raises `NameTaken` where another has a name, or one that looks the same."""
    for row in connection.execute(_LIKE_NAME, {"folded": normalized_name(name), "skeleton": skeleton(name)}):
        if row.id == but:
            continue
        if row.folded == normalized_name(name):
            raise NameTaken(f"somebody here is already called {quoted(row.name)}. Choose another name.")
        raise NameTaken(f"{quoted(name)} looks like {quoted(row.name)}, who is already here. Choose another name.")


def person_of(row: Row[Any]) -> Person:
    """The person of a row of learners."""
    return Person(
        row.id,
        row.name,
        row.real_name,
        UserRole(row.role),
        row.epoch,
        row.joined_at,
        row.closed_at is not None,
        row.passphrase is not None,
    )


_PEOPLE = select(*LearnerRow.__table__.columns)
_BY_ID = _PEOPLE.where(LearnerRow.id == bindparam("key"))
_BY_NAME = _PEOPLE.where(LearnerRow.normalized_name == bindparam("folded"))
_LIKE_NAME = _PEOPLE.where(
    or_(LearnerRow.normalized_name == bindparam("folded"), LearnerRow.skeleton == bindparam("skeleton"))
).order_by(LearnerRow.id)
_END_SESSIONS = delete(SessionRow).where(
    SessionRow.learner_id == bindparam("learner"), SessionRow.id != bindparam("but")
)
TEACHERS = _PEOPLE.where(
    LearnerRow.role == UserRole.TEACHER.value,
    or_(LearnerRow.passphrase.is_not(None), LearnerRow.id.in_(select(LtiUserRow.learner_id))),
    LearnerRow.closed_at.is_(None),
).order_by(LearnerRow.normalized_name)
"""Those who teach and can come in, by their passphrase or from a learning platform."""
_A_TEACHER = TEACHERS.order_by(None).limit(1)
