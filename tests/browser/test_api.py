"""The example of the API in JavaScript, in a browser: on a page of the tutor, and on one of another site."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from tests.browser.site import served
from tests.web.api.test_examples import SAYS_OF_A_REVOKE, example

pytestmark = pytest.mark.browser


def said(page: Page, origin: str) -> list[str]:
    """What the example writes on the console."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text) if message.type == "log" else None)
    waited = example("javascript").replace("\nmain();", "\nawait main();")
    page.evaluate(f"async (address) => {{ globalThis.ORIGIN = address;\n{waited} }}", origin)
    return heard


def test_the_example_in_javascript_runs_on_a_page(browser: Browser, app: Flask) -> None:
    with served(app) as site:
        page = browser.new_page()
        page.goto(f"{site}/api/v1/themes")
        score, law = said(page, site)
        assert score == SAYS_OF_A_REVOKE
        assert "revoke" in law
        page.close()


def test_a_page_of_another_site_may_ask_too(browser: Browser, app: Flask) -> None:
    """Another port is another site to a browser, which asks first whether JSON may be sent."""
    with served(app) as site, served(Flask("elsewhere")) as elsewhere:
        page = browser.new_page()
        page.goto(f"{elsewhere}/")
        assert said(page, site)[0] == SAYS_OF_A_REVOKE
        page.close()
