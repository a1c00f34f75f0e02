"""All that is kept, in one file that either database takes in again.

The file is a zip: a manifest, and the rows of each table as JSON, an object a line. What signs sessions is not in it,
nor what was tried how often.
"""

from __future__ import annotations

import hashlib
import json
import math
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from sqlalchemy import Column, Connection, Table, TypeDecorator, create_engine, delete, func, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError

from tutor import __version__
from tutor.bulk import Progress, untold
from tutor.study.storage import copies
from tutor.study.storage.backup_file import (
    FORM,
    LEFT_OUT,
    MANIFEST,
    BackupOrigin,
    Manifest,
    count_of,
    entry_of,
    pack,
    put,
    tables,
    tables_found,
)
from tutor.study.storage.backup_file import BackupUnusable as BackupUnusable
from tutor.study.storage.database import HEAD, Database, url_of
from tutor.study.storage.encryption import Bounded, decrypted, encrypted, is_encrypted
from tutor.study.storage.migration import ForeignDatabase, migrate
from tutor.study.storage.tables import Base, HindsightRow, InvalidText, LearnerRow
from tutor.study.study import Study

LONGEST_LINE = 8 * 2**20
MOST_BYTES = 4 * 2**30
CHECKED_BEFORE = 60.0
"""Seconds that a database may be looked through for damage before it is backed up."""
_AT_ONCE = 500
_SQLITE = b"SQLite format 3\0"


# ---- out ---------------------------------------------------------------------------------------------------------


def back_up(study: Study, file: Path, progress: Progress, passphrase: str | None = None) -> Manifest:
    """Writes all that is kept at one moment into a file, in the stead of what it held; encrypted by a passphrase.

    Raises `BackupUnusable` where the file cannot be written (what it held is then still there). Raises
    `DatabaseUnavailable`, also for a database that is damaged: the last good backup must not be replaced by a bad one.
    """
    study.database.check(CHECKED_BEFORE)
    with study.database.reading() as connection:
        manifest = _write(connection, file, BackupOrigin(__version__, study.now.isoformat()), progress, passphrase)
    if study.database.folder is not None:
        copies.note(study.database.folder, file)
    return manifest


def _write(
    connection: Connection, file: Path, made: BackupOrigin, progress: Progress, passphrase: str | None = None
) -> Manifest:
    def write(to: IO[bytes]) -> Manifest:
        if passphrase is None:
            return pack(connection, to, tables(), HEAD, made, progress)
        plain = Bounded(file)
        manifest = pack(connection, plain, tables(), HEAD, made, progress)
        to.write(encrypted(plain.getvalue(), passphrase))
        return manifest

    try:
        return put(file, write)
    except OSError as error:
        raise BackupUnusable(file, (error.strerror or "it cannot be written").lower()) from None


# ---- in ----------------------------------------------------------------------------------------------------------


