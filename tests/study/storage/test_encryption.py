"""Encrypted backups: of a standard format, readable by nobody without the passphrase, and never changed unnoticed.

One file is encrypted as it is for people, so that a guess is dear; the others by another hand, at no such cost.
"""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pyrage
import pytest
from click.testing import CliRunner, Result
from pyrage import passphrase as by_passphrase

from tests.support import age
from tests.support.clock import NOW
from tests.support.filled_study import everything, fill
from tutor.__main__ import tutor
from tutor.bulk import untold
from tutor.errors import Malformed
from tutor.study.storage import encryption
from tutor.study.storage.backup import Backup, BackupUnusable, back_up, restore
from tutor.study.storage.backup_file import LEFT_OUT
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study

WORDS = "finesse candle orchard plain"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "all.zip.age"


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_passphrase, "encrypt", age.encrypt)


@pytest.fixture
def sealed(study: Study, file: Path, request: pytest.FixtureRequest) -> Path:
    request.getfixturevalue("cheap")
    fill(study.database)
    back_up(study, file, untold, WORDS)
    return file


@pytest.mark.slow
def test_the_file_begins_as_the_standard_says_and_shows_nothing(study: Study, file: Path) -> None:
    """age-encryption.org/v1: a version, one stanza of scrypt with its salt and work factor, and a MAC."""
    fill(study.database)
    back_up(study, file, untold, WORDS)
    content = file.read_bytes()
    version, stanza, body, mac = content.split(b"\n", 4)[:4]
    assert version == b"age-encryption.org/v1"
    found = re.fullmatch(rb"-> scrypt ([A-Za-z0-9+/]{22}) (\d+)", stanza)
    assert found
    assert len(base64.b64decode(found[1] + b"==")) == 16
    assert int(found[2]) >= 14, "a guess takes a while"
    assert len(base64.b64decode(body + b"=")) == 32
    assert re.fullmatch(rb"--- [A-Za-z0-9+/]{43}", mac)
    assert encryption.decrypted(file, WORDS).startswith(b"PK\x03\x04")
    for word in (b"PK\x03\x04", b"manifest", b"jsonl", b"learner", b"beginner", WORDS.encode()):
        assert word not in content, word
    assert file.stat().st_mode & 0o077 == 0
    assert sorted(one.name for one in file.parent.iterdir()) == [file.name, "folder"], "nothing is left unencrypted"
    again = file.with_name("again.age")
    back_up(study, again, untold, WORDS)
    assert again.read_bytes()[:200] != content[:200], "with a salt of its own each time"


def test_it_comes_back_the_same_by_its_passphrase(sealed: Path, study: Study, tmp_path: Path) -> None:
    elsewhere = Study.open(tmp_path / "elsewhere.sqlite3", lambda: NOW)
    asked = list[str]()

    def ask() -> str:
        asked.append("asked")
        return WORDS

    restore(elsewhere, sealed, untold, None, ask)
    assert asked == ["asked"]
    kept = {name: rows for name, rows in everything(study.database).items() if name not in LEFT_OUT}
    assert {name: rows for name, rows in everything(elsewhere.database).items() if name not in LEFT_OUT} == kept
    replaced = tmp_path / "replaced.age"
    restore(elsewhere, sealed, untold, replaced, ask)
    assert encryption.is_encrypted(replaced.read_bytes()), "what is replaced is no less secret"
    plain = tmp_path / "plain.zip"
    plain.write_bytes(by_passphrase.decrypt(replaced.read_bytes(), WORDS))
    with Backup.opened(plain) as backup:
        assert backup.manifest.rows["learner"] == 3
    elsewhere.close()


def test_a_plain_file_is_not_asked_for_a_passphrase(study: Study, tmp_path: Path) -> None:
    back_up(study, tmp_path / "all.zip", untold)

    def ask() -> str:
        raise AssertionError("nobody need be asked")

    restore(study, tmp_path / "all.zip", untold, None, ask)


