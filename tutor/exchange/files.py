"""Exported files, and how their progress is reported."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from tutor.bulk import Progress as Progress
from tutor.bulk import untold as untold


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file: its name, its type and its content."""

    name: str
    mimetype: str
    content: bytes

    def __post_init__(self) -> None:
        if self.name.partition(".")[0].casefold() in _DEVICES:
            object.__setattr__(self, "name", f"love-all-{self.name}")


_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
"""Names that mean devices on Windows, with any ending: no file can have them."""
STANDARD_OUTPUT = "-"
"""The file name that means standard output, as in Unix commands."""
_DATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The earliest moment that a zip can record."""


def zipped(files: Mapping[str, bytes], moment: datetime = _DATED, stored: Collection[str] = ()) -> bytes:
    """A zip of files by their paths. It is the same for the same files and moment. `stored` are not compressed."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for path, content in files.items():
            info = ZipInfo(path, max(moment, _DATED).timetuple()[:6])
            archive.writestr(info, content, ZIP_STORED if path in stored else ZIP_DEFLATED)
    return made.getvalue()
