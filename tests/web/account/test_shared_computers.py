"""Logging in on a shared computer: for the browser’s life or half an hour, with no name left behind."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.school import QUICK, WORDS, log_in
from tutor.library.catalogue import Library
from tutor.study.accounts.people import People
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.web.services import EXTENSION, Services


class Moment:
    """A clock that is set by hand."""

    now = NOW

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def moment() -> Moment:
    return Moment()


@pytest.fixture
def app(built: tuple[Flask, Flask], library: Library, study: Study, moment: Moment) -> Flask:
    _, found = built
    moved = Study(study.database, moment)
    parts = Services.of(library, moved, Random(1), has_classes=True, secret_random=Random(2))
    found.extensions[EXTENSION] = parts
    found.testing, found.config["WTF_CSRF_ENABLED"] = True, False
    object.__setattr__(parts.classroom, "people", People(study.database, moment, QUICK))
    parts.classroom.people.appoint_owner("Miss Vine", "Ada Vine", WORDS)
    return found


@pytest.fixture
def classroom(app: Flask) -> Classroom:
    found: Services = app.extensions[EXTENSION]
    return found.classroom


@pytest.fixture
def room(classroom: Classroom) -> Class:
    made = classroom.classes.make(1, "Lower Fifth")
    classroom.classes.join(made.id, classroom.people.enrol("Knave", "Tom Bell", WORDS).id)
    return made


def is_in(client: FlaskClient, **more: str) -> bool:
    return client.get("/account", headers=more).status_code == 200


def cookies(client: FlaskClient, **form: str) -> dict[str, str]:
    """The cookies that a log-in sets, by name."""
    answer = log_in(client, "Knave", **form)
    return {text.partition("=")[0]: text for text in answer.headers.getlist("Set-Cookie")}


@pytest.mark.usefixtures("room")
def test_a_shared_computer_keeps_no_name_and_no_cookie_beyond_the_browser(app: Flask) -> None:
    own, shared = cookies(app.test_client(), device="own"), cookies(app.test_client(), device="shared")
    assert "Max-Age" in own["love-all"]
    assert "love-all-device" in own
    assert "Max-Age" not in shared["love-all"]
    assert "Expires" not in shared["love-all"]
    assert "love-all-device" not in shared


@pytest.mark.usefixtures("room")
def test_a_shared_computer_forgets_who_used_it_before(app: Flask) -> None:
    client = app.test_client()
    log_in(client, "Knave")
    client.post("/log-out")
    assert client.get_cookie("love-all-device") is not None
    log_in(client, "Knave", device="shared")
    assert client.get_cookie("love-all-device") is None


@pytest.mark.usefixtures("room")
def test_a_session_there_ends_half_an_hour_after_the_last_click(app: Flask, moment: Moment) -> None:
    client, own = app.test_client(), app.test_client()
    log_in(client, "Knave", device="shared")
    log_in(own, "Knave", device="own")
    for minutes in (29, 58):
        moment.now = NOW + timedelta(minutes=minutes)
        assert is_in(client)
    moment.now = NOW + timedelta(minutes=58 + 31)
    assert not is_in(client)
    assert is_in(own)


@pytest.mark.usefixtures("room")
def test_a_page_that_is_left_open_is_no_click(app: Flask, moment: Moment) -> None:
    client = app.test_client()
    log_in(client, "Knave", device="shared")
    for minutes in (10, 20, 29):
        moment.now = NOW + timedelta(minutes=minutes)
        assert is_in(client, Accept="*/*")
    moment.now = NOW + timedelta(minutes=31)
    assert not is_in(client, Accept="*/*")


@pytest.mark.parametrize(("said", "is_shared"), [("", True), ("shared", True), ("own", False), ("nonsense", True)])
def test_the_class_decides_unless_the_learner_says_otherwise(
    app: Flask, classroom: Classroom, room: Class, said: str, is_shared: bool
) -> None:
    teacher = app.test_client()
    log_in(teacher, "Miss Vine")
    teacher.post(f"/classes/{room.id}/shared-devices", data={"shared": "yes"})
    assert classroom.classes.of_teacher(1, room.id).shared_devices
    client = app.test_client()
    log_in(client, "Knave", device=said)
    knave = classroom.people.find("Knave")
    assert knave is not None
    (session,) = classroom.logins.all_of(knave.id)
    assert session.is_shared is is_shared
    assert ('class="leave"' in client.get("/account").text) is is_shared


@pytest.mark.usefixtures("room")
def test_a_new_passphrase_does_not_make_a_shared_computer_ones_own(app: Flask, classroom: Classroom) -> None:
    client = app.test_client()
    log_in(client, "Knave", device="shared")
    client.post("/account/passphrase", data={"old": WORDS, "passphrase": "harbour marble winter sextant"})
    knave = classroom.people.find("Knave")
    assert knave is not None
    assert [session.is_shared for session in classroom.logins.all_of(knave.id)] == [True]
