"""Classes, who is of them, and the slips of paper that let people in."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from random import Random
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, select, update

from tutor.errors import TutorError, Unknown
from tutor.study import memories
from tutor.study.database import Database
from tutor.study.people import Person, checked_name, checked_real_name, person_of
from tutor.study.portable import insert_missing, inserted
from tutor.study.store import Clock
from tutor.study.tables import (
    AnswerRow,
    AssigneeRow,
    AssignmentRow,
    ClassRow,
    LearnerRow,
    MatchRow,
    MemberRow,
    SlipRow,
)

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters and figures that cannot be taken for one another."""
LETTERS_OF_CODE = 6
LETTERS_OF_SLIP = 16
SLIP_LASTS = timedelta(days=30)


class SlipSpent(TutorError):
    """A slip that was used before, or has grown old."""


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


class SlipKind(Enum):
    """What a slip is for."""

    JOIN = "join"
    RETURN = "return"
    COLLEAGUE = "colleague"


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip: into a class, back to the account of a learner, or into the house as a teacher."""

    id: int
    kind: SlipKind
    class_id: int | None
    learner: int | None
    real_name: str


class Classes:
    """The classes of a database; `random` makes codes and must not be guessable."""

    def __init__(self, database: Database, clock: Clock, random: Random) -> None:
        self._database, self._clock, self._random = database, clock, random

    # ---- classes -------------------------------------------------------------------------------------------------

    def make(self, teacher: int, name: str) -> Class:
        """Makes a class, which can be joined at once. Raises `Malformed`."""
        values = {
            "teacher_id": teacher,
            "name": checked_name(name),
            "code": self._letters(LETTERS_OF_CODE),
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
        for row in self._database.read(_CLASS_BY_CODE, code=bare_code(code)):
            return _class(row)
        raise Unknown("class of the code", code, ())

    def rename(self, which: Class, name: str) -> None:
        """Raises `Malformed`."""
        self._change(which, name=checked_name(name))

    def let_in(self, which: Class, *, is_open: bool) -> None:
        """Opens a class to those who have its code, or shuts it; slips let in all the same."""
        self._change(which, is_open=is_open)

    def change_code(self, which: Class) -> None:
        """Gives a class another code: the old one lets nobody in."""
        self._change(which, code=self._letters(LETTERS_OF_CODE))

    def hand_over(self, which: Class, teacher: Person) -> None:
        """Gives a class to a colleague, with its work and all that was answered."""
        self._change(which, teacher_id=teacher.id)

    def delete(self, which: Class) -> None:
        """Deletes a class with its work and its slips. What its learners answered stays theirs."""
        work = select(AssignmentRow.id).where(AssignmentRow.class_id == which.id)
        with self._database.writing() as connection:
            learners = connection.scalars(
                select(AnswerRow.learner_id).where(AnswerRow.assignment_id.in_(work)).distinct()
            ).all()
            for row in (AnswerRow, MatchRow):
                of_work = update(row).where(row.assignment_id.in_(work))
                connection.execute(of_work.values(assignment_id=None, attempt=None))
            connection.execute(delete(AssigneeRow).where(AssigneeRow.assignment_id.in_(work)))
            for table in (AssignmentRow, SlipRow, MemberRow):
                connection.execute(delete(table).where(table.class_id == which.id))
            connection.execute(delete(ClassRow).where(ClassRow.id == which.id))
            for learner in learners:  # what was not to be told counts now
                memories.rebuild(connection, learner)

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
        row = {"class_id": which, "learner_id": learner, "joined_at": self._clock()}
        with self._database.writing() as connection:
            insert_missing(connection, MemberRow, row)

    def dismiss(self, which: Class, learner: int) -> None:
        """Takes somebody out of a class; the account and the answers stay."""
        with self._database.writing() as connection:
            connection.execute(delete(MemberRow).where(MemberRow.class_id == which.id, MemberRow.learner_id == learner))

    # ---- slips ---------------------------------------------------------------------------------------------------

    def slip_in(self, which: Class, real_name: str = "") -> str:
        """A slip into a class, for somebody or anybody: what stands on it. Raises `Malformed`."""
        return self._issue(SlipKind.JOIN, which.teacher, which.id, None, checked_real_name(real_name))

    def slip_back(self, which: Class, learner: Person) -> str:
        """A slip that lets a learner of a class choose another passphrase: what stands on it."""
        return self._issue(SlipKind.RETURN, which.teacher, which.id, learner.id, learner.real_name or learner.name)

    def slip_for_colleague(self, teacher: int, real_name: str) -> str:
        """A slip that makes somebody a teacher here: what stands on it. Raises `Malformed`."""
        return self._issue(SlipKind.COLLEAGUE, teacher, None, None, checked_real_name(real_name))

    def slip(self, written: str) -> Slip:
        """The slip on which something stands. Raises `Unknown`, `SlipSpent`."""
        for row in self._database.read(_SLIP, digest=_digest(written)):
            if row.used_at is not None:
                raise SlipSpent("this slip has been used. Ask your teacher for another.")
            if row.made_at < self._clock() - SLIP_LASTS:
                raise SlipSpent(f"this slip is older than {SLIP_LASTS.days} days. Ask your teacher for another.")
            return Slip(row.id, SlipKind(row.kind), row.class_id, row.learner_id, row.real_name)
        raise Unknown("slip", written, ())

    def spend(self, slip: Slip) -> None:
        """Takes a slip away from whoever has it. Raises `SlipSpent` where another was quicker."""
        with self._database.writing() as connection:
            spent = connection.execute(
                update(SlipRow).where(SlipRow.id == slip.id, SlipRow.used_at.is_(None)).values(used_at=self._clock())
            )
            if not spent.rowcount:
                raise SlipSpent("this slip has been used. Ask your teacher for another.")

    def _issue(self, kind: SlipKind, by: int, class_id: int | None, learner: int | None, real_name: str) -> str:
        written = self._letters(LETTERS_OF_SLIP)
        values = {
            "digest": _digest(written),
            "kind": kind.value,
            "class_id": class_id,
            "learner_id": learner,
            "real_name": real_name,
            "made_by": by,
            "made_at": self._clock(),
        }
        with self._database.writing() as connection:
            inserted(connection, SlipRow, values)
        return written

    def _letters(self, count: int) -> str:
        return "".join(self._random.choice(ALPHABET) for _ in range(count))


def spaced(code: str) -> str:
    """A code as it is written for people: `KQ7-4HT`, `ABCD-EFGH-JKMN-PQRS`."""
    size = 3 if len(code) == LETTERS_OF_CODE else 4
    return "-".join(code[start : start + size] for start in range(0, len(code), size))


def bare_code(code: str) -> str:
    """A code as it is compared: capitals and figures alone."""
    return "".join(letter for letter in code.upper() if letter.isalnum())[:LETTERS_OF_SLIP]


def _digest(written: str) -> str:
    return hashlib.sha256(bare_code(written).encode()).hexdigest()


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
_SLIP = select(*SlipRow.__table__.columns).where(SlipRow.digest == bindparam("digest"))
