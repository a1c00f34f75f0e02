"""Every page of the classroom as its teacher and its learners see it, from the table of who may do what.

A page that is added later has a row in that table, and so is looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from tests.browser.conftest import TIMEOUT
from tests.browser.site import served
from tests.browser.test_classroom import fill_in, go_by
from tests.browser.test_every_page import assert_good_in_all_looks
from tests.support.access_table import ROWS, Row, tries
from tests.support.clock import NOW
from tests.support.school import WORDS
from tests.support.two_classes import ANN, VINE, furnish
from tests.web.test_access import furnish_app
from tutor.library.catalogue import Library
from tutor.study.study import Study

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OF_CLASSES = re.compile(
    r"/(account|assignments|boards|calendar|classes|create|homework|invitations|join|live|lti|reports|teachers|together"
    r"|your-data)\b"
)
NOT_A_PAGE = re.compile(r"(\.\w+|/(file|part|version|keys|result|data|homework|pbn))$")
"""Addresses of files, and of what scripts ask for."""
NAMES = {"teacher": VINE, "learner": ANN}


def cases() -> Iterator[Any]:
    for row in ROWS:
        rule = row["address"]
        if row["method"] == "GET" and OF_CLASSES.match(rule) and (rule == "/homework/" or not NOT_A_PAGE.search(rule)):
            for column in NAMES:
                if row[column] == "page":
                    yield pytest.param(column, row, id=f"{column}: {rule}: {row['purpose']}")


Look = Callable[[str, Row], Page]


@pytest.fixture(scope="module")
def look(
    built: tuple[Flask, Flask], library: Library, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Look]:
    """Opens the address of a row in the browser of a teacher or a learner, who logs in once."""
    _, app = built
    study = Study.open(tmp_path_factory.mktemp("pages") / "study.sqlite3", lambda: NOW)
    people = furnish(library, study, Random(1))
    furnish_app(app, library, study, has_classes=True)
    with served(app) as site:
        pages = {}
        for column, name in NAMES.items():
            page = pages[column] = browser.new_context(base_url=site).new_page()
            page.set_default_timeout(TIMEOUT)
            page.goto("/log-in")
            fill_in(page, name=name, passphrase=WORDS)
            go_by(page.get_by_role("button", name="Log in"))

        def opened(column: str, row: Row) -> Page:
            page, (one,) = pages[column], tries(people, row, column)
            page.set_viewport_size({"width": 1280, "height": 900})
            page.emulate_media(color_scheme="light")
            answer = page.goto(f"{one.address}?{urlencode(one.sent)}")
            assert answer is not None
            assert answer.status == 200
            return page

        yield opened
        for page in pages.values():
            page.context.close()
    study.close()


@pytest.mark.parametrize(("column", "row"), [*cases()])
def test_a_page_of_the_classroom_is_good(look: Look, column: str, row: Row) -> None:
    assert_good_in_all_looks(look(column, row))
