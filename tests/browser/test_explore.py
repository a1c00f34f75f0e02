"""Exploring in a real browser: cards clicked into a field, a link into something closed, the laws on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tutor.cards import Hand

pytestmark = pytest.mark.browser

HAND = "S:A963 H:86 C:73 D:AKQ74"


def click(page: Page, hand: str) -> None:
    for card in Hand.parse(hand):
        page.click(f".pack button[value='{card}']")


def test_a_position_is_put_together_by_clicking_cards(open_page: Open) -> None:
    page = open_page("/masters/")
    page.select_option("#asked", "whist second hand")
    click(page, HAND)
    assert page.input_value("#hand") == HAND
    expect(page.locator(".hand-editor output")).to_have_text("13 of 13")
    expect(page.locator("#calls")).to_be_hidden()
    page.click(".pack button[value='H2']")
    expect(page.locator(".hand-editor output")).to_have_text("14 of 13: 1 too many")
    page.click(".pack button[value='H2']")
    page.select_option("#trumps", "S")
    page.fill("#trick", "S5")
    page.click("main button.primary")
    expect(page.locator(".voice h3").first).to_contain_text("Cælebs")


def test_the_cards_go_by_the_keyboard_and_by_what_is_typed(open_page: Open) -> None:
    page = open_page("/practice/declare/own", width=390, height=844)
    page.fill("#hand", "AK...")
    expect(page.locator(".pack [aria-pressed=true]")).to_have_count(2)
    page.focus(".pack button[tabindex='0']")
    for key in ("ArrowRight", "ArrowRight", "Space", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.input_value("#hand") == "S:AKQ H:Q C: D:"
    page.click("text=Random hand")
    Hand.parse(page.input_value("#hand"), size=13)
    page.click(".hand-editor >> text=Clear")
    assert page.input_value("#hand") == ""
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_four_hands_are_dealt_into_a_field_of_pbn(open_page: Open) -> None:
    page = open_page("/table/")
    page.click("form.begin > details > summary")
    click(page, HAND)
    for seat in ("Y", "B", "Z"):
        page.click(f".whose button:has-text('{seat}')")
        assert page.locator(".pack button[value='SA']").is_disabled()
        page.click("text=Random hand")
    south = page.input_value("#pbn").split('"')[1].removeprefix("N:").split()[2]
    assert south == "A963.86.AKQ74.73"
    page.click("form.begin button.primary")
    page.wait_for_selector("#event")


def test_without_a_script_only_the_field_is_there(open_page: Open) -> None:
    page = open_page("/practice/declare/own", java_script_enabled=False)
    expect(page.locator(".hand-editor")).to_be_hidden()
    page.fill("#hand", HAND)
    page.click("main button.primary")
    assert "hand=" in page.url or "/practice/" in page.url


def test_the_laws_fit_a_phone_and_a_link_into_them_opens_its_subject(open_page: Open) -> None:
    page = open_page("/laws/", width=390, height=844)
    assert page.evaluate("document.documentElement.scrollHeight") < 6000
    page.goto("/laws/#claim-rest")
    expect(page.locator("#claim-rest a")).to_be_visible()
    page.goto("/laws/?group=revoke#revoke-penalty")
    expect(page.locator("#revoke-penalty dl")).to_be_visible()


LINES_AND_WORDS = """cells => cells.map((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return [range.getClientRects().length, cell.textContent.trim().split(/\\s+/).length];
})"""


def test_no_heading_of_a_table_is_broken_within_a_word(open_page: Open) -> None:
    page = open_page("/rules/")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        found = page.locator("thead th").evaluate_all(LINES_AND_WORDS)
        assert found
        assert all(lines <= words for lines, words in found)


def test_a_hand_is_written_where_one_is_writing(open_page: Open) -> None:
    page = open_page("/create/new/lesson")
    page.fill("#text", "above\nhand: S:AK H:2 C: D:3\nbelow\n")
    page.locator("#text").evaluate("field => field.setSelectionRange(9, 9)")
    page.click(".hand-editor > summary")
    page.dispatch_event("#text", "keyup")
    expect(page.locator(".pack [aria-pressed=true]")).to_have_count(4)
    click(page, "S:Q H: C:T D:")
    assert page.input_value("#text") == "above\nhand: S:AKQ H:2 C:T D:3\nbelow\n"
    page.locator("#text").evaluate("field => field.setSelectionRange(field.value.length, field.value.length)")
    page.dispatch_event("#text", "keyup")
    click(page, "S:Q H: C:T D:")
    assert page.input_value("#text").endswith("below\nS:Q H: C:T D:")
