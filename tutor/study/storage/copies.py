"""Copies of a database, each made before its tables are changed; and where its backups are."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from tutor import __version__
from tutor.bulk import untold
from tutor.study.storage.backup_file import BackupOrigin, hold_folder, pack, put, tables_found

NOTES = "backups.txt"
"""The file in which it is noted where backups were written, a line each, the newest last."""
MOST_NOTED = 20


def copied(connection: Connection, folder: Path, version: str, to: str, now: datetime) -> Path:
    """Copies all that is kept, as it is before the tables go from one migration to another; where the copy is.

    Of a file it is a database as it was; of a server, a backup. Nobody writes meanwhile. Raises `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    is_file = connection.dialect.name == "sqlite"
    name = f"before-{to}-from-{version}-{now:%Y%m%d-%H%M%S}"
    copy = _free(folder, f"study-{name}" if is_file else f"love-all-{name}", ".sqlite3" if is_file else ".zip")
    if is_file:
        _copy_file(Path(str(connection.engine.url.database)), copy)
    else:
        made = BackupOrigin(__version__, now.isoformat())
        put(copy, lambda to: pack(connection, to, tables_found(connection), version, made, untold))
    note(folder, copy)
    return copy


def note(folder: Path, file: Path) -> None:
    """Notes where a backup is, for whoever will need it; that it cannot be noted is no reason to do without it."""
    with suppress(OSError, UnicodeError):
        lines = [line for line in _noted(folder) if line != str(file.absolute())]
        text = "".join(f"{line}\n" for line in (*lines, file.absolute())[-MOST_NOTED:])
        (folder / NOTES).write_text(text, encoding="utf-8")


def known(folder: Path) -> tuple[str, ...]:
    """Where the backups are that are still there, the newest last."""
    with suppress(OSError, UnicodeError):
        return tuple(line for line in _noted(folder) if Path(line).is_file())
    return ()


def _noted(folder: Path) -> list[str]:
    file = folder / NOTES
    return file.read_text(encoding="utf-8").splitlines() if file.is_file() else []


def _free(folder: Path, name: str, suffix: str) -> Path:
    """A name that no file has yet."""
    copy, number = folder / f"{name}{suffix}", 1
    while copy.exists():
        number += 1
        copy = folder / f"{name}-{number}{suffix}"
    return copy


def _copy_file(file: Path, copy: Path) -> None:
    """Copies a database of SQLite at one moment, and puts it under its name when all of it is on the disk and sound."""
    beside = copy.with_name(f".{copy.name}.unfinished")
    beside.unlink(missing_ok=True)
    beside.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(beside)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
            found = target.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise OSError(0, f"the database is damaged ({found})")
        with beside.open("r+b") as written:  # Windows writes to the disk only what is open for writing
            os.fsync(written.fileno())
        beside.rename(copy)
        hold_folder(copy.parent)
    except sqlite3.Error as error:
        raise OSError(0, str(error)) from None
    finally:
        beside.unlink(missing_ok=True)