class Backup:
    """A file that was opened: its manifest, and the rows of its tables, each checked as it is read."""

    def __init__(self, file: Path, packed: ZipFile) -> None:
        self._file, self._packed = file, packed
        infos = {info.filename: info for info in packed.infolist()}
        if len(infos) != len(packed.infolist()) or any(info.flag_bits & 1 for info in infos.values()):
            raise self.spoilt("it contains the same name twice, or it has a password")
        if any(info.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for info in infos.values()):
            raise self.spoilt("it is not packed the way the tutor packs backups")
        if sum(info.file_size for info in infos.values()) > MOST_BYTES:
            raise self.spoilt(f"it would unpack to more than {MOST_BYTES // 2**30} GB")
        self.manifest = self._manifest()
        if set(infos) != {MANIFEST, *map(entry_of, self.manifest.rows)}:
            raise self.spoilt("it does not contain what its manifest lists")

    @classmethod
    @contextmanager
    def opened(cls, file: Path, named: Path | None = None) -> Iterator[Backup]:
        """A backup to read from, which errors call as it is `named`. Raises `BackupUnusable`, also while it is read."""
        packed_in, file = file, named or file
        try:
            with ZipFile(packed_in) as packed:
                yield cls(file, packed)
        except OSError as error:
            raise BackupUnusable(file, (error.strerror or "it cannot be read").lower()) from None
        except (BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError):
            raise BackupUnusable(file, "it is damaged, or it is not a backup. Use another") from None

    def rows(self, table: Table) -> Iterator[dict[str, Any]]:
        """The rows of a table. Raises `BackupUnusable` where they are not those that were written."""
        digest, found = hashlib.sha256(), 0
        columns = {column.name: (column, _kind(column)) for column in table.columns}
        with self._packed.open(entry_of(table.name)) as entry:
            while line := entry.readline(LONGEST_LINE):
                digest.update(line)
                found += 1
                if not line.endswith(b"\n") or found > self.manifest.rows[table.name]:
                    raise self.spoilt(f"{table.name} is longer than it was")
                row = self._object(line)
                if row.keys() != columns.keys():
                    raise self.spoilt(f"line {found} of {table.name} has different columns")
                yield {name: self._value(*columns[name], value, table.name, found) for name, value in row.items()}
        if (found, digest.hexdigest()) != (self.manifest.rows[table.name], self.manifest.sha256[table.name]):
            raise self.spoilt(f"{table.name} has changed since it was written")

    def spoilt(self, why: str) -> BackupUnusable:
        return BackupUnusable(self._file, f"{why}. It is damaged, or it is not a backup. Use another")

    def _manifest(self) -> Manifest:
        try:
            with self._packed.open(MANIFEST) as entry:
                told = self._object(entry.read(LONGEST_LINE))
            manifest = Manifest(**told)
        except (KeyError, TypeError):
            raise self.spoilt("it has no manifest of the tutor") from None
        if manifest.form != FORM:
            raise BackupUnusable(self._file, "it was made by a tutor whose backups this one cannot read")
        kinds = {"tutor": str, "migration": str, "made_at": str, "rows": dict, "sha256": dict}
        if not all(isinstance(getattr(manifest, name), kind) for name, kind in kinds.items()):
            raise self.spoilt("its manifest cannot be read")
        rows, digests = manifest.rows, manifest.sha256
        if rows.keys() != digests.keys() or not all(type(count) is int and count >= 0 for count in rows.values()):
            raise self.spoilt("its manifest cannot be read")
        return manifest

    def _object(self, line: bytes) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            raise self.spoilt("it contains something that is not JSON") from None
        if not isinstance(found, dict):
            raise self.spoilt("it contains a line that is not a row")
        return found

    def _value(self, column: Column[Any], kind: type, value: object, table: str, line: int) -> object:
        if value is None and column.nullable:
            return None
        if kind is datetime and type(value) is str:
            with suppress(ValueError, OverflowError):
                moment = datetime.fromisoformat(value)
                if moment.tzinfo is not None:
                    return moment.astimezone(UTC)
        elif type(value) is kind and not (isinstance(value, float) and not math.isfinite(value)):
            return value
        raise self.spoilt(f"line {line} of {table} has a wrong {column.name}")


