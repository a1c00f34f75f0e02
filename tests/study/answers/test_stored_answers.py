"""Answers of every kind are kept under the names that they had before, and addresses of questions stay.

`stored_answers.json` was written before questions were reworked: forms sent, where each led, and the rows then kept.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from tutor.library.catalogue import load
from tutor.library.lesson_files import load_courses
from tutor.quizzes.bank import exercise_bank
from tutor.study.study import Study

FILE = Path(__file__).parents[2] / "data" / "stored_answers.json"
KEPT_ROWS = text("select topic, item, given, shade, rule, also, hints, number, level, once from answer order by id")

KEPT: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


COURSES = load_courses(load())
MOVED, BANK = COURSES.moved, exercise_bank(load(), COURSES)
ASKED_BY_LESSONS = {item for one in MOVED.questions.values() for item in one.on} | {
    item for lesson in COURSES.lessons.values() for question in lesson.questions for item in question.on
}
"""What lessons ask or asked about: where they were written anew, a number means another question."""


def is_as_before(form: dict[str, Any]) -> bool:
    """Whether what a form was sent to asks what it asked."""
    found = re.match(r"^/practice/([0-9a-f]{8})/", form["to"])
    known = {item.code: item.id for item in BANK.items.values()}
    return found is None or known.get(found[1], next(iter(ASKED_BY_LESSONS))) not in ASKED_BY_LESSONS


KEPT_AS_BEFORE = [{**one, "forms": list(filter(is_as_before, one["forms"]))} for one in KEPT]


def comes_of(form: dict[str, Any]) -> dict[str, Any]:
    """What comes of a form now: one to a question that was replaced leads to its lesson, and is not kept."""
    found = re.match(r"^/lessons/([a-z0-9-]+)/questions/(\w+)$", form["to"])
    if found and MOVED.has_left(found[1], found[2]):
        return {"status": 303, "leads": f"/lessons/{found[1]}", "kept": []}
    return dict(form["comes"])


def sent(client: FlaskClient, study: Study, form: dict[str, Any]) -> dict[str, Any]:
    """What comes of a form: the status, where it leads, and the rows that it adds."""
    with study.database.reading() as connection:
        before = connection.execute(text("select count(*) from answer")).scalar_one()
    answer = client.post(form["to"], data=form["form"])
    with study.database.reading() as connection:
        rows = connection.execute(KEPT_ROWS).mappings().all()
    return {
        "status": answer.status_code,
        "leads": answer.headers.get("Location", ""),
        "kept": [dict(row) for row in rows[before:]],
    }


@pytest.mark.slow
@pytest.mark.parametrize("story", KEPT_AS_BEFORE, ids=lambda story: story["name"])
def test_a_form_leads_where_it_led_and_keeps_what_it_kept(
    story: dict[str, Any], client: FlaskClient, study: Study
) -> None:
    assert story["forms"]
    for form in story["forms"]:
        rest(client, form["to"])
        assert sent(client, study, form) == comes_of(form), form["to"]


def rest(client: FlaskClient, address: str) -> None:
    """Lets the others go on at a table where a trick rests before it goes to its winner."""
    if address.endswith("/act"):
        client.post(address.replace("/act", "/go-on"), data={"deal": "1"})


@pytest.mark.slow
@pytest.mark.parametrize("story", KEPT_AS_BEFORE, ids=lambda story: story["name"])
def test_what_was_answered_is_shown_where_it_was(story: dict[str, Any], client: FlaskClient, study: Study) -> None:
    del study
    for form in story["forms"]:
        client.post(form["to"], data=form["form"])
        if comes_of(form)["status"] == 303:
            address, _, part = comes_of(form)["leads"].partition("#")
            page = client.get(address)
            assert page.status_code == 200
            assert not part or f'id="{part}"' in page.text
