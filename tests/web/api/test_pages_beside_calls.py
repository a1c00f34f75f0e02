"""Pages of a served tutor, while thirty clients ask its API for all that takes long."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from statistics import median
from threading import Event
from time import monotonic, sleep

import pytest

from tests.robustness.served import Served
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study

CALLERS = 30
PAGE = "/lessons/whist-take-a-trick"
LONGER = 0.5
"""Seconds that a page may take more than without the calls."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only there every address of 127.0.0.0/8 is this machine"),
]


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """A tutor in one process, which lets everybody call as often as they like."""
    file = tmp_path / FILE
    Study.open(file, lambda: datetime.now(UTC)).close()
    served = Served(file, tmp_path, "--api-calls", "1000000")
    served.start()
    yield served.port
    served.kill()


def seconds_for_pages(port: int, pages: int) -> list[float]:
    """How long so many pages took, each on a connection of its own."""
    durations = []
    for _ in range(pages):
        began = monotonic()
        connection = HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request("GET", PAGE)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        assert answer.status == 200
        durations.append(monotonic() - began)
    return durations


@contextmanager
def calling(port: int, *, from_one_address: bool) -> Iterator[Counter[int]]:
    """So many callers who each ask again as soon as they are answered; how often they got each status."""
    told, stop, seeds = Counter[int](), Event(), count(1)

    def call(caller: int) -> None:
        address = "127.0.0.1" if from_one_address else f"127.0.1.{caller + 1}"
        while not stop.is_set():
            connection = HTTPConnection("127.0.0.1", port, timeout=120, source_address=(address, 0))
            with suppress(OSError, HTTPException):
                connection.request("GET", f"/api/v1/questions?on=hel-*&on=skill-*&count=20&seed={next(seeds)}")
                answer = connection.getresponse()
                body = answer.read()
                told[answer.status] += 1
                if answer.status == 503:
                    assert json.loads(body)["type"] == "/api/v1/#busy"
                    assert answer.headers["Retry-After"]
                    stop.wait(0.1)
            connection.close()

    with ThreadPoolExecutor(CALLERS) as callers:
        done = [callers.submit(call, caller) for caller in range(CALLERS)]
        try:
            sleep(1)
            yield told
        finally:
            stop.set()
        for one in done:
            one.result()


@pytest.mark.parametrize("from_one_address", [True, False])
def test_pages_do_not_wait_for_calls_that_take_long(port: int, *, from_one_address: bool) -> None:
    seconds_for_pages(port, 5)  # what is loaded at the first
    usual = median(seconds_for_pages(port, 10))
    with calling(port, from_one_address=from_one_address) as told:
        beside = seconds_for_pages(port, 10)
    assert told[200], "some calls are answered"
    assert told[503], "there were more than are answered at once"
    assert median(beside) < usual + LONGER, beside
