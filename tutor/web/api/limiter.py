"""Counts the calls of each client: the library `limits` over counts in memory. See `limits`, which imports it late."""

from __future__ import annotations

from dataclasses import dataclass

from limits import RateLimitItemPerSecond
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from tutor.web.api.call_counts import CallCounts


@dataclass(frozen=True, slots=True)
class CallsLeft:
    """How many calls a client has left, in how many seconds they are all there again, and whether there were enough."""

    calls: int
    seconds: float
    is_enough: bool


class Limiter:
    """So many calls for each client in so many seconds."""

    def __init__(self, calls: int, seconds: int, counts: CallCounts) -> None:
        self._counts = counts
        self._window = RateLimitItemPerSecond(calls, seconds)
        self._counting = FixedWindowRateLimiter(_Clients(counts))

    def take(self, client: str, cost: int) -> CallsLeft:
        """Uses up some calls of a client, if there are as many. What is refused costs nothing."""
        with self._counts.held():
            is_enough = self._counting.test(self._window, client, cost=cost)
            if is_enough:
                self._counting.hit(self._window, client, cost=cost)
            stats = self._counting.get_window_stats(self._window, client)
            return CallsLeft(stats.remaining, max(0.0, stats.reset_time - self._counts.clock()), is_enough)


class _Clients(Storage):
    """The counts as the library asks for them."""

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(self, counts: CallCounts) -> None:
        super().__init__()
        self._counts = counts

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        return self._counts.add(key, amount, expiry)

    def get(self, key: str) -> int:
        return self._counts.window(key)[0]

    def get_expiry(self, key: str) -> float:
        return self._counts.window(key)[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int | None:
        self._counts.clear_all()
        return None

    def clear(self, key: str) -> None:
        self._counts.clear(key)
