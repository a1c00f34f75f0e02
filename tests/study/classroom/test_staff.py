"""A teacher who is removed, or leaves: the classes go to a colleague, and nothing that they use is lost."""

from __future__ import annotations

from threading import Barrier, Thread

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert, select

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tests.web.classroom.test_authoring import HAND, SHOWS
from tutor.errors import TutorError, Unknown
from tutor.library.user_content import CompositionKind
from tutor.study.accounts.people import NameTaken, Person, UserRole
from tutor.study.accounts.security_events import EventKind
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import CompositionVersion, LessonWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.staff import Leaving, NotRemovable
from tutor.study.storage.tables import OneTimeRow, SessionRow
from tutor.study.study import Study

VINE = 1


@pytest.fixture
def oak(classroom: Classroom) -> Person:
    """A colleague of Miss Vine’s, with a class."""
    return classroom.people.enrol("Mr Oak", "Ed Oak", WORDS, UserRole.TEACHER)


@pytest.fixture
def room(classroom: Classroom, oak: Person) -> Class:
    return classroom.classes.make(oak.id, "Upper Fifth")


@pytest.fixture
def knave(classroom: Classroom, room: Class) -> Person:
    person = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(room.id, person.id)
    return person


def teachers(classroom: Classroom) -> list[str]:
    return [one.name for one in classroom.people.teachers()]


def logged_in(study: Study, learner: int) -> None:
    """A session, and a second factor."""
    row = {"digest": f"of {learner}", "begun_at": NOW, "seen_at": NOW, "proved_at": NOW, "device": "Firefox on Linux"}
    with study.database.writing() as connection:
        connection.execute(insert(SessionRow).values(learner_id=learner, **row))
        connection.execute(insert(OneTimeRow).values(learner_id=learner, secret=WORDS, step=0, made_at=NOW))


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("becomes", Leaving)
def test_the_classes_go_to_the_colleague_and_the_account_is_as_was_chosen(
    becomes: Leaving, classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person
) -> None:
    other = classroom.classes.make(oak.id, "Lower Fifth")
    for who in (oak.id, VINE):
        logged_in(study, who)
    assert classroom.staff.remove(oak.id, VINE, becomes, by=VINE, address="192.0.2.7") == 2
    assert {one.id for one in classroom.classes.all_of_teacher(VINE)} == {room.id, other.id}
    assert teachers(classroom) == ["Miss Vine"]
    assert [member.person.id for member in classroom.classes.members(room)] == [knave.id]
    after = classroom.people.person(oak.id)
    assert after is not None
    assert after.role is UserRole.LEARNER
    assert after.session_version == oak.session_version + 1, "forms and sessions of before are good no more"
    assert after.is_closed == (becomes is Leaving.CLOSED)
    assert (classroom.people.who("Mr Oak", WORDS) is None) == after.is_closed
    for row in (SessionRow, OneTimeRow):
        assert [one.learner_id for one in study.database.read(select(row.learner_id))] == [VINE]
    told = [(one.kind, one.by, one.whom) for one in classroom.events.lines() if one.address == "192.0.2.7"]
    closed = [(EventKind.ACCOUNT_CLOSED, VINE, oak.id)] if after.is_closed else []
    handed = [(EventKind.CLASS_HANDED_OVER, VINE, VINE)] * 2
    assert told == [*closed, (EventKind.ROLE_CHANGED, VINE, oak.id), *handed]
    with pytest.raises(NameTaken):
        classroom.people.enrol("Mr Oak", "", WORDS)


@pytest.mark.slow
@pytest.mark.databases
def test_the_last_teacher_stays_and_classes_are_never_left_alone(
    classroom: Classroom, room: Class, knave: Person, oak: Person
) -> None:
    before = len(classroom.events.lines())
    for heir in (None, oak.id, knave.id, 99):
        with pytest.raises(NotRemovable, match="Choose"):
            classroom.staff.remove(oak.id, heir, Leaving.CLOSED, by=VINE)
    for nobody in (knave.id, 99):
        with pytest.raises(Unknown):
            classroom.staff.remove(nobody, VINE, Leaving.CLOSED, by=VINE)
    with pytest.raises(Unknown):
        classroom.staff.remove(VINE, oak.id, Leaving.CLOSED, by=knave.id)
    assert len(classroom.events.lines()) == before
    assert classroom.classes.all_of_teacher(oak.id) == [room]
    classroom.staff.remove(oak.id, VINE, Leaving.LEARNS, by=oak.id)
    with pytest.raises(NotRemovable, match="the only teacher here"):
        classroom.staff.remove(VINE, None, Leaving.LEARNS, by=VINE)
    assert teachers(classroom) == ["Miss Vine"]


