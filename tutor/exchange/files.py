"""A file made to be taken away, and how the making of it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

Progress = Callable[[int, int], None]
"""Is told, from time to time, how many of how many parts have been done."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file: what it is called, of what type it is, and what is in it."""

    name: str
    mimetype: str
    content: bytes


def untold(done: int, of: int) -> None:
    """A `Progress` that nobody listens to."""


_DATED = (1980, 1, 1, 0, 0, 0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files, by their paths, in a zip: the same for the same files, whenever it is made."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(ZipInfo(path, _DATED), content, ZIP_DEFLATED)
    return made.getvalue()
