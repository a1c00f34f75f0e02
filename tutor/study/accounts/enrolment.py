"""Coming in for the first time, or back: by a slip or the code of a class, wholly or not at all.

A slip is spent before anything is done that it allows, in the same transaction. Whoever is second finds it spent, and
changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from tutor.study.accounts.people import TEACHERS, AlreadyTaught, Applicant, People, Person, Role
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classes import Classes, is_member
from tutor.study.classroom.invitations import (
    Invitation,
    InvitationKind,
    Invitations,
    InvitationSpent,
    Purpose,
    cancel,
    issue,
    spend,
)
from tutor.study.storage.dialects import take_turn
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.storage.tables import InvitationRow

_NO_LONGER = "this slip no longer works. Ask your teacher for another."


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What somebody wrote who comes in: two names and a passphrase, of which a slip may not want all."""

    name: str = ""
    real_name: str = ""
    passphrase: str = ""


@dataclass(frozen=True, slots=True)
class Entrance:
    """The way in. Every method raises `DatabaseUnavailable`."""

    people: People
    classes: Classes
    slips: Invitations

    def slip_for_first_teacher(self) -> str | None:
        """A slip that makes the first teacher, and replaces those before it: what stands on it. None if one teaches."""
        now, random = self.slips.clock(), self.slips.random
        with self.slips.database.writing() as connection:
            take_turn(connection)
            if connection.execute(TEACHERS).first():
                return None
            for_teachers = InvitationRow.kind.in_([InvitationKind.FIRST.value, InvitationKind.COLLEAGUE.value])
            number = cancel(connection, now, for_teachers)
            self.slips.note_cancelled(connection, number, by=ONLY_LEARNER)
            return issue(connection, Purpose(InvitationKind.FIRST, ONLY_LEARNER), now, random)

    def join(self, code: str, newcomer: Newcomer, here: Person | None, *, address: str = "") -> Person:
        """Takes `here`, who is logged in, into the class of a code, or makes a new account; whose it is.

        Raises `Malformed`, `NameTaken`, and `Unknown` where the class is gone, shut, or has another code.
        """
        self.classes.by_code(code)
        whoever = here or self._applicant(newcomer)
        with self.slips.database.writing() as connection:
            take_turn(connection)
            which = self.classes.open_by_code(connection, code)
            return self._into(connection, which.id, whoever, address)

    def use(self, written: str, newcomer: Newcomer, here: Person | None, *, address: str = "") -> Person:
        """Does what a slip is for, and spends it; who comes in by it.

        Only a slip into a class has to do with who is logged in (`here`), who joins with that account. Raises
        `Malformed`, `NameTaken`; `Unknown` and `InvitationSpent` where the slip does not work, or another was quicker.
        """
        slip = self.slips.find(written)
        if slip.kind is InvitationKind.RETURN:
            return self._come_back(slip, newcomer.passphrase, address)
        if slip.kind is InvitationKind.JOIN:
            return self._join_by(slip, here or self._applicant(newcomer, slip.real_name), address)
        return self._teach_by(slip, self._applicant(newcomer), address)

    def _come_back(self, slip: Invitation, passphrase: str, address: str) -> Person:
        before = self.people.person(slip.learner or 0)
        hashed = self.people.hashed(passphrase, (before.name, before.real_name) if before else ())
        with self.slips.database.writing() as connection:
            self._spend(connection, slip)
            key, room = slip.learner, slip.class_id
            if key is None or room is None or not is_member(connection, room, key):
                raise InvitationSpent(_NO_LONGER)
            who = self.people.set_passphrase(connection, key, hashed, address=address)
            if who.teaches or who.is_closed:  # made so since: nobody gets into such an account by a slip
                raise InvitationSpent(_NO_LONGER)
            self._note(connection, slip, who, address)
            return who

    def _join_by(self, slip: Invitation, whoever: Person | Applicant, address: str) -> Person:
        with self.slips.database.writing() as connection:
            self._spend(connection, slip)
            if slip.class_id is None:
                raise InvitationSpent(_NO_LONGER)
            who = self._into(connection, slip.class_id, whoever, address)
            self._note(connection, slip, who, address)
            return who

    def _teach_by(self, slip: Invitation, applicant: Applicant, address: str) -> Person:
        with self.slips.database.writing() as connection:
            self._spend(connection, slip)
            if slip.kind is InvitationKind.FIRST:
                try:
                    who = self.people.appoint(connection, applicant, address=address)
                except AlreadyTaught as error:
                    raise InvitationSpent(str(error)) from None
            elif any(row.id == slip.made_by for row in connection.execute(TEACHERS)):
                who = self.people.admit(connection, applicant, Role.TEACHER, address=address)
            else:
                raise InvitationSpent(_NO_LONGER)
            self._note(connection, slip, who, address)
            return who

    def _spend(self, connection: Connection, slip: Invitation) -> None:
        take_turn(connection)
        spend(connection, slip, self.slips.clock())

    def _into(self, connection: Connection, which: int, whoever: Person | Applicant, address: str) -> Person:
        """Takes somebody into a class, whose account is made first where there is none."""
        if isinstance(whoever, Person):
            who = whoever
        else:
            who = self.people.admit(connection, whoever, Role.LEARNER, address=address)
        self.classes.admit(connection, which, who.id, address=address)
        return who

    def _applicant(self, newcomer: Newcomer, real_name: str = "") -> Applicant:
        return self.people.applicant(newcomer.name, newcomer.real_name or real_name, newcomer.passphrase)

    def _note(self, connection: Connection, slip: Invitation, who: Person, address: str) -> None:
        self.slips.events.note(
            EventKind.SLIP_USED, by=who.id, address=address, detail=slip.kind.value, within=connection
        )
