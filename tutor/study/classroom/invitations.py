"""Invitations that let people in, once each: made, found, spent and cancelled.

Of every purpose and person there is at most one that works. What stands on an invitation is not kept, only its digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from random import Random
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, bindparam, or_, select, update

from tutor.errors import TutorError, Unknown
from tutor.notation import counted
from tutor.study.accounts.person_names import normalized_name
from tutor.study.accounts.security_events import EventKind, Events
from tutor.study.classroom.class_access import is_taught_by
from tutor.study.clock import Clock, steady
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import ClassRow, InvitationRow, LearnerRow

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and figures that cannot be taken for one another."""
LETTERS_OF_INVITATION = 16
INVITATION_LASTS = timedelta(days=30)
MOST_PAST = 200
"""How many invitations that work no more are listed."""


class InvitationSpent(TutorError):
    """An invitation that was used before or cancelled, or has grown old."""


class InvitationKind(Enum):
    """What an invitation is for."""

    JOIN = "join"
    RETURN = "return"
    COLLEAGUE = "colleague"
    FIRST = "first"


class InvitationState(Enum):
    """Whether an invitation still works, or why not."""

    LIVE = "live"
    USED = "used"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation: into a class, back to the account of a learner, or into the house as a teacher."""

    id: int
    kind: InvitationKind
    class_id: int | None
    learner: int | None
    real_name: str
    made_by: int


@dataclass(frozen=True, slots=True)
class ListedInvitation:
    """An invitation as its teacher sees it: for whom (`real_name`), into which class; what became of it, and when."""

    id: int
    kind: InvitationKind
    class_name: str
    real_name: str
    maker: str
    made_at: datetime
    state: InvitationState
    ended_at: datetime | None

    @property
    def is_live(self) -> bool:
        return self.state is InvitationState.LIVE


# ---- within a transaction ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class InvitationPurpose:
    """What an invitation is made for, by whom, and for whom."""

    kind: InvitationKind
    by: int
    class_id: int | None = None
    learner: int | None = None
    real_name: str = ""


def issue(connection: Connection, purpose: InvitationPurpose, now: datetime, random: Random) -> str:
    """Makes an invitation; what stands on it. Those that it replaces, `cancel` first."""
    written = letters(random, LETTERS_OF_INVITATION)
    values = {
        "digest": digest(written),
        "kind": purpose.kind.value,
        "class_id": purpose.class_id,
        "learner_id": purpose.learner,
        "real_name": purpose.real_name,
        "made_by": purpose.by,
        "made_at": now,
    }
    inserted(connection, InvitationRow, values)
    return written


def spend(connection: Connection, invitation: Invitation, now: datetime) -> None:
    """Takes an invitation away from whoever has it, before what it allows is done. Raises `InvitationSpent`."""
    spent = connection.execute(
        update(InvitationRow).where(InvitationRow.id == invitation.id, _works(now)).values(used_at=now)
    )
    if spent.rowcount != 1:
        row = connection.execute(_INVITATIONS.where(InvitationRow.id == invitation.id)).first()
        raise (
            _why_not(row, now)
            if row
            else InvitationSpent("this invitation no longer works, because its account or class has been deleted.")
        )


def cancel(connection: Connection, now: datetime, *which: ColumnElement[bool]) -> int:
    """Cancels those invitations of some that still work; how many they were."""
    return connection.execute(update(InvitationRow).where(_works(now), *which).values(cancelled_at=now)).rowcount


def cancel_namesakes(connection: Connection, now: datetime, class_id: int, names: Sequence[str]) -> int:
    """Cancels the invitations into a class that bear one of some names, however written; how many they were."""
    wanted = {normalized_name(name) for name in names} - {""}
    into = _INVITATIONS.where(
        InvitationRow.class_id == class_id, InvitationRow.kind == InvitationKind.JOIN.value, _works(now)
    )
    found = [row.id for row in connection.execute(into) if normalized_name(row.real_name) in wanted] if wanted else []
    return cancel(connection, now, InvitationRow.id.in_(found)) if found else 0


def _works(now: datetime) -> ColumnElement[bool]:
    return and_(
        InvitationRow.used_at.is_(None),
        InvitationRow.cancelled_at.is_(None),
        InvitationRow.made_at >= now - INVITATION_LASTS,
    )


# ---- the invitations of a database ---------------------------------------------------------------------------------


class Invitations(Repository):
    """The invitations of a database; `random` makes what stands on them, and must not be guessable."""

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        super().__init__(database, steady(clock))
        self._random, self._events = random, Events(database, clock)

    def find(self, written: str) -> Invitation:
        """The invitation on which something stands, if it works. Raises `Unknown`, `InvitationSpent`."""
        for row in self._read(_INVITATION, digest=digest(written)):
            now = self._clock()
            if _state(row, now) is not InvitationState.LIVE:
                raise _why_not(row, now)
            return Invitation(
                row.id, InvitationKind(row.kind), row.class_id, row.learner_id, row.real_name, row.made_by
            )
        raise Unknown("invitation", written, ())

    def listed(self, teacher: int) -> Sequence[ListedInvitation]:
        """The invitations that a teacher made and those of their classes: those that work first, then the newest.

        Of those that work no more only the latest are among them.
        """
        now = self._clock()
        found = [_listed(row, now) for row in self._read(_OF_TEACHER, teacher=teacher)]
        live = [invitation for invitation in found if invitation.is_live]
        return [*live, *[invitation for invitation in found if not invitation.is_live][:MOST_PAST]]

    def cancel(self, teacher: int, invitation: int, *, address: str = "") -> bool:
        """Cancels an invitation of a teacher’s; whether it still worked. Raises `Unknown` for another’s as for none."""
        if not any(row.id == invitation for row in self._read(_OF_TEACHER, teacher=teacher)):
            raise Unknown("invitation", str(invitation), ())
        return self._cancel(teacher, address, InvitationRow.id == invitation) > 0

    def cancel_all(self, teacher: int, *, address: str = "") -> int:
        """Cancels every invitation of a teacher’s that still works; how many they were."""
        return self._cancel(teacher, address)

    def _cancel(self, teacher: int, address: str, *which: ColumnElement[bool]) -> int:
        with self.changing_accounts() as connection:
            return self.cancel_within(connection, _is_of(teacher), *which, by=teacher, address=address)

    # ---- within a transaction ----------------------------------------------------------------------------------------

    def issue(self, connection: Connection, purpose: InvitationPurpose, *, address: str = "") -> str:
        """Makes an invitation; what stands on it. Those that it replaces, cancel first."""
        note = self._events.note
        detail = purpose.kind.value
        note(EventKind.INVITED, by=purpose.by, whom=purpose.learner, address=address, detail=detail, within=connection)
        return issue(connection, purpose, self._clock(), self._random)

    def issue_first(self, connection: Connection, by: int) -> str:
        """Makes the invitation of the first teacher, in place of all that make teachers; what stands on it."""
        self.cancel_within(connection, InvitationRow.kind.in_(_FOR_TEACHERS), by=by)
        return issue(connection, InvitationPurpose(InvitationKind.FIRST, by), self._clock(), self._random)

    def spend(self, connection: Connection, invitation: Invitation) -> None:
        """Takes an invitation away from whoever has it, before what it allows is done. Raises `InvitationSpent`."""
        spend(connection, invitation, self._clock())

    def note_used(self, connection: Connection, invitation: Invitation, who: int, *, address: str = "") -> None:
        """Writes into the security log who has come in by an invitation."""
        detail = invitation.kind.value
        self._events.note(EventKind.INVITATION_USED, by=who, address=address, detail=detail, within=connection)

    def cancel_within(self, connection: Connection, *which: ColumnElement[bool], by: int, address: str = "") -> int:
        """Cancels those invitations of some that still work; how many they were."""
        return self._note_cancelled(connection, cancel(connection, self._clock(), *which), by, address)

    def cancel_namesakes(
        self, connection: Connection, class_id: int, names: Sequence[str], *, by: int, address: str = ""
    ) -> int:
        """Cancels the invitations into a class that bear one of some names, however written; how many they were."""
        number = cancel_namesakes(connection, self._clock(), class_id, names)
        return self._note_cancelled(connection, number, by, address)

    def _note_cancelled(self, connection: Connection, number: int, by: int, address: str) -> int:
        if number:
            detail = counted(number, "invitation")
            self._events.note(EventKind.INVITATION_CANCELLED, by=by, address=address, detail=detail, within=connection)
        return number


_FOR_TEACHERS = (InvitationKind.FIRST.value, InvitationKind.COLLEAGUE.value)


def letters(random: Random, count: int) -> str:
    """So many letters and figures drawn by chance."""
    return "".join(random.choice(ALPHABET) for _ in range(count))


def bare(code: str) -> str:
    """A code without what was put between its letters, in capitals."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:LETTERS_OF_INVITATION]


