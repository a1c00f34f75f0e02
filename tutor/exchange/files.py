"""A file made to be taken away, and how the making of it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

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
_DATED = (1980, 1, 1, 0, 0, 0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files, by their paths, in a zip: the same for the same files, whenever it is made."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(ZipInfo(path, _DATED), content, ZIP_DEFLATED)
    return made.getvalue()
