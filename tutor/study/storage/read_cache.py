"""Rows that were read before, for as long as nobody has written: most pages are asked for between two answers.

SQLite tells a connection by a number, in some microseconds, whether any other, of this process or of another, has
written since it was asked last (`PRAGMA data_version`). A server keeps no such number: there every query is asked.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Executable, Row

QUERIES_KEPT = 512
MOST_ROWS = 256
"""Of a query whose rows are kept; what is larger is read once for a file or for a teacher."""
UNKNOWN = -1

Rows = Sequence[Row[Any]]


class ReadCache:
    """What queries brought, by the query and its values, who asks among them. Any number of threads may ask."""

    def __init__(self, file: Path) -> None:
        self._file = file.resolve()
        self._lock = Lock()
        self._watching: sqlite3.Connection | None = None
        self._version = UNKNOWN
        self._kept: OrderedDict[tuple[Any, ...], Rows] = OrderedDict()

    def rows(self, query: Executable, values: Mapping[str, object], read: Callable[[int], Rows]) -> Rows:
        """The rows of a query, which `read` fetches if they are not known. It gets that number."""
        key = (query, *values.items())
        try:
            hash(key)
        except TypeError:  # a list among the values
            return read(UNKNOWN)
        version = self._look(key)
        if isinstance(version, tuple):
            return version[0]
        found = read(version)
        if len(found) <= MOST_ROWS:
            self._keep(key, found, version)
        return found

    def close(self) -> None:
        """Lets go of the file."""
        with self._lock:
            if self._watching is not None:
                self._watching.close()
            self._watching, self._version = None, UNKNOWN
            self._kept.clear()

    def _look(self, key: tuple[Any, ...]) -> int | tuple[Rows]:
        """The rows, where they are known; otherwise the number of the database before they are read."""
        with self._lock:
            version = self._current()
            if version != self._version:
                self._kept.clear()
                self._version = version
            if key not in self._kept:
                return version
            self._kept.move_to_end(key)
            return (self._kept[key],)

    def _keep(self, key: tuple[Any, ...], found: Rows, version: int) -> None:
        with self._lock:
            if version == self._version != UNKNOWN:  # or somebody has written while it was read
                self._kept[key] = found
                if len(self._kept) > QUERIES_KEPT:
                    self._kept.popitem(last=False)

    def _current(self) -> int:
        """The number of the database as it is now; that of none where it cannot be read."""
        try:
            if self._watching is None:
                self._watching = sqlite3.connect(
                    f"{self._file.as_uri()}?mode=ro", uri=True, check_same_thread=False, isolation_level=None
                )
            return int(self._watching.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            self._watching = None
            return UNKNOWN
