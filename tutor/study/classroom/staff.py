"""Those who teach here, and how one of them ceases to: the classes go to a colleague, invitations no longer work."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sqlalchemy import delete, or_

from tutor.errors import TutorError, Unknown
from tutor.study.accounts.people import TEACHERS, People, person_of
from tutor.study.classroom.classes import Classes
from tutor.study.classroom.invitations import Invitations
from tutor.study.classroom.purging import purge_class
from tutor.study.storage.tables import CoTeacherRow, InvitationRow


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
    invitations: Invitations

    def remove(self, teacher: int, heir: int | None, becomes: Leaving, *, by: int, address: str = "") -> int:
        """Ends the teaching of somebody; how many classes went to the `heir`, who needs to be there if there are any.

        The sessions of the account end. Lessons, hands and remarks stay where classes use them. Raises `Unknown` for
        somebody who does not teach, and `NotRemovable`; then nothing has changed.
        """
        with self.people.changing_accounts() as connection:
            teachers = {row.id: person_of(row) for row in connection.execute(TEACHERS)}
            if teacher not in teachers or by not in teachers:
                raise Unknown("teacher", str(teacher), ())
            if len(teachers) == 1:
                raise NotRemovable(
                    "you are the only teacher here. Invite a colleague first, so that they can take over."
                )
            if heir is not None and (heir == teacher or heir not in teachers):
                raise NotRemovable("that teacher cannot take over the classes. Choose another teacher.")
            handed = self.classes.taught_by(connection, teacher)
            if handed and heir is None:
                raise NotRemovable("there are classes to hand over. Choose a teacher who takes them over.")
            if heir is not None:
                self.classes.pass_on(connection, handed, heir, by=by, address=address)
            for key in self.classes.deleted_by(connection, teacher):
                if heir is None:
                    purge_class(connection, key, self.classes.now)
                else:
                    self.classes.pass_on(connection, [key], heir, by=by, address=address)
            connection.execute(delete(CoTeacherRow).where(CoTeacherRow.learner_id == teacher))
            theirs = or_(InvitationRow.made_by == teacher, InvitationRow.learner_id == teacher)
            self.invitations.cancel_within(connection, theirs, by=by, address=address)
            self.people.end_teaching(connection, teacher, closes=becomes is Leaving.CLOSED, by=by, address=address)
        return len(handed)
