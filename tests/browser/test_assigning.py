"""Work copied to another class and given later to one learner, in real browsers. The pages are looked at, too."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_classroom import fill_in, go_by, sound
from tests.browser.test_every_page import assert_good_in_all_looks
from tests.support.clock import NOW
from tests.support.school import WORDS
from tutor.study.accounts.people import Person
from tutor.study.classroom.assigned_work import DrillWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom

pytestmark = pytest.mark.browser

DAY = timedelta(days=1)
DRILL = DrillWork(on=("hel-decl-nt-a", "hel-decl-hearts-honours"), questions=2, seed=5)


@pytest.fixture
def app(school: Flask) -> Flask:
    """The site of this module is that of the school, whose forms want their tokens."""
    school.config["WTF_CSRF_ENABLED"] = True
    return school


def furnish(classroom: Classroom) -> tuple[Class, Class, Person]:
    """Two classes of Miss Vine's: the first has work, which was due, and the second has Knave."""
    first, second = classroom.classes.make(1, "Lower Fifth"), classroom.classes.make(1, "Upper Sixth")
    knave = classroom.people.enrol("Knave", "Tom Bell", WORDS)
    classroom.classes.join(second.id, knave.id)
    spec = AssignmentSpec("Aces, 2 questions", DRILL, NOW - 3 * DAY, NOW - DAY, pass_mark=60)
    classroom.assignments.give(first.id, spec)
    return first, second, knave


def log_in(page: Page, name: str) -> None:
    fill_in(page, name=name, passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))


def test_work_is_copied_with_changes_and_one_learner_has_longer(classroom: Classroom, open_page: Open) -> None:
    first, second, knave = furnish(classroom)
    teacher = open_page("/log-in")
    log_in(teacher, "Miss Vine")
    teacher.goto(f"/classes/{first.id}/assignments/")
    sound(teacher)
    go_by(teacher.get_by_role("link", name="Copy Aces, 2 questions"))
    sound(teacher)
    go_by(teacher.get_by_role("link", name="Upper Sixth"))
    expect(teacher.get_by_label("Pass mark")).to_have_value("60")
    sound(teacher)
    fill_in(teacher, title="Aces again")
    go_by(teacher.get_by_role("button", name="Assign", exact=True))
    go_by(teacher.get_by_role("link", name="Extensions for Aces again"))
    sound(teacher)
    teacher.get_by_label("Learner").select_option(label="Tom Bell")
    (copied,) = classroom.assignments.of_class(second.id)
    assert copied.spec.due_at is not None
    later = copied.spec.due_at + 5 * DAY
    teacher.get_by_label("New due date").fill(later.astimezone().strftime("%Y-%m-%dT%H:%M"))
    go_by(teacher.get_by_role("button", name="Give the extension"))
    expect(teacher.locator("#given + ul")).to_contain_text("Tom Bell")
    sound(teacher)

    pupil = open_page("/log-in", width=390, color_scheme="dark")
    log_in(pupil, "Knave")
    go_by(pupil.get_by_role("link", name="Work", exact=True))
    expect(pupil.locator("main")).to_contain_text("Aces again")
    expect(pupil.locator("main")).to_contain_text("your extension")
    expect(pupil.locator("main")).not_to_contain_text("Aces, 2 questions")
    sound(pupil)
    own = classroom.assignments.of_learner(knave.id, copied.id)
    assert own.spec.due_at == later


def test_the_pages_of_assigning_are_good(classroom: Classroom, open_page: Open) -> None:
    first, _, _ = furnish(classroom)
    group = classroom.groups.make(first.id, "Reds")
    (assignment,) = classroom.assignments.of_class(first.id)
    classroom.templates.save(1, assignment.spec)
    page = open_page("/log-in")
    log_in(page, "Miss Vine")
    of_work = f"/classes/{first.id}/assignments/{assignment.id}"
    for path in (
        f"/classes/{first.id}/groups/", f"/classes/{first.id}/groups/{group}", "/classes/templates",
        "/classes/assign/lesson?lesson=odds-suits", f"{of_work}/preview", f"{of_work}/preview/questions/1",
        "/calendar/",
    ):  # fmt: skip
        page.set_viewport_size({"width": 1280, "height": 900})
        page.emulate_media(color_scheme="light")
        answered = page.goto(path)
        assert answered is not None
        assert answered.status == 200, path
        assert_good_in_all_looks(page)


def test_what_was_deleted_is_undone_with_one_key(classroom: Classroom, open_page: Open) -> None:
    first, _, _ = furnish(classroom)
    (assignment,) = classroom.assignments.of_class(first.id)
    classroom.templates.save(1, assignment.spec)
    page = open_page("/log-in")
    log_in(page, "Miss Vine")
    page.goto("/classes/templates")
    page.locator("main summary").press("Enter")
    page.locator("main details button").press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main h2")).to_have_text(assignment.title)


def test_a_class_of_24_with_8_assignments_fits_the_grid(classroom: Classroom, open_page: Open) -> None:
    room = classroom.classes.make(1, "Lower Fifth")
    for number in range(24):
        person = classroom.people.enrol(f"pupil{number}", f"Pupil Number {number}", WORDS)
        classroom.classes.join(room.id, person.id)
    for number in range(8):
        due_at = NOW + number * DAY + DAY
        spec = AssignmentSpec(f"Leads and discards {number}, 8 questions", DRILL, NOW - DAY, due_at)
        classroom.assignments.give(room.id, spec)
    page = open_page("/log-in")
    page.set_viewport_size({"width": 1280, "height": 800})
    log_in(page, "Miss Vine")
    page.goto(f"/classes/{room.id}/gradebook")
    last = page.locator(".grid tbody tr").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 800
    assert page.evaluate("document.querySelector('.grid').scrollWidth <= document.querySelector('.grid').clientWidth")
    assert page.evaluate("document.querySelector('.grid').scrollHeight <= document.querySelector('.grid').clientHeight")
    sound(page)
    page.set_viewport_size({"width": 390, "height": 800})
    sound(page)
