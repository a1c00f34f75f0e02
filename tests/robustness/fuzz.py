"""The parsers under input that atheris leads to lines not reached yet: each in a process of its own."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import monotonic

from tests.robustness.figures import Figures
from tests.robustness.spoiling import zips
from tutor.library.files import lessons_in
from tutor.library.folders import folder
from tutor.study.storage.backup import back_up
from tutor.study.study import Study

QUICK = ("pbn", "lin", "yaml", "deal")
"""The parsers that are soon at hand."""
LONGEST, SECONDS, MEGABYTES = 16_384, 2, 700
SHOULD_BE_THERE = sys.platform == "linux" and sys.version_info < (3, 14)
"""Where the lock has atheris."""
_HANDS = b"N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
_PBN = b'[Event "x"]\n[Deal "' + _HANDS + b'"]\n[Auction "N"]\n1D 1S 2H AP\n[Play "E"]\nSA D3 * -\n*\n'
_LIN = b"qx|o1|md|3SAKHQ,S2,H3|mb|1C|mb|p|mb|p|mb|p|pc|SA|"
_KEY = b'"key":"' + b"0" * 32 + b'",'
_HOMEWORK = (
    b'{"format":"love-all homework","number":1,"version":"1",' + _KEY + b'"signing":"' + b"0" * 64 + b'",'
    b'"class_name":"All","to":"","title":"A drill","work":{"kind":"drill","on":["hel-decl-nt-a"],"questions":3,'
    b'"seed":7,"level":"beginner"},"opens_at":"2026-01-01T00:00:00Z","due_at":null,"same_for_all":true,'
    b'"shown":"at once","own":[]}'
)
_RESULT = (
    b'{"format":"love-all result","number":1,"version":"1",' + _KEY + b'"name":"Ann","to":"","learner":2,'
    b'"sent_at":"2026-01-01T00:00:00Z","answers":[{"topic":"exercise","item":"x/beginner/1","given":"hearts",'
    b'"at":"2026-01-01T00:00:00Z"}],"hands":[],"signature":"' + b"0" * 64 + b'"}'
)


@cache
def seeds() -> Mapping[str, tuple[bytes, ...]]:
    """Inputs to begin with, by parser."""
    lesson = min((file.read_bytes() for file in lessons_in(folder("lessons"))), key=len)
    results = io.BytesIO()
    with zipfile.ZipFile(results, "w") as archive:
        archive.writestr("ann.love-all-result.json", _RESULT)
    return {
        "pbn": (_PBN,),
        "lin": (_LIN,),
        "yaml": (b"kind: deal\nhands:\n  A: [1, {b: c}]\n",),
        "deal": (_HANDS,),
        "lesson": (lesson,),
        "brought": (b"\0" + zips()["sound"], b"\1" + _PBN, b"\2" + _LIN, b"\3" + lesson),
        "homework": (_HOMEWORK,),
        "result": (_RESULT, results.getvalue()),
        "backup": (_backup(),),
    }


def _backup() -> bytes:
    """A backup of a study in which nothing is kept."""
    with tempfile.TemporaryDirectory() as scratch:
        study = Study.open(Path(scratch) / "study.sqlite3", lambda: datetime.now(UTC))
        back_up(study, Path(scratch) / "backup.zip", lambda *_: None)
        study.close()
        return (Path(scratch) / "backup.zip").read_bytes()


def fuzz(runs: int, parsers: Collection[str] = ()) -> list[Figures]:
    """So many inputs to each parser, or to those that are named; each core takes one after another.

    Where atheris is not there, that is said, and is a fault if it should be.
    """
    if find_spec("atheris"):
        named = [(name, some, runs) for name, some in seeds().items() if not parsers or name in parsers]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda one: _fuzzed(*one), named))
    told = "NOTHING WAS FUZZED: atheris is not installed. `make robustness` installs it where there is one (Linux)."
    return [Figures("no parser", {"inputs": 0}, (told,) if SHOULD_BE_THERE else (), (told,))]


def _fuzzed(name: str, some: tuple[bytes, ...], runs: int) -> Figures:
    limits = [f"-runs={runs}", f"-max_len={LONGEST}", f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}", "-seed=7"]
    target = [sys.executable, "-m", "tests.robustness.fuzz_target", name]
    began = monotonic()
    with tempfile.TemporaryDirectory() as scratch:
        for number, seed in enumerate(some):
            (Path(scratch) / f"seed-{number}").write_bytes(seed)
        done = subprocess.run(
            [*target, scratch, *limits, f"-artifact_prefix={scratch}/"],
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
    branches, peak, inputs = (
        max(map(int, re.findall(told, done.stderr)), default=0)
        for told in (r"cov: (\d+)", r"rss: (\d+)Mb", r"Done (\d+) runs")
    )
    faults = () if done.returncode == 0 and branches and inputs else (done.stdout[-2000:] + done.stderr[-500:],)
    figures = {"inputs": inputs, "branches": branches, "peak MB": peak, "seconds": round(monotonic() - began)}
    return Figures(name, figures, faults)
