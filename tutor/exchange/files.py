"""A file made to be taken away, and how the making of it is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
