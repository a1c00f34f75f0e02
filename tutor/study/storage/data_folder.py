"""Where what a learner has done is kept."""

from __future__ import annotations

from pathlib import Path

from tutor.study.clock import Clock, MachineClock
from tutor.study.storage.database import Database
from tutor.study.study import Study

FILE = "study.sqlite3"


def place(folder: Path, server: str | None) -> Path | str:
    """The database in a folder, or on the `server` of that address."""
    return server or folder / FILE


def open_study(folder: Path, clock: Clock | None = None, server: str | None = None, *, new: bool = True) -> Study:
    """The study in a folder, or on the `server` of that address; by the clock of the machine unless one is given.

    It begins where there is none, if it may be `new`. Copies of a server’s tables go into the folder.
    Raises `DatabaseUnavailable`, and `Malformed` for an address that cannot be read.
    """
    clock = clock or MachineClock.start()
    return Study(Database.open(place(folder, server), new=new, folder=folder if server else None, now=clock), clock)
