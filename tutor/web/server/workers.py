"""Several processes that answer at one address: started together, replaced where one ends, stopped together."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread
from time import monotonic, sleep
from types import FrameType

from tutor.errors import TutorError
from tutor.web.server.handover import Handover, Rehearsal
from tutor.web.server.logs import Say, warn_plainly

_log = logging.getLogger(__name__)
TOO_SOON = 5.0
"""Seconds: a worker that ends sooner than this after its start would probably only end again."""
PAUSES = (0.0, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before a worker is replaced, after so many of them in a row that ended too soon."""
HUNG = 120.0
"""Seconds after which a worker is given up that does not beat."""
LOOK = 0.05
"""Seconds between two looks at the workers while a worker waits to be replaced."""
GOES_ON = "Love All goes on as it is, because it could not start again"
OURS = {getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP") if hasattr(signal, name)}
GRACE = 15.0
"""Seconds that a worker has to finish what it has begun, once it has to stop."""


def can_fork() -> bool:
    """Whether this system makes processes that share what was loaded before them.

    On macOS the system’s own libraries may crash in such a process, so there one process answers everybody.
    """
    return hasattr(os, "fork") and sys.platform != "darwin"


def hold_hangups() -> None:
    """Lets SIGHUP wait until `run` is ready for it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})


@dataclass(frozen=True, slots=True)
class Lifeline:
    """Two ends of a pipe into which nothing is ever written.

    Only the first process holds the end for writing. When it lets go, to stop everybody or because it was killed, each
    worker reads the end of the file. Unlike a signal this cannot come too early, nor to the wrong process.
    """

    reading: int
    writing: int

    @classmethod
    def tied(cls) -> Lifeline:
        """A new one."""
        return cls(*os.pipe())

    def cut(self) -> None:
        """Lets go."""
        os.close(self.writing)

    def wait(self) -> None:
        """Returns when it has been cut."""
        os.read(self.reading, 1)


class WorkerProcess:
    """The parent’s side of a process of `run`: how to stop it, and its heartbeat."""

    def __init__(self, lifeline: Lifeline) -> None:
        self._lifeline = lifeline
        self._stop: Callable[[], None] = _leave

    def beat(self) -> None:
        """To be called every few seconds; a worker that no longer does is ended, and leaves its traceback."""
        faulthandler.dump_traceback_later(HUNG, exit=True, file=sys.__stderr__ or sys.stderr)

    def stops_by(self, stop: Callable[[], None]) -> None:
        """From now on `stop` is called, in any thread, to make the worker finish; it has some seconds for that."""
        self._stop = stop
        signal.signal(signal.SIGTERM, lambda _number, _frame: stop())

    def watch(self) -> None:
        """Stops the worker when there is no first process any more, and ends it if it does not stop."""
        self._lifeline.wait()
        self._stop()
        sleep(GRACE)
        os._exit(1)


def run(
    work: Callable[[WorkerProcess], None],
    count: int,
    let_go: Callable[[], None],
    *,
    warn: Say = warn_plainly,
    ended: Callable[[int], object] = lambda _pid: None,
    handover: Handover | None = None,
    restart: Callable[[int], object] | None = None,
) -> None:
    """Does the work in so many processes until this one is stopped, and then calls `let_go`.

    One that ends is replaced: at once, but for those that end soon after their start, again and again. Those end too
    whose first process has been killed, so that another can begin at the same address.

    It calls `ended` for each that has ended. The workers of a `handover` finish once all have begun. On SIGHUP there is
    a `Rehearsal`. If that ends well, it calls `restart` with the descriptor on which the lives of the workers hang. A
    terminal that is closed sends that signal, too, and ends all.
    """
    lifeline = Lifeline.tied()
    begun: dict[int, float] = {}
    stopping = False
    rehearsal: Rehearsal | None = None
    again = False

    def stop(_number: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        if not stopping:
            stopping = True
            lifeline.cut()
            let_go()
            signal.setitimer(signal.ITIMER_REAL, GRACE + 1)

    def end(_number: int, _frame: FrameType | None) -> None:
        for pid in begun:
            os.kill(pid, signal.SIGKILL)

    def hang_up(_number: int, _frame: FrameType | None) -> None:
        nonlocal rehearsal, again
        if rehearsal is not None:
            again = True  # what it looks at may have changed
        elif not stopping:
            try:
                rehearsal = Rehearsal()
            except OSError as error:
                warn(f"{GOES_ON}: {error}")

    def begin() -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, OURS)  # the new process is not to do what these handlers do
        begun[_begin(work, lifeline, handover)] = monotonic()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, OURS)

    for number, handler in ((signal.SIGALRM, end), (signal.SIGTERM, stop), (signal.SIGINT, stop)):
        signal.signal(number, handler)
    if restart is not None and not os.isatty(0):
        signal.signal(signal.SIGHUP, hang_up)
    due = [monotonic()] * count
    too_soon = 0
    while begun or not stopping:
        while due and due[0] <= monotonic() and not stopping:
            due.pop(0)
            begin()
        if handover is not None and len(begun) == count:
            handover.retire()
            handover = None
        waits = bool(due or rehearsal) and not stopping
        pid, status = os.waitpid(-1, os.WNOHANG if waits else 0) if begun else (0, 0)
        if not pid:
            if rehearsal is not None:
                rehearsal.end_if_late()
            sleep(LOOK)
            continue
        if rehearsal is not None and pid == rehearsal.pid:
            fault, rehearsal = rehearsal.fault(status), None
            if again:
                again = False
                os.kill(os.getpid(), signal.SIGHUP)
            elif fault:
                warn(f"{GOES_ON}: {fault}")
            elif restart is not None:
                signal.pthread_sigmask(signal.SIG_BLOCK, OURS)  # none of them is to be lost
                if not stopping:
                    restart(lifeline.writing)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, OURS)
            continue
        ended(pid)
        if pid not in begun:  # of those before us
            continue
        lived = monotonic() - begun.pop(pid)
        if not stopping:
            too_soon = min(too_soon + 1, len(PAUSES) - 1) if lived < TOO_SOON else 0
            due = sorted([*due, monotonic() + PAUSES[too_soon]])
            when = f"in {PAUSES[too_soon]:.0f} s" if too_soon else "now"
            warn(f"A worker ended ({_cause(status)}); another starts {when}.")


def _cause(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _begin(work: Callable[[WorkerProcess], None], lifeline: Lifeline, handover: Handover | None) -> int:
    """Starts a process that does the work; its number."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches everybody: the first process tells the others
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # so does a terminal that is closed
        signal.pthread_sigmask(signal.SIG_UNBLOCK, OURS)
        lifeline.cut()  # our own copy, or it would never be cut
        if handover is not None:
            handover.retire()
        worker = WorkerProcess(lifeline)
        worker.beat()
        Thread(target=worker.watch, daemon=True).start()
        work(worker)
        status = 0
    except TutorError as error:
        _log.error("%s", error)
    except BaseException:  # a process that was forked must not return to what its parent does
        _log.exception("a worker failed")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _leave() -> None:
    os._exit(0)
