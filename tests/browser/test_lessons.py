"""A lesson as it is gone through: one idea and one act at a time, the words beside the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.web.services import Services

pytestmark = pytest.mark.browser


LESSON = "bridge-leads-compared"


def left(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("e => e.getBoundingClientRect().left"))


def top(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("e => e.getBoundingClientRect().top"))


def test_the_words_are_beside_the_table_and_on_a_telephone_below_it(open_page: Open) -> None:
    page = open_page("/lessons/whist-third-hand", height=800)
    assert left(page, ".reading") > left(page, ".picture") + 300
    assert abs(top(page, ".reading") - top(page, ".picture")) < 60
    page.set_viewport_size({"width": 390, "height": 844})
    assert top(page, ".reading") > top(page, ".picture")
    covered = """() => [...document.querySelectorAll('.seat .card')].some(one => {
      const a = one.getBoundingClientRect()
      return [...document.querySelectorAll('.trick .card')].some(other => {
        const b = other.getBoundingClientRect()
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
      })
    })"""
    for lesson in ("whist-third-hand", "bridge-third-hand", "bridge-dealer-second-hand", "auction-third-hand"):
        page.goto(f"/lessons/{lesson}?all=1")
        assert not page.evaluate(covered), lesson


def test_a_lesson_goes_step_by_step_and_ends_with_one_next_step(open_page: Open, app_parts: Services) -> None:
    lesson = app_parts.courses.lesson(LESSON)
    page = open_page(f"/lessons/{LESSON}")
    last = len(lesson.questions) + 1
    for number, question in enumerate(lesson.questions, 1):
        expect(page.locator(".dots")).to_contain_text(f"Step {number} of {last}")
        assert page.locator(".step").count() == 1
        assert page.locator("#next").count() == 0, "a question waits"
        exercise = lesson_exercise(lesson, question, app_parts.makers)
        wrong = next(one for one in exercise.choices if not exercise.mark(one.key).grade.is_right)
        page.locator(f".choices button[name=answer][value='{exercise.value_of(wrong)}']").click()
        page.locator(f"#{question.code} [role=status]").wait_for()
        status = page.locator(f"#{question.code} [role=status]").bounding_box()
        assert status, "the verdict is on the screen"
        assert status["y"] + status["height"] <= 900
        page.keyboard.press("Enter")
    end = page.locator(".end-of-lesson")
    expect(end).to_contain_text(f"You got 0 of {last - 1} right")
    assert end.locator("li").count() == 2, "two rules to remember at the most"
    expect(page.locator("#next")).to_have_text("Try again")
    page.locator("#next").click()
    page.locator(f"#{lesson.questions[0].code}[data-unanswered]").wait_for()
    exercise = lesson_exercise(lesson, lesson.questions[0], app_parts.makers)
    right = next(one for one in exercise.choices if one.key == exercise.answer)
    page.locator(f".choices button[name=answer][value='{exercise.value_of(right)}']").click()
    page.locator(".feedback [role=status]").wait_for()
    page.keyboard.press("Enter")
    page.locator(f"#{lesson.questions[1].code}[data-unanswered]").wait_for()
    page.locator(".dots a").first.click()
    expect(page.locator(".dots")).to_contain_text(f"Step 1 of {last}")
    assert page.locator(".dots .is-right").count() == 1
    page.get_by_role("link", name="Show the whole lesson").click()
    page.get_by_role("link", name="Show it step by step").wait_for()
    assert page.locator(".step.ask").count() == last - 1


def test_a_term_is_told_over_the_page(open_page: Open) -> None:
    page = open_page(f"/lessons/{LESSON}", width=390, height=844)
    address = page.url
    term = page.locator("a.term").first
    term.focus()
    page.keyboard.press("Enter")
    told = page.get_by_role("dialog")
    expect(told).to_contain_text("In the glossary")
    assert len(told.inner_text().split()) > 8
    bounds = told.bounding_box()
    assert bounds
    assert bounds["x"] >= 0
    assert bounds["x"] + bounds["width"] <= 390
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(term).to_be_focused()
    assert page.url == address


def test_a_term_is_a_link_without_scripts(open_page: Open) -> None:
    page = open_page(f"/lessons/{LESSON}", java_script_enabled=False)
    with page.expect_event("load"):
        page.locator("a.term").first.click()
    assert "/glossary#" in page.url


@pytest.mark.parametrize("door", ["I have never played cards", "I know whist or another trick game"])
def test_the_first_card_is_two_clicks_from_the_first_page(open_page: Open, door: str) -> None:
    page = open_page("/")
    page.get_by_role("link", name=door).click()
    card = page.locator(".seat button.card").first
    card.wait_for()
    before = page.locator("#event").get_attribute("data-step")
    card.click()
    expect(page.locator("#event")).not_to_have_attribute("data-step", before or "")


def test_a_wrong_card_of_a_deal_is_taken_back_by_keyboard_and_the_right_one_wins(open_page: Open) -> None:
    page = open_page("/lessons/whist-take-a-trick", height=800)
    six = page.get_by_role("button", name="six of spades")
    six.focus()
    page.keyboard.press("Enter")
    page.locator("#back-card").wait_for()
    assert page.locator(".trick .card").count() == 4, "the trick is completed before one’s eyes"
    expect(page.locator("#announcer")).to_contain_text("beats the six")
    page.locator("#back-card").press("Enter")
    page.get_by_role("button", name="ace of spades").wait_for()
    page.get_by_role("button", name="ace of spades").press("Enter")
    expect(page.locator(".feedback")).to_contain_text("Right.")
    status = page.locator(".feedback [role=status]").bounding_box()
    assert status, "the verdict is on the screen"
    assert status["y"] + status["height"] <= 800
