"""What is kept: told to everybody, taken and deleted by whose it is."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.school import WORDS, log_in
from tutor.study.answers.answer import Answer
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study

ANSWERED = Answer("declare", "AKQ.AKQ.AKQ.AKQ2", "no trumps", "best", "hel-decl-nt-a")


def test_a_visitor_may_read_what_is_kept_and_not_where(school: Flask, study: Study) -> None:
    page = school.test_client().get("/your-data/").text
    assert "not asked for an e-mail address" in page
    assert study.database.place not in page
    assert "Export all data" not in page
    assert school.test_client().get("/your-data/file").status_code == 302
    assert school.test_client().post("/your-data/delete").status_code == 302


def test_who_teaches_is_told_where_and_a_learner_is_not(school: Flask, classroom: Classroom, study: Study) -> None:
    classroom.people.enrol("Knave", "", WORDS)
    for name, is_told in (("Miss Vine", True), ("Knave", False)):
        client = school.test_client()
        log_in(client, name)
        assert (study.database.place in client.get("/your-data/").text) is is_told, name


def test_the_cookie_is_as_it_is_told(school: Flask, classroom: Classroom) -> None:
    client = school.test_client()
    log_in(client, "Miss Vine")
    with client.session_transaction() as session:
        assert set(session) <= {"token", "pack", "csrf_token", "_permanent"}
    assert {cookie.key for cookie in (client._cookies or {}).values()} == {"love-all", "love-all-device"}
    assert classroom.people.has_teacher


def test_one_takes_what_is_kept_of_oneself_and_of_nobody_else(
    school: Flask, classroom: Classroom, study: Study
) -> None:
    for name in ("Knave", "Queen"):
        study.of(classroom.people.enrol(name, f"{name} Bell", WORDS).id).answers.record(ANSWERED)
    client = school.test_client()
    log_in(client, "Knave")
    taken = client.get("/your-data/file")
    with ZipFile(BytesIO(taken.data)) as packed:
        whole = b"".join(packed.read(name) for name in packed.namelist())
    assert b"Knave Bell" in whole
    assert b"Queen" not in whole


@pytest.mark.parametrize(
    ("name", "passphrase", "status"), [("Queen", WORDS, 400), ("Knave", "other words here now", 400), ("", "", 400)]
)
def test_nobody_is_deleted_by_mistake_or_by_another(
    school: Flask, classroom: Classroom, study: Study, name: str, passphrase: str, status: int
) -> None:
    knave = classroom.people.enrol("Knave", "", WORDS)
    study.of(knave.id).answers.record(ANSWERED)
    client = school.test_client()
    log_in(client, "Knave")
    assert client.post("/your-data/delete", data={"name": name, "passphrase": passphrase}).status_code == status
    assert classroom.people.person(knave.id)
    assert len(study.of(knave.id).answers.log()) == 1


def test_who_deletes_himself_is_gone_and_logged_out(school: Flask, classroom: Classroom, study: Study) -> None:
    knave = classroom.people.enrol("Knave", "", WORDS)
    study.of(knave.id).answers.record(ANSWERED)
    client = school.test_client()
    log_in(client, "Knave")
    gone = client.post("/your-data/delete", data={"name": "knave", "passphrase": WORDS})
    assert "has been deleted" in client.get(gone.location).text
    assert classroom.people.person(knave.id) is None
    assert study.of(knave.id).answers.log() == ()
    assert client.get("/").status_code == 302
    assert log_in(client, "Knave").status_code == 400


def test_a_passphrase_cannot_be_guessed_here_either(school: Flask, classroom: Classroom) -> None:
    classroom.people.enrol("Knave", "", WORDS)
    client = school.test_client()
    log_in(client, "Knave")
    guesses = [
        client.post("/your-data/delete", data={"name": "Knave", "passphrase": str(n)}).status_code for n in range(16)
    ]
    assert guesses == [400] * 15 + [429], "ten from a device that is known, then as from any other"


def test_a_teacher_who_has_classes_is_told_to_hand_them_over_first(school: Flask, classroom: Classroom) -> None:
    classroom.classes.make(1, "Lower Fifth")
    client = school.test_client()
    log_in(client, "Miss Vine")
    page = client.get("/your-data/").text
    assert "Lower Fifth" in page
    assert "another teacher" in page
    assert 'action="/your-data/delete"' not in page
    refused = client.post("/your-data/delete", data={"name": "Miss Vine", "passphrase": WORDS})
    assert refused.status_code == 400
    assert classroom.people.has_teacher


def test_who_learns_alone_begins_again_as_on_the_first_day(client: FlaskClient, study: Study) -> None:
    study.answers.record(ANSWERED)
    assert study.database.place in client.get("/your-data/").text
    assert client.post("/your-data/delete", data={"name": "yes"}).status_code == 400
    assert len(study.answers.log()) == 1
    assert client.post("/your-data/delete", data={"name": "delete all"}).status_code == 303
    assert study.answers.log() == ()
    assert client.get("/").status_code == 200
