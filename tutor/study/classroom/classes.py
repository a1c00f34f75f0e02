"""Classes, who is of them, and the invitations that let people in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update

from tutor.errors import Malformed, Unknown
from tutor.study.accounts.people import TEACHERS, Person, person_of
from tutor.study.accounts.person_names import checked_real_name, normalized_name, tidied_name
from tutor.study.accounts.security_events import EventKind, Events
from tutor.study.classroom.class_access import CAN_BE_UNDONE, is_taught_by, is_there
from tutor.study.classroom.invitations import InvitationKind, InvitationPurpose, Invitations, bare, letters
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import insert_missing, inserted
from tutor.study.storage.repository import Repository
from tutor.study.storage.tables import (
    AnswerRow,
    ClassRow,
    CoTeacherRow,
    FormerMemberRow,
    InvitationRow,
    LearnerRow,
    MemberRow,
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
    shared_devices: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a class, since when, and the last moment of an answer."""

    person: Person
    joined_at: datetime
    seen_at: datetime | None


@dataclass(frozen=True, slots=True)
class FormerMember:
    """Somebody who was of a class, when they were removed, and from which."""

    person: Person
    left_at: datetime
    class_id: int

    @property
    def until(self) -> datetime:
        """Until when they can be brought back."""
        return self.left_at + CAN_BE_UNDONE


@dataclass(frozen=True, slots=True)
class DeletedClass:
    """A class that was deleted, and when."""

    room: Class
    deleted_at: datetime

    @property
    def until(self) -> datetime:
        """Until when it can be restored."""
        return self.deleted_at + CAN_BE_UNDONE


