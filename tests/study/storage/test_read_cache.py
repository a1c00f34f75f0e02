"""Rows that were read are told again until anybody writes: this process by another connection, or another process."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import Row, create_engine, text

from tutor.study.storage.read_cache import MOST_ROWS, ReadCache, Rows

QUERY, OTHER = text("SELECT n FROM t ORDER BY n"), text("SELECT max(n) FROM t")


class Table:
    """A table of numbers, which counts how often it is read."""

    def __init__(self, file: Path) -> None:
        self.reads = 0
        self._engine = create_engine(f"sqlite:///{file}")
        with self._engine.begin() as connection:
            connection.execute(text("CREATE TABLE t (n INTEGER)"))
        self.write(1)

    def write(self, *numbers: int) -> None:
        with self._engine.begin() as connection:
            connection.execute(text("INSERT INTO t VALUES (:n)"), [{"n": number} for number in numbers])

    def read(self, _version: int) -> list[Row[tuple[int]]]:
        self.reads += 1
        with self._engine.connect() as connection:
            return list(connection.execute(QUERY).all())


def numbers(rows: Rows) -> list[int]:
    return [row.n for row in rows]


def test_rows_are_read_once_until_somebody_writes(tmp_path: Path) -> None:
    table, cache = Table(tmp_path / "a b.sqlite3"), ReadCache(tmp_path / "a b.sqlite3")
    assert numbers(cache.rows(QUERY, {}, table.read)) == numbers(cache.rows(QUERY, {}, table.read)) == [1]
    assert table.reads == 1
    table.write(2)
    assert numbers(cache.rows(QUERY, {}, table.read)) == [1, 2]
    with sqlite3.connect(tmp_path / "a b.sqlite3") as another:
        another.execute("INSERT INTO t VALUES (3)")
    another.close()
    assert numbers(cache.rows(QUERY, {}, table.read)) == [1, 2, 3]
    assert table.reads == 3
    cache.close()


def test_values_and_queries_are_told_apart(tmp_path: Path) -> None:
    table, cache = Table(tmp_path / "a.sqlite3"), ReadCache(tmp_path / "a.sqlite3")
    for query, values in ((QUERY, {"learner": 1}), (QUERY, {"learner": 2}), (OTHER, {"learner": 1})):
        cache.rows(query, values, table.read)
    assert table.reads == 3, "nobody is told what another has read"
    cache.close()


def test_what_was_written_while_it_was_read_is_not_kept(tmp_path: Path) -> None:
    table, cache = Table(tmp_path / "a.sqlite3"), ReadCache(tmp_path / "a.sqlite3")

    def overtaken(version: int) -> Rows:
        rows = table.read(version)
        table.write(2)
        return rows

    assert numbers(cache.rows(QUERY, {}, overtaken)) == [1]
    assert numbers(cache.rows(QUERY, {}, table.read)) == [1, 2]
    cache.close()


def test_large_answers_lists_and_files_that_are_not_there_are_read_each_time(tmp_path: Path) -> None:
    table, cache = Table(tmp_path / "a.sqlite3"), ReadCache(tmp_path / "a.sqlite3")
    for _ in range(2):
        cache.rows(QUERY, {"works": [1]}, table.read)
    missing = ReadCache(tmp_path / "none.sqlite3")
    for _ in range(2):
        missing.rows(QUERY, {}, table.read)
    table.write(*range(MOST_ROWS))
    for _ in range(2):
        cache.rows(QUERY, {}, table.read)
    assert table.reads == 6
    cache.close()
