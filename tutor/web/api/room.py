"""The room of the API, and its page for people. What answers is loaded at the first call."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from tutor.errors import TutorError
from tutor.web.api.addresses import ADDRESSES, PREFIX
from tutor.web.api.limits import add_headers, allowance

blueprint = Blueprint("api", __name__, url_prefix=PREFIX)
guide = Blueprint("api_guide", __name__, url_prefix=PREFIX)

_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST",
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
"""The headers that let a script of another site send JSON."""


def _answer(name: str, **in_address: str) -> Response:
    from tutor.web.api.routes import ENDPOINTS

    return ENDPOINTS[name].serve(in_address)


for _address in ADDRESSES.values():
    _view = partial(_answer, _address.name)
    blueprint.add_url_rule(_address.path, _address.name, _view, methods=[_address.method])


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """The OpenAPI document of all endpoints."""
    from tutor.web.api.openapi import text
    from tutor.web.api.routes import ENDPOINTS
    from tutor.web.api.serving import cached

    return cached(text(tuple(ENDPOINTS.values())))


@guide.get("/")
def index() -> str:
    """Every endpoint, and every problem, for people."""
    from tutor.web.api.openapi import openapi as document
    from tutor.web.api.problems import PROBLEMS
    from tutor.web.api.routes import ENDPOINTS

    _require_api()
    return render_template(
        "explore/api.html",
        document=document(tuple(ENDPOINTS.values())),
        problems=PROBLEMS,
        calls=allowance().calls,
    )


# ---- before and after ------------------------------------------------------------------------------------------------


def is_of_api() -> bool:
    """Whether the request is to the API, even if it has no such address."""
    return request.path.startswith(f"{PREFIX}/")


@blueprint.before_request
def _require_api() -> None:
    """Answers nothing where the API is turned off."""
    if not allowance().calls:
        abort(404)


@blueprint.after_request
def _share(response: Response) -> Response:
    return shared(response)


def shared(response: Response) -> Response:
    """Lets scripts of any site read an answer. They send no cookies, and no answer depends on any."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, RateLimit, RateLimit-Policy, Retry-After"
    if request.method == "OPTIONS":
        response.headers.update(_PREFLIGHT)
    add_headers(response)
    return response


@blueprint.errorhandler(TutorError)
def _of_error(error: Any) -> Response:
    from tutor.web.api.problems import of_error

    return of_error(error)


@blueprint.errorhandler(HTTPException)
def problem_of(error: Any) -> Response:
    """The problem that an error of HTTP is."""
    from tutor.web.api.problems import of_http_error

    return shared(of_http_error(error))
