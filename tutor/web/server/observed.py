"""Notes each request that was answered, for the log and for the figures of Prometheus."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from flask import Flask, request
from werkzeug.wsgi import ClosingIterator

from tutor.web.server.health import Application

REQUEST_ID, _ROUTE = "tutor.request_id", "tutor.route"
"""Under which names the environment of a request has its number and its route."""
NO_ROUTE = "none"
"""The route of addresses that no page has."""
METHODS = frozenset(("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"))


@dataclass(frozen=True, slots=True)
class Answered:
    """A request that was answered. It has the route and not the address, which may name a person or an invitation."""

    request_id: str
    method: str
    route: str
    status: int
    seconds: float
    client: str


class Observed:
    """An application that tells others of each request, once its answer has been passed on.

    Every answer has the header `X-Request-ID`, by which somebody can say which request they mean.
    """

    def __init__(
        self,
        app: Application,
        tells: Sequence[Callable[[Answered], object]],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._app, self._tells, self._clock = app, tells, clock

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Answers a request."""
        began, request_id = self._clock(), secrets.token_hex(8)
        environ[REQUEST_ID] = request_id
        statuses = [500]  # unless something else is said

        def noting(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            statuses.append(int(status[:3]))
            return start_response(status, [*headers, ("X-Request-ID", request_id)], *more)

        def tell() -> None:
            method = environ["REQUEST_METHOD"]
            answered = Answered(
                request_id,
                method if method in METHODS else "other",
                environ.get(_ROUTE, NO_ROUTE),
                statuses[-1],
                self._clock() - began,
                environ.get("REMOTE_ADDR", ""),
            )
            for one in self._tells:
                one(answered)

        try:
            body = self._app(environ, noting)
        except BaseException:
            tell()
            raise
        return ClosingIterator(body, tell)


def note_routes(app: Flask) -> None:
    """Lets an `Observed` know the route of each request of an application."""

    def note() -> None:
        if request.url_rule is not None:
            request.environ[_ROUTE] = request.url_rule.rule

    app.before_request_funcs.setdefault(None, []).insert(0, note)
