"""Thousands of clients that dawdle, from one address, with no proxy before the tutor: are others still answered?

A quarter of them each: says nothing; sends a header, a byte at a time; sends half a form and waits; asks for a page and
does not read it. One that is turned out comes back at once.
"""

from __future__ import annotations

import os
import selectors
import socket
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPException
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, sleep

from tests.robustness.crowd import Crowd
from tests.robustness.figures import Figures, percentile
from tests.robustness.served import Served
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.server.http_server import descriptors

CLIENTS, SECONDS = 2000, 30.0
ASKING = 4
"""How many others ask meanwhile, one page after another."""
PATIENCE = 1.0
"""Seconds that each of them may wait longer than without the slow clients."""
GIVING_UP = 120.0
PAGE = "/log-in"
DRIP = 2.0
"""Seconds between two bytes of a header."""
LOOK = 0.2
"""Seconds between two looks at how many are connected."""
_HEAD = b"POST /log-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
BEGINNINGS = (
    b"",
    b"GET /log-in HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Dawdles: ",
    _HEAD + b"Content-Length: 2000\r\n\r\nname=" + b"x" * 1000,
    b"GET /static/pictures/replay.jpg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8,
)
"""What each kind of client sends at once; of these the second goes on, drop by drop."""


def dawdle(clients: int = CLIENTS, seconds: float = SECONDS) -> Figures:
    """Others ask for a page before the slow clients come, and for so many seconds while they are there."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        Study.open(file, lambda: datetime.now(UTC)).close()
        served = Served(file, Path(folder), "--classroom", "--workers", "2", "--host", "127.0.0.1")
        served.start()
        try:
            asked_meanwhile(served.port, 2.0)  # until each worker has begun
            before, _ = asked_meanwhile(served.port, min(seconds, 5.0))
            with Crowd(_crowd, served.port, clients) as crowd:
                durations, errors = asked_meanwhile(served.port, seconds)
                held = crowd.held()
        finally:
            served.kill()
        faults = [*errors, *([served.log[-2000:]] if "Traceback" in served.log else [])]
    slowest = max(durations, default=GIVING_UP)
    if slowest > PATIENCE + max(before):  # a machine that does other things as well keeps everybody waiting
        faults.append(f"somebody waited {slowest:.1f} s beside {clients} slow clients")
    if held < 0.9 * clients:
        faults.append(f"only {held} of {clients} slow clients were connected on average")
    figures: dict[str, object] = {"slow clients": clients, "held on average": held, "descriptors": descriptors()}
    figures |= {"answers": len(durations), "answers without them": len(before), "max ms": percentile(durations, 1)}
    for share in (50, 95):
        figures[f"p{share} ms"] = percentile(durations, share / 100)
        figures[f"p{share} ms without them"] = percentile(before, share / 100)
    return Figures("slow", figures, tuple(faults))


def asked_meanwhile(port: int, seconds: float) -> tuple[list[float], list[str]]:
    """How long each answer took to those who ask properly, half of them on a new connection each time; and errors."""
    with ThreadPoolExecutor(ASKING) as pool:
        found = list(pool.map(lambda number: _ask(port, seconds, keeps=number % 2 == 0), range(ASKING)))
    return [one for durations, _ in found for one in durations], [one for _, errors in found for one in errors]


def _ask(port: int, seconds: float, *, keeps: bool) -> tuple[list[float], list[str]]:
    durations, errors, until = [], [], monotonic() + seconds
    connection = HTTPConnection("127.0.0.1", port, timeout=GIVING_UP)
    while monotonic() < until:
        began = monotonic()
        try:
            connection.request("GET", PAGE)
            answered = connection.getresponse()
            answered.read()
            if answered.status != 200:
                errors.append(f"{answered.status} for {PAGE}")
        except (OSError, HTTPException) as error:
            errors.append(f"{error!r} after {monotonic() - began:.1f} s")
            connection.close()
        durations.append(monotonic() - began)
        if not keeps:
            connection.close()
        sleep(0.02)
    connection.close()
    return durations, errors


def _crowd(port: int, clients: int, told: Connection) -> None:
    descriptors()  # as many as may be
    selector = selectors.DefaultSelector()
    place: dict[socket.socket, int] = {}

    def come(number: int) -> None:
        """Connects one, and begins as its kind does; where it is not let in, it tries again later."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.setblocking(False)
        with suppress(OSError):
            client.connect(("127.0.0.1", port))
        place[client] = number
        selector.register(client, selectors.EVENT_WRITE, _begun)

    def _begun(client: socket.socket) -> None:
        kind = place[client] % len(BEGINNINGS)
        client.send(BEGINNINGS[kind])
        held.add(client)
        selector.modify(client, selectors.EVENT_READ, _not_read if kind == len(BEGINNINGS) - 1 else _read)

    def _read(client: socket.socket) -> None:
        if not client.recv(4096):
            raise ConnectionResetError

    def _not_read(client: socket.socket) -> None:
        """Reads no more than shows whether it has been turned out."""
        if not client.recv(1, socket.MSG_PEEK):
            raise ConnectionResetError
        selector.unregister(client)
        unread.add(client)

    def gone(client: socket.socket) -> None:
        with suppress(KeyError):
            selector.unregister(client)
        held.discard(client)
        unread.discard(client)
        client.close()
        come(place.pop(client))

    held, unread = set[socket.socket](), set[socket.socket]()
    counts, drips, looks = list[int](), monotonic() + DRIP, monotonic()
    for number in range(clients):
        come(number)
    while True:
        for key, _ in selector.select(0.1):
            action: Callable[[socket.socket], None] = key.data
            assert isinstance(key.fileobj, socket.socket)
            try:
                action(key.fileobj)
            except OSError:
                gone(key.fileobj)
        if monotonic() > drips:
            drips = monotonic() + DRIP
            for client in [*held]:
                try:
                    if place[client] % len(BEGINNINGS) == 1:
                        client.send(b"z")
                    elif client in unread and client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
                        gone(client)
                except OSError:
                    gone(client)
        if not counts and len(held) == clients:
            counts.append(clients)
            told.send("")
        elif counts and monotonic() > looks:
            looks = monotonic() + LOOK
            counts.append(len(held))
        if told.poll():
            told.recv()
            told.send(sum(counts) // len(counts))


if __name__ == "__main__":
    print(dawdle(), f"process {os.getpid()}")
