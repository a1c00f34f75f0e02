"""Answers from a device: recorded once, as of when they were given, for nobody else, and whatever a device may send."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.clock import NOW, FakeClock
from tests.support.school import WORDS, log_in
from tutor.library.catalogue import Library
from tutor.library.lesson_questions import WrittenQuestion
from tutor.quizzes.exercise_set import LARGEST_NUMBER
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.quizzes.reference import ContentLookup, ExerciseRef
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import LogEntry
from tutor.study.answers.marking import marked
from tutor.study.classroom.assigned_work import LessonWork, ReplayWork
from tutor.study.classroom.assignments import AssignmentSpec, Disclosure
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.web.services import EXTENSION, Services

HOUR = 60 * 60 * 1000
"""In thousandths of a second."""
DAY = 24 * HOUR
GAME = "hel-game-01"
LESSON = "whist-words"
HAND = "/practice/declare/AKJ762.765.A43.4"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def decision(library: Library) -> tuple[str, str]:
    """The address of a decision, and the right answer to it."""
    game = library.games[GAME]
    first = game.decisions[0]
    return f"/games/{GAME}/decisions/{first.id}?seat=a", DecisionExercise(game, first).answer


def account(client: FlaskClient) -> str:
    found = client.get("/offline/state").get_json()["account"]
    assert isinstance(found, str)
    return found


def send(client: FlaskClient, *answers: object, **more: Any) -> Any:
    sent = {"account": account(client), "answers": list(answers), **more}
    return client.post("/offline/answers", json=sent)


def one(key: str, action: str, given: str, ago: object = 0) -> dict[str, object]:
    return {"key": key, "action": action, "given": given, "ago": ago}


def log(study: Study) -> Sequence[LogEntry]:
    return [line for line in study.answers.log() if isinstance(line, LogEntry)]


def test_an_answer_counts_from_when_it_was_given(client: FlaskClient, study: Study, decision: tuple[str, str]) -> None:
    sent = send(client, one("first-key", *decision, ago=3 * HOUR)).get_json()
    assert sent["results"] == [{"key": "first-key", "saved": True, "why": ""}]
    (entry,) = log(study)
    assert entry.at == NOW - timedelta(hours=3)
    assert (entry.answer.topic, entry.answer.shade, entry.answer.assignment) == ("game", "best", None)
    memories = study.reviews.memories().values()
    assert {memory.last_review for memory in memories} == {NOW - timedelta(hours=3)}, "and it is due from then"


@pytest.mark.parametrize(
    ("ago", "counted"), [(-5 * DAY, 0), (0, 0), (30 * DAY, 30 * DAY), (31 * DAY, 30 * DAY), (10**30, 30 * DAY)]
)
def test_no_answer_is_from_the_future_or_older_than_thirty_days(
    client: FlaskClient, study: Study, decision: tuple[str, str], ago: int, counted: int
) -> None:
    assert send(client, one("first-key", *decision, ago=ago)).get_json()["results"][0]["saved"]
    assert log(study)[0].at == NOW - timedelta(milliseconds=counted)


def test_the_same_answer_counts_once_however_often_it_comes(
    client: FlaskClient, study: Study, decision: tuple[str, str]
) -> None:
    sent = one("first-key", *decision)
    for _ in range(2):
        results = send(client, sent, sent).get_json()["results"]
        assert [result["saved"] for result in results] == [True, True], "the device may forget it"
    assert len(log(study)) == 1


def test_an_answer_that_came_with_its_form_is_not_counted_again(client: FlaskClient, study: Study) -> None:
    client.post(HAND, data={"answer": "hearts", "once": "name-of-form"})
    assert send(client, one("name-of-form", HAND, "hearts")).get_json()["results"][0]["saved"]
    assert len(log(study)) == 1
    refused = send(client, one("name-of-form", HAND, "clubs")).get_json()["results"][0]
    assert not refused["saved"]
    assert "hearts" in refused["why"], "it names the answer that counts"
    assert len(log(study)) == 1


@pytest.mark.parametrize(
    "action",
    [
        "/practice/nowhere/5",
        f"/practice/17cc6490/{LARGEST_NUMBER}",
        f"/practice/17cc6490/{10**30}",
        "/lessons/nowhere/questions/q1",
        f"/lessons/{LESSON}/questions/nothing",
        "/lessons/v-1-1/questions/q1",
        f"/games/{GAME}/decisions/nothing",
        "/games/nowhere/decisions/d1",
        f"/games/{GAME}/place",
        "/log-out",
        "/account/names",
        "//elsewhere.example/practice/17cc6490/5",
        "http://[broken",
        "",
        "/practice/declare/AAAA.K.Q.J",
        "/practice/17cc6490/5?" + "&".join(f"a{n}=1" for n in range(50)),
    ],
)
def test_an_unknown_question_is_refused_and_says_so(client: FlaskClient, study: Study, action: str) -> None:
    (result,) = send(client, one("first-key", action, "hearts")).get_json()["results"]
    assert not result["saved"]
    assert result["why"].endswith("."), result["why"]
    assert log(study) == []


@pytest.mark.parametrize(
    "answer",
    [
        None,
        7,
        [],
        "text",
        {},
        one("short", HAND, "hearts"),
        one("k" * 41, HAND, "hearts"),
        one("with space", HAND, "hearts"),
        {"key": ["first-key"], "action": HAND, "given": "hearts", "ago": 0},
        one("first-key", HAND, "nonsense"),
        one("first-key", HAND, "h" * 201),
        one("first-key", HAND, "hearts\0"),
        one("first-key", HAND, "\ud800"),
        one("first-key", HAND, "hearts", ago="3"),
        one("first-key", HAND, "hearts", ago=1.5),
        one("first-key", HAND, "hearts", ago=True),
        one("first-key", HAND, "hearts", ago=None),
        {"key": "first-key", "action": 5, "given": "hearts", "ago": 0},
    ],
)
def test_a_broken_answer_is_refused_and_the_next_is_saved(client: FlaskClient, study: Study, answer: object) -> None:
    first, second = send(client, answer, one("other-key", HAND, "hearts")).get_json()["results"]
    assert not first["saved"]
    assert first["why"]
    assert second["saved"]
    assert [entry.answer.given for entry in log(study)] == ["hearts"]


def test_too_many_answers_at_once_are_refused(client: FlaskClient, study: Study) -> None:
    answers = [one(f"key-{number:04}", HAND, "hearts") for number in range(51)]
    refused = send(client, *answers)
    assert refused.status_code == 413
    assert "50" in refused.get_json()["why"]
    assert log(study) == []
    assert send(client, *answers[:50]).status_code == 200
    assert len(log(study)) == 50


@pytest.mark.parametrize("body", ["", "[]", "null", "{", '"text"', '{"answers": 3}', '{"answers": [], "packs": {}}'])
def test_what_no_page_sends_is_refused(client: FlaskClient, body: str) -> None:
    if body.startswith('{"'):
        body = json.dumps({**json.loads(body), "account": account(client)})
    assert client.post("/offline/answers", data=body, content_type="application/json").status_code in (400, 409)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(sent=JSON, action=st.text(max_size=60), answer=st.text(max_size=30))
def test_nothing_that_is_sent_breaks_it(client: FlaskClient, sent: object, action: str, answer: str) -> None:
    assert client.post("/offline/answers", json=sent).status_code in (400, 409)
    whose = account(client)
    for body in ({"answers": sent}, {"packs": sent}, {"answers": [sent, one("first-key", action, answer)]}):
        assert client.post("/offline/answers", json={"account": whose, **body}).status_code in (200, 400, 413)


def test_a_forged_form_saves_nothing(app: Flask, study: Study, decision: tuple[str, str]) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    client = app.test_client()
    state = client.get("/offline/state").get_json()
    sent = {"account": state["account"], "answers": [one("first-key", *decision)]}
    assert client.post("/offline/answers", json=sent).status_code == 400
    assert log(study) == []
    headers = {"X-CSRFToken": state["token"]}
    assert client.post("/offline/answers", json=sent, headers=headers).status_code == 200
    assert len(log(study)) == 1


def test_answers_go_to_the_account_that_gave_them(
    school: Flask, classroom: Classroom, study: Study, decision: tuple[str, str]
) -> None:
    ids = {name: classroom.people.enrol(name, f"{name} Bell", WORDS).id for name in ("Ann", "Ben")}
    ann, ben = school.test_client(), school.test_client()
    assert ann.get("/offline/state").get_json()["account"] is None, "nobody has logged in"
    log_in(ann, "Ann", device="own")
    log_in(ben, "Ben", device="own")
    anns = account(ann)
    assert anns != account(ben)
    assert "Ann" not in anns
    sent = {"account": anns, "answers": [one("first-key", *decision)]}
    assert ben.post("/offline/answers", json=sent).status_code == 409
    assert school.test_client().post("/offline/answers", json=sent).status_code == 302, "the way to log in"
    assert ann.post("/offline/answers", json=sent).status_code == 200
    assert {name: len(log(study.of(who))) for name, who in ids.items()} == {"Ann": 1, "Ben": 0}


def test_nothing_is_kept_on_a_shared_computer(school: Flask, classroom: Classroom) -> None:
    classroom.people.enrol("Ann", "Ann Bell", WORDS)
    ann = school.test_client()
    log_in(ann, "Ann", device="shared")
    assert ann.get("/offline/state").get_json()["account"] is None
    assert ann.get(f"/offline/packs/game/{GAME}").status_code == 403
    page = ann.get(f"/games/{GAME}/").text
    assert "data-packs" not in page
    assert 'data-account=""' in page


@pytest.fixture
def ann(school: Flask, classroom: Classroom) -> tuple[FlaskClient, int, int]:
    """Ann at a device of her own, with her number and that of her class."""
    who = classroom.people.enrol("Ann", "Ann Bell", WORDS)
    room = classroom.classes.make(1, "Lower Fifth")
    classroom.classes.join(room.id, who.id)
    client = school.test_client()
    log_in(client, "Ann", device="own")
    return client, who.id, room.id


@pytest.mark.parametrize("shown", Disclosure)
def test_open_work_takes_no_answer_from_a_device(
    school: Flask,
    classroom: Classroom,
    study: Study,
    library: Library,
    ann: tuple[FlaskClient, int, int],
    shown: Disclosure,
) -> None:
    client, learner, room = ann
    for work in (LessonWork(lesson=LESSON), ReplayWork(game=GAME)):
        spec = AssignmentSpec("Words", work, NOW - timedelta(days=1), due_at=NOW + timedelta(days=1), shown=shown)
        classroom.assignments.give(room, spec, [learner])
    parts: Services = school.extensions[EXTENSION]
    lesson, game = parts.courses.lessons[LESSON], library.games[GAME]
    question = next(one for one in lesson.questions if isinstance(one, WrittenQuestion))
    decision = game.decisions[0]
    asked = {
        f"/lessons/{LESSON}/questions/{question.code}": lesson_exercise(lesson, question, parts.makers),
        f"/games/{GAME}/decisions/{decision.id}?seat=a": DecisionExercise(game, decision),
    }
    for place, (action, exercise) in enumerate(asked.items()):
        values = list(exercise.verdicts())
        assert len(values) > 1
        sent = [one(f"key-number-{place}-{number}", action, value) for number, value in enumerate(values)]
        for result in send(client, *sent).get_json()["results"]:
            assert not result["saved"]
            assert result["why"] == "This is part of your work. Answer it there."
    assert log(study.of(learner)) == []
    assert not classroom.assignments.answers_of_learner(learner)


def test_an_answer_that_came_for_work_before_the_connection_broke_is_taken_off_the_device(
    school: Flask, classroom: Classroom, study: Study, ann: tuple[FlaskClient, int, int]
) -> None:
    client, learner, room = ann
    work = AssignmentSpec(
        "Words",
        LessonWork(lesson=LESSON),
        NOW - timedelta(days=1),
        due_at=NOW + timedelta(days=1),
        shown=Disclosure.AFTER_DUE,
    )
    classroom.assignments.give(room, work, [learner])
    parts: Services = school.extensions[EXTENSION]
    lesson = parts.courses.lessons[LESSON]
    question = next(one for one in lesson.questions if isinstance(one, WrittenQuestion))
    exercise = lesson_exercise(lesson, question, parts.makers)
    action = f"/lessons/{LESSON}/questions/{question.code}"
    client.post(action, data={"answer": exercise.answer, "once": "name-of-form"})
    other = next(value for value in exercise.verdicts() if value != exercise.answer)
    same, changed, new = (
        send(client, one(key, action, value)).get_json()["results"][0]
        for key, value in (("name-of-form", exercise.answer), ("name-of-form", other), ("other-key", exercise.answer))
    )
    assert same == {"key": "name-of-form", "saved": True, "why": ""}
    assert not changed["saved"]
    assert not new["saved"]
    assert len(log(study.of(learner))) == 1


def test_an_error_of_the_tutor_holds_up_no_other_answer(
    client: FlaskClient, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(ref: ExerciseRef, given: str, content: ContentLookup) -> Answer:
        if given == "clubs":
            raise ZeroDivisionError
        return marked(ref, given, content)

    monkeypatch.setattr("tutor.web.offline.answers.marked", broken)
    sent = one("first-key", HAND, "clubs"), one("other-key", HAND, "hearts")
    first, second = send(client, *sent).get_json()["results"]
    assert (first["saved"], second["saved"]) == (False, True)
    assert first["why"]
    assert len(log(study)) == 1


def test_a_shared_computer_sends_nothing(
    school: Flask, study: Study, ann: tuple[FlaskClient, int, int], decision: tuple[str, str]
) -> None:
    client, learner, _ = ann
    mark = account(client)
    shared = school.test_client()
    log_in(shared, "Ann", device="shared")
    refused = shared.post("/offline/answers", json={"account": mark, "answers": [one("first-key", *decision)]})
    assert refused.status_code == 403
    assert log(study.of(learner)) == []


def test_the_mark_of_a_deleted_account_never_comes_again(school: Flask, classroom: Classroom, clock: FakeClock) -> None:
    marks = {}
    for name in ("Ann", "Ben"):
        who = classroom.people.enrol(name, f"{name} Bell", WORDS)
        client = school.test_client()
        log_in(client, name, device="own")
        marks[account(client)] = who.id
        assert client.post("/your-data/delete", data={"name": name, "passphrase": WORDS}).status_code == 303
        clock.move(seconds=1)
    assert len(marks) == 2
    assert len(set(marks.values())) == 1, "the database gives the number again"
