"""`/metrics`: figures for Prometheus, of all processes together.

The library `prometheus_client` adds them up: each process writes its own into a file of one folder. That folder has to
be named in the environment before the library is imported, so the import waits until a process begins to serve.
"""

from __future__ import annotations

import hmac
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tutor.extras import importing
from tutor.study.storage.database import Database, DatabaseUnavailable
from tutor.study.storage.jobs import Queue
from tutor.web.server.health import Application, plain_answer
from tutor.web.server.http_server import FORWARDED
from tutor.web.server.observed import Answered

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

PATH = "/metrics"
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The library’s name for the environment variable."""
_PREFIX = "love-all-metrics-"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


def begin() -> None:
    """Makes the folder of the figures, in the first process; one that was made before a restart is used again.

    Raises `NotInstalled`.
    """
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix=_PREFIX)
    with importing("class", "The page of figures for Prometheus"):
        import prometheus_client  # noqa: F401


def end() -> None:
    """Removes the folder, if we made it."""
    folder = Path(os.environ.get(FOLDER, ""))
    if folder.name.startswith(_PREFIX):
        shutil.rmtree(folder, ignore_errors=True)


def forget(pid: int) -> None:
    """Leaves out what a process that has ended had open. What it has counted stays in the sums."""
    if FOLDER in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(pid)  # type: ignore[no-untyped-call]


class Metrics:
    """The figures of this process, and those of all for who asks."""

    def __init__(self, database: Database, queue: Queue) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
        from prometheus_client.multiprocess import MultiProcessCollector

        self._queue = queue
        self._requests = Counter(
            "love_all_requests", "Requests answered.", ("route", "method", "status"), registry=None
        )
        self._seconds = Histogram(
            "love_all_request_seconds", "Time to answer a request.", ("route",), buckets=BUCKETS, registry=None
        )
        connections = Gauge(
            "love_all_database_connections",
            "Connections to the database.",
            ("state",),
            registry=None,
            multiprocess_mode="livesum",
        )
        database.watch_connections(connections.labels("open").inc, connections.labels("in use").inc)
        self._registry = CollectorRegistry()
        MultiProcessCollector(self._registry)  # type: ignore[no-untyped-call]
        self._registry.register(self)

    def note(self, answered: Answered) -> None:
        """Counts a request."""
        self._requests.labels(answered.route, answered.method, f"{answered.status // 100}xx").inc()
        self._seconds.labels(answered.route).observe(answered.seconds)

    def collect(self) -> Iterator[Metric]:
        """The figures that are in the database, and so of all processes already. The library calls this."""
        from prometheus_client.core import GaugeMetricFamily

        jobs = GaugeMetricFamily("love_all_jobs", "Files that take a while to make.", labels=("state",))
        with suppress(DatabaseUnavailable):  # the other figures are wanted all the more
            for state, count in self._queue.counts().items():
                jobs.add_metric((state,), count)
        yield jobs

    def text(self) -> str:
        """All figures, as Prometheus reads them."""
        from prometheus_client import generate_latest

        return generate_latest(self._registry).decode()


class MetricsPage:
    """Answers `/metrics` before the application does, for this machine, or for whoever brings the token."""

    def __init__(self, app: Application, metrics: Metrics, token: str | None, names: Iterable[str]) -> None:
        self._app, self._metrics, self._token, self._names = app, metrics, token, frozenset(names)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answers a request. Others get the answer of the application: no such page."""
        if environ.get("PATH_INFO") != PATH or environ["REQUEST_METHOD"] != "GET" or not self._may_read(environ):
            return self._app(environ, start_response)
        from prometheus_client import CONTENT_TYPE_LATEST

        return plain_answer(environ, start_response, "200 OK", self._metrics.text(), CONTENT_TYPE_LATEST)

    def _may_read(self, environ: dict[str, Any]) -> bool:
        """Whether they bring the token, or ask on this machine by its own name.

        What comes through a proxy on this machine has the headers of a proxy, or the name of the site. A proxy that
        sends neither looks like a program on this machine.
        """
        if self._token:
            given = environ.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
            return hmac.compare_digest(given.encode(), self._token.encode())
        host = environ.get("HTTP_HOST", "").rpartition(":")[0] or environ.get("HTTP_HOST", "")
        return (
            host in self._names
            and "HTTP_X_FORWARDED_FOR" not in environ
            and not environ.get(FORWARDED)
            and ip_address(environ["REMOTE_ADDR"]).is_loopback
        )
