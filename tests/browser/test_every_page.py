"""Every kind of page, wide and narrow, light and dark: nothing for axe to find, nothing cut off, nothing too small."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from flask.testing import FlaskClient
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tutor.cards import Suit
from tutor.quizzes.exercise import AnswerForm, Exercise
from tutor.quizzes.items import Item, ItemKind
from tutor.quizzes.kinds.lessons import lesson_exercise
from tutor.web.services import Services

pytestmark = pytest.mark.browser


def asked_on(item: str) -> str:
    """Where the first question on an item is asked."""
    return f"/practice/{Item(item, ItemKind.RULE, '').code}/0"


CARD_OF_DUMMY, NUMBER_AT_A_TABLE = "hel-play-no-ruff-discard", "skill-trumps-out"
LESSON = "bridge-leads-compared"
DRILL = "/practice/declare/AKJ762.765.A43.4"
PAGES = {
    "home": "/",
    "games": "/games/",
    "sources": "/sources",
    "the API": "/api/v1/",
    "the help": "/help",
    "a guide": "/help/learning",
    "a guide with tables of many columns": "/help/log-in",
    "a guide with commands": "/help/commands",
    "a file of a guide": "/help/deploy/nginx.conf",
    "the deal": "/games/hel-game-01/?seat=a",
    "a declaration to decide": "/games/hel-game-01/?seat=turn",
    "a lead to decide": "/games/hel-game-01/call/1?seat=y",
    "a card for dummy to decide": "/games/hel-game-01/card/9?seat=a",
    "a trick": "/games/hel-game-03/card/22?seat=z",
    "all hands": "/games/hel-game-04/card/30?seat=all",
    "the end": "/games/hel-game-05/card/52",
    "a question of the drill": DRILL,
    "a right answer": f"{DRILL}/leave",
    "a wrong answer": f"{DRILL}/spades",
    "an answer to a contradiction": "/practice/declare/32.A98432.AKQJ.2/hearts",
    "a hand of one’s own": "/practice/declare/own",
    "deals": "/deals/",
    "a deal": "/deals/hel-diamonds-04",
    "a deal rebuilt": "/deals/cae-end-035",
    "an ending": "/endings/cae-end-090",
    "single hands": "/hands/hel-hands-doubling",
    "themes": "/themes/",
    "games of a theme": "/games/?theme=holding-up",
    "deals of a theme, an author and a declaration": "/deals/?theme=no-trumps&author=hellespont&declared=hearts",
    "the door of hindsight": "/games/hel-game-01/hindsight",
    "a game in hindsight": "/games/hel-game-01/hindsight?shown=1",
    "the audit": "/audit",
    "the odds": "/odds",
    "the masters, before they are asked": "/masters/",
    "the masters on a hand": "/masters/?hand=S:AQJT+H:QJ4+C:KT2+D:752&boundary=1",
    "the masters on a lead": "/masters/?hand=S:T98+H:AK84+C:983+D:KQ2&part=leader&trumps=D",
    "the masters at a step, a card read": "/games/hel-game-03/masters/4?read=0",
    "the masters at a step, a card weighed": "/games/hel-game-03/masters/4?card=C3",
    "all rules": "/rules/",
    "the maxims": "/maxims/",
    "the rules of an author": "/rules/hellespont",
    "whether they keep them": "/agreement",
    "the glossary": "/glossary",
    "the library, searched": "/library/?q=second+hand",
    "the courses": "/courses/",
    "a course": "/courses/whist",
    "a lesson that waits": "/lessons/whist-cards-and-table",
    "a lesson, all of it": f"/lessons/{LESSON}?all=1",
    "a handout": f"/lessons/{LESSON}/handout",
    "a drill to begin": f"/lessons/{LESSON}/drills/0/7",
    "all that can be practised": "/practice/",
    "a card of dummy asked for": asked_on(CARD_OF_DUMMY),
    "a number asked for at a table": asked_on(NUMBER_AT_A_TABLE),
    "a call asked for": asked_on("hel-decl-nt-a"),
    "a question with long answers": asked_on("code-rubber-bonus"),
    "the laws of one part, where codes differ": "/laws/?group=dummy&differ=yes",
    "a point of law": "/laws/claim-rest",
    "rulings": "/rulings",
    "a ruling beside the others": "/rulings?code=auction-1910&offence=revokes&by=adversary&when=established",
    "an offence for which a code has no law": "/rulings?code=whist-1859&offence=dummy-speaks",
}
ERRORS = {
    "no such page": ("/nowhere", 404),
    "no such game": ("/games/hel-game-99/", 404),
    "a hand that is none": ("/practice/declare/own?hand=S:AK", 400),
    "a point of law that is none": ("/laws/winking", 404),
    "an offence that is none": ("/rulings?offence=winks", 400),
    "masters asked of no hand": ("/masters/?hand=S:AK", 400),
}
SIZES = [(1280, 900), (390, 844)]
SCHEMES = ["light", "dark"]
LOOKS = [*zip(SIZES, SCHEMES, strict=True)]
"""Once wide and light, once narrow and dark: colours are the scheme’s at every width, and what fits, the width’s."""

RULES_OF_AXE: dict[str, Any] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # to tell of all that is well takes longer than to find what is not
}
SEEN: dict[str, Any] = {
    "runOnly": {
        "type": "rule",
        "values": ["color-contrast", "target-size", "scrollable-region-focusable"],
    },
    "resultTypes": ["violations"],
}
"""What depends on the width and the colours; all else is as it was."""
SMALL = """() => [...document.querySelectorAll('a, button, input:not([type=hidden]), summary')].filter(e => {
  const box = e.getBoundingClientRect(), style = getComputedStyle(e)
  return box.width && style.display !== 'inline' && !e.classList.contains('skip') && (box.height < 24 || box.width < 24)
}).map(e => e.outerHTML.slice(0, 90))"""
OVER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def assert_good(page: Page, rules: dict[str, Any] = RULES_OF_AXE) -> None:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("rules => axe.run(rules)", rules)["violations"]
    assert [(one["id"], one["help"], [node["html"] for node in one["nodes"]]) for one in found] == []
    assert page.evaluate(OVER) <= 0, "the page scrolls to the side"
    assert page.evaluate(SMALL) == []


def assert_good_in_all_looks(page: Page) -> None:
    """For a page that is wide and light."""
    assert_good(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    assert_good(page, SEEN)
    page.set_viewport_size({"width": 320, "height": 640})  # the narrowest telephone, or 1280 at four times the size
    assert page.evaluate(OVER) <= 0


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page_is_good(open_page: Open, path: str) -> None:
    assert_good_in_all_looks(open_page(path))


@pytest.mark.parametrize(("path", "status"), ERRORS.values(), ids=ERRORS)
def test_a_page_of_an_error_is_good(open_page: Open, path: str, status: int) -> None:
    assert_good_in_all_looks(open_page(path, status=status))


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=str)
def test_the_pages_of_a_decision_taken_are_good(open_page: Open, size: tuple[int, int], scheme: str) -> None:
    width, height = size
    page = open_page("/games/hel-game-01/call/1?seat=y", width=width, height=height, color_scheme=scheme)
    page.get_by_role("button", name="eight of hearts").click()
    page.locator("#decision").get_by_text("Not the eight of hearts.").wait_for()
    assert_good(page)
    page.get_by_role("link", name="Show hindsight").click()
    page.get_by_role("heading", name="Hindsight").wait_for()
    assert_good(page)
    page.goto("/")
    page.get_by_role("link", name="Game I").wait_for()
    assert_good(page)


@pytest.mark.parametrize(("size", "scheme"), LOOKS, ids=str)
def test_the_pages_of_what_was_learnt_are_good(
    open_page: Open, client: FlaskClient, app_parts: Services, size: tuple[int, int], scheme: str
) -> None:
    """A lesson and its drill answered, every second question of them wrong, and what the review makes of that."""
    lesson, makers = app_parts.courses.lesson(LESSON), app_parts.makers
    for number, question in enumerate(lesson.questions):
        given = an_answer(lesson_exercise(lesson, question, makers), right=number % 2 == 0)
        client.post(f"/lessons/{LESSON}/questions/{question.code}", data={"answer": given})
    for number in range(lesson.drill.questions):
        address = client.get(f"/lessons/{LESSON}/drills/0/7/{number + 1}").location
        code, made = address.split("?")[0].split("/")[-2:]
        given = an_answer(makers.make(makers.coded(code).id, int(made)), right=number % 2 == 0)
        client.post(address, data={"answer": given})
    width, height = size
    page = open_page(f"/lessons/{LESSON}?all=1", width=width, height=height, color_scheme=scheme)
    assert page.locator(".mark.wrong").count() == len(lesson.questions) // 2
    assert_good(page)
    for item, further in ((CARD_OF_DUMMY, "?others=1&hindsight=1"), (NUMBER_AT_A_TABLE, "")):
        page.goto(f"{asked_on(item)}/{an_answer(makers.make(item, 0), right=False)}{further}")
        assert page.locator(".mark.wrong").count() == 1
        assert_good(page)
    page.goto(asked_on(CARD_OF_DUMMY))
    for shown in range(3):
        page.locator("#hint").click()
        page.locator(".note.hint").nth(shown).wait_for()
    assert page.locator("#hint").count() == 0
    assert_good(page)
    for path in (f"/lessons/{LESSON}/drills/0/7", "/review/", "/progress"):
        page.goto(path)
        assert_good(page)


def an_answer(exercise: Exercise, *, right: bool) -> str:
    """A right answer, or a wrong one."""
    if right:
        return exercise.answer
    if exercise.form is AnswerForm.NUMBER:
        return str(int(exercise.answer) + 1)
    return next(choice.key for choice in exercise.choices if not exercise.mark(choice.key).grade.is_right)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_pack_of_four_colours_is_good(open_page: Open, scheme: str) -> None:
    page = open_page("/games/hel-game-04/card/30?seat=all", color_scheme=scheme)
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Four-colour pack").click()
    page.locator('html[data-pack="four"]').wait_for()
    page.get_by_role("button", name="Close").click()
    assert_good(page)
    colours = {
        page.locator(f".card.{suit.plural} .index").first.evaluate("e => getComputedStyle(e).color") for suit in Suit
    }
    assert len(colours) == 4


def test_a_page_prints_its_matter_and_not_its_controls(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/52")
    page.emulate_media(media="print")
    assert page.get_by_role("heading", name="The four hands").is_visible()
    assert page.locator(".record table").is_visible()
    for control in ("header nav", ".controls", ".chairs", ".icons"):
        assert not any(one.is_visible() for one in page.locator(control).all()), control
    assert page.locator("body").evaluate("e => getComputedStyle(e).backgroundColor") in (
        "rgb(255, 255, 255)",
        "rgba(0, 0, 0, 0)",
    )


def test_nothing_moves_for_those_who_ask_for_stillness(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/4?seat=all", reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    page.locator("#event[data-step='6']").wait_for()
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_the_page_is_set_in_its_own_type(open_page: Open) -> None:
    page = open_page("/")
    page.evaluate("() => document.fonts.ready")
    family = page.locator("body").evaluate("e => getComputedStyle(e).fontFamily.split(',')[0].replaceAll('\"', '')")
    loaded = page.evaluate(
        "() => [...document.fonts].filter(f => f.status === 'loaded').map(f => f.family.replaceAll('\"', ''))"
    )
    assert family in loaded
