"""The OpenAPI document, made from the endpoints and their models; nothing of it is written by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from tutor import __version__
from tutor.exchange.records.json_text import json_of
from tutor.web.api.addresses import PREFIX
from tutor.web.api.problems import PROBLEMS, Problem
from tutor.web.api.serving import JSON, Endpoint

VERSION = "3.1.0"
_REF = "#/components/schemas/{model}"
_PROBLEM = "application/problem+json"
_ALWAYS = (404, 429, 500, 501, 503)
"""The statuses of problems that every endpoint can have. 404 is also what one answers that is turned off."""
_HEADERS = {
    "RateLimit": "how many calls are left (`r`), and in how many seconds they are all there again (`t`)",
    "RateLimit-Policy": "how many calls there are (`q`) in how many seconds (`w`)",
}
Json = dict[str, Any]


@cache
def text(endpoints: tuple[Endpoint, ...]) -> str:
    """The document of some endpoints, for programs."""
    return json_of(openapi(endpoints))


@cache
def openapi(endpoints: tuple[Endpoint, ...]) -> Json:
    """The document of some endpoints."""
    modes: list[tuple[type[BaseModel], JsonSchemaMode]] = [(Problem, "serialization")]
    for one in endpoints:
        modes += [(one.takes, "validation"), *((model, "serialization") for model in one.answers)]
    named, whole = models_json_schema(list(dict.fromkeys(modes)), ref_template=_REF)
    schemas: Json = whole["$defs"]
    paths: Json = {}
    for one in endpoints:
        taken = schemas[_name(named[one.takes, "validation"])]
        answers = [named[model, "serialization"] for model in one.answers]
        paths.setdefault(one.address.template, {})[one.address.method.lower()] = _operation(one, taken, answers)
    for one in endpoints:
        if not one.is_post:  # what it takes stands there as parameters
            schemas.pop(_name(named[one.takes, "validation"]), None)
    return {
        "openapi": VERSION,
        "info": {
            "title": "Love All",
            "version": __version__,
            "summary": "Whist and bridge from the books that started it all: what the commands of the tutor give.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": PREFIX}],
        "security": [],
        "paths": paths,
        "components": {"schemas": schemas},
    }


def parameters(endpoint: Endpoint, taken: Json) -> list[Json]:
    """The parameters of an endpoint that takes no body, as the document has them."""
    in_path, required = endpoint.address.parts, taken.get("required", ())
    return [
        {
            "name": name,
            "in": "path" if name in in_path else "query",
            "required": name in required,
            "description": schema.get("description", ""),
            "schema": {key: value for key, value in schema.items() if key not in ("description", "title")},
        }
        for name, schema in taken.get("properties", {}).items()
    ]


def _operation(one: Endpoint, taken: Json, answers: Sequence[Json]) -> Json:
    found: Json = {"operationId": one.address.name, "summary": one.summary}
    if one.description:
        found["description"] = one.description
    found["x-cost"] = one.address.cost
    problems = {*_ALWAYS, 400}
    if one.is_post:
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": _ref(one.takes.__name__)}}}
        problems |= {413, 415}
    elif listed := parameters(one, taken):
        found["parameters"] = listed
    if one.address.is_guarded:
        problems.add(403)
    answer = answers[0] if len(answers) == 1 else {"anyOf": list(answers)}
    headers = dict(_HEADERS) | ({"ETag": "the fingerprint of the answer"} if one.address.is_cached else {})
    found["responses"] = {
        "200": {"description": "The answer", "headers": _headers(headers), "content": {JSON: {"schema": answer}}},
        **({"304": {"description": "Nothing has changed since the fingerprint"}} if one.address.is_cached else {}),
        **{str(status): _problem(status) for status in sorted(problems)},
    }
    return found


def _problem(status: int) -> Json:
    titles = "; ".join(title for of, title in PROBLEMS.values() if of == status)
    headers = {"Retry-After": "how many seconds to wait"} if status in (429, 503) else {}
    return {
        "description": titles,
        **({"headers": _headers(headers)} if headers else {}),
        "content": {_PROBLEM: {"schema": _ref(Problem.__name__)}},
    }


def _headers(headers: Mapping[str, str]) -> Json:
    return {name: {"description": words, "schema": {"type": "string"}} for name, words in headers.items()}


def _ref(name: str) -> Json:
    return {"$ref": _REF.format(model=name)}


def _name(ref: Json) -> str:
    return str(ref["$ref"]).rpartition("/")[2]
