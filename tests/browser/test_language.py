"""The interface in a language that nobody speaks, written from right to left: mirrored, and all of it translated."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.test_every_page import assert_good
from tests.support.school import SECRET
from tests.support.translation import write_accented
from tutor.library.catalogue import Library
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.language import Language
from tutor.web.services import Services

pytestmark = pytest.mark.browser

PAGES = (
    "/", "/courses/", "/courses/whist", "/lessons/whist-take-a-trick", "/practice/", "/review/",
    "/games/", "/games/hel-game-01/", "/games/hel-game-01/card/9", "/deals/", "/rules/", "/laws/", "/rulings", "/odds",
    "/glossary", "/table/", "/settings", "/your-data", "/help",
)  # fmt: skip
UNTRANSLATED = """() => {
  const kept = '[lang=en], script, style, option, svg, .chip, .brand, kbd, .sc', copy = document.body.cloneNode(true)
  copy.querySelectorAll(kept).forEach(part => part.remove())
  const around = copy.querySelectorAll('header.run, footer.run, nav, label, legend')
  let said = [...around].map(part => part.textContent).join(' '), before
  do { before = said; said = said.replace(/⟦[^⟦⟧]*⟧/g, ' ') } while (said !== before)
  return said.match(/[a-z]{3,}/gi) || []
}"""
"""The words around a page and in its forms that are neither messages nor marked as English."""


@pytest.fixture(scope="session")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_accented(tmp_path_factory.mktemp("translations"), "ar")


@pytest.fixture
def app(library: Library, study: Study, catalogues: Path) -> Flask:
    parts = Services.of(library, study, Random(1901))
    return create_app(parts, SECRET, language=Language.parse("ar", catalogues))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_mirrored_and_translated(open_page: Open, path: str) -> None:
    page = open_page(path)
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    brand, help_link = page.locator("header .brand").bounding_box(), page.locator("#help").bounding_box()
    assert brand is not None
    assert help_link is not None
    assert brand["x"] > help_link["x"], "the header begins at the right"
    assert page.evaluate(UNTRANSLATED) == []
    assert_good(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_left_and_right_stay_at_the_table(open_page: Open) -> None:
    page = open_page("/games/hel-game-01/card/9")
    west, east = page.locator(".table .w").bounding_box(), page.locator(".table .e").bounding_box()
    assert west is not None
    assert east is not None
    assert west["x"] < east["x"]
