"""All that is kept, in one file that either database takes in again.

The file is a zip: a manifest, and the rows of each table as JSON, an object a line. What signs sessions is not in it,
nor what was tried how often.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    Table,
    TypeDecorator,
    create_engine,
    delete,
    func,
    insert,
    select,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError

from tutor import __version__
from tutor.bulk import Progress, untold
from tutor.errors import TutorError
from tutor.study.database import HEAD, Database, NotOurs, migrate, url_of
from tutor.study.store import Study
from tutor.study.tables import AttemptRow, Base, HindsightRow, JobRow, KeyRow, LearnerRow, LoginRow, Unkeepable
from tutor.wording import sentences

FORM = 1
"""To be raised when the file changes otherwise than its tables do."""

LEFT_OUT = frozenset(row.__tablename__ for row in (KeyRow, AttemptRow, JobRow, LoginRow))
MANIFEST = "manifest.json"
LONGEST_LINE = 8 * 2**20
MOST_BYTES = 4 * 2**30
_AT_ONCE = 500


class BackupUnusable(TutorError):
    """A file that cannot be written, or that is no backup, or that cannot be restored there."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(sentences(f"{file}: {why}"))


@dataclass(frozen=True, slots=True)
class Made:
    """Which tutor made a backup, and when."""

    by: str
    at: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself: who made it when, and the number and the digest of each table’s rows."""

    form: int
    tutor: str
    migration: str
    made_at: str
    rows: Mapping[str, int]
    sha256: Mapping[str, str]

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def tables() -> list[Table]:
    """What is backed up: each table after those that it refers to."""
    return [table for table in Base.metadata.sorted_tables if table.name not in LEFT_OUT]


# ---- out ---------------------------------------------------------------------------------------------------------


def back_up(study: Study, file: Path, progress: Progress) -> Manifest:
    """Writes all that is kept at one moment into a file, in the stead of what it held.

    Raises `BackupUnusable` where the file cannot be written (what it held is then still there), and `StudyUnusable`.
    """
    with study.database.reading() as connection:
        return _write(connection, file, Made(__version__, study.now.isoformat()), progress)


def _write(connection: Connection, file: Path, made: Made, progress: Progress) -> Manifest:
    try:
        with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}-", delete=False) as beside:
            try:
                manifest = _packed(connection, beside, made, progress)
                beside.flush()
                os.fsync(beside.fileno())
                beside.close()
                Path(beside.name).replace(file)
            except BaseException:
                beside.close()
                Path(beside.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise BackupUnusable(file, (error.strerror or "it cannot be written").lower()) from None
    return manifest


def _packed(connection: Connection, file: Any, made: Made, progress: Progress) -> Manifest:
    counts = {table.name: connection.scalar(_count(table)) or 0 for table in tables()}
    digests: dict[str, str] = {}
    total, done = sum(counts.values()), 0
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for table in tables():
            digest = hashlib.sha256()
            rows = connection.execute(
                select(table).order_by(*table.primary_key), execution_options={"yield_per": _AT_ONCE}
            )
            with packed.open(_entry(table.name), "w", force_zip64=True) as entry:
                for row in rows.mappings():
                    line = _line(row)
                    entry.write(line)
                    digest.update(line)
                    done += 1
                    progress(done, total)
            digests[table.name] = digest.hexdigest()
        manifest = Manifest(FORM, made.by, HEAD, made.at, counts, digests)
        packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
    return manifest


def _line(row: Mapping[Any, Any]) -> bytes:
    plain = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}
    return (json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _entry(table: str) -> str:
    return f"{table}.jsonl"


def _count(table: Table) -> Any:
    return select(func.count()).select_from(table)


# ---- in ----------------------------------------------------------------------------------------------------------


class Backup:
    """A file that was opened: its manifest, and the rows of its tables, each checked as it is read."""

    def __init__(self, file: Path, packed: ZipFile) -> None:
        self._file, self._packed = file, packed
        infos = {info.filename: info for info in packed.infolist()}
        if len(infos) != len(packed.infolist()) or any(info.flag_bits & 1 for info in infos.values()):
            raise self.spoilt("it has the same name twice in it, or a password")
        if any(info.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for info in infos.values()):
            raise self.spoilt("it is packed in another way than ours")
        if sum(info.file_size for info in infos.values()) > MOST_BYTES:
            raise self.spoilt(f"it would unpack to more than {MOST_BYTES // 2**30} GB")
        self.manifest = self._manifest()
        if set(infos) != {MANIFEST, *map(_entry, self.manifest.rows)}:
            raise self.spoilt("it does not hold what its manifest names")

    @classmethod
    @contextmanager
    def opened(cls, file: Path) -> Iterator[Backup]:
        """A backup to read from. Raises `BackupUnusable`, also while it is read."""
        try:
            with ZipFile(file) as packed:
                yield cls(file, packed)
        except OSError as error:
            raise BackupUnusable(file, (error.strerror or "it cannot be read").lower()) from None
        except (BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError):
            raise BackupUnusable(file, "it is damaged, or no backup at all; take another") from None

    def rows(self, table: Table) -> Iterator[dict[str, Any]]:
        """The rows of a table. Raises `BackupUnusable` where they are not those that were written."""
        digest, found = hashlib.sha256(), 0
        columns = {column.name: (column, _kind(column)) for column in table.columns}
        with self._packed.open(_entry(table.name)) as entry:
            while line := entry.readline(LONGEST_LINE):
                digest.update(line)
                found += 1
                if not line.endswith(b"\n") or found > self.manifest.rows[table.name]:
                    raise self.spoilt(f"{table.name} is longer than it was")
                row = self._object(line)
                if row.keys() != columns.keys():
                    raise self.spoilt(f"line {found} of {table.name} has other columns")
                yield {name: self._value(*columns[name], value, table.name, found) for name, value in row.items()}
        if (found, digest.hexdigest()) != (self.manifest.rows[table.name], self.manifest.sha256[table.name]):
            raise self.spoilt(f"{table.name} is not what was written")

    def spoilt(self, why: str) -> BackupUnusable:
        return BackupUnusable(self._file, f"{why}; it is damaged, or no backup at all. Take another")

    def _manifest(self) -> Manifest:
        try:
            with self._packed.open(MANIFEST) as entry:
                told = self._object(entry.read(LONGEST_LINE))
            manifest = Manifest(**told)
        except (KeyError, TypeError):
            raise self.spoilt("it has no manifest of ours") from None
        if manifest.form != FORM:
            raise BackupUnusable(self._file, "another tutor made it, whose backups this one cannot read")
        kinds = {"tutor": str, "migration": str, "made_at": str, "rows": dict, "sha256": dict}
        if not all(isinstance(getattr(manifest, name), kind) for name, kind in kinds.items()):
            raise self.spoilt("its manifest cannot be read")
        rows, digests = manifest.rows, manifest.sha256
        if rows.keys() != digests.keys() or not all(type(one) is int and one >= 0 for one in rows.values()):
            raise self.spoilt("its manifest cannot be read")
        return manifest

    def _object(self, line: bytes) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            raise self.spoilt("it holds what is not JSON") from None
        if not isinstance(found, dict):
            raise self.spoilt("it holds a line that is no row")
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


def restore(study: Study, file: Path, progress: Progress, replaced: Path | None = None) -> Manifest:
    """Puts what a backup holds into a database, wholly or not at all; sessions are at an end then.

    Where something is kept there already, it goes into the file `replaced` first, and without one it is left alone.
    Raises `BackupUnusable` and `StudyUnusable`.
    """
    with TemporaryDirectory() as folder, Backup.opened(_brought_up_to_date(file, Path(folder))) as backup:
        for table in tables():
            for _ in backup.rows(table):
                pass
        with study.database.writing() as connection:
            _hold(connection)
            if not _is_empty(connection):
                if replaced is None:
                    where = f"something is kept in {study.database.place} already"
                    raise BackupUnusable(file, f"{where}. Choose another folder or server, or replace it by --replace")
                _write(connection, replaced, Made(__version__, study.now.isoformat()), untold)
            for table in (*map(Base.metadata.tables.__getitem__, sorted(LEFT_OUT)), *reversed(tables())):
                connection.execute(delete(table))
            _take_in(connection, backup, tables(), progress)
            _number_on(connection)
        return backup.manifest


def _take_in(connection: Connection, backup: Backup, taken: list[Table], progress: Progress) -> None:
    done = 0
    for table in taken:
        rows = backup.rows(table)
        while some := list(islice(rows, _AT_ONCE)):
            try:
                connection.execute(insert(table), some)
            except (IntegrityError, DataError, OverflowError, UnicodeError, Unkeepable) as error:
                reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
                raise backup.spoilt(f"the rows of {table.name} cannot be kept ({reason})") from None
            done += len(some)
            progress(done, backup.manifest.total)
        if connection.scalar(_count(table)) != backup.manifest.rows[table.name]:
            raise backup.spoilt(f"{table.name} has other rows than it should")


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


def _brought_up_to_date(file: Path, folder: Path) -> Path:
    """A backup of an earlier tutor with its tables brought up to date by the migrations; ours as it is."""
    with Backup.opened(file) as backup:
        if backup.manifest.migration == HEAD:
            if set(backup.manifest.rows) != {table.name for table in tables()}:
                raise backup.spoilt("it has other tables")
            return file
        made = folder / "earlier.sqlite3"
        engine = create_engine(url_of(made))
        try:
            with engine.begin() as connection:
                migrate(connection, backup.manifest.migration)
                known = MetaData()
                known.reflect(connection)
                taken = [table for table in known.sorted_tables if table.name in backup.manifest.rows]
                if len(taken) != len(backup.manifest.rows):
                    raise backup.spoilt("it has other tables")
                for table in reversed(taken):
                    connection.execute(delete(table))
                _take_in(connection, backup, taken, untold)
        except NotOurs:
            raise BackupUnusable(
                file, f"tutor {backup.manifest.tutor} made it, which is newer than this one. Renew this one first"
            ) from None
        finally:
            engine.dispose()
    database = Database.open(made)
    with database.reading() as connection:
        _write(connection, folder / "now.zip", Made(backup.manifest.tutor, backup.manifest.made_at), untold)
    database.close()
    return folder / "now.zip"
