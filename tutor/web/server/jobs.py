"""The queue of files that take a while, worked off beside the pages: by another process, or by a thread of this one."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Any, Protocol, cast

from flask import current_app

import tutor
from tutor.errors import TutorError
from tutor.exchange.files import ExportedFile, Progress
from tutor.study.clock import Clock, MachineClock
from tutor.study.storage.database import Database, DatabaseBusy, DatabaseUnavailable
from tutor.study.storage.jobs import ClaimedJob, Queue

TOLD = 50
"""How often, at the most, it is written down how far a job has come."""
EXTENSION = "jobs"
LOOKED = 2.0
"""Seconds between two looks for jobs that others were asked for, or that others have left."""
BEATS = 10.0
"""Seconds between two signs that a job is still being made."""
IDLE = 60.0
"""Seconds that the process which makes files waits for another before it ends."""
PATIENT = 60.0
"""Seconds for which it is tried to save what was made, where somebody else is writing."""
NICENESS = 15
"""How much a process that makes files stands back for those that serve pages."""
FAILED = "It could not be made; it is the tutor’s fault and not yours."

Make = Callable[[ClaimedJob, Progress], ExportedFile]
_log = logging.getLogger(__name__)


class JobAbandoned(Exception):
    """Somebody else makes it now, or nobody wants it any more."""


class JobWorker(Protocol):
    """A worker on the queue."""

    def wake(self) -> None:
        """Tells it that there is something in the queue."""


def wake() -> None:
    """Tells whoever works the queue off for this application that there is something in it."""
    cast("JobWorker", current_app.extensions[EXTENSION]).wake()


def run_job(queue: Queue, taken: ClaimedJob, make: Make) -> None:
    """Makes the file of a job, whatever happens: a job that nobody ends would be waited for."""

    def tell(done: int, of: int) -> None:
        if (done == of or done % max(1, of // TOLD) == 0) and not queue.move(taken, done, of):
            raise JobAbandoned

    try:
        made = make(taken, tell)
        _save(lambda: queue.end(taken, made.name, made.mimetype, made.content))
    except JobAbandoned:
        _log.info("a file is not wanted any more")
    except DatabaseUnavailable:
        _log.exception("the file of a job could not be saved")  # it will be attempted once more
    except TutorError as error:
        fault = str(error)
        _save(lambda: queue.fail(taken, fault))
    except Exception:
        _log.exception("the file of a job could not be made")
        _save(lambda: queue.fail(taken, FAILED))


def _save(end: Callable[[], bool]) -> None:
    until = monotonic() + PATIENT
    while True:
        try:
            end()
        except DatabaseBusy:
            if monotonic() > until:
                raise
            sleep(1)
        else:
            return


class InThread:
    """Works the queue off by a thread of this process while there is something in it; pages are the slower for it."""

    def __init__(self, queue: Callable[[], Queue], make: Callable[[], Make]) -> None:
        self._queue, self._make = queue, make

    def wake(self) -> None:
        queue, make = self._queue(), self._make()
        Thread(target=self._work, args=(queue, make), daemon=True).start()

    def _work(self, queue: Queue, make: Make) -> None:
        while (taken := queue.take()) is not None:
            run_job(queue, taken, make)


# ---- another process ---------------------------------------------------------------------------------------------


class ByProcess:
    """Works through the queue in a separate process, which gives way to the pages and ends with this process.

    Each process that serves pages has one of these; how many files are made at once is up to the queue.
    """

    def __init__(
        self, database: Database, clock: Clock, folder: Path, most: int | None = None, *, logs_json: bool = False
    ) -> None:
        self._queue = Queue(database, clock, most)
        same = clock if isinstance(clock, MachineClock) else MachineClock.start()
        self._opening = {
            "address": database.address,
            "folder": str(folder),
            "clock": same.tell(),
            "log": "json" if logs_json else "text",
        }
        self._woken, self._stopping = Event(), Event()
        self._maker: _Maker | None = None
        self._lock = Lock()
        self._thread = Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Begins to look for jobs."""
        self._thread.start()

    def wake(self) -> None:
        self._woken.set()

    def stop(self) -> None:
        """Ends it; what is being made waits again."""
        self._stopping.set()
        self._woken.set()
        with self._lock:
            if self._maker is not None:
                self._maker.end()
        self._thread.join(5)

    def _work(self) -> None:
        idle_since = monotonic()
        while not self._stopping.is_set():
            try:
                taken = self._queue.take()
                if taken is not None:
                    self._make(taken)
                    idle_since = monotonic()
                    continue
            except TutorError as error:
                _log.warning("the queue of files cannot be worked off: %s", error)
            except Exception:
                _log.exception("the queue of files cannot be worked off")
            if self._maker is not None and monotonic() - idle_since > IDLE:
                with self._lock:
                    self._maker.end()
                    self._maker = None
            self._woken.wait(LOOKED)
            self._woken.clear()

    def _make(self, taken: ClaimedJob) -> None:
        with self._lock:
            if self._maker is None and not self._stopping.is_set():
                self._maker = _Maker(self._opening)
        try:
            done = self._maker is not None and self._maker.makes(taken, lambda: self._queue.touch(taken))
        except OSError:
            done = False
        if done:
            return
        with self._lock:
            if self._maker is not None:
                self._maker.end()
                self._maker = None
        self._queue.give_back(taken, counts=not self._stopping.is_set())


class _Maker:
    """A process that makes files, one after another."""

    def __init__(self, opening: dict[str, str]) -> None:
        path = os.pathsep.join(filter(None, (str(Path(tutor.__file__).parents[1]), os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tutor.web.export.file_jobs"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": path},
            text=True,
            encoding="utf-8",
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )
        self._said: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._hear, daemon=True).start()
        self._tell(opening)

    def makes(self, taken: ClaimedJob, beat: Callable[[], object]) -> bool:
        """Has a job done; whether it was done with it, or ended itself before."""
        self._tell({"id": taken.id, "begun_at": taken.begun_at.isoformat()})
        while True:
            try:
                return bool(self._said.get(timeout=BEATS))
            except Empty:
                beat()

    def end(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None and not pipe.closed:
                try:
                    pipe.close()
                except OSError:  # the process ended before it could read this
                    continue

    def _tell(self, what: dict[str, Any]) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it was asked for
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def _hear(self) -> None:
        assert self._process.stdout is not None  # noqa: S101
        try:
            for line in self._process.stdout:
                self._said.put(line)
        except ValueError:  # closed meanwhile
            pass
        self._said.put("")
