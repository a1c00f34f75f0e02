"""A port that outlives those who answer there: from systemd, or from the same process before it began anew.

On SIGHUP the first process lets another one look whether it could begin with the code and the settings that are there
now. If so, it executes itself again and keeps the port. Its workers answer meanwhile. They finish when the new ones
have begun. So nobody is refused, and no answer is lost.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryFile
from time import monotonic

from tutor.errors import TutorError

_NAME = "TUTOR_HANDOVER"
REHEARSAL = "--only-rehearse"
"""The option by which `tutor serve` looks whether it could begin, and ends."""
PATIENCE = 120.0
"""Seconds for that."""
_FIRST_OF_SYSTEMD = 3
"""The descriptor of the first socket that systemd passes on: `man sd_listen_fds`."""


class UnusableSocket(TutorError):
    """systemd passes on a socket of a kind at which the tutor does not answer."""


@dataclass(frozen=True, slots=True)
class Handover:
    """The descriptors that this process kept when it began anew: the port, and the lifeline of its former workers.

    Where they have finished there is no lifeline.
    """

    listening: int
    lifeline: int | None

    @classmethod
    def received(cls) -> Handover | None:
        """What was kept, if this process has begun anew. It can be received once."""
        kept = os.environ.pop(_NAME, "").split()
        for descriptor in map(int, kept):
            os.set_inheritable(descriptor, False)
        if kept:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})
        return cls(*map(int, kept)) if kept else None

    def retire(self) -> None:
        """Lets the former workers finish."""
        if self.lifeline is not None:
            os.close(self.lifeline)

    def wait(self, ended: Callable[[int], object] = lambda _pid: None) -> Handover:
        """Lets the former workers finish, calls `ended` for each, and returns when they have; what is left."""
        self.retire()
        with suppress(ChildProcessError):
            while True:
                ended(os.waitpid(-1, 0)[0])
        return Handover(self.listening, None)


class Rehearsal:
    """This program, started beside this process with the option `REHEARSAL`, to find out whether it could begin."""

    def __init__(self) -> None:
        """Begins one. Raises `OSError`."""
        self._said = TemporaryFile()  # noqa: SIM115 - closed once it is read
        self._until = monotonic() + PATIENCE
        streams = (
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        )
        errors = (os.POSIX_SPAWN_DUP2, self._said.fileno(), 2)
        self.pid = os.posix_spawn(  # the caller waits for it
            sys.executable, [*_ourselves(), REHEARSAL], os.environ, file_actions=[*streams, errors], setsigmask=[]
        )

    def end_if_late(self) -> None:
        """Kills it if it has taken too long."""
        if monotonic() > self._until:
            os.kill(self.pid, signal.SIGKILL)

    def fault(self, status: int) -> str:
        """Why the program could not begin, or nothing if it could; `status` is that with which it ended."""
        with self._said:
            self._said.seek(0)
            said = self._said.read().decode(errors="replace").strip()
        if not status:
            return ""
        if usage := re.search(r"^Error: (.*)", said, re.MULTILINE | re.DOTALL):
            return usage[1]
        if "Traceback (most recent call last)" in said:
            return said.splitlines()[-1]
        return said or f"it ended with status {status}"


def begin_anew(listening: socket.socket, lifeline: int) -> None:
    """Executes this process again, as it was started, with the port and the workers that it has. Raises `OSError`.

    Signals that come meanwhile wait until the new one has got its `Handover`.
    """
    os.environ[_NAME] = f"{listening.fileno()} {lifeline}"
    for descriptor in (listening.fileno(), lifeline):
        os.set_inheritable(descriptor, True)
    try:
        os.execv(sys.executable, _ourselves())  # noqa: S606
    finally:
        del os.environ[_NAME]


def _ourselves() -> list[str]:
    """The command by which this process was started."""
    return [sys.executable, *sys.orig_argv[1:]]


def inherited_socket(handover: Handover | None) -> socket.socket | None:
    """The listening socket that systemd or this process before has opened. Raises `UnusableSocket`."""
    if handover is not None:
        return socket.socket(fileno=handover.listening)  # with a queue as long as it was
    pid, count = os.environ.pop("LISTEN_PID", ""), os.environ.pop("LISTEN_FDS", "")
    if pid != str(os.getpid()) or count in ("", "0"):
        return None
    found = socket.socket(fileno=_FIRST_OF_SYSTEMD)
    if found.family is not socket.AF_INET or found.type is not socket.SOCK_STREAM or count != "1":
        found.close()
        raise UnusableSocket(
            "systemd passes on a socket at which the tutor cannot answer. Write one line into the socket unit, such as "
            "ListenStream=127.0.0.1:8000."
        )
    return found
