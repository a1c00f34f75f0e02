"""Every migration: forward and back with data in every table, all or nothing, a copy before, and nothing newer touched.

Which migrations there are is found: one that is added later is tested by the same tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.operations import Operations
from click.testing import CliRunner
from sqlalchemy import MetaData, create_engine, inspect, select

from tests.support.databases import migrate, sql
from tests.support.filled_study import fill, fill_tables
from tests.support.postgres import Server
from tutor.__main__ import tutor
from tutor.bulk import untold
from tutor.study.review import memories
from tutor.study.storage import copies
from tutor.study.storage.backup import Backup, restore
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.database import HEAD, Database, DatabaseUnavailable, url_of
from tutor.study.storage.migration import revisions
from tutor.study.study import Study

NOW = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
REVISIONS = revisions()
DERIVED = {"memory", "review"}
"""What is made of the answers again when a database is brought up to date."""
SHUT = {("learner", "passphrase"), ("learner", "epoch"), ("slip", "used_at")}
"""What is changed on the way back, so that a closed account and a cancelled invitation stay shut."""

Kept = Mapping[str, list[dict[str, Any]]]

pytestmark = [pytest.mark.databases, pytest.mark.slow]


@pytest.fixture
def old(where: Path | str, server_of: Callable[[], str]) -> Path | str:
    """Where nothing is kept yet, not even tables."""
    if isinstance(where, Path):
        where.parent.mkdir(parents=True)
        return where
    return server_of()


@pytest.fixture
def server_of(request: pytest.FixtureRequest) -> Iterator[Callable[[], str]]:
    """Gives the address of a database on the server without tables."""
    made = list[str]()

    def empty() -> str:
        server: Server = request.getfixturevalue("server")
        made.append(server.empty("migrations"))
        return made[-1]

    yield empty
    for address in made:
        request.getfixturevalue("server").drop(address)


def filled(where: Path | str, revision: str) -> None:
    """Makes a database as the tutor of that migration had it, with rows in every table."""
    migrate(where, revision)
    engine = create_engine(url_of(where))
    with engine.begin() as connection:
        known = MetaData()
        known.reflect(connection)
        fill_tables(connection, [table for table in known.sorted_tables if table.name != "alembic_version"])
    engine.dispose()


def kept(where: Path | str) -> Kept:
    """All rows of all tables, as they are found."""
    engine = create_engine(url_of(where))
    with engine.connect() as connection:
        known = MetaData()
        known.reflect(connection)
        found = {
            table.name: [dict(row) for row in connection.execute(select(table).order_by(*table.primary_key)).mappings()]
            for table in known.sorted_tables
        }
    engine.dispose()
    return found


def schema(where: Path | str) -> list[tuple[object, ...]]:
    """Every column, index and reference."""
    engine = create_engine(url_of(where))
    with engine.connect() as connection:
        look = inspect(connection)
        found: list[tuple[object, ...]] = []
        for name in sorted(look.get_table_names()):
            found += [
                (name, column["name"], str(column["type"]), column["nullable"]) for column in look.get_columns(name)
            ]
            found += [(name, str(index["name"]), index["unique"]) for index in look.get_indexes(name)]
            found += [(name, *key["constrained_columns"], key["referred_table"]) for key in look.get_foreign_keys(name)]
    engine.dispose()
    return sorted(found, key=repr)


def common(one: Kept, other: Kept, *, without: frozenset[tuple[str, str]] = frozenset()) -> tuple[Kept, Kept]:
    """What both know of: the tables and columns of both."""
    tables = one.keys() & other.keys() - {"alembic_version"}
    columns = {
        table: {column for column in one[table][0].keys() & other[table][0].keys() if (table, column) not in without}
        for table in tables
        if one[table] and other[table]
    }

    def part(of: Kept) -> Kept:
        return {table: [{name: row[name] for name in columns.get(table, ())} for row in of[table]] for table in tables}

    return part(one), part(other)


@contextmanager
def opened(where: Path | str, folder: Path) -> Iterator[Database]:
    database = Database.open(where, folder=folder, now=lambda: NOW)
    yield database
    database.close()


def test_the_newest_migration_is_the_one_that_the_code_is_for() -> None:
    assert REVISIONS[-1] == HEAD
    assert list(REVISIONS) == sorted(REVISIONS)


@pytest.mark.parametrize("revision", REVISIONS)
def test_data_of_every_migration_survive_forward_back_and_forward_again(
    old: Path | str, tmp_path: Path, revision: str
) -> None:
    filled(old, revision)
    before, tables = kept(old), schema(old)
    assert all(before.values()), "something is in every table"
    with opened(old, tmp_path) as database:
        up = kept(old)
        was, now = common(before, up)
        assert {name: now[name] for name in now if name not in DERIVED} == {
            name: was[name] for name in was if name not in DERIVED
        }
        assert now.keys() == before.keys() - {"alembic_version"}
        if revision == HEAD:
            return
        database.downgrade(revision, lambda: NOW)
        assert schema(old) == tables, "the tables are those that there were"
        back = kept(old)
        for name in before.keys() - DERIVED:
            assert back[name] == before[name], name
    with opened(old, tmp_path) as again:
        again_up = kept(old)
        assert all(again_up[name] == up[name] for name in up)
        again.check()


@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_what_a_new_database_has_goes_back_as_far_as_the_old_one_knows_it(
    old: Path | str, tmp_path: Path, revision: str
) -> None:
    with opened(old, tmp_path) as database:
        fill(database)
        full = kept(old)
        database.downgrade(revision, lambda: NOW)
        was, now = common(full, kept(old), without=frozenset(SHUT))
        assert now == was
    with opened(old, tmp_path):
        was, now = common(full, kept(old), without=frozenset(SHUT))
        for name in now.keys() - DERIVED:
            if now[name]:
                assert len(now[name]) == len(was[name]), name


def test_what_was_shut_stays_shut_for_an_older_tutor(old: Path | str, tmp_path: Path) -> None:
    """It knows no closed accounts, and no cancelled invitations."""
    with opened(old, tmp_path) as database:
        fill(database)
        sql(
            old,
            "UPDATE slip SET used_at = NULL",
            "UPDATE slip SET cancelled_at = NULL WHERE id = 3",
            "UPDATE learner SET closed_at = NULL WHERE id = 3",
        )
        database.downgrade("0006", lambda: NOW)
    assert sql(old, "SELECT id FROM slip WHERE used_at IS NULL ORDER BY id") == [(3,)]
    assert sql(old, "SELECT id FROM learner WHERE passphrase IS NOT NULL ORDER BY id") == [(3,)]


# ---- a copy before -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_a_copy_is_made_before_and_can_be_restored(old: Path | str, tmp_path: Path, revision: str) -> None:
    filled(old, revision)
    before = kept(old)
    with opened(old, tmp_path / "copies"):
        after = kept(old)
    (copy,) = (file for file in (tmp_path / "copies").iterdir() if file.name != copies.NOTES)
    assert f"before-{HEAD}-from-{revision}-20260304-093000" in copy.name
    assert copy.stat().st_mode & 0o077 == 0
    assert copies.known(tmp_path / "copies") == (str(copy),)
    if copy.suffix == ".sqlite3":
        assert kept(copy) == before
    else:
        with Backup.opened(copy) as backup:
            assert backup.manifest.migration == revision
    elsewhere = Study.open(tmp_path / "elsewhere" / FILE, lambda: NOW)
    restore(elsewhere, copy, untold)
    elsewhere.close()
    restored = kept(tmp_path / "elsewhere" / FILE)
    for name in before.keys() - {"alembic_version", "kept_key", "attempt", "job", "login"}:
        assert restored[name] == after[name], name


def test_no_copy_is_made_of_what_need_not_be_changed(old: Path | str, tmp_path: Path) -> None:
    for _ in range(2):
        with opened(old, tmp_path / "copies"):
            pass
    assert not (tmp_path / "copies").exists() or not list((tmp_path / "copies").iterdir())


def test_where_no_copy_can_be_made_nothing_is_changed(old: Path | str, tmp_path: Path) -> None:
    filled(old, "0003")
    before = kept(old)
    (tmp_path / "taken").write_text("")
    with pytest.raises(
        DatabaseUnavailable, match=r"backup before it could not be written to .*taken.*Nothing has been"
    ):
        Database.open(old, folder=tmp_path / "taken")
    assert kept(old) == before
    if isinstance(old, str):
        with pytest.raises(DatabaseUnavailable, match="there is no folder"):
            Database.open(old)
        assert kept(old) == before


def test_a_copy_that_cannot_be_finished_is_not_left_under_its_name(
    old: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(old, "0003")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(DatabaseUnavailable, match="No space left"):
        Database.open(old, folder=tmp_path / "copies")
    assert list((tmp_path / "copies").iterdir()) == []


# ---- all or nothing ----------------------------------------------------------------------------------------------

FAULTS: Mapping[str, tuple[object, str]] = {
    "the last migration": (Operations, "create_index"),
    "what is made at the end": (memories, "rebuild_every"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_fails_in_the_middle_leaves_all_as_it_was(
    old: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    filled(old, "0004")
    before, tables = kept(old), schema(old)

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*FAULTS[fault], fail)
    with pytest.raises(DatabaseUnavailable, match="No space left"):
        Database.open(old, folder=tmp_path)
    monkeypatch.undo()
    assert schema(old) == tables
    assert kept(old) == before
    with opened(old, tmp_path):
        pass


def test_what_fails_on_the_way_back_leaves_all_as_it_was(
    old: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with opened(old, tmp_path) as database:
        fill(database)
        before, tables = kept(old), schema(old)
        monkeypatch.setattr(Operations, "drop_table", fail)
        with pytest.raises(DatabaseUnavailable, match="Its tables are as they were"):
            database.downgrade("0001", lambda: NOW)
        assert schema(old) == tables
        assert kept(old) == before


def test_rows_that_would_refer_to_nothing_are_no_migration(old: Path | str, tmp_path: Path) -> None:
    """SQLite keeps what refers to nothing, if it is told so; such rows are older than the migration, and it says so."""
    if isinstance(old, str):
        pytest.skip("a server never has such rows")
    filled(old, "0006")
    sql(old, "INSERT INTO place (learner_id, game, step, seat, at) VALUES (99, 'one', 1, 'a', '2026-01-01')")
    before = kept(old)
    with pytest.raises(DatabaseUnavailable, match="row 4 of place would refer to a row of learner that is not there"):
        Database.open(old, folder=tmp_path)
    assert kept(old) == before


# ---- a newer one -------------------------------------------------------------------------------------------------


def test_an_older_tutor_refuses_a_newer_database_and_changes_nothing(old: Path | str, tmp_path: Path) -> None:
    with opened(old, tmp_path) as database:
        fill(database)
    sql(old, "ALTER TABLE answer ADD COLUMN mood VARCHAR(20)", "UPDATE alembic_version SET version_num = '9999'")
    before, tables, content = kept(old), schema(old), old.read_bytes() if isinstance(old, Path) else b""
    for new in (True, False):
        with pytest.raises(
            DatabaseUnavailable, match=rf"version 9999.*up to {HEAD}.*Nothing has been.*downgrade {HEAD}"
        ):
            Database.open(old, new=new, folder=tmp_path / "copies")
    assert schema(old) == tables
    assert kept(old) == before
    assert not (tmp_path / "copies").exists()
    if isinstance(old, Path):
        assert old.read_bytes() == content
        assert [file.name for file in old.parent.iterdir()] == [old.name]


def test_the_command_takes_the_tables_back_and_says_where_the_copy_is(old: Path | str, tmp_path: Path) -> None:
    with opened(old, tmp_path):
        pass
    runner = CliRunner(env={"DATABASE_URL": str(url_of(old).render_as_string(hide_password=False))})
    for wrong in ("9999", HEAD, "six"):
        refused = runner.invoke(tutor, ["downgrade", wrong, "--data", str(tmp_path)])
        assert isinstance(refused.exception, DatabaseUnavailable), wrong
        assert "no earlier version" in str(refused.exception)
    result = runner.invoke(tutor, ["downgrade", "0006", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    (copy,) = tmp_path.glob(f"**/*before-0006-from-{HEAD}*")
    assert str(copy) in result.output
    assert kept(old)["alembic_version"] == [{"version_num": "0006"}]
