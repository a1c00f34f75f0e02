"""Accounts: coming in by passphrase, code and invitation; who is kept out, and how long."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.school import WORDS, log_in
from tutor.errors import Malformed
from tutor.study.accounts.people import NameTaken, UserRole
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study


def test_nobody_sees_anything_but_the_door(school: Flask) -> None:
    client = school.test_client()
    for path in ("/", "/courses/", "/practice/", "/account"):
        answer = client.get(path)
        assert answer.status_code == 302
        assert answer.location.startswith("/log-in")
    assert "Log in" in client.get("/log-in").text


def test_who_knows_the_passphrase_comes_in_and_goes_where_he_was_going(school: Flask) -> None:
    client = school.test_client()
    assert log_in(client, " miss  VINE ", back="/courses/").location == "/courses/"
    assert "Miss Vine" in client.get("/courses/").text
    client.post("/log-out")
    assert client.get("/courses/").status_code == 302


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_elsewhere_by_logging_in(school: Flask, back: str) -> None:
    assert log_in(school.test_client(), "Miss Vine", back=back).location == "/"


def test_a_class_is_joined_by_its_code_with_a_name_of_one_s_own(school: Flask, classroom: Classroom) -> None:
    made = classroom.classes.make(1, "Lower Fifth")
    client = school.test_client()
    page = client.get(f"/join?code={made.code.lower()}").text
    assert "Join Lower Fifth" in page
    answer = client.post(
        "/join", data={"code": made.code, "name": "Knave", "real_name": "Tom Bell", "passphrase": WORDS}
    )
    assert answer.location == "/"
    (member,) = classroom.classes.members(made)
    assert (member.person.name, member.person.real_name, member.person.role) == ("Knave", "Tom Bell", UserRole.LEARNER)
    assert "Lower Fifth" in client.get("/account").text
    classroom.classes.let_in(made, is_open=False)
    assert school.test_client().get(f"/join?code={made.code}").status_code == 404


def test_a_name_is_had_by_one_only_however_it_is_written(classroom: Classroom) -> None:
    with pytest.raises(NameTaken, match="Miss Vine"):
        classroom.people.enrol("MISS  vine", "", WORDS)


@pytest.mark.parametrize("passphrase", ["short", "elevenchars", "word word word word", "a b cccccccccc", "a" * 300])
def test_a_passphrase_that_is_easily_guessed_is_refused_and_not_repeated(classroom: Classroom, passphrase: str) -> None:
    with pytest.raises(Malformed) as refused:
        classroom.people.enrol("Ten", "", passphrase)
    assert passphrase not in str(refused.value)


def test_a_invitation_back_gives_another_passphrase_once_and_ends_other_sessions(
    school: Flask, classroom: Classroom
) -> None:
    made = classroom.classes.make(1, "Lower Fifth")
    knave = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(made.id, knave.id)
    old = school.test_client()
    log_in(old, "Knave")
    assert old.get("/account").status_code == 200
    invitation = classroom.classes.invite_back(made, knave)
    new = school.test_client()
    assert "Tom Bell" in new.get(f"/invitation/{invitation}").text
    assert new.post(f"/invitation/{invitation}", data={"passphrase": "four quite other words"}).location == "/"
    assert new.get("/account").status_code == 200
    assert old.get("/account").status_code == 302
    assert new.post(f"/invitation/{invitation}", data={"passphrase": WORDS}).status_code == 404
    assert log_in(school.test_client(), "Knave").status_code == 400


def test_each_learner_has_answers_of_his_own(school: Flask, classroom: Classroom, study: Study) -> None:
    knave = classroom.people.enrol("Knave", "", WORDS)
    client = school.test_client()
    log_in(client, "Knave")
    page = client.get("/practice/declare/AKQ.AKQ.AKQ.AKQ2").text
    once = re.search(r'name="once" value="([^"]+)"', page)
    assert once
    for _ in range(2):
        client.post("/practice/declare/AKQ.AKQ.AKQ.AKQ2", data={"answer": "no trumps", "once": once[1]})
    assert len(study.of(knave.id).answers.log()) == 1, "the same form, sent twice"
    assert study.answers.log() == ()


def test_without_classes_there_is_no_door(client: FlaskClient) -> None:
    assert client.get("/").status_code == 200
    for path in ("/log-in", "/join", "/account"):
        assert client.get(path).status_code == 404
