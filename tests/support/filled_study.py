"""A study with something in every table, for the tests of what is done to all of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Float,
    Integer,
    LargeBinary,
    Table,
    TypeDecorator,
    insert,
    select,
)

from tutor.study.storage.database import Database
from tutor.study.storage.tables import Base

MOMENT = datetime(2026, 3, 4, 9, 30, 15, 250_001, tzinfo=UTC)
_MEANT = {"also": "rule-1 règle-2", "level": "beginner", "shade": "best"}
"""What is read as something else than text."""

Rows = dict[str, list[dict[str, Any]]]


def fill(database: Database, learners: int = 3) -> None:
    """Puts rows into every table, made of the columns alone: a table that is added later gets some too.

    Row `n` of a table refers to row `n` of another; the first learner is there already.
    """
    with database.writing() as connection:
        fill_tables(connection, Base.metadata.sorted_tables, learners)


def fill_tables(connection: Connection, tables: Sequence[Table], learners: int = 3) -> None:
    """The same for tables of any migration, as they are known or were found; each after those it refers to."""
    for table in tables:
        first = 2 if table.name == "learner" else 1
        connection.execute(insert(table), [_row(table, number) for number in range(first, learners + 1)])
        if connection.dialect.name == "postgresql" and "id" in table.columns:
            connection.exec_driver_sql(f"""SELECT setval(pg_get_serial_sequence('"{table.name}"', 'id'), {learners})""")


def everything(database: Database) -> Rows:
    """All rows of all tables, in the order of their keys."""
    with database.reading() as connection:
        return {
            table.name: [dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()]
            for table in Base.metadata.sorted_tables
        }


def _row(table: Table, number: int) -> dict[str, object]:
    return {column.name: _value(column, number) for column in table.columns}


def _value(column: Column[Any], number: int) -> object:
    if column.foreign_keys:
        return number
    kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    match kind:
        case LargeBinary():
            return bytes([number])
        case Boolean():
            return number % 2 == 0
        case Integer():
            return number
        case Float():
            return number / 3
        case DateTime():
            return MOMENT + timedelta(days=number)
        case _ if column.name in _MEANT:
            return _MEANT[column.name]
        case _:
            return f"{number} {column.name} ’♠\n"[: getattr(kind, "length", None)]
