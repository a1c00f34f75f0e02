"""Accounts: a chosen name, a passphrase of words, and what somebody may do. No address, no birthday, nothing else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from random import Random
from secrets import randbelow
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy import Connection, Row, bindparam, select, update

from tutor.errors import Malformed, TutorError, Unknown, quoted
from tutor.study.database import Database
from tutor.study.hashing import Hasher
from tutor.study.portable import inserted
from tutor.study.store import ONLY_LEARNER, Clock
from tutor.study.tables import LearnerRow

LONGEST_NAME = 40
LARGEST_EPOCH = 2**30
SHORTEST_PASSPHRASE, LONGEST_PASSPHRASE = 12, 200
WORDS_SUGGESTED = 4


class NameTaken(TutorError):
    """Somebody else has the name already."""


class Role(Enum):
    """What somebody is in the house."""

    LEARNER = "learner"
    TEACHER = "teacher"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account: the `name` that the class sees, and the real one, which the teacher sees."""

    id: int
    name: str
    real_name: str
    role: Role
    epoch: int
    joined_at: datetime | None

    @property
    def teaches(self) -> bool:
        return self.role is Role.TEACHER


class People:
    """Those who have accounts in a database. Every method raises `StudyUnusable`."""

    def __init__(self, database: Database, clock: Clock, hasher: PasswordHasher | None = None) -> None:
        self._database, self._clock = database, clock
        self.hasher = Hasher(hasher)

    @property
    def has_teacher(self) -> bool:
        """Whether somebody teaches here who can come in."""
        return bool(self._database.read(_TEACHERS))

    def person(self, key: int) -> Person | None:
        """The person of a number."""
        return next((person_of(row) for row in self._database.read(_BY_ID, key=key)), None)

    def find(self, name: str) -> Person | None:
        """The person of a chosen name, however it is capitalised."""
        return next((person_of(row) for row in self._database.read(_BY_NAME, folded=folded(name))), None)

    def named(self, name: str) -> Person:
        """The same. Raises `Unknown` where nobody has the name."""
        found = self.find(name)
        if found is None:
            raise Unknown("person", name, ())
        return found

    def who(self, name: str, passphrase: str) -> Person | None:
        """Who has this name and this passphrase; None for nobody, found out no faster."""
        row = next(iter(self._database.read(_BY_NAME, folded=folded(name))), None)
        is_right = self.hasher.verify(row.passphrase if row else None, passphrase)
        return person_of(row) if row and is_right else None

    def enrol(self, name: str, real_name: str, passphrase: str, role: Role = Role.LEARNER) -> Person:
        """Makes an account. Raises `Malformed`, `NameTaken`."""
        values = self._checked(name, real_name, passphrase) | {
            "role": role.value,
            "epoch": randbelow(LARGEST_EPOCH),  # a number that is free again may be another’s now
            "joined_at": self._clock(),
        }
        with self._database.writing() as connection:
            _refuse_taken(connection, values["folded"], None)
            key = inserted(connection, LearnerRow, values)
        return self._certain(key)

    def appoint_owner(self, name: str, real_name: str, passphrase: str) -> Person:
        """Makes the one learner there was before the classroom its first teacher. Raises `Malformed`, `NameTaken`."""
        values = self._checked(name, real_name, passphrase) | {
            "role": Role.TEACHER.value,
            "joined_at": self._clock(),
        }
        with self._database.writing() as connection:
            _refuse_taken(connection, values["folded"], ONLY_LEARNER)
            connection.execute(update(LearnerRow).where(LearnerRow.id == ONLY_LEARNER).values(**values))
        return self._certain(ONLY_LEARNER)

    def rename(self, key: int, name: str, real_name: str) -> None:
        """Changes the names of somebody. Raises `Malformed`, `NameTaken`."""
        values = {"name": checked_name(name), "folded": folded(name), "real_name": checked_real_name(real_name)}
        with self._database.writing() as connection:
            _refuse_taken(connection, values["folded"], key)
            connection.execute(update(LearnerRow).where(LearnerRow.id == key).values(**values))

    def change_passphrase(self, key: int, passphrase: str) -> Person:
        """Gives somebody another passphrase, and ends every session that began with the old. Raises `Malformed`."""
        hashed = self.hasher.hash(checked_passphrase(passphrase))
        with self._database.writing() as connection:
            connection.execute(
                update(LearnerRow).where(LearnerRow.id == key).values(passphrase=hashed, epoch=LearnerRow.epoch + 1)
            )
        return self._certain(key)

    def teachers(self) -> Sequence[Person]:
        """Those who teach here, by name."""
        return [person_of(row) for row in self._database.read(_TEACHERS)]

    def _certain(self, key: int) -> Person:
        found = self.person(key)
        if found is None:
            raise Unknown("person", str(key), ())
        return found

    def _checked(self, name: str, real_name: str, passphrase: str) -> dict[str, Any]:
        return {
            "name": checked_name(name),
            "folded": folded(name),
            "real_name": checked_real_name(real_name),
            "passphrase": self.hasher.hash(checked_passphrase(passphrase)),
        }


