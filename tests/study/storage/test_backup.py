"""Backup and restore: all of it, of one moment, into either database, wholly or not at all."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.clock import NOW
from tests.support.commands import invoked
from tests.support.databases import migrate, sql
from tests.support.filled_study import everything, fill
from tests.support.postgres import Server
from tutor.codes import code
from tutor.seats import Seat
from tutor.study.answers.answer import Answer
from tutor.study.storage.backup import BackupUnusable, back_up, restore
from tutor.study.storage.backup_file import LEFT_OUT, MANIFEST
from tutor.study.storage.database import HEAD, DatabaseUnavailable
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness

ANSWER = Answer("game", "one/call-1", "leave", "best", "hel-lead-trump-plain")


def untold(done: int, of: int) -> None:
    assert done <= of


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "all.zip"


@pytest.fixture
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Study]:
    """Another study, with nothing in it; in a file, or on the server."""
    where: Path | str = tmp_path / "elsewhere.sqlite3"
    if getattr(request, "param", "sqlite") == "postgresql":
        server: Server = request.getfixturevalue("server")
        where = server.fresh(os.environ.get("PYTEST_XDIST_WORKER", "alone"))
    study = Study.open(where, lambda: NOW)
    yield study
    study.close()


def kept(study: Study) -> dict[str, list[dict[str, Any]]]:
    return {name: rows for name, rows in everything(study.database).items() if name not in LEFT_OUT}


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("elsewhere", ["sqlite", "postgresql"], indirect=True)
def test_all_that_is_kept_comes_back_the_same_in_either_database(study: Study, elsewhere: Study, file: Path) -> None:
    fill(study.database)
    assert all(everything(study.database).values()), "something is in every table"
    told: list[tuple[int, int]] = []
    written = back_up(study, file, lambda done, of: told.append((done, of)))
    assert told[-1] == (written.total, written.total) == (len(told), len(told))
    assert restore(elsewhere, file, untold) == written
    assert kept(elsewhere) == kept(study)
    for name in LEFT_OUT:
        assert everything(elsewhere.database)[name] == [], "secrets stay where they are"
    before = len(elsewhere.answers.log())
    elsewhere.answers.record(ANSWER)
    assert len(elsewhere.answers.log()) == before + 1, "the numbers go on"
    elsewhere.matches.begin(Match(code("bridge-english-1901"), "7", Seat.SOUTH, Strictness.GUIDED))


@pytest.mark.databases
def test_what_comes_while_it_is_written_is_in_it_wholly_or_not_at_all(study: Study, file: Path) -> None:
    study.answers.record(ANSWER)
    other = Study(study.database, study.clock)

    def answer_meanwhile(done: int, of: int) -> None:
        assert of >= done
        thread = Thread(target=other.answers.record, args=(ANSWER,))
        thread.start()
        thread.join(0 if study.database.dialect == "sqlite" else None)
        started.append(thread)

    started: list[Thread] = []
    written = back_up(study, file, answer_meanwhile)
    for thread in started:
        thread.join()
    assert written.rows["answer"] == written.rows["review"] == 1
    assert len(study.answers.log()) == 1 + len(started)


def test_only_the_owner_reads_the_file_and_nothing_is_left_beside_it(study: Study, file: Path) -> None:
    back_up(study, file, untold)
    back_up(study, file, untold)
    assert file.stat().st_mode & 0o077 == 0
    assert sorted(one.name for one in file.parent.iterdir()) == ["all.zip", "folder"]


def test_a_backup_that_cannot_be_finished_leaves_the_last_one(study: Study, file: Path) -> None:
    back_up(study, file, untold)
    before = file.read_bytes()

    def fail(*_: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(BackupUnusable, match=r"all\.zip: no space left on device\."):
        back_up(study, file, fail)
    assert file.read_bytes() == before
    assert sorted(one.name for one in file.parent.iterdir()) == ["all.zip", "folder"]


@pytest.mark.databases
def test_what_is_there_is_left_alone_or_backed_up_before_it_is_replaced(
    study: Study, elsewhere: Study, file: Path, tmp_path: Path
) -> None:
    fill(study.database)
    back_up(study, file, untold)
    elsewhere.answers.record(ANSWER)
    alone = kept(elsewhere)
    with pytest.raises(BackupUnusable, match=r"already contains data.*--replace"):
        restore(elsewhere, file, untold)
    assert kept(elsewhere) == alone
    replaced = tmp_path / "replaced.zip"
    restore(elsewhere, file, untold, replaced)
    assert kept(elsewhere) == kept(study)
    key = study.database.secret()
    restore(study, replaced, untold, tmp_path / "again.zip")
    assert kept(study) == alone
    assert study.database.secret() != key, "whoever was logged in was somebody else"


def test_where_what_is_replaced_cannot_be_backed_up_nothing_is_replaced(study: Study, file: Path) -> None:
    study.answers.record(ANSWER)
    back_up(study, file, untold)
    study.answers.record(ANSWER)
    with pytest.raises(BackupUnusable, match="no such file"):
        restore(study, file, untold, file.parent / "nowhere" / "replaced.zip")
    assert len(study.answers.log()) == 2


# ---- damaged and hostile files -----------------------------------------------------------------------------------

Entries = dict[str, bytes]


def entries(file: Path) -> Entries:
    with ZipFile(file) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def pack(file: Path, parts: Entries, how: int = ZIP_DEFLATED) -> None:
    with ZipFile(file, "w", how) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)


def resign(parts: Entries) -> None:
    """Makes the manifest agree with what was changed, as somebody would who means harm."""
    manifest = json.loads(parts[MANIFEST])
    for name in manifest["rows"]:
        content = parts.get(f"{name}.jsonl", b"")
        manifest["rows"][name] = content.count(b"\n")
        manifest["sha256"][name] = hashlib.sha256(content).hexdigest()
    parts[MANIFEST] = json.dumps(manifest).encode()


def change(table: str, column: str, value: object) -> Callable[[Entries], None]:
    def spoil(parts: Entries) -> None:
        lines = [json.loads(line) for line in parts[f"{table}.jsonl"].splitlines()]
        lines[0][column] = value
        parts[f"{table}.jsonl"] = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        resign(parts)

    return spoil


def of_manifest(**values: object) -> Callable[[Entries], None]:
    def spoil(parts: Entries) -> None:
        parts[MANIFEST] = json.dumps(json.loads(parts[MANIFEST]) | values).encode()

    return spoil


def without(name: str) -> Callable[[Entries], None]:
    def spoil(parts: Entries) -> None:
        del parts[name]

    return spoil


def instead(name: str, content: bytes, *, signed: bool = True) -> Callable[[Entries], None]:
    def spoil(parts: Entries) -> None:
        parts[name] = content
        if signed:
            resign(parts)

    return spoil


SPOILT = {
    "another digest": (instead("place.jsonl", b"", signed=False), "place has changed since it was written"),
    "a table is missing": (without("answer.jsonl"), "does not contain what its manifest lists"),
    "a file more": (instead("../../evil", b"x", signed=False), "does not contain what its manifest lists"),
    "no manifest": (without(MANIFEST), "no manifest of the tutor"),
    "a manifest of something else": (instead(MANIFEST, b'{"a": 1}', signed=False), "no manifest of the tutor"),
    "a manifest that is a list": (instead(MANIFEST, b"[1]", signed=False), "not a row"),
    "another form": (of_manifest(form=2), "made by a tutor whose backups this one cannot read"),
    "no counts": (of_manifest(rows=7), "manifest cannot be read"),
    "counts that are none": (of_manifest(rows={}, sha256={}), "does not contain"),
    "a newer tutor": (of_manifest(migration="9999"), "newer than this one"),
    "an older tutor": (of_manifest(migration="0004"), "different tables"),
    "a migration that is a path": (of_manifest(migration="../0001"), "newer than this one"),
    "not JSON": (instead("place.jsonl", b"{\n"), "not JSON"),
    "nested without end": (instead("place.jsonl", b"[" * 100_000 + b"\n"), "not JSON"),
    "a number without end": (instead("place.jsonl", b"9" * 100_000 + b"\n"), "not JSON"),
    "a line without end": (instead("place.jsonl", b" " * (9 * 2**20) + b"\n"), "longer than it was"),
    "other columns": (instead("place.jsonl", b'{"a": 1}\n'), "different columns"),
    "a word for a number": (change("answer", "hints", "many"), "wrong hints"),
    "true for one": (change("answer", "hints", True), "wrong hints"),
    "nothing": (change("answer", "hints", None), "wrong hints"),
    "a moment that is none": (change("answer", "at", "yesterday"), "wrong at"),
    "a moment of no zone": (change("answer", "at", "2026-01-01T00:00:00"), "wrong at"),
    "a moment before all": (change("answer", "at", "0001-01-01T00:00:00+23:59"), "wrong at"),
    "no number": (change("memory", "stability", float("nan")), "wrong stability"),
    "too long": (change("answer", "given", "x" * 401), "too long"),
    "a NUL": (change("answer", "given", "\0"), "cannot be stored"),
    "half a letter": (change("answer", "given", "\udc00"), "cannot be stored"),
    "too large": (change("answer", "number", 2**80), "cannot be stored"),
    "a stranger": (change("answer", "learner_id", 99), "cannot be stored"),
    "twice the same": (change("learner", "folded", "2 folded ’♠\n"), "cannot be stored"),
}


@pytest.mark.slow
@pytest.mark.databases
def test_a_spoilt_file_is_refused_by_name_and_changes_nothing(
    study: Study, elsewhere: Study, file: Path, tmp_path: Path
) -> None:
    fill(elsewhere.database)
    back_up(elsewhere, file, untold)
    study.answers.record(ANSWER)
    before = kept(study)
    replaced = tmp_path / "replaced.zip"
    for what, (spoil, why) in SPOILT.items():
        parts = entries(file)
        spoil(parts)
        spoilt = tmp_path / "spoilt.zip"
        pack(spoilt, parts)
        with pytest.raises(BackupUnusable, match=why) as refused:
            restore(study, spoilt, untold, replaced)
        assert str(refused.value).startswith(f"{spoilt}: "), what
        assert kept(study) == before, what


def test_a_file_packed_otherwise_is_refused(study: Study, elsewhere: Study, file: Path) -> None:
    back_up(elsewhere, file, untold)
    parts = entries(file)
    pack(file, parts, ZIP_LZMA)
    with pytest.raises(BackupUnusable, match="not packed the way"):
        restore(study, file, untold)
    pack(file, parts, ZIP_STORED)
    restore(study, file, untold)


def test_a_file_that_would_unpack_to_more_than_there_is_room_for_is_not_unpacked(
    study: Study, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.study.storage.backup.MOST_BYTES", 10**6)
    pack(file, {MANIFEST: b" " * 10**7})
    assert file.stat().st_size < 20_000
    with pytest.raises(BackupUnusable, match="would unpack to more than"):
        restore(study, file, untold)


def test_the_same_name_twice_is_refused(study: Study, elsewhere: Study, file: Path) -> None:
    back_up(elsewhere, file, untold)
    with pytest.warns(UserWarning, match="Duplicate name"), ZipFile(file, "a") as packed:
        packed.writestr("answer.jsonl", "")
    with pytest.raises(BackupUnusable, match="same name twice"):
        restore(study, file, untold)


def test_a_name_in_the_file_that_is_no_text_is_refused(study: Study, file: Path) -> None:
    pack(file, {"é.jsonl": b""})
    file.write_bytes(file.read_bytes().replace("é".encode(), b"\xea\xa9"))
    with pytest.raises(BackupUnusable, match="damaged"):
        restore(study, file, untold)


def test_no_file_a_folder_and_something_else_are_refused(study: Study, tmp_path: Path) -> None:
    (tmp_path / "letter.zip").write_text("Dear Sir")
    for name, why in (("nowhere.zip", "no such file"), (".", "is a directory"), ("letter.zip", "damaged")):
        with pytest.raises(BackupUnusable, match=why):
            restore(study, tmp_path / name, untold)


@pytest.mark.slow
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_file_with_any_byte_changed_is_refused_or_says_the_same(
    study: Study, elsewhere: Study, file: Path, tmp_path: Path, data: st.DataObject
) -> None:
    if not file.exists():
        fill(elsewhere.database)
        back_up(elsewhere, file, untold)
    content = bytearray(file.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    spoilt = tmp_path / "spoilt.zip"
    spoilt.write_bytes(bytes(content))
    before = kept(study)
    with suppress(BackupUnusable):
        restore(study, spoilt, untold, tmp_path / "replaced.zip")
    assert kept(study) in (before, kept(elsewhere))


# ---- an earlier tutor’s, and the commands -----------------------------------------------------------------------


def test_a_backup_of_an_earlier_tutor_is_brought_up_to_date(elsewhere: Study, file: Path, tmp_path: Path) -> None:
    """As it would have been with the tables of the third migration."""
    answers = [
        {"id": 7, "learner_id": 1, "at": "2026-01-01T12:00:00+00:00", "topic": "game", "item": "one/call-1"}
        | {"given": "leave", "shade": "best", "rule": "hel-lead-trump-plain"}
    ]
    old = tmp_path / "old.sqlite3"
    migrate(old, "0003")
    names = [name for (name,) in sql(old, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in names if name != "alembic_version"}
    rows |= {"learner": [{"id": 1, "name": "You"}], "answer": answers}
    parts = {f"{name}.jsonl": b"".join(json.dumps(row).encode() + b"\n" for row in rows[name]) for name in rows}
    manifest = {"form": 1, "tutor": "0.3", "migration": "0003", "made_at": "2026-01-02", "rows": dict.fromkeys(rows, 0)}
    parts[MANIFEST] = json.dumps(manifest | {"sha256": dict.fromkeys(rows, "")}).encode()
    resign(parts)
    pack(file, parts)
    restored = restore(elsewhere, file, untold)
    assert (restored.tutor, restored.migration, restored.made_at) == ("0.3", HEAD, "2026-01-02")
    assert elsewhere.answers.latest("game") == {"one/call-1": ANSWER}
    assert set(elsewhere.reviews.memories()) == {"hel-lead-trump-plain"}


@pytest.mark.databases
def test_the_commands_write_and_read_it(study: Study, where: Path | str, file: Path, tmp_path: Path) -> None:
    study.answers.record(ANSWER)
    written = invoked(where, "backup", str(file))
    assert f"{file}: one learner, one answer, four rows in all" in written.output, written.output
    refused = invoked(where, "restore", str(file))
    assert isinstance(refused.exception, BackupUnusable)
    study.answers.record(ANSWER)
    again = invoked(where, "restore", str(file), "--replace")
    (replaced,) = tmp_path.glob("all-replaced-*.zip")
    assert str(replaced) in again.output
    assert len(study.answers.log()) == 1
    folder = tmp_path / "new"
    folder.mkdir()
    new = invoked(folder / "study.sqlite3", "restore", str(replaced))
    assert "two answers" in new.output


def test_there_is_no_backup_of_nothing(tmp_path: Path) -> None:
    result = invoked(tmp_path / "study.sqlite3", "backup", str(tmp_path / "all.zip"))
    assert isinstance(result.exception, DatabaseUnavailable)
    assert list(tmp_path.iterdir()) == []
