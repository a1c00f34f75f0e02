"""Classes, who is of them, and the invitations that let people in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, select, update

from tutor.errors import Malformed, Unknown
from tutor.study.accounts.people import TEACHERS, Person, person_of
from tutor.study.accounts.person_names import checked_real_name, normalized_name, tidied_name
from tutor.study.accounts.security_events import EventKind, Events
from tutor.study.answers.shared_tables import close_tables
from tutor.study.classroom import live
from tutor.study.classroom.groups import delete_groups
from tutor.study.classroom.invitations import InvitationKind, InvitationPurpose, Invitations, bare, letters
from tutor.study.clock import Clock
from tutor.study.review import memories
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import insert_missing, inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import (
    AnswerRow,
    AssignedGroupRow,
    AssigneeRow,
    AssignmentRow,
    ClassRow,
    ExtensionRow,
    InvitationRow,
    LearnerRow,
    MatchRow,
    MemberRow,
    PupilGroupRow,
    ShownTravellerRow,
)

LETTERS_OF_CODE = 6


@dataclass(frozen=True, slots=True)
class Class:
    """A class: whose it is, what it is called, and the code by which it is joined while it is open."""

    id: int
    teacher: int
    name: str
    code: str
    is_open: bool
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a class, since when, and the last moment of an answer."""

    person: Person
    joined_at: datetime
    seen_at: datetime | None


