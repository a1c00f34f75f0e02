"""A file made to be taken away, and how the making of it is told."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.bulk import Progress as Progress
from tutor.bulk import untold as untold


@dataclass(frozen=True, slots=True)
class Exported:
    """A file: what it is called, of what type it is, and what is in it."""

    name: str
    mimetype: str
    content: bytes
