"""Classes, who is of them, and the slips of paper that let people in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, func, select, update

from tutor.errors import Malformed, Unknown
from tutor.study.accounts.people import TEACHERS, Person, person_of
from tutor.study.accounts.person_names import checked_real_name, normalized_name, tidied_name
from tutor.study.accounts.security_events import EventKind, Events
from tutor.study.classroom.invitations import (
    Invitation,
    InvitationKind,
    Invitations,
    Purpose,
    bare,
    cancel,
    cancel_namesakes,
    issue,
    letters,
)
from tutor.study.clock import Clock, steady
from tutor.study.review import memories
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import insert_missing, inserted, take_turn
from tutor.study.storage.tables import (
    AnswerRow,
    AssigneeRow,
    AssignmentRow,
    ClassRow,
    InvitationRow,
    LearnerRow,
    MatchRow,
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


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of a class, since when, and the last moment of an answer."""

    person: Person
    joined_at: datetime
    seen_at: datetime | None


class Classes:
    """The classes of a database; `random` makes codes and must not be guessable.

    What changes who is of a class, or who may come in, stands in the security log with the `address` it came from.
    """

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        self._database, self._clock, self._random = database, clock, random
        self._steady = steady(clock)
        self._slips, self._events = Invitations(database, clock, random), Events(database, clock)

    # ---- classes -------------------------------------------------------------------------------------------------

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
        for row in self._database.read(_CLASS_OF_TEACHER, teacher=teacher, key=key):
            return _class(row)
        raise Unknown("class", str(key), ())

    def all_of_teacher(self, teacher: int) -> Sequence[Class]:
        return [_class(row) for row in self._database.read(_CLASSES_OF_TEACHER, teacher=teacher)]

    def all_of_learner(self, learner: int) -> Sequence[Class]:
        return [_class(row) for row in self._database.read(_CLASSES_OF_LEARNER, learner=learner)]

    def by_code(self, code: str) -> Class:
        """The class that is joined by a code, however it is written. Raises `Unknown`; nothing near is named."""
        for row in self._database.read(_CLASS_BY_CODE, code=bare(code)):
            return _class(row)
        raise Unknown("class of the code", code, ())

    def rename(self, which: Class, name: str) -> None:
        """Raises `Malformed`."""
        self._change(which, name=tidied_name(name))

    def let_in(self, which: Class, *, is_open: bool) -> None:
        """Opens a class to those who have its code, or shuts it; slips let in all the same."""
        self._change(which, is_open=is_open)

    def change_code(self, which: Class) -> None:
        """Gives a class another code: the old one lets nobody in."""
        self._change(which, code=letters(self._random, LETTERS_OF_CODE))

    def hand_over(self, which: Class, teacher: Person, *, address: str = "") -> None:
        """Gives a class to a colleague, with its work and all that was answered; its slips no longer work.

        Raises `Unknown` where the class is another’s by now, or the colleague teaches no more.
        """
        with self._database.writing() as connection:
            take_turn(connection)
            if not any(row.id == teacher.id for row in connection.execute(TEACHERS)):
                raise Unknown("teacher", teacher.name, ())
            if which.id not in self.taught_by(connection, which.teacher):
                raise Unknown("class", str(which.id), ())
            self.pass_on(connection, [which.id], teacher.id, by=which.teacher, address=address)

    def taught_by(self, connection: Connection, teacher: int) -> Sequence[int]:
        """The numbers of a teacher’s classes, within a transaction."""
        return connection.scalars(select(ClassRow.id).where(ClassRow.teacher_id == teacher)).all()

    def pass_on(self, connection: Connection, which: Sequence[int], heir: int, *, by: int, address: str = "") -> None:
        """Gives classes to a teacher within a transaction; their slips no longer work."""
        connection.execute(update(ClassRow).where(ClassRow.id.in_(which)).values(teacher_id=heir))
        self._cancel(connection, by, address, InvitationRow.class_id.in_(which))
        for key in which:
            detail = f"class {key}"
            self._events.note(
                EventKind.CLASS_HANDED_OVER, by=by, whom=heir, address=address, detail=detail, within=connection
            )

    def delete(self, which: Class, *, address: str = "") -> None:
        """Deletes a class with its work and its slips. What its learners answered stays theirs."""
        work = select(AssignmentRow.id).where(AssignmentRow.class_id == which.id)
        with self._database.writing() as connection:
            take_turn(connection)
            learners = connection.scalars(
                select(AnswerRow.learner_id).where(AnswerRow.assignment_id.in_(work)).distinct()
            ).all()
            for row in (AnswerRow, MatchRow):
                of_work = update(row).where(row.assignment_id.in_(work))
                connection.execute(of_work.values(assignment_id=None, attempt=None))
            connection.execute(delete(AssigneeRow).where(AssigneeRow.assignment_id.in_(work)))
            for table in (AssignmentRow, InvitationRow, MemberRow):
                connection.execute(delete(table).where(table.class_id == which.id))
            connection.execute(delete(ClassRow).where(ClassRow.id == which.id))
            for learner in learners:  # what was not to be told counts now
                memories.rebuild(connection, learner)
            detail = f"class {which.id}"
            self._events.note(
                EventKind.CLASS_DELETED, by=which.teacher, address=address, detail=detail, within=connection
            )

    def _change(self, which: Class, **values: object) -> None:
        with self._database.writing() as connection:
            connection.execute(update(ClassRow).where(ClassRow.id == which.id).values(**values))

    # ---- members -------------------------------------------------------------------------------------------------

    def members(self, which: Class) -> Sequence[Member]:
        """Those of a class, by the names that the teacher knows them by."""
        rows = self._database.read(_MEMBERS, key=which.id)
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
        """Takes somebody out of a class; the account and the answers stay, the slips that would bring them back not."""
        with self._database.writing() as connection:
            take_turn(connection)
            connection.execute(delete(MemberRow).where(MemberRow.class_id == which.id, MemberRow.learner_id == learner))
            detail = f"class {which.id}"
            self._events.note(
                EventKind.DISMISSED, by=which.teacher, whom=learner, address=address, detail=detail, within=connection
            )
            self._cancel(
                connection,
                which.teacher,
                address,
                InvitationRow.class_id == which.id,
                InvitationRow.learner_id == learner,
            )
            named = connection.scalars(select(LearnerRow.real_name).where(LearnerRow.id == learner)).all()
            number = cancel_namesakes(connection, self._steady(), which.id, named)
            self._slips.note_cancelled(connection, number, by=which.teacher, address=address)

    # ---- slips ---------------------------------------------------------------------------------------------------

    def slip_in(self, which: Class, real_name: str = "") -> str:
        """A slip into a class, for somebody or anybody: what stands on it. Raises `Malformed`."""
        return self.slips_in(which, [real_name])[0]

    def slips_in(self, which: Class, real_names: Sequence[str], *, address: str = "") -> Sequence[str]:
        """Slips into a class, one for each name or for anybody where it is empty: what stands on them.

        A slip that bears a name replaces the earlier one of that name. Raises `Malformed`, also where a name stands
        twice: only one of its slips would work.
        """
        names = [checked_real_name(name) for name in real_names]
        twice = next(
            (
                name
                for name in names
                if name and sum(normalized_name(name) == normalized_name(one) for one in names) > 1
            ),
            None,
        )
        if twice:
            raise Malformed(
                "list of names", twice, "it has this name twice", "Add an initial or a number to tell them apart"
            )
        purposes = [Purpose(InvitationKind.JOIN, which.teacher, which.id, real_name=name) for name in names]
        with self._database.writing() as connection:
            take_turn(connection)
            number = cancel_namesakes(connection, self._steady(), which.id, names)
            self._slips.note_cancelled(connection, number, by=which.teacher, address=address)
            return [self._issue(connection, purpose, address) for purpose in purposes]

    def slip_back(self, which: Class, learner: Person, *, address: str = "") -> str:
        """A slip that lets a learner of a class choose another passphrase: what stands on it. It replaces earlier ones.

        Raises `Unknown` for somebody who is not of the class.
        """
        purpose = Purpose(InvitationKind.RETURN, which.teacher, which.id, learner.id, learner.real_name or learner.name)
        with self._database.writing() as connection:
            take_turn(connection)
            if not is_member(connection, which.id, learner.id):
                raise Unknown("learner", learner.name, ())
            back = (InvitationRow.kind == InvitationKind.RETURN.value, InvitationRow.learner_id == learner.id)
            self._cancel(connection, which.teacher, address, *back)
            return self._issue(connection, purpose, address)

    def slip_for_colleague(self, teacher: int, real_name: str, *, address: str = "") -> str:
        """A slip that makes somebody a teacher here: what stands on it. Raises `Malformed`.

        One that bears a name replaces the earlier one of that name from the same teacher.
        """
        name = checked_real_name(real_name)
        with self._database.writing() as connection:
            take_turn(connection)
            if name:
                alike = (InvitationRow.kind == InvitationKind.COLLEAGUE.value, InvitationRow.made_by == teacher)
                self._cancel(connection, teacher, address, *alike, InvitationRow.real_name == name)
            return self._issue(connection, Purpose(InvitationKind.COLLEAGUE, teacher, real_name=name), address)

    def slip(self, written: str) -> Invitation:
        """The slip on which something stands. Raises `Unknown`, `SlipSpent`."""
        return self._slips.find(written)

    def _issue(self, connection: Connection, purpose: Purpose, address: str) -> str:
        self._events.note(
            EventKind.INVITED,
            by=purpose.by,
            whom=purpose.learner,
            address=address,
            detail=purpose.kind.value,
            within=connection,
        )
        return issue(connection, purpose, self._steady(), self._random)

    def _cancel(self, connection: Connection, by: int, address: str, *which: ColumnElement[bool]) -> None:
        number = cancel(connection, self._steady(), *which)
        self._slips.note_cancelled(connection, number, by=by, address=address)


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
