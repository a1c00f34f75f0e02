"""An experiment in a browser: the columns grow, nothing is said before they are there, and the end is read out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open

pytestmark = pytest.mark.browser

FIRST = "/lessons/odds-one-card?step=1"


def test_a_thousand_hands_are_dealt_before_the_eyes(open_page: Open) -> None:
    page = open_page(FIRST)
    page.locator("input[name=answer]").fill("1 in 2")
    page.get_by_role("button", name="Deal 1,000 hands").click()
    figure = page.locator("figure.experiment")
    expect(figure).to_be_visible()
    if "is-dealing" in (figure.get_attribute("class") or ""):
        expect(figure.locator("figcaption")).to_be_hidden()
    expect(figure).not_to_have_class("experiment is-dealing")
    expect(figure.locator("b", has_text="Exactly: 33.3 deals in 100")).to_be_visible()
    expect(page.locator(".feedback")).to_be_visible()
    times = int(figure.locator("b[data-times]").inner_text())
    assert times == sum(map(int, figure.locator("svg text").all_text_contents()))
    assert f"it happened {times} times" in (page.locator("#announcer").text_content() or "")


def test_the_cards_are_dealt_again_in_place(open_page: Open) -> None:
    page = open_page(FIRST)
    page.get_by_role("button", name="Deal without a guess").click()
    figure = page.locator("figure.experiment")
    expect(figure).not_to_have_class("experiment is-dealing")
    before = figure.locator("svg text").all_text_contents()
    page.locator("#deal-again").click()
    page.wait_for_url("**seed=2**")
    expect(figure).not_to_have_class("experiment is-dealing")
    assert figure.locator("svg text").all_text_contents() != before
