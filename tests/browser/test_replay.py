"""A replay as it is played: from the hand at the bottom, from decision to decision, on every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tutor.library.catalogue import Library
from tutor.study.study import Study

pytestmark = pytest.mark.browser


BOX = (
    "selector => { const box = document.querySelector(selector).getBoundingClientRect(); return [box.top, box.bottom] }"
)


def box(page: Page, selector: str) -> tuple[float, float]:
    """Where something begins and ends, from the top of the screen."""
    top, bottom = page.evaluate(BOX, selector)
    return top, bottom


def at_step(page: Page, step: int) -> None:
    page.locator(f"#event[data-step='{step}']").wait_for()


@pytest.mark.parametrize(("seat", "left", "top", "right"), [("y", "B", "Z", "A"), ("z", "A", "Y", "B")])
def test_you_sit_at_the_bottom_and_play_from_your_hand(
    open_page: Open, study: Study, seat: str, left: str, top: str, right: str
) -> None:
    page = open_page(f"/games/hel-game-04/?seat={seat}")
    at = {place: page.locator(f".seat.{place} .who b").inner_text() for place in "wnes"}
    assert at == {"s": seat.upper(), "w": left, "n": top, "e": right}
    assert box(page, ".seat.s")[0] > box(page, ".trick")[0]
    for _ in range(3):
        if page.locator(".seat.s button.card").count():
            break
        page.keyboard.press("d")
        page.locator("[data-unanswered]").wait_for()
        if page.locator("#decision .calls button").count():
            page.keyboard.press("1")
            page.locator("#decision [role=status]").wait_for()
    card = page.locator(".seat.s button.card").first
    name = card.get_attribute("aria-label")
    assert page.locator("#decision button.card").count() == 0, "the hand is not listed twice"
    card.click()
    page.locator("#decision [role=status]").wait_for()
    assert page.locator(".seat.s .fan .card:is(.good, .bad, .given)").count() >= 1, name
    assert [place.game for place in study.positions.all()] == ["hel-game-04"]


def test_the_strip_tells_of_decisions_and_the_end_sums_up(open_page: Open, library: Library) -> None:
    game = library.games["hel-game-03"]
    page = open_page("/games/hel-game-03/?seat=y")
    decided = [decision for decision in game.decisions if decision.seat.label == "Y"]
    for number, decision in enumerate(decided):
        page.keyboard.press("d")
        at_step(page, decision.step - 1)
        expect(page.locator(".ledger .is-open")).to_have_count(len(decided) - number)
        expect(page.locator("#hindsight")).to_have_count(0)
        given = decision.instead[0].answers[0] if number == 0 else decision.answer
        page.locator(f".seat.s button[value={given}]").click()
        expect(page.locator("#decision")).to_contain_text("Not the" if number == 0 else "Right.")
    expect(page.locator("#next-decision")).to_have_count(0)
    expect(page.locator(".ledger .is-wrong")).to_have_count(1)
    assert ", a decision: wrong" in page.locator(".ledger .is-wrong").inner_text()
    expect(page.locator(".ledger .is-right")).to_have_count(len(decided) - 1)
    page.keyboard.press("End")
    summary = page.locator(".summary")
    expect(summary).to_contain_text(f"You got {len(decided) - 1} of {len(decided)} decisions right")
    expect(summary.locator("li")).to_have_count(1)
    expect(page.locator("#event")).to_contain_text("YZ took 7 tricks against A’s spades and score 2.")
    summary.get_by_role("link", name="Next game: Game IV").click()
    expect(page).to_have_url(re.compile("hel-game-04"))


def test_to_open_a_game_is_not_to_begin_it(open_page: Open, study: Study) -> None:
    page = open_page("/games/hel-game-03/?seat=z")
    page.wait_for_load_state("networkidle")
    page.goto("/games/hel-game-02/card/9")
    page.wait_for_load_state("networkidle")
    assert study.positions.all() == ()
    with page.expect_response("**/place"):
        page.keyboard.press("ArrowRight")
    assert [place.game for place in study.positions.all()] == ["hel-game-02"]
    page.goto("/games/")
    assert page.locator(".games .progress:text-is('started')").count() == 1


def test_the_first_decision_is_on_the_first_screen_of_a_telephone(open_page: Open, library: Library) -> None:
    page = open_page("/games/hel-game-01/?seat=a", width=390, height=844)
    assert box(page, "#question")[0] < 600
    assert box(page, "#decision .calls")[1] < box(page, ".controls")[0], "the choices are not under the controls"
    for game in library.games.values():
        page.goto(f"/games/{game.id}/")
        if not page.locator("[data-unanswered]").count():
            page.keyboard.press("d")
            page.locator("[data-unanswered]").wait_for()
        assert box(page, "#question")[1] < 844, game.id
        for card in page.locator(".at-table button.card").all():
            bounds = card.bounding_box()
            assert bounds, game.id
            assert bounds["y"] + bounds["height"] < 780, game.id
            assert min(bounds["width"], bounds["height"]) >= 36, game.id


def test_at_twice_the_size_the_table_is_still_to_be_seen(open_page: Open) -> None:
    page = open_page("/games/hel-game-03/card/12?seat=y", width=640, height=400)
    top, bottom = box(page, ".table")
    covers = "e => ['fixed', 'sticky'].includes(getComputedStyle(e).position)"
    assert not page.locator(".controls").evaluate(covers)
    assert min(bottom, 400) - top >= 240
    assert box(page, "#question")[0] < 400, "beside it"


def test_a_seat_is_changed_in_one_line_that_moves_nothing(open_page: Open) -> None:
    page = open_page("/games/hel-game-03/card/22?seat=z")
    before = box(page, ".table")
    page.get_by_text("change seat").click()
    assert box(page, ".table") == before
    page.get_by_role("link", name="Y, leader").click()
    expect(page.locator(".seat.s .who b")).to_have_text(re.compile("^Y"))
    expect(page.locator(".chairs details[open]")).to_have_count(0)
