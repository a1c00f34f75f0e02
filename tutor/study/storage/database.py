"""The database: a file of SQLite, or a PostgreSQL server; opened, brought up to date, read and written."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import local
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event, inspect, select
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree

from tutor.errors import Malformed
from tutor.extras import importing
from tutor.settings import masked
from tutor.study.storage import copies
from tutor.study.storage.dialects import insert_missing
from tutor.study.storage.faults import (
    DatabaseAction,
    Whereabouts,
    busy,
    damaged,
    database_error,
    no_database,
    reason_of,
)
from tutor.study.storage.faults import DatabaseBusy as DatabaseBusy
from tutor.study.storage.faults import DatabaseDamaged as DatabaseDamaged
from tutor.study.storage.faults import DatabaseUnavailable as DatabaseUnavailable
from tutor.study.storage.migration import ForeignDatabase as ForeignDatabase
from tutor.study.storage.migration import current, is_known, migrate
from tutor.study.storage.read_cache import UNKNOWN, ReadCache
from tutor.study.storage.tables import InvalidText, SecretRow
from tutor.study.storage.write_turns import NoTurn, Turns

HEAD = "0014"
"""The newest migration."""

_MIGRATING = 1859
"""The number of the lock that a server is asked for while its tables are made or changed."""

_PATIENCE: Mapping[str, Any] = {"connect_timeout": 5, "tcp_user_timeout": 10_000}
"""How long a server may be silent: seconds until it lets us in, and milliseconds once it has."""

WAIT = 2.0
"""Seconds that a writing waits for whoever else writes, before it is given up."""
WAIT_TO_MIGRATE = 60.0
"""Seconds that a tutor which starts waits for another that changes the tables."""
WAIT_TO_READ = 1.0
"""Seconds that a reading of SQLite waits, where it must: while a database is mended that somebody left halfway."""
FORGOTTEN = "5min"
"""How long a server lets somebody stay in a transaction without doing anything in it."""
_RETRY = 0.005
"""Seconds between two tries at beginning to write; SQLite’s own pauses are longer, and would leave us last."""
CHECKED_FOR = 3.0
"""Seconds that a file may be looked through for damage before a start."""

_SHORTEST_KEY, _LONGEST_KEY = 32, 100


_SESSION_KEY = select(SecretRow.value).where(SecretRow.name == "session")


class DatabaseMissing(Exception):
    """Where something was to be kept already, there is nothing."""


def url_of(where: Path | str) -> URL:
    """The address of a file, or of a server as `DATABASE_URL` has it. Raises `Malformed`."""
    if isinstance(where, Path):
        return URL.create("sqlite", database=str(where))

    def refused(why: str) -> Malformed:
        return Malformed("address of a database", masked(where), why, "Write postgresql://user:password@host/database")

    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise refused("it cannot be read") from None
    if "\0" in where:
        raise refused("it contains a NUL character")
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername != "sqlite":
        raise refused("the tutor supports only SQLite and PostgreSQL")
    if url.database in (None, "", ":memory:"):
        raise refused("it names no file, and data in memory is soon lost")
    return url


class Database:
    """Where everything is kept. Every reading sees one moment; every writing happens wholly or not at all."""

    def __init__(self, engine: Engine, folder: Path | None = None) -> None:
        self._engine, self._folder = engine, folder
        self._durable = engine.execution_options(writes="FULL")
        self._soon = engine.execution_options(writes="NORMAL")
        at_one_moment = engine.execution_options(isolation_level="REPEATABLE READ")
        self._still = engine if self.dialect == "sqlite" else at_one_moment
        self._turns = Turns(1 if self.dialect == "sqlite" else 2)
        self._known = ReadCache(Path(str(engine.url.database))) if self.dialect == "sqlite" else None
        self._shared = _Shared()

    @classmethod
    def open(
        cls,
        where: Path | str,
        *,
        new: bool = True,
        folder: Path | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        is_copied: bool = True,
        may_change: bool = True,
    ) -> Database:
        """The database of a file or an address, made or brought up to date where need be.

        Before an older one is changed, a copy of it is put into the `folder`, or beside the file; the name of the copy
        says what moment it is `now`. What may be lost need not be copied (`is_copied`). If it may not change
        tables (`may_change`), those of an earlier tutor stay as they are, and only what cannot be used is refused.
        Raises `DatabaseUnavailable`, also where nothing is kept yet unless it may be `new`, and `Malformed` for an
        address that cannot be read. Raises `NotInstalled` for a server without the packages for it.
        """
        url = url_of(where)
        is_file = url.drivername == "sqlite"
        with importing("class", "PostgreSQL"):
            engine = create_engine(url, pool_pre_ping=not is_file, connect_args={} if is_file else _patient(url))
        place = Path(str(url.database)) if is_file else None
        folder = folder or (place.parent if place else None)
        database = cls(engine, folder)
        try:
            if place:
                _make_room(place, new=new)
                event.listen(engine, "connect", _prepare)
                event.listen(engine, "begin", _begin)
            else:
                event.listen(engine, "connect", _prepare_on_server)
                event.listen(engine, "begin", _begin_on_server)
            database._bring_up_to_date(new=new, now=now, is_copied=is_copied, may_change=may_change)
        except DatabaseMissing:
            engine.dispose()
            raise DatabaseUnavailable(
                f"there is no data in {_place(url)}. Name the folder with --data, or the server with DATABASE_URL. "
                "`tutor serve` shows which it is."
            ) from None
        except ForeignDatabase as error:
            engine.dispose()
            raise DatabaseUnavailable(f"{_place(url)} cannot be used: {error}.") from None
        except DatabaseUnavailable:
            engine.dispose()
            raise
        except (OSError, DBAPIError) as error:
            engine.dispose()
            raise _unopened(error, database.whereabouts, _mend(url)) from None
        return database

    @staticmethod
    def is_current(where: Path | str) -> bool:
        """Whether the tables of a file or an address are those of this tutor, or cannot be read."""
        url = url_of(where)
        if isinstance(where, Path) and not where.is_file():
            return True
        engine = create_engine(url, connect_args={} if url.drivername == "sqlite" else _patient(url))
        try:
            with engine.connect() as connection:
                return current(connection) == HEAD
        except DBAPIError:
            return True
        finally:
            engine.dispose()

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._engine.dialect.name

    @property
    def place(self) -> str:
        """The file, or the address without its password."""
        return _place(self._engine.url)

    @property
    def address(self) -> str:
        """What another process opens the same database by; it may hold a password, and is shown to nobody."""
        return self._engine.url.render_as_string(hide_password=False)

    @property
    def whereabouts(self) -> Whereabouts:
        """What errors say of where it is, and of its backups."""
        known = copies.known(self._folder) if self._folder else ()
        return Whereabouts(self.place, self.dialect == "sqlite", known)

    @property
    def folder(self) -> Path | None:
        """The place for copies before the tables are changed: beside the file, or in the folder named for a server."""
        return self._folder

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read by: all that is read by it is of one moment. It does not wait for who writes.

        Raises `DatabaseUnavailable`.
        """
        with self._told_plainly(_Doing(DatabaseAction("cannot be read"))), self._still.connect() as connection:
            yield connection

    @contextmanager
    def reading_together(self) -> Iterator[None]:
        """Lets `read` use one connection in this thread until it ends: to begin takes longer than to read.

        All that is read is of one moment then, until somebody writes.
        """
        self._shared.is_wanted = True
        try:
            yield
        finally:
            self._shared.is_wanted = False
            self._close_shared()

    def _close_shared(self) -> None:
        connection, self._shared.connection = self._shared.connection, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()

    @contextmanager
    def writing(self, *, durably: bool = True, waits: bool = True) -> Iterator[Connection]:
        """A transaction: what is written durably is on the disk when it ends, the rest soon after.

        On SQLite nobody else writes meanwhile. If others prevent the start, it raises `DatabaseBusy` after a moment, or
        at once if it `waits` for nobody. Raises `DatabaseUnavailable`, and `InvalidText` for what no database can hold.
        """
        deed = DatabaseAction("could not be saved", writes=True)
        engine = self._durable if durably else self._soon
        if not waits:
            engine = engine.execution_options(wait=0.0)
        doing = _Doing(deed)
        try:
            with self._turns.turn(waits=waits), self._told_plainly(doing), engine.connect() as connection:
                transaction = connection.begin()
                try:
                    yield connection
                except BaseException:
                    transaction.rollback()
                    raise
                doing.deed = DatabaseAction(deed.could_not, writes=True, ending=True)
                transaction.commit()
        except NoTurn:
            raise busy(deed, "somebody else is writing, and others are already waiting") from None
        except DatabaseBusy:
            if waits:
                self._turns.tell(held_elsewhere=True)
            raise
        except BaseException:
            self._turns.tell(held_elsewhere=False)
            raise
        else:
            self._turns.tell(held_elsewhere=False)
        finally:
            self._close_shared()  # what is read from now on is of a later moment

    def read(self, query: Executable, **values: object) -> Sequence[Row[Any]]:
        """The rows of a query. Raises `DatabaseUnavailable`."""

        def asked(version: int) -> Sequence[Row[Any]]:
            if self._shared.is_wanted:
                return self._read_by_shared(version, query, values)
            with self.reading() as connection:
                return connection.execute(query, values).all()

        return self._known.rows(query, values, asked) if self._known else asked(0)

    def _read_by_shared(self, version: int, query: Executable, values: Mapping[str, object]) -> Sequence[Row[Any]]:
        """The same by the connection of this thread, unless somebody has written since that was opened."""
        shared = self._shared
        with self._told_plainly(_Doing(DatabaseAction("cannot be read"))):
            try:
                if shared.connection is None or shared.version != version or version == UNKNOWN:
                    self._close_shared()
                    shared.connection, shared.version = self._still.connect(), version
                return shared.connection.execute(query, values).all()
            except BaseException:
                self._close_shared()
                raise

    def secret(self, inherited: bytes = b"") -> bytes:
        """The key that signs sessions and forms: made once, and the same for everyone who serves this database.

        It is the one that was `inherited`, where there is such a one and none is kept yet.
        """
        for row in self.read(_SESSION_KEY):
            return bytes.fromhex(row.value)  # whoever only asks for it does not wait for who writes
        usable = _SHORTEST_KEY <= len(inherited) <= _LONGEST_KEY
        key = inherited if usable else secrets.token_bytes(_SHORTEST_KEY)
        with self.writing() as connection:
            insert_missing(connection, SecretRow, {"name": "session", "value": key.hex()})
            return bytes.fromhex(connection.scalars(_SESSION_KEY).one())

    def check(self, seconds: float = CHECKED_FOR) -> None:
        """Looks for damage, for so many seconds at the most. Raises `DatabaseDamaged`, and `DatabaseUnavailable`.

        A server looks after its own files.
        """
        if self.dialect != "sqlite":
            return
        until = monotonic() + seconds
        with self.reading() as connection:
            raw: Any = connection.connection.dbapi_connection
            raw.set_progress_handler(lambda: monotonic() > until, 10_000)
            try:
                found = str(raw.execute("PRAGMA quick_check(1)").fetchone()[0])
            except raw.OperationalError as error:
                if error.sqlite_errorname != "SQLITE_INTERRUPT":
                    raise DBAPIError("PRAGMA quick_check", None, error) from error
                return
            except raw.DatabaseError as error:
                raise DBAPIError("PRAGMA quick_check", None, error) from error
            finally:
                raw.set_progress_handler(None, 0)
        if found != "ok":
            raise damaged(self.whereabouts, found.replace("\n", " ").strip("* "))

    def cautions(self) -> tuple[str, ...]:
        """Warnings for the administrator of the database: settings by which the server may lose data."""
        if self.dialect == "sqlite":
            return ()
        with self.reading() as connection:
            off = [name for name in ("fsync", "full_page_writes") if _shown(connection, name) == "off"]
        return tuple(
            f"the database server runs with {name} = off: when its machine loses power, saved answers may be lost or "
            f"damaged. Set {name} = on in postgresql.conf, and restart the server."
            for name in off
        )

    def downgrade(self, revision: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> str:
        """Takes the tables back to an earlier migration, for an earlier tutor; where the copy is that was made before.

        Nobody must use the database meanwhile. Raises `DatabaseUnavailable`, also for a migration that is not known.
        """
        if not is_known(revision) or revision >= HEAD:
            raise DatabaseUnavailable(
                f"there is no earlier version {revision!r} of the tables. Name 0001 or a later one."
            )
        try:
            with self._changing_tables() as connection:
                copied = self._copied(connection, HEAD, revision, now)
                migrate(connection, revision)
        except (OSError, DBAPIError) as error:
            raise _unopened(error, self.whereabouts, "Its tables are as they were.") from None
        return str(copied)

    def ping(self) -> None:
        """Reads one row, past everything that is kept in memory. Raises `DatabaseUnavailable`."""
        with self.reading() as connection:
            connection.exec_driver_sql("SELECT version_num FROM alembic_version").one()

    def watch_connections(self, opened: Callable[[float], object], in_use: Callable[[float], object]) -> None:
        """Tells from now on by how many there are more, or fewer, connections open and in use."""
        opened(getattr(self._engine.pool, "checkedin", int)())
        for name, told, change in (
            ("connect", opened, 1),
            ("close", opened, -1),
            ("checkout", in_use, 1),
            ("checkin", in_use, -1),
        ):
            event.listen(self._engine, name, lambda *_, told=told, change=change: told(change))

    def close(self) -> None:
        self._engine.dispose()
        if self._known:
            self._known.close()

    def _bring_up_to_date(self, *, new: bool, now: Callable[[], datetime], is_copied: bool, may_change: bool) -> None:
        """Makes the tables or changes them, all or nothing, whoever else may be starting at the same moment."""
        with self._engine.connect() as connection:
            version = current(connection)
            if version == HEAD:
                return
            _refuse_foreign(connection, version)
        if not may_change:
            return
        with self._changing_tables() as connection:
            version = current(connection)
            if version == HEAD:
                return
            _refuse_foreign(connection, version)
            if version is None and not new:
                raise DatabaseMissing
            if version is not None and is_copied:
                self._copied(connection, version, HEAD, now)
            migrate(connection, HEAD)
            from tutor.study.review import memories  # only here, for they are kept in what this module opens

            memories.rebuild_every(connection)

    @contextmanager
    def _changing_tables(self) -> Iterator[Connection]:
        """A transaction in which tables may be made anew: nobody else writes, and references are checked last.

        SQLite would empty a table that is made anew, and all that refers to it, while it checked references.
        """
        engine = self._durable.execution_options(wait=WAIT_TO_MIGRATE, tables="change")
        with engine.begin() as connection:
            if self.dialect == "postgresql":
                connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
            yield connection
            if self.dialect == "sqlite" and (broken := connection.exec_driver_sql("PRAGMA foreign_key_check").first()):
                raise OSError(
                    0, f"row {broken[1]} of {broken[0]} would refer to a row of {broken[2]} that is not there"
                )

    def _copied(self, connection: Connection, version: str, to: str, now: Callable[[], datetime]) -> Path:
        """Copies all that is kept before the tables are changed; where the copy is. Raises `DatabaseUnavailable`."""
        if self._folder is None:
            raise DatabaseUnavailable(
                f"the tables of {self.place} must be changed for this tutor, and there is no folder for a backup "
                "before the change. Start it with `tutor serve`, or name a folder with --data."
            )
        try:
            return copies.copied(connection, self._folder, version, to, now())
        except (OSError, DBAPIError) as error:
            raise DatabaseUnavailable(
                f"the tables of {self.place} must be changed from {version} to {to}, and the backup before it "
                f"could not be written to {self._folder}: {reason_of(error)}. Nothing has been changed. Make room "
                "there, or give the tutor permission to write there, and start again."
            ) from None

    @contextmanager
    def _told_plainly(self, doing: _Doing) -> Iterator[None]:
        try:
            yield
        except (DataError, OverflowError, UnicodeError) as error:
            raise InvalidText(f"what you sent cannot be saved: {reason_of(error)}. Nothing has been changed.") from None
        except (DBAPIError, NoneFree) as error:
            raise database_error(error, doing.deed, self.whereabouts) from None


class _Shared(local):
    """The connection that a thread reads by for a while, once it has read."""

    is_wanted = False
    connection: Connection | None = None
    version = 0


@dataclass(slots=True)
class _Doing:
    """How far a deed has come."""

    deed: DatabaseAction


def _unopened(error: OSError | DBAPIError, where: Whereabouts, mend: str) -> DatabaseUnavailable:
    if isinstance(error, DBAPIError):
        if getattr(error.orig, "sqlite_errorname", "") == "SQLITE_NOTADB":
            return no_database(where, reason_of(error))
        found = database_error(error, DatabaseAction("cannot be read"), where)
        if isinstance(found, DatabaseDamaged):
            return found
    return DatabaseUnavailable(
        f"your answers are saved in {where.place}, which cannot be used: {reason_of(error)}. {mend}"
    )


def _refuse_foreign(connection: Connection, version: str | None) -> None:
    """Raises `ForeignDatabase`, before anything has been changed."""
    if version is None and inspect(connection).get_table_names():
        raise ForeignDatabase("it is the database of another program. Choose another folder or another database")
    if version is not None and not is_known(version):
        raise ForeignDatabase(
            f"a newer tutor made its tables (version {version}), and this tutor knows them only up to {HEAD}. "
            f"Nothing has been changed. Install the newer tutor again, or run `tutor downgrade {HEAD}` with it first"
        )


def _shown(connection: Connection, setting: str) -> str:
    return str(connection.exec_driver_sql(f"SHOW {setting}").scalar())


def _place(url: URL) -> str:
    return str(url.database) if url.drivername == "sqlite" else url.set(query={}).render_as_string(hide_password=True)


def _mend(url: URL) -> str:
    if url.drivername == "sqlite":
        return "Repair or move the file, or choose another folder with --data."
    return "Check that the server runs and lets you in, or correct DATABASE_URL."


def _patient(url: URL) -> dict[str, Any]:
    """What the address does not say itself of how long to wait."""
    return {name: value for name, value in _PATIENCE.items() if name not in url.query}


def _make_room(file: Path, *, new: bool) -> None:
    """Makes a file and its folders where there are none; nobody else on the machine may read in it."""
    if not new and not file.is_file():
        raise DatabaseMissing
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    with suppress(OSError):  # somebody else’s, or on a disk that may only be read
        file.chmod(file.stat().st_mode & ~0o007)


def _prepare(connection: Any, _record: object) -> None:
    """Sets a connection to SQLite up: readers do not wait for a writer, and transactions are begun by us alone."""
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout = 10000")  # several processes may start at once and set up the file
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA busy_timeout = {round(1000 * WAIT_TO_READ)}")


def _begin(connection: Connection) -> None:
    """Begins a transaction of SQLite. A writer takes its turn at once. Raises `DatabaseBusy`."""
    options = connection.get_execution_options()
    writes = options.get("writes")
    raw: Any = connection.connection.dbapi_connection
    raw.execute(f"PRAGMA foreign_keys = {'OFF' if options.get('tables') else 'ON'}")
    if not writes:
        connection.exec_driver_sql("BEGIN")
        return
    connection.exec_driver_sql(f"PRAGMA synchronous = {writes}")
    raw.execute("PRAGMA busy_timeout = 0")
    try:
        _begin_to_write(connection, float(options.get("wait", WAIT)))
    finally:
        raw.execute(f"PRAGMA busy_timeout = {round(1000 * WAIT_TO_READ)}")


def _begin_to_write(connection: Connection, wait: float) -> None:
    until, random = monotonic() + wait, Random()
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except DBAPIError as error:
            if getattr(error.orig, "sqlite_errorname", "") not in ("SQLITE_BUSY", "SQLITE_BUSY_SNAPSHOT"):
                raise
            if monotonic() >= until:
                why = "somebody else has been writing for too long"
                raise busy(DatabaseAction("could not be saved", writes=True), why) from None
            sleep(_RETRY * (0.5 + random.random()))
        else:
            return


def _prepare_on_server(connection: Any, _record: object) -> None:
    """Sets a connection to a server up: who waits for a lock gives up, and what is saved is on the disk.

    A server may be set to answer before the disk has. Data that must not be lost ignore that setting.
    """
    was, connection.autocommit = connection.autocommit, True
    connection.execute(f"SET lock_timeout = {round(1000 * WAIT)}")
    connection.execute(f"SET idle_in_transaction_session_timeout = '{FORGOTTEN}'")
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    connection.autocommit = was


def _begin_on_server(connection: Connection) -> None:
    """Lets the server answer before the disk has, where nothing would be lost that matters."""
    options = connection.get_execution_options()
    if options.get("writes") == "NORMAL":
        connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
    if options.get("wait") == 0:
        connection.exec_driver_sql("SET LOCAL lock_timeout = 1")
