"""How an endpoint is served: what it takes is read, counted, answered and cached.

Requests and answers are Pydantic models, which also make the OpenAPI document (see `openapi`). There are libraries
that do this for Flask. APIFlask brings marshmallow, which would be a second language of models, and a Flask of its own.
So does flask-openapi3. SpecTree has pages that load scripts from elsewhere. What we need beyond Pydantic is this
module: limits, caching and problems would have been ours in any case.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from flask import Response, g, request
from pydantic import BaseModel, ConfigDict
from werkzeug.exceptions import UnsupportedMediaType

from tutor.exchange.records.json_text import json_of, read_object
from tutor.exchange.records.record import FieldFault, InvalidRequest, Record, validated
from tutor.web.api.addresses import ADDRESSES, Address
from tutor.web.api.limits import count, working

LARGEST_BODY = 32 * 1024
"""Bytes; a rubber of thirty deals with all their cards has half as many."""
CACHED_FOR = 3600
"""Seconds. After that a client asks again with the fingerprint, and usually gets 304."""

JSON = "application/json"
Function = TypeVar("Function", bound=Callable[[Any], Record])


class Input(BaseModel):
    """What an endpoint takes: nothing that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class NoInput(Input):
    """Nothing."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address of the API, and what answers there. `takes` is the body of a POST, or else what is in the address.

    A strict one takes no number in quotation marks.
    """

    address: Address
    function: Callable[[Any], Record]
    takes: type[BaseModel]
    answers: tuple[type[BaseModel], ...]
    is_strict: bool

    @property
    def is_post(self) -> bool:
        """Whether it takes a body."""
        return self.address.method == "POST"

    @property
    def summary(self) -> str:
        """What it answers, in a line."""
        return (self.function.__doc__ or "").partition("\n")[0]

    @property
    def description(self) -> str:
        """What else there is to know of it."""
        return " ".join((self.function.__doc__ or "").partition("\n")[2].split())

    def serve(self, in_address: Mapping[str, str]) -> Response:
        """Answers the request. Raises `TutorError`."""
        cost = self.address.cost
        count(cost)
        given = self._body() if self.is_post else self._question(in_address)
        with working(is_hard=cost > 1):
            text = json_of(self.function(given).values)
        return cached(text) if self.address.is_cached else Response(text, mimetype=JSON)

    def _body(self) -> BaseModel:
        if not request.is_json:
            raise UnsupportedMediaType
        request.max_content_length = LARGEST_BODY
        text = request.get_data().decode("utf-8", "replace")
        g.api_request = given = read_object(text, "request", "Write one JSON object")
        return validated(self.takes, given, strict=self.is_strict)

    def _question(self, in_address: Mapping[str, str]) -> BaseModel:
        given: dict[str, Any] = dict(in_address)
        for name, values in request.args.lists():
            field = self.takes.model_fields.get(name)
            if field is not None and get_origin(field.annotation) is list:
                given[name] = values
            elif len(values) > 1 or name in in_address:
                raise InvalidRequest([FieldFault((name,), ", ".join(values), f"‘{name}’ is given twice", "Give one")])
            else:
                given[name] = values[0]
        g.api_request = given
        return validated(self.takes, given, strict=False)


def cached(text: str) -> Response:
    """An answer that is the same for everybody, or word that it has not changed since its fingerprint.

    Only the client’s own cache may keep one that was counted: it says how many calls this client has left.
    """
    response = Response(text, mimetype=JSON)
    if "calls_left" in g:
        response.cache_control.private = True
    else:
        response.cache_control.public = True
    response.cache_control.max_age = CACHED_FOR
    response.set_etag(hashlib.sha256(response.data).hexdigest()[:32])
    response.make_conditional(request)
    return response


class Endpoints(Mapping[str, Endpoint]):
    """Endpoints by name, in the order of their addresses."""

    def __init__(self) -> None:
        self._all: dict[str, Endpoint] = {}

    def __getitem__(self, name: str) -> Endpoint:
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        return (name for name in ADDRESSES if name in self._all)

    def __len__(self) -> int:
        return len(self._all)

    def add(self, *, is_strict: bool = True) -> Callable[[Function], Function]:
        """Adds a function that answers at the address of its name. Its annotations say what it takes and answers."""

        def added(function: Function) -> Function:
            hints = get_type_hints(function)
            answers = get_args(hints["return"]) or (hints["return"],)
            address = ADDRESSES[function.__name__]
            self._all[function.__name__] = Endpoint(address, function, hints["given"], answers, is_strict)
            return function

        return added
