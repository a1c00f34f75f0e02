"""The pages by keyboard alone: a key never does more than it says, and the focus is always in sight."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tutor.web.services import Services

pytestmark = pytest.mark.browser


LESSON = "/lessons/whist-take-a-trick"
TRUMPS = "/lessons/whist-trump-a-trick"
FOCUSED = """() => {
  const box = document.activeElement.getBoundingClientRect()
  return {
    on: document.activeElement.id || document.activeElement.tagName,
    isAnswer: document.activeElement.matches('[name=answer], [name=act]'),
    isSeen: box.bottom > 0 && box.top < window.innerHeight,
    ring: getComputedStyle(document.activeElement).outlineStyle,
  }
}"""


def answer_first(page: Page) -> None:
    """Answers the first question of the first lesson right, with the focus on what is said of it."""
    page.get_by_role("button", name="ace of spades").focus()
    page.keyboard.press("Enter")
    page.locator(".feedback").wait_for()


def at_step(page: Page, number: int) -> None:
    expect(page.locator(".dots")).to_contain_text(f"Step {number} of")


def test_enter_held_down_goes_on_one_step_and_plays_nothing(open_page: Open) -> None:
    page = open_page(LESSON, height=800)
    answer_first(page)
    page.locator("#next").focus()
    for _ in range(6):  # the first is pressed, the others repeat it
        page.keyboard.down("Enter")
        page.wait_for_timeout(120)
    page.keyboard.up("Enter")
    at_step(page, 2)
    assert page.locator("[data-unanswered]").count() == 1
    focused = page.evaluate(FOCUSED)
    assert not focused["isAnswer"]
    assert focused["isSeen"]
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert page.locator("[data-unanswered] .trick .card").count() == page.locator(".trick .card").count()
    assert page.locator(".feedback").count() == 0


def test_keys_of_one_letter_can_be_turned_off_and_others_stay(open_page: Open) -> None:
    """What a microphone hears as letters does nothing then: WCAG 2.2, 2.1.4."""
    page = open_page("/games/hel-game-01/card/4?seat=all")
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("group", name="Keys of one letter").get_by_label("Off").click()
    page.locator('html[data-keys="off"]').wait_for()
    page.get_by_role("button", name="Close").click()
    for key in ("h", "1", "d", "?"):
        page.keyboard.press(key)
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.locator("#event[data-step='6']").wait_for()
    assert "seat=all" in page.url
    page.reload()
    page.locator('html[data-keys="off"]').wait_for()


def test_the_whole_lesson_opens_at_its_top_with_the_focus_there(open_page: Open) -> None:
    page = open_page(LESSON, height=800)
    page.get_by_role("link", name="Show the whole lesson").press("Enter")
    page.get_by_role("link", name="Show it step by step").wait_for()
    focused = page.evaluate(FOCUSED)
    assert focused["isSeen"], focused
    assert not focused["isAnswer"]


def test_a_card_belongs_to_one_of_the_questions_on_a_page(open_page: Open) -> None:
    page = open_page(f"{TRUMPS}?all=1", height=800)
    page.get_by_role("button", name="queen of spades").first.click()
    expect(page).to_have_url(re.compile("played=SQ"))
    expect(page.locator(".feedback")).to_have_count(1)
    assert page.locator(".step.ask:has(.feedback) h2[id$=asks]").inner_text().find("led a club") > 0


def test_the_ring_is_seen_on_the_felt_and_over_the_next_card(open_page: Open) -> None:
    page = open_page(LESSON)
    page.keyboard.press("Tab")
    card = page.locator(".seat.s button.card").first
    card.focus()
    style = card.evaluate(
        "e => { const s = getComputedStyle(e); return [s.outlineColor, s.boxShadow, s.zIndex, s.position] }"
    )
    assert contrast(style[0], FELT) >= 3
    assert contrast(style[1].split(")")[0] + ")", CARD) >= 3
    assert int(style[2]) > 0
    assert style[3] == "relative"


FELT, CARD = "rgb(47, 93, 75)", "rgb(255, 253, 247)"


def contrast(one: str, other: str) -> float:
    """How many times lighter the lighter of two colours is."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_tab_and_escape_lead_from_a_definition_back_to_its_term(open_page: Open) -> None:
    page = open_page("/lessons/bridge-leads-compared")
    term = page.locator("main a.term").first
    term.focus()
    page.keyboard.press("Enter")
    told = page.get_by_role("dialog")
    expect(told).to_be_focused()
    for _ in range(told.locator("a").count() + 1):
        page.keyboard.press("Tab")
    expect(told).to_have_count(0)
    expect(term).to_be_focused()
    for opened in page.locator("main a.term").all():
        opened.focus()
        page.keyboard.press("Enter")
        expect(told).to_be_focused()
        further = told.locator("a.term")
        if further.count():
            before = told.bounding_box()
            further.first.focus()
            page.keyboard.press("Enter")
            expect(told).to_be_focused()
            after = told.bounding_box()
            assert before
            assert after
            assert abs(before["x"] - after["x"]) < 200
            assert after["y"] > 20
            page.keyboard.press("Escape")
            expect(told).to_have_count(0)
            expect(opened).to_be_focused()
            return
        page.keyboard.press("Escape")
        expect(told).to_have_count(0)
    pytest.fail("no definition has a term")