class Classes(Repository):
    """The classes of a database; `random` makes codes and must not be guessable.

    What changes who is of a class, or who may come in, stands in the security log with the `address` it came from.
    """

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        super().__init__(database, clock)
        self._random = random
        self._invitations, self._events = Invitations(database, clock, random), Events(database, clock)

    @property
    def now(self) -> datetime:
        """The moment by the clock of the classes."""
        return self._clock()

    # ---- classes -----------------------------------------------------------------------------------------------------

    def make(self, teacher: int, name: str) -> Class:
        """Makes a class, which can be joined at once. Raises `Malformed`."""
        with self._database.writing() as connection:
            key = self.make_within(connection, teacher, name)
        return self.of_teacher(teacher, key)

    def make_within(self, connection: Connection, teacher: int, name: str, *, is_open: bool = True) -> int:
        """The same within a transaction; its number."""
        values = {
            "teacher_id": teacher,
            "name": tidied_name(name),
            "code": letters(self._random, LETTERS_OF_CODE),
            "is_open": is_open,
            "made_at": self._clock(),
        }
        return inserted(connection, ClassRow, values)

    def of_teacher(self, teacher: int, key: int) -> Class:
        """A class that a teacher teaches, alone or with others. Raises `Unknown` for another’s as for none."""
        return self._only("class", _CLASS_OF_TEACHER, _class, teacher=teacher, key=key)

    def find(self, key: int) -> Class:
        """A class that is there, whosever it is. Raises `Unknown`."""
        return self._only("class", _CLASS, _class, key=key)

    def all_of_teacher(self, teacher: int) -> Sequence[Class]:
        """The classes that a teacher teaches, those of colleagues among them whom the teacher helps."""
        return self._all(_CLASSES_OF_TEACHER, _class, teacher=teacher)

    def own_of_teacher(self, teacher: int) -> Sequence[Class]:
        """The classes of a teacher’s own."""
        return [found for found in self.all_of_teacher(teacher) if found.teacher == teacher]

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

    def share_devices(self, which: Class, *, shared: bool) -> None:
        """Chooses whether members log in as on a shared computer, unless they say that the device is their own."""
        self._change(which, shared_devices=shared)

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
        """The numbers of a teacher’s own classes, within a transaction."""
        return connection.scalars(select(ClassRow.id).where(ClassRow.teacher_id == teacher, is_there())).all()

    def deleted_by(self, connection: Connection, teacher: int) -> Sequence[int]:
        """The numbers of the classes that a teacher has deleted and that are not purged yet, within a transaction."""
        gone = ClassRow.teacher_id == teacher, ClassRow.deleted_at.is_not(None)
        return connection.scalars(select(ClassRow.id).where(*gone)).all()

    def pass_on(self, connection: Connection, which: Sequence[int], heir: int, *, by: int, address: str = "") -> None:
        """Gives classes to a teacher within a transaction; their invitations no longer work."""
        connection.execute(update(ClassRow).where(ClassRow.id.in_(which)).values(teacher_id=heir))
        helped = CoTeacherRow.class_id.in_(which), CoTeacherRow.learner_id == heir
        connection.execute(delete(CoTeacherRow).where(*helped))
        self._invitations.cancel_within(connection, InvitationRow.class_id.in_(which), by=by, address=address)
        for key in which:
            detail = f"class {key}"
            self._events.note(
                EventKind.CLASS_HANDED_OVER, by=by, whom=heir, address=address, detail=detail, within=connection
            )

    def delete(self, which: Class, *, address: str = "") -> None:
        """Deletes a class: nobody is of it, and nobody sees it. For `CAN_BE_UNDONE` it can be restored.

        Its invitations no longer work. What its learners answered stays theirs.
        """
        now = self._clock()
        with self.changing_accounts() as connection:
            gone = update(ClassRow).where(ClassRow.id == which.id, is_there()).values(deleted_at=now)
            if not connection.execute(gone).rowcount:
                return  # the form was sent twice
            of_class = MemberRow.class_id == which.id
            for row in connection.execute(select(MemberRow.learner_id, MemberRow.joined_at).where(of_class)).all():
                self._part(connection, which.id, row.learner_id, row.joined_at, now)
            connection.execute(delete(MemberRow).where(of_class))
            working = (InvitationRow.used_at.is_(None), InvitationRow.cancelled_at.is_(None))
            connection.execute(
                update(InvitationRow).where(InvitationRow.class_id == which.id, *working).values(cancelled_at=now)
            )
            self._note_class(connection, EventKind.CLASS_DELETED, which, address)

    def deleted_of(self, teacher: int) -> Sequence[DeletedClass]:
        """The classes that a teacher has deleted and can restore, the latest first."""
        return self._all(_DELETED_OF_TEACHER, _deleted, teacher=teacher, since=self._clock() - CAN_BE_UNDONE)

    def restore(self, teacher: int, key: int, *, address: str = "") -> Class:
        """Brings back a class that its teacher deleted, with those who were of it, its work and its invitations.

        A class that is there already stays as it is. Raises `Unknown` for another’s as for none.
        """
        found = next((one for one in self.deleted_of(teacher) if one.room.id == key), None)
        if found is None:
            return self._owned(teacher, key)
        with self.changing_accounts() as connection:
            there = ClassRow.id == key, ClassRow.deleted_at == found.deleted_at
            if connection.execute(update(ClassRow).where(*there).values(deleted_at=None)).rowcount:
                of_class = FormerMemberRow.class_id == key, FormerMemberRow.left_at == found.deleted_at
                for row in connection.execute(
                    select(FormerMemberRow.learner_id, FormerMemberRow.joined_at).where(*of_class)
                ).all():
                    values = {"class_id": key, "learner_id": row.learner_id, "joined_at": row.joined_at}
                    insert_missing(connection, MemberRow, values)
                connection.execute(delete(FormerMemberRow).where(*of_class))
                connection.execute(
                    update(InvitationRow)
                    .where(InvitationRow.class_id == key, InvitationRow.cancelled_at == found.deleted_at)
                    .values(cancelled_at=None)
                )
                self._note_class(connection, EventKind.CLASS_RESTORED, found.room, address)
        return self._owned(teacher, key)

    def _owned(self, teacher: int, key: int) -> Class:
        found = self.of_teacher(teacher, key)
        if found.teacher != teacher:
            raise Unknown("class", str(key), ())
        return found

    def _note_class(self, connection: Connection, kind: EventKind, which: Class, address: str) -> None:
        detail = f"class {which.id}"
        self._events.note(kind, by=which.teacher, address=address, detail=detail, within=connection)

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
        """The same within a transaction. Raises `Unknown` where the class has been deleted."""
        if connection.scalar(select(ClassRow.id).where(ClassRow.id == which, is_there())) is None:
            raise Unknown("class", str(which), ())
        this = FormerMemberRow.class_id == which, FormerMemberRow.learner_id == learner
        connection.execute(delete(FormerMemberRow).where(*this))
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

    def dismiss(self, which: Class, learner: int, *, by: int | None = None, address: str = "") -> None:
        """Takes somebody out of a class; account and answers stay, the invitations that would bring them back not.

        For `CAN_BE_UNDONE` they can be brought back. It is the teacher’s doing, unless `by` says whose.
        """
        by = which.teacher if by is None else by
        with self.changing_accounts() as connection:
            this = MemberRow.class_id == which.id, MemberRow.learner_id == learner
            joined_at = connection.scalar(select(MemberRow.joined_at).where(*this))
            if joined_at is None:
                return  # the form was sent twice
            self._part(connection, which.id, learner, joined_at, self._clock())
            connection.execute(delete(MemberRow).where(*this))
            detail = f"class {which.id}"
            self._events.note(
                EventKind.DISMISSED, by=by, whom=learner, address=address, detail=detail, within=connection
            )
            theirs = (InvitationRow.class_id == which.id, InvitationRow.learner_id == learner)
            self._invitations.cancel_within(connection, *theirs, by=by, address=address)
            named = connection.scalars(select(LearnerRow.real_name).where(LearnerRow.id == learner)).all()
            self._invitations.cancel_namesakes(connection, which.id, named, by=by, address=address)

    def former_members(self, *which: Class) -> Sequence[FormerMember]:
        """Those who were removed from a class, or from some, and can be brought back, the latest first."""
        since = self._clock() - CAN_BE_UNDONE
        return self._all(_FORMER_MEMBERS, _former, keys=tuple(room.id for room in which), since=since)

    def bring_back(self, which: Class, learner: int, *, by: int | None = None, address: str = "") -> None:
        """Takes somebody into a class again who was removed. Raises `Unknown` for anybody else."""
        by = which.teacher if by is None else by
        with self.changing_accounts() as connection:
            if is_member(connection, which.id, learner):
                return  # the form was sent twice
            this = FormerMemberRow.class_id == which.id, FormerMemberRow.learner_id == learner
            recent = FormerMemberRow.left_at >= self._clock() - CAN_BE_UNDONE
            joined_at = connection.scalar(select(FormerMemberRow.joined_at).where(*this, recent))
            if joined_at is None:
                raise Unknown("learner", str(learner), ())
            values = {"class_id": which.id, "learner_id": learner, "joined_at": joined_at}
            insert_missing(connection, MemberRow, values)
            connection.execute(delete(FormerMemberRow).where(*this))
            detail = f"class {which.id}"
            self._events.note(
                EventKind.BROUGHT_BACK, by=by, whom=learner, address=address, detail=detail, within=connection
            )

    def _part(self, connection: Connection, which: int, learner: int, joined_at: datetime, now: datetime) -> None:
        """Writes that somebody was of a class until now, in place of an earlier time."""
        this = FormerMemberRow.class_id == which, FormerMemberRow.learner_id == learner
        connection.execute(delete(FormerMemberRow).where(*this))
        values = {"class_id": which, "learner_id": learner, "joined_at": joined_at, "left_at": now}
        connection.execute(insert(FormerMemberRow).values(**values))

    # ---- co-teachers -------------------------------------------------------------------------------------------------

    def co_teachers(self, which: Class) -> Sequence[Person]:
        """The colleagues who teach a class with its teacher, by name."""
        return self._all(_CO_TEACHERS, person_of, key=which.id)

    def add_co_teacher(self, which: Class, colleague: Person, *, address: str = "") -> None:
        """Lets a colleague do everything with a class except delete it, hand it over or change its co-teachers.

        A colleague who helps already stays. Raises `Unknown` where the colleague teaches no more, or the class is
        another’s by now.
        """
        with self.changing_accounts() as connection:
            if colleague.id == which.teacher or not any(row.id == colleague.id for row in connection.execute(TEACHERS)):
                raise Unknown("teacher", colleague.name, ())
            if which.id not in self.taught_by(connection, which.teacher):
                raise Unknown("class", str(which.id), ())
            values = {"class_id": which.id, "learner_id": colleague.id, "added_at": self._clock()}
            insert_missing(connection, CoTeacherRow, values)
            detail = f"class {which.id}"
            self._events.note(
                EventKind.CO_TEACHER_ADDED,
                by=which.teacher,
                whom=colleague.id,
                address=address,
                detail=detail,
                within=connection,
            )

    def remove_co_teacher(self, which: Class, colleague: int, *, by: int | None = None, address: str = "") -> None:
        """Takes a class away from a colleague; the invitations that they made into it no longer work."""
        by = which.teacher if by is None else by
        with self.changing_accounts() as connection:
            this = CoTeacherRow.class_id == which.id, CoTeacherRow.learner_id == colleague
            if not connection.execute(delete(CoTeacherRow).where(*this)).rowcount:
                return  # the form was sent twice
            theirs = InvitationRow.class_id == which.id, InvitationRow.made_by == colleague
            self._invitations.cancel_within(connection, *theirs, by=by, address=address)
            detail = f"class {which.id}"
            self._events.note(
                EventKind.CO_TEACHER_REMOVED,
                by=by,
                whom=colleague,
                address=address,
                detail=detail,
                within=connection,
            )

    # ---- invitations -------------------------------------------------------------------------------------------------

    def invite(self, which: Class, real_name: str = "") -> str:
        """An invitation into a class, for somebody or anybody: what stands on it. Raises `Malformed`."""
        return self.invite_all(which, [real_name])[0]

    def invite_all(
        self, which: Class, real_names: Sequence[str], *, by: int | None = None, address: str = ""
    ) -> Sequence[str]:
        """Invitations into a class, one for each name or for anybody where it is empty: what stands on them.

        An invitation that bears a name replaces the earlier one of that name. Raises `Malformed`, also where a name
        stands twice: only one of its invitations would work.
        """
        by = which.teacher if by is None else by
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
        purposes = [InvitationPurpose(InvitationKind.JOIN, by, which.id, real_name=name) for name in names]
        with self.changing_accounts() as connection:
            self._invitations.cancel_namesakes(connection, which.id, names, by=by, address=address)
            return [self._invitations.issue(connection, purpose, address=address) for purpose in purposes]

    def invite_back(self, which: Class, learner: Person, *, by: int | None = None, address: str = "") -> str:
        """An invitation to choose another passphrase, for a learner of a class: what stands on it. It replaces others.

        Raises `Unknown` for somebody who is not of the class.
        """
        by = which.teacher if by is None else by
        purpose = InvitationPurpose(InvitationKind.RETURN, by, which.id, learner.id, learner.real_name or learner.name)
        with self.changing_accounts() as connection:
            if not is_member(connection, which.id, learner.id):
                raise Unknown("learner", learner.name, ())
            back = (InvitationRow.kind == InvitationKind.RETURN.value, InvitationRow.learner_id == learner.id)
            self._invitations.cancel_within(connection, *back, by=by, address=address)
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


