"""Who has logged in: what a session is, and what is left of the one before. test_access.py has who may do what."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.invitations import InvitationSpent, spend
from tutor.study.study import Study
from tutor.web.access import OF_CLASSES, PAGES, ROOMS

ANOTHER = "harbour marble winter sextant"


def is_let_in(client: FlaskClient) -> bool:
    return client.get("/").status_code == 200


def test_the_table_names_only_rooms_and_pages_that_are_there(school: Flask) -> None:
    endpoints = {rule.endpoint for rule in school.url_map.iter_rules()}
    assert set(ROOMS) == {endpoint.partition(".")[0] for endpoint in endpoints}
    assert set(PAGES) <= endpoints
    assert set(ROOMS) >= OF_CLASSES


@pytest.mark.parametrize("stolen", ["", "not a session", "eyJwZXJzb24iOjF9.forged.forged"])
def test_a_session_that_is_not_ours_is_none(school: Flask, stolen: str) -> None:
    client = school.test_client()
    client.set_cookie("love-all", stolen)
    assert not is_let_in(client)
    assert client.get("/").location.startswith("/log-in")


# ---- nothing of the session before is left -------------------------------------------------------------------------


def token_on(client: FlaskClient, path: str) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get(path).text)
    assert found, path
    return found[1]


def is_taken(client: FlaskClient, token: str) -> bool:
    """Whether a form with this token is taken as one of ours."""
    return client.post("/settings/", data={"csrf_token": token, "pack": "four"}).status_code == 204


@pytest.mark.slow
@pytest.mark.parametrize(
    "way", ["log-in", "log-in after another", "join", "invitation", "return invitation", "passphrase", "log-out"]
)
def test_a_session_that_somebody_else_began_is_worth_nothing_afterwards(
    school: Flask, classroom: Classroom, way: str
) -> None:
    """A token of the session before must not be taken: whoever planted that session would know it."""
    school.config["WTF_CSRF_ENABLED"] = True
    made = classroom.classes.make(1, "Lower Fifth")
    knave = classroom.people.enrol("Knave", "", WORDS)
    classroom.classes.join(made.id, knave.id)
    client = school.test_client()
    if way in ("log-in after another", "passphrase", "log-out"):
        log_in(client, "Knave", csrf_token=token_on(client, "/log-in"))
        planted = token_on(client, "/account")
    else:
        planted = token_on(client, "/log-in")
    assert is_taken(client, planted)
    new = {"csrf_token": planted, "name": "Queen", "real_name": "", "passphrase": ANOTHER}
    match way:
        case "log-in" | "log-in after another":
            answer = log_in(client, "Miss Vine", csrf_token=planted)
        case "join":
            answer = client.post("/join", data={**new, "code": made.code})
        case "invitation":
            answer = client.post(f"/invitation/{classroom.classes.invite(made)}", data=new)
        case "return invitation":
            answer = client.post(f"/invitation/{classroom.classes.invite_back(made, knave)}", data=new)
        case "passphrase":
            answer = client.post("/account/passphrase", data={**new, "old": WORDS})
        case _:
            answer = client.post("/log-out", data={"csrf_token": planted})
    assert answer.status_code in (302, 303), answer.text
    assert is_let_in(client) is (way != "log-out")
    assert not is_taken(client, planted), "it is the session of before"
    assert is_taken(client, token_on(client, "/log-in" if way == "log-out" else "/report"))


def test_how_the_pages_look_is_all_that_outlives_a_log_in(school: Flask) -> None:
    client = school.test_client()
    client.post("/settings/", data={"pack": "four"})
    with client.session_transaction() as session:
        session["planted"] = "by somebody else"
    log_in(client, "Miss Vine")
    with client.session_transaction() as session:
        assert "planted" not in session
        assert session["pack"] == "four"


# ---- invitations ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("kind", ["join", "return", "colleague"])
def test_of_two_who_have_read_a_invitation_only_the_first_can_use_it(
    classroom: Classroom, study: Study, kind: str
) -> None:
    classes = classroom.classes
    made, knave = classes.make(1, "Lower Fifth"), classroom.people.enrol("Knave", "", WORDS)
    classes.join(made.id, knave.id)
    written = {
        "join": lambda: classes.invite(made),
        "return": lambda: classes.invite_back(made, knave),
        "colleague": lambda: classes.invite_colleague(1, "Eve"),
    }[kind]()
    first, second = classroom.invitations.find(written), classroom.invitations.find(written)
    with study.database.writing() as connection:
        spend(connection, first, NOW)
    with pytest.raises(InvitationSpent), study.database.writing() as connection:
        spend(connection, second, NOW)
