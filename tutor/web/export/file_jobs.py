"""The files that jobs make, by their kind, and the process that makes them.

`python -m tutor.web.export.file_jobs` reads lines of JSON from its standard input: first the database, then the jobs
that were claimed for it. It writes a line after each job, and ends when its input ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Thread

from flask import Flask, g

from tutor.errors import Unknown
from tutor.exchange.exporters import names
from tutor.exchange.files import ExportedFile, Progress
from tutor.library.catalogue import load
from tutor.study.clock import MachineClock
from tutor.study.storage.database import Database
from tutor.study.storage.jobs import ClaimedJob, Queue
from tutor.study.study import Study
from tutor.web.classroom import authored_import
from tutor.web.export import exports
from tutor.web.server.jobs import NICENESS, Make, run_job
from tutor.web.server.logs import begin_json_lines
from tutor.web.services import EXTENSION, Services


def file_maker(app: Flask) -> Make:
    """The function that makes the files of an application."""
    whole: Services = app.extensions[EXTENSION]

    def make(taken: ClaimedJob, progress: Progress) -> ExportedFile:
        with app.app_context():
            g.parts = replace(whole, study=whole.study.of(taken.learner))
            if taken.kind == authored_import.JOB:
                return authored_import.made(taken, progress)
            if taken.kind in names():
                return exports.made(taken, progress)
            raise Unknown("kind of file", taken.kind, names())

    return make


def main() -> None:
    """Makes files until its input ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process: the parent ends this one
    opening = json.loads(sys.stdin.readline())
    if opening["log"] == "json":
        begin_json_lines()
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=_hear, args=(lines.put,), daemon=True).start()
    clock = MachineClock.told(opening["clock"])
    study = Study(Database.open(opening["address"], new=False, folder=Path(opening["folder"])), clock)
    app = Flask("tutor")
    app.extensions[EXTENSION] = Services.of(load(), study, Random())
    queue, make = Queue(study.database, study.clock), file_maker(app)
    while True:
        told = json.loads(lines.get())
        taken = queue.taken(told["id"], datetime.fromisoformat(told["begun_at"]))
        if taken is not None:
            run_job(queue, taken, make)
        print("done", flush=True)  # noqa: T201 - to the parent process


def _hear(put: Callable[[str], None]) -> None:
    """Passes on the jobs from standard input. If the parent is killed, this process ends too."""
    with suppress(ValueError, OSError):
        for line in sys.stdin:
            put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
