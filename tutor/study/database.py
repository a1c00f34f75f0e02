"""The database: a file of SQLite, or a PostgreSQL server; opened, brought up to date, read and written."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree

from tutor.errors import Malformed, TutorError
from tutor.study import memories
from tutor.study.portable import insert_missing
from tutor.study.tables import KeyRow, Unkeepable

HEAD = "0007"
"""The newest migration."""

MIGRATIONS = Path(__file__).with_name("migrations")
_MIGRATING = 1859
"""The number of the lock that a server is asked for while its tables are made or changed."""

_PATIENCE: Mapping[str, Any] = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
"""How long a server may be silent: seconds until it lets us in, and milliseconds once it has."""

_WAITS = 10_000
"""Milliseconds that a writer of SQLite waits for another."""

_SHORTEST_KEY, _LONGEST_KEY = 32, 100


_SESSION_KEY = select(KeyRow.value).where(KeyRow.name == "session")


class StudyUnusable(TutorError):
    """The database cannot be opened, read or written, or is not the tutor’s."""


class NotOurs(Exception):
    """A database that this tutor did not make, or that a newer one did."""


class NothingKept(Exception):
    """Where something was to be kept already, there is nothing."""


def migrate(connection: Connection, revision: str) -> None:
    """Brings the tables forward to a migration. Raises `NotOurs` for one that is not known, or past already."""
    from alembic import command  # slow to import, and seldom wanted
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:
        raise NotOurs("a newer tutor has been at it, and this one does not know its tables") from None


def url_of(where: Path | str) -> URL:
    """The address of a file, or of a server as `DATABASE_URL` has it. Raises `Malformed`."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))

    def refused(why: str) -> Malformed:
        shown = where.partition("@")[2]  # what stands before it may be a password
        return Malformed("address of a database", shown, why, "Write postgresql://user:password@host/database")

    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise refused("it cannot be read") from None
    if "\0" in where:
        raise refused("it holds a NUL")
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise refused("SQLite and PostgreSQL are known")
    if url.database in (None, "", ":memory:"):
        raise refused("it names no file, and what is kept in memory is soon forgotten")
    return url


