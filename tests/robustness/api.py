"""Calls to every endpoint of the API, made by Schemathesis from its OpenAPI document: fit ones, and unfit ones.

No call may end in an error of the server, and every answer has to be what the document says. The clock of the calls
stands still, so that none is refused or given up: what comes of the trial does not depend on the machine.

`python -m tests.robustness api` makes 20,000 calls, and prints the line that `docs/api.md` records.
"""

from __future__ import annotations

import itertools
import tempfile
import warnings
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.robustness.figures import Figures, percentile
from tutor.library.catalogue import load
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.api.addresses import PREFIX
from tutor.web.api.limits import Allowance
from tutor.web.application import create_app
from tutor.web.services import Services

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PLENTY = 10**9
"""Calls a minute."""
STILL = 0.0
"""What the clock of the calls always shows."""
SEED = 1910
DEAR = ("/odds", "/claims")
"""What is computed once, in the background if nobody asks for it."""
FEW = 1000
UNFIT = schemathesis.GenerationMode.NEGATIVE


@dataclass
class _Told:
    statuses: Counter[int] = field(default_factory=Counter)
    of_endpoint: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    durations: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def call(number: int) -> list[Figures]:
    """About so many calls, as many to each endpoint, a third of them unfit."""
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of generators that find little to vary
        study = Study.open(Path(folder) / FILE, lambda: datetime.now(UTC))
        parts = Services.of(load(), study, Random(1))
        allowance = Allowance(PLENTY, clock=lambda: STILL)
        told = called(create_app(parts, b"only for trials, and long enough", allowance=allowance), number)
        study.close()
    unanswered = [name for name in told.of_endpoint if not told.answered[name]]
    faults = [*told.faults, *(f"{name} never answers what it is for" for name in unanswered)]
    figures: dict[str, object] = {"endpoints": len(told.of_endpoint), "calls": told.statuses.total()}
    figures |= {"answered": told.answered.total(), "refused": told.statuses.total() - told.answered.total()}
    figures |= {"5xx": sum(times for status, times in told.statuses.items() if status >= 500)}
    figures |= {"p99 ms": percentile(told.durations, 0.99), "slowest ms": percentile(told.durations, 1)}
    statuses = ", ".join(f"{status} {times:,}" for status, times in sorted(told.statuses.items()))
    figures |= {"seconds": round(monotonic() - began)}
    result = (
        f"{figures['calls']:,} calls to {figures['endpoints']} endpoints: {figures['answered']:,} answered, "
        f"{figures['refused']:,} refused, {figures['5xx']} errors of the server, {len(faults)} faults"
    )
    return [Figures("in one process", figures, tuple(faults), (f"answers by status: {statuses}", result))]


def called(app: Flask, number: int) -> _Told:
    """Makes the calls; where there are many, after what takes long the first time has been asked for.

    A few calls leave that out.
    """
    client = app.test_client()
    told = _Told()
    for path in DEAR if number >= FEW else ():
        if (status := client.get(f"{PREFIX}{path}").status_code) != 200:
            told.faults.append(f"GET {path}: {status} at the first call")
    schema = schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app)
    every: list[Any] = [one.ok() for one in schema.get_all_operations()]  # type: ignore[union-attr]
    operations = [one for one in every if number >= FEW or one.path not in DEAR]
    rounds = itertools.count(SEED)
    while (left := number - told.statuses.total()) > 0:  # of what takes nothing there is only one call a round
        turn, each = next(rounds), max(1, -(-left // (3 * len(operations))))
        for operation in operations:
            for cases in (_exemplary(operation), operation.as_strategy(), operation.as_strategy(generation_mode=UNFIT)):
                _call(operation.label, cases, each, turn, told)
    return told


@st.composite
def _exemplary(draw: st.DrawFn, operation: Any) -> schemathesis.Case[Any]:
    """A call by the examples of the document, with a part of another that the document allows."""
    case: schemathesis.Case[Any] = draw(operation.as_strategy())
    for where, values in ((operation.path_parameters, case.path_parameters), (operation.query, case.query)):
        for parameter in where:
            examples = parameter.definition.get("schema", {}).get("examples")
            if examples and draw(st.integers(0, 3)):
                values[parameter.name] = draw(st.sampled_from(examples))
    if examples := _examples(operation):
        example = dict(draw(st.sampled_from(examples)))
        other = dict(case.body) if isinstance(case.body, dict) else {}
        key: str | None = draw(st.none() | st.sampled_from(sorted(other))) if other else None
        if key is not None:
            example[key] = other[key]
        case.body = example
    return case


def _examples(operation: Any) -> list[dict[str, Any]]:
    """The examples of the body of an operation; none where it takes none."""
    document = operation.schema.raw_schema
    body = document["paths"][operation.path][operation.method].get("requestBody")
    if body is None:
        return []
    name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    return list(document["components"]["schemas"][name]["examples"])


def _call(name: str, cases: st.SearchStrategy[schemathesis.Case[Any]], each: int, turn: int, told: _Told) -> None:
    """Calls an endpoint so often. What was found is remembered, and the calls go on."""

    @seed(turn)
    @settings(
        max_examples=each, deadline=None, database=None, phases=(Phase.generate,), suppress_health_check=[*HealthCheck]
    )
    @given(case=cases)
    def once(case: schemathesis.Case[Any]) -> None:
        began = monotonic()
        response = case.call()
        told.durations.append(monotonic() - began)
        told.of_endpoint[name] += 1
        told.statuses[response.status_code] += 1
        told.answered[name] += response.status_code < 400
        try:
            case.validate_response(response, checks=CHECKS)
        except FailureGroup as group:
            said = "; ".join(str(failure).partition("\n")[0] for failure in group.exceptions)
            told.faults.append(f"{case.as_curl_command()}: {response.status_code}: {said}"[:1000])

    with suppress(Unsatisfiable):  # nothing unfit can be sent to what takes nothing
        once()