class Classes(Repository):
    """The classes of a database; `random` makes codes and must not be guessable.

    What changes who is of a class, or who may come in, stands in the security log with the `address` it came from.
    """

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        super().__init__(database, clock)
        self._random = random
        self._invitations, self._events = Invitations(database, clock, random), Events(database, clock)

    # ---- classes -----------------------------------------------------------------------------------------------------

    def make(self, teacher: int, name: str) -> Class:
        """Makes a class, which can be joined at once. Raises `Malformed`."""
        values = {
            "teacher_id": teacher,
            "name": tidied_name(name),
            "code": letters(self._random, LETTERS_OF_CODE),
            "is_open": True,
            "made_at": self._clock(),
        }
        with self._database.writing() as connection:
            key = inserted(connection, ClassRow, values)
        return self.of_teacher(teacher, key)

    def of_teacher(self, teacher: int, key: int) -> Class:
        """A teacher’s class. Raises `Unknown` for another’s as for none."""
        return self._only("class", _CLASS_OF_TEACHER, _class, teacher=teacher, key=key)

    def all_of_teacher(self, teacher: int) -> Sequence[Class]:
        return self._all(_CLASSES_OF_TEACHER, _class, teacher=teacher)

    def all_of_learner(self, learner: int) -> Sequence[Class]:
        return self._all(_CLASSES_OF_LEARNER, _class, learner=learner)

    def by_code(self, code: str) -> Class:
        """The class that is joined by a code, however it is written. Raises `Unknown`; nothing near is named."""
        for row in self._read(_CLASS_BY_CODE, code=bare(code)):
            return _class(row)
        raise Unknown("class of the code", code, ())

    def rename(self, which: Class, name: str) -> None:
        """Raises `Malformed`."""
        self._change(which, name=tidied_name(name))

    def let_in(self, which: Class, *, is_open: bool) -> None:
        """Opens a class to those who have its code, or shuts it; invitations let in all the same."""
        self._change(which, is_open=is_open)

    def change_code(self, which: Class) -> None:
        """Gives a class another code: the old one lets nobody in."""
        self._change(which, code=letters(self._random, LETTERS_OF_CODE))

    def hand_over(self, which: Class, teacher: Person, *, address: str = "") -> None:
        """Gives a class to a colleague, with its work and all that was answered; its invitations no longer work.

        Raises `Unknown` where the class is another’s by now, or the colleague teaches no more.
        """
        with self.changing_accounts() as connection:
            if not any(row.id == teacher.id for row in connection.execute(TEACHERS)):
                raise Unknown("teacher", teacher.name, ())
            if which.id not in self.taught_by(connection, which.teacher):
                raise Unknown("class", str(which.id), ())
            self.pass_on(connection, [which.id], teacher.id, by=which.teacher, address=address)

    def taught_by(self, connection: Connection, teacher: int) -> Sequence[int]:
        """The numbers of a teacher’s classes, within a transaction."""
        return connection.scalars(select(ClassRow.id).where(ClassRow.teacher_id == teacher)).all()

    def pass_on(self, connection: Connection, which: Sequence[int], heir: int, *, by: int, address: str = "") -> None:
        """Gives classes to a teacher within a transaction; their invitations no longer work."""
        connection.execute(update(ClassRow).where(ClassRow.id.in_(which)).values(teacher_id=heir))
        self._invitations.cancel_within(connection, InvitationRow.class_id.in_(which), by=by, address=address)
        for key in which:
            detail = f"class {key}"
            self._events.note(
                EventKind.CLASS_HANDED_OVER, by=by, whom=heir, address=address, detail=detail, within=connection
            )

    def delete(self, which: Class, *, address: str = "") -> None:
        """Deletes a class with its work and its invitations. What its learners answered stays theirs."""
        work = select(AssignmentRow.id).where(AssignmentRow.class_id == which.id)
        with self.changing_accounts() as connection:
            learners = connection.scalars(
                select(AnswerRow.learner_id).where(AnswerRow.assignment_id.in_(work)).distinct()
            ).all()
            for row in (AnswerRow, MatchRow):
                of_work = update(row).where(row.assignment_id.in_(work))
                connection.execute(of_work.values(assignment_id=None, attempt=None))
            for part in (AssigneeRow, AssignedGroupRow, ExtensionRow):
                connection.execute(delete(part).where(part.assignment_id.in_(work)))
            groups = connection.scalars(select(PupilGroupRow.id).where(PupilGroupRow.class_id == which.id)).all()
            delete_groups(connection, groups)
            close_tables(connection, which.id, self._clock())
            live.forget_class(connection, which.id)
            for table in (AssignmentRow, InvitationRow, MemberRow, ShownTravellerRow):
                connection.execute(delete(table).where(table.class_id == which.id))
            connection.execute(delete(ClassRow).where(ClassRow.id == which.id))
            for learner in learners:  # held-back results count now
                memories.rebuild(connection, learner)
            detail = f"class {which.id}"
            self._events.note(
                EventKind.CLASS_DELETED, by=which.teacher, address=address, detail=detail, within=connection
            )

    def _change(self, which: Class, **values: object) -> None:
        self._write(update(ClassRow).where(ClassRow.id == which.id).values(**values))

    # ---- members -----------------------------------------------------------------------------------------------------

    def members(self, which: Class) -> Sequence[Member]:
        """Those of a class, by the names that the teacher knows them by."""
        rows = self._read(_MEMBERS, key=which.id)
        found = [Member(person_of(row), row.member_since, row.seen_at) for row in rows]
        return sorted(found, key=lambda member: (member.person.real_name or member.person.name).casefold())

    def join(self, which: int, learner: int) -> None:
        """Takes somebody into a class; who is of it already stays."""
        with self._database.writing() as connection:
            self.admit(connection, which, learner)

    def admit(self, connection: Connection, which: int, learner: int, *, address: str = "") -> None:
        """The same within a transaction."""
        insert_missing(connection, MemberRow, {"class_id": which, "learner_id": learner, "joined_at": self._clock()})
        detail = f"class {which}"
        self._events.note(EventKind.JOINED, by=learner, address=address, detail=detail, within=connection)

    def open_by_code(self, connection: Connection, code: str) -> Class:
        """The class that is joined by a code at the moment of a transaction, until which ends it stays so.

        Raises `Unknown`.
        """
        row = connection.execute(_CLASS_BY_CODE.with_for_update(), {"code": bare(code)}).first()
        if row is None:
            raise Unknown("class of the code", code, ())
        return _class(row)

    def dismiss(self, which: Class, learner: int, *, address: str = "") -> None:
        """Takes somebody out of a class; account and answers stay, the invitations that would bring them back not."""
        with self.changing_accounts() as connection:
            connection.execute(delete(MemberRow).where(MemberRow.class_id == which.id, MemberRow.learner_id == learner))
            detail = f"class {which.id}"
            self._events.note(
                EventKind.DISMISSED, by=which.teacher, whom=learner, address=address, detail=detail, within=connection
            )
            theirs = (InvitationRow.class_id == which.id, InvitationRow.learner_id == learner)
            self._invitations.cancel_within(connection, *theirs, by=which.teacher, address=address)
            named = connection.scalars(select(LearnerRow.real_name).where(LearnerRow.id == learner)).all()
            self._invitations.cancel_namesakes(connection, which.id, named, by=which.teacher, address=address)

    # ---- invitations -------------------------------------------------------------------------------------------------

    def invite(self, which: Class, real_name: str = "") -> str:
        """An invitation into a class, for somebody or anybody: what stands on it. Raises `Malformed`."""
        return self.invite_all(which, [real_name])[0]

    def invite_all(self, which: Class, real_names: Sequence[str], *, address: str = "") -> Sequence[str]:
        """Invitations into a class, one for each name or for anybody where it is empty: what stands on them.

        An invitation that bears a name replaces the earlier one of that name. Raises `Malformed`, also where a name
        stands twice: only one of its invitations would work.
        """
        names = [checked_real_name(name) for name in real_names]
        twice = next(
            (
                name
                for name in names
                if name and sum(normalized_name(name) == normalized_name(other) for other in names) > 1
            ),
            None,
        )
        if twice:
            raise Malformed(
                "list of names", twice, "this name is in it twice", "Add an initial or a number to tell them apart"
            )
        purposes = [InvitationPurpose(InvitationKind.JOIN, which.teacher, which.id, real_name=name) for name in names]
        with self.changing_accounts() as connection:
            self._invitations.cancel_namesakes(connection, which.id, names, by=which.teacher, address=address)
            return [self._invitations.issue(connection, purpose, address=address) for purpose in purposes]

    def invite_back(self, which: Class, learner: Person, *, address: str = "") -> str:
        """An invitation to choose another passphrase, for a learner of a class: what stands on it. It replaces others.

        Raises `Unknown` for somebody who is not of the class.
        """
        purpose = InvitationPurpose(
            InvitationKind.RETURN, which.teacher, which.id, learner.id, learner.real_name or learner.name
        )
        with self.changing_accounts() as connection:
            if not is_member(connection, which.id, learner.id):
                raise Unknown("learner", learner.name, ())
            back = (InvitationRow.kind == InvitationKind.RETURN.value, InvitationRow.learner_id == learner.id)
            self._invitations.cancel_within(connection, *back, by=which.teacher, address=address)
            return self._invitations.issue(connection, purpose, address=address)

    def invite_colleague(self, teacher: int, real_name: str, *, address: str = "") -> str:
        """An invitation that makes somebody a teacher here: what stands on it. Raises `Malformed`.

        One that bears a name replaces the earlier one of that name from the same teacher.
        """
        name = checked_real_name(real_name)
        with self.changing_accounts() as connection:
            if name:
                alike = (InvitationRow.kind == InvitationKind.COLLEAGUE.value, InvitationRow.made_by == teacher)
                self._invitations.cancel_within(
                    connection, *alike, InvitationRow.real_name == name, by=teacher, address=address
                )
            return self._invitations.issue(
                connection, InvitationPurpose(InvitationKind.COLLEAGUE, teacher, real_name=name), address=address
            )


