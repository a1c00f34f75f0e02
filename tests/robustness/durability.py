"""The power fails: what was not synced is gone, or half there; and every answer that was acknowledged is there.

A kill proves nothing of this: the system keeps what a killed process had written. Here a library (`power.c`) records
all that a process does to the files of a database, and its acknowledgements among it. At many points of that record the
disk is made as it might be if the power failed just then, opened, and looked through.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic

from sqlalchemy import event

from tests.robustness.figures import Figures
from tutor.study.answers.answer import Answer
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study

ACKNOWLEDGED = "acknowledged"
SECTOR = 512
"""Bytes that a disk writes together, or not at all."""
CHECKPOINT = 24
"""Pages after which the log is taken into the file: far fewer than usual, so that it happens often in a short trial."""
_HEAD = struct.Struct("<cIQQ")


class NoRecorder(Exception):
    """There is nothing here that the recording library can be made by."""


@dataclass(frozen=True)
class Deed:
    """Something done to a file: written at an offset, truncated to it, synced, created, removed, renamed."""

    operation: str
    name: str
    offset: int
    data: bytes


@dataclass
class File:
    """A file: what is on the disk of it whatever happens, what was done since then, and whether its name is there."""

    synced: bytes = b""
    since: list[Deed] = field(default_factory=list)
    is_named: bool = True
    is_removed: bool = False


def power_fails(answers: int, images: int, *, as_if: str = "") -> Figures:
    """So many answers are saved, and the disk is looked at in so many of the states in which it might be left.

    `as_if` is another setting of `PRAGMA synchronous` than the tutor’s own, to see that the trial would notice.
    """
    began = monotonic()
    name = f"durability, SQLite{f', synchronous = {as_if}' if as_if else ''}"
    with tempfile.TemporaryDirectory() as at:
        place = Path(at)
        try:
            library = recorder(place)
        except NoRecorder as error:
            return Figures(name, {"SKIPPED": str(error)})
        folder = place / "study"
        folder.mkdir()
        with closing(Study.open(folder / FILE, lambda: datetime.now(UTC))):
            pass
        before = {file.name: file.read_bytes() for file in folder.iterdir()}
        deeds = recorded(library, folder, place / "log", answers, as_if)
        faults, seen = list[str](), 0
        random = Random(1910)
        for point in points(deeds, images, random):
            for kind, disk in disks(before, deeds[:point], random):
                faults += judged(disk, place / "after", f"{kind}, after {point} of {len(deeds)} deeds")
                seen += 1
    syncs = sum(deed.operation == "S" for deed in deeds)
    figures = {
        "answers": answers,
        "writes": sum(deed.operation == "W" and deed.name != ACKNOWLEDGED for deed in deeds),
        "syncs": syncs,
        "disks": seen,
        "lost or damaged": len(faults),
        "seconds": round(monotonic() - began),
    }
    if not any(deed.name == ACKNOWLEDGED for deed in deeds):
        faults.append("nothing was recorded: the library did not reach the process")
    return Figures(name, figures, tuple(faults))


# ---- the record --------------------------------------------------------------------------------------------------


def recorder(folder: Path) -> Path:
    """The library that records. Raises `NoRecorder`."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        raise NoRecorder("there is no C compiler, or no LD_PRELOAD, on this machine")
    made = folder / "power.so"
    source = str(Path(__file__).with_name("power.c"))
    done = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", str(made), source, "-ldl", "-lpthread"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NoRecorder(f"the recording library cannot be compiled: {done.stderr[:300]}")
    return made


def recorded(library: Path, folder: Path, log: Path, answers: int, as_if: str) -> list[Deed]:
    """What a process does to a folder that keeps so many answers and says so."""
    subprocess.run(
        [sys.executable, "-m", "tests.robustness.durability", str(folder), str(answers), as_if],
        env={**os.environ, "LD_PRELOAD": str(library), "POWER_FOLDER": str(folder), "POWER_LOG": str(log)},
        check=True,
    )
    return list(_read(log.read_bytes(), folder))


def _read(record: bytes, folder: Path) -> Iterator[Deed]:
    at = 0
    while at < len(record):
        operation, of_path, offset, length = _HEAD.unpack_from(record, at)
        at += _HEAD.size
        path = Path(record[at : at + of_path].decode())
        at += of_path
        yield Deed(operation.decode(), str(path.relative_to(folder)), offset, record[at : at + length])
        at += length


