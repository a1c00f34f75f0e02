"""Old addresses, answers, reviews and assignments of lessons and questions that are no longer where they were."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tutor.library.lessons import Lesson
from tutor.library.moved import Moved, MovedLesson, MovedQuestion
from tutor.quizzes.exercise import Grade
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import LessonWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.given_answer import GivenAnswer
from tutor.study.study import Study
from tutor.web.practise.answer_history import NO_LONGER, answered_question
from tutor.web.services import EXTENSION, Services


def moved_in(app: Flask) -> Lesson:
    """The first lesson of whist as if it had been `old`, with its first question; another of `old` was retired."""
    parts: Services = app.extensions[EXTENSION]
    lesson = parts.courses.course("whist").lessons[0]
    first, second = (f"{lesson.id}/{question.name}" for question in lesson.questions[:2])
    moved = Moved.of(
        [MovedLesson(was="old", now=lesson.id)],
        [
            MovedQuestion(was="old/first", now=first),
            MovedQuestion(was="old/gone", asked="Who deals next?", options=("A", "Y")),
            MovedQuestion(was="old/replaced", now=second, asked="Who leads?", options=("A", "Y")),
        ],
    )
    app.extensions[EXTENSION] = replace(parts, courses=replace(parts.courses, moved=moved))
    return lesson


def answer_to_first(app: Flask, lesson: Lesson) -> str:
    return lesson_exercise(lesson, lesson.questions[0], app.extensions[EXTENSION].makers).answer


def kept(item: str, given: str, rule: str = "cae-law-02", grade: Grade = Grade.BEST) -> Answer:
    return Answer("lesson", item, given, grade.value, rule)


def test_an_old_address_leads_to_the_lesson_that_stands_for_it(app: Flask) -> None:
    lesson, client = moved_in(app), app.test_client()
    there = client.get("/lessons/old?all=1&step=3")
    assert (there.status_code, there.location) == (301, f"/lessons/{lesson.id}?all=1")
    assert client.get("/lessons/old/handout").location == f"/lessons/{lesson.id}/handout"
    assert client.get("/lessons/old/drills/0").location == f"/lessons/{lesson.id}/drills/0"
    assert client.get(f"/lessons/{lesson.id}").status_code == 200
    assert client.get("/lessons/older").status_code == 404


def test_an_answer_to_a_question_that_moved_stands_at_its_new_place(app: Flask, study: Study) -> None:
    lesson = moved_in(app)
    client, course = app.test_client(), lesson.course
    before = client.get(f"/lessons/{lesson.id}?all=1").text.count("data-unanswered")
    study.answers.record(kept("old/first", answer_to_first(app, lesson)), "a")
    assert client.get(f"/lessons/{lesson.id}?all=1").text.count("data-unanswered") == before - 1
    assert client.get(f"/courses/{course}").status_code == 200


def test_an_answer_to_a_question_that_was_replaced_answers_no_other(app: Flask, study: Study) -> None:
    lesson, client = moved_in(app), app.test_client()
    before = client.get(f"/lessons/{lesson.id}?all=1").text.count("data-unanswered")
    study.answers.record(kept("old/replaced", "0"), "a")
    study.answers.record(kept("old/gone", "0"), "b")
    assert client.get(f"/lessons/{lesson.id}?all=1").text.count("data-unanswered") == before


@pytest.mark.parametrize(
    ("item", "prompt", "note", "words"),
    [
        ("old/gone", "Who deals next?", NO_LONGER, "Y"),
        ("old/replaced", "Who leads?", NO_LONGER, "Y"),
        ("old/never", "This question is no longer in the tutor.", "", "1"),
    ],
)
def test_the_history_says_what_was_asked(app: Flask, item: str, prompt: str, note: str, words: str) -> None:
    lesson = moved_in(app)
    with app.test_request_context():
        found = answered_question(GivenAnswer(1, 1, NOW, kept(item, "1")))
    assert (found.prompt, found.note, found.words_of("1"), found.exercise) == (prompt, note, words, None)
    second = lesson.questions[1].code
    assert found.url == (f"/lessons/{lesson.id}?all=1#{second}" if item == "old/replaced" else "")


def test_the_history_of_a_question_that_moved_is_that_of_the_question(app: Flask) -> None:
    lesson = moved_in(app)
    given = answer_to_first(app, lesson)
    with app.test_request_context():
        found = answered_question(GivenAnswer(1, 1, NOW, kept("old/first", given)))
    assert found.exercise is not None
    assert found.exercise.prompt in found.prompt
    assert not found.note
    assert found.url.startswith(f"/lessons/{lesson.id}?")


def test_a_review_of_what_nothing_asks_about_is_dropped_and_not_forgotten(app: Flask, study: Study) -> None:
    moved_in(app)
    study.answers.record(kept("old/gone", "1", "no-item-of-ours", Grade.NOT_ADVISED), "a")
    study.answers.record(kept("old/first", "1", "cae-law-02", Grade.NOT_ADVISED), "b")
    makers = app.extensions[EXTENSION].makers
    later = study.of(study.learner)
    due = later.reviews.due(makers.items)
    assert "no-item-of-ours" not in due.asked
    assert {"no-item-of-ours", "cae-law-02"} <= set(study.reviews.memories())
    assert app.test_client().get("/review/").status_code == 200
    assert app.test_client().get("/progress").status_code == 200


def test_work_that_was_assigned_on_an_old_lesson_is_done_in_the_new_one(school: Flask, study: Study) -> None:
    lesson, parts = moved_in(school), school.extensions[EXTENSION]
    room = parts.classroom.classes.make(1, "Lower Fifth")
    who = parts.classroom.people.enrol("Knave", "Tom Bell", WORDS)
    parts.classroom.classes.join(room.id, who.id)
    spec = AssignmentSpec("Work", LessonWork(lesson="old"), NOW - timedelta(days=1))
    work = parts.classroom.assignments.give(room.id, spec)
    study.of(who.id).answers.record(
        replace(kept("old/first", answer_to_first(school, lesson)), assignment=work.id), "before"
    )
    client = school.test_client()
    log_in(client, "Knave")
    page = client.get(f"/assignments/{work.id}/").text
    assert f"/lessons/{lesson.id}#{lesson.questions[1].code}" in page, "the first is answered; the second waits"
    second = lesson.questions[1]
    given = lesson_exercise(lesson, second, parts.makers).answer
    client.post(f"/lessons/{lesson.id}/questions/{second.code}", data={"answer": given})
    answered = [one.answer.item for one in parts.classroom.assignments.answers(work)]
    assert answered == ["old/first", f"{lesson.id}/{second.name}"]
    log_in(teacher := school.test_client(), "Miss Vine")
    assert teacher.get(f"/classes/{room.id}/assignments/{work.id}").status_code == 200
