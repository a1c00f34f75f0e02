"""What it is like to play at a table: hands by suits that can be seen and hit, a grid of bids, tricks that rest."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_table import begin, press, take_a_step
from tutor.codes import CODES

pytestmark = pytest.mark.browser

SMALLEST_TARGET = 37
COVERED = """() => [...document.querySelectorAll(".seat.s .card")].filter(card => {
  const box = card.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + 8, box.top + box.height / 2);
  return hit?.closest(".card") !== card;
}).map(card => card.getAttribute("value") || card.title)"""
"""The cards of the hand below of which the left edge, where the rank stands, is not to be seen."""
MIXED = """() => [...document.querySelectorAll(".seat.laid :is(.suit, .rows .fan)")]
  .map(row => [...row.children].map(card => card.className.match(/spades|hearts|clubs|diamonds/)[0]))
  .filter(row => new Set(row).size !== 1).length"""
OVERLAPS = """() => {
  const box = one => one.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const played = [...document.querySelectorAll(".trick .card")].map(box);
  return [...document.querySelectorAll(".seat .card")].map(box).filter(card => played.some(one => meet(one, card)))
    .length;
}"""
"""How many cards of the hands lie over a card of the trick, or under it."""
BOXES = """selector => [...document.querySelectorAll(selector)].map(card => {
  const { left, top, right, height } = card.getBoundingClientRect();
  const next = card.nextElementSibling?.getBoundingClientRect();
  return { left, top, right: next && next.top === top ? Math.min(right, next.left) : right, height };
})"""


def play_until(page: Page, wanted: str) -> None:
    """Takes one step after another, until what is wanted is there."""
    for _ in range(40):
        if page.locator(wanted).count():
            return
        take_a_step(page, in_a_hurry=False)
    raise AssertionError(f"{wanted} was never there")


def still(page: Page) -> None:
    """Waits until no card moves."""
    page.wait_for_function("() => document.getAnimations().every(one => one.playState === 'finished')")


def test_every_card_of_a_hand_can_be_seen_and_hit_and_dummy_lies_by_suits(open_page: Open) -> None:
    page = open_page("/table/", height=800)
    begin(page, CODES["bridge-english-1901"])
    play_until(page, ".seat.s:has(button.card):has(.barred)")
    still(page)
    assert page.evaluate(COVERED) == []
    hand = page.evaluate(BOXES, ".seat.s .card")
    assert len(hand) >= 10
    assert page.locator(".seat.s .card").first.bounding_box()["width"] == pytest.approx(64, abs=2)  # type: ignore[index]
    assert page.locator(".seat.laid").count() == 1
    assert page.locator(".seat.laid :is(.suit, .rows .fan)").count() >= 3
    assert page.evaluate(MIXED) == 0
    assert page.evaluate(OVERLAPS) == 0
    assert page.evaluate("document.documentElement.scrollHeight") < 2 * 800
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        still(page)
        boxes = page.evaluate(BOXES, ".seat.s .card")
        assert len({round(box["top"]) for box in boxes}) <= 2
        for box in boxes:
            assert box["left"] >= 0
            assert box["right"] <= width
            assert box["right"] - box["left"] >= (SMALLEST_TARGET if width == 390 else 24)
            assert box["height"] >= SMALLEST_TARGET
        assert page.evaluate(COVERED) == []
        assert page.evaluate(OVERLAPS) == 0, width
        assert page.evaluate("document.querySelector('main').scrollWidth") <= width
    assert max(box["top"] + box["height"] for box in boxes) < 844, "the table and the hand share the first screen"


def test_bids_are_chosen_from_a_grid_by_pointer_and_by_keys(open_page: Open) -> None:
    page = open_page("/table/")
    begin(page, CODES["auction-1910"])
    grid = page.locator(".bids button")
    assert grid.count() == 35
    assert page.locator(".bids button:disabled").count() == 0
    press(page, ".bids button[aria-label='One heart']")
    expect(page.locator(".table .dialogue")).to_contain_text("One heart")
    shut = page.locator(".bids button:disabled")
    assert shut.count() > 0
    assert shut.first.get_attribute("value") == "bids one spade"
    page.evaluate("document.querySelector('main').dataset.pressed = ''")
    page.keyboard.press("p")
    page.wait_for_function("() => !document.querySelector('main[data-pressed]')")
    assert "A “I pass.”" in " ".join(page.inner_text("main").split())
    page.goto("/table/")
    begin(page, CODES["auction-1910"], 5)
    page.keyboard.press("2")  # the second that can be bid: one club
    expect(page.locator(".table .dialogue")).to_contain_text("One club")
    page.goto("/table/")
    begin(page, CODES["auction-points-1910"])
    assert page.locator(".bids.in-points >> nth=0").locator("button").count() == 40


def test_a_complete_trick_rests_and_then_goes_to_its_winner(open_page: Open) -> None:
    page = open_page("/table/")
    begin(page, CODES["whist-short-1859"])
    play_until(page, ".trick[data-to]")
    expect(page.locator(".trick .card")).to_have_count(4)
    expect(page.locator(".trick .wins")).to_have_count(1)
    expect(page.locator(".taken")).to_contain_text("take")
    step = page.get_attribute("#event", "data-step")
    page.reload()  # so that the speed is the usual one again
    went_on = "step => document.querySelector('#event').dataset.step !== step"
    page.wait_for_function(f"step => ({went_on})(step) || document.querySelector('.gathered-in')", arg=step)


def test_the_last_trick_and_the_end_of_a_deal(open_page: Open) -> None:
    page = open_page("/table/", reduced_motion="reduce")
    begin(page, CODES["whist-short-1859"])
    play_until(page, ".last-trick")
    page.click(".last-trick summary")
    expect(page.locator(".last-trick p")).to_contain_text("took it.")
    page.click(".last-trick summary")
    for _ in range(60):
        if page.locator(".ended").count():
            break
        take_a_step(page, in_a_hurry=True)
    expect(page.locator(".outcome")).to_contain_text("took")
    expect(page.locator(".ended .primary")).to_have_count(1)
    if page.locator("#practise").count():
        page.click("#practise")
        expect(page.locator("main h1, main #question").first).to_be_visible()
