"""Placement and testing out: who knows a lesson already need not go through it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tutor.quizzes.exercise_set import ExerciseSet
from tutor.quizzes.items import ItemRef
from tutor.web.practise.exercises import ItemPlace
from tutor.web.practise.navigation import placed_lessons
from tutor.web.services import Services

COURSE, SEED = "whist", 7


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


def answer(app: Flask, client: FlaskClient, ref: ItemRef, services: Services, *, right: bool) -> None:
    exercise = services.makers.make(ref.item, ref.number, ref.level)
    given = exercise.answer
    if not right:
        keys = [choice.key for choice in exercise.choices] or ["98765"]
        given = next(key for key in keys if not exercise.mark(key).grade.is_right)
    with app.test_request_context():
        url = ItemPlace(ref).url()
    assert post(client, url, url, answer=given).status_code == 303


def post(client: FlaskClient, page: str, url: str, **fields: str) -> TestResponse:
    """Sends a form with the token of a page."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(page).text)
    assert token, page
    return client.post(url, data={"csrf_token": token[1], **fields})


def refs(services: Services) -> list[ItemRef]:
    lessons = placed_lessons(services.courses.course(COURSE))
    return [ExerciseSet(one.drill.items(services.makers.items), 1, SEED).refs()[0] for one in lessons]


def test_a_placement_test_ends_after_two_misses_and_begins_at_the_first(
    app: Flask, client: FlaskClient, app_parts: Services
) -> None:
    asked, lessons = refs(app_parts), placed_lessons(app_parts.courses.course(COURSE))
    for ref, right in zip(asked, (True, True, False, False), strict=False):
        answer(app, client, ref, app_parts, right=right)
    page = client.get(f"/courses/{COURSE}/placement/{SEED}").text
    assert lessons[2].title in page
    assert "2 of 4 right" in page
    url = f"/courses/{COURSE}/placement/{SEED}"
    sent = post(client, url, url)
    assert sent.headers["Location"].endswith(f"/lessons/{lessons[2].id}")
    before = app_parts.courses.course(COURSE).lessons.index(lessons[2])
    assert client.get(f"/courses/{COURSE}").text.count("tested out") == before > 0


def test_nothing_is_passed_over_before_the_test_is_over(client: FlaskClient) -> None:
    post(client, "/practice/", f"/courses/{COURSE}/placement/{SEED}")
    assert "tested out" not in client.get(f"/courses/{COURSE}").text


def test_a_lesson_whose_drill_went_well_can_count_as_done(app: Flask, client: FlaskClient, app_parts: Services) -> None:
    lesson = app_parts.courses.course(COURSE).lessons[2]
    drill = lesson.drill
    asked = ExerciseSet(drill.items(app_parts.makers.items), drill.questions, SEED).refs()
    url = f"/lessons/{lesson.id}/drills/{len(lesson.drills) - 1}/{SEED}"
    post(client, "/practice/", url)
    assert "tested out" not in client.get(f"/courses/{COURSE}").text, "nothing was answered"
    for ref in asked:
        answer(app, client, ref, app_parts, right=True)
    assert "Count this lesson as done" in client.get(url).text
    post(client, "/practice/", url)
    assert client.get(f"/courses/{COURSE}").text.count("tested out") == 1


def test_a_drill_that_went_badly_counts_for_nothing(app: Flask, client: FlaskClient, app_parts: Services) -> None:
    lesson = app_parts.courses.course(COURSE).lessons[2]
    asked = ExerciseSet(lesson.drill.items(app_parts.makers.items), lesson.drill.questions, SEED).refs()
    url = f"/lessons/{lesson.id}/drills/{len(lesson.drills) - 1}/{SEED}"
    for number, ref in enumerate(asked):
        answer(app, client, ref, app_parts, right=number > 1)
    assert "Count this lesson as done" not in client.get(url).text
    post(client, "/practice/", url)
    assert "tested out" not in client.get(f"/courses/{COURSE}").text
