"""The form for lessons and hands in a browser: a teacher makes a lesson by clicking, looks at it, and assigns it."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_classroom import fill_in, go_by, sound
from tests.support.school import WORDS
from tutor.study.classroom.classroom import Classroom

pytestmark = pytest.mark.browser

VINE = 1


@pytest.fixture
def app(school: Flask) -> Flask:
    """The site of this module is that of the school, whose forms want their tokens."""
    school.config["WTF_CSRF_ENABLED"] = True
    return school


def teach(open_page: Open, **options: object) -> Page:
    """The teacher, logged in, at what they wrote."""
    page = open_page("/create/", **options)
    fill_in(page, name="Miss Vine", passphrase=WORDS)
    go_by(page.get_by_role("button", name="Log in"))
    return page


def press(page: Page, name: str) -> None:
    go_by(page.get_by_role("button", name=name, exact=True))


def deal_out(page: Page) -> None:
    """Deals the four hands by clicking."""
    for seat in range(4):
        page.locator("#hands .whose button").nth(seat).click()
        page.locator("#hands [data-do=random]").click()


def test_a_hand_and_its_play_are_made_by_clicking(open_page: Open, classroom: Classroom) -> None:
    page = teach(open_page)
    go_by(page.get_by_role("link", name="New hand"))
    page.get_by_label("Title").fill("Tuesday")
    deal_out(page)
    page.get_by_text("Click the calls").click()
    page.locator("[data-bid=hearts]").click()
    for _ in range(3):
        page.locator("[data-call=passes]").click()
    assert page.get_by_label("Calls", exact=True).input_value().split("\n") == [
        "A bids 1 heart",
        "Y passes",
        "B passes",
        "Z passes",
    ]
    cards = page.locator(".card-picker .row button:not(:disabled)")
    for _ in range(51):
        cards.first.click()
    # The last card is played from the keyboard: the one that may be played next has the focus.
    page.keyboard.press("Enter")
    expect(page.locator(".card-picker output")).to_have_text("All 13 tricks are played.")
    sound(page)
    press(page, "Add a note on a trick")
    page.get_by_label("Trick", exact=True).fill("1")
    page.get_by_label("Note", exact=True).fill("Y leads.")
    press(page, "Save")
    expect(page.get_by_text("Saved as version 1.")).to_be_visible()
    kept = classroom.compositions.all_of(VINE)[0]
    assert kept.says == "game"
    press(page, "Preview")
    expect(page.get_by_role("button", name="Continue writing")).to_be_visible()
    press(page, "Continue writing")
    expect(page.get_by_label("Title")).to_have_value("Tuesday")


def test_a_lesson_is_made_previewed_saved_and_assigned(open_page: Open, classroom: Classroom) -> None:
    room = classroom.classes.make(VINE, "Lower Fifth")
    page = teach(open_page)
    go_by(page.get_by_role("link", name="New lesson"))
    page.get_by_label("Title").fill("Count trumps")
    page.get_by_label("Aim").fill("Count the trumps that are out.")
    press(page, "+ Cards to look at")
    page.locator("#steps-0 [data-do=random]").first.click()
    page.locator("#steps-0-caption").fill("Your hand")
    press(page, "+ Question with options")
    press(page, "+ Question: play a card")
    page.locator("#steps-2 [data-do=random]").first.click()
    page.locator("#steps-2 .answer-picker button").first.click()
    press(page, "Check")
    sound(page)
    assert page.locator("ol.faults li").count() == 7
    # From the list of faults to the field that has one.
    page.locator("ol.faults a").nth(1).click()
    page.keyboard.press("Tab")
    for name, words in {
        "1-ask": "How many trumps are there?",
        "1-because": "One suit has 13 cards.",
        "1-choices-0-says": "13",
        "1-choices-1-says": "12",
        "1-choices-1-why": "You left one out.",
        "2-ask": "What do you lead?",
        "2-because": "It is your best card.",
    }.items():
        page.locator(f"#steps-{name}").fill(words)
    press(page, "Preview")
    sound(page)
    expect(page.get_by_role("heading", name="What do you lead?")).to_be_visible()
    expect(page.locator("footer.from")).to_contain_text("Your teacher’s own")
    press(page, "Continue writing")
    press(page, "Save")
    expect(page.get_by_text("Saved as version 1.")).to_be_visible()
    assert not classroom.drafts.all_of(VINE)
    page.goto(f"{page.url.partition('/create')[0]}/classes/{room.id}/assignments/new/lesson")
    value = page.locator("main select[name=lesson] option", has_text="Count trumps").get_attribute("value")
    page.locator("main select[name=lesson]").select_option(value)
    press(page, "Assign")
    assert [one.title for one in classroom.assignments.of_class(room.id)] == ["Count trumps"]


def test_what_is_typed_is_saved_by_itself_and_another_tab_is_told(open_page: Open, classroom: Classroom) -> None:
    page = teach(open_page)
    go_by(page.get_by_role("link", name="New lesson"))
    title = page.get_by_label("Title")
    title.fill("Half a lesson")
    title.blur()
    expect(page.locator("#draft-state")).to_contain_text("Draft saved")
    saved = classroom.drafts.all_of(VINE)[0]
    assert saved.title == "Half a lesson"
    other = page.context.new_page()
    other.goto(f"{page.url.partition('/create')[0]}/create/form/drafts/{saved.slot}")
    other.get_by_label("Aim").fill("See.")
    other.get_by_label("Aim").blur()
    expect(other.locator("#draft-state")).to_contain_text("Draft saved")
    title.fill("Mine")
    title.blur()
    expect(page.locator("#draft-clash")).to_be_visible()
    assert classroom.drafts.all_of(VINE)[0].title == "Half a lesson"
    press(page, "Keep the text of this tab")
    assert classroom.drafts.all_of(VINE)[0].title == "Mine"
    go_by(page.get_by_role("link", name="Your lessons and hands"))
    sound(page)
    go_by(page.get_by_role("link", name="Mine"))
    page.get_by_text("Discard this draft").click()
    press(page, "Discard the draft")
    assert not classroom.drafts.all_of(VINE)
    other.close()


def test_the_form_fits_a_telephone_and_needs_no_script(open_page: Open, classroom: Classroom) -> None:
    page = teach(open_page, java_script_enabled=False, viewport={"width": 390, "height": 800})
    go_by(page.get_by_role("link", name="New lesson"))
    page.get_by_label("Title").fill("Plain")
    press(page, "+ Question: a number")
    page.locator("#steps-0-ask").fill("How many?")
    press(page, "+ Text")
    go_by(page.get_by_role("button", name="Move Step 2 up"))
    expect(page.locator("#steps-1-ask")).to_have_value("How many?")
    go_by(page.locator(".composing-tools button[value=draft]"))
    assert classroom.drafts.all_of(VINE)[0].title == "Plain"


@pytest.mark.parametrize("width", [1280, 390])
def test_a_first_lesson_of_three_questions_and_a_hand_to_play(
    open_page: Open, classroom: Classroom, width: int
) -> None:
    page = teach(open_page, width=width)
    go_by(page.get_by_role("link", name="New hand"))
    page.get_by_label("Title").fill("Tuesday")
    deal_out(page)
    page.get_by_text("Click the calls").click()
    page.locator("[data-bid=hearts]").first.click()
    for _ in range(3):
        page.locator("[data-call=passes]").first.click()
    cards = page.locator(".card-picker .row button:not(:disabled)")
    for _ in range(52):
        cards.first.click()
    press(page, "Save")
    expect(page.get_by_text("Saved as version 1.")).to_be_visible()
    go_by(page.get_by_role("link", name="Your lessons and hands"))
    go_by(page.get_by_role("link", name="New lesson"))
    page.get_by_label("Title").fill("First lesson")
    page.get_by_label("Aim").fill("Lead and count.")
    for step in (
        "Question with options",
        "Question: a number",
        "Question: play a card",
        "Deal to play, with questions",
    ):
        press(page, f"+ {step}")
    page.locator("#steps-2 [data-do=random]").first.click()
    page.locator("#steps-2 .answer-picker button").first.click()
    press(page, "Check")
    sound(page)
    faults = page.locator("ol.faults li")
    assert faults.count() > 8
    assert all("Step" in line or "Options" in line for line in faults.all_inner_texts()), faults.all_inner_texts()
    for name, words in {
        "0-ask": "Which is higher?",
        "0-because": "The ace is the highest card.",
        "0-choices-0-says": "The ace",
        "0-choices-1-says": "The king",
        "0-choices-1-why": "The ace beats it.",
        "1-ask": "How many cards has a suit?",
        "1-number": "13",
        "1-because": "Four suits make 52 cards.",
        "2-ask": "What do you lead?",
        "2-because": "It is your best card.",
        "3-ask": "Win a trick.",
        "3-of": "tuesday",
        "3-goal": "1",
        "3-won": "Well played.",
        "3-lost": "Count your winners first.",
    }.items():
        page.locator(f"#steps-{name}").fill(words)
    press(page, "Save")
    expect(page.get_by_text("Saved as version 1.")).to_be_visible()
    press(page, "Preview")
    sound(page)
    expect(page.get_by_role("main").get_by_text("Win a trick.").first).to_be_visible()
    press(page, "Continue writing")
    press(page, "Edit as text")
    expect(page.locator("textarea[name=text]")).to_have_value(re.compile("```deal\nask: Win a trick"))
    go_by(page.get_by_role("button", name="Edit as a form"))
    expect(page.locator("#steps-3-goal")).to_have_value("1")
    assert {one.name for one in classroom.compositions.all_of(VINE)} == {"tuesday", "first-lesson"}
