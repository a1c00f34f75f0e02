"""The security log: what is in it, what never is, who reads it, and that strangers cannot fill it."""

from __future__ import annotations

import csv
import io
import json
import logging
import re
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from tests.support.clock import NOW, FakeClock
from tests.support.commands import invoked
from tests.support.school import WORDS, log_in
from tutor.study.accounts import security_events as events_module
from tutor.study.accounts.people import Person
from tutor.study.accounts.personal_data import forget
from tutor.study.accounts.security_events import EventFilter, EventKind, Events
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.tables import EventRow
from tutor.study.study import Study

WRONG = "not the right words"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def events(study: Study, clock: FakeClock) -> Events:
    return Events(study.database, clock)


@pytest.fixture
def knave(classroom: Classroom) -> Person:
    return classroom.people.enrol("Knave", "Tom Bell", WORDS)


def told(events: Events) -> list[tuple[str, int | None, int | None, str]]:
    """The lines, the oldest first, but for those of the accounts that every test begins with."""
    lines = [line for line in reversed(events.lines()) if line.kind != EventKind.ACCOUNT_MADE]
    return [(line.kind, line.by, line.whom, line.detail) for line in lines]


# ---- what is written ----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.databases
def test_what_somebody_does_about_an_account_is_written(school: Flask, classroom: Classroom, knave: Person) -> None:
    client, who = school.test_client(), knave.id
    log_in(client, "Knave", WRONG)
    log_in(client, "Nobody", WRONG)
    log_in(client, "Knave")
    client.get("/classes/")
    client.post("/account/passphrase", data={"old": WRONG, "passphrase": "four quite other words"})
    client.post("/account/passphrase", data={"old": WORDS, "passphrase": "four quite other words"})
    client.post("/log-out")
    client.get("/join?code=WRONG2")
    log_in(client, "Knave", "four quite other words")
    client.post("/your-data/delete", data={"name": "Knave", "passphrase": "four quite other words"})
    assert told(classroom.events) == [
        ("failed to log in", None, -who, ""),
        ("failed to log in", None, None, "no such name"),
        ("logged in", -who, None, ""),
        ("refused", -who, None, ""),
        ("failed to log in", -who, -who, ""),
        ("passphrase changed", -who, -who, ""),
        ("logged out", -who, None, ""),
        ("failed to log in", None, None, "code of a class or invitation"),
        ("logged in", -who, None, ""),
        ("account deleted", -who, None, ""),
    ], "and after the account is deleted, only the number is left"


def test_a_line_has_the_address_and_the_reason(school: Flask, classroom: Classroom, knave: Person) -> None:
    client = school.test_client()
    client.post(
        "/log-in", data={"name": "Knave", "passphrase": WRONG}, environ_overrides={"REMOTE_ADDR": "2001:db8::7"}
    )
    line = classroom.events.lines()[0]
    assert (line.address, line.whom, line.detail) == ("2001:db8::7", knave.id, "passphrase")


def test_a_form_without_its_token_is_written(school: Flask, classroom: Classroom, teacher: FlaskClient) -> None:
    school.config["WTF_CSRF_ENABLED"] = True
    assert teacher.post("/classes/", data={"name": "Lower Fifth"}).status_code == 400
    assert told(classroom.events)[-1] == ("refused", None, None, "a form without its token: POST classes.make")


def test_what_is_exported_of_others_is_written(classroom: Classroom, teacher: FlaskClient) -> None:
    made = classroom.classes.make(1, "Lower Fifth")
    for path in (f"/classes/{made.id}/grid.csv", f"/classes/{made.id}/answers.csv", "/security/log.csv"):
        assert teacher.get(path).status_code == 200
    assert [line[3] for line in told(classroom.events) if line[0] == "exported"] == [
        "results of the class Lower Fifth", "answers of the class Lower Fifth", "security log",
    ]  # fmt: skip


