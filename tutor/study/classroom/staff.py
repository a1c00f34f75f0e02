"""Those who teach here, and how one of them ceases to: the classes go to a colleague, and slips no longer work."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sqlalchemy import delete, or_, update

from tutor.errors import TutorError, Unknown
from tutor.study.accounts.people import TEACHERS, People, Role, person_of
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classes import Classes
from tutor.study.classroom.invitations import Invitations, cancel
from tutor.study.storage.dialects import take_turn
from tutor.study.storage.tables import InvitationRow, LearnerRow, OneTimeRow, RecoveryRow, SessionRow


class NotRemovable(TutorError):
    """A teacher who cannot be removed, or not in this way."""


class Leaving(Enum):
    """What becomes of the account of somebody who teaches no more."""

    LEARNS = "learner"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Staff:
    """The teachers of a database. Every method raises `DatabaseUnavailable`."""

    people: People
    classes: Classes
    slips: Invitations

    def remove(self, teacher: int, heir: int | None, becomes: Leaving, *, by: int, address: str = "") -> int:
        """Ends the teaching of somebody; how many classes went to the `heir`, who needs to be there if there are any.

        The sessions of the account end. Lessons, hands and remarks stay where classes use them. Raises `Unknown` for
        somebody who does not teach, and `NotRemovable`; then nothing has changed.
        """
        now = self.slips.clock()
        with self.slips.database.writing() as connection:
            take_turn(connection)
            teachers = {row.id: person_of(row) for row in connection.execute(TEACHERS)}
            if teacher not in teachers or by not in teachers:
                raise Unknown("teacher", str(teacher), ())
            if len(teachers) == 1:
                raise NotRemovable("you are the only teacher here. Invite a colleague first, who can take over.")
            if heir is not None and (heir == teacher or heir not in teachers):
                raise NotRemovable("that teacher cannot take the classes. Choose another one.")
            handed = self.classes.taught_by(connection, teacher)
            if handed and heir is None:
                raise NotRemovable("there are classes to hand over. Choose the teacher who takes them.")
            if heir is not None:
                self.classes.pass_on(connection, handed, heir, by=by, address=address)
            number = cancel(connection, now, or_(InvitationRow.made_by == teacher, InvitationRow.learner_id == teacher))
            self.slips.note_cancelled(connection, number, by=by, address=address)
            closed = {"closed_at": now} if becomes is Leaving.CLOSED else {}
            values = {"role": Role.LEARNER.value, "epoch": LearnerRow.session_version + 1, **closed}
            connection.execute(update(LearnerRow).where(LearnerRow.id == teacher).values(**values))
            for row in (SessionRow, OneTimeRow, RecoveryRow):
                connection.execute(delete(row).where(row.learner_id == teacher))
            kinds = [EventKind.ROLE_CHANGED, *([EventKind.ACCOUNT_CLOSED] if closed else [])]
            for kind in kinds:
                detail = f"{Role.TEACHER.value} to {Role.LEARNER.value}" if kind is EventKind.ROLE_CHANGED else ""
                self.slips.events.note(kind, by=by, whom=teacher, address=address, detail=detail, within=connection)
        return len(handed)