def _deleted(row: Row[Any]) -> DeletedClass:
    return DeletedClass(_class(row), row.deleted_at)


def _former(row: Row[Any]) -> FormerMember:
    return FormerMember(person_of(row), row.left_at, row.class_id)


def _class(row: Row[Any]) -> Class:
    return Class(row.id, row.teacher_id, row.name, row.code, row.is_open, row.made_at, row.shared_devices)


_CLASSES = select(*ClassRow.__table__.columns).order_by(ClassRow.made_at, ClassRow.id)
_CLASS = _CLASSES.where(ClassRow.id == bindparam("key"), is_there())
_CLASSES_OF_TEACHER = _CLASSES.where(is_taught_by(bindparam("teacher")))
_DELETED_OF_TEACHER = (
    select(*ClassRow.__table__.columns)
    .where(ClassRow.teacher_id == bindparam("teacher"), ClassRow.deleted_at >= bindparam("since"))
    .order_by(ClassRow.deleted_at.desc(), ClassRow.id)
)
_CLASS_OF_TEACHER = _CLASSES_OF_TEACHER.where(ClassRow.id == bindparam("key"))
_CLASSES_OF_LEARNER = _CLASSES.join(MemberRow, MemberRow.class_id == ClassRow.id).where(
    MemberRow.learner_id == bindparam("learner"), is_there()
)
_CLASS_BY_CODE = _CLASSES.where(ClassRow.code == bindparam("code"), ClassRow.is_open, is_there())
_SEEN = (
    select(func.max(AnswerRow.at)).where(AnswerRow.learner_id == LearnerRow.id).correlate(LearnerRow).scalar_subquery()
)
_MEMBERS = (
    select(*LearnerRow.__table__.columns, MemberRow.joined_at.label("member_since"), _SEEN.label("seen_at"))
    .join(MemberRow, MemberRow.learner_id == LearnerRow.id)
    .where(MemberRow.class_id == bindparam("key"))
)
_FORMER_MEMBERS = (
    select(*LearnerRow.__table__.columns, FormerMemberRow.left_at, FormerMemberRow.class_id)
    .join(FormerMemberRow, FormerMemberRow.learner_id == LearnerRow.id)
    .where(
        FormerMemberRow.class_id.in_(bindparam("keys", expanding=True)), FormerMemberRow.left_at >= bindparam("since")
    )
    .order_by(FormerMemberRow.left_at.desc(), LearnerRow.normalized_name)
)
_CO_TEACHERS = TEACHERS.join(CoTeacherRow, CoTeacherRow.learner_id == LearnerRow.id).where(
    CoTeacherRow.class_id == bindparam("key")
)
