"""The calls of all workers of a host count together."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from select import select
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

import pytest

from tests.support.clock import FakeClock
from tutor.web.api.call_counts import GROUPS, SLOTS_IN_GROUP, CallCounts
from tutor.web.api.limiter import Limiter
from tutor.web.api.limits import Allowance

PATIENCE = 30.0
"""Seconds that a worker may take."""
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


@pytest.fixture
def held() -> Iterator[IO[bytes]]:
    with TemporaryFile() as file:
        yield file


@forks
def test_forked_workers_give_no_more_calls_than_one_would(held: IO[bytes]) -> None:
    """Five workers with 100 calls each ask for one client, who has 200."""
    allowance = Allowance.for_workers(200, held)
    workers = {}
    for _ in range(5):
        reading, writing = os.pipe()
        pid = os.fork()
        if not pid:
            status = 1
            try:
                calls = sum(allowance.limiter.take("192.0.2.1", 1).is_enough for _ in range(100))
                os.write(writing, str(calls).encode())
                status = 0
            finally:
                os._exit(status)
        os.close(writing)
        workers[pid] = reading
    found = []
    try:
        for reading in workers.values():
            assert select([reading], (), (), PATIENCE)[0], "a worker hangs"
            found.append(os.read(reading, 10))
    finally:
        for pid, reading in workers.items():
            os.close(reading)
            if len(found) < len(workers):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    assert sum(map(int, found)) == 200
    left = allowance.limiter.take("192.0.2.1", 1)
    assert (left.calls, left.is_enough) == (0, False)
    assert allowance.limiter.take("192.0.2.2", 1).calls == 199, "another client has their own"


@forks
def test_a_worker_that_is_killed_while_it_counts_holds_nobody_up(held: IO[bytes]) -> None:
    counts = CallCounts(monotonic, held)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            with counts.held():
                os.write(writing, b"!")
                signal.pause()
        finally:
            os._exit(1)
    os.close(writing)
    held_by_it = select([reading], (), (), PATIENCE)[0] and os.read(reading, 1)
    os.close(reading)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert held_by_it == b"!"
    assert Limiter(3, 60, counts).take("192.0.2.1", 1).calls == 2


def test_a_window_ends_for_each_client_by_itself() -> None:
    clock = FakeClock()
    counts = CallCounts(lambda: clock.now.timestamp())
    counts.add("a", 2, 60)
    clock.move(30)
    counts.add("b", 1, 60)
    assert counts.add("a", 1, 60) == 3, "the window goes on"
    clock.move(30)
    assert [counts.window(client)[0] for client in "ab"] == [0, 1]
    assert counts.add("a", 1, 60) == 1, "another begins"
    counts.clear("a")
    assert [counts.window(client)[0] for client in "ab"] == [0, 1]


def test_ever_new_addresses_make_the_oldest_forgotten_and_fill_no_memory() -> None:
    clock = FakeClock()
    counts = CallCounts(lambda: clock.now.timestamp())
    most = GROUPS * SLOTS_IN_GROUP
    for number in range(most + most // 2):
        clock.move(0.0001)
        counts.add(f"client {number}", 1, 60)
    remembered = [number for number in range(most + most // 2) if counts.window(f"client {number}")[0]]
    assert len(remembered) <= most
    newest = set(range(most + most // 2 - 1000, most + most // 2))
    assert newest <= set(remembered), "the newest stay"
