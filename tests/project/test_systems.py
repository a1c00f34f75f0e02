"""Windows and macOS, as far as they can be tried here. `docs/installation.md` lists what cannot."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from datetime import UTC, datetime
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.support.cases import for_each
from tests.support.paths import ROOT
from tests.web.server.test_serving import fetched, served
from tutor.__main__ import main
from tutor.exchange.files import ExportedFile
from tutor.study.storage.copies import _copy_file
from tutor.study.study import Study
from tutor.web.server.workers import can_fork

LIKE_WINDOWS = [sys.executable, "-m", "tests.support.like_windows"]
HERE = {"PYTHONPATH": str(ROOT)}
LONGEST_PATH = 120
"""Windows allows 260 in all, and a user’s folder of packages takes some hundred."""
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def like_windows(*arguments: str, folder: Path) -> str:
    """What a command prints there. It sends UTF-8 to files and other programs."""
    done = subprocess.run(  # noqa: S603
        [*LIKE_WINDOWS, *arguments],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, **HERE},
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8")
    return done.stdout.decode("utf-8")


# ---- without what only Unix has -----------------------------------------------------------------------------------


def test_commands_run(tmp_path: Path) -> None:
    assert "♠" in like_windows("play", "bridge-english-1901", "--data", "data", folder=tmp_path)


@pytest.mark.slow
def test_answers_are_saved_backed_up_and_restored(tmp_path: Path) -> None:
    with served(tmp_path / "data", program=LIKE_WINDOWS, environment=HERE) as address:
        assert "Love All" in fetched(address)
        assert "Game I" in fetched(address + "games/hel-game-01/card/4?seat=a")
    like_windows("backup", "all.zip", "--data", "data", folder=tmp_path)
    like_windows("restore", "all.zip", "--data", "again", folder=tmp_path)
    assert (tmp_path / "again" / "study.sqlite3").exists()
    like_windows("solve", str(ROOT / "tests/data/pbn/dds-example.pbn"), "--processes", "1", folder=tmp_path)


@pytest.mark.slow
def test_a_class_is_served_by_one_process(tmp_path: Path) -> None:
    arguments = ("--classroom", "--host", "127.0.0.1", "--workers", "2")
    with served(tmp_path / "data", *arguments, program=LIKE_WINDOWS, environment=HERE) as address:
        assert "The teacher’s account" in fetched(address)


def test_macos_does_not_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_fork() is (sys.platform not in ("darwin", "win32"))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not can_fork()


# ---- encodings ----------------------------------------------------------------------------------------------------


class Terminal(BytesIO):
    """Bytes of a terminal."""

    def isatty(self) -> bool:
        return True


def said(place: BytesIO, folder: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    monkeypatch.setattr(sys, "argv", ["tutor", "play", "bridge-english-1901", "--data", str(folder)])
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(place, encoding="cp1252"))
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(), encoding="cp1252"))
    with pytest.raises(SystemExit):
        main()
    sys.stdout.flush()
    return place.getvalue()


def test_a_file_gets_utf_8_and_an_old_terminal_question_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "♠" in said(BytesIO(), tmp_path, monkeypatch).decode("utf-8")
    shown = said(Terminal(), tmp_path, monkeypatch)
    assert "♠" not in shown.decode("cp1252")
    assert b"?" in shown


def test_every_text_file_is_opened_with_its_encoding() -> None:
    """Or it would be that of the system, which is not UTF-8 on Windows."""
    rule = ["--preview", "--select", "PLW1514", "--output-format", "concise", "--no-cache"]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "ruff", "check", *rule, "tutor"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stdout


# ---- files --------------------------------------------------------------------------------------------------------


def own_files() -> list[str]:
    """Every file of the checkout that travels: what git knows, or all of an sdist."""
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    if told.returncode == 0:
        return told.stdout.splitlines()
    places = ("docs", "hands", "lessons", "static", "templates", "tests", "tutor")
    return [str(file.relative_to(ROOT)) for place in places for file in (ROOT / place).rglob("*") if file.is_file()]


def test_no_name_of_a_file_is_refused_or_taken_for_another() -> None:
    names = own_files()
    assert len(names) > 1000
    assert not [name for name in names if re.search(r'[<>:"|?*\\\x00-\x1f]', name)]
    assert not [
        name for name in names for part in name.split("/") if DEVICES.fullmatch(part) or part.endswith((" ", "."))
    ]
    assert len({name.casefold() for name in names}) == len(names)
    inside = [name if name.startswith("tutor/") else f"tutor/_bundled/{name}" for name in names]
    assert max(map(len, inside)) <= LONGEST_PATH


@for_each("name", ("con.pdf", "NUL.yaml", "Com1.love-all.json"))
def test_a_file_is_never_called_like_a_device(name: str) -> None:
    assert ExportedFile(name, "text/plain", b"").name == f"love-all-{name}"


@for_each("name", ("contract.pdf", "com10.pbn", "-"))
def test_other_names_stay(name: str) -> None:
    assert ExportedFile(name, "text/plain", b"").name == name


def test_a_copy_is_flushed_through_a_file_that_may_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses to flush what is open only for reading."""
    flush, flushed = os.fsync, list[int]()

    def as_windows(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            flushed.append(os.write(descriptor, b""))  # raises `OSError` where it is open only for reading
        flush(descriptor)

    Study.open(tmp_path / "study.sqlite3", lambda: datetime.now(UTC)).close()
    monkeypatch.setattr(os, "fsync", as_windows)
    _copy_file(tmp_path / "study.sqlite3", tmp_path / "copy.sqlite3")
    assert flushed == [0]