@pytest.mark.databases
def test_a_backup_is_written(classroom: Classroom, where: Path | str, tmp_path: Path) -> None:
    assert classroom.people.has_teacher
    assert invoked(where, "backup", str(tmp_path / "all.zip")).exit_code == 0
    assert told(classroom.events)[-1] == ("exported", None, None, "backup of everything, by a command on the server")


def test_without_classes_nothing_is_written(client: FlaskClient, study: Study) -> None:
    client.post("/your-data/delete", data={"name": "delete all"})
    assert not Events(study.database, study.clock).lines()


# ---- what strangers can bring about -------------------------------------------------------------------------------


@pytest.mark.databases
def test_strangers_cannot_fill_it(events: Events, clock: FakeClock) -> None:
    for number in range(100):
        events.note(EventKind.FAILED, address="203.0.113.9", detail=f"guess {number}")
    lines = events.lines()
    assert len(lines) == 30
    assert lines[0].detail == "guess 29; further ones within the hour are not listed"
    events.note(EventKind.FAILED, address="198.51.100.2")
    assert len(events.lines()) == 31
    clock.now += timedelta(minutes=61)
    events.note(EventKind.FAILED, address="203.0.113.9")
    assert len(events.lines()) == 32


def test_nor_from_many_addresses(events: Events, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events_module, "LINES_AN_HOUR_IN_ALL", 20)
    for number in range(50):
        events.note(EventKind.FAILED, address=f"198.51.100.{number}")
    assert len(events.lines()) == 20


@pytest.mark.databases
def test_what_is_too_old_or_too_much_is_swept_and_noise_pushes_out_nothing_else(
    events: Events, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("SWEPT_EVERY", 1), ("MOST_NOISE", 5), ("MOST_LINES", 8)):
        monkeypatch.setattr(events_module, name, value)
    for number in range(10):
        events.note(EventKind.LOGGED_IN, by=number)
    for number in range(10):
        events.note(EventKind.FAILED, address=f"198.51.100.{number}")
    kinds = [line.kind for line in events.lines()]
    assert (kinds.count("logged in"), kinds.count("failed to log in")) == (8, 5)
    clock.now += timedelta(days=401)
    events.note(EventKind.LOGGED_OUT, by=1)
    assert [line.kind for line in events.lines()] == ["logged out"]


