"""The parsers under input that atheris leads to lines not reached yet: each in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from tests.robustness.figures import Figures

LONGEST, SECONDS, MEGABYTES = 4096, 2, 400
_HANDS = b"N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
SEEDS: Mapping[str, bytes] = {
    "pbn": b'[Event "x"]\n[Deal "' + _HANDS + b'"]\n[Auction "N"]\n1D 1S 2H AP\n[Play "E"]\nSA D3 * -\n*\n',
    "lin": b"qx|o1|md|3SAKHQ,S2,H3|mb|1C|mb|p|mb|p|mb|p|pc|SA|",
    "yaml": b"kind: deal\nhands:\n  A: [1, {b: c}]\n",
    "deal": _HANDS,
}


def fuzz(runs: int) -> list[Figures]:
    """So many inputs to each parser; nothing where this system has no atheris."""
    return [_fuzzed(name, runs) for name in SEEDS] if find_spec("atheris") else []


def _fuzzed(name: str, runs: int) -> Figures:
    limits = [f"-runs={runs}", f"-max_len={LONGEST}", f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}", "-seed=7"]
    target = [sys.executable, "-m", "tests.robustness.fuzz_target", name]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "seed").write_bytes(SEEDS[name])
        done = subprocess.run(
            [*target, folder, *limits, f"-artifact_prefix={folder}/"],
            capture_output=True,
            text=True,
            check=False,
        )
    branches, peak = (
        max(map(int, re.findall(told, done.stderr)), default=0) for told in (r"cov: (\d+)", r"rss: (\d+)Mb")
    )
    faults = () if done.returncode == 0 and branches else (done.stderr[-1500:],)
    return Figures(f"fuzz {name}", {"inputs": runs, "branches": branches, "peak MB": peak}, faults)
