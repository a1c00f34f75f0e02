"""Bulk work: one function applied to many items, in processes here or on a Dask cluster.

The code that starts processes is imported only when there is work, because the tutor often has none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tutor.errors import TutorError, quoted
from tutor.extras import importing

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Value = TypeVar("Value")

Progress = Callable[[int, int], None]
"""Is called from time to time with the number of parts done and the number of all parts."""

CHUNKS_AHEAD = 64
"""How many chunks are handed out before the first result is read."""


class NoCluster(TutorError):
    """The named cluster is not available."""


class WorkersLost(TutorError):
    """The workers ended before their work did."""


class ItemFailed(TutorError):
    """A function failed on an item; `item` is that one, and `why` the error in words."""

    def __init__(self, item: object, why: str) -> None:
        self.item, self.why = item, why
        super().__init__(f"{quoted(str(item))}: {why}")


@dataclass(frozen=True, slots=True)
class Done(Generic[Item, Value]):
    """The outcome of one item: a value or an error."""

    item: Item
    found: Value | None
    why: str = ""

    @property
    def value(self) -> Value:
        """Raises `ItemFailed`."""
        if self.why:
            raise ItemFailed(self.item, self.why)
        return self.found  # type: ignore[return-value]  # there is a value if there is no error


def untold(done: int, of: int) -> None:
    """A `Progress` that nobody listens to."""


@contextmanager
def workers(cluster: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """The workers: processes of this machine (by default one for each core), or a cluster.

    A single process means this process. `cluster` is the address of a Dask scheduler, whose workers have this tutor
    installed. Raises `NoCluster` and `NotInstalled`.
    """
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
    from multiprocessing import get_context

    if cluster:
        with _of_cluster(cluster) as executor:
            yield executor
    elif processes == 1:
        with ThreadPoolExecutor(1) as executor:
            yield executor
    else:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as executor:
            yield executor


def mapped(
    executor: Executor,
    function: Callable[[Item], Value],
    items: Sequence[Item],
    progress: Progress = untold,
    chunk: int = 16,
) -> Iterator[Done[Item, Value]]:
    """The result of a function for each item, in order. A worker gets `chunk` items at a time.

    If the function fails on an item, its `Done` has the error; the others have their values. It must be possible to
    send `function` to another process. Raises `WorkersLost`.
    """
    from concurrent.futures import BrokenExecutor

    chunks = iter([items[start : start + chunk] for start in range(0, len(items), chunk)])
    ahead: deque[tuple[Sequence[Item], Future[list[tuple[Value | None, str]]]]] = deque()
    done = 0
    work = partial(_all_of, function)
    try:
        while True:
            while len(ahead) < CHUNKS_AHEAD and (some := next(chunks, None)) is not None:
                ahead.append((some, executor.submit(work, some)))
            if not ahead:
                return
            some, future = ahead.popleft()
            for item, (found, why) in zip(some, future.result(), strict=True):
                done += 1
                yield Done(item, found, why)
            progress(done, len(items))
    except BrokenExecutor:
        after = f"after {done} of {len(items)}"
        raise WorkersLost(f"a worker process ended early, {after} items. Try fewer processes.") from None
    finally:
        for _, future in ahead:
            future.cancel()


def _all_of(function: Callable[[Item], Value], items: Sequence[Item]) -> list[tuple[Value | None, str]]:
    return [_tried(function, item) for item in items]


def _tried(function: Callable[[Item], Value], item: Item) -> tuple[Value | None, str]:
    try:
        return function(item), ""
    except Exception as error:  # noqa: BLE001, RUF100 - any error is reported with its item
        return None, f"{type(error).__name__}: {error}"


@contextmanager
def _of_cluster(address: str) -> Iterator[Executor]:
    with importing("cluster", "A cluster"):
        from distributed import Client  # large, and seldom needed
    connect: Callable[..., Any] = Client
    try:
        client = connect(address, timeout=10)
    except (OSError, ValueError) as error:
        why = f"no Dask scheduler answers ({error})"
        raise NoCluster(f"{quoted(address)}: {why}. Start one, or correct the address.") from None
    with client, client.get_executor() as executor:
        yield executor
