"""A tutor served on a study of its own, and pages of a real browser that complain of what they should not see."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect, sync_playwright

from tests.browser import chromium
from tests.browser.site import served

Open = Callable[..., Page]
Scheme = Literal["light", "dark"]
Motion = Literal["reduce", "no-preference"]
TIMEOUT = 30_000
"""Milliseconds that a page has for anything that a test waits for, also on a machine that runs much else."""

expect.set_options(timeout=TIMEOUT)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium.find()
    assert path, chromium.ADVICE
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(chromium.FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def address() -> str:
    """Where all the tutors of a run are served, one after another."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return f"http://127.0.0.1:{found.getsockname()[1]}"


@pytest.fixture
def site(app: Flask, address: str) -> Iterator[str]:
    """The address of the tutor, without a slash at its end."""
    with served(app, urlsplit(address).port or 0):
        yield address


@pytest.fixture(scope="session")
def tab(browser: Browser, address: str) -> Iterator[Page]:
    """The tab in which most pages are opened: to open a new one takes longer than to load most pages."""
    context = browser.new_context(base_url=address, service_workers="block")
    context.set_default_timeout(TIMEOUT)
    yield context.new_page()
    context.close()


@pytest.fixture
def open_page(browser: Browser, tab: Page, site: str) -> Iterator[Open]:
    """Opens a page where nobody has been before; at the end nothing may have gone wrong in it or gone out of it."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []
    free = [tab]

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            complaints.append(message.text)

    def see(request: Request) -> None:
        if _is_elsewhere(request.url, site):
            complaints.append(f"fetched {request.url}")

    def fail(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # as when one goes on while a page looks again
            complaints.append(f"failed {request.url}: {request.failure}")

    def break_down(error: Error) -> None:
        complaints.append(f"script: {error}")

    listeners: dict[str, Callable[[Any], None]] = {
        "pageerror": break_down, "console": hear, "request": see, "requestfailed": fail,
    }  # fmt: skip

    def page_of_its_own(**options: Any) -> Page:
        options = {"service_workers": "block", **options}  # a page that is kept would outlive its test
        context = browser.new_context(base_url=site, **options)
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        return context.new_page()

    def open_at(
        path: str = "/",
        *,
        width: int = 1280,
        height: int = 900,
        status: int = 200,
        watched: bool = True,
        color_scheme: Scheme = "light",
        reduced_motion: Motion = "no-preference",
        **options: Any,
    ) -> Page:
        page = free.pop() if free and watched and not options else page_of_its_own(**options)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(media="null", color_scheme=color_scheme, reduced_motion=reduced_motion)
        if watched and status == 200:
            for event, listener in listeners.items():
                page.on(event, listener)  # type: ignore[call-overload]
        response = page.goto(path)
        assert response is not None
        assert response.status == status
        return page

    yield open_at
    for context in contexts:
        context.close()
    for event, listener in listeners.items():
        with suppress(KeyError):  # as where it was not watched
            tab.remove_listener(event, listener)
    tab.goto("about:blank")
    tab.context.clear_cookies()
    assert complaints == []


def _is_elsewhere(url: str, site: str) -> bool:
    return urlsplit(url).scheme in ("http", "https", "ws", "wss") and not url.startswith(site)
