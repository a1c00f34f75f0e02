"""Pages for a projector: which there are, and that no pupil’s real name is read there."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.markup import Page
from tests.support.school import WORDS
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.web.projector import ENDPOINTS

STAGED = re.compile(r"<html[^>]* data-stage")


@pytest.fixture
def room(classroom: Classroom) -> Class:
    found = classroom.classes.make(1, "Lower Fifth")
    ann = classroom.people.enrol("Ann", "Anastasia Bell", WORDS)
    classroom.classes.join(found.id, ann.id)
    return found


def test_every_page_for_a_projector_exists(school: Flask) -> None:
    assert not ENDPOINTS - set(school.view_functions)


def test_no_page_of_a_class_that_fills_a_projector_has_a_real_name(
    school: Flask, teacher: FlaskClient, room: Class
) -> None:
    named = set()
    for rule in school.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.arguments == {"class_id"} and not rule.rule.endswith(".csv"):
            page = teacher.get(f"{rule.rule.replace('<int:class_id>', str(room.id))}?stage=1", follow_redirects=True)
            if "text/html" in page.content_type and "Anastasia Bell" in page.text:
                named.add(rule.endpoint)
                assert not STAGED.search(page.text), rule.rule
    assert {"classes.room", "groups.index"} <= named, "there were pages to look at"


def test_the_code_fills_the_projector_and_normal_size_leads_out(teacher: FlaskClient, room: Class) -> None:
    page = teacher.get(f"/classes/{room.id}/join?stage=1").text
    assert STAGED.search(page)
    (out,) = (link for link in Page(page).links() if link.startswith(f"/classes/{room.id}/join"))
    assert "stage" not in out
    assert not STAGED.search(teacher.get(out).text)
    assert 'data-stage="kept"' not in page, "scripts add the projector to no link of this page"


@pytest.mark.parametrize(
    ("path", "is_staged"),
    [("/games/hel-game-01/card/3", True), ("/games/hel-game-01/", True), ("/games/", False), ("/", False)],
)
def test_a_replay_fills_the_projector_and_a_list_does_not(teacher: FlaskClient, path: str, *, is_staged: bool) -> None:
    page = teacher.get(f"{path}?stage=1").text
    assert ('data-stage="kept"' in page) == is_staged
    assert bool(STAGED.search(page)) == is_staged
