"""What stands around every page: the menu, the settings, the help, and the projector."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

GAME = "/games/hel-game-03/card/12?seat=y"
PHONE, PROJECTOR = (390, 844), (1920, 1080)
ONE_LINE = 60
"""Pixels that the head of a page has on a phone."""


def height(page: Page, selector: str) -> float:
    return float(page.evaluate("selector => document.querySelector(selector).getBoundingClientRect().height", selector))


def background(page: Page) -> str:
    return str(page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor"))


def test_the_menu_is_one_line_on_a_phone_and_holds_four_places(open_page: Open) -> None:
    page = open_page("/", width=PHONE[0], height=PHONE[1])
    assert height(page, "header.run") <= ONE_LINE
    names = page.get_by_role("navigation", name="Love All").get_by_role("link").all_inner_texts()
    assert names == ["Learn", "Play", "Practise", "Explore"]
    for name in names:
        page.get_by_role("navigation", name="Love All").get_by_role("link", name=name).click()
        expect(page.locator("header [aria-current]")).to_have_text(name)


def test_a_setting_applies_where_it_is_chosen_and_on_every_page_after(open_page: Open) -> None:
    page = open_page("/", color_scheme="light")
    light = background(page)
    page.get_by_role("link", name="Settings").click()
    dialog = page.get_by_role("dialog")
    for label in ("Dark", "Larger", "With compass points"):
        with page.expect_response(lambda response: response.request.method == "POST"):
            dialog.get_by_label(label).click()
    assert background(page) != light
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.goto(GAME)
    assert background(page) != light
    assert page.locator("html").evaluate("e => getComputedStyle(e).fontSize") == "20px"
    expect(page.locator(".seat.s .who")).to_contain_text("Y West")


def test_a_question_mark_shows_the_keys_and_escape_leads_back(open_page: Open) -> None:
    page = open_page(GAME)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").get_by_text("the next decision in a replay")).to_be_visible()
    page.keyboard.press("ArrowRight")  # is the dialog's, and no step
    page.keyboard.press("Escape")
    expect(page.locator("#event")).to_have_attribute("data-step", "13")


@pytest.mark.parametrize("path", [GAME, "/practice/declare/AKJ762.765.A43.4"])
def test_a_projector_is_filled_and_stays_so(open_page: Open, path: str) -> None:
    page = open_page(path)
    small = height(page, ".card")
    page.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
    page.goto(f"{path}{'&' if '?' in path else '?'}stage=1")
    assert height(page, ".card") > 1.35 * small
    expect(page.locator("header.run")).to_be_hidden()
    assert page.evaluate("() => document.documentElement.scrollWidth") == PROJECTOR[0]
    page.locator(".seat.s button.card, #decision button[name=answer]").first.click()
    page.locator(".mark").first.wait_for()
    assert "stage=1" in page.url
    expect(page.locator("header.run")).to_be_hidden()
