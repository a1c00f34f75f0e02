"""Grades that go to a platform that we did not write: which, when, once, and what happens where it takes none."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete

from tests.support.clock import NOW, FakeClock
from tests.support.lti_platform import INSTRUCTOR, School
from tests.web.test_statements import counted
from tutor.quizzes.exercise import Grade
from tutor.study.accounts.personal_data import everything_of, forget
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import Counts, DrillWork, TextWork
from tutor.study.classroom.assignments import Assignment, AssignmentSpec, Disclosure
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.tables import LtiGradeRow
from tutor.study.study import Study
from tutor.web.classroom.lti_grades import GradeSender
from tutor.web.services import EXTENSION, Services

GRADES_CLAIM = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
SCORE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
DRILL = DrillWork(on=("hel-decl-nt-a", "hel-decl-hearts-honours"), questions=2, seed=5)
"""Two questions."""


class Course:
    """A course whose teacher is Ada, with learners who came from the platform, and one drill, linked there."""

    def __init__(self, platform: School, school: Flask, classroom: Classroom, **settings: Any) -> None:
        self.platform, self.school, self.classroom = platform, school, classroom
        self.ada = school.test_client()
        self.room = int(platform.open(self.ada, "Ada", INSTRUCTOR).location.rpartition("/")[2])
        spec = AssignmentSpec("Two rules", settings.pop("work", DRILL), NOW - DAY, **settings)
        self.work = classroom.assignments.give(self.room, spec)
        self.learners: dict[str, int] = {}

    @property
    def services(self) -> Services:
        found: Services = self.school.extensions[EXTENSION]
        return found

    def open_link(self, who: str = "Ben", link: str = "link-1", **claims: Any) -> FlaskClient:
        """A learner opens the drill from the course."""
        client = self.school.test_client()
        custom = {"assignment": self.work.key}
        assert self.platform.open(client, who, link=link, custom=custom, **claims).status_code == 302
        room = self.classroom.classes.find(self.room)
        members = {one.person.real_name: one.person.id for one in self.classroom.classes.members(room)}
        self.learners[who] = members[f"{who} Bell"]
        return client

    def answer(self, right: int, who: str = "Ben", *, attempt: int = 1, questions: int = 2) -> None:
        """A learner answers the questions of the drill, so many of them rightly."""
        study = self.services.study.of(self.learners[who])
        asked = self.work.questions_for(self.learners[who], attempt)[:questions]
        for number, put in enumerate(asked, 1):
            shade = Grade.BEST if number <= right else Grade.NOT_ADVISED
            answer = Answer(
                "exercise", put.item, "x", shade.value, put.item, number=put.number, level=put.level,
                assignment=self.work.id, attempt=attempt,
            )  # fmt: skip
            study.answers.record(answer, f"drill/{self.work.id}/{attempt}/{number}")

    def sender(self, later: timedelta = timedelta()) -> GradeSender:
        """What sends grades, newly started, at a later moment."""
        study = Study(self.services.study.database, lambda: NOW + later)
        return GradeSender(replace(self.services, study=study))

    def change(self, **settings: Any) -> Assignment:
        """Changes the settings of the drill."""
        self.work = self.classroom.assignments.change(self.work, replace(self.work.spec, **settings))
        return self.work

    @property
    def page(self) -> str:
        """What the teacher sees of the grades, without tags."""
        text = self.ada.get(f"/classes/{self.room}/assignments/{self.work.id}").text
        section = text[text.index('aria-labelledby="grades"') :]
        return " ".join(re.sub("<[^>]+>", " ", section[: section.index("</section>")]).split())

    @property
    def scores(self) -> list[tuple[str, float, float]]:
        """The grades that the platform got: of whom, how many points, of how many."""
        return [(one["userId"], one["scoreGiven"], one["scoreMaximum"]) for one in self.platform.scores]


@pytest.fixture
def course(platform: School, school: Flask, classroom: Classroom) -> Course:
    return Course(platform, school, classroom)


def test_a_grade_arrives_once_and_the_newest_wins(course: Course) -> None:
    assert "nobody has opened this assignment from a link" in course.page
    course.open_link()
    assert "Not finished yet" in course.page
    assert course.sender().send_due() == 0
    course.answer(1)
    assert "Will be sent in a moment" in course.page
    sender = course.sender()
    assert sender.send_due() == 1
    (sent,) = course.platform.scores
    assert (sent["userId"], sent["scoreGiven"], sent["scoreMaximum"], sent["line item"]) == ("Ben", 1, 2, "link-1")
    assert (sent["activityProgress"], sent["gradingProgress"]) == ("Completed", "FullyGraded")
    assert sent["timestamp"].startswith("2026-01-01T12:00:00.000")
    assert [one.send_due() for one in (sender, course.sender(), course.sender(DAY))] == [0, 0, 0], "it is sent once"
    assert "1 of 2: sent" in course.page
    assert "Learners with a grade there: 1 of 1." in course.page
    course.answer(2, attempt=2)
    assert sender.send_due() == 1
    assert course.scores == [("Ben", 1, 2), ("Ben", 2, 2)]
    course.change(counts=Counts.FIRST)
    assert sender.send_due() == 1, "the teacher’s choice of attempts decides"
    assert course.scores[-1] == ("Ben", 1, 2)


def test_learners_who_see_no_results_get_no_grade(course: Course) -> None:
    course.open_link()
    course.answer(2)
    course.change(shown=Disclosure.NEVER)
    assert course.sender().send_due() == 0
    assert "learners never see these results" in course.page
    course.change(shown=Disclosure.AFTER_DUE, due_at=NOW + DAY)
    assert course.sender().send_due() == 0
    assert "sent when learners see the results" in course.page
    course.classroom.assignments.extend(course.work, course.learners["Ben"], NOW + 3 * DAY)
    assert course.sender(2 * DAY).send_due() == 0, "with an extension the results are held back for longer"
    assert course.sender(4 * DAY).send_due() == 1
    assert course.scores == [("Ben", 2, 2)]


def test_what_is_begun_counts_after_the_cut_off(course: Course) -> None:
    for who in ("Ben", "Cole", "Dora"):
        course.open_link(who)
    course.change(due_at=NOW + DAY, cut_off_at=NOW + 2 * DAY)
    course.answer(1, "Ben", questions=1)
    course.answer(1, "Cole", questions=1)
    course.classroom.assignments.extend(course.work, course.learners["Cole"], NOW + 5 * DAY)
    assert course.sender(DAY).send_due() == 0
    assert course.sender(3 * DAY).send_due() == 1
    assert course.scores == [("Ben", 1, 2)], "Dora did not begin, and Cole has longer"
    assert course.sender(7 * DAY).send_due() == 1
    assert course.scores == [("Ben", 1, 2), ("Cole", 1, 2)]


def test_work_without_right_answers_counts_when_it_is_done(
    platform: School, school: Flask, classroom: Classroom
) -> None:
    course = Course(platform, school, classroom, work=TextWork(text="Read this."))
    learner = course.open_link()
    assert course.sender().send_due() == 0
    page = learner.get(f"/assignments/{course.work.id}/").text
    (action,) = re.findall(rf'action="(/assignments/{course.work.id}/[^"]+)"', page)
    assert learner.post(action).status_code in (302, 303)
    assert course.sender().send_due() == 1
    assert course.scores == [("Ben", 1, 1)]


def test_a_platform_that_is_down_gets_the_newest_grade_later(course: Course) -> None:
    course.open_link()
    course.answer(1)
    course.platform.fails = True
    assert course.sender().send_due() == 0
    assert "not sent, because the platform could not be reached. It will be tried again" in course.page
    course.answer(2, attempt=2)
    course.platform.fails = False
    assert course.sender(MINUTE / 2).send_due() == 0, "not before a pause"
    assert course.sender(2 * MINUTE).send_due() == 1
    assert course.scores == [("Ben", 2, 2)]
    assert "2 of 2: sent" in course.page


def test_a_grade_that_is_given_up_waits_for_the_teacher(course: Course) -> None:
    course.open_link()
    course.answer(1)
    course.platform.fails = True
    course.sender().send_due()
    with course.services.study.database.writing() as connection:
        connection.exec_driver_sql("UPDATE lti_grade SET attempts = 13")
    assert course.sender(DAY).send_due() == 0
    assert "not sent after 14 attempts, because the platform could not be reached" in course.page
    course.platform.fails = False
    assert course.sender(30 * DAY).send_due() == 0
    assert course.ada.post(f"/lti/grades/{course.room}/{course.work.id}").status_code == 303
    assert course.sender().send_due() == 1
    assert course.scores == [("Ben", 1, 2)]


@pytest.mark.parametrize(
    ("setting", "status", "why"),
    [
        ("token_status", 400, "does not accept the tutor’s key"),
        ("token_status", 500, "could not be reached"),
        ("score_status", 401, "the platform refused it"),
        ("score_status", 404, "the platform refused it"),
        ("score_status", 429, "could not be reached"),
        ("score_status", 302, "could not be reached"),
    ],
)
def test_a_grade_that_is_refused_is_tried_again(course: Course, setting: str, status: int, why: str) -> None:
    course.open_link()
    course.answer(1)
    setattr(course.platform, setting, status)
    assert course.sender().send_due() == 0
    assert why in course.page
    setattr(course.platform, setting, 200)
    assert course.sender(2 * MINUTE).send_due() == 1
    assert course.scores == [("Ben", 1, 2)]


def test_a_platform_where_nobody_answers_is_down(course: Course) -> None:
    course.open_link()
    course.answer(1)
    with course.services.study.database.writing() as connection:
        connection.exec_driver_sql("UPDATE lti_platform SET token_url = 'http://127.0.0.1:9/token'")
    assert course.sender().send_due() == 0
    assert "could not be reached" in course.page


def test_a_key_that_the_platform_does_not_know_gets_no_token(course: Course, moodle: School) -> None:
    course.open_link()
    course.answer(1)
    key = course.classroom.lti.private_key()
    assert key
    moodle.conf.get_registration().set_tool_key_set({"keys": []})
    assert course.sender().send_due() == 0
    assert not course.scores
    moodle.trust(course.ada)
    assert course.sender(2 * MINUTE).send_due() == 1


def test_only_registered_addresses_get_grades(course: Course, school: Flask) -> None:
    course.open_link()
    course.answer(1)
    elsewhere: dict[str, Any] = {GRADES_CLAIM: {"scope": [SCORE], "lineitem": "http://127.0.0.1:9/items/1"}}
    client = school.test_client()
    answer = course.platform.open(client, "Cole", custom={"assignment": course.work.key}, **elsewhere)
    assert answer.status_code == 400
    assert "is not registered" in answer.text
    with course.services.study.database.writing() as connection:
        connection.exec_driver_sql("UPDATE lti_link SET line_item_url = 'http://127.0.0.1:9/items/1'")
    assert course.sender().send_due() == 0
    assert "its address is not registered" in course.page


def test_a_link_without_grades_says_so(course: Course) -> None:
    without: dict[str, Any] = {GRADES_CLAIM: {"scope": [], "lineitem": f"{course.platform.url}/items/link-1"}}
    course.open_link(**without)
    course.answer(1)
    assert course.sender().send_due() == 0
    assert "takes no grades for this link" in course.page
    course.open_link()
    assert course.sender().send_due() == 1, "a later message says where they go"


def test_an_assignment_may_be_linked_twice(course: Course) -> None:
    course.open_link()
    course.open_link(link="link-2")
    course.answer(2)
    assert course.sender().send_due() == 2
    assert sorted(one["line item"] for one in course.platform.scores) == ["link-1", "link-2"]
    assert "Link 2" in course.page


def test_only_those_who_came_from_the_platform_have_grades_there(course: Course) -> None:
    course.open_link()
    knave = course.classroom.people.enrol("Knave", "Tom Bell", "finesse candle orchard plain")
    course.classroom.classes.join(course.room, knave.id)
    course.learners["Tom"] = knave.id
    course.answer(2, "Tom")
    assert course.sender().send_due() == 0
    assert "Never came from the platform" in course.page


def test_sending_again_sends_what_the_platform_has(course: Course, school: Flask) -> None:
    learner = course.open_link()
    course.answer(1)
    course.sender().send_due()
    assert "Send all grades again" in course.page
    assert learner.post(f"/lti/grades/{course.room}/{course.work.id}").status_code == 403
    vine = school.test_client()
    vine.post("/log-in", data={"name": "Miss Vine", "passphrase": "finesse candle orchard plain"})
    assert vine.post(f"/lti/grades/{course.room}/{course.work.id}").status_code == 404, "another’s class"
    answer = course.ada.post(f"/lti/grades/{course.room}/{course.work.id}")
    assert answer.location == f"/classes/{course.room}/assignments/{course.work.id}#grades"
    assert course.sender().send_due() == 1
    assert course.scores == [("Ben", 1, 2)] * 2


def test_what_waits_is_dropped_where_it_must_not_be_sent_any_more(course: Course) -> None:
    course.open_link()
    course.answer(1)
    course.platform.fails = True
    course.sender().send_due()
    course.platform.fails = False
    course.change(shown=Disclosure.NEVER)
    assert course.sender(DAY).send_due() == 0
    course.change(shown=Disclosure.AT_ONCE)
    assert course.sender(2 * DAY).send_due() == 1
    course.answer(2, attempt=2)
    course.classroom.assignments.withdraw(course.work)
    assert course.sender(3 * DAY).send_due() == 0
    course.classroom.assignments.withdraw(course.work, withdrawn=False)
    assert course.sender(3 * DAY).send_due() == 1


def test_an_erased_child_leaves_nothing_to_send(course: Course) -> None:
    course.open_link()
    course.answer(1)
    course.platform.fails = True
    course.sender().send_due()
    course.platform.fails = False
    study = course.services.study.of(course.learners["Ben"])
    assert b"lti_grade.json" in everything_of(study)
    forget(study)
    assert course.sender(DAY).send_due() == 0
    assert not course.scores


def test_a_deleted_class_and_a_removed_platform_get_nothing(course: Course, teacher: FlaskClient) -> None:
    course.open_link()
    course.answer(1)
    room, classes = course.classroom.classes.find(course.room), course.classroom.classes
    classes.delete(room)
    assert course.sender().send_due() == 0
    classes.restore(room.teacher, room.id)
    assert course.sender().send_due() == 1, "it came back"
    course.answer(2, attempt=2)
    assert teacher.post("/lti/1/remove").status_code == 303
    assert course.sender(DAY).send_due() == 0
    assert course.scores == [("Ben", 1, 2)]


def test_nothing_is_asked_where_no_platform_takes_grades(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    sender = course.sender()
    monkeypatch.setattr(sender, "_put", lambda: pytest.fail("it looks through the classes"))
    assert sender.send_due() == 0


class MovingSender(GradeSender):
    """A sender whose clock a test moves."""

    def __init__(self, course: Course) -> None:
        self.clock = FakeClock()
        study = Study(course.services.study.database, self.clock)
        super().__init__(replace(course.services, study=study))


def test_a_look_at_a_class_where_nothing_changed_asks_for_no_grade(course: Course, study: Study) -> None:
    sender, asked = MovingSender(course), []
    for link in ("link-1", "link-2", "link-3"):
        course.open_link(link=link)
        sender.send_due()
        sender.send_due()
        with counted(study) as said:
            assert sender.send_due() == 0
        asked.append(len(said))
        assert not [one for one in said if "lti_grade.given" in one and "next_at <=" not in one]
        assert not [one for one in said if "vote" in one or "live" in one.partition("FROM")[2].split()[:1]]
    assert len(set(asked)) == 1, "as many statements for three links as for one"


def test_a_sender_sees_whatever_changes_a_grade(course: Course) -> None:
    """Each of these within the same hour, and after a look at which nothing was to be done."""
    sender = MovingSender(course)
    course.open_link()
    course.change(due_at=NOW - 5 * MINUTE, cut_off_at=NOW + 10 * MINUTE)
    course.answer(1, questions=1)

    def sent() -> list[tuple[str, float, float]]:
        before = len(course.scores)
        sender.send_due()
        assert sender.send_due() == sender.send_due() == 0
        return course.scores[before:]

    assert sent() == []
    sender.clock.move(11 * 60)
    assert sent() == [("Ben", 1, 2)], "it was cut off"
    course.open_link(link="link-2")
    assert sent() == [("Ben", 1, 2)], "another link"
    course.classroom.assignments.extend(course.work, course.learners["Ben"], NOW + 10 * MINUTE)
    course.answer(2, attempt=2)
    assert sent() == [("Ben", 2, 2)] * 2, "more was answered"
    course.open_link("Cole")
    assert sent() == []
    course.answer(2, "Cole")
    assert sent() == [("Cole", 2, 2)] * 2
    with course.services.study.database.writing() as connection:
        connection.execute(delete(LtiGradeRow).where(LtiGradeRow.learner_id == course.learners["Cole"]))
    assert sent() == [("Cole", 2, 2)] * 2, "what is stored was lost"