def restore(
    study: Study,
    file: Path,
    progress: Progress,
    replaced: Path | None = None,
    passphrase: Callable[[], str] | None = None,
) -> Manifest:
    """Puts what a backup holds into a database, wholly or not at all; sessions are at an end then.

    Where something is kept there already, it goes into the file `replaced` first, and without one it is left alone.
    The `passphrase` is asked for where the backup is encrypted, and encrypts what is replaced as well. A copy that was
    made before the tables of a file were changed does as well as a backup.
    Raises `BackupUnusable` and `DatabaseUnavailable`.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        plain, word = _plain(file, folder, passphrase)
        with Backup.opened(_upgraded(plain, folder, file), file) as backup:
            for table in tables():
                for _ in backup.rows(table):
                    pass
            with study.database.writing() as connection:
                _hold(connection)
                if not _is_empty(connection):
                    if replaced is None:
                        where = f"{study.database.place} already contains data"
                        raise BackupUnusable(
                            file, f"{where}. Choose another folder or server, or replace the data with --replace"
                        )
                    _write(connection, replaced, BackupOrigin(__version__, study.now.isoformat()), untold, word)
                for table in (*map(Base.metadata.tables.__getitem__, sorted(LEFT_OUT)), *reversed(tables())):
                    connection.execute(delete(table))
                _insert_rows(connection, backup, tables(), progress)
                _number_on(connection)
            return backup.manifest


def _plain(file: Path, folder: Path, passphrase: Callable[[], str] | None) -> tuple[Path, str | None]:
    """A file as it was before it was encrypted, if it was, and the passphrase that it was encrypted by."""
    try:
        with file.open("rb") as opened:
            if not is_encrypted(opened.read(64)):
                return file, None
        if passphrase is None:
            raise BackupUnusable(file, "it is encrypted, and no passphrase was given")
        word = passphrase()
        plain = folder / "plain"
        plain.write_bytes(decrypted(file, word))
    except OSError as error:
        raise BackupUnusable(file, (error.strerror or "it cannot be read").lower()) from None
    return plain, word


def _insert_rows(connection: Connection, backup: Backup, taken: list[Table], progress: Progress) -> None:
    done = 0
    for table in taken:
        rows = backup.rows(table)
        while some := list(islice(rows, _AT_ONCE)):
            try:
                connection.execute(insert(table), some)
            except (IntegrityError, DataError, OverflowError, UnicodeError, InvalidText) as error:
                reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
                raise backup.spoilt(f"the rows of {table.name} cannot be stored ({reason})") from None
            done += len(some)
            progress(done, backup.manifest.total)
        if connection.scalar(count_of(table)) != backup.manifest.rows[table.name]:
            raise backup.spoilt(f"{table.name} has the wrong rows")


def _hold(connection: Connection) -> None:
    """Lets nobody else write until the transaction ends; on SQLite nobody does anyhow."""
    if connection.dialect.name == "postgresql":
        names = ", ".join(f'"{table.name}"' for table in Base.metadata.sorted_tables)
        connection.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))


def _is_empty(connection: Connection) -> bool:
    """Whether there is nothing but what a new database has, and what can be computed again."""
    learners = connection.execute(select(LearnerRow.passphrase)).all()
    ignored = (LearnerRow.__tablename__, HindsightRow.__tablename__)
    rest = [table for table in tables() if table.name not in ignored]
    nobody = len(learners) <= 1 and not any(row.passphrase for row in learners)
    return nobody and not any(connection.execute(select(table).limit(1)).first() for table in rest)


def _number_on(connection: Connection) -> None:
    """Lets a server number its next rows from the highest on; SQLite does by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in tables():
        column = table.autoincrement_column
        if column is not None:
            sequence = func.pg_get_serial_sequence(f'"{table.name}"', column.name)
            highest = select(func.max(column)).scalar_subquery()
            connection.execute(select(func.setval(sequence, func.coalesce(highest, 1), highest.is_not(None))))


def _kind(column: Column[Any]) -> type:
    kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    return kind.python_type


def _upgraded(file: Path, folder: Path, named: Path) -> Path:
    """A backup of an earlier tutor, or a copy of its database, brought up to date by the migrations; ours as it is."""
    made = folder / "earlier.sqlite3"
    if _is_database(file):
        shutil.copyfile(file, made)
        by = BackupOrigin("of an earlier version", datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat())
        return _repacked(made, by, folder)
    with Backup.opened(file, named) as backup:
        if backup.manifest.migration == HEAD:
            if set(backup.manifest.rows) != {table.name for table in tables()}:
                raise backup.spoilt("it has different tables")
            return file
        engine = create_engine(url_of(made))
        try:
            with engine.begin() as connection:
                migrate(connection, backup.manifest.migration)
                taken = [table for table in tables_found(connection) if table.name in backup.manifest.rows]
                if len(taken) != len(backup.manifest.rows):
                    raise backup.spoilt("it has different tables")
                for table in reversed(taken):
                    connection.execute(delete(table))
                _insert_rows(connection, backup, taken, untold)
        except ForeignDatabase:
            raise BackupUnusable(
                named,
                f"it was made by tutor {backup.manifest.tutor}, which is newer than this one. Update this tutor first",
            ) from None
        finally:
            engine.dispose()
    return _repacked(made, BackupOrigin(backup.manifest.tutor, backup.manifest.made_at), folder)


def _repacked(made: Path, by: BackupOrigin, folder: Path) -> Path:
    """The backup of a database that is brought up to date on the way. Raises `DatabaseUnavailable`."""
    database = Database.open(made, is_copied=False)
    try:
        database.check(CHECKED_BEFORE)
        with database.reading() as connection:
            _write(connection, folder / "now.zip", by, untold)
    finally:
        database.close()
    return folder / "now.zip"


def _is_database(file: Path) -> bool:
    with suppress(OSError), file.open("rb") as opened:
        return opened.read(len(_SQLITE)) == _SQLITE
    return False
