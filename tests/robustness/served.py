"""A tutor that is really served, and a browser that asks it for pages over the network."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlencode

PATIENCE = 60
"""Seconds that a tutor may take to begin."""
SETTLED, AT_REST = 120.0, 0.05
"""Seconds that the workers may have work to do beforehand; seconds of work within one by which they are at rest."""
QUIET_LOOKS = 5
"""Seconds at rest after which nothing more comes: that work waits until nobody has asked for anything for two."""
BEGUN = "Love All is at"
"""What a tutor says once its address is its own."""


def database_in(environment: Mapping[str, str], where: Path | str) -> dict[str, str]:
    """The environment of a tutor that keeps its study there."""
    others = {name: value for name, value in environment.items() if name != "DATABASE_URL"}
    return others | ({"DATABASE_URL": where} if isinstance(where, str) else {})


class NotBegun(Exception):
    """A tutor ended instead of beginning, or did neither; with what it said."""


class Served:
    """A tutor on a port of its own, which can be killed and started again; its study is in a file or on a server."""

    def __init__(
        self,
        where: Path | str,
        folder: Path,
        *arguments: str,
        command: Sequence[str] = ("-m", "tutor"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._where, self._folder, self._arguments = where, folder, arguments
        self._command, self._environment = command, environment or {}
        self.largest_file: int | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None
        self._sessions: list[int] = []

    def start(self) -> None:
        """Returns when its address is its own. Raises `NotBegun`."""
        folder = self._where.parent if isinstance(self._where, Path) else self._folder
        command = [*self._command, "serve", "--no-browser", "--port", str(self.port), "--data", str(folder)]
        said_before = len(self.log)
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, *command, *self._arguments],
                stdout=log,
                stderr=log,
                env={**database_in(os.environ, self._where), **self._environment},
                start_new_session=True,
                preexec_fn=self._limit,
            )
        self._sessions.append(self._process.pid)
        until = monotonic() + PATIENCE
        while monotonic() < until and self._process.poll() is None:
            if BEGUN in self.log[said_before:]:
                return
            sleep(0.02)
        said = self.log[said_before:].splitlines()
        raise NotBegun("\n".join(line for line in said if not line.startswith("Task queue depth"))[-2000:])

    def _limit(self) -> None:
        if self.largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.largest_file, self.largest_file))

    @property
    def parent(self) -> int:
        """The process that was started."""
        assert self._process is not None
        return self._process.pid

    def workers(self) -> list[int]:
        """The processes that the first has begun, and that have not ended."""
        return [] if self._process is None or self._process.poll() is not None else _children(self._process.pid)

    def settle(self) -> None:
        """Returns when the workers have done what they do beforehand, in the background, after they began."""
        until, quiet = monotonic() + SETTLED, 0
        while monotonic() < until and quiet < QUIET_LOOKS:
            pids = self.workers() or [self.parent]
            before = sum(map(cpu_seconds, pids))
            sleep(1)
            quiet = quiet + 1 if sum(map(cpu_seconds, pids)) - before < AT_REST else 0

    def stop(self) -> None:
        """Stops it as a service is stopped, and returns when all of it has ended."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(PATIENCE)

    def kill_parent(self) -> None:
        """Kills the first process alone; its workers are for itself to have seen to."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def kill(self) -> None:
        """As when the power fails: every process that was ever started here, at once."""
        for session in self._sessions:
            with suppress(ProcessLookupError):
                os.killpg(session, signal.SIGKILL)
        self._sessions.clear()
        if self._process is not None:
            self._process.wait()

    @property
    def log(self) -> str:
        """What it wrote on its terminal since the first start."""
        file = self._folder / "log"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""


def cpu_seconds(pid: int) -> float:
    """How long a process has worked; 0 where the system does not say."""
    with suppress(OSError):
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    with suppress(OSError):
        return [int(one) for one in listed.read_text().split()]
    said = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(one) for one in said.split()]


@dataclass
class Page:
    """What came of a request."""

    status: int
    text: str
    location: str


class Unanswered(Exception):
    """Nobody answered, or not to the end."""


@dataclass
class Browser:
    """Keeps a connection open, and the cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    _connection: HTTPConnection | None = None

    def get(self, address: str, known: str = "") -> Page:
        """A page, unless it still has the tag that is `known`."""
        return self._ask("GET", address, known=known)

    def post(self, address: str, fields: Mapping[str, str]) -> Page:
        return self._ask("POST", address, urlencode(fields))

    def _ask(self, method: str, address: str, body: str | None = None, known: str = "") -> Page:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if known:
            headers["If-None-Match"] = known
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection = self._connection or HTTPConnection("127.0.0.1", self.port, timeout=20)
            self._connection = connection
            connection.request(method, address, body, headers)
            answered = connection.getresponse()
            text = answered.read().decode()
        except (OSError, HTTPException) as error:
            self.leave()
            raise Unanswered(f"{method} {address}: {error!r}") from None
        self._keep_cookies(answered)
        return Page(answered.status, text, answered.headers.get("Location", ""))

    def _keep_cookies(self, answered: HTTPResponse) -> None:
        for line in answered.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
