"""What SQLite and PostgreSQL say alike, and SQLAlchemy in two ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Insert, Table, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import Executable

from tutor.study.storage.tables import Base

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

_TURN = 1860
"""The number of the lock that a server is asked for by whoever changes accounts."""


def upsert(connection: Connection, row: type[Base], values: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
    """Inserts rows, and overwrites those whose primary keys are there already."""
    if values:
        connection.execute(_upsert(connection.dialect.name, _table(row)), values)


def insert_missing(connection: Connection, row: type[Base], values: Mapping[str, Any]) -> bool:
    """Inserts a row where there is none of its primary key; whoever inserts the same meanwhile is waited for.

    Whether it was inserted.
    """
    table = _table(row)
    statement = _dialects_insert(connection.dialect.name, table).on_conflict_do_nothing()
    return connection.execute(statement.returning(*table.primary_key), values).first() is not None


def take_turn(connection: Connection) -> None:
    """Waits until nobody else changes accounts, invitations and who is of a class; then nobody does until we end.

    What is read after it is as the one before left it. On SQLite whoever writes has it anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TURN})")


def inserted(connection: Connection, row: type[Base], values: Mapping[str, Any]) -> int:
    """Inserts a row, and gives the number that it got."""
    numbers = connection.execute(_insert(row), values).inserted_primary_key
    return int(numbers[0]) if numbers else 0


@cache
def _insert(row: type[Base]) -> Insert:
    return insert(row)


@cache
def _upsert(dialect: str, table: Table) -> Executable:
    """The statement; built once, for building it costs more than running it."""
    statement = _dialects_insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    others = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=others)


def _dialects_insert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    if dialect == "sqlite":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # which takes longer to import than SQLite’s

    return postgresql.insert(table)


def _table(row: type[Base]) -> Table:
    table = row.__table__
    assert isinstance(table, Table)  # noqa: S101 - every class of ours is of one table
    return table
