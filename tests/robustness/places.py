"""Where the trials keep what they keep: in a file of SQLite, and on a PostgreSQL server that keeps its word."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.support.postgres import Server
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study

RESTARTS = ("fast", "immediate")
"""How PostgreSQL is stopped before it is started again: in a hurry, or as if it crashed."""


@contextmanager
def sqlite_alone() -> Iterator[Path]:
    """A file in which nothing is kept yet."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kept" / FILE
        file.parent.mkdir()
        Study.open(file, lambda: datetime.now(UTC)).close()
        yield file


@contextmanager
def places(name: str) -> Iterator[tuple[Path, str, Server]]:
    """A file, a database on a server, and that server."""
    with sqlite_alone() as file:
        server = Server(f"{name}-{os.getpid()}", hasty=False)
        try:
            yield file, server.fresh(name), server
        finally:
            server.close()


def shuffled_blows(kinds: tuple[str, ...], kills: int, restarts: int) -> list[str]:
    """So many blows of these kinds by turns, and so many restarts of PostgreSQL, in any order but always the same."""
    blows = [kinds[number % len(kinds)] for number in range(kills)]
    blows += [RESTARTS[number % len(RESTARTS)] for number in range(restarts)]
    Random(1910).shuffle(blows)
    return blows
