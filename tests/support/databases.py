"""Databases reached behind the tutor’s back: statements, a full disk, and other migrations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect, text

from tutor.study.storage import database, write_turns
from tutor.study.storage.database import url_of
from tutor.study.storage.migration import MIGRATIONS

HANG = 20.0
"""Seconds: where a test takes longer on any machine, it hangs."""
PATIENT = 60.0


def wait_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets whoever waits for the database, or for a turn at writing, wait for longer than `HANG`.

    That nobody waits can then be told from a machine that is busy, and who does wait is not sent away.
    """
    monkeypatch.setattr(database, "WAIT", PATIENT)
    monkeypatch.setattr(database, "WAIT_TO_READ", PATIENT)
    monkeypatch.setattr(write_turns, "SLOW", PATIENT)


def sql(where: Path | str, *statements: str) -> list[tuple[Any, ...]]:
    """Runs statements behind the tutor’s back, all or none; the rows of the last, where it has any."""
    engine = create_engine(url_of(where))
    with engine.begin() as connection:
        results = [connection.execute(text(statement)) for statement in statements]
        found = [tuple(row) for row in results[-1]] if results[-1].returns_rows else []
    engine.dispose()
    return found


def fill_the_disk(where: Path | str, table: str) -> None:
    """From now on no row goes into a table: the database answers as if the disk were full."""
    if isinstance(where, Path):
        sql(where, f"CREATE TRIGGER full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
        return
    sql(
        where,
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE disk_full USING MESSAGE = 'the disk is full'; END $$",
        f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()",
    )


def migrate(where: Path | str, revision: str) -> None:
    """Brings a database forward, or back, to a migration."""
    engine = create_engine(url_of(where))
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        known = inspect(connection).has_table("alembic_version")
        at = connection.scalar(text("SELECT version_num FROM alembic_version")) if known else ""
        (command.upgrade if at < revision else command.downgrade)(config, revision)
    engine.dispose()
