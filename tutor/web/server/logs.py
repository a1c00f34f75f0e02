"""Logs for programs: one JSON object on each line. There are no names, answers or addresses in them."""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import click
from flask import has_request_context, request

from tutor.study.accounts.security_events import LOGGER as SECURITY
from tutor.web.server.observed import REQUEST_ID, Answered

OURS = "tutor"
_log = logging.getLogger(__name__)

Say = Callable[[str], object]


class JsonLines(logging.Formatter):
    """Makes a line of a record.

    Of an error it has the kind and the places in the code. Its message may quote what a learner wrote, and is left out.
    What other libraries say is printed without the values in it, for these may be addresses of pages.
    """

    def __init__(self, *, has_clients: bool = False) -> None:
        super().__init__()
        self._has_clients = has_clients

    def format(self, record: logging.LogRecord) -> str:
        """A JSON object, without a line break."""
        at = datetime.fromtimestamp(record.created, UTC)
        said: dict[str, Any] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": "message",
        }
        answered = getattr(record, "answered", None)
        if isinstance(answered, Answered):
            said |= self._request(answered)
        elif record.name == SECURITY.name:
            said |= self._security(record)
        else:
            said |= {"logger": record.name, "message": _message(record)}
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            said["error"] = record.exc_info[0].__name__
            said["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        if "request_id" not in said and has_request_context() and REQUEST_ID in request.environ:
            said["request_id"] = request.environ[REQUEST_ID]
        return json.dumps(said, ensure_ascii=False)

    def _request(self, answered: Answered) -> dict[str, Any]:
        said = {
            "event": "request",
            "request_id": answered.request_id,
            "method": answered.method,
            "route": answered.route,
            "status": answered.status,
            "duration_ms": round(answered.seconds * 1000, 1),
        }
        return said | ({"client": answered.client} if self._has_clients else {})

    def _security(self, record: logging.LogRecord) -> dict[str, Any]:
        told = json.loads(record.getMessage())
        kept = {"security": told["event"], "by": told["by"], "whom": told["whom"]}
        return {"event": "security"} | kept | ({"client": told["address"]} if self._has_clients else {})


def _message(record: logging.LogRecord) -> str:
    """What a record says. Flask, whose logger has the name of the application, puts the address of a page into it."""
    if record.name.startswith(f"{OURS}.") and not record.exc_info:
        return record.getMessage()
    return "a request failed" if record.name == OURS else str(record.msg)


def begin_json_lines(*, has_clients: bool = False) -> None:
    """From now on this process and its children log JSON lines on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines(has_clients=has_clients))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger(OURS).setLevel(logging.INFO)


def log_request(answered: Answered) -> None:
    """Logs a request that was answered."""
    _log.info("request", extra={"answered": answered})


def notices(*, is_json: bool) -> tuple[Say, Say]:
    """What says things to whoever starts the tutor, and what warns them: plain text, or lines of the log."""
    return (_log.info, _log.warning) if is_json else (click.echo, warn_plainly)


def warn_plainly(text: str) -> None:
    """Prints a warning on standard error."""
    click.echo(text, err=True)
