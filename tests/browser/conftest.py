"""A tutor served on a study of its own, and pages of a real browser that complain of what they should not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from tests.browser import chromium
from tests.browser.site import served

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path, chromium.ADVICE
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield opened
        opened.close()


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    """The address of the tutor, without a slash at its end."""
    with served(app) as address:
        yield address


@pytest.fixture
def open_page(browser: Browser, site: str) -> Iterator[Open]:
    """Opens a page in a context of its own; at the end nothing may have gone wrong in it or gone out of it."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def see(request: Request) -> None:
        if _is_elsewhere(request.url, site):
            complaints.append(f"fetched {request.url}")

    def fail(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # as when one goes on while a page looks again
            complaints.append(f"failed {request.url}: {request.failure}")

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
        page.on("console", hear)
        page.on("request", see)
        page.on("requestfailed", fail)

    def open_at(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 900,
        status: int = 200,
        watched: bool = True,
        **options: Any,
    ) -> Page:
        context = browser.new_context(base_url=site, viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        if watched and status == 200:
            watch(page)
        response = page.goto(path)
        assert response is not None
        assert response.status == status
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert complaints == []


def _is_elsewhere(url: str, site: str) -> bool:
    return urlsplit(url).scheme in ("http", "https", "ws", "wss") and not url.startswith(site)
