"""Errors as `application/problem+json` (RFC 9457), each with the field, the given value and how to correct it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, g, request
from pydantic import Field
from werkzeug.exceptions import HTTPException

from tutor.analysis.dds import NoSolver
from tutor.analysis.double_dummy import Unsolvable
from tutor.errors import Ambiguous, BrokenPlugin, Illegal, Impossible, Malformed, NotAPack, TutorError, Unknown
from tutor.exchange.records.json_text import json_of
from tutor.exchange.records.record import InvalidRequest, Record
from tutor.exchange.records.scores import ImpossibleScore, ScoringLaw
from tutor.extras import NotInstalled
from tutor.study.storage.faults import DatabaseUnavailable
from tutor.web.api.addresses import PREFIX
from tutor.web.api.limits import Overworked, TooManyCalls

LONGEST_QUOTED = 200
"""Characters of what was given."""


class Assigned(TutorError):
    """Something that is assigned in a class, and open."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is part of an assignment that is open. Ask for it when that is over.")


class FaultRecord(Record):
    """A fault of one field of a request."""

    field: str = Field(description="the field, as in `revokes.0.by`; empty for the whole request")
    given: str = Field(description="what was given there, cut to 200 characters")
    what: str = Field(description="what is wrong")
    mend: str = Field(description="how to correct it; may be empty")


class Problem(Record):
    """What went wrong."""

    type: str = Field(description="which of the problems it is; the page for people explains each")
    title: str
    status: int
    detail: str
    errors: list[FaultRecord] = Field([], description="the faults of the request, where it has any")
    laws: list[ScoringLaw] = Field([], description="the laws that forbid a score, where they do")


PROBLEMS: Mapping[str, tuple[int, str]] = {
    "invalid": (400, "The request cannot be read"),
    "impossible": (400, "This cannot be at a table"),
    "assigned": (403, "This is part of an assignment"),
    "unknown": (404, "There is no such thing"),
    "no-address": (404, "There is no such address"),
    "method": (405, "This method is not for this address"),
    "too-large": (413, "The request is too large"),
    "not-json": (415, "The request is not JSON"),
    "too-many-calls": (429, "Too many calls"),
    "fault": (500, "Something went wrong"),
    "not-installed": (501, "Not installed here"),
    "busy": (503, "The tutor is busy"),
}
"""Each kind of problem, with its status and its title."""

_OF_STATUS = {404: "no-address", 405: "method", 413: "too-large", 415: "not-json"}
_DETAILS = {
    404: f"No endpoint has this address. {PREFIX}/ lists them.",
    413: "Send less at a time.",
    415: "Send JSON, and say so: Content-Type: application/json.",
    500: "This is a fault of the tutor, not yours. Report it if it happens again.",
}


def of_error(error: TutorError) -> Response:
    """The problem that an error is: the client’s only if it is of a kind that a request can cause."""
    match error:
        case TooManyCalls() | Overworked():
            kind = "too-many-calls" if isinstance(error, TooManyCalls) else "busy"
            return _problem(kind, str(error), headers={"Retry-After": str(error.wait)})
        case DatabaseUnavailable():
            detail = "The database cannot be used at the moment."
            return _problem("busy", detail, headers={"Retry-After": str(error.retry_after)})
        case Assigned():
            return _problem("assigned", str(error))
        case ImpossibleScore():
            return _problem("impossible", str(error), laws=list(error.laws))
        case InvalidRequest():
            faults = [_fault(fault.field, fault.given, fault.what, fault.mend) for fault in error.faults]
            return _problem("invalid", str(error), errors=faults)
        case Unknown():
            is_address = error.name in (request.view_args or {}).values()
            mend = f"Write {' or '.join(error.near)}" if error.near else ""
            fault = _fault(_field_of(error.name, error.kind), error.name, str(error), mend)
            return _problem("unknown" if is_address else "invalid", str(error), errors=[fault])
        case Malformed():
            fault = _fault(_field_of(error.text, error.kind), error.text, error.why, error.mend)
            return _problem("invalid", str(error), errors=[fault])
        case NotAPack():
            what = "; ".join(map(str, error.defects))
            return _problem("invalid", str(error), errors=[_fault(_field_of(error.text, ""), error.text, what, "")])
        case Ambiguous():
            what = f"it can mean {', '.join(error.readings)}"
            fault = _fault(_field_of(error.text, error.kind), error.text, what, "Name one")
            return _problem("invalid", str(error), errors=[fault])
        case Impossible():
            return _problem("impossible", str(error), errors=[_fault("", "", error.what, error.mend)])
        case Illegal() | Unsolvable():
            return _problem("impossible", str(error))
        case NoSolver() | NotInstalled() | BrokenPlugin():
            return _problem("not-installed", str(error))
        case _:
            logging.getLogger(__name__).error("The API cannot answer %s", request.path, exc_info=error)
            return _problem("fault", _DETAILS[500])


def of_http_error(error: HTTPException) -> Response:
    """The problem that an error of HTTP is, or the redirect that it is."""
    if error.code is None or error.code < 400:
        return error.get_response()  # type: ignore[return-value]
    kind = _OF_STATUS.get(error.code, "invalid" if error.code < 500 else "fault")
    response = _problem(kind, _DETAILS.get(error.code, "") or _allowed(error))
    if allowed := getattr(error, "valid_methods", None):
        response.headers["Allow"] = ", ".join(sorted(allowed))
    return response


def _allowed(error: HTTPException) -> str:
    allowed = ", ".join(sorted(getattr(error, "valid_methods", None) or ()))
    return f"Use {allowed}." if allowed else error.description or ""


def _field_of(text: str, otherwise: str) -> str:
    """The field of the request whose value is this text; `otherwise` if no field has it."""
    path = next((path for path, value in _texts(g.get("api_request", {}), ()) if value == text), None)
    return otherwise if path is None else ".".join(path)


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text within a value, with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(part, (*path, str(key)))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _texts(part, (*path, str(number)))


def _fault(field: str, given: str, what: str, mend: str) -> FaultRecord:
    cut = given if len(given) <= LONGEST_QUOTED else f"{given[: LONGEST_QUOTED - 1]}…"
    return FaultRecord(field=field, given=cut, what=what, mend=mend)


def _problem(kind: str, detail: str, *, headers: Mapping[str, str] | None = None, **more: Any) -> Response:
    status, title = PROBLEMS[kind]
    capital = f"{detail[:1].upper()}{detail[1:]}"
    problem = Problem(type=f"{PREFIX}/#{kind}", title=title, status=status, detail=capital, **more)
    return Response(json_of(problem.values), status, headers, mimetype="application/problem+json")
