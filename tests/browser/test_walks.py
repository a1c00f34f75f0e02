"""The main paths, walked as people walk them: by pointer, by keyboard alone, without JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tutor.library.catalogue import Library
from tutor.study.study import Study

pytestmark = pytest.mark.browser


def focused(page: Page) -> str:
    name = page.evaluate("() => { const e = document.activeElement; return e.ariaLabel || e.textContent.trim() }")
    return " ".join(str(name).split())


def test_a_game_is_learned_from_the_list_to_the_last_card(open_page: Open, library: Library, study: Study) -> None:
    game = library.games["hel-game-01"]
    page = open_page("/")
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("link", name="Games of the books").click()
    page.get_by_role("link", name="Game I", exact=True).click()
    page.get_by_text("change seat").click()
    page.get_by_role("link", name="every player in turn").click()
    expect(page.locator("#question")).to_contain_text("You are A. What do you declare?")
    page.get_by_role("button", name="Hearts").click()
    expect(page.locator("#decision")).to_contain_text("Not hearts.")
    expect(page.locator("#decision")).to_contain_text("declare spades", ignore_case=True)
    expect(page.locator("#decision")).to_contain_text("Hellespont, p. 112")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#event")).to_contain_text("A has declared spades. Y is to lead.")
    page.get_by_role("button", name="king of hearts").click()
    expect(page.locator("#decision")).to_contain_text("Right.")
    page.get_by_role("link", name="Show hindsight").click()
    expect(page.get_by_role("heading", name="Hindsight")).to_be_visible()
    for _ in range(60):
        if page.locator("#to-decision").count():
            page.get_by_role("button", name="Show the answer").click()
            page.locator("#decision [role=status]").wait_for()
        elif page.locator("#next").count():
            step = page.locator("#event").get_attribute("data-step")
            page.locator("#next").click()
            page.wait_for_function("step => document.querySelector('#event').dataset.step !== step", arg=step)
        else:
            break
    expect(page.get_by_role("heading", name=game.title)).to_be_visible()
    expect(page.get_by_role("heading", name="The scoring block")).to_be_visible()
    assert len(study.answers.latest("game")) == len(game.decisions)
    page.get_by_role("link", name="The declaration, A").click()
    expect(page.locator("#decision")).to_contain_text("Not hearts.")
    page.get_by_role("link", name="Ask me again").click()
    page.get_by_role("button", name="Spades").click()
    expect(page.locator("#decision")).to_contain_text("Right.")


def test_a_set_of_hands_has_ten_questions_and_an_end(open_page: Open, study: Study) -> None:
    page = open_page("/practice/declare/")
    for number in range(1, 11):
        expect(page.locator(".progress")).to_have_text(f"{number} of 10")
        page.get_by_role("button", name="No trumps").click()
        expect(page.locator(".answered .chosen")).to_contain_text("No trumps")
        assert sum(study.answers.tally("declare").values()) == number
        page.locator("#next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^\d+ of 10 right$"))
    expect(page.locator(".results li")).to_have_count(10)
    expect(page.locator("main .primary")).to_have_count(1)


def test_a_hand_of_ones_own_is_declared_on(open_page: Open) -> None:
    page = open_page("/practice/declare/own")
    page.get_by_label("Your hand").fill("S:AKJ762 H:765 C:4 D:A43")
    page.get_by_role("button", name="Use this hand").click()
    page.get_by_role("button", name="I leave it to you").click()
    expect(page.locator(".feedback [role=status]")).to_contain_text("Right.")
    expect(page.locator(".answered .right")).to_contain_text("I leave it to you")


def test_a_hand_that_is_refused_can_be_mended(open_page: Open) -> None:
    page = open_page("/practice/declare/own", watched=False)
    page.get_by_label("Your hand").fill("S:AKJ762 H:765 C:4 D:A4")
    page.get_by_role("button", name="Use this hand").click()
    expect(page.get_by_role("alert")).to_contain_text("instead of 13")
    expect(page.get_by_label("Your hand")).to_have_value("S:AKJ762 H:765 C:4 D:A4")
    page.get_by_label("Your hand").press("End")
    page.get_by_label("Your hand").press("3")
    page.get_by_role("button", name="Use this hand").click()
    expect(page.get_by_role("button", name="Spades")).to_be_visible()


def test_a_game_by_keyboard_alone(open_page: Open, study: Study) -> None:
    page = open_page("/games/hel-game-01/?seat=a")
    assert focused(page) in ("", "Love All") or page.evaluate("() => document.activeElement === document.body")
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the page"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "Spades", "the way on is the decision"
    page.keyboard.press("Enter")
    expect(page.locator("#decision")).to_contain_text("Right.")
    assert page.evaluate("() => document.activeElement.id") == "decision"
    for step in range(1, 10):
        page.keyboard.press("ArrowRight")
        page.locator(f"#event[data-step='{step}']").wait_for()
    page.keyboard.press("ArrowLeft")
    page.locator("#event[data-step='8']").wait_for()
    page.keyboard.press("Home")
    page.locator("#event[data-step='0']").wait_for()
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="The end", exact=True)).to_be_visible()
    assert len(study.answers.latest("game")) == 1


def test_a_step_keeps_the_focus_on_its_control(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/21?seat=z")
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    page.locator("#event[data-step='23']").wait_for()
    assert page.evaluate("() => document.activeElement.id") == "next"
    expect(page.locator("#announcer")).to_contain_text("plays the")


def test_the_hands_are_opened_and_closed_by_a_key(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/21?seat=z")
    closed = page.locator(".card.back").count()
    assert closed > 0
    page.keyboard.press("h")
    expect(page.locator(".card.back")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".card.back")).to_have_count(closed)
    expect(page).to_have_url(re.compile("seat=z"))


def test_the_way_back_of_the_browser_is_the_way_back_of_the_game(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/21?seat=z")
    for step in (23, 24):
        page.keyboard.press("ArrowRight")
        page.locator(f"#event[data-step='{step}']").wait_for()
    page.go_back()
    page.locator("#event[data-step='23']").wait_for()
    page.go_back()
    page.locator("#event[data-step='22']").wait_for()
    page.go_forward()
    page.locator("#event[data-step='23']").wait_for()
    expect(page).to_have_title(re.compile("Game I: Trick 6"))
    page.reload()
    expect(page.locator("#event")).to_have_attribute("data-step", "23")


def test_the_pack_is_changed_in_place_and_remembered(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/21?seat=z")
    page.get_by_role("link", name="Settings").click()
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.get_by_label("Four-colour pack").click()
    expect(page.locator("html")).to_have_attribute("data-pack", "four")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("link", name="Settings")).to_be_focused()
    page.goto("/practice/declare/")
    expect(page.locator("html")).to_have_attribute("data-pack", "four")


def test_everything_goes_on_without_javascript(open_page: Open, library: Library, study: Study) -> None:
    game = library.games["hel-game-02"]
    page = open_page("/", java_script_enabled=False)
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("link", name="Games of the books").click()
    page.get_by_role("link", name="Game II", exact=True).click()
    page.get_by_text("change seat").click()
    page.get_by_role("link", name="every player in turn").click()
    for _ in range(200):
        asked = page.locator(".choices button")
        way_on = asked if asked.count() else page.locator("#next")
        if not way_on.count():
            break
        with page.expect_event("load"):
            way_on.first.click()
    expect(page.get_by_role("heading", name=game.title)).to_be_visible()
    assert len(study.answers.latest("game")) == len(game.decisions)
    page.get_by_role("link", name="Practise").click()
    expect(page.locator("details.game[open]")).to_contain_text("Bridge")  # of it a game has just been answered
    page.get_by_text("Hands to declare at love-all").click()
    page.get_by_role("link", name="Random hands").click()
    page.get_by_role("button", name="Hearts").click()
    expect(page.locator(".answered .chosen")).to_contain_text("Hearts")
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Four-colour pack").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-pack", "four")
    expect(page.locator(".answered .chosen")).to_contain_text("Hearts")


def test_a_tutor_that_has_stopped_says_so_and_the_page_stays(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/call/1?seat=y", watched=False)
    page.context.route("**/decisions/**", lambda route: route.abort())
    page.get_by_role("button", name="king of hearts").click()
    expect(page.get_by_role("alert")).to_contain_text("The tutor does not answer")
    expect(page.get_by_role("button", name="king of hearts")).to_be_visible()


def test_what_a_screen_reader_is_told_is_what_is_on_the_table(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/4?seat=a")
    expect(page.get_by_role("region", name="A, dealer")).to_contain_text("Spades: ace, king, jack, seven, six, two.")
    expect(page.get_by_role("region", name="Y, leader")).to_contain_text("12 cards, face down.")
    expect(page.get_by_role("region", name="B, dummy")).to_contain_text("Hearts: queen, three.")
    trick = page.get_by_role("img", name=re.compile("^Trick 1:"))
    expect(trick).to_have_accessible_name(re.compile("Y king of hearts .stated., B two of hearts .reconstructed."))
