"""Packs: every address that a kept page leads to within them, nothing of anybody, and nothing that work asks."""

from __future__ import annotations

import gzip
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tutor.library.catalogue import Library
from tutor.quizzes.exercise import Level
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.quizzes.reference import ExerciseRef
from tutor.study.classroom.assigned_work import LessonWork, ReplayWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.web.practise.sets import PracticeSet
from tutor.web.server.static_files import static_file

GAME, LESSON = "hel-game-01", "whist-words"
SET = "set/hands/beginner/5"
IDS = (f"game/{GAME}", f"lesson/{LESSON}", SET)


def unpacked(client: FlaskClient, pack_id: str) -> Any:
    sent = client.get(f"/offline/packs/{pack_id}")
    assert (sent.status_code, sent.mimetype) == (200, "application/gzip"), sent.text[:200]
    assert sent.headers["Cache-Control"] == "no-store"
    return json.loads(gzip.decompress(sent.data))


def test_a_replay_is_kept_at_every_step_with_each_verdict(client: FlaskClient, library: Library) -> None:
    pack, game = unpacked(client, f"game/{GAME}"), library.games[GAME]
    steps = [f"/games/{GAME}/", *(f"/games/{GAME}/call/{number}" for number in range(1, len(game.calls) + 1))]
    steps += [f"/games/{GAME}/card/{number}" for number in range(1, 53)]
    assert set(steps) <= set(pack["pages"])
    assert pack["forms"], "the learner decides"
    asked = {one.id: DecisionExercise(game, one) for one in game.decisions}
    for action, form in pack["forms"].items():
        exercise = asked[re.findall(r"/decisions/([^?]+)", action)[0]]
        assert {*form["answers"]} == {*(exercise.value_of(choice) for choice in exercise.choices), "tell"}
        question = pack["pages"][form["at"]]["text"]
        for value, page in form["answers"].items():
            told = pack["pages"][page]["text"]
            assert "Hellespont, p." in told.partition('id="decision"')[2].partition("</section>")[0]
            assert value == "tell" or f'value="{value}"' in question
        assert 'class="feedback"' not in question, "decide first, read afterwards"


@pytest.mark.parametrize("pack_id", IDS)
def test_every_form_of_a_pack_has_its_page_for_each_answer(client: FlaskClient, pack_id: str) -> None:
    pack = unpacked(client, pack_id)
    sent = set()
    for page in pack["pages"].values():
        sent |= set(re.findall(r'action="([^"]+)" class="choices', page.get("text", "")))
    assert {one.replace("&amp;", "&") for one in sent} == set(pack["forms"])
    others = {form for page in pack["pages"].values() for form in re.findall(r"<form[^>]*", page.get("text", ""))}
    assert all('class="choices' in form for form in others), "without a token the tutor refuses any other form"
    for form in pack["forms"].values():
        for page in (*form["answers"].values(), form["other"], *filter(None, [form["at"]])):
            assert "text" in pack["pages"][page]
    assert all(page.get("to", pack["url"]) in pack["pages"] for page in pack["pages"].values())
    assert pack["pages"][pack["url"]]


@pytest.mark.parametrize("pack_id", IDS)
def test_a_question_is_kept_without_its_verdict(client: FlaskClient, pack_id: str) -> None:
    pack = unpacked(client, pack_id)
    waiting = [page["text"] for page in pack["pages"].values() if "data-unanswered" in page.get("text", "")]
    assert waiting
    for text in waiting:
        asked = text.partition("data-unanswered")[2]
        assert 'class="mark ' not in asked.partition("</section>")[0]


def test_the_next_question_of_a_set_is_in_its_pack(client: FlaskClient) -> None:
    pack = unpacked(client, SET)
    here, seen = pack["url"], []
    while here != pack["end"]:
        page = pack["pages"][here]
        if "to" in page:
            here = page["to"]
            continue
        form = pack["forms"][here]
        told = pack["pages"][next(iter(form["answers"].values()))]["text"]
        seen.append(here)
        here = re.findall(r'id="next" href="([^"]+)"', told)[0].replace("&amp;", "&")
    assert len(seen) == 10