def spoilt(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def test_a_wrong_passphrase_and_a_damaged_file_are_told_apart_and_change_nothing(sealed: Path, tmp_path: Path) -> None:
    content = sealed.read_bytes()
    key = pyrage.x25519.Identity.generate().to_public()
    cases = {
        "another word": (content, WORDS + "!", "the passphrase is wrong"),
        "the last byte": (spoilt(content, -1 + len(content)), WORDS, "passphrase is right, but the file is damaged"),
        "a byte in the middle": (spoilt(content, len(content) // 2), WORDS, "the file is damaged"),
        "cut off": (content[:-40], WORDS, "the file is damaged"),
        "cut off in the header": (content[:60], WORDS, "it is damaged"),
        "only the version": (content[:22], WORDS, "it is damaged"),
        "for a key": (pyrage.encrypt(b"PK", [key]), WORDS, "encrypted with keys"),
        "something else in it": (age.encrypt(b"Dear Sir", WORDS), WORDS, "it is not a backup"),
        "nobody to ask": (content, None, "it is encrypted, and no passphrase was given"),
    }
    study = Study.open(tmp_path / "elsewhere.sqlite3", lambda: NOW)
    before = everything(study.database)
    for what, (given, word, why) in cases.items():
        file = tmp_path / "given.age"
        file.write_bytes(given)
        ask = (lambda word=word: word) if word is not None else None
        with pytest.raises(BackupUnusable, match=why) as refused:
            restore(study, file, untold, None, ask)
        assert str(refused.value).startswith(f"{file}: "), what
        assert everything(study.database) == before, what
    study.close()


def test_what_is_too_much_to_be_encrypted_is_refused_before_it_is_all_in_memory(
    study: Study, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.study.storage.encryption.MOST_ENCRYPTED", 100)
    with pytest.raises(BackupUnusable, match="with the program age"):
        back_up(study, file, untold, WORDS)
    assert not file.exists()


# ---- the commands ------------------------------------------------------------------------------------------------


def run(folder: Path, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(tutor, [*arguments, "--data", str(folder)], input=typed)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    study = Study.open(tmp_path / "data" / FILE, lambda: NOW)
    fill(study.database)
    study.close()
    return tmp_path / "data"


@pytest.mark.usefixtures("cheap")
def test_the_passphrase_is_asked_for_twice_and_shown_nowhere(folder: Path, file: Path, tmp_path: Path) -> None:
    done = run(folder, "backup", str(file), "--passphrase", typed=f"{WORDS}\n{WORDS}\n")
    assert done.exit_code == 0, done.output
    assert WORDS not in done.output
    assert "bytes, encrypted." in done.output
    differing = run(folder, "backup", str(file), "--passphrase", typed=f"{WORDS}\nanother word here\n")
    assert differing.exit_code != 0
    assert "do not match" in differing.output
    wrong = run(tmp_path / "new", "restore", str(file), typed="another word here\n")
    assert isinstance(wrong.exception, BackupUnusable)
    assert "the passphrase is wrong" in str(wrong.exception)
    back = run(tmp_path / "new", "restore", str(file), typed=f"{WORDS}\n")
    assert back.exit_code == 0, back.output
    assert "three learners" in back.output
    assert WORDS not in back.output


@pytest.mark.usefixtures("cheap")
def test_a_timer_takes_the_passphrase_from_a_file(folder: Path, file: Path, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text(f"{WORDS}\r\nand no more\n", encoding="utf-8")
    assert run(folder, "backup", str(file), "--passphrase-file", str(words)).exit_code == 0
    assert by_passphrase.decrypt(file.read_bytes(), WORDS)
    assert run(tmp_path / "new", "restore", str(file), "--passphrase-file", str(words)).exit_code == 0


@pytest.mark.parametrize(
    ("content", "why"), [(b"short\n", "too short"), (b"", "too short"), (b"\xff" * 20, "not text")]
)
def test_a_passphrase_that_is_none_is_refused(
    folder: Path, file: Path, tmp_path: Path, content: bytes, why: str
) -> None:
    words = tmp_path / "words"
    words.write_bytes(content)
    refused = run(folder, "backup", str(file), "--passphrase-file", str(words))
    assert isinstance(refused.exception, Malformed)
    assert why in str(refused.exception)
    assert not file.exists()
