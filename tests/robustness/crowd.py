"""Thousands of slow clients before a proxy that speaks TLS, in a process of their own.

A quarter of them each: connects and says nothing, not even for TLS; sends a header, a byte at a time; sends half a
form, a byte at a time; asks for pages and does not read them. One that is turned out comes back at once.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from tutor.web.server.http_server import descriptors

KINDS = 4
DRIP = 4.0
"""Seconds between two bytes."""
AT_ONCE = 100
"""How many connect at the same moment."""
PATIENCE = 120
"""Seconds until all are there."""


class Crowd:
    """Clients in a process of their own, where `target` makes them; all of them are connected when the block begins.

    The target gets the arguments and an end of a pipe. It sends something when all are there, and for whatever it is
    sent, how many were there on average since.
    """

    def __init__(self, target: Callable[..., None], *arguments: object) -> None:
        context = get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=target, args=(*arguments, theirs), daemon=True)

    def __enter__(self) -> Crowd:
        self._process.start()
        assert self._ours.poll(PATIENCE), "the slow clients do not come in"
        self._ours.recv()
        return self

    def held(self) -> int:
        """How many of them were connected, on average since they were all there."""
        self._ours.send("")
        found: int = self._ours.recv()
        return found

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()


def slow_crowd(port: int, name: str, certificate: Path, clients: int) -> Crowd:
    """So many slow clients of a port that speaks TLS."""
    return Crowd(_crowd, port, name, str(certificate), clients)


def _crowd(port: int, name: str, certificate: str, clients: int, told: Connection) -> None:
    descriptors()  # as many as may be
    asyncio.run(_all_of_them(port, name, certificate, clients, told))


async def _all_of_them(port: int, name: str, certificate: str, clients: int, told: Connection) -> None:
    trust = ssl.create_default_context(cafile=certificate)
    held, coming, counts = set[int](), asyncio.Semaphore(AT_ONCE), list[int]()
    tasks = [asyncio.create_task(_dawdle(number, port, name, trust, held, coming)) for number in range(clients)]
    while tasks:
        await asyncio.sleep(0.2)
        if counts or len(held) == clients:
            if not counts:
                told.send("")
            counts.append(len(held))
        if told.poll():
            told.recv()
            told.send(sum(counts) // len(counts))


async def _dawdle(
    number: int, port: int, name: str, trust: ssl.SSLContext, held: set[int], coming: asyncio.Semaphore
) -> None:
    """What one of them does without end."""
    kind, random = number % KINDS, Random(number)
    host = f"Host: {name}:{port}\r\n".encode()
    beginning = (
        b"",
        b"GET /log-in HTTP/1.1\r\n" + host + b"X-Dawdles: ",
        b"POST /log-in HTTP/1.1\r\n" + host + b"Content-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 2000\r\n\r\nname=",
        (b"GET /log-in HTTP/1.1\r\n" + host + b"\r\n") * 4,
    )[kind]
    while True:
        writer: asyncio.StreamWriter | None = None
        with suppress(OSError, asyncio.TimeoutError):
            async with coming:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, ssl=trust if kind else None, server_hostname=name if kind else None, limit=1024
                )
            writer.write(beginning)
            held.add(number)
            while not reader.at_eof() and not writer.is_closing():
                await asyncio.sleep(DRIP * (0.5 + random.random()))
                if kind in (1, 2):
                    writer.write(b"z")
        held.discard(number)
        if writer is not None:
            writer.transport.abort()
        await asyncio.sleep(random.random())
