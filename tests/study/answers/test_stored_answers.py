"""Answers of every kind are kept under the names that they had before, and addresses of questions stay.

`stored_answers.json` was written before questions were reworked: forms sent, where each led, and the rows then kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from tutor.study.study import Study

FILE = Path(__file__).parents[2] / "data" / "stored_answers.json"
KEPT_ROWS = text("select topic, item, given, shade, rule, also, hints, number, level, once from answer order by id")

KEPT: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


ASKED_NO_MORE = "/lessons/auction-bids/questions/q1f19f0"
"""A question that was replaced since: what is sent to it leads to its lesson, and is not kept."""
ASKS_ANOTHER = "/practice/bb786885/3"
"""An exercise that a lesson asks: the lesson was written anew, and its number means another question."""
KEPT_AS_BEFORE = [{**one, "forms": [form for form in one["forms"] if form["to"] != ASKS_ANOTHER]} for one in KEPT]


def comes_of(form: dict[str, Any]) -> dict[str, Any]:
    """What comes of a form now."""
    is_left = form["to"] == ASKED_NO_MORE
    return {"status": 303, "leads": "/lessons/auction-bids", "kept": []} if is_left else form["comes"]


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
