"""Bulk work by a real Dask cluster: a scheduler and workers that are processes of their own, one of which is killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from tests.robustness.served import cpu_seconds
from tests.support.nginx import free_ports
from tutor.deal import Deal
from tutor.seats import Seat

pytestmark = pytest.mark.slow

BEGIN = 120
"""Seconds that a scheduler or a worker may take to begin."""


@contextmanager
def _process(folder: Path, name: str, begun: str, *command: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask, once its log says that it has begun."""
    log = folder / f"{name}.log"
    with log.open("wb") as out:
        process = subprocess.Popen([sys.executable, "-m", *command], stdout=out, stderr=out, cwd=folder)
    try:
        until = monotonic() + BEGIN
        while begun not in log.read_text(encoding="utf-8", errors="replace"):
            assert process.poll() is None, log.read_text()
            assert monotonic() < until, log.read_text()
            sleep(0.1)
        yield process
    finally:
        process.kill()
        process.wait()


def _deals(file: Path, count: int, random: Random) -> Path:
    """A file of so many deals. Workers remember those that they have solved."""
    deals = (Deal.shuffled(random, Seat.SOUTH) for _ in range(count))
    boards = (f'[Board "{number}"]\n[Deal "{deal}"]\n' for number, deal in enumerate(deals, 1))
    file.write_text("\n".join(boards), encoding="utf-8")
    return file


def _solve(file: Path, *arguments: str) -> list[object]:
    command = [sys.executable, "-m", "tutor", "solve", str(file), "--json", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_cluster_solves_the_same_deals_although_a_worker_dies(tmp_path: Path) -> None:
    few, many = _deals(tmp_path / "few.pbn", 4, Random(1905)), _deals(tmp_path / "many.pbn", 32, Random(1859))
    alone = _solve(many)
    assert len(alone) == 32
    (port,) = free_ports(1)
    address = f"tcp://127.0.0.1:{port}"
    here = ("--host", "127.0.0.1", "--no-dashboard")
    with ExitStack() as stack:
        scheduler = ("distributed.cli.dask_scheduler", "--port", str(port), *here)
        stack.enter_context(_process(tmp_path, "scheduler", "Scheduler at", *scheduler))
        workers = [
            stack.enter_context(
                _process(
                    tmp_path,
                    f"worker-{number}",
                    "Registered to",
                    *("distributed.cli.dask_worker", address, *here, "--no-nanny", "--nthreads", "1"),
                )
            )
            for number in range(2)
        ]
        assert _solve(few, "--cluster", address) == _solve(few)
        command = [sys.executable, "-m", "tutor", "solve", str(many), "--json", "--cluster", address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as solving:
            assert solving.stdout is not None
            before = cpu_seconds(workers[0].pid)
            while solving.poll() is None and cpu_seconds(workers[0].pid) < before + 0.3:  # until it is at work
                sleep(0.02)
            assert solving.poll() is None, "all was solved before a worker died: it needs more deals"
            workers[0].kill()
            found = solving.stdout.read()
        assert solving.returncode == 0
        assert [json.loads(line) for line in found.splitlines()] == alone