def test_a_pack_has_nothing_of_the_learner(school: Flask, classroom: Classroom, library: Library) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    for name in ("Quentin", "Rosamund"):
        who = classroom.people.enrol(name, f"{name} Pennyfeather", WORDS)
        classroom.classes.join(room.id, who.id)
    packs = []
    for name in ("Quentin", "Rosamund", "Miss Vine"):
        client = school.test_client()
        log_in(client, name, device="own")
        if name != "Rosamund":
            decision = library.games[GAME].decisions[0]
            client.post("/practice/declare/AKJ762.765.A43.4", data={"answer": "hearts"})
            right = DecisionExercise(library.games[GAME], decision).answer
            client.post(f"/games/{GAME}/decisions/{decision.id}?seat=a", data={"answer": right})
        school.extensions["packs"].clear()  # otherwise it would be the pack of whoever asked first
        packs.append([client.get(f"/offline/packs/{pack_id}").data for pack_id in IDS])
        for pack_id in IDS:
            text = json.dumps(unpacked(client, pack_id))
            for private in (name, "Pennyfeather", "Lower Fifth", "csrf_token", 'name=\\"once\\"', "/log-out"):
                assert private not in text, (pack_id, private)
        kept = client.get("/offline/").text
        assert name not in kept
        assert "csrf_token" not in kept
    assert packs[0] == packs[1] == packs[2]


def test_a_pack_says_for_whom_it_is(school: Flask, classroom: Classroom) -> None:
    classroom.people.enrol("Ann", "Ann Bell", WORDS)
    client = school.test_client()
    assert "X-Account" not in client.get(f"/offline/packs/game/{GAME}").headers, "nobody has logged in"
    log_in(client, "Ann", device="own")
    mark = client.get("/offline/state").get_json()["account"]
    for pack_id, status in ((f"game/{GAME}", 200), ("game/nowhere", 404)):
        sent = client.get(f"/offline/packs/{pack_id}")
        assert (sent.status_code, sent.headers["X-Account"]) == (status, mark)


