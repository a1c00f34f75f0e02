"""`python -m tests.support.like_windows ARGUMENTS`: the command `tutor` without what Windows lacks.

It takes away the modules, functions and signals that only Unix has, and gives standard output the encoding that Windows
gives to a file. What stays as it is: paths, and the rule that an open file cannot be moved.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from io import TextIOWrapper

MODULES = ("fcntl", "grp", "pwd", "readline", "resource", "termios", "syslog")
SIGNALS = ("SIGALRM", "SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE")
FUNCTIONS = {
    os: ("fork", "forkpty", "getuid", "geteuid", "getgid", "nice", "killpg", "setsid", "getpgid", "O_DIRECTORY",
         "O_NOFOLLOW", "fchmod", "chown", "register_at_fork", "sched_getaffinity"),
    signal: ("setitimer", "pthread_sigmask", "pause", "sigwait", *SIGNALS),
}  # fmt: skip
LIBRARIES = (
    "click",
    "platformdirs",
    "flask",
    "waitress",
    "sqlalchemy",
    "alembic.command",
    "pydantic",
    "asyncio",
    "multiprocessing",
)
"""Imported before: how they do without is not our matter."""


def main() -> None:
    for name in (*LIBRARIES, "sqlalchemy.dialects.sqlite", "subprocess", "concurrent.futures.process", "tempfile"):
        importlib.import_module(name)
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for module, names in FUNCTIONS.items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    sys.platform = "win32"
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        setattr(sys, name, TextIOWrapper(stream.buffer, encoding="cp1252", line_buffering=True))
    from tutor.__main__ import main as tutor

    tutor()


if __name__ == "__main__":
    main()