def folded(name: str) -> str:
    """A name as names are compared: capitals, widths and spaces make no difference."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())[:80]


def checked_name(name: str) -> str:
    """A chosen name, its spaces made single. Raises `Malformed`."""
    mend = f"Choose one of 1 to {LONGEST_NAME} letters, figures, spaces, points, apostrophes and hyphens"
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME:
        raise Malformed("name", name, "it is empty" if not tidy else "it is too long", mend)
    if not re.fullmatch(r"[\w .’'\-]+", tidy) or not any(letter.isalnum() for letter in tidy):
        raise Malformed("name", name, "it has signs that no name has", mend)
    return tidy


def checked_real_name(name: str) -> str:
    """The name that a teacher knows somebody by, which may be left out. Raises `Malformed`."""
    return checked_name(name) if name.strip() else ""


def checked_passphrase(passphrase: str) -> str:
    """A passphrase that is not too easily guessed. Raises `Malformed`, which does not quote it."""
    mend = "Take four words that do not belong together"
    if len(passphrase) > LONGEST_PASSPHRASE:
        raise Malformed("passphrase", "…", f"it has more than {LONGEST_PASSPHRASE} letters", mend)
    words = passphrase.split()
    if len(words) < 3 or len(passphrase) < SHORTEST_PASSPHRASE:
        why = f"it has fewer than three words, or fewer than {SHORTEST_PASSPHRASE} letters"
        raise Malformed("passphrase", "…", why, mend)
    if len({word.casefold() for word in words}) < 3:
        raise Malformed("passphrase", "…", "it says the same word again", mend)
    return passphrase


def suggested(words: Sequence[str], random: Random) -> str:
    """A passphrase of four of some words."""
    return " ".join(random.choice(words) for _ in range(WORDS_SUGGESTED))


def _refuse_taken(connection: Connection, name: str, but: int | None) -> None:
    row = connection.execute(_BY_NAME, {"folded": name}).first()
    if row and row.id != but:
        raise NameTaken(f"somebody here is called {quoted(row.name)} already. Choose another name.")


def person_of(row: Row[Any]) -> Person:
    """The person of a row of learners."""
    return Person(row.id, row.name, row.real_name, Role(row.role), row.epoch, row.joined_at)


_PEOPLE = select(*LearnerRow.__table__.columns)
_BY_ID = _PEOPLE.where(LearnerRow.id == bindparam("key"))
_BY_NAME = _PEOPLE.where(LearnerRow.folded == bindparam("folded"))
_TEACHERS = _PEOPLE.where(LearnerRow.role == Role.TEACHER.value, LearnerRow.passphrase.is_not(None)).order_by(
    LearnerRow.folded
)