def test_the_cards_of_a_lesson_are_numbered_for_the_keyboard(open_page: Open) -> None:
    page = open_page(LESSON)
    numbered = "e => getComputedStyle(e, '::after').display + getComputedStyle(e, '::after').content"
    card = page.locator(".seat.s button.card").nth(1)
    assert card.evaluate(numbered).startswith("none")
    page.keyboard.press("Tab")
    assert card.evaluate(numbered).startswith("block")
    assert "2" in card.evaluate(numbered)
    name = card.get_attribute("aria-label") or "?"
    page.keyboard.press("2")
    expect(page.locator("#announcer")).to_contain_text(name)
    focused = page.evaluate(FOCUSED)
    assert focused["ring"] == "solid", "what is said of the answer has the focus, and shows it"


def test_what_happens_in_a_deal_is_announced_trick_by_trick(open_page: Open) -> None:
    page = open_page(LESSON, height=800, reduced_motion="reduce")
    announcer = page.locator("#announcer")
    page.evaluate("document.documentElement.dataset.speed = 'wait'")
    answer_first(page)
    expect(announcer).to_contain_text("You take the trick.")
    page.locator("#next").press("Enter")
    at_step(page, 2)
    expect(announcer).to_contain_text(page.locator(".step h2[id$=asks]").inner_text())
    page.get_by_role("button", name="king of hearts").press("Enter")
    page.locator(".onward #next").press("Enter")
    at_step(page, 3)
    card = page.locator(".seat.s button.card").last
    own = card.get_attribute("aria-label") or "?"
    card.press("Enter")
    expect(announcer).to_contain_text(f"A plays the {own}")
    page.locator("#next").press("Enter")
    expect(announcer).to_contain_text("Your turn.")
    expect(announcer).not_to_contain_text(own)
    page.get_by_role("button", name="ace of spades").press("Enter")
    expect(announcer).to_contain_text(re.compile(r"takes the trick\..* plays .* takes the trick\..*\d of 3 tricks"))


def test_the_score_at_the_end_of_a_lesson_is_announced(open_page: Open, app_parts: Services) -> None:
    lesson = app_parts.courses.lesson("bridge-leads-compared")
    page = open_page(f"/lessons/{lesson.id}")
    for question in lesson.questions:
        page.locator(f"#{question.code} .choices button[name=answer]").first.click()
        page.locator(f"#{question.code} [role=status]").first.wait_for()
        page.keyboard.press("Enter")
        page.locator(f"#{question.code}").wait_for(state="detached")
    expect(page.locator("#announcer")).to_contain_text(re.compile(r"You got \d+ of \d+ right"))


def test_to_play_a_deal_again_does_not_take_its_mark_away(open_page: Open) -> None:
    page = open_page(LESSON, height=800)
    answer_first(page)
    expect(page.locator(".dots .is-right")).to_have_count(1)
    page.get_by_role("link", name="Play it again").press("Enter")
    page.get_by_role("button", name="six of spades").press("Enter")
    expect(page.locator(".mark.wrong").first).to_be_visible()
    expect(page.locator(".dots .is-right")).to_have_count(1)
    expect(page.locator(".reading")).to_contain_text("You answered this right before, and that still counts.")


def test_a_key_does_not_open_the_other_hands_before_the_answer(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/?seat=a")
    closed = page.locator(".card.back").count()
    page.keyboard.press("h")
    expect(page.locator("#announcer")).to_contain_text("Answer first.")
    assert page.locator(".card.back").count() == closed > 0
    page.keyboard.press("5")
    page.locator("#decision [role=status]").wait_for()
    page.keyboard.press("h")
    expect(page.locator(".card.back")).to_have_count(0)
    assert page.evaluate(FOCUSED)["on"] != "BODY"


def test_the_space_bar_follows_a_link_that_looks_like_a_button(open_page: Open) -> None:
    page = open_page(LESSON, height=800)
    answer_first(page)
    page.locator("#next").focus()
    page.keyboard.press("Space")
    at_step(page, 2)


@pytest.mark.parametrize(("path", "skip", "to"), [("/games/", "Skip to the games", "games")])
def test_a_long_way_has_a_link_past_it(open_page: Open, path: str, skip: str, to: str) -> None:
    page = open_page(path)
    link = page.get_by_role("link", name=skip)
    link.focus()
    assert link.evaluate("e => e.getBoundingClientRect().left") >= 0, "it is seen while it has the focus"
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED)["on"] == to
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.games li') !== null")


def test_the_map_of_what_is_known_can_be_passed(open_page: Open) -> None:
    page = open_page("/progress")
    stops = "() => [...document.querySelectorAll('main a')].filter(a => a.checkVisibility()).length"
    assert page.evaluate(stops) < 60
    page.get_by_role("link", name="Skip the map").press("Enter")
    assert page.evaluate(FOCUSED)["on"] == "trend"


def test_a_refused_form_has_the_focus_where_it_says_why(open_page: Open) -> None:
    page = open_page("/practice/declare/own", watched=False)
    page.get_by_label("Your hand").fill("S:AKJ762")
    page.get_by_role("button", name="Use this hand").press("Enter")
    expect(page.get_by_role("alert")).to_be_focused()


def test_the_page_on_your_data_says_that_there_are_no_accounts(open_page: Open) -> None:
    page = open_page("/your-data/")
    expect(page.locator("main")).to_contain_text("There are no accounts here")
    expect(page.locator("main")).not_to_contain_text("passphrases")