def test_a_line_is_one_line_for_what_watches_over_a_server(events: Events, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tutor.security")
    events.note(EventKind.FAILED, address="1.2.3.4\nlogged in", detail='a\r\nb\x1b[2Jc\u2028d\u202ee” "f')
    events.note(EventKind.LOGGED_IN, by=2)
    failed, logged_in = caplog.records
    assert failed.name == "tutor.security"
    assert failed.levelno == logging.WARNING
    assert logged_in.levelno == logging.INFO
    message = failed.getMessage()
    assert message.isprintable()
    assert message.isascii()
    assert json.loads(message)["detail"] == 'a��b�[2Jc�d�e” "f'
    assert events.lines()[-1].address == "1.2.3.4�logged in"


@pytest.mark.databases
def test_within_a_transaction_a_line_stands_only_if_the_rest_does(
    events: Events, study: Study, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tutor.security")

    class Stop(Exception):
        pass

    def change(is_stopped: bool) -> None:
        with study.database.writing() as connection:
            events.note(EventKind.ROLE_CHANGED, by=1, within=connection)
            assert not caplog.records
            if is_stopped:
                raise Stop

    with pytest.raises(Stop):
        change(True)
    assert not events.lines()
    assert not caplog.records
    change(False)
    assert len(events.lines()) == len(caplog.records) == 1


# ---- who reads it -------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.databases
def test_teachers_read_it_by_kind_and_person_a_page_at_a_time(
    classroom: Classroom, teacher: FlaskClient, knave: Person
) -> None:
    for number in range(150):
        classroom.events.note(EventKind.JOINED, by=knave.id, address="192.0.2.7", detail=f"class {number}")
    page = teacher.get("/security/").text
    assert "class 149" in page
    assert "class 49<" not in page
    older = teacher.get(next(link for link in links(page) if "before=" in link)).text
    assert "class 49<" in older
    assert "class 149" not in older
    assert "Newest" in older
    mine = teacher.get("/security/?kind=logged+in&name=miss+VINE").text
    assert "class 149" not in mine
    assert mine.count("<tr><td>") == 1
    assert "Nobody here is called Queen" in teacher.get("/security/?name=Queen").text
    assert "No matches." in teacher.get("/security/?kind=account+closed").text
    for odd in ("before=x", "before=-1", "before=99999999999999999999", "kind=%00"):
        assert teacher.get(f"/security/?{odd}").status_code == 200, odd
    assert teacher.get("/security/?name=%00").status_code == 400


@pytest.mark.databases
def test_a_line_under_a_former_name_is_read_under_the_present_one(events: Events, study: Study) -> None:
    events.note(EventKind.INVITED, detail="new")
    with study.database.writing() as connection:
        former = {"at": NOW, "kind": "slip made", "address": "", "detail": "old"}
        connection.execute(insert(EventRow).values(former))
    for wanted in (EventFilter(), EventFilter(kind="invitation made")):
        lines = [(line.kind, line.detail) for line in events.lines(wanted)]
        assert lines == [("invitation made", "old"), ("invitation made", "new")]
    assert not events.lines(EventFilter(kind="invitation used"))


def links(page: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"]+)"', page)]


@pytest.mark.slow
def test_it_is_exported_as_a_table_in_which_nothing_is_a_formula(
    classroom: Classroom, teacher: FlaskClient, knave: Person
) -> None:
    classroom.people.rename(knave.id, "-1 Knave", "")
    for number in range(1500):
        classroom.events.note(EventKind.JOINED, by=knave.id, whom=-7, detail=f"=HYPERLINK({number})")
    answer = teacher.get("/security/log.csv?kind=joined+a+class")
    assert "attachment" in answer.headers["Content-Disposition"]
    header, *rows = csv.reader(io.StringIO(answer.text.removeprefix("\ufeff")))
    assert header == ["when", "event", "by", "about", "address", "detail"]
    assert len(rows) == 1500
    assert rows[0][1:] == ["joined a class", "'-1 Knave", "account 7 (deleted)", "", "'=HYPERLINK(1499)"]


@pytest.mark.slow
@pytest.mark.databases
def test_a_command_writes_it_out(school: Flask, where: Path | str) -> None:
    log_in(school.test_client(), "Miss Vine")
    line, made = invoked(where, "events").output.splitlines()
    assert json.loads(made)["event"] == "account made"
    assert json.loads(line) == {
        "when": NOW.isoformat(), "event": "logged in", "by": "Miss Vine", "about": "", "address": "127.0.0.1",
        "detail": "",
    }  # fmt: skip
    assert "Miss Vine" in invoked(where, "events", "--csv").output


@pytest.mark.slow
@pytest.mark.databases
def test_a_number_that_is_given_again_does_not_inherit_the_lines(
    classroom: Classroom, study: Study, knave: Person
) -> None:
    classroom.events.note(EventKind.LOGGED_IN, by=knave.id, address="192.0.2.7")
    classroom.events.note(EventKind.DISMISSED, by=1, whom=knave.id, address="192.0.2.8", detail="Tom Bell")
    forget(study.of(knave.id))
    deleted, dismissed, logged_in = classroom.events.lines()[:3]
    assert (deleted.kind, deleted.by) == (EventKind.ACCOUNT_DELETED, -knave.id)
    assert (logged_in.by, logged_in.address) == (-knave.id, "")
    assert (dismissed.whom, dismissed.address, dismissed.detail) == (-knave.id, "192.0.2.8", "")
    assert not classroom.events.lines(EventFilter(person=knave.id))


def test_the_page_on_what_is_kept_tells_of_it(teacher: FlaskClient) -> None:
    page = teacher.get("/your-data/").text
    for told_there in ("Security log", "400 days", "love-all-device", "Two-step log-in"):
        assert told_there in page
