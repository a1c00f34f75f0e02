"""A hand that a class has played, in a real browser: from the grid to a deal, its traveller, and what learners see."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_classroom import fill_in, go_by, sound
from tests.support.clock import NOW
from tests.support.school import WORDS
from tests.tables.test_traveller import differently
from tutor.quizzes.exercise import Grade
from tutor.study.answers.answer import Answer
from tutor.study.classroom.assigned_work import PLAYED, HandWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.tables.played_deal import brief_result

pytestmark = pytest.mark.browser
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 800}


@pytest.fixture
def app(school: Flask) -> Flask:
    school.config["WTF_CSRF_ENABLED"] = True
    return school


@pytest.fixture
def result(classroom: Classroom, study: Study) -> str:
    """What came of the hand of the first of three learners."""
    room = classroom.classes.make(1, "Lower Fifth")
    work = HandWork(code="auction-1910", player="S", strictness="guided", seed=5)
    which = classroom.assignments.give(room.id, AssignmentSpec("One hand", work, NOW - timedelta(days=1)))
    results = []
    for name in ("Ann", "Ben", "Cole"):
        who = classroom.people.enrol(name, f"{name} Bell", WORDS)
        classroom.classes.join(room.id, who.id)
        match = work.match(which.draw_for(who.id), 1)
        match = match.after(differently(match, who.id))
        own = study.of(who.id)
        key = own.matches.begin(match, which.id, 1)
        ended = Answer(PLAYED, str(key), brief_result(match), Grade.BEST.value, "", assignment=which.id, attempt=1)
        own.answers.record(ended, f"{PLAYED}/{which.id}/1")
        results.append(brief_result(match))
    return results[0]


def log_in(page: Page, name: str) -> None:
    fill_in(page, name=name, passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))


def sound_at_both_widths(page: Page) -> None:
    for size in (PHONE, WIDE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        sound(page)


def test_a_teacher_goes_from_the_grid_to_a_deal_and_shows_its_traveller(open_page: Open, result: str) -> None:
    page = open_page("/classes/1/gradebook")
    log_in(page, "Miss Vine")
    go_by(page.get_by_role("row", name="Ann Bell").get_by_role("link", name=result))
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Ann Bell: {result}")
    page.get_by_text("Decisions of Ann Bell").first.click()
    sound_at_both_widths(page)
    go_by(page.get_by_role("link", name="Traveller"))
    lines = page.locator(".traveller-lines tbody tr")
    expect(lines).to_have_count(4)
    expect(lines.last).to_contain_text("R. F. Foster’s rules")
    sound_at_both_widths(page)
    go_by(page.get_by_role("link", name="Show on a projector"))
    expect(page.locator(".traveller-lines tbody th").first).not_to_contain_text("Bell")
    expect(page.locator("header.run")).to_be_hidden()
    sound(page)
    page.go_back()
    go_by(page.get_by_role("button", name="Show to learners"))
    expect(page.get_by_role("status").filter(has_text="see this")).to_be_visible()

    learner = open_page("/assignments/")
    log_in(learner, "Ann")
    go_by(learner.get_by_role("link", name=result))
    expect(learner.get_by_role("heading", level=1)).to_have_text(result)
    sound_at_both_widths(learner)
    go_by(learner.get_by_role("link", name="Traveller"))
    expect(learner.locator(".traveller-lines tbody tr")).to_have_count(4)
    expect(learner.get_by_role("main")).not_to_contain_text("Bell")
    sound_at_both_widths(learner)
