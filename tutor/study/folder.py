"""Where what a learner has done is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_data_path

from tutor.study.database import StudyUnusable
from tutor.study.store import Study

FILE = "study.sqlite3"


def data_folder(chosen: Path | None) -> Path:
    """The folder that was chosen, or the one that the system has for the user’s data."""
    return chosen or user_data_path("love-all", appauthor=False)


def open_study(folder: Path) -> Study:
    """The study of a folder, begun where there is none, by the clock of the place. Raises `StudyUnusable`."""
    return Study.open(folder / FILE, lambda: datetime.now(UTC).astimezone())


def open_kept_study(folder: Path) -> Study:
    """The study that a folder has already. Raises `StudyUnusable`."""
    if not (folder / FILE).is_file():
        raise StudyUnusable(
            f"nothing is kept in {folder}. Name the folder with --data; `tutor serve` says which it is."
        )
    return open_study(folder)
