"""Counts the calls of each client: the library `limits` over a table in memory. See `limits`, which imports it late."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from limits import RateLimitItemPerSecond
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

MOST_CLIENTS = 20_000
"""How many are remembered: whoever comes from ever new addresses makes the oldest forgotten, and fills no memory."""


@dataclass(frozen=True, slots=True)
class CallsLeft:
    """How many calls a client has left, in how many seconds they are all there again, and whether there were enough."""

    calls: int
    seconds: float
    is_enough: bool


class Limiter:
    """So many calls for each client in so many seconds."""

    def __init__(self, calls: int, seconds: int, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, Lock()
        self._window = RateLimitItemPerSecond(calls, seconds)
        self._counting = FixedWindowRateLimiter(_Clients(clock))

    def take(self, client: str, cost: int) -> CallsLeft:
        """Uses up some calls of a client, if there are as many. What is refused costs nothing."""
        with self._lock:
            is_enough = self._counting.test(self._window, client, cost=cost)
            if is_enough:
                self._counting.hit(self._window, client, cost=cost)
            stats = self._counting.get_window_stats(self._window, client)
            return CallsLeft(stats.remaining, max(0.0, stats.reset_time - self._clock()), is_enough)


class _Clients(Storage):
    """The counts, each with the time at which it ends; the client that began first comes first."""

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._counts: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        so_far = self.get(key)
        ends = self._counts[key][1] if so_far else self._clock() + expiry
        self._counts[key] = so_far + amount, ends
        if len(self._counts) > MOST_CLIENTS:
            self._counts.popitem(last=False)
        return so_far + amount

    def get(self, key: str) -> int:
        number, ends = self._counts.get(key, (0, 0.0))
        if number and ends <= self._clock():
            del self._counts[key]
            return 0
        return number

    def get_expiry(self, key: str) -> float:
        return self._counts.get(key, (0, self._clock()))[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        number = len(self._counts)
        self._counts.clear()
        return number

    def clear(self, key: str) -> None:
        self._counts.pop(key, None)
