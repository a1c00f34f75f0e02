"""Your own boards, and a contract that is set, in a real browser."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Open
from tests.browser.test_every_page import LOOKS, assert_good
from tests.support.boards import EVENING

pytestmark = pytest.mark.browser

SET = """[Dealer "W"]
[Deal "N:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q43.QJT9.T98.AK2 5.32.J765.QJT765"]
[Declarer "N"]
[Contract "4S"]
"""


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=str)
def test_a_session_is_imported_judged_and_stepped_through(open_page: Open, size: tuple[int, int], scheme: str) -> None:
    width, height = size
    page = open_page("/boards/", width=width, height=height, color_scheme=scheme)
    assert_good(page)
    page.fill("#text", EVENING)
    page.get_by_role("button", name="Import").click()
    page.get_by_label("Your plays").select_option(label="Christiansen")
    page.get_by_role("button", name="Judge these plays").click()
    page.get_by_text("Rules followed:").first.wait_for()
    assert_good(page)
    page.get_by_role("link", name="Board 17", exact=True).click()
    page.get_by_text("Made 9, one short").wait_for()
    assert_good(page)
    page.get_by_role("link", name="Replay the deal").click()
    page.locator("#event").wait_for()
    assert_good(page)
    page.goto("/boards/1/delete")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="Import a session").wait_for()


def test_the_seats_are_named_as_the_deal_is_typed_and_the_play_begins_with_the_lead(open_page: Open) -> None:
    page = open_page("/table/")
    page.click("text=More choices")
    page.fill("#pbn", SET)
    assert page.locator("#seat option").all_inner_texts() == ["A", "Y, dealer", "B, declarer", "Z"]
    page.select_option("#declarer", "A")
    assert page.locator("#seat option").all_inner_texts() == ["A, declarer", "Y, dealer", "B", "Z"]
    page.select_option("#declarer", "")
    page.select_option("#code", "auction-1910")
    page.locator("details p > button", has_text="Deal").click()
    page.get_by_text("The contract is set for this deal").wait_for()
