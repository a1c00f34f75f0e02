"""What a database refuses is told for what it is, with what to do; and nothing is claimed that is not known."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from tests.robustness.circumstances import READ
from tests.study.answers.test_store import answer, server_alone, study_on_server
from tests.support.clock import NOW
from tests.support.databases import sql
from tests.support.filled_study import fill
from tests.support.postgres import Server
from tutor.__main__ import tutor
from tutor.bulk import untold
from tutor.study.storage import copies
from tutor.study.storage.backup import back_up, restore
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.database import Database
from tutor.study.storage.faults import (
    DatabaseAction,
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseUnavailable,
    DatabaseUnreachable,
    DiskFull,
    ReadOnly,
    Whereabouts,
    database_error,
)
from tutor.study.study import Study
from tutor.web.server.serve import check_database

pytestmark = pytest.mark.slow

__all__ = ["server_alone", "study_on_server"]

ASSURANCES = re.compile(r"still there|nothing is lost|is safe|is kept\b", re.IGNORECASE)
"""What nobody knows of a damaged database."""
PAGE = 4096


def spoil(file: Path, *, beginning: int = PAGE, share: float = 1.0) -> None:
    """Writes garbage over pages of a database that nobody has open."""
    random = Random(1859)
    content = bytearray(file.read_bytes())
    for at in range(beginning, len(content), PAGE):
        if random.random() < share:
            content[at : at + PAGE] = random.randbytes(PAGE)
    file.write_bytes(content)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A database with something in every table, and a backup of it."""
    file = tmp_path / "folder" / FILE
    study = Study.open(file, lambda: NOW)
    fill(study.database)
    for number in range(40):
        study.answers.record(answer(f"one/call-{number}"))
    back_up(study, tmp_path / "monday.zip", untold)
    study.close()
    assert not file.with_name(f"{FILE}-wal").exists()
    return file


def test_damage_is_found_at_the_start_and_the_newest_backup_is_named(kept: Path, tmp_path: Path) -> None:
    """Also where the pages that are read at a start are sound."""
    pages = kept.stat().st_size // PAGE
    spoil(kept, beginning=PAGE * (pages - 4))
    database = Database.open(kept)
    with pytest.raises(DatabaseDamaged) as found:
        check_database(database)
    database.close()
    message = str(found.value)
    assert message.startswith(f"the database {kept} is damaged: ")
    assert f"copy {kept} and the files beside it" in message
    assert f"({tmp_path / 'monday.zip'})" in message
    assert "tutor restore" in message
    assert not ASSURANCES.search(message)


def test_a_sound_database_is_found_so_and_a_large_one_is_not_looked_through_for_long(kept: Path) -> None:
    database = Database.open(kept)
    database.check()
    database.check(seconds=0.0)
    database.close()


def test_a_database_of_garbage_is_told_as_damaged_and_not_changed(kept: Path) -> None:
    spoil(kept)
    before = kept.read_bytes()
    with pytest.raises(DatabaseDamaged, match=r"is damaged: .*Stop the tutor.*tutor restore") as found:
        Database.open(kept)
    assert not ASSURANCES.search(str(found.value))
    assert kept.read_bytes() == before


def test_a_file_whose_beginning_is_garbage_may_be_another_program_s(kept: Path) -> None:
    spoil(kept, beginning=0)
    with pytest.raises(
        DatabaseDamaged, match=r"file is not a database.*another program.*Otherwise it is damaged.*monday\.zip"
    ):
        Database.open(kept)


@pytest.mark.parametrize("damage", [0.3, 1.0])
def test_pages_over_a_damaged_database_claim_nothing(
    client: FlaskClient, study: Study, where: Path, damage: float
) -> None:
    for number in range(40):
        study.answers.record(answer(f"one/call-{number}"))
    back_up(study, where.parent / "monday.zip", untold)
    study.close()
    spoil(where, share=damage)
    told_of = list[str]()
    forms: list[Callable[[], object]] = [
        lambda: client.post("/review/settings", data={"cap": "20", "new": "5", "level": "beginner"}),
        lambda: client.post("/practice/declare/AKJ762.765.A43.4", data={"answer": "leave"}),
    ]
    for answered in (*(client.get(page) for page in READ), *(send() for send in forms)):
        assert answered.status_code in (200, 302, 303, 503)  # type: ignore[attr-defined]
        if answered.status_code == 503:  # type: ignore[attr-defined]
            told_of.append(answered.text)  # type: ignore[attr-defined]
    assert told_of
    for text in told_of:
        assert "is damaged" in text
        assert "monday.zip" in text
        assert not ASSURANCES.search(text.partition("<main")[2].partition("</main>")[0])


def test_a_class_is_not_told_where_the_files_are(
    teacher: FlaskClient, study: Study, where: Path, caplog: pytest.LogCaptureFixture
) -> None:
    back_up(study, where.parent / "monday.zip", untold)
    study.close()
    spoil(where)
    page = teacher.get("/classes/")
    assert page.status_code == 503
    assert "Tell the person who runs the tutor" in page.text
    assert str(where.parent) not in page.text
    assert "monday.zip" in caplog.text


