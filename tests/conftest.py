"""A tutor on a study of its own, for the tests that need one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings

from tests.kit import NOW
from tests.school import classroom, school
from tutor.library.catalogue import Library, load
from tutor.study.store import Study
from tutor.web.application import create_app
from tutor.web.parts import EXTENSION, Parts

settings.register_profile("untimed", deadline=None)  # how fast it is, the benchmarks say
settings.load_profile("untimed")

__all__ = ["classroom", "school"]

EXHAUSTIVE = frozenset(
    (
        "advice", "authorities", "bots", "caelebs", "caelebs_following", "cli", "codes", "deal_pages", "doubling",
        "foster_bidding", "foster_play", "generating", "hellespont", "hellespont_declares", "hellespont_defence",
        "hellespont_games", "hindsight", "kinds", "learners", "lessons", "lists", "masters", "notes_agree", "quizzes",
        "reconstruction", "remembering", "review", "rulings", "tables", "web", "weighing",
    )
)  # fmt: skip
"""The modules of tests that go through all content, or through thousands of deals: not in the fast loop."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.stem.removeprefix("test_") in EXHAUSTIVE:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def library() -> Library:
    return load()


@pytest.fixture
def study(tmp_path: Path) -> Iterator[Study]:
    opened = Study.open(tmp_path / "study.sqlite3", lambda: NOW)
    yield opened
    opened.close()


@pytest.fixture
def app(library: Library, study: Study) -> Flask:
    app = create_app(Parts.of(library, study, Random(1901)), b"only for tests, and long enough")
    app.testing = True
    return app


@pytest.fixture
def app_parts(app: Flask) -> Parts:
    """The parts of the application that `client` asks."""
    found: Parts = app.extensions[EXTENSION]
    return found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Asks for pages and sends forms, without the tokens that a browser sends with them."""
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()
