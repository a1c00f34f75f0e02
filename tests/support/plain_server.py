"""The server and the workers of the tutor with the smallest of applications.

`python -m tests.support.plain_server PORT …`. Whoever starts it finds out in how many seconds the port
could be had, which stands in the first line.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterable
from time import monotonic, sleep
from typing import Any

import click

from tutor.web.server import workers
from tutor.web.server.http_server import Server

SLOW = 1.0
"""Seconds that `/slow` takes."""


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Says who asks, takes its time, never answers, sends much, or counts what it is sent."""
    path = environ["PATH_INFO"]
    if path.startswith("/slow"):
        sleep(float(path.removeprefix("/slow/")) if path != "/slow" else SLOW)
        said = b"done"
    elif path == "/hang":
        sleep(600)
        said = b"never"
    elif path.startswith("/large/"):
        said = b"x" * int(path.removeprefix("/large/"))
    elif path == "/sent":
        said = str(len(environ["wsgi.input"].read())).encode()
    else:
        names = ("REMOTE_ADDR", "wsgi.url_scheme", "HTTP_HOST", "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED")
        said = "\n".join([*(str(environ.get(name, "")) for name in names), str(os.getpid())]).encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(said)))])
    return [said]


def listening_on(port: int, seconds: float = 0.0) -> socket.socket:
    """A socket that listens there, as soon as that can be had."""
    until = monotonic() + seconds
    while True:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", port))
            listening.listen()
        except OSError:
            listening.close()
            if monotonic() > until:
                raise
            sleep(0.01)
        else:
            return listening


def main(port: int, count: int, hung: float, *, crashes: bool) -> None:
    """Serves until it is stopped."""
    began = monotonic()
    listening = listening_on(port, 10)
    click.echo(f"{monotonic() - began:.3f}")
    workers.HUNG = hung

    def work(worker: workers.WorkerProcess) -> None:
        click.echo("begun")
        if crashes:
            raise RuntimeError("it cannot be helped")
        server = Server(application, listening, beat=worker.beat)
        worker.stops_by(server.stop)
        server.run()

    workers.run(work, count, listening.close)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), crashes="crash" in sys.argv)