def test_a_damaged_database_does_not_replace_the_last_good_backup(kept: Path, tmp_path: Path) -> None:
    spoil(kept, beginning=PAGE * (kept.stat().st_size // PAGE - 4))
    before = (tmp_path / "monday.zip").read_bytes()
    refused = CliRunner().invoke(tutor, ["backup", str(tmp_path / "monday.zip"), "--data", str(kept.parent)])
    assert isinstance(refused.exception, DatabaseDamaged)
    assert (tmp_path / "monday.zip").read_bytes() == before
    new = Study.open(tmp_path / "new" / FILE, lambda: NOW)
    assert restore(new, tmp_path / "monday.zip", untold).rows["answer"] == 43
    new.close()


def test_a_backup_that_is_gone_is_not_named(tmp_path: Path) -> None:
    for name in ("one.zip", "two.zip", "one.zip"):
        (tmp_path / name).write_text("")
        copies.note(tmp_path, tmp_path / name)
    assert [Path(one).name for one in copies.known(tmp_path)] == ["two.zip", "one.zip"]
    (tmp_path / "one.zip").unlink()
    assert [Path(one).name for one in copies.known(tmp_path)] == ["two.zip"]
    assert copies.known(tmp_path / "nowhere") == ()
    (tmp_path / copies.NOTES).write_bytes(b"\xff\xfe")
    assert copies.known(tmp_path) == ()


# ---- told apart --------------------------------------------------------------------------------------------------


def test_a_full_disk_says_so_and_saves_nothing(study: Study, where: Path) -> None:
    (pages,) = sql(where, "PRAGMA page_count")[0]
    study.close()
    event.listen(study.database._engine, "connect", lambda raw, _: raw.execute(f"PRAGMA max_page_count = {pages}"))

    def fill_it() -> None:
        for number in range(2000):
            study.answers.record(answer(f"one/call-{number}"))

    with pytest.raises(DiskFull, match=r"could not be saved: .*full.*None of it has been saved.*Free some space"):
        fill_it()
    before = len(study.answers.log())
    study.close()
    assert sql(where, "SELECT count(*) FROM answer") == [(before,)]


def test_a_database_that_may_only_be_read_says_so(study: Study) -> None:
    study.answers.record(answer("one/call-1"))
    study.close()
    event.listen(study.database._engine, "connect", lambda raw, _: raw.execute("PRAGMA query_only = ON"))
    with pytest.raises(ReadOnly, match="Give the tutor permission to write to"):
        study.answers.record(answer("one/call-2"))
    assert len(study.answers.log()) == 1


def test_a_server_that_may_only_be_read_says_so(study_on_server: Study, server_alone: Server) -> None:
    database = study_on_server.database.address.rpartition("/")[2].partition("?")[0]
    server_alone.run(f'ALTER DATABASE "{database}" SET default_transaction_read_only = on')
    study_on_server.close()
    with pytest.raises(ReadOnly, match="read-only transaction"):
        study_on_server.answers.record(answer("one/call-1"))
    assert study_on_server.answers.log() == ()


def test_a_connection_lost_while_it_is_saved_leaves_it_open_whether_it_was(
    study_on_server: Study, server_alone: Server
) -> None:
    """The server may have saved it and not have come to say so."""
    engine = study_on_server.database._engine

    def lose(_: object) -> None:
        server_alone.restart(how="immediate")

    event.listen(engine, "commit", lose)
    with pytest.raises(DatabaseUnreachable, match=r"It may or may not have been saved. Check before you send it again"):
        study_on_server.answers.record(answer("one/call-1"))
    event.remove(engine, "commit", lose)
    study_on_server.close()
    study_on_server.answers.record(answer("one/call-2"))


class Said(Exception):
    """What a server says, with its code."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__("what it says")
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("55P03", DatabaseBusy),
        ("40P01", DatabaseBusy),
        ("40001", DatabaseBusy),
        ("57014", DatabaseBusy),
        ("53100", DiskFull),
        ("25006", ReadOnly),
        ("XX001", DatabaseDamaged),
        ("XX002", DatabaseDamaged),
        ("08006", DatabaseUnreachable),
        ("57P01", DatabaseUnreachable),
        ("23505", DatabaseUnavailable),
    ],
)
def test_what_a_server_refuses_is_told_by_its_code(state: str, kind: type[DatabaseUnavailable]) -> None:
    where = Whereabouts("postgresql://host/tutor", is_file=False)
    for deed in (
        DatabaseAction("cannot be read"),
        DatabaseAction("could not be saved", writes=True),
        DatabaseAction("could not", True, True),
    ):
        found = database_error(DBAPIError("SELECT", None, Said(state)), deed, where)
        assert type(found) is kind
        assert not ASSURANCES.search(str(found))
        assert str(found).endswith((".", "?"))
        assert found.retry_after > 0
        if deed.ending and kind in (DatabaseUnreachable, DatabaseUnavailable):
            assert "may or may not have been saved" in str(found)


def test_what_a_file_refuses_is_told_by_its_code(tmp_path: Path) -> None:
    file = tmp_path / "one.sqlite3"
    with sqlite3.connect(file) as one:
        one.execute("CREATE TABLE a (b)")
    other = sqlite3.connect(file, timeout=0)
    one.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError) as locked:
        other.execute("BEGIN IMMEDIATE")
    where = Whereabouts(str(file), is_file=True)
    assert (
        type(database_error(DBAPIError("", None, locked.value), DatabaseAction("could not", writes=True), where))
        is DatabaseBusy
    )
    for database in (one, other):
        database.close()
