"""Passphrases hashed, and verified: only so many at a time, because each takes 64 MB of memory and a core."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from threading import BoundedSemaphore, Lock
from typing import TYPE_CHECKING

from tutor.extras import importing
from tutor.study.storage.rate_limits import RateLimitExceeded

if TYPE_CHECKING:
    from argon2 import PasswordHasher

AT_ONCE = 2
"""How many passphrases a process works on at the same moment: half its threads, and 128 MB."""


class Hasher:
    """Hashes passphrases by argon2. Requests that come while it is busy take turns.

    Never call it inside a transaction: nobody else could write meanwhile.
    """

    def __init__(self, argon2: PasswordHasher | None = None, at_once: int = AT_ONCE) -> None:
        self._given = argon2
        self._turns, self._crowd = BoundedSemaphore(at_once), Lock()
        self._making = Lock()

    def hash(self, passphrase: str) -> str:
        """The hash to be kept."""
        with self._turns:
            return self._argon2.hash(passphrase)

    def verify(self, kept: str | None, passphrase: str) -> bool:
        """Whether a passphrase is the one of a hash. Where none is `kept` it never is, and takes as long to say."""
        with self._making:
            # Made before it matters whose turn it is: the first answer takes no longer for some.
            nobodys = self._nobodys
        from argon2.exceptions import InvalidHashError, VerificationError

        with self._turns:
            try:
                return self._argon2.verify(kept or nobodys, passphrase) and kept is not None
            except (VerificationError, InvalidHashError):
                return False

    @contextmanager
    def one_of_a_crowd(self, is_crowded: bool) -> Iterator[None]:
        """Keeps those who come from an address where much goes wrong to one thread.

        Raises `RateLimitExceeded` meanwhile.
        """
        if not is_crowded:
            yield
            return
        if not self._crowd.acquire(blocking=False):
            raise RateLimitExceeded(timedelta(seconds=1))
        try:
            yield
        finally:
            self._crowd.release()

    @cached_property
    def _argon2(self) -> PasswordHasher:
        if self._given is not None:
            return self._given
        with importing("class", "A passphrase"):
            from argon2 import PasswordHasher  # of no use where nobody logs in
        return PasswordHasher()

    @cached_property
    def _nobodys(self) -> str:
        return self._argon2.hash("nobody has this passphrase")
