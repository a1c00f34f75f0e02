"""A teacher’s classes in the pages: the code, the members, the invitations; and that nobody else is let in."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.markup import Page
from tests.support.school import WORDS, log_in
from tutor.study.accounts.people import Person, UserRole
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import LogEntry
from tutor.study.classroom.assigned_work import ReplayWork, TextWork
from tutor.study.classroom.assignments import AssignmentSpec, Disclosure
from tutor.study.classroom.class_access import CAN_BE_UNDONE
from tutor.study.classroom.classes import Class, spaced
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.purging import purge
from tutor.study.study import Study
from tutor.web.classroom.classes import INVITATIONS_A_PAGE, MOST_INVITATIONS


def test_a_class_is_made_and_shows_its_code_and_the_way_in(teacher: FlaskClient, classroom: Classroom) -> None:
    answer = teacher.post("/classes/", data={"name": "Lower  Fifth"})
    (made,) = classroom.classes.all_of_teacher(1)
    assert answer.location.split("?")[0] == f"/classes/{made.id}"
    page = teacher.get(answer.location).text
    assert re.search(r'<p [^>]*role="status"\s+tabindex="-1" autofocus>The class is made', page)
    assert spaced(made.code) in page
    assert f"http://localhost/join?code={made.code}" in page
    assert "Lower Fifth" in teacher.get("/classes/").text
    refused = teacher.post("/classes/", data={"name": "<b>"})
    assert refused.status_code == 400
    assert "&lt;b&gt;" in refused.text


def test_a_class_is_renamed_shut_and_given_another_code(
    teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    teacher.post(f"/classes/{room.id}/name", data={"name": "Upper Fifth"})
    teacher.post(f"/classes/{room.id}/enrolment", data={"door": "shut"})
    teacher.post(f"/classes/{room.id}/code")
    now = classroom.classes.of_teacher(1, room.id)
    assert (now.name, now.is_open) == ("Upper Fifth", False)
    assert now.code != room.code
    assert spaced(now.code) not in teacher.get(f"/classes/{room.id}").text, "a code that lets nobody in is not shown"
    teacher.post(f"/classes/{room.id}/enrolment", data={"door": "open"})
    assert classroom.classes.by_code(now.code).id == room.id


def test_members_are_shown_named_and_dismissed(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    page = teacher.get(f"/classes/{room.id}").text
    assert "Tom Bell" in page
    assert "Knave" in page
    teacher.post(f"/classes/{room.id}/members/{knave.id}/name", data={"real_name": "Thomas Bell"})
    (member,) = classroom.classes.members(room)
    assert (member.person.name, member.person.real_name) == ("Knave", "Thomas Bell")
    assert teacher.post(f"/classes/{room.id}/members/{knave.id}/name", data={"real_name": "=1+1"}).status_code == 400
    teacher.post(f"/classes/{room.id}/members/{knave.id}/dismiss")
    assert classroom.classes.members(room) == []
    assert classroom.people.person(knave.id), "the account stays"


def test_invitations_are_shown_once_with_square_code_and_name_and_let_in(
    school: Flask, teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    sheet = teacher.post(f"/classes/{room.id}/invitations", data={"names": "Tom Bell\n\n Ann O’Hara \n"}).text
    written = re.findall(r'<p class="slip-code">([^<]+)</p>', sheet)
    assert len(written) == len(re.findall("<svg viewBox", sheet)) == 2
    assert "Ann O’Hara" in sheet
    assert "localhost/join" in sheet
    page = teacher.get(f"/classes/{room.id}").text
    assert not any(one in page for one in written)
    invitation = classroom.invitations.find(written[0])
    assert (invitation.class_id, invitation.real_name) == (room.id, "Tom Bell")
    found = school.test_client().get("/join", query_string={"code": written[0]})
    assert urlsplit(found.location).path == f"/invitation/{written[0]}"


def test_eight_invitations_make_a_page_and_too_many_make_none(teacher: FlaskClient, room: Class) -> None:
    sheet = teacher.post(f"/classes/{room.id}/invitations", data={"blank": str(INVITATIONS_A_PAGE + 1)}).text
    assert sheet.count('<ul class="sheet">') == 2
    for asked in ({"blank": str(MOST_INVITATIONS + 1)}, {"blank": ""}, {"blank": "x"}, {"names": "Tom Bell\n=cmd()"}):
        answer = teacher.post(f"/classes/{room.id}/invitations", data=asked)
        assert answer.status_code == 400
        assert "slip-code" not in answer.text


def test_a_learner_who_lost_the_passphrase_gets_a_invitation_back(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    sheet = teacher.post(f"/classes/{room.id}/members/{knave.id}/invitation").text
    (written,) = re.findall(r'<p class="slip-code">([^<]+)</p>', sheet)
    assert classroom.invitations.find(written).learner == knave.id


def test_no_teacher_gets_into_the_account_of_a_colleague(
    teacher: FlaskClient, classroom: Classroom, room: Class
) -> None:
    colleague = classroom.people.enrol("Mr Ace", "Ed Ace", WORDS, UserRole.TEACHER)
    classroom.classes.join(room.id, colleague.id)
    assert "New invitation" not in teacher.get(f"/classes/{room.id}").text
    at = f"/classes/{room.id}/members/{colleague.id}"
    assert teacher.post(f"{at}/invitation").status_code == 404
    assert teacher.post(f"{at}/name", data={"real_name": "Fool"}).status_code == 404


def test_a_colleague_is_invited_by_a_invitation(school: Flask, teacher: FlaskClient, classroom: Classroom) -> None:
    sheet = teacher.post("/classes/colleague", data={"real_name": "Ed Ace"}).text
    (written,) = re.findall(r'<p class="slip-code">([^<]+)</p>', sheet)
    client = school.test_client()
    client.post(f"/invitation/{written}", data={"name": "Mr Ace", "passphrase": WORDS})
    assert classroom.people.named("Mr Ace").teaches
    assert client.get("/classes/").status_code == 200


def test_a_class_is_its_teacher_s_alone(
    school: Flask, teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    classroom.people.enrol("Mr Ace", "", WORDS, UserRole.TEACHER)
    for name, status in (("Mr Ace", 404), ("Knave", 403)):
        client = school.test_client()
        log_in(client, name)
        assert client.get(f"/classes/{room.id}").status_code == status
        for what in (
            "name",
            "enrolment",
            "code",
            "invitations",
            f"members/{knave.id}/invitation",
            f"members/{knave.id}/dismiss",
        ):
            assert client.post(f"/classes/{room.id}/{what}").status_code == status
    assert classroom.classes.members(room), "nobody was dismissed"
    outsider = classroom.people.enrol("Deuce", "", WORDS)
    assert teacher.post(f"/classes/{room.id}/members/{outsider.id}/invitation").status_code == 404, (
        "he is of no class of hers"
    )


def test_a_class_is_given_to_a_colleague_with_all_that_is_in_it(
    teacher: FlaskClient, school: Flask, classroom: Classroom, room: Class, knave: Person
) -> None:
    thorn = classroom.people.enrol("Mr Thorn", "", WORDS, UserRole.TEACHER)
    refused = teacher.post(f"/classes/{room.id}/hand-over", data={"colleague": str(knave.id)})
    assert refused.status_code == 400, "a learner is no colleague"
    done = teacher.post(f"/classes/{room.id}/hand-over", data={"colleague": str(thorn.id)}).location
    assert "The class is handed over." in teacher.get(done).text
    assert teacher.get(f"/classes/{room.id}").status_code == 404
    other = school.test_client()
    log_in(other, "Mr Thorn")
    assert "Tom Bell" in other.get(f"/classes/{room.id}").text


@pytest.mark.databases
def test_a_deleted_class_takes_its_work_along_and_leaves_its_learners_what_they_answered(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    work = ReplayWork(game="hel-game-01")
    untold = AssignmentSpec("A test", work, NOW, NOW + timedelta(days=1), shown=Disclosure.AFTER_DUE)
    given = classroom.assignments.give(room.id, untold, [knave.id])
    classroom.classes.invite(room)
    his = study.of(knave.id)
    his.answers.record(
        Answer("game", "hel-game-01/trick-1-Y", "HK", "best", "hel-rule", assignment=given.id, attempt=1)
    )
    assert teacher.post(f"/classes/{room.id}/delete", data={"typed": "Lower"}).status_code == 400
    assert classroom.classes.all_of_teacher(1) == [room]
    assert teacher.post(f"/classes/{room.id}/delete", data={"typed": "lower  FIFTH"}).status_code == 303
    assert classroom.classes.all_of_teacher(1) == []
    assert classroom.assignments.all_of_learner(knave.id) == []
    assert purge(study.database, NOW + CAN_BE_UNDONE + timedelta(days=1)) == 1
    (line,) = his.answers.log()
    assert isinstance(line, LogEntry)
    assert (line.answer.item, line.answer.assignment) == ("hel-game-01/trick-1-Y", None)
    assert his.reviews.rebuild().differed == ()


@pytest.mark.parametrize(
    ("path", "action", "says"),
    [
        ("/classes/{}", "/classes/{}/code", "The old code stops working at once"),
        ("/invitations/", "/invitations/cancel", "stop working at once. This cannot be undone."),
    ],
)
def test_what_cannot_be_undone_is_asked_first(
    teacher: FlaskClient, classroom: Classroom, room: Class, path: str, action: str, says: str
) -> None:
    """The button stands in a part that has to be opened, beside what it does."""
    classroom.classes.invite_all(room, ["Tom", "Ann"], by=1)
    (form,) = Page(teacher.get(path.format(room.id)).text).all(f'details > form[action="{action.format(room.id)}"]')
    assert says in " ".join(form.text().split())


def test_results_say_that_removed_learners_are_left_out(
    teacher: FlaskClient, classroom: Classroom, room: Class, knave: Person
) -> None:
    classroom.assignments.give(room.id, AssignmentSpec("Read", TextWork(text="Read it."), NOW - timedelta(days=1)))
    missed = f"/classes/{room.id}/missed"
    says = "The answers of removed learners are left out"
    assert says not in Page(teacher.get(missed).text).words()
    classroom.classes.join(room.id, classroom.people.enrol("Deuce", "", WORDS).id)
    teacher.post(f"/classes/{room.id}/members/{knave.id}/dismiss")
    assert says in Page(teacher.get(missed).text).words()
    grid = Page(teacher.get(f"/classes/{room.id}/gradebook").text).words()
    assert "Removed learners are left out" in grid
    assert "Tom Bell" not in grid