@pytest.mark.slow
@pytest.mark.databases
def test_of_two_who_remove_each_other_at_once_one_remains(classroom: Classroom, oak: Person) -> None:
    begin, refused = Barrier(2), []

    def remove(who: int, by: int) -> None:
        begin.wait()
        try:
            classroom.staff.remove(who, None, Leaving.CLOSED, by=by)
        except TutorError as error:
            refused.append(error)

    threads = [Thread(target=remove, args=pair) for pair in ((VINE, oak.id), (oak.id, VINE))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    assert len(teachers(classroom)) == 1


@pytest.mark.slow
def test_lessons_and_remarks_of_one_who_has_gone_are_read_by_the_classes_that_use_them(
    school: Flask, teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person, oak: Person
) -> None:
    texts = [(CompositionKind.HAND, "tuesday", HAND), (CompositionKind.LESSON, "mine", SHOWS)]
    hand, lesson = (one.composition for one in classroom.compositions.take_in(oak.id, texts))
    own = CompositionVersion(composition=lesson, version=1)
    work = LessonWork(lesson=f"own-{lesson}-1", own=own)
    given = classroom.assignments.give(room.id, AssignmentSpec("The pack", work, NOW))
    its = (f"/lessons/own-{lesson}-1", f"/deals/own-{hand}-1")
    assert [teacher.get(path).status_code for path in its] == [404, 404], "it is none of hers yet"
    study.of(knave.id).answers.record(
        Answer("lesson", f"own-{lesson}-1/q1", "HK", "best", "", assignment=given.id, attempt=1)
    )
    (answer,) = classroom.assignments.answers(given, knave.id)
    classroom.comments.add(answer.id, oak.id, "Count your aces.")
    classroom.staff.remove(oak.id, VINE, Leaving.CLOSED, by=VINE)
    (remark,) = classroom.comments.of_learner(knave.id)
    assert (remark.comment.author, remark.comment.text) == ("Mr Oak", "Count your aces.")
    client = school.test_client()
    log_in(client, "Knave")
    for who in (client, teacher):
        assert "A hand from Tuesday" in who.get(its[0]).text
        assert who.get(its[1]).status_code == 200
    assert teacher.get(f"/classes/{room.id}/gradebook").status_code == 200
    outsider = school.test_client()
    classroom.people.enrol("Queen", "", WORDS)
    log_in(outsider, "Queen")
    assert [outsider.get(path).status_code for path in its] == [404, 404]


# ---- the pages ----------------------------------------------------------------------------------------------------


def test_a_teacher_removes_a_colleague_on_the_page(
    school: Flask, teacher: FlaskClient, classroom: Classroom, room: Class, oak: Person
) -> None:
    gone = school.test_client()
    log_in(gone, "Mr Oak")
    assert f"/teachers/{oak.id}/remove" in teacher.get("/teachers/").text
    assert "Upper Fifth" in teacher.get(f"/teachers/{oak.id}/remove").text
    at = f"/teachers/{oak.id}/remove"
    assert "Choose what happens" in teacher.post(at, data={"heir": str(VINE)}).text
    refused = teacher.post(at, data={"becomes": "closed"})
    assert refused.status_code == 400
    assert "Type the name of the teacher who takes over" in refused.text
    assert teachers(classroom) == ["Miss Vine", "Mr Oak"]
    done = teacher.post(at, data={"becomes": "closed", "heir": str(VINE)})
    assert "was removed" in teacher.get(done.location).text
    assert classroom.classes.of_teacher(VINE, room.id)
    assert gone.get("/classes/").status_code == 302, "the session has ended"
    assert log_in(school.test_client(), "Mr Oak").status_code == 400
    assert teacher.post(at, data={"becomes": "closed", "heir": str(VINE)}).status_code == 404


def test_one_leaves_of_one_s_own_accord_and_may_learn_here(
    school: Flask, teacher: FlaskClient, classroom: Classroom, oak: Person
) -> None:
    assert "Stop teaching here" in teacher.get("/teachers/").text
    left = teacher.post(f"/teachers/{VINE}/remove", data={"becomes": "learner"})
    assert left.location == "/log-in"
    assert teacher.get("/account").status_code == 302
    again = school.test_client()
    log_in(again, "Miss Vine")
    assert again.get("/account").status_code == 200
    assert again.get("/classes/").status_code == 403
    assert teachers(classroom) == [oak.name]


def test_the_only_teacher_is_told_to_invite_another_first(
    school: Flask, teacher: FlaskClient, classroom: Classroom
) -> None:
    assert "cannot be removed" in teacher.get("/teachers/").text
    assert "First invite a colleague" in teacher.get(f"/teachers/{VINE}/remove").text
    assert teacher.post(f"/teachers/{VINE}/remove", data={"becomes": "closed"}).status_code == 400
    classroom.people.enrol("Queen", "", WORDS)
    learner = school.test_client()
    log_in(learner, "Queen")
    for path in ("/teachers/", f"/teachers/{VINE}/remove"):
        assert learner.get(path).status_code == 403
    assert learner.post(f"/teachers/{VINE}/remove", data={"becomes": "closed"}).status_code == 403
    assert teachers(classroom) == ["Miss Vine"]
