"""Coming in for the first time, or back: by an invitation or the code of a class, wholly or not at all.

An invitation is spent before anything is done that it allows, in the same transaction. A second person finds it
spent, and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from tutor.study.accounts.people import TEACHERS, AlreadyTaught, Applicant, People, Person, UserRole
from tutor.study.classroom.classes import Classes, is_member
from tutor.study.classroom.invitations import (
    Invitation,
    InvitationKind,
    Invitations,
    InvitationSpent,
)
from tutor.study.storage.repository import ONLY_LEARNER

_NO_LONGER = "this invitation no longer works. Ask your teacher for another."


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What somebody wrote who comes in: two names and a passphrase, of which an invitation may not want all."""

    name: str = ""
    real_name: str = ""
    passphrase: str = ""


@dataclass(frozen=True, slots=True)
class Entrance:
    """The way in. Every method raises `DatabaseUnavailable`."""

    people: People
    classes: Classes
    invitations: Invitations

    def invite_first_teacher(self) -> str | None:
        """An invitation for the first teacher, replacing those before it: what stands on it. None if one teaches."""
        with self.people.changing_accounts() as connection:
            if connection.execute(TEACHERS).first():
                return None
            return self.invitations.issue_first(connection, ONLY_LEARNER)

    def join(self, code: str, newcomer: Newcomer, here: Person | None, *, address: str = "") -> Person:
        """Takes `here`, who is logged in, into the class of a code, or makes a new account; whose it is.

        Raises `Malformed`, `NameTaken`, and `Unknown` where the class is gone, shut, or has another code.
        """
        self.classes.by_code(code)
        whoever = here or self._applicant(newcomer)
        with self.people.changing_accounts() as connection:
            which = self.classes.open_by_code(connection, code)
            return self._into(connection, which.id, whoever, address)

    def use(self, written: str, newcomer: Newcomer, here: Person | None, *, address: str = "") -> Person:
        """Does what an invitation is for, and spends it; who comes in by it.

        Only an invitation into a class has to do with who is logged in (`here`), who joins with that account. Raises
        `Malformed`, `NameTaken`; `Unknown` and `InvitationSpent` where it does not work, or another was quicker.
        """
        invitation = self.invitations.find(written)
        if invitation.kind is InvitationKind.RETURN:
            return self._come_back(invitation, newcomer.passphrase, address)
        if invitation.kind is InvitationKind.JOIN:
            return self._join_by(invitation, here or self._applicant(newcomer, invitation.real_name), address)
        return self._teach_by(invitation, self._applicant(newcomer), address)

    def _come_back(self, invitation: Invitation, passphrase: str, address: str) -> Person:
        before = self.people.person(invitation.learner or 0)
        hashed = self.people.hashed(passphrase, (before.name, before.real_name) if before else ())
        with self.people.changing_accounts() as connection:
            self.invitations.spend(connection, invitation)
            key, room = invitation.learner, invitation.class_id
            if key is None or room is None or not is_member(connection, room, key):
                raise InvitationSpent(_NO_LONGER)
            who = self.people.set_passphrase(connection, key, hashed, address=address)
            if who.teaches or who.is_closed:  # made so since: nobody gets into such an account by an invitation
                raise InvitationSpent(_NO_LONGER)
            self.invitations.note_used(connection, invitation, who.id, address=address)
            return who

    def _join_by(self, invitation: Invitation, whoever: Person | Applicant, address: str) -> Person:
        with self.people.changing_accounts() as connection:
            self.invitations.spend(connection, invitation)
            if invitation.class_id is None:
                raise InvitationSpent(_NO_LONGER)
            who = self._into(connection, invitation.class_id, whoever, address)
            self.invitations.note_used(connection, invitation, who.id, address=address)
            return who

    def _teach_by(self, invitation: Invitation, applicant: Applicant, address: str) -> Person:
        with self.people.changing_accounts() as connection:
            self.invitations.spend(connection, invitation)
            if invitation.kind is InvitationKind.FIRST:
                try:
                    who = self.people.appoint(connection, applicant, address=address)
                except AlreadyTaught as error:
                    raise InvitationSpent(str(error)) from None
            elif any(row.id == invitation.made_by for row in connection.execute(TEACHERS)):
                who = self.people.admit(connection, applicant, UserRole.TEACHER, address=address)
            else:
                raise InvitationSpent(_NO_LONGER)
            self.invitations.note_used(connection, invitation, who.id, address=address)
            return who

    def _into(self, connection: Connection, which: int, whoever: Person | Applicant, address: str) -> Person:
        """Takes somebody into a class, whose account is made first where there is none."""
        if isinstance(whoever, Person):
            who = whoever
        else:
            who = self.people.admit(connection, whoever, UserRole.LEARNER, address=address)
        self.classes.admit(connection, which, who.id, address=address)
        return who

    def _applicant(self, newcomer: Newcomer, real_name: str = "") -> Applicant:
        return self.people.applicant(newcomer.name, newcomer.real_name or real_name, newcomer.passphrase)
