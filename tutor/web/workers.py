"""Several processes that answer at one address: started together, replaced where one ends, stopped together."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from time import monotonic, sleep
from types import FrameType

TOO_SOON = 2.0
"""Seconds: a worker that ends sooner than this after its start would only end again."""


def can_fork() -> bool:
    """Whether this system makes processes that share what was loaded before them."""
    return hasattr(os, "fork")


def run(work: Callable[[], None], count: int) -> None:
    """Does the work in so many processes, until this one is told to stop."""
    begun: dict[int, float] = {}
    stopping = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True
        for pid in begun:
            os.kill(pid, signal.SIGTERM)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    for _ in range(count):
        begun[_begin(work)] = monotonic()
    while begun:
        pid, _ = os.wait()
        lived = monotonic() - begun.pop(pid, 0.0)
        if stopping:
            continue
        if lived < TOO_SOON:
            sleep(TOO_SOON)
        begun[_begin(work)] = monotonic()


def _begin(work: Callable[[], None]) -> int:
    """Starts a process that does the work; its number."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches everybody: the first process tells the others
    signal.signal(signal.SIGTERM, _end)
    try:
        work()
    except SystemExit:
        pass
    finally:
        sys.stdout.flush()
        os._exit(0)
    return 0


def _end(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit
