"""Where what a learner has done is kept."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from tutor.study.clock import Clock, MachineClock
from tutor.study.storage.database import Database
from tutor.study.study import Study

FILE = "study.sqlite3"


def data_folder(chosen: Path | None) -> Path:
    """The folder that was chosen, or the one that the system has for the user’s data."""
    return chosen or user_data_path("love-all", appauthor=False)


def place(folder: Path) -> Path | str:
    """Where it is kept: on the server that `DATABASE_URL` names, or in a file of the folder where it names none."""
    return os.environ.get("DATABASE_URL") or folder / FILE


def open_study(folder: Path, clock: Clock | None = None) -> Study:
    """The study of a folder or a server, begun where there is none; by the clock of the machine unless one is given.

    Raises `DatabaseUnavailable`, and `Malformed` for a `DATABASE_URL` that cannot be read.
    """
    clock = clock or MachineClock.start()
    return Study(Database.open(place(folder), folder=_folder(folder), now=clock), clock)


def open_kept_study(folder: Path) -> Study:
    """The study that a folder or a server has already. Raises `DatabaseUnavailable` and `Malformed`."""
    clock = MachineClock.start()
    return Study(Database.open(place(folder), new=False, folder=_folder(folder), now=clock), clock)


def _folder(folder: Path) -> Path | None:
    """Where copies go: into the folder of a server’s tutor; None is beside the file."""
    return folder if os.environ.get("DATABASE_URL") else None
