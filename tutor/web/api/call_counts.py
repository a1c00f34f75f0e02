"""How many calls each client has made: counts in memory that all workers of a host share.

They are made before the workers are forked. A count is a slot of a fixed table, found by a keyed hash, so that nobody
can choose an address which makes another client forgotten.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from mmap import mmap
from struct import Struct
from threading import Lock
from typing import IO

_SLOT = Struct("=QdQ")
"""A client, the moment at which its count ends, and the count."""
GROUPS, SLOTS_IN_GROUP = 4096, 8
"""Each client has a group, where the count that ends first makes room for another: no crowd of addresses fills it."""
_SIZE_OF_GROUP = SLOTS_IN_GROUP * _SLOT.size


@dataclass(frozen=True, slots=True)
class _Slot:
    at: int
    client: int
    ends: float
    number: int


@dataclass(frozen=True)
class CallCounts:
    """The counts, for the threads of this process; and for those forked from it later, which lock the file `held_by`.

    The `clock` has to be the same in every process, as that of a machine’s uptime is.
    """

    clock: Callable[[], float]
    held_by: IO[bytes] | None = None
    _memory: mmap = field(default_factory=lambda: mmap(-1, GROUPS * _SIZE_OF_GROUP))
    _key: bytes = field(default_factory=lambda: os.urandom(16))
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keeps all other threads and workers from counting. The system frees it when a worker is killed."""
        with self._lock:
            if self.held_by is None or sys.platform == "win32":  # where nothing is forked
                yield
                return
            import fcntl

            fcntl.lockf(self.held_by, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.lockf(self.held_by, fcntl.LOCK_UN)

    def add(self, client: str, number: int, seconds: float) -> int:
        """Counts so many calls, and gives how many there are in the window, which is begun if there is none."""
        now, hashed = self.clock(), self._hash(client)
        slots = list(self._group(hashed))
        own = next((slot for slot in slots if slot.client == hashed and slot.ends > now), None)
        if own is None:
            oldest = min(slots, key=lambda slot: (slot.client != hashed, slot.ends))
            own = _Slot(oldest.at, hashed, now + seconds, 0)
        _SLOT.pack_into(self._memory, own.at, hashed, own.ends, own.number + number)
        return own.number + number

    def window(self, client: str) -> tuple[int, float]:
        """How many calls a client has made, and when they are forgotten: none, and now, where none are remembered."""
        now, hashed = self.clock(), self._hash(client)
        found = (slot for slot in self._group(hashed) if slot.client == hashed and slot.ends > now)
        return next(((slot.number, slot.ends) for slot in found), (0, now))

    def clear(self, client: str) -> None:
        """Forgets the calls of a client."""
        hashed = self._hash(client)
        for slot in self._group(hashed):
            if slot.client == hashed:
                _SLOT.pack_into(self._memory, slot.at, 0, 0.0, 0)

    def clear_all(self) -> None:
        """Forgets all calls."""
        self._memory[:] = bytes(len(self._memory))

    def _hash(self, client: str) -> int:
        return int.from_bytes(blake2b(client.encode(), digest_size=8, key=self._key).digest(), sys.byteorder)

    def _group(self, hashed: int) -> Iterator[_Slot]:
        first = hashed % GROUPS * _SIZE_OF_GROUP
        for at in range(first, first + _SIZE_OF_GROUP, _SLOT.size):
            yield _Slot(at, *_SLOT.unpack_from(self._memory, at))
