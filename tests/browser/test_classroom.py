"""A class in real browsers: a teacher sets work, three learners do it, and the grid and the table tell it."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from io import StringIO

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.test_every_page import assert_good, assert_good_in_all_looks
from tests.support.school import WORDS
from tutor.quizzes.exercise import AnswerForm, Exercise
from tutor.study.classroom.assignments import Assignment
from tutor.study.classroom.classroom import Classroom
from tutor.web.services import EXTENSION, Services

pytestmark = pytest.mark.browser

RULES = "hel-decl-nt-a hel-decl-hearts-six"
QUESTIONS = 3
Look = Callable[[Page], None]


@pytest.fixture
def app(school: Flask) -> Flask:
    """The site of this module is that of the school, whose forms want their tokens."""
    school.config["WTF_CSRF_ENABLED"] = True
    return school


def sound(page: Page) -> None:
    """Nothing for axe to find, and nothing that is cut off."""
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{page.url} is wider than the window"


def go_by(link: Locator) -> None:
    """Presses a link or button and waits for the page that follows, so that nothing is measured while it changes."""
    with link.page.expect_navigation():
        link.click()


def fill_in(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"main [name={name}]").fill(value)


def teach(page: Page) -> str:
    """The teacher comes in, makes a class, and sets it a drill; the code of the class."""
    fill_in(page, name="Miss Vine", passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))
    page.get_by_text("Teaching", exact=True).click()
    go_by(page.get_by_role("link", name="Classes"))
    sound(page)
    fill_in(page, name="Lower Fifth")
    go_by(page.get_by_role("button", name="Make the class"))
    sound(page)
    code = page.locator(".large-code").inner_text()
    go_by(page.get_by_role("link", name="Assignments", exact=True))
    go_by(page.get_by_role("link", name="Assign work"))
    sound(page)
    go_by(page.get_by_role("link", name="drill", exact=False).first)
    sound(page)
    page.get_by_role("radio", name="Rules by name").check()
    fill_in(page, title="Aces and hearts", ids=RULES, questions=str(QUESTIONS), tries="1")
    page.get_by_label("Pass mark").fill("60")
    go_by(page.get_by_role("button", name="Assign", exact=True))
    expect(page.get_by_role("link", name="Aces and hearts", exact=True)).to_be_visible()
    sound(page)
    return code


def unmeasured(page: Page) -> None:
    """Without scripts there is nothing to measure by."""


def join(page: Page, code: str, name: str, real_name: str, look: Look) -> None:
    """A learner comes in by the code of the class."""
    fill_in(page, code=code)
    go_by(page.get_by_role("button", name="Continue"))
    look(page)
    fill_in(page, name=name, real_name=real_name, passphrase=WORDS)
    go_by(page.get_by_role("button", name="Create account"))
    go_by(page.get_by_role("link", name="Start: Aces and hearts"))
    page.locator("#next").click()


def choose(page: Page, exercise: Exercise, key: str) -> None:
    """Answers by what the page offers."""
    if exercise.form is AnswerForm.NUMBER:
        page.locator("main [name=answer]").fill(key)
        page.keyboard.press("Enter")
        return
    page.locator(f'main button[name=answer][value="{key}"]').click()


def do_it(page: Page, exercises: list[Exercise], right: Callable[[int], bool], look: Look) -> None:
    """Answers every question of the drill, well or badly."""
    for number, exercise in enumerate(exercises, 1):
        expect(page).to_have_url(re.compile(rf"/assignments/\d+/1/{number}$"))
        best = exercise.mark(exercise.answer).given.key
        worse = next(choice.key for choice in exercise.choices if not exercise.mark(choice.key).grade.is_right)
        choose(page, exercise, best if right(number) else worse)
        page.locator("main [role=status]").first.wait_for()
        look(page)
        go_by(page.locator("#next"))
    look(page)


def drill_of(app: Flask, assignment: Assignment, learner: int) -> list[Exercise]:
    parts: Services = app.extensions[EXTENSION]
    return [parts.makers.make(put.item, put.number, put.level) for put in assignment.questions_for(learner, 1)]


def test_a_teacher_sets_work_three_learners_do_it_and_the_grid_tells_it(
    app: Flask, classroom: Classroom, open_page: Open
) -> None:
    teacher = open_page("/log-in")
    code = teach(teacher)
    (room,) = classroom.classes.all_of_teacher(1)
    (assignment,) = classroom.assignments.of_class(room.id)
    teacher.goto(f"/classes/{room.id}/gradebook")

    learners = {
        "Tom Bell": (open_page("/join", color_scheme="dark"), lambda _: True, sound),
        "Grace Hartley": (open_page("/join", width=390), lambda number: number > 1, sound),
        "Ben Ashdown": (open_page("/join", width=390, java_script_enabled=False), lambda _: False, unmeasured),
    }
    for name, (page, right, look) in learners.items():
        join(page, code, name.split()[0], name, look)
        do_it(page, drill_of(app, assignment, classroom.people.named(name.split()[0]).id), right, look)

    told = {"Tom Bell": "3 of 3", "Grace Hartley": "2 of 3", "Ben Ashdown": "0 of 3"}
    for name, words in told.items():
        # The page has looked again by itself.
        expect(teacher.locator("tr", has=teacher.get_by_role("rowheader", name=name))).to_contain_text(words)
    expect(teacher.locator("#needing")).to_contain_text("Ben Ashdown")
    sound(teacher)

    table = teacher.evaluate("async (path) => await (await fetch(path)).text()", f"/classes/{room.id}/answers.csv")
    rows = list(csv.DictReader(StringIO(table.lstrip("\ufeff"))))
    assert len(rows) == len(learners) * QUESTIONS
    assert {row["learner"] for row in rows} == set(learners), rows[0]
    right_in_table = {name: sum(row["shade"] == "best" for row in rows if row["learner"] == name) for name in learners}
    assert right_in_table == {"Tom Bell": 3, "Grace Hartley": 2, "Ben Ashdown": 0}

    go_by(teacher.locator("tr", has=teacher.get_by_role("rowheader", name="Ben Ashdown")).locator("td a").first)
    sound(teacher)
    teacher.locator("details:has(textarea[name=text]) > summary").first.click()
    teacher.locator("textarea[name=text]").first.fill("Count your aces before anything else.")
    teacher.locator("details:has(textarea[name=text]) button").first.click()

    ben, *_ = learners["Ben Ashdown"]
    ben.goto("/")
    ben.get_by_role("link", name=re.compile("Your teacher commented")).click()
    expect(ben.locator("main")).to_contain_text("Count your aces before anything else.")


PAGES_OF_A_TEACHER = (
    "/", "/classes/1", "/classes/1/gradebook", "/classes/1/missed", "/classes/1/results", "/classes/1/assignments/",
    "/classes/1/assignments/new", "/classes/1/assignments/new/hand", "/classes/1/assignments/new/text", "/create/",
    "/create/new/lesson", "/create/new/hand", "/create/import/", "/reports/", "/report?page=/games/hel-game-01/card/9",
    "/homework/", "/your-data", "/account",
)  # fmt: skip


def test_the_pages_of_a_teacher_are_good(classroom: Classroom, open_page: Open) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    knave = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(room.id, knave.id)
    page = open_page("/log-in")
    assert_good(page)
    fill_in(page, name="Miss Vine", passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))
    for path in PAGES_OF_A_TEACHER:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme="light")
        answered = page.goto(path)
        assert answered is not None
        assert answered.status == 200, path
        assert_good_in_all_looks(page)
