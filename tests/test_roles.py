"""Who may see and do what: every page and every form, tried as everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import AnyConverter, BaseConverter, IntegerConverter, Rule
from werkzeug.test import TestResponse

from tests.school import WORDS, log_in
from tutor.study.classroom import Classroom
from tutor.web.roles import OF_CLASSES, PAGES, ROOMS, Access, access_to


def address(rule: Rule) -> str:
    """An address that the rule takes, whether or not anything is there."""
    built = rule.build({name: part(converter) for name, converter in rule._converters.items()}, append_unknown=False)
    assert built is not None, rule
    return built[1]


def part(converter: BaseConverter) -> object:
    if isinstance(converter, AnyConverter):
        return min(converter.items)
    return 1 if isinstance(converter, IntegerConverter) else "nothing"


def every_request(app: Flask) -> list[tuple[str, str, Access]]:
    """Every method of every page: with its address and how far one must be let in."""
    found = []
    for rule in app.url_map.iter_rules():
        access = access_to(rule.endpoint)
        assert access is not None, f"{rule.endpoint} is nobody’s: give it a line in tutor/web/roles.py"
        found += [(method, address(rule), access) for method in sorted((rule.methods or set()) & {"GET", "POST"})]
    return found


def ask(client: FlaskClient, method: str, path: str) -> TestResponse:
    return client.open(path, method=method, data={} if method == "POST" else None)


def is_sent_to_the_door(answer: TestResponse) -> bool:
    return answer.status_code == 302 and answer.location.startswith("/log-in")


@pytest.fixture
def open_every_room(school: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Leaves the same doors, with nothing behind them."""
    opened = dict.fromkeys(school.view_functions, lambda **_: "let in")
    return lambda: monkeypatch.setattr(school, "view_functions", opened)


# ---- the doors ----------------------------------------------------------------------------------------------------


def test_a_visitor_is_sent_to_the_door_from_every_page_but_those_for_visitors(
    school: Flask, open_every_room: Callable[[], None]
) -> None:
    client = school.test_client()
    open_every_room()
    for method, path, access in every_request(school):
        answer = ask(client, method, path)
        assert (answer.text == "let in") == (access is Access.VISITOR), (method, path)
        assert is_sent_to_the_door(answer) == (access > Access.VISITOR), (method, path)


def test_a_learner_is_let_in_wherever_learners_are_and_nowhere_else(
    school: Flask, classroom: Classroom, open_every_room: Callable[[], None]
) -> None:
    classroom.people.enrol("Knave", "", WORDS)
    client = school.test_client()
    log_in(client, "Knave")
    open_every_room()
    for method, path, access in every_request(school):
        answer = ask(client, method, path)
        assert (answer.text == "let in") == (access <= Access.LEARNER), (method, path)
        assert (answer.status_code == 403) == (access is Access.TEACHER), (method, path)


def test_a_teacher_is_let_in_everywhere(school: Flask, open_every_room: Callable[[], None]) -> None:
    client = school.test_client()
    log_in(client, "Miss Vine")
    open_every_room()
    for method, path, _ in every_request(school):
        assert ask(client, method, path).text == "let in", (method, path)


def test_the_table_names_only_rooms_and_pages_that_are_there(school: Flask) -> None:
    endpoints = {rule.endpoint for rule in school.url_map.iter_rules()}
    assert set(ROOMS) == {endpoint.partition(".")[0] for endpoint in endpoints}
    assert set(PAGES) <= endpoints
    assert set(ROOMS) >= OF_CLASSES


@pytest.mark.parametrize("stolen", ["", "not a session", "eyJwZXJzb24iOjF9.forged.forged"])
def test_a_session_that_is_not_ours_is_none(school: Flask, stolen: str) -> None:
    client = school.test_client()
    client.set_cookie("love-all", stolen)
    assert is_sent_to_the_door(client.get("/"))