def write(folder: Path, answers: int, as_if: str) -> None:
    """What the process does: it keeps answers, says of each that it is kept, and ends without a farewell."""
    study = Study.open(folder / FILE, lambda: datetime.now(UTC))
    engine = study.database._engine
    event.listen(engine, "connect", lambda raw, _: raw.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}"))
    engine.dispose()
    if as_if:
        study.database._durable = engine.execution_options(writes=as_if)
    said = os.open(folder / ACKNOWLEDGED, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in range(answers):
        study.answers.record(
            Answer("power", f"question-{number}", "yes", "best", f"item-{number % 5}"), idempotency_key=f"{number}"
        )
        os.write(said, f"{number}\n".encode())
        if number % 3 == 0:
            study.positions.save(SavedPosition("one", number, "a"))
    os._exit(0)


# ---- the disk ----------------------------------------------------------------------------------------------------


def points(deeds: Sequence[Deed], most: int, random: Random) -> list[int]:
    """After how many deeds the power fails: just after every acknowledgement and every sync, and anywhere else."""
    likely = [number + 1 for number, deed in enumerate(deeds) if deed.name == ACKNOWLEDGED or deed.operation == "S"]
    others = sorted(set(range(1, len(deeds) + 1)) - set(likely))
    random.shuffle(likely)
    random.shuffle(others)
    return sorted([*likely[: 2 * most // 3], *others[: most // 3]])


def disks(
    before: Mapping[str, bytes], deeds: Sequence[Deed], random: Random
) -> Iterator[tuple[str, Mapping[str, bytes]]]:
    """The disks that may be left when the power fails after some deeds; the acknowledgements are no file on them."""
    files = _after(before, deeds)
    yield "all dropped that was not synced", _disk(files, lambda _: [])
    yield (
        "half kept of what was not synced",
        _disk(files, lambda since: [one for one in since if random.random() < 0.5]),
    )
    yield "the last write torn", _disk(files, lambda since: [*since[:-1], *(_torn(one, random) for one in since[-1:])])


def _after(before: Mapping[str, bytes], deeds: Sequence[Deed]) -> dict[str, File]:
    """What is known of each file after some deeds. Whether a name is there is only sure when its folder was synced."""
    files = {name: File(content) for name, content in before.items()}
    for deed in deeds:
        if deed.operation == "S" and deed.name == ".":
            for name, file in list(files.items()):
                file.is_named = True
                if file.is_removed:
                    del files[name]
        elif deed.operation == "C":
            files[deed.name] = File(is_named=deed.name == ACKNOWLEDGED)
        elif deed.operation == "U":
            files[deed.name].is_removed = True
        elif deed.operation == "S":
            file = files[deed.name]
            file.synced, file.since = _applied(file.synced, file.since), []
        elif deed.operation in "WT":
            files[deed.name].since.append(deed)
        else:
            raise AssertionError(f"nothing of the tutor’s is renamed while it is open: {deed}")
    return files


def _disk(files: Mapping[str, File], kept: Callable[[list[Deed]], list[Deed]]) -> Mapping[str, bytes]:
    return {
        name: _applied(file.synced, file.since if name == ACKNOWLEDGED else kept(file.since))
        for name, file in files.items()
        if file.is_named
    }


def _applied(content: bytes, deeds: Sequence[Deed]) -> bytes:
    made = bytearray(content)
    for deed in deeds:
        if deed.operation == "T":
            del made[deed.offset :]
        end = deed.offset + len(deed.data)
        if len(made) < (end if deed.data else deed.offset):
            made.extend(bytes((end if deed.data else deed.offset) - len(made)))
        made[deed.offset : end] = deed.data
    return bytes(made)


def _torn(deed: Deed, random: Random) -> Deed:
    sectors = len(deed.data) // SECTOR
    return Deed(deed.operation, deed.name, deed.offset, deed.data[: SECTOR * random.randint(0, sectors)])


def judged(disk: Mapping[str, bytes], folder: Path, when: str) -> list[str]:
    """What is wrong with a disk: damage, or an answer that was acknowledged and is not there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in disk.items():
        if not name.endswith("-shm"):  # in memory only; whoever opens the database makes it again
            (folder / name).write_bytes(content)
    acknowledged = set(disk.get(ACKNOWLEDGED, b"").decode().split())
    try:
        with closing(sqlite3.connect(folder / FILE)) as database:
            found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
            kept = {once for (once,) in database.execute("SELECT once FROM answer")}
    except sqlite3.Error as error:
        return [f"{when}: {error}"]
    lost = acknowledged - kept
    faults = [f"{when}: {found}"] if found != "ok" else []
    return faults + ([f"{when}: {len(lost)} acknowledged answers are lost"] if lost else [])


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
