"""`/healthz`: whether this process answers, and can read its database. It is for monitors, and needs no log-in."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTime
from threading import Lock
from typing import Any

from tutor.study.storage.database import Database, DatabaseUnavailable

Application = Callable[..., Iterable[bytes]]
PATH = "/healthz"
PATIENCE = 2.0
"""Seconds that the database may take. Monitors wait a little longer."""
_log = logging.getLogger(__name__)


class Health:
    """Answers `/healthz` before the application does, and so under any name of the host, with or without a proxy.

    The answer is 200, or 503 if the database cannot be read. It says nothing else. One look at the database serves all
    who ask meanwhile, so many questions cost no more than one.
    """

    def __init__(self, app: Application, database: Database, patience: float = PATIENCE) -> None:
        self._app, self._database, self._patience = app, database, patience
        self._thread = ThreadPoolExecutor(1, "health")
        self._looking: Future[None] | None = None
        self._lock = Lock()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answers a request."""
        if environ.get("PATH_INFO") != PATH or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self._app(environ, start_response)
        status, word = ("200 OK", "ok") if self._can_read() else ("503 Service Unavailable", "unavailable")
        return plain_answer(environ, start_response, status, json.dumps({"database": word}), "application/json")

    def _can_read(self) -> bool:
        with self._lock:
            if self._looking is None or self._looking.done():
                self._looking = self._thread.submit(self._database.ping)
            looking = self._looking
        try:
            looking.result(self._patience)
        except NotInTime:
            _log.error("the database did not answer within %s seconds", self._patience)
            return False
        except DatabaseUnavailable as error:
            _log.error("%s", error)
            return False
        return True


def plain_answer(
    environ: dict[str, Any],
    start_response: Callable[..., Any],
    status: str,
    text: str,
    mimetype: str = "text/plain; charset=utf-8",
) -> list[bytes]:
    """An answer that is no page of ours, and is not stored by anybody."""
    body = text.encode()
    headers = [("Content-Type", mimetype), ("Content-Length", str(len(body))), ("Cache-Control", "no-store")]
    start_response(status, headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
