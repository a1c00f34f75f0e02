"""The database: a file of SQLite, or a PostgreSQL server; opened, brought up to date, read and written."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from tutor.errors import Malformed, TutorError
from tutor.study import memories
from tutor.study.portable import upsert
from tutor.study.tables import KeyRow

HEAD = "0005"
"""The newest migration."""

MIGRATIONS = Path(__file__).with_name("migrations")
_MIGRATING = 1859
"""The number of the lock that a server is asked for while its tables are made or changed."""


class StudyUnusable(TutorError):
    """The database cannot be opened, read or written, or is not the tutor’s."""


class NotOurs(Exception):
    """A database that this tutor did not make, or that a newer one did."""


def url_of(where: Path | str) -> URL:
    """The address of a file, or of a server as `DATABASE_URL` has it. Raises `Malformed`."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))
    mend = "Write postgresql://user:password@host/database"
    try:
        url = make_url(where)
    except ArgumentError:
        raise Malformed("address of a database", where.partition("@")[2], "it cannot be read", mend) from None
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("postgresql+psycopg", "sqlite"):
        raise Malformed("address of a database", url.drivername, "SQLite and PostgreSQL are known", mend)
    return url


class Database:
    """Where everything is kept. Every reading sees one moment; every writing happens wholly or not at all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._durable = engine.execution_options(writes="FULL")
        self._soon = engine.execution_options(writes="NORMAL")

    @classmethod
    def open(cls, where: Path | str) -> Database:
        """The database of a file or an address, made or brought up to date where need be.

        Raises `StudyUnusable`, and `Malformed` for an address that cannot be read.
        """
        url = url_of(where)
        try:
            if isinstance(where, Path):
                where.parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(url, pool_pre_ping=url.drivername != "sqlite")
            if url.drivername == "sqlite":
                event.listen(engine, "connect", _prepare)
                event.listen(engine, "begin", _begin)
            else:
                event.listen(engine, "begin", _begin_on_server)
            database = cls(engine)
            database._bring_up_to_date()
        except (OSError, DatabaseError, NotOurs) as error:
            reason = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error)
            raise StudyUnusable(
                f"what you answered is kept in {url.render_as_string() if not isinstance(where, Path) else where}, "
                f"which cannot be used: {reason}. {_mend(where)}"
            ) from None
        return database

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by. Raises `StudyUnusable`."""
        with _told_plainly("cannot be read"), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, durably: bool = True) -> Iterator[Connection]:
        """A transaction: what is written durably is on the disk when it ends, the rest soon after.

        On SQLite nobody else writes meanwhile. Raises `StudyUnusable`.
        """
        engine = self._durable if durably else self._soon
        with _told_plainly("could not be kept"), engine.begin() as connection:
            yield connection

    def read(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        """The rows of a query. Raises `StudyUnusable`."""
        with self.reading() as connection:
            return connection.execute(query, values).all()

    def secret(self) -> bytes:
        """The key that signs sessions and forms: made once, and the same for everyone who serves this database."""
        with self.writing() as connection:
            kept = connection.scalar(select(KeyRow.value).where(KeyRow.name == "session"))
            if kept is None:
                kept = secrets.token_hex(32)
                upsert(connection, KeyRow, {"name": "session", "value": kept})
            return bytes.fromhex(kept)

    def close(self) -> None:
        self._engine.dispose()

    def _bring_up_to_date(self) -> None:
        """Makes the tables or changes them, all or nothing, whoever else may be starting at the same moment."""
        with self._engine.connect() as connection:
            if _version(connection) == HEAD:
                return
        with self._durable.begin() as connection:
            if self.dialect == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
            version = _version(connection)
            if version == HEAD:
                return
            if version is None and inspect(connection).get_table_names():
                raise NotOurs("it is the database of another program")
            from alembic import command
            from alembic.config import Config
            from alembic.util import CommandError

            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except CommandError:
                raise NotOurs("a newer tutor has been at it, and this one does not know its tables") from None
            memories.rebuild_every(connection)


def _mend(where: Path | str) -> str:
    if isinstance(where, Path):
        return "Mend or move the file, or choose another folder with --data."
    return "See that the server runs and lets you in, or mend DATABASE_URL."


def _prepare(connection: Any, _record: object) -> None:
    """Sets a connection to SQLite up: readers do not wait for a writer, and transactions are begun by us alone."""
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout = 10000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    """Begins a transaction of SQLite: who will write takes his turn at once."""
    writes = connection.get_execution_options().get("writes")
    if writes:
        connection.exec_driver_sql(f"PRAGMA synchronous = {writes}")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_on_server(connection: Connection) -> None:
    """Lets the server answer before the disk has, where nothing would be lost that matters."""
    if connection.get_execution_options().get("writes") == "NORMAL":
        connection.exec_driver_sql("SET LOCAL synchronous_commit = off")


@contextmanager
def _told_plainly(what: str) -> Iterator[None]:
    try:
        yield
    except DatabaseError as error:
        reason = str(error.orig).partition("\n")[0]
        raise StudyUnusable(f"what you answered {what}: {reason}. Everything kept before is still there.") from None


def _version(connection: Connection) -> str | None:
    """The migration that the database has reached, or None when it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version
