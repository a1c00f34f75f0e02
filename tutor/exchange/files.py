"""A file made to be taken away, and how the making of it is told."""

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
    """A file: what it is called, of what type it is, and what is in it."""

    name: str
    mimetype: str
    content: bytes


STANDARD_OUTPUT = "-"
"""The name of a file that is to be printed, as commands of Unix have it."""
_DATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The earliest moment that a zip can name."""


def zipped(files: Mapping[str, bytes], moment: datetime = _DATED, stored: Collection[str] = ()) -> bytes:
    """The files, by their paths, in a zip: the same for the same files and moment; those `stored` not compressed."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for path, content in files.items():
            info = ZipInfo(path, max(moment, _DATED).timetuple()[:6])
            archive.writestr(info, content, ZIP_STORED if path in stored else ZIP_DEFLATED)
    return made.getvalue()
