"""What was missed by its row, work in the menu at home, and work that is closed."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.markup import unwrapped
from tests.support.school import WORDS, log_in
from tutor.library.catalogue import load
from tutor.library.rulebook import rules_by_id
from tutor.quizzes.exercise import Grade
from tutor.study.accounts.people import Person
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import DrillWork, LessonWork, TextWork, Work
from tutor.study.classroom.assignments import Assignment, AssignmentSpec
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.web.services import Services, load_exercises

HOUR = timedelta(hours=1)
TABLE = "cae-art-036"
DRILL = DrillWork(on=("hel-decl-nt-a", "hel-decl-hearts-honours"), questions=2, seed=5)


@pytest.fixture
def room(classroom: Classroom) -> Class:
    return classroom.classes.make(1, "Lower Fifth")


@pytest.fixture
def knave(classroom: Classroom, room: Class) -> Person:
    made = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(room.id, made.id)
    return made


@pytest.fixture
def pupil(school: Flask, knave: Person) -> FlaskClient:
    client = school.test_client()
    log_in(client, knave.name)
    return client


def give(classroom: Classroom, room: Class, work: Work = DRILL, **more: Any) -> Assignment:
    terms: dict[str, Any] = {"title": "Leads", "opens_at": NOW - HOUR} | more
    return classroom.assignments.give(room.id, AssignmentSpec(work=work, **terms))


# ---- what was missed ------------------------------------------------------------------------------------------------


def test_the_most_missed_are_named_by_the_row_that_was_missed(
    teacher: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    assignment, (first, second, *_) = give(classroom, room), rules_by_id()[TABLE]
    for number, (row, shade) in enumerate(
        [(second.row, Grade.NOT_ADVISED), (second.row, Grade.TOLD), ("", Grade.TOLD)]
    ):
        answer = Answer("exercise", f"{TABLE}/beginner/{number}", "x", shade.value, TABLE, rule_row=row)
        study.of(knave.id).answers.record(replace(answer, assignment=assignment.id, attempt=1))
    page = unwrapped(teacher.get(f"/classes/{room.id}/missed").text)
    assert second.says.rstrip(".") in page
    assert first.says.rstrip(".") not in page
    assert "One of several rules about the same choice" in page, "an answer of an earlier version names no row"
    assert "2 of 2" in page


# ---- the menu at home -----------------------------------------------------------------------------------------------


def test_work_is_in_the_menu_at_home_once_there_is_some(client: FlaskClient, app_parts: Services) -> None:
    assert 'href="/assignments/"' not in client.get("/").text
    spec = AssignmentSpec("Homework", TextWork(text="Read this."), NOW - HOUR)
    app_parts.classroom.assignments.give(None, spec, [1])
    for path in ("/", "/courses/", "/games/hel-game-01/"):
        assert 'href="/assignments/"' in client.get(path).text, path


# ---- the cut-off ----------------------------------------------------------------------------------------------------


def test_after_the_cut_off_nothing_is_accepted_and_the_page_says_so(
    pupil: FlaskClient, classroom: Classroom, room: Class
) -> None:
    spec: Any = {"opens_at": NOW - 4 * HOUR, "due_at": NOW - 2 * HOUR, "cut_off_at": NOW - HOUR}
    drill, text = give(classroom, room, **spec), give(classroom, room, TextWork(text="Read."), **spec)
    for assignment in (drill, text):
        page = unwrapped(pupil.get(f"/assignments/{assignment.id}/").text)
        assert "This assignment is closed." in page
        assert 'id="next"' not in page
    assert pupil.get(f"/assignments/{drill.id}/1/1").status_code == 403
    for address in (f"/assignments/{drill.id}/1/1", f"/assignments/{text.id}/read"):
        answer = pupil.post(address, data={"answer": "leave"})
        assert (answer.status_code, "This assignment is closed" in answer.text) == (403, True)
        assert not classroom.assignments.answers(drill)
        assert not classroom.assignments.answers(text)


def test_a_lesson_answered_after_the_cut_off_is_practice(
    pupil: FlaskClient, classroom: Classroom, study: Study, room: Class, knave: Person
) -> None:
    spec: Any = {"opens_at": NOW - 4 * HOUR, "due_at": NOW - 2 * HOUR, "cut_off_at": NOW - HOUR}
    assignment = give(classroom, room, LessonWork(lesson="odds-suits"), **spec)
    lesson = load_exercises(load())[0].lessons["odds-suits"]
    question = lesson.questions[0]
    assert pupil.post(f"/lessons/odds-suits/questions/{question.code}", data={"answer": "1"}).status_code == 303
    assert not classroom.assignments.answers(assignment)
    assert len(study.of(knave.id).answers.log()) == 1
