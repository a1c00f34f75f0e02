"""The steps of a teacher’s first week that a newcomer looked for and did not find."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.school import log_in
from tutor.study.classroom.classroom import Classroom


def test_a_tutor_without_a_teacher_says_where_to_begin(
    school: Flask, classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(classroom.people), "has_teacher", False)
    assert "the terminal showed when the tutor started" in school.test_client().get("/log-in").text


def test_the_next_step_is_on_the_page_where_a_newcomer_looks(school: Flask, classroom: Classroom) -> None:
    (vine,) = classroom.people.teachers()
    room = classroom.classes.make(vine.id, "9B")
    client = school.test_client()
    assert "Nobody teaches here yet" not in client.get("/log-in").text
    log_in(client, vine.name)
    assert f'<a href="/classes/{room.id}">9B</a>' in client.get("/").text
    page = client.get(f"/classes/{room.id}").text
    assert "You are the only teacher here. First" in page
    assert 'href="/classes/#colleague"' in page
    sheet = client.post(f"/classes/{room.id}/invitations", data={"names": "Ann Bell", "blank": ""})
    assert sheet.status_code == 200
    assert "data-print" in sheet.text
