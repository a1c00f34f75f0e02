"""The examples of docs/api.md do what they say, at a tutor that is served."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.browser.site import served
from tests.support.paths import ROOT

DOCUMENT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
NODE = shutil.which("node")
SAYS_OF_A_REVOKE = "tricks 24, honours 32"
"""Hellespont, p. 53: three tricks over six in hearts, and four honours."""


def example(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    return str(found)


@pytest.fixture
def site(app: Flask) -> Iterator[str]:
    with served(app) as address:
        yield address


def ran(*command: str) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)  # noqa: S603 - ours
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_example_in_python_is_advised_and_marked(site: str, tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text(example("python"), encoding="utf-8")
    advice, question, mark = ran(sys.executable, str(file), site)
    assert advice == "leave - Hellespont, p. 106"
    assert question.startswith("Which term is this?") or "?" in question
    assert re.match(r"(right|wrong) - .", mark)


@pytest.mark.skipif(NODE is None, reason="there is no Node here; the same runs in a browser")
def test_the_example_in_javascript_runs_in_node(site: str, tmp_path: Path) -> None:
    file = tmp_path / "example.mjs"
    file.write_text(example("javascript"), encoding="utf-8")
    score, law = ran(str(NODE), str(file), site)
    assert score == SAYS_OF_A_REVOKE
    assert "revoke" in law


def test_the_problem_that_is_shown_is_one(app: Flask) -> None:
    shown = json.loads(example("json"))
    client: FlaskClient = app.test_client()
    body = {"code": "bridge-english-1901", "denomination": "H", "declarer": 7, "tricks": {"NS": 9, "EW": 4}}
    assert client.post("/api/v1/scores", json=body).get_json() == shown


def test_every_endpoint_and_no_other_is_in_the_table_and_every_option_is_there(app: Flask) -> None:
    paths = app.test_client().get("/api/v1/openapi.json").get_json()["paths"]
    written = set(re.findall(r"^\| `([A-Z]+) /api/v1(/\S+)` \|", DOCUMENT, re.MULTILINE))
    assert written == {(method.upper(), path) for path, operations in paths.items() for method in operations}