def test_without_open_work_no_set_is_made_to_look_for_its_questions(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    def refs(_: PracticeSet, seed: int, _level: Level) -> list[ExerciseRef]:
        made.append(seed)
        return []

    monkeypatch.setattr(PracticeSet, "refs", refs)
    account = client.get("/offline/state").get_json()["account"]
    kept = [f"set/hands/advanced/{seed}" for seed in range(98)]
    sent = {"account": account, "packs": [*kept, "set/nowhere/advanced/1", f"drill/{LESSON}/99/1"]}
    found = client.post("/offline/answers", json=sent).get_json()
    assert (found["remove"], found["later"]) == (["set/nowhere/advanced/1", f"drill/{LESSON}/99/1"], [])
    assert made == []


def test_with_open_work_one_request_makes_a_few_sets_and_the_device_asks_again(
    school: Flask, classroom: Classroom
) -> None:
    ann = classroom.people.enrol("Ann", "Ann Bell", WORDS)
    room = classroom.classes.make(1, "Lower Fifth")
    classroom.classes.join(room.id, ann.id)
    client = school.test_client()
    log_in(client, "Ann", device="own")
    spec = AssignmentSpec("Homework", LessonWork(lesson=LESSON), NOW - timedelta(days=1))
    classroom.assignments.give(room.id, spec, [ann.id])
    account = client.get("/offline/state").get_json()["account"]
    ask, requests, removed = [f"set/hands/beginner/{seed}" for seed in range(12)] + ["lesson/nowhere"], 0, []
    while ask:
        found = client.post("/offline/answers", json={"account": account, "packs": ask}).get_json()
        assert len(found["later"]) <= max(0, len(ask) - 5), "each request comes nearer to the end"
        ask, requests = found["later"], requests + 1
        removed += found["remove"]
    assert requests == 3, "12 sets, 5 at a time"
    assert removed == ["lesson/nowhere"]


def test_more_packs_than_a_device_asks_about_at_once_are_refused(client: FlaskClient) -> None:
    account = client.get("/offline/state").get_json()["account"]
    for count, status in ((100, 200), (101, 413)):
        sent = {"account": account, "packs": [f"set/hands/beginner/{seed}" for seed in range(count)]}
        assert client.post("/offline/answers", json=sent).status_code == status


def test_what_work_asks_is_not_kept_and_what_was_kept_must_go(school: Flask, classroom: Classroom) -> None:
    ann = classroom.people.enrol("Ann", "Ann Bell", WORDS)
    room = classroom.classes.make(1, "Lower Fifth")
    classroom.classes.join(room.id, ann.id)
    client = school.test_client()
    log_in(client, "Ann", device="own")
    kept = [f"lesson/{LESSON}", f"game/{GAME}", "game/hel-game-02", SET, "game/nowhere", "review"]
    account = client.get("/offline/state").get_json()["account"]

    def to_remove() -> list[str]:
        found = client.post("/offline/answers", json={"account": account, "packs": [*kept, 7]}).get_json()["remove"]
        assert isinstance(found, list)
        return found

    assert to_remove() == ["game/nowhere"]
    for work in (LessonWork(lesson=LESSON), ReplayWork(game=GAME)):
        spec = AssignmentSpec("Homework", work, NOW - timedelta(days=1))
        classroom.assignments.give(room.id, spec, [ann.id])
    assert to_remove() == [f"lesson/{LESSON}", f"game/{GAME}", "game/nowhere", "review"]
    for pack_id in kept[:2]:
        assert client.get(f"/offline/packs/{pack_id}").status_code == 403
    assert f"lesson/{LESSON}" not in client.get(f"/lessons/{LESSON}").text
    assert f"game/{GAME}" not in client.get(f"/games/{GAME}/").text
    assert client.get("/offline/packs/game/hel-game-02").status_code == 200


@pytest.mark.parametrize(
    "pack_id",
    ["nothing", "game/nowhere", "lesson/", "lesson/v-1-1", "set/hands/beginner/x", "set/hands/expert/5", "set/hands",
     f"set/hands/beginner/{10**9}", f"drill/{LESSON}/99/1", "drill/x", "review", "game/../lesson/x",
     "set/nowhere/beginner/1"],
)  # fmt: skip
def test_there_is_no_other_pack(client: FlaskClient, pack_id: str) -> None:
    assert client.get(f"/offline/packs/{pack_id}").status_code == 404


def test_one_pack_is_made_at_a_time(app: Flask, client: FlaskClient) -> None:
    memory = app.extensions["packs"]
    with memory.turn:
        busy = client.get("/offline/packs/game/hel-game-09")
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "2")
    assert client.get("/offline/packs/game/hel-game-09").status_code == 200


def test_a_telephone_can_install_it(client: FlaskClient) -> None:
    manifest = client.get("/manifest.webmanifest").get_json(force=True)
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = client.get(icon["src"])
        assert picture.mimetype == "image/png"
        width, height = (int.from_bytes(picture.data[at : at + 4], "big") for at in (16, 20))
        assert f"{width}x{height}" == icon["sizes"]
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page


def test_the_worker_names_what_is_there_and_may_run_nothing_else(client: FlaskClient) -> None:
    sent = client.get("/service-worker.js")
    assert sent.mimetype == "text/javascript"
    settings = json.loads(sent.text.partition("const SETTINGS = ")[2].partition(";\n")[0])
    for address in (*settings["assets"], settings["page"]):
        assert client.get(address).status_code == 200, address
    assert len(settings["assets"]) == len({*settings["assets"]}), "a browser refuses a list that names one twice"
    policy = client.get("/").headers["Content-Security-Policy"]
    assert settings["policy"] == policy
    assert "unsafe" not in policy
    assert static_file("offline/worker.js").content.decode() in sent.text


def test_the_page_says_what_it_needs_without_a_script(client: FlaskClient) -> None:
    page = client.get("/offline/").text
    assert "needs JavaScript" in page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "What works offline" in page
