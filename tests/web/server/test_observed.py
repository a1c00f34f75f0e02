"""What monitors see of a server: its health, its figures, and its log for programs."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client

from tests.robustness.roomful import furnished
from tests.robustness.served import Served
from tests.support.databases import sql
from tests.support.plain_server import listening_on
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.database import Database, DatabaseUnavailable
from tutor.study.storage.jobs import Jobs, Queue
from tutor.study.study import Study
from tutor.web.server.health import Health
from tutor.web.server.http_server import Server
from tutor.web.server.logs import JsonLines, log_request
from tutor.web.server.metrics import Metrics, MetricsPage
from tutor.web.server.observed import Answered, Observed, note_routes

NAMES = ("127.0.0.1", "localhost")
PATIENCE = 30.0
"""Seconds."""


def beyond(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """An application that has none of this."""
    start_response("404 Not Found", [])
    return [b"beyond"]


# ---- health ----------------------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_a_process_that_can_read_its_database_is_well(study: Study) -> None:
    client = Client(Health(beyond, study.database))
    for host in ("localhost", "10.0.0.7:8000", "evil.example"):
        answered = client.get("/healthz", headers={"Host": host})
        assert answered.status_code == 200
        assert answered.json == {"database": "ok"}
        assert answered.headers["Cache-Control"] == "no-store"
    assert client.head("/healthz").data == b""
    assert client.post("/healthz").data == client.get("/healthz/").data == b"beyond"


def test_a_database_that_is_gone_is_told_and_nothing_more(
    study: Study, where: Path, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(Health(beyond, study.database))
    sql(where, "DROP TABLE alembic_version")
    answered = client.get("/healthz")
    assert answered.status_code == 503
    assert answered.json == {"database": "unavailable"}
    assert "alembic_version" in caplog.text, "whoever runs the server reads why"


class Silent(Database):
    """A database that answers when it is let."""

    def __init__(self) -> None:
        self.asked, self.may_answer = 0, Event()

    def ping(self) -> None:
        self.asked += 1
        self.may_answer.wait(20)


def test_a_silent_database_is_not_waited_for_and_asked_once() -> None:
    silent = Silent()
    client = Client(Health(beyond, silent, patience=0.05))
    assert [client.get("/healthz").status_code for _ in range(4)] == [503] * 4
    assert silent.asked == 1
    silent.may_answer.set()
    assert client.get("/healthz").status_code == 200


# ---- the log ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines() -> Iterator[Callable[..., list[dict[str, Any]]]]:
    """What loggers say as JSON lines meanwhile."""
    said: dict[bool, list[dict[str, Any]]] = {False: [], True: []}

    class Keeps(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            for has_clients, lines in said.items():  # at once, while the request is there
                lines.append(json.loads(JsonLines(has_clients=has_clients).format(record)))

    keeps, root, ours = Keeps(), logging.getLogger(), logging.getLogger("tutor")
    root.addHandler(keeps)
    before = ours.level
    ours.setLevel(logging.INFO)
    yield lambda has_clients=False: said[has_clients]
    root.removeHandler(keeps)
    ours.setLevel(before)


def watched() -> Observed:
    app = Flask("tutor")
    ticks = iter((1.0, 1.25, 2.0, 2.5, 3.0, 3.125, 4.0, 4.5))

    @app.get("/invitation/<written>")
    def invitation(written: str) -> str:
        if written == "broken":
            raise ValueError("what Ann Bell wrote")
        return "come in"

    note_routes(app)
    return Observed(app, [log_request], lambda: next(ticks))


def test_a_request_is_a_line_without_its_address(lines: Callable[..., list[dict[str, Any]]]) -> None:
    answered = Client(watched()).get("/invitation/SECRET?name=Ann", environ_base={"REMOTE_ADDR": "10.1.2.3"})
    answered.close()
    (line,) = lines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line.pop("time"))
    assert line == {
        "level": "info",
        "event": "request",
        "request_id": answered.headers["X-Request-ID"],
        "method": "GET",
        "route": "/invitation/<written>",
        "status": 200,
        "duration_ms": 250.0,
    }
    assert lines(has_clients=True)[0]["client"] == "10.1.2.3"
    assert "SECRET" not in str(lines(has_clients=True))


def test_an_error_has_its_kind_and_place_and_no_words_of_anybody(lines: Callable[..., list[dict[str, Any]]]) -> None:
    client = Client(watched())
    client.get("/invitation/broken").close()
    error, request = lines()
    assert (error["error"], error["level"]) == ("ValueError", "error")
    assert any(re.search(r"test_observed\.py:\d+ invitation$", place) for place in error["at"])
    assert error["request_id"] == request["request_id"]
    assert request["status"] == 500
    assert "Ann" not in str(lines())
    assert "/invitation/broken" not in str(lines())


def test_the_security_log_has_numbers_and_no_names(lines: Callable[..., list[dict[str, Any]]]) -> None:
    told = {"at": "x", "event": "logged in", "by": 3, "whom": None, "address": "10.1.2.3", "detail": "Ann Bell"}
    logging.getLogger("tutor.security").warning("%s", json.dumps(told))
    (line,) = lines()
    assert {key: line[key] for key in ("event", "security", "by")} == {
        "event": "security",
        "security": "logged in",
        "by": 3,
    }
    assert "Ann" not in str(line)
    assert "10.1" not in str(line)
    assert lines(has_clients=True)[0]["client"] == "10.1.2.3"


def test_an_address_that_no_page_has_and_a_method_that_is_none_are_told_as_such() -> None:
    told: list[Answered] = []
    client = Client(Observed(beyond, [told.append]))
    client.open("/made/up", method="BREW").close()
    assert [(one.route, one.method, one.status) for one in told] == [("none", "other", 404)]


# ---- figures ---------------------------------------------------------------------------------------------------------


class Figures(Metrics):
    """Figures that are made up."""

    def __init__(self) -> None:
        pass

    def text(self) -> str:
        return "figures"


@pytest.mark.parametrize(
    ("token", "environ", "may_read"),
    [
        (None, {}, True),
        (None, {"HTTP_HOST": "127.0.0.1:8000"}, True),
        (None, {"REMOTE_ADDR": "10.1.2.3"}, False),
        (None, {"HTTP_HOST": "school.example"}, False),  # by a proxy that says nothing of its clients
        (None, {"HTTP_X_FORWARDED_FOR": "10.1.2.3"}, False),
        (None, {"HTTP_AUTHORIZATION": "Bearer "}, True),
        (None, {"REMOTE_ADDR": "10.1.2.3", "HTTP_AUTHORIZATION": "Bearer "}, False),
        ("sesame", {}, False),
        ("sesame", {"HTTP_AUTHORIZATION": "Bearer open"}, False),
        ("sesame", {"REMOTE_ADDR": "10.1.2.3", "HTTP_AUTHORIZATION": "Bearer sesame"}, True),
        ("sesame", {"HTTP_AUTHORIZATION": "Bearer s\xe9same"}, False),
    ],
)
def test_figures_are_for_this_machine_or_for_the_token(
    token: str | None, environ: dict[str, str], may_read: bool
) -> None:
    client = Client(MetricsPage(beyond, Figures(), token, NAMES))
    answered = client.get("/metrics", environ_overrides={"REMOTE_ADDR": "127.0.0.1", **environ})
    assert answered.data == (b"figures" if may_read else b"beyond")
    assert client.get("/metrics/").data == b"beyond"


def asked(port: int, path: str, **headers: str) -> tuple[int, str]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", path, headers=headers)
        answered = connection.getresponse()
        return answered.status, answered.read().decode()


@pytest.mark.parametrize("proxy", [None, "127.0.0.1", "192.0.2.7"])
@pytest.mark.parametrize(
    ("headers", "may_read"),
    [
        ({}, True),
        ({"X-Forwarded-For": "8.8.8.8"}, False),
        ({"x-forwarded-proto": "https"}, False),
        ({"X-Forwarded-Host": "school.example"}, False),
        ({"Forwarded": "for=8.8.8.8"}, False),
        ({"X-Real-IP": "8.8.8.8"}, False),
        ({"Via": "1.1 school.example"}, False),
        ({"X-Request-ID": "8"}, True),
    ],
)
def test_figures_are_not_for_what_a_proxy_brings_whether_it_is_declared_or_not(
    headers: dict[str, str], may_read: bool, proxy: str | None
) -> None:
    listening = listening_on(0)
    server = Server(MetricsPage(beyond, Figures(), None, NAMES), listening, proxy=proxy)
    thread = Thread(target=server.run)
    thread.start()
    try:
        told = asked(int(listening.getsockname()[1]), "/metrics", **headers)
    finally:
        server.stop()
        thread.join()
    assert told == ((200, "figures") if may_read else (404, "beyond"))


def figure(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found, text
    return float(found[1])


def soon(text: Callable[[], str], name: str, wanted: float) -> str:
    """The text, once a figure in it is as wanted."""
    until = monotonic() + PATIENCE
    while True:
        told = text()
        if re.search(rf"^{re.escape(name)} ", told, re.MULTILINE) and figure(told, name) == wanted:
            return told
        assert monotonic() < until, told
        sleep(0.05)


LOG_IN = 'love_all_requests_total{method="GET",route="/log-in",status="2xx"}'
NONE = 'love_all_requests_total{method="GET",route="none",status="4xx"}'


@pytest.mark.slow
def test_the_figures_of_several_processes_add_up_and_outlive_them(tmp_path: Path) -> None:
    file = tmp_path / "school" / FILE
    furnished(file, 1, 1)
    arguments = ("--classroom", "--host", "127.0.0.1", "--workers", "3", "--metrics", "--log-format", "json")
    served = Served(file, tmp_path, *arguments, environment={"TMPDIR": str(tmp_path)})
    served.start()
    try:
        assert asked(served.port, "/log-in")[0] == 200
        for _ in range(29):
            asked(served.port, "/log-in")
        asked(served.port, "/made/up")
        assert asked(served.port, "/healthz") == (200, '{"database": "ok"}')
        assert asked(served.port, "/metrics", Host="school.example")[0] == 400
        first = served.workers()[0]
        # An answer is counted when it has been passed on, and so a moment after its reader has it.
        soon(lambda: asked(served.port, "/metrics")[1], NONE, 2)
        text = soon(lambda: asked(served.port, "/metrics")[1], LOG_IN, 30)
        assert figure(text, NONE) == 2
        assert figure(text, 'love_all_request_seconds_bucket{le="+Inf",route="/log-in"}') == 30
        assert figure(text, 'love_all_jobs{state="waiting"}') == 0
        assert 1 <= figure(text, 'love_all_database_connections{state="open"}') <= 3 * 15
        os.kill(first, signal.SIGTERM)
        until = monotonic() + PATIENCE
        while first in served.workers():
            assert monotonic() < until, "it does not end"
            sleep(0.05)
        assert figure(asked(served.port, "/metrics")[1], LOG_IN) == 30
    finally:
        served.stop()
    said = [json.loads(line) for line in served.log.splitlines()]
    assert [one["route"] for one in said if one["event"] == "request"].count("/log-in") == 30
    assert not list(tmp_path.glob("love-all-metrics-*")), "the figures are left behind"


def test_what_jobs_there_are_is_counted(study: Study) -> None:
    jobs, queue = Jobs(study.database, study.clock, study.learner), Queue(study.database, study.clock, 1)
    for _ in range(3):
        jobs.begin("pbn", "hel-game-01")
    taken = queue.take()
    assert taken is not None
    assert queue.counts() == {"waiting": 2, "running": 1, "failed": 0}
    queue.fail(taken, "it could not be made")
    assert queue.counts() == {"waiting": 2, "running": 0, "failed": 1}


def test_connections_are_counted_as_they_come_and_go(study: Study) -> None:
    figures = {"open": 0.0, "in use": 0.0}
    study.database.watch_connections(
        lambda change: figures.__setitem__("open", figures["open"] + change),
        lambda change: figures.__setitem__("in use", figures["in use"] + change),
    )
    with study.database.reading(), study.database.reading():
        assert figures == {"open": 2, "in use": 2}
    assert figures == {"open": 2, "in use": 0}
    study.database.close()
    assert figures == {"open": 0, "in use": 0}


def test_a_fault_of_the_database_leaves_the_other_figures() -> None:
    class Broken:
        def counts(self) -> dict[str, int]:
            raise DatabaseUnavailable("gone")

    metrics = Figures()
    metrics._queue = Broken()  # type: ignore[assignment]
    (jobs,) = metrics.collect()
    assert jobs.samples == []