class Database:
    """Where everything is kept. Every reading sees one moment; every writing happens wholly or not at all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._durable = engine.execution_options(writes="FULL")
        self._soon = engine.execution_options(writes="NORMAL")
        at_one_moment = engine.execution_options(isolation_level="REPEATABLE READ")
        self._still = engine if self.dialect == "sqlite" else at_one_moment

    @classmethod
    def open(cls, where: Path | str, *, new: bool = True) -> Database:
        """The database of a file or an address, made or brought up to date where need be.

        Raises `StudyUnusable`, also where nothing is kept yet unless it may be `new`, and `Malformed` for an address
        that cannot be read.
        """
        url = url_of(where)
        is_file = url.drivername == "sqlite"
        engine = create_engine(url, pool_pre_ping=not is_file, connect_args={} if is_file else _patient(url))
        try:
            if is_file:
                _make_room(Path(str(url.database)), new=new)
                event.listen(engine, "connect", _prepare)
                event.listen(engine, "begin", _begin)
            else:
                event.listen(engine, "begin", _begin_on_server)
            database = cls(engine)
            database._bring_up_to_date(new=new)
        except NothingKept:
            engine.dispose()
            raise StudyUnusable(
                f"nothing is kept in {_place(url)}. Name the folder with --data, or the server by DATABASE_URL; "
                "`tutor serve` says which it is."
            ) from None
        except (OSError, DBAPIError, NotOurs) as error:
            engine.dispose()
            reason = str(getattr(error, "orig", None) or getattr(error, "strerror", None) or error).partition("\n")[0]
            raise StudyUnusable(
                f"what you answered is kept in {_place(url)}, which cannot be used: {reason}. {_mend(url)}"
            ) from None
        return database

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @property
    def place(self) -> str:
        """The file, or the address without its password."""
        return _place(self._engine.url)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by: all that is read by it is of one moment. Raises `StudyUnusable`."""
        with _told_plainly("cannot be read"), self._still.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, durably: bool = True, at_once: bool = False) -> Iterator[Connection]:
        """A transaction: what is written durably is on the disk when it ends, the rest soon after.

        On SQLite nobody else writes meanwhile. Raises `StudyUnusable`, and `Unkeepable` for what no database can hold.
        What is to be done `at_once` or not at all waits for nobody who writes: it raises `StudyUnusable` then.
        """
        engine = self._durable if durably else self._soon
        engine = engine.execution_options(at_once=True) if at_once else engine
        with _told_plainly("could not be kept"), engine.begin() as connection:
            yield connection

    def read(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        """The rows of a query. Raises `StudyUnusable`."""
        with self.reading() as connection:
            return connection.execute(query, values).all()

    def secret(self, inherited: bytes = b"") -> bytes:
        """The key that signs sessions and forms: made once, and the same for everyone who serves this database.

        It is the one that was `inherited`, where there is such a one and none is kept yet.
        """
        for row in self.read(_SESSION_KEY):
            return bytes.fromhex(row.value)  # whoever only asks for it does not wait for who writes
        usable = _SHORTEST_KEY <= len(inherited) <= _LONGEST_KEY
        key = inherited if usable else secrets.token_bytes(_SHORTEST_KEY)
        with self.writing() as connection:
            insert_missing(connection, KeyRow, {"name": "session", "value": key.hex()})
            return bytes.fromhex(connection.scalars(_SESSION_KEY).one())

    def close(self) -> None:
        self._engine.dispose()

    def _bring_up_to_date(self, *, new: bool) -> None:
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
            if version is None and not new:
                raise NothingKept
            migrate(connection, HEAD)
            memories.rebuild_every(connection)


def _place(url: URL) -> str:
    return str(url.database) if url.drivername == "sqlite" else url.set(query={}).render_as_string(hide_password=True)


def _mend(url: URL) -> str:
    if url.drivername == "sqlite":
        return "Mend or move the file, or choose another folder with --data."
    return "See that the server runs and lets you in, or mend DATABASE_URL."


def _patient(url: URL) -> dict[str, Any]:
    """What the address does not say itself of how long to wait."""
    return {name: value for name, value in _PATIENCE.items() if name not in url.query}


def _make_room(file: Path, *, new: bool) -> None:
    """Makes a file and its folders where there are none; nobody else on the machine may read in it."""
    if not new and not file.is_file():
        raise NothingKept
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    with suppress(OSError):  # somebody else’s, or on a disk that may only be read
        file.chmod(file.stat().st_mode & ~0o007)


def _prepare(connection: Any, _record: object) -> None:
    """Sets a connection to SQLite up: readers do not wait for a writer, and transactions are begun by us alone."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {_WAITS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin(connection: Connection) -> None:
    """Begins a transaction of SQLite: who will write takes his turn at once."""
    writes = connection.get_execution_options().get("writes")
    if writes:
        connection.exec_driver_sql(f"PRAGMA synchronous = {writes}")
    if not connection.get_execution_options().get("at_once"):
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
        return
    connection.exec_driver_sql("PRAGMA busy_timeout = 0")
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {_WAITS}")


def _begin_on_server(connection: Connection) -> None:
    """Lets the server answer before the disk has, where nothing would be lost that matters."""
    if connection.get_execution_options().get("at_once"):
        connection.exec_driver_sql("SET LOCAL lock_timeout = 50")
    if connection.get_execution_options().get("writes") == "NORMAL":
        connection.exec_driver_sql("SET LOCAL synchronous_commit = off")


@contextmanager
def _told_plainly(what: str) -> Iterator[None]:
    try:
        yield
    except (DataError, OverflowError, UnicodeError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise Unkeepable(f"what was sent cannot be kept: {reason}. Nothing has been changed.") from None
    except (DBAPIError, NoneFree) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise StudyUnusable(f"what you answered {what}: {reason}. Everything kept before is still there.") from None


def _version(connection: Connection) -> str | None:
    """The migration that the database has reached, or None when it has none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return version
