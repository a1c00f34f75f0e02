"""Work in bulk: one function on many things, by processes here, or by a cluster of Dask where there is one.

What starts processes is imported when there is work to do: most starts of the tutor have none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tutor.errors import TutorError, quoted

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Item = TypeVar("Item")
Value = TypeVar("Value")

Progress = Callable[[int, int], None]
"""Is told, from time to time, how many of how many parts have been done."""

CHUNKS_AHEAD = 64
"""How many chunks are handed out before the first of them is wanted."""


class NoCluster(TutorError):
    """The cluster that was named cannot be had."""


class WorkersLost(TutorError):
    """The workers ended before their work did."""


class ItemFailed(TutorError):
    """A function could not do with one of its items; `item` is that one, and `why` the error in words."""

    def __init__(self, item: object, why: str) -> None:
        self.item, self.why = item, why
        super().__init__(f"{quoted(str(item))}: {why}")


@dataclass(frozen=True, slots=True)
class Done(Generic[Item, Value]):
    """What came of one item: a value, or the error that it ended with."""

    item: Item
    found: Value | None
    why: str = ""

    @property
    def value(self) -> Value:
        """Raises `ItemFailed`."""
        if self.why:
            raise ItemFailed(self.item, self.why)
        return self.found  # type: ignore[return-value]  # without an error it is there


def untold(done: int, of: int) -> None:
    """A `Progress` that nobody listens to."""


@contextmanager
def workers(cluster: str | None = None, processes: int | None = None) -> Iterator[Executor]:
    """Those who do the work: so many processes of this machine (by default one to a core), or a cluster.

    One process is this one. `cluster` is the address of a Dask scheduler, whose workers have this tutor installed.
    Raises `NoCluster`.
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
    """What a function makes of each item, in the order of the items; `chunk` of them go to a worker together.

    An item on which the function raises an error is `Done` with that error, and the others with what they are worth.
    `function` is one that can be sent to another process. Raises `WorkersLost`.
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
        raise WorkersLost(f"a process that did the work ended before its time, {after}. Try fewer at once.") from None
    finally:
        for _, future in ahead:
            future.cancel()


def _all_of(function: Callable[[Item], Value], items: Sequence[Item]) -> list[tuple[Value | None, str]]:
    return [_tried(function, item) for item in items]


def _tried(function: Callable[[Item], Value], item: Item) -> tuple[Value | None, str]:
    try:
        return function(item), ""
    except Exception as error:  # noqa: BLE001, RUF100 - whatever it is, it is told with its item
        return None, f"{type(error).__name__}: {error}"


@contextmanager
def _of_cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client  # large, and seldom wanted
    except ImportError:
        raise NoCluster("the package distributed is wanted. Install it: pip install 'love-all[cluster]'") from None
    connect: Callable[..., Any] = Client
    try:
        client = connect(address, timeout=10)
    except (OSError, ValueError) as error:
        why = f"no Dask scheduler answers ({error})"
        raise NoCluster(f"{quoted(address)}: {why}. Start one, or mend the address.") from None
    with client, client.get_executor() as executor:
        yield executor
