"""A port that outlives those who answer there: from systemd, or from the same process before it began anew.

On SIGHUP the first process executes itself again, with new code and settings, and keeps the port. Its workers answer
meanwhile. They finish when the new ones have begun. So nobody is refused, and no answer is lost.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass

from tutor.errors import TutorError

_NAME = "TUTOR_HANDOVER"
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
        return cls(*map(int, kept)) if kept else None

    def retire(self) -> None:
        """Lets the former workers finish."""
        if self.lifeline is not None:
            os.close(self.lifeline)

    def wait(self) -> Handover:
        """Lets the former workers finish, and returns when they have; what is left."""
        self.retire()
        with suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        return Handover(self.listening, None)


def begin_anew(listening: socket.socket, lifeline: int) -> None:
    """Executes this process again, as it was started, with the port and the workers that it has. Raises `OSError`."""
    os.environ[_NAME] = f"{listening.fileno()} {lifeline}"
    for descriptor in (listening.fileno(), lifeline):
        os.set_inheritable(descriptor, True)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until it can begin anew once more
    try:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - ourselves
    finally:
        del os.environ[_NAME]
        signal.signal(signal.SIGHUP, before)


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
