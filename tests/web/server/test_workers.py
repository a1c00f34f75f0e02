"""Processes that answer together: replaced, stopped, and not left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from time import monotonic, sleep

import pytest

from tests.support.nginx import free_ports
from tutor.web.server.workers import can_fork

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not can_fork(), reason="one process serves everybody here"),
]

SOON = 2.0
"""Seconds within which a port can be had again."""
PATIENCE = 30.0


class Plain:
    """A plain server in a process of its own, with its workers, which outlives no test."""

    def __init__(self, port: int, count: int = 2, hung: float = 60.0, *more: str) -> None:
        self.port = port
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", "tests.support.plain_server", str(port), str(count), str(hung), *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.waited = float(self.process.stdout.readline())

    def ask(self, path: str = "/") -> str:
        """What it says; asked once, with no second attempt."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", path)
        said = connection.getresponse().read().decode()
        connection.close()
        return said

    def worker(self) -> int:
        """The number of a worker, as soon as one answers."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            with suppress(OSError, HTTPException):
                return int(self.ask().splitlines()[-1])
            sleep(0.02)
        raise AssertionError("nobody answers")

    def workers(self, count: int) -> set[int]:
        """The numbers of so many workers."""
        found, until = set[int](), monotonic() + PATIENCE
        while len(found) < count:
            assert monotonic() < until, found
            with ThreadPoolExecutor(8) as pool:
                found |= set(pool.map(lambda _: self.worker(), range(16)))
        return found

    def end(self) -> tuple[str, str]:
        """Kills whatever is left of it; what was printed."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.communicate()


@contextmanager
def plain(port: int = 0, count: int = 2, hung: float = 60.0, *more: str) -> Iterator[Plain]:
    server = Plain(port or free_ports(1)[0], count, hung, *more)
    try:
        yield server
    finally:
        server.end()


def gone(pid: int, seconds: float = PATIENCE) -> bool:
    """Whether there is no such process, after so many seconds at most."""
    until = monotonic() + seconds
    while monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        with suppress(OSError), open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            if file.read().rpartition(")")[2].split()[0] == "Z":  # nobody asks any more how it ended
                return True
        sleep(0.02)
    return False


def test_workers_end_with_their_parent_and_leave_the_port_at_once() -> None:
    (port,) = free_ports(1)
    first = Plain(port)
    for _ in range(20):
        left = first.workers(2)
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait()
        second = Plain(port)
        assert second.waited < SOON
        assert second.worker() not in left or all(gone(pid) for pid in left)
        for pid in left:
            assert gone(pid), "a worker was left behind"
        first.end()
        first = second
    first.end()


def test_what_was_asked_is_answered_though_the_parent_was_killed() -> None:
    with plain() as server, ThreadPoolExecutor(1) as pool:
        server.worker()
        slow = pool.submit(server.ask, "/slow")
        sleep(0.3)
        os.kill(server.process.pid, signal.SIGKILL)
        assert slow.result() == "done"


def test_stopping_loses_no_answer() -> None:
    with plain() as server, ThreadPoolExecutor(24) as pool:
        server.workers(2)
        idle = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        idle.request("GET", "/")
        idle.getresponse().read()
        asked: list[Future[str]] = [pool.submit(server.ask, "/slow") for _ in range(16)]
        asked += [pool.submit(server.ask, "/large/9000000") for _ in range(4)]
        sleep(0.3)
        began = monotonic()
        server.process.terminate()
        assert {len(one.result()) for one in asked} == {4, 9_000_000}
        assert server.process.wait(PATIENCE) == 0
        assert monotonic() - began < 8.0, "nobody waits for a connection on which nothing is asked"
        idle.close()
        _, errors = server.end()
    assert not errors


def test_a_second_server_begins_while_the_first_still_finishes() -> None:
    with plain() as first, ThreadPoolExecutor(1) as pool:
        first.worker()
        slow = pool.submit(first.ask, "/slow/5")
        sleep(0.3)
        first.process.terminate()
        with plain(first.port) as second:
            assert second.waited < SOON
            assert second.worker()
            assert slow.result() == "done"


def test_half_a_request_does_not_hold_up_the_stop() -> None:
    with plain() as server, socket.create_connection(("127.0.0.1", server.port)) as half:
        half.sendall(b"GET / HTTP/1.1\r\n")
        server.worker()
        began = monotonic()
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0
        assert monotonic() - began < 6.0


def test_a_worker_that_was_killed_is_replaced() -> None:
    with plain() as server:
        first = server.workers(2)
        killed = first.pop()
        os.kill(killed, signal.SIGKILL)
        later = server.workers(2)
        assert killed not in later
        assert first <= later
        server.process.terminate()
        assert server.process.wait(PATIENCE) == 0
        _, errors = server.end()
    assert errors.startswith("A worker ended (signal 9)")


def test_workers_that_end_at_once_are_not_started_without_a_pause() -> None:
    with plain(0, 2, 60.0, "crash") as server:
        sleep(3.0)
        began = monotonic()
        server.process.terminate()
        server.process.wait(PATIENCE)
        assert monotonic() - began < 1.5
        said, errors = server.end()
    assert 2 <= said.count("begun") <= 5
    assert "RuntimeError: it cannot be helped" in errors


def test_a_worker_that_no_longer_answers_is_replaced_and_says_where_it_hung() -> None:
    with plain(0, 1, 3.0) as server, ThreadPoolExecutor(6) as pool:
        hung = server.worker()
        asked = [pool.submit(server.ask, "/hang") for _ in range(5)]  # one more than it has threads
        assert gone(hung), "it still hangs"
        assert server.worker() != hung
        for one in asked:
            with pytest.raises((OSError, HTTPException)):
                one.result()
        _, errors = server.end()
    assert "Timeout" in errors
    assert "plain_server.py" in errors
