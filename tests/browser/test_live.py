"""A live lesson in real browsers: a teacher leads 4 pupils through a replay, and every screen follows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_classroom import fill_in, go_by, sound
from tests.browser.test_every_page import assert_good
from tests.support.school import WORDS
from tutor.library.catalogue import Library
from tutor.quizzes.kinds.games import DecisionExercise
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study

pytestmark = pytest.mark.browser

GAME = "hel-game-01"
NAMES = ("Ann", "Ben", "Cole", "Dora")
PICTURES = os.environ.get("PICTURES_OF_LIVE_LESSONS", "")
"""A folder for pictures of the screens, to be looked at."""


@pytest.fixture
def app(school: Flask) -> Flask:
    school.config["WTF_CSRF_ENABLED"] = True
    return school


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def log_in(page: Page, name: str) -> None:
    fill_in(page, name=name, passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))


def join(page: Page) -> None:
    """A pupil finds the lesson on the home page."""
    go_by(page.get_by_role("button", name="Join now"))


def vote(page: Page, key: str) -> None:
    page.locator(f'#live-now button[name=answer][value="{key}"]').click()
    expect(page.locator("#live-says")).to_contain_text("Your vote")


def test_a_class_votes_four_times_on_a_replay(
    classroom: Classroom, study: Study, library: Library, open_page: Open
) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    ids = {}
    for name in NAMES:
        who = classroom.people.enrol(name, f"{name} Bell", WORDS)
        classroom.classes.join(room.id, who.id)
        ids[name] = who.id
    game = library.games[GAME]
    decisions = sorted(game.decisions, key=lambda decision: decision.step)[:4]
    assert len(decisions) == 4, "the game has so many decisions"

    teacher = open_page("/log-in")
    log_in(teacher, "Miss Vine")
    teacher.goto(f"/games/{GAME}/")
    go_by(teacher.get_by_role("link", name="Show it live"))
    sound(teacher)
    go_by(teacher.get_by_role("button", name="Start the live lesson"))
    stage = teacher.context.new_page()
    stage.set_viewport_size({"width": 1280, "height": 800})
    stage.goto(f"{teacher.url}?stage=1")

    looks: dict[str, dict[str, object]] = {
        "Ann": {"width": 390, "height": 844, "color_scheme": "dark"},
        "Ben": {},
        "Cole": {"java_script_enabled": False},
        "Dora": {"width": 390, "height": 844, "watched": False},
    }
    pupils = {name: open_page("/log-in", **looks[name]) for name in NAMES}
    for name, page in pupils.items():
        log_in(page, name)
        if name != "Dora":
            join(page)
    expect(teacher.locator("#who-chose")).to_have_text("3 pupils are here")
    sound(pupils["Ann"])

    for number, decision in enumerate(decisions):
        exercise = DecisionExercise(game, decision)
        right, wrong = exercise.answer, next(one.key for one in exercise.choices if one.key != exercise.answer)
        if number or decision.step > 1:
            teacher.locator("#go-next").click()
        teacher.locator("#ask-it").click()
        expect(stage.locator(".stage-head")).to_contain_text(exercise.prompt)
        if number == 1:
            join(pupils["Dora"])  # who comes late sees the question that is asked now
        if number == 2:  # a lost connection: what was missed is there when it is back
            pupils["Dora"].context.set_offline(True)
        for name, page in pupils.items():
            if (name == "Dora" and number in (0, 2)) or name == "Cole":
                continue
            expect(page.locator("#question")).to_contain_text(exercise.prompt)
            if name == "Ann" and number < 2:
                sound(page)
                picture(page, f"pupil-{number}-asked")
            vote(page, right if name != "Ben" else wrong)
        cole = pupils["Cole"]
        go_by(cole.get_by_role("link", name="Refresh"))
        button = cole.locator(f'#live-now button[name=answer][value="{right}"]')
        go_by(button)
        expect(cole.locator("#live-says")).to_contain_text("Your vote")
        if number == 2:
            expect(pupils["Dora"].locator("#live-lost")).to_be_visible()
            pupils["Dora"].context.set_offline(False)
            expect(pupils["Dora"].locator("#question")).to_contain_text(exercise.prompt)
            expect(pupils["Dora"].locator("#live-lost")).to_have_count(0)
            vote(pupils["Dora"], right)
        voters = 3 if number == 0 else 4
        expect(teacher.locator("#who-chose")).to_contain_text(f"{voters} of {voters} have voted")
        expect(stage.locator(".stage-head")).to_contain_text(f"{voters} of {voters} have voted")
        assert "Ann" not in stage.locator("main").inner_text()
        if number < 2:
            sound(teacher)
            sound(stage)
            picture(teacher, f"teacher-{number}-asked")
            picture(stage, f"stage-{number}-asked")
        teacher.locator("#show-it").click()
        for page in (pupils["Ann"], pupils["Ben"], stage, teacher):
            expect(page.locator(".bars")).to_contain_text("the author’s choice")
        authors = pupils["Ann"].locator(".bars li", has_text="the author’s choice")
        expect(authors.locator(".count")).to_have_text(f"{voters - 1} of {voters}")
        expect(pupils["Ben"].locator(".voted")).to_contain_text(game.citation.author)
        if number < 2:
            for page, name in ((pupils["Ann"], "pupil"), (stage, "stage"), (teacher, "teacher")):
                sound(page)
                picture(page, f"{name}-{number}-shown")

    stage.set_viewport_size({"width": 1920, "height": 1080})
    picture(stage, "stage-1920")
    teacher.locator("summary", has_text="End the live lesson").click()
    go_by(teacher.locator("#end-it"))
    sound(teacher)
    expect(teacher.locator("main")).to_contain_text("Dora Bell")
    expect(pupils["Ann"].locator("#live-says")).to_contain_text("over")
    for name in NAMES:
        answers = study.of(ids[name]).answers.latest("game")
        assert len(answers) == (3 if name == "Dora" else 4), name
        assert all((answer.shade == "best") is (name != "Ben") for answer in answers.values())
        assert all(answer.live for answer in answers.values())


def test_the_pages_of_live_lessons_are_good(classroom: Classroom, open_page: Open) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    page = open_page("/log-in")
    log_in(page, "Miss Vine")
    for kind, of in (
        ("lesson", "whist-discards"),
        ("deal", "hel-diamonds-04"),
        ("drill", "bridge-leads-compared.0"),
    ):
        page.goto(f"/classes/live/new?kind={kind}&of={of}")
        assert_good(page)
        go_by(page.get_by_role("button", name="Start the live lesson"))
        live = classroom.live.running_in(room.id)
        assert live is not None
        for number in range(3):
            if page.locator("#ask-it").count():
                page.locator("#ask-it").click()
                expect(page.locator("#show-it")).to_be_visible()
                page.locator("#show-it").click()
                expect(page.locator("#show-it")).to_have_count(0)
            assert_good(page)
            picture(page, f"{kind}-{number}")
            if page.locator("#go-forward").is_enabled():
                step = page.locator("#live-now").get_attribute("data-step")
                page.locator("#go-forward").click()
                expect(page.locator("#live-now")).not_to_have_attribute("data-step", step or "")
        classroom.live.end(live)
    page.goto(f"/classes/{room.id}/live/")
    assert_good(page)


def test_a_race_on_a_telephone_and_on_the_stage(classroom: Classroom, open_page: Open) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    for name in ("Ann", "Ben"):
        who = classroom.people.enrol(name, f"{name} Bell", WORDS)
        classroom.classes.join(room.id, who.id)
    teacher = open_page("/log-in")
    log_in(teacher, "Miss Vine")
    teacher.goto("/classes/live/new?kind=drill&of=bridge-leads-compared.0")
    teacher.get_by_label("A race in pairs").check()
    sound(teacher)
    go_by(teacher.get_by_role("button", name="Start the live lesson"))
    stage = teacher.context.new_page()
    stage.set_viewport_size({"width": 1280, "height": 800})
    stage.goto(f"{teacher.url}?stage=1")
    pupils = [open_page("/log-in", width=390, height=844, watched=False) for _ in range(2)]
    for page, name in zip(pupils, ("Ann", "Ben"), strict=True):
        log_in(page, name)
        join(page)
        page.locator("#race-name").fill(f"Captain {name}")
        page.locator("#join-race").click()
        expect(page.locator("#live-says")).to_contain_text("You are in")
    sound(pupils[0])
    picture(pupils[0], "race-gather")
    expect(teacher.locator("#live-says")).to_contain_text("2 pupils have joined")
    sound(teacher)
    teacher.locator("#start-race").click()
    for page in pupils:
        expect(page.locator("#live-now")).to_contain_text("Question 1 of")
    sound(pupils[0])
    picture(pupils[0], "race-question")
    pupils[0].locator("#live-now button[name=answer]").first.click()
    for page in pupils:  # they share a sheet
        expect(page.locator("#live-now")).to_contain_text("Question 2 of")
    sound(pupils[1])
    picture(pupils[1], "race-told")
    assert "Captain" not in stage.locator("main").inner_text()
    teacher.locator("#names").click()
    expect(stage.locator(".ranking")).to_contain_text("Captain Ann & Captain Ben")
    sound(stage)
    sound(teacher)
    picture(stage, "race-stage")
    picture(teacher, "race-teacher")