def spaced(code: str) -> str:
    """A code as it is written for people: `KQ7-4HT`, `ABCD-EFGH-JKMN-PQRS`."""
    size = 3 if len(code) == LETTERS_OF_CODE else 4
    return "-".join(code[start : start + size] for start in range(0, len(code), size))


def is_member(connection: Connection, which: int, learner: int) -> bool:
    """Whether somebody is of a class."""
    found = select(MemberRow.learner_id).where(MemberRow.class_id == which, MemberRow.learner_id == learner)
    return connection.execute(found).first() is not None


def _class(row: Row[Any]) -> Class:
    return Class(row.id, row.teacher_id, row.name, row.code, row.is_open, row.made_at)


_CLASSES = select(*ClassRow.__table__.columns).order_by(ClassRow.made_at, ClassRow.id)
_CLASSES_OF_TEACHER = _CLASSES.where(ClassRow.teacher_id == bindparam("teacher"))
_CLASS_OF_TEACHER = _CLASSES_OF_TEACHER.where(ClassRow.id == bindparam("key"))
_CLASSES_OF_LEARNER = _CLASSES.join(MemberRow, MemberRow.class_id == ClassRow.id).where(
    MemberRow.learner_id == bindparam("learner")
)
_CLASS_BY_CODE = _CLASSES.where(ClassRow.code == bindparam("code"), ClassRow.is_open)
_SEEN = (
    select(func.max(AnswerRow.at)).where(AnswerRow.learner_id == LearnerRow.id).correlate(LearnerRow).scalar_subquery()
)
_MEMBERS = (
    select(*LearnerRow.__table__.columns, MemberRow.joined_at.label("member_since"), _SEEN.label("seen_at"))
    .join(MemberRow, MemberRow.learner_id == LearnerRow.id)
    .where(MemberRow.class_id == bindparam("key"))
)
