"""The practice table in a real browser: a rubber of every game played to its end, and what its pages look like."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.test_every_page import LOOKS, RULES_OF_AXE, assert_good
from tutor.codes import CODES
from tutor.codes.code import Code

pytestmark = pytest.mark.browser

QUIET = ("Pass", "I do not double", "Is content", "No trumps")
"""What a learner in a hurry says, the first of these that is offered."""
CALLS = ".ask .choices button:enabled"
MOST_STEPS = 1500
NUMBER = 4
SOON_OVER = {
    "whist-short-1859": 5, "whist-long-1859": 2, "dumby-1859": 5, "double-dumby-1859": 5, "humbug-1859": 7,
    "french-humbug-1859": 37, "whist-three-handed-1859": 7, "bridge-three-handed-1901": 1, "auction-1910": 7,
    "auction-suits-1910": 2, "auction-three-hand-1910": 8, "auction-points-1910": 6,
}  # fmt: skip
"""The numbers of tables where the rubber takes few deals; elsewhere it is that of all these tests."""
CARD_BY_CARD = ("bridge-english-1901",)
"""Where the first deal is played out by clicks alone; in the other games what is certain is claimed."""


RULES = RULES_OF_AXE | {"rules": {"target-size": {"enabled": False}}}
"""The bar that stays in sight lies over something at every moment, which can be scrolled from under it."""


def begin(page: Page, code: Code, number: int = NUMBER) -> None:
    """Lays a table, from the page that offers to."""
    if not page.locator("#code").is_visible():
        page.click("text=More choices")
    page.select_option("#code", code.key)
    page.fill("#seed", str(number))
    page.click("main button.primary")
    page.wait_for_selector("#event")
    page.evaluate("document.documentElement.dataset.speed = 'wait'")  # so that no trick goes on by itself


def press(page: Page, selector: str) -> None:
    """Presses what is found, and waits until all of the page that follows is there, however it came."""
    page.evaluate("document.querySelector('main').dataset.pressed = ''")
    page.locator(selector).first.click()
    page.wait_for_function("() => document.readyState === 'complete' && !document.querySelector('main[data-pressed]')")


def take_a_step(page: Page, *, in_a_hurry: bool) -> None:
    """What a learner would do next: go on, claim what is certain, say something, play a card."""
    if page.locator("#next").count():
        press(page, "#next")
    elif in_a_hurry and page.locator("#tricks").count():
        page.fill("#tricks", "0")
        press(page, ".claim-rest button")
    elif page.locator(".seat .choices button").count():
        press(page, ".seat .choices button")
    else:
        said = next((word for word in QUIET if page.locator(f"{CALLS}:text-is('{word}')").count()), None)
        press(page, f"{CALLS}:text-is('{said}')" if said else CALLS)


LONG = (
    "bridge-english-1904", "bridge-american-1907", "auction-suits-1910", "auction-points-1910", "whist-long-1859",
    "whist-three-handed-1859",
)  # fmt: skip
"""Games whose pages are those of others here and whose rubbers are long: by `make robustness`."""


@pytest.mark.parametrize(
    "code", [pytest.param(code, id=key, marks=[pytest.mark.deep] * (key in LONG)) for key, code in CODES.items()]
)
def test_a_rubber_is_played_to_its_end_by_clicks(open_page: Open, code: Code) -> None:
    page = open_page("/table/")
    begin(page, code, SOON_OVER.get(code.key, NUMBER))
    assert page.inner_text("h2.who >> nth=3").startswith(code.players[0].label)
    deals = 1
    for _ in range(MOST_STEPS):
        if page.locator("#another").count():
            break
        if page.locator("#next:text-is('Next deal')").count():
            deals += 1
        take_a_step(page, in_a_hurry=deals > 1 or code.key not in CARD_BY_CARD)
    assert page.locator("#another").count(), f"no end after {deals} deals"
    assert page.locator("#review-heading, #block-heading").count()


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=str)
def test_the_pages_of_a_table_have_nothing_for_axe_to_find(open_page: Open, size: tuple[int, int], scheme: str) -> None:
    page = open_page("/table/", width=size[0], height=size[1], color_scheme=scheme)
    assert_good(page, RULES)
    begin(page, CODES["bridge-english-1901"])
    assert_good(page, RULES)
    for _ in range(5):
        take_a_step(page, in_a_hurry=False)
    assert_good(page, RULES)
    for _ in range(80):
        if page.locator("#review-heading").count():
            break
        take_a_step(page, in_a_hurry=True)
    assert_good(page, RULES)


def test_a_table_can_be_played_by_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("/table/")
    begin(page, CODES["bridge-english-1901"])
    for _ in range(3):
        page.keyboard.press("Tab")
    page.locator(CALLS).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".dialogue li")
    for _ in range(40):
        if page.locator(".seat .choices button").count():
            break
        if page.locator("#next").count():
            step = page.get_attribute("#event", "data-step")
            page.locator("#next").focus()
            page.keyboard.press("Enter")
            page.wait_for_function("step => document.querySelector('#event')?.dataset.step !== step", arg=step)
    step = page.get_attribute("#event", "data-step")
    page.locator(".seat .choices button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("step => document.querySelector('#event')?.dataset.step !== step", arg=step)


def test_a_table_is_played_without_scripts(open_page: Open) -> None:
    page = open_page("/table/", java_script_enabled=False)
    page.click("text=More choices")
    page.fill("#seed", str(NUMBER))
    page.click("main button.primary")
    page.click(f"{CALLS}:text-is('No trumps')")
    assert "No trumps" in page.inner_text("main")
    page.click("#next") if page.locator("#next").count() else page.locator(".choices button").first.click()
    assert page.locator("#event").count()


def test_one_plays_on_from_a_replay(open_page: Open) -> None:
    page = open_page("/games/hel-game-03/card/22?seat=z")
    page.click("text=Play on from here")
    page.wait_for_selector("#event")
    assert "/table/" in page.url
    assert "Trick 6" in page.inner_text("main")


def offered(page: Page) -> list[str]:
    """The cards that may be chosen."""
    buttons = page.locator(".at-table button[name=act]")
    return [str(buttons.nth(place).get_attribute("value")) for place in range(buttons.count())]


def to_revoke_with(page: Page) -> str | None:
    """A card that would be a revoke on the trick on the table, where one can be chosen."""
    led = page.locator(".trick .card.led")
    if not led.count():
        return None
    suits = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
    kinds = str(led.first.get_attribute("class")).split()
    suit = next(letter for word, letter in suits.items() if word in kinds)
    cards = offered(page)
    others = [card for card in cards if card[0] != suit]
    return others[-1] if others and len(others) < len(cards) else None


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=str)
def test_whist_in_the_rigour_of_the_game_shows_the_turn_up_and_tells_of_a_revoke(
    open_page: Open, size: tuple[int, int], scheme: str
) -> None:
    page = open_page("/table/", width=size[0], height=size[1], color_scheme=scheme)
    page.click("text=More choices")
    page.check("[name=strictness][value=rigour]")
    begin(page, CODES["whist-short-1859"], 7)
    assert "Spades are trumps" in page.inner_text("h1")
    assert "A turned up the six of spades" in page.inner_text("main")
    assert page.locator(".seat .face-up .card[aria-label='six of spades']").is_visible()
    assert_good(page, RULES)
    has_revoked, told_at = False, 0
    for _ in range(120):
        if page.locator("#decision.ended").count():
            break
        wrong = None if has_revoked else to_revoke_with(page)
        if page.locator("#next").count():
            press(page, "#next")
        elif wrong:
            press(page, f".at-table button[value={wrong}]")
            has_revoked = True
            assert not page.locator(".revoke").count()
        else:
            cards, led = offered(page), page.locator(".trick .card.led")
            following = "" if not led.count() else str(led.first.get_attribute("class")).split()[1][0].upper()
            press(page, f".at-table button[value={next((c for c in cards if c[0] == following), cards[0])}]")
        if not told_at and page.locator(".revoke").count():
            told_at = int(page.inner_text(".beside h2").split()[-1])
            assert "You revoked in trick" in page.inner_text(".revoke")
            assert "law 29" in page.inner_text(".revoke")
            assert not page.locator(".face-up").count(), "after the first trick the turn-up is taken up"
            assert_good(page, RULES)
    assert 1 < told_at <= 13
    told = page.locator(".revoke").all_inner_texts()
    assert any("You revoked" in one for one in told)
    assert any("For your revoke in trick" in one and "YZ exact: three" in one for one in told)
    assert_good(page, RULES)