def digest(written: str) -> str:
    """What is stored of the code on an invitation."""
    return hashlib.sha256(bare(written).encode()).hexdigest()


def _is_of(teacher: int) -> ColumnElement[bool]:
    taught = select(ClassRow.id).where(is_taught_by(teacher))
    return or_(InvitationRow.made_by == teacher, InvitationRow.class_id.in_(taught))


def _state(row: Row[Any], now: datetime) -> InvitationState:
    if row.used_at is not None:
        return InvitationState.USED
    if row.cancelled_at is not None:
        return InvitationState.CANCELLED
    return InvitationState.EXPIRED if row.made_at < now - INVITATION_LASTS else InvitationState.LIVE


def _why_not(row: Row[Any], now: datetime) -> InvitationSpent:
    why = {
        InvitationState.USED: "this invitation has been used",
        InvitationState.CANCELLED: "this invitation has been cancelled",
    }.get(_state(row, now), f"this invitation is older than {INVITATION_LASTS.days} days")
    return InvitationSpent(f"{why}. {_WHOM_TO_ASK.get(InvitationKind(row.kind), 'Ask your teacher for another.')}")


_WHOM_TO_ASK = {
    InvitationKind.COLLEAGUE: "Ask the teacher who gave it to you for another.",
    InvitationKind.FIRST: "If nobody teaches here yet, start the tutor again. It shows another invitation.",
}


def _listed(row: Row[Any], now: datetime) -> ListedInvitation:
    state = _state(row, now)
    ended = {
        InvitationState.USED: row.used_at,
        InvitationState.CANCELLED: row.cancelled_at,
        InvitationState.EXPIRED: row.made_at + INVITATION_LASTS,
    }
    return ListedInvitation(
        row.id,
        InvitationKind(row.kind),
        row.class_name or "",
        row.real_name,
        row.maker_real_name or row.maker_name,
        row.made_at,
        state,
        ended.get(state),
    )


_INVITATIONS = select(*InvitationRow.__table__.columns)
_INVITATION = _INVITATIONS.where(InvitationRow.digest == bindparam("digest"))
_OF_TEACHER = (
    select(
        *InvitationRow.__table__.columns,
        ClassRow.name.label("class_name"),
        LearnerRow.name.label("maker_name"),
        LearnerRow.real_name.label("maker_real_name"),
    )
    .join(LearnerRow, LearnerRow.id == InvitationRow.made_by)
    .outerjoin(ClassRow, ClassRow.id == InvitationRow.class_id)
    .where(or_(InvitationRow.made_by == bindparam("teacher"), is_taught_by(bindparam("teacher"))))
    .order_by(InvitationRow.id.desc())
)
