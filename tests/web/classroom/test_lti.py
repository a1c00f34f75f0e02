"""LTI 1.3 with a platform that we did not write: logging in, launching, and every way in which a message is refused."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jwcrypto.jwk import JWK
from sqlalchemy import update

from tests.support.clock import NOW
from tests.support.forms import typed_in
from tests.support.lti_platform import CLIENT, INSTRUCTOR, ISSUER, LEARNER, School, expired
from tests.support.school import WORDS, log_in
from tutor.study.accounts.personal_data import everything_of, forget
from tutor.study.classroom.assigned_work import TextWork
from tutor.study.classroom.assignments import AssignmentSpec, Disclosure
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.lti import origin_of
from tutor.study.storage.tables import SessionRow
from tutor.web.services import EXTENSION, Services

DEPLOYMENT_CLAIM = "https://purl.imsglobal.org/spec/lti/claim/deployment_id"


# ---- launching -----------------------------------------------------------------------------------------------------


def test_a_teacher_opens_a_course_and_it_becomes_their_class(platform: School, browser: FlaskClient) -> None:
    began = platform.begin_log_in(browser)
    asked = parse_qs(urlsplit(began.location).query)
    assert began.location.startswith(f"{platform.url}/auth?")
    assert asked["scope"] == ["openid"]
    assert asked["response_type"] == ["id_token"]
    assert asked["response_mode"] == ["form_post"]
    assert asked["prompt"] == ["none"]
    assert asked["client_id"] == [CLIENT]
    assert asked["redirect_uri"] == ["http://localhost/lti/launch"]
    answer = browser.post("/lti/launch", data=platform.message(began, "Ada", INSTRUCTOR))
    page = browser.get(answer.location)
    assert "Whist for beginners" in page.text
    assert "Enrolment is closed" in page.text, "the platform says who is of the class"


def test_a_learner_comes_into_the_class_without_a_passphrase(
    platform: School, browser: FlaskClient, school: Flask
) -> None:
    opened = platform.open(browser, "Ada", INSTRUCTOR)
    room = int(opened.location.rpartition("/")[2])
    learner = school.test_client()
    answer = platform.open(learner, "Ben")
    assert answer.location == "/assignments/"
    assert learner.get("/account").status_code == 200
    page = browser.get(f"/classes/{room}").text
    assert "Ben Bell" in page
    name = re.search(r"Player \d+", page)
    assert name, "classmates see a name that says nothing"
    assert log_in(school.test_client(), name[0], "").status_code == 400
    again = school.test_client()
    platform.open(again, "Ben")
    assert browser.get(f"/classes/{room}").text.count("Ben Bell") == page.count("Ben Bell"), "it is the same account"


def test_a_learner_waits_for_the_teacher(platform: School, browser: FlaskClient) -> None:
    answer = platform.open(browser, "Ben")
    assert answer.status_code == 400
    assert "your teacher has not opened Love All" in answer.text.replace("Your", "your")
    assert browser.get("/account").status_code == 302, "nobody is logged in"


def test_a_second_teacher_of_the_course_helps(platform: School, school: Flask) -> None:
    first, second = school.test_client(), school.test_client()
    room = platform.open(first, "Ada", INSTRUCTOR).location
    assert platform.open(second, "Tom", INSTRUCTOR).location == room
    assert second.get(room).status_code == 200


def test_an_assistant_does_not_teach(platform: School, browser: FlaskClient, school: Flask) -> None:
    platform.open(browser, "Ada", INSTRUCTOR)
    helper = school.test_client()
    role = "http://purl.imsglobal.org/vocab/lis/v2/membership#TeachingAssistant"
    assert platform.open(helper, "Tim", role).location == "/assignments/"
    elsewhere = school.test_client()
    role = "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"
    assert platform.open(elsewhere, "Tam", role).location == "/assignments/", "who teaches elsewhere learns here"


def test_a_platform_that_makes_no_teachers_connects_them(
    moodle: School, teacher: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    assert teacher.post("/lti/", data=moodle.form | {"makes_teachers": "no"}).status_code == 303
    stranger = school.test_client()
    answer = moodle.open(stranger, "Ada", INSTRUCTOR)
    assert answer.location == "/lti/connect"
    assert stranger.get("/lti/connect").location.startswith("/log-in"), "only a teacher here can connect"
    assert moodle.open(teacher, "Ada", INSTRUCTOR).location == "/lti/connect"
    page = teacher.get("/lti/connect").text
    assert "Ada Bell" in page
    assert "Ada Vine" in page
    assert "connected" in teacher.post("/lti/connect").text
    answer = moodle.open(stranger, "Ada", INSTRUCTOR)
    assert "Whist for beginners" in stranger.get(answer.location).text
    assert [room.name for room in classroom.classes.all_of_teacher(1)] == ["Whist for beginners"]
    assert teacher.post("/lti/connect").status_code == 400, "the task is done"


def test_in_a_frame_it_offers_a_new_tab(platform: School, browser: FlaskClient) -> None:
    asked = {"iss": ISSUER, "client_id": CLIENT, "login_hint": "u&v", "target_link_uri": "http://localhost/lti/launch"}
    answer = browser.post("/lti/login", data=asked, headers={"Sec-Fetch-Dest": "iframe"})
    assert answer.status_code == 200
    assert f"frame-ancestors {ISSUER} {platform.url}" in answer.headers["Content-Security-Policy"]
    assert "Set-Cookie" not in answer.headers
    again = re.search(r'href="(/lti/login\?[^"]+)" target="_blank"', answer.text)
    assert again
    began = browser.get(again[1].replace("&amp;", "&"))
    assert parse_qs(urlsplit(began.location).query)["login_hint"] == ["u&v"]
    others = browser.post("/lti/login", data=asked | {"iss": "https://elsewhere.example"})
    assert "frame-ancestors 'none'" in others.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in browser.get("/log-in").headers["Content-Security-Policy"]


# ---- refusals ------------------------------------------------------------------------------------------------------


REFUSALS: dict[str, tuple[dict[str, Any], str]] = {
    "wrong issuer": ({"iss": "https://elsewhere.example"}, "unknown platform"),
    "wrong audience": ({"aud": "another-tool", "azp": "another-tool"}, "another tool"),
    "audience of several": ({"aud": [CLIENT, "another"], "azp": "another"}, "another tool"),
    "expired": ({"lasts": 0, "exp": expired(), "iat": expired()}, "expired"),
    "without an end": ({"lasts": 0}, "not accepted"),
    "nonce of another log-in": ({"nonce": "of another"}, "does not answer"),
    "unknown deployment": ({DEPLOYMENT_CLAIM: "99"}, "deployment is not registered"),
    "bad signature": ({"key": JWK.generate(kty="RSA", size=2048)}, "signature"),
    "roster elsewhere": (
        {
            "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice": {
                "context_memberships_url": "http://127.0.0.1:9/other"
            }
        },
        "is not registered",
    ),
    "nonsense for a claim": ({"https://purl.imsglobal.org/spec/lti/claim/resource_link": "x"}, "not accepted"),
    "another version": ({"https://purl.imsglobal.org/spec/lti/claim/version": "1.1"}, "not accepted"),
    "nobody": ({"sub": ""}, "not accepted"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_is_not_accepted_gets_a_plain_page(
    platform: School, browser: FlaskClient, classroom: Classroom, case: str
) -> None:
    claims, why = REFUSALS[case]
    answer = platform.open(browser, "Ada", INSTRUCTOR, **claims)
    assert answer.status_code == 400
    assert why in answer.text
    assert "Traceback" not in answer.text
    assert browser.get("/account").status_code == 302, "nobody is logged in"
    assert not classroom.lti.counts()[1][0]


def test_a_message_is_accepted_once(platform: School, browser: FlaskClient) -> None:
    began = platform.begin_log_in(browser)
    cookie = re.search(r"(love-all-lti-\w+)=(\w+)", began.headers["Set-Cookie"])
    assert cookie
    message = platform.message(began, "Ada", INSTRUCTOR)
    assert browser.post("/lti/launch", data=message).status_code == 302
    browser.set_cookie(cookie[1], cookie[2], path="/lti/launch")
    answer = browser.post("/lti/launch", data=message)
    assert answer.status_code == 400
    assert "used already" in answer.text


def test_a_log_in_of_another_browser_is_not_accepted(platform: School, browser: FlaskClient, school: Flask) -> None:
    message = platform.message(platform.begin_log_in(browser), "Ada", INSTRUCTOR)
    answer = school.test_client().post("/lti/launch", data=message)
    assert answer.status_code == 400
    assert "this browser did not begin the log-in" in answer.text


@pytest.mark.parametrize("state", ["", "state-", "state-WyJ4IiwxLDldCg.xxx", "tampered", "state-\u00e9"])
def test_a_state_that_we_did_not_sign_is_not_accepted(platform: School, browser: FlaskClient, state: str) -> None:
    message = platform.message(platform.begin_log_in(browser), "Ada", INSTRUCTOR)
    assert browser.post("/lti/launch", data=message | {"state": state}).status_code == 400
    tampered = message["state"][:-3] + "abc"
    assert browser.post("/lti/launch", data=message | {"state": tampered}).status_code == 400


def test_a_log_in_that_takes_too_long(platform: School, browser: FlaskClient, school: Flask) -> None:
    message = platform.message(platform.begin_log_in(browser), "Ada", INSTRUCTOR)
    study = school.extensions[EXTENSION].study
    object.__setattr__(study, "clock", lambda: NOW + timedelta(minutes=11))
    answer = browser.post("/lti/launch", data=message)
    object.__setattr__(study, "clock", lambda: NOW)
    assert answer.status_code == 400
    assert "10 minutes" in answer.text


@pytest.mark.parametrize("token", ["", "a.b", "a.b.c", "....", "\u00e9.\u00e9.\u00e9"])
def test_what_is_no_message(platform: School, browser: FlaskClient, token: str) -> None:
    message = platform.message(platform.begin_log_in(browser), "Ada", INSTRUCTOR)
    assert browser.post("/lti/launch", data=message | {"id_token": token}).status_code == 400


@pytest.mark.usefixtures("platform")
def test_an_unknown_platform_cannot_begin(browser: FlaskClient) -> None:
    for asked in (
        {},
        {"iss": ISSUER},
        {"iss": ISSUER, "client_id": "x", "login_hint": "u"},
        {"login_hint": "u" * 5000},
    ):
        assert browser.post("/lti/login", data=asked).status_code == 400
        assert browser.get("/lti/login", query_string=asked).status_code == 400


# ---- choosing work -------------------------------------------------------------------------------------------------


def test_a_teacher_chooses_an_assignment_and_learners_open_it(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    room = int(platform.open(browser, "Ada", INSTRUCTOR).location.rpartition("/")[2])
    answer = platform.open(browser, "Ada", INSTRUCTOR, choose=True)
    assert answer.location == "/lti/choose"
    assert "Nothing is assigned yet" in browser.get("/lti/choose").text
    spec = AssignmentSpec("Read the page", TextWork(text="Read this."), NOW - timedelta(days=1))
    work = classroom.assignments.give(room, spec)
    assert "Read the page" in browser.get("/lti/choose").text
    assert browser.post("/lti/choose", data={"assignment": "99"}).location == "/lti/choose"
    made = browser.post("/lti/choose", data={"assignment": str(work.id)})
    assert f"form-action {ISSUER} {platform.url}" in made.headers["Content-Security-Policy"]
    assert f'action="{platform.url}/chosen"' in made.text
    token = re.search(r'name="JWT" value="([^"]+)"', made.text)
    assert token
    (item,) = platform.conf.validate_deeplinking_resp({"JWT": token[1]})
    assert item["type"] == "ltiResourceLink"
    assert item["title"] == "Read the page"
    learner = school.test_client()
    opened = platform.open(learner, "Ben", custom=item["custom"])
    assert opened.location == f"/assignments/{work.id}/"
    assert "Read this." in learner.get(opened.location).text
    teacher_opens = platform.open(browser, "Ada", INSTRUCTOR, custom=item["custom"])
    assert browser.get(teacher_opens.location).status_code == 200
    elsewhere = platform.open(school.test_client(), "Cole", custom={"assignment": "0" * 32})
    assert elsewhere.location == "/assignments/", "a link to nothing opens the list"


def test_a_teacher_assigns_something_new_and_comes_back_with_its_link(
    platform: School, browser: FlaskClient, classroom: Classroom
) -> None:
    room = int(platform.open(browser, "Ada", INSTRUCTOR).location.rpartition("/")[2])
    platform.open(browser, "Ada", INSTRUCTOR, choose=True)
    form = f"/classes/{room}/assignments/new/drill?then=choose"
    assert form in browser.get("/lti/choose").text
    assert 'href="/lti/choose"' in browser.get(form).text
    fields = typed_in(browser.get(f"{form}&ids=hel-decl-nt-a").text) | {"title": "Two rules", "questions": "6"}
    made = browser.post(form, data=fields)
    assert made.status_code == 303, made.text
    (work,) = classroom.assignments.of_class(room)
    assert made.location == f"/lti/choose?assignment={work.id}"
    page = browser.get(made.location)
    assert "Add the link to the course" in page.text
    assert f"form-action {ISSUER} {platform.url}" in page.headers["Content-Security-Policy"]
    (item,) = platform.conf.validate_deeplinking_resp({"JWT": _token(page.text)})
    assert item["custom"] == {"assignment": work.key}
    assert item["lineItem"] == {"scoreMaximum": 6, "label": "Two rules", "resourceId": work.key}
    assert browser.get("/lti/choose?assignment=99").location == "/lti/choose"
    hidden = AssignmentSpec("Hidden", TextWork(text="Read."), NOW, shown=Disclosure.NEVER)
    never = classroom.assignments.give(room, hidden)
    page = browser.get(f"/lti/choose?assignment={never.id}")
    (item,) = platform.conf.validate_deeplinking_resp({"JWT": _token(page.text)})
    assert "lineItem" not in item, "a column would stay empty"
    assert "No grades will be sent" in page.text


def _token(page: str) -> str:
    found = re.search(r'name="JWT" value="([^"]+)"', page)
    assert found
    return found[1]


def test_only_the_teacher_who_was_sent_chooses(platform: School, browser: FlaskClient, school: Flask) -> None:
    platform.open(browser, "Ada", INSTRUCTOR)
    learner = school.test_client()
    assert platform.open(learner, "Ben", choose=True).status_code == 400
    assert learner.get("/lti/choose").status_code in (302, 403)
    assert platform.open(browser, "Ada", INSTRUCTOR, choose=True).status_code == 302
    log_in(browser, "Miss Vine")
    assert browser.get("/lti/choose").status_code == 400, "somebody else is logged in by now"
    assert browser.post("/lti/choose", data={"assignment": "1"}).status_code == 400


# ---- who is in the course ------------------------------------------------------------------------------------------


def test_the_roster_makes_members_and_removes_nobody(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    room = int(platform.open(browser, "Ada", INSTRUCTOR).location.rpartition("/")[2])
    platform.open(school.test_client(), "Ben")
    platform.members = [
        {"user_id": "Ada", "name": "Ada Bell", "roles": [INSTRUCTOR]},
        {"user_id": "Ben", "name": "Ben Bell", "roles": ["Learner"]},
        {"user_id": "Cole", "name": "Cole Hart; DROP", "roles": [LEARNER], "status": "Active"},
        {"user_id": "Dora", "name": "Dora Hart", "roles": [LEARNER], "status": "Inactive"},
    ]
    assert "Update from the platform" in browser.get(f"/classes/{room}").text
    page = browser.post(f"/lti/roster/{room}").text
    assert "Cole Hart DROP" in page
    assert "No longer in the course" not in page
    assert "joined the class. 1 was in it already" in " ".join(page.split())
    platform.members = [{"user_id": "Cole", "roles": ["Learner"]}]
    page = browser.post(f"/lti/roster/{room}").text
    assert "No longer in the course" in page
    assert "Ben Bell" in page
    assert "Ben Bell" in browser.get(f"/classes/{room}").text, "nobody is removed"
    cole = school.test_client()
    assert platform.open(cole, "Cole").location == "/assignments/"
    assert len(classroom.classes.members(classroom.classes.of_teacher(_ada(classroom), room))) == 2


def test_a_roster_that_cannot_be_had_changes_nothing(
    platform: School, browser: FlaskClient, teacher: FlaskClient, school: Flask
) -> None:
    room = int(platform.open(browser, "Ada", INSTRUCTOR).location.rpartition("/")[2])
    platform.fails = True
    answer = browser.post(f"/lti/roster/{room}")
    assert answer.status_code == 400
    assert "Nothing was changed" in answer.text
    platform.fails, platform.members = False, [{"name": "without a number", "roles": []}]
    assert browser.post(f"/lti/roster/{room}").status_code == 400
    assert teacher.post(f"/lti/roster/{room}").status_code == 404, "another’s class"
    learner = school.test_client()
    platform.open(learner, "Ben")
    assert learner.post(f"/lti/roster/{room}").status_code == 403


def _ada(classroom: Classroom) -> int:
    users = [classroom.people.person(number) for number in range(2, 6)]
    return next(user.id for user in users if user and user.real_name == "Ada Bell")


def test_a_course_whose_class_was_deleted_becomes_another_class(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    room = int(platform.open(browser, "Ada", INSTRUCTOR).location.rpartition("/")[2])
    platform.open(school.test_client(), "Tom", INSTRUCTOR)
    learner = school.test_client()
    platform.open(learner, "Ben")
    classroom.classes.delete(classroom.classes.of_teacher(_ada(classroom), room))
    assert platform.open(school.test_client(), "Ben").status_code == 400
    again = platform.open(browser, "Ada", INSTRUCTOR)
    assert "0 learners" in browser.get(again.location).text or "No learners" in browser.get(again.location).text
    assert platform.open(learner, "Ben").location == "/assignments/"


def test_the_account_of_a_platform_can_be_erased(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    room = int(platform.open(browser, "Ada", INSTRUCTOR).location.rpartition("/")[2])
    platform.open(school.test_client(), "Ben")
    found = classroom.classes.of_teacher(_ada(classroom), room)
    (member,) = classroom.classes.members(found)
    parts: Services = school.extensions[EXTENSION]
    study = parts.study.of(member.person.id)
    assert b"lti_user.json" in everything_of(study)
    forget(study)
    assert not classroom.classes.members(found)
    platform.open(school.test_client(), "Ben")
    (member,) = classroom.classes.members(found)
    assert member.person.real_name == "Ben Bell", "whoever comes again is new"


# ---- accounts without a passphrase ---------------------------------------------------------------------------------


def wait(school: Flask) -> None:
    """Lets 11 minutes pass for everybody who is logged in."""
    parts: Services = school.extensions[EXTENSION]
    with parts.study.database.writing() as connection:
        connection.execute(update(SessionRow).values(proved_at=NOW - timedelta(minutes=11)))


COME_AGAIN = "Open Love All from"


def test_coming_from_the_course_is_proof_for_some_minutes(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    platform.open(browser, "Ada", INSTRUCTOR)
    ben = school.test_client()
    platform.open(ben, "Ben")
    names = {"name": "Knave of Hearts", "real_name": ""}
    wait(school)
    answer = ben.post("/account/names", data=names)
    assert answer.status_code == 403
    assert "Open Love All from your course again" in answer.text
    assert "<li>Knave of Hearts</li>" in answer.text, "nothing typed is lost"
    assert 'name="proof"' not in answer.text, "there is no passphrase to ask for"
    assert ben.post("/account/names", data=names | {"proof": "x"}).status_code == 403
    assert classroom.people.find("Knave of Hearts") is None
    platform.open(ben, "Ben")
    assert ben.post("/account/names", data=names).status_code == 302
    assert classroom.people.find("Knave of Hearts")


def test_a_learner_without_a_passphrase_deletes_their_data(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    platform.open(browser, "Ada", INSTRUCTOR)
    ben = school.test_client()
    platform.open(ben, "Ben")
    (person,) = [one for one in map(classroom.people.person, range(2, 5)) if one and one.real_name == "Ben Bell"]
    wait(school)
    page = ben.get("/your-data/").text
    assert COME_AGAIN in page
    assert 'name="passphrase"' not in page
    answer = ben.post("/your-data/delete", data={"name": person.name, "passphrase": ""})
    assert answer.status_code == 400
    assert "coming from your course is your proof" in answer.text
    assert classroom.people.person(person.id)
    platform.open(ben, "Ben")
    assert ben.post("/your-data/delete", data={"name": "Another"}).status_code == 400
    assert ben.post("/your-data/delete", data={"name": person.name}).status_code == 303
    assert classroom.people.person(person.id) is None


def test_somebody_chooses_a_passphrase_after_coming_from_the_course(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    platform.open(browser, "Ada", INSTRUCTOR)
    ben = school.test_client()
    platform.open(ben, "Ben")
    (person,) = [one for one in map(classroom.people.person, range(2, 5)) if one and one.real_name == "Ben Bell"]
    wait(school)
    page = ben.get("/account").text
    assert "Choose a passphrase" in page
    assert COME_AGAIN in page
    assert 'name="passphrase"' not in page, "a form that would be refused is not offered"
    answer = ben.post("/account/passphrase", data={"passphrase": WORDS})
    assert answer.status_code == 400
    assert COME_AGAIN in answer.text
    assert not log_in(school.test_client(), person.name).location
    platform.open(ben, "Ben")
    assert 'name="old"' not in ben.get("/account").text
    assert ben.post("/account/passphrase", data={"passphrase": "short"}).status_code == 400
    assert ben.post("/account/passphrase", data={"passphrase": WORDS}).status_code == 302
    assert log_in(school.test_client(), person.name).status_code == 302
    assert 'name="old"' in ben.get("/account").text
    assert ben.post("/account/passphrase", data={"passphrase": WORDS}).status_code == 400, "now it is asked for"
    platform.open(ben, "Ben")
    assert ben.get("/account").status_code == 200, "the platform still lets them in"


def test_a_teacher_without_a_passphrase_does_what_needs_proof(
    platform: School, browser: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    room = int(platform.open(browser, "Ada", INSTRUCTOR).location.rpartition("/")[2])
    platform.open(school.test_client(), "Ben")
    (member,) = classroom.classes.members(classroom.classes.find(room))
    erase = f"/classes/{room}/members/{member.person.id}/erase"
    vine = classroom.people.find("Miss Vine")
    assert vine
    classroom.second_factors.begin(vine.id)
    wait(school)
    assert COME_AGAIN in browser.get(erase).text
    for path, fields in (
        (erase, {"typed": member.person.name}),
        ("/account/two-step/set-up", {}),
        (f"/security/teachers/{vine.id}/two-step-off", {}),
    ):
        refused = browser.post(path, data=fields)
        assert refused.status_code == 400, path
        assert "coming from your course is your proof" in refused.text, path
    named = {"typed": "Whist for beginners"}
    assert browser.post(f"/classes/{room}/delete", data=named).status_code == 403
    assert classroom.people.person(member.person.id)
    platform.open(browser, "Ada", INSTRUCTOR)
    assert browser.post("/account/two-step/set-up").status_code == 303
    assert browser.post(f"/security/teachers/{vine.id}/two-step-off").status_code == 303
    assert browser.post(erase, data={"typed": "Another"}).status_code == 400
    assert browser.post(erase, data={"typed": member.person.name}).status_code == 303
    assert classroom.people.person(member.person.id) is None
    assert browser.post(f"/classes/{room}/delete", data=named).status_code == 303


def test_teachers_of_a_platform_are_among_the_teachers(
    platform: School, browser: FlaskClient, teacher: FlaskClient, classroom: Classroom
) -> None:
    platform.open(browser, "Ada", INSTRUCTOR)
    ada = _ada(classroom)
    page = " ".join(re.sub("<[^>]+>", " ", teacher.get("/teachers/").text).split())
    assert "Ada Bell comes from School Moodle" in page
    assert "Ada Vine logs in as Miss Vine" in page
    assert "Ada Bell" in teacher.get(f"/teachers/{ada}/remove").text
    assert teacher.post(f"/teachers/{ada}/remove", data={"becomes": "closed", "heir": "1"}).status_code == 303
    assert platform.open(browser, "Ada", INSTRUCTOR).status_code == 400, "the account is closed"


def test_the_last_way_in_for_teachers_is_not_removed(
    platform: School, browser: FlaskClient, teacher: FlaskClient, classroom: Classroom
) -> None:
    platform.open(browser, "Ada", INSTRUCTOR)
    vine = classroom.people.find("Miss Vine")
    assert vine
    assert teacher.post(f"/teachers/{vine.id}/remove", data={"becomes": "closed"}).status_code == 303
    answer = browser.post("/lti/1/remove")
    assert answer.status_code == 400
    assert "First set a passphrase" in answer.text
    assert browser.post("/account/passphrase", data={"passphrase": WORDS}).status_code == 302
    assert browser.post("/lti/1/remove").status_code == 303


# ---- registering ---------------------------------------------------------------------------------------------------


def test_a_platform_is_registered_once_and_removed(
    platform: School, teacher: FlaskClient, school: Flask, classroom: Classroom
) -> None:
    answer = teacher.post("/lti/", data=platform.form)
    assert answer.status_code == 400
    assert "this platform is registered with it" in answer.text
    ada, ben = school.test_client(), school.test_client()
    platform.open(ada, "Ada", INSTRUCTOR)
    platform.open(ben, "Ben")
    page = teacher.get("/lti/").text
    assert "2 accounts" in page
    assert "1 course" in page
    assert "2 accounts" in teacher.get("/lti/1/remove").text
    assert teacher.post("/lti/1/remove").status_code == 303
    assert ben.get("/account").status_code == 302, "whoever has no passphrase is logged out"
    assert platform.begin_log_in(ben).status_code == 400
    assert teacher.post("/lti/1/remove").status_code == 404
    kinds = [event.kind for event in classroom.events.lines()]
    assert {"learning platform added", "learning platform removed"} <= set(kinds)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("login_url", "http://moodle.example/auth"),
        ("login_url", "javascript:alert(1)"),
        ("token_url", "https://name:secret@moodle.example/token"),
        ("keys_url", "file:///etc/passwd"),
        ("keys_url", "https://moodle.example:port/keys"),
        ("keys_url", ""),
        ("client_id", ""),
        ("client_id", "x" * 256),
        ("issuer", "two words"),
        ("deployments", " "),
        ("services", "https://a.example; frame-ancestors *"),
        ("services", "https://a.example;x"),
        ("name", ""),
    ],
)
def test_a_platform_that_cannot_be_registered(teacher: FlaskClient, moodle: School, field: str, text: str) -> None:
    answer = teacher.post("/lti/", data=moodle.form | {field: text})
    assert answer.status_code == 400
    assert f'href="#{field}"' in answer.text


def test_only_safe_addresses_have_an_origin() -> None:
    assert origin_of("https://Moodle.example/mod/lti") == "https://moodle.example"
    assert origin_of("http://localhost:8000/x") == "http://localhost:8000"
    for unsafe in (
        "http://10.0.0.1/",
        "ftp://localhost",
        "https://a@b/",
        "https://",
        "x",
        "https://a b/",
        "https://[x",
    ):
        assert not origin_of(unsafe), unsafe


@pytest.mark.usefixtures("platform")
def test_the_secret_key_is_not_published(browser: FlaskClient) -> None:
    (key,) = browser.get("/lti/keys").json["keys"]  # type: ignore[index]
    assert set(key) == {"kty", "n", "e", "kid", "alg", "use"}
