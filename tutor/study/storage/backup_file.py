"""The file of a backup: a zip with a manifest, and the rows of each table as JSON, an object a line.

What signs sessions is not in it, nor who is logged in, nor what was tried how often.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from sqlalchemy import Connection, MetaData, Table, func, select

from tutor.bulk import Progress
from tutor.errors import TutorError
from tutor.study.storage.tables import Base, JobRow, RateLimitHit, SecretRow, SessionRow
from tutor.wording import sentences

FORM = 1
"""To be raised when the file changes otherwise than its tables do."""

LEFT_OUT = frozenset(row.__tablename__ for row in (SecretRow, RateLimitHit, JobRow, SessionRow))
MANIFEST = "manifest.json"
_AT_ONCE = 500


class BackupUnusable(TutorError):
    """A file that cannot be written, or that is no backup, or that cannot be restored there."""

    def __init__(self, file: Path, why: str) -> None:
        super().__init__(sentences(f"{file}: {why}"))


@dataclass(frozen=True, slots=True)
class BackupOrigin:
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


def tables_found(connection: Connection) -> list[Table]:
    """The same of a database whose tables are those of an earlier migration, as they are found there."""
    known = MetaData()
    known.reflect(connection)
    return [table for table in known.sorted_tables if table.name not in LEFT_OUT | {"alembic_version"}]


def pack(
    connection: Connection, file: IO[bytes], of: Sequence[Table], migration: str, made: BackupOrigin, progress: Progress
) -> Manifest:
    """Writes the rows of some tables into a file."""
    counts = {table.name: connection.scalar(count_of(table)) or 0 for table in of}
    digests: dict[str, str] = {}
    total, done = sum(counts.values()), 0
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for table in of:
            digest = hashlib.sha256()
            rows = connection.execute(
                select(table).order_by(*table.primary_key), execution_options={"yield_per": _AT_ONCE}
            )
            with packed.open(entry_of(table.name), "w", force_zip64=True) as entry:
                for row in rows.mappings():
                    line = _line(row)
                    entry.write(line)
                    digest.update(line)
                    done += 1
                    progress(done, total)
            digests[table.name] = digest.hexdigest()
        manifest = Manifest(FORM, made.by, migration, made.at, counts, digests)
        packed.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))
    return manifest


def put(file: Path, write: Callable[[IO[bytes]], Manifest]) -> Manifest:
    """Puts what is written into a file, in the stead of what it held, when all of it is on the disk.

    Raises `OSError`; what the file held is then still there.
    """
    with NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}-", delete=False) as beside:
        try:
            manifest = write(beside)
            beside.flush()
            os.fsync(beside.fileno())
            beside.close()
            Path(beside.name).replace(file)
            hold_folder(file.parent)
        except BaseException:
            beside.close()
            Path(beside.name).unlink(missing_ok=True)
            raise
    return manifest


def hold_folder(folder: Path) -> None:
    """Sees to it that the names in a folder are on the disk, where the system can."""
    if os.name == "nt":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def entry_of(table: str) -> str:
    """The name of a table’s rows in the file."""
    return f"{table}.jsonl"


def count_of(table: Table) -> Any:
    """The query for how many rows there are."""
    return select(func.count()).select_from(table)


def _line(row: Mapping[Any, Any]) -> bytes:
    plain = {name: _moment(value) if isinstance(value, datetime) else value for name, value in row.items()}
    return (json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _moment(value: datetime) -> str:
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
