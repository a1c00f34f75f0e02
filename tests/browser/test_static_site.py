"""The static site in a real browser, from a disk and from a bare web server, with and without scripts."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser.test_every_page import assert_good, assert_good_in_all_looks
from tutor.web.static_site.build import _made, site_app
from tutor.web.static_site.links import SiteMap

pytestmark = pytest.mark.browser

PAGES = {
    "contents": "/",
    "courses": "/courses/",
    "a course": "/courses/whist",
    "a lesson of deals": "/lessons/whist-thirteen-tricks",
    "a lesson of cards": "/lessons/bridge-leads-compared",
    "a lesson of incidents": "/lessons/laws-revoke",
    "a lesson of experiments": "/lessons/odds-one-card",
    "games": "/games/",
    "a declaration to decide": "/games/hel-game-01/",
    "a card to decide": "/games/hel-game-01/card/8",
    "the step after it": "/games/hel-game-01/card/9",
    "the end": "/games/hel-game-01/card/52",
    "hindsight": "/games/hel-game-01/hindsight",
    "deals": "/deals/",
    "a deal": "/deals/hel-diamonds-04",
    "an ending": "/endings/cae-end-090",
    "single hands": "/hands/hel-hands-doubling",
    "the codes": "/laws/codes/",
    "a code": "/laws/codes/whist-1859",
    "the points of law": "/laws/",
    "points of one kind": "/laws/?group=dummy",
    "a point": "/laws/claim-rest",
    "glossary": "/glossary",
    "maxims": "/maxims/",
    "odds": "/odds",
    "rules": "/rules/",
    "the rules of an author": "/rules/hellespont",
    "agreement": "/agreement",
    "sources": "/sources",
}
HIDDEN = ".feedback, .told-after > :not(summary), .hint"
"""What nobody should see before they choose."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of the site that are tested, with all that they fetch."""
    folder = tmp_path_factory.mktemp("site")
    with site_app() as app:
        site, client = SiteMap(app.url_map.bind("localhost")), app.test_client()
        waiting, seen = deque(filter(None, map(site.target, PAGES.values()))), set[str]()
        while waiting:
            target = waiting.popleft()
            content, linked = _made(client, site, target)
            (folder / target.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / target.file).write_bytes(content)
            for one in linked:
                if one.file.startswith("static/") and one.file not in seen:
                    seen.add(one.file)
                    waiting.append(one)
    return folder


class Silent(SimpleHTTPRequestHandler):
    """A web server that knows nothing but files, and keeps no log."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def bare_server(files: Path) -> Iterator[str]:
    """The address of the same files on a web server, below a folder, as on a host of many sites."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=files.parent)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/{files.name}"
        server.shutdown()


@pytest.fixture
def open_still(browser: Browser, files: Path) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site, from the disk by default. At the end nothing may have failed or come from elsewhere."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_at(name: str, where: str = files.as_uri(), **options: Any) -> Page:
        def see(request: Request) -> None:
            if not request.url.startswith((where, "data:")):
                complaints.append(f"fetched {request.url}")

        def fail(request: Request) -> None:
            if request.failure != "net::ERR_ABORTED":
                complaints.append(f"failed {request.url}")

        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", see)
        page.on("requestfailed", fail)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(f"{where}/{name}")
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert complaints == []


def file_of(address: str) -> str:
    """The file of a page, written as the reader finds it on the disk."""
    path, _, query = address.partition("?")
    name = f"{path[1:]}index" if path.endswith("/") else path[1:]
    return f"{name}{'-' + query.replace('=', '-') if query else ''}.html"


Opened = Callable[..., Page]


def assert_nothing_is_told(page: Page) -> None:
    """No verdict can be seen, but of what is decided by the time of a step."""
    for shown in page.locator(HIDDEN).all():
        if shown.locator("xpath=ancestor::details[contains(@class, 'passed')]").count() == 0:
            expect(shown).not_to_be_visible()


@pytest.mark.parametrize("address", PAGES.values(), ids=PAGES)
def test_a_page_is_good_and_tells_nothing_too_soon(open_still: Opened, bare_server: str, address: str) -> None:
    from_disk = open_still(file_of(address), java_script_enabled=False)
    assert_nothing_is_told(from_disk)
    page = open_still(file_of(address), bare_server, viewport={"width": 1280, "height": 900})
    assert_nothing_is_told(page)
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px \"EB Garamond\"'))")
    assert_good_in_all_looks(page)


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_lesson_tells_of_an_answer_when_it_is_chosen(open_still: Opened, has_scripts: bool) -> None:
    page = open_still("lessons/laws-revoke.html", java_script_enabled=has_scripts)
    question = page.locator(".step.ask").first
    before = question.inner_text()
    assert "Not quite" not in before
    assert "Right." not in before
    assert "Read on" not in before
    question.get_by_text("There is no penalty; the trick stands").click()
    expect(question.locator(".feedback:visible")).to_have_count(1)
    expect(question.locator(".feedback:visible")).to_contain_text("Not quite.")
    expect(question.locator(".feedback:visible .cite").first).to_contain_text("Hellespont")
    question.get_by_text("The card may be called", exact=True).first.click()
    expect(question.locator(".feedback:visible")).to_have_count(1)
    expect(question.locator(".feedback:visible")).to_contain_text("Right.")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_deal_goes_on_from_decision_to_decision(open_still: Opened, has_scripts: bool) -> None:
    page = open_still("lessons/whist-thirteen-tricks.html", java_script_enabled=has_scripts)
    deal = page.locator(".step.ask").first
    onward = deal.locator(".onward-still > summary")
    expect(onward.first).not_to_be_visible()
    for number in range(onward.count()):
        cards = deal.locator(f"details[name$='-{number}'] > summary")
        assert cards.count() > 1
        cards.first.click()
        expect(deal.locator(f"details[name$='-{number}'] .feedback:visible")).to_have_count(1)
        onward.nth(number).click()
    expect(deal.locator("table.record:visible")).to_have_count(1)


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_game_is_stepped_and_decided_by_keyboard(open_still: Opened, has_scripts: bool) -> None:
    page = open_still("games/hel-game-01/card/8.html", java_script_enabled=has_scripts)
    assert page.get_by_role("link", name="Next card").count() == 0
    card = page.locator(".option > summary").filter(has=page.get_by_role("img", name="nine of clubs"))
    card.focus()
    page.keyboard.press("Enter")
    told = page.locator(".option[open] .feedback")
    expect(told).to_be_visible()
    expect(told).to_contain_text("Hellespont, p. 133")
    page.locator(".option[open]").get_by_role("link", name="Continue").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/card/9.html")
    expect(page.locator("#event")).to_contain_text("Y leads the nine of clubs")
    if has_scripts:
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/card/8.html")


def test_an_answer_that_is_chosen_has_nothing_for_axe_to_find(open_still: Opened, bare_server: str) -> None:
    for name in ("lessons/bridge-leads-compared.html", "games/hel-game-01/card/8.html"):
        page = open_still(name, bare_server, viewport={"width": 390, "height": 844}, color_scheme="dark")
        page.locator(".option > summary").first.click()
        expect(page.locator(".feedback:visible").first).to_be_visible()
        assert_good(page)


def test_a_newcomer_reaches_a_verdict_in_two_clicks(open_still: Opened, files: Path) -> None:
    page = open_still("index.html")
    link = page.get_by_role("link", name="Step through a game")
    assert (files / (link.get_attribute("href") or "")).is_file()
    link.click()
    page.locator(".option > summary").get_by_text("Spades").click()
    expect(page.locator(".option[open] .feedback")).to_contain_text("Right.")
