"""How much one client, and all together, may ask of the API.

A client has so many calls a minute, and hard questions count for more of them. The library `limits` counts them, in
memory that all workers share: a row in the database for each call would cost more than most calls. Hard questions are
answered a few at a time, and one at a time for each client. Any other is refused at once: if it waited, it would keep a
thread from the pages. What has many parts has a time by which it gives up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from threading import Lock
from time import monotonic
from typing import IO, TYPE_CHECKING, cast

from flask import Response, current_app, g

from tutor.errors import TutorError
from tutor.settings import Settings
from tutor.study.storage.rate_limits import network
from tutor.web.account.security_events import address
from tutor.web.api.call_counts import CallCounts

if TYPE_CHECKING:
    from tutor.web.api.limiter import Limiter

EXTENSION = "tutor-api"
WINDOW = 60
"""Seconds in which calls are counted."""
HARD_AT_ONCE = 2
"""Of the four threads of a process."""
SECONDS_AT_WORK = 8.0
"""After which a question that has many parts gives up between two of them."""


class TooManyCalls(TutorError):
    """A client has used up its calls."""

    def __init__(self, calls: int, wait: int) -> None:
        self.wait = wait
        super().__init__(f"You have {calls} calls a minute, and have used them. Wait {wait} seconds, and go on.")


class Overworked(TutorError):
    """There is too much to do at the moment, or for one call; `wait` says for how many seconds."""

    wait = 5

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} Wait {self.wait} seconds, and ask again.")


@dataclass
class HardQuestions:
    """Those at work in this process: never more than `HARD_AT_ONCE`, and never two of one client."""

    _clients: set[str] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def begun(self, client: str) -> Iterator[None]:
        """Has room for a question of a client. Raises `Overworked` if there is none, and does not wait for any."""
        with self._lock:
            if client in self._clients:
                raise Overworked("Another question of this kind from your address is being answered.")
            if len(self._clients) >= HARD_AT_ONCE:
                raise Overworked("The tutor is busy with other questions of this kind.")
            self._clients.add(client)
        try:
            yield
        finally:
            with self._lock:
                self._clients.remove(client)


@dataclass
class Allowance:
    """What all clients of an application may ask: `calls` a minute for each, and none at all where that is 0.

    Made before workers are forked, it is one for all of them if its `counts` are shared.
    """

    calls: int = Settings.api_calls
    clock: Callable[[], float] = monotonic
    counts: CallCounts | None = None
    hard: HardQuestions = field(default_factory=HardQuestions)
    _limiter: Limiter | None = None
    _making: Lock = field(default_factory=Lock)

    @classmethod
    def for_workers(cls, calls: int, held_by: IO[bytes]) -> Allowance:
        """One allowance for all processes that are forked from this one, which lock a file while they count."""
        return cls(calls, counts=CallCounts(monotonic, held_by))

    @property
    def limiter(self) -> Limiter:
        """What counts the calls. It is made at the first, because the library takes a while to load."""
        with self._making:
            if self._limiter is None:
                from tutor.web.api.limiter import Limiter

                self._limiter = Limiter(self.calls, WINDOW, self.counts or CallCounts(self.clock))
        return self._limiter


def allowance() -> Allowance:
    """The allowance of this application."""
    return cast("Allowance", current_app.extensions[EXTENSION])


def count(cost: int) -> None:
    """Counts a call of the client. Raises `TooManyCalls`."""
    ours = allowance()
    left = ours.limiter.take(network(address()), cost)
    g.calls_left = left
    if not left.is_enough:
        raise TooManyCalls(ours.calls, ceil(left.seconds))


def add_headers(response: Response) -> None:
    """Says how many calls are left, as the draft of the IETF for such headers has it."""
    if "calls_left" in g:
        left = g.calls_left
        response.headers["RateLimit-Policy"] = f'"calls";q={allowance().calls};w={WINDOW}'
        response.headers["RateLimit"] = f'"calls";r={left.calls};t={ceil(left.seconds)}'


@contextmanager
def working(*, is_hard: bool) -> Iterator[None]:
    """Answers a question; a hard one only if there is room for it. Raises `Overworked`."""
    ours = allowance()
    if not is_hard:
        yield
        return
    with ours.hard.begun(network(address())):
        g.give_up_at = ours.clock() + SECONDS_AT_WORK
        yield


def keep_on() -> None:
    """Lets a question with many parts go on to the next. Raises `Overworked` once it has taken too long."""
    if allowance().clock() > g.give_up_at:
        raise Overworked("This takes longer than one call may. The results so far are kept.")
