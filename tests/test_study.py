"""The store: what was answered is kept, brought up to date, and never lost without a word."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine

from tutor.study.database import HEAD, StudyUnusable
from tutor.study.store import Answer, Place, Study
from tutor.study.tables import Base

BIRTH = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Clock:
    """A minute later at every look."""

    def __init__(self) -> None:
        self.now = BIRTH

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "study.sqlite3"


@pytest.fixture
def study(file: Path):  # type: ignore[no-untyped-def]
    opened = Study.open(file, Clock())
    yield opened
    opened.close()


def answer(item: str, shade: str = "best") -> Answer:
    return Answer("game", item, "HK", shade, "hel-lead-trump-plain")


def test_the_latest_answer_to_an_item_counts_and_every_answer_is_kept(study: Study, file: Path) -> None:
    study.record(answer("one/trick-1-Y", "not advised"))
    study.record(answer("one/trick-1-Y", "best"))
    study.record(answer("two/trick-1-Y", "acceptable"))
    assert study.latest("game", "one/") == {"one/trick-1-Y": answer("one/trick-1-Y", "best")}
    assert set(study.latest("game")) == {"one/trick-1-Y", "two/trick-1-Y"}
    assert study.latest("declare") == {}
    assert study.tally("game") == {"not advised": 1, "best": 1, "acceptable": 1}
    with sqlite3.connect(file) as raw:
        assert raw.execute("SELECT count(*), min(at) FROM answer").fetchone() == (3, "2026-01-01 12:01:00.000000")


def test_a_name_that_begins_like_another_is_not_taken_for_it(study: Study) -> None:
    study.record(answer("hel-game-01/call-1"))
    assert study.latest("game", "hel-game-0/") == {}
    assert study.latest("game", "hel-game-01/") != {}


def test_the_place_last_left_comes_first_and_each_game_has_one(study: Study) -> None:
    for place in (Place("one", 3, "a"), Place("two", 5, "y"), Place("one", 4, "turn")):
        study.stand(place)
    assert study.places() == (Place("one", 4, "turn"), Place("two", 5, "y"))


def test_what_was_kept_is_there_when_the_study_is_opened_again(study: Study, file: Path) -> None:
    study.record(answer("one/call-1"))
    study.stand(Place("one", 3, "a"))
    study.close()
    again = Study.open(file, Clock())
    assert again.latest("game") == {"one/call-1": answer("one/call-1")}
    assert again.places() == (Place("one", 3, "a"),)
    again.close()


@pytest.mark.usefixtures("study")
def test_the_migrations_make_the_tables_that_the_code_knows(file: Path) -> None:
    with create_engine(f"sqlite:///{file}").connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == HEAD
        assert compare_metadata(context, Base.metadata) == []


def test_two_tutors_may_keep_answers_in_one_file(study: Study, file: Path) -> None:
    other = Study.open(file, Clock())
    study.record(answer("one/call-1"))
    other.record(answer("one/call-2"))
    assert set(study.latest("game")) == set(other.latest("game")) == {"one/call-1", "one/call-2"}
    other.close()


def test_a_file_that_is_no_database_is_left_alone_and_named(file: Path) -> None:
    file.parent.mkdir()
    file.write_text("my shopping list, which is not a database at all\n" * 40)
    with pytest.raises(StudyUnusable, match=r"study\.sqlite3, which cannot be used: file is not a database"):
        Study.open(file, Clock())
    assert file.read_text().startswith("my shopping list")


def test_a_database_of_something_else_is_left_alone_and_named(file: Path) -> None:
    file.parent.mkdir()
    with sqlite3.connect(file) as raw:
        raw.execute("CREATE TABLE answer (question TEXT)")
    with pytest.raises(StudyUnusable, match="another program"):
        Study.open(file, Clock())
    with sqlite3.connect(file) as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("answer",)]


def test_a_database_of_a_later_tutor_is_not_spoiled(study: Study, file: Path) -> None:
    study.close()
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StudyUnusable, match="newer"):
        Study.open(file, Clock())


def test_an_answer_that_cannot_be_kept_is_told_and_takes_nothing_with_it(study: Study, file: Path) -> None:
    study.record(answer("one/call-1"))
    with sqlite3.connect(file) as raw:
        raw.execute("CREATE TRIGGER full BEFORE INSERT ON answer BEGIN SELECT RAISE(ABORT, 'the disk is full'); END")
    with pytest.raises(StudyUnusable, match="could not be kept: the disk is full"):
        study.record(answer("one/call-2"))
    assert set(study.latest("game")) == {"one/call-1"}


def test_a_migration_that_fails_halfway_leaves_nothing_behind(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("alembic.operations.Operations.bulk_insert", fail)
    with pytest.raises(StudyUnusable, match="No space left"):
        Study.open(file, Clock())
    monkeypatch.undo()
    Study.open(file, Clock()).close()


def test_tutors_that_start_together_make_the_tables_once(file: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        for study in pool.map(lambda _: Study.open(file, Clock()), range(4)):
            assert study.places() == ()
            study.close()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(StudyUnusable, match="taken"):
        Study.open(tmp_path / "taken" / "study.sqlite3", Clock())
