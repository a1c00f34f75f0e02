"""What all repositories share: statements run over a database, rows made into values, and turns at writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, Row, Select, bindparam, select

from tutor.errors import Unknown
from tutor.study.clock import Clock
from tutor.study.storage.database import Database
from tutor.study.storage.dialects import take_turn
from tutor.study.storage.tables import Base, LearnerRow

ONLY_LEARNER = 1
"""The learner, if there is no classroom."""

Value = TypeVar("Value")
Make = Callable[[Row[Any]], Value]
"""What makes a value of a row."""


class Repository:
    """All that a database keeps of one subject. Every method raises `DatabaseUnavailable`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    def _read(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        return self._database.read(query, **values)

    def _all(self, query: Executable, make: Make[Value], **values: object) -> list[Value]:
        return [make(row) for row in self._read(query, **values)]

    def _first(self, query: Executable, make: Make[Value], **values: object) -> Value | None:
        return next(map(make, self._read(query, **values)), None)

    def _only(self, what: str, query: Executable, make: Make[Value], **values: object) -> Value:
        """The one row of a query, which the last of the values names. Raises `Unknown`."""
        for row in self._read(query, **values):
            return make(row)
        *_, named = values.values()
        raise Unknown(what, str(named), ())

    def _write(self, statement: Executable, **values: object) -> int:
        """Runs a statement in a transaction of its own; how many rows it changed."""
        with self._database.writing() as connection:
            return connection.execute(statement, values).rowcount

    @contextmanager
    def changing_accounts(self) -> Iterator[Connection]:
        """A transaction in which nobody else changes accounts, invitations and who is of a class."""
        with self._database.writing() as connection:
            take_turn(connection)
            yield connection


class LearnerRepository(Repository):
    """All that a database stores on one subject for one learner. Every statement names the `learner`."""

    def __init__(self, database: Database, clock: Clock, learner: int) -> None:
        super().__init__(database, clock)
        self._learner = learner

    def _read(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        return super()._read(query, learner=self._learner, **values)

    @contextmanager
    def _taking_turns(self) -> Iterator[Connection]:
        """A durable transaction, beside which nobody else changes anything of this learner’s.

        Raises `Unknown` for a learner who has been deleted.
        """
        with self._database.writing() as connection:
            if not lock_learner(connection, self._learner):
                raise Unknown("learner", str(self._learner), ())
            yield connection


def lock_learner(connection: Connection, learner: int) -> bool:
    """Lets nobody else change what is a learner’s until the transaction ends; whether there is such a learner."""
    return connection.execute(_LEARNER_LOCKED, {"learner": learner}).first() is not None


def columns_of(row: type[Base]) -> Select[Any]:
    """A query for all columns of a table."""
    return select(*row.__table__.columns)


# Statements are built once, for building one costs more than running it.
_LEARNER_LOCKED = select(LearnerRow.id).where(LearnerRow.id == bindparam("learner")).with_for_update()
