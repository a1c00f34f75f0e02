"""The author’s guide: everything that it tells a newcomer to write and to run, written and run in its order."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.author_packages import made, run
from tests.support.paths import ROOT
from tutor.authoring.new_author import NewAuthor

GUIDE = (ROOT / "docs" / "authors.md").read_text(encoding="utf-8")
_STEP = re.compile(r"^<!-- ([a-z-]+)(?:: (\S+))? -->\n(?:(`{3,})\w*\n(.*?)^\3$)?", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^(<!-- [^\n]* -->\n)?(`{3,})(\w+)\n(.*?)^\2$", re.MULTILINE | re.DOTALL)
BY_HAND = {
    "pip install mypy pytest ruff",
    "cd love-all-harlow",
    "pip install --editable .",
    "pip install build",
    "python -m build",
}
"""Commands that the test cannot run: they need a network, or another environment."""


class Step(NamedTuple):
    """What the guide tells a reader to do: `write`, `add`, `run`, `says` or `paste-play`."""

    what: str
    file: str
    text: str


def steps() -> Iterator[Step]:
    for what, file, _, text in _STEP.findall(GUIDE):
        yield Step(what, file, text)


def new_author() -> NewAuthor:
    """The author of the command with which the guide begins."""
    found = re.search(r"^tutor new author (.*)$", GUIDE, re.MULTILINE)
    assert found
    name, *options = shlex.split(found[1])
    given = dict(zip((one.removeprefix("--") for one in options[::2]), options[1::2], strict=True))
    return NewAuthor.of(name, **{**given, "year": int(given["year"])})  # type: ignore[arg-type]


def test_every_example_is_run() -> None:
    """Each fenced block is a step of the guide, but for commands that need a network."""
    unmarked = [text for mark, _, _, text in _FENCE.findall(GUIDE) if not mark]
    lines = {line for text in unmarked for line in text.splitlines()}
    assert {line for line in lines if not line.startswith("tutor new author")} == BY_HAND
    assert {step.what for step in steps()} == {"write", "add", "run", "says", "paste-play"}


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of a reader who has done everything that the guide says."""
    folder = made(tmp_path_factory.mktemp("guide") / "love-all-harlow", new_author())
    said = ""
    for step in steps():
        path = folder / step.file
        match step.what:
            case "write":
                path.write_text(step.text, encoding="utf-8")
            case "add":
                path.write_text(path.read_text(encoding="utf-8") + step.text, encoding="utf-8")
            case "run":
                for line in step.text.splitlines():
                    done = run(folder, *shlex.split(line), *(["-p", "no:cacheprovider"] if line == "pytest" else []))
                    said = done.stdout
                    assert not done.stderr or line.startswith("tutor reconstruct")
            case "says":
                assert said.startswith(step.text)
            case "paste-play":
                written = path.read_text(encoding="utf-8")
                assert "play: []\n" in written
                path.write_text(written.replace("play: []\n", said), encoding="utf-8")
    assert "har-lesson-2" in said
    return folder


@pytest.mark.slow
def test_the_guide_leads_from_nothing_to_a_judged_lesson(walked: Path, tmp_path: Path) -> None:
    assert "7 passed" in run(walked, "pytest", "-p", "no:cacheprovider").stdout
    claims = run(walked, "tutor", "claims").stdout
    assert re.search(r"holds +har-deal-1", claims)
    pages = run(walked, "tests.support.sixth_pages", str(tmp_path), "/lessons/har-lesson-2", "/games/har-game-1").stdout
    assert "jack of diamonds" in pages
    assert "Mrs. Harlow, p" in pages
    assert "Ten tricks in spades" in pages


@pytest.mark.deep
def test_the_code_of_the_guide_is_typed_and_in_the_format_of_its_package(walked: Path) -> None:
    run(walked, "ruff", "check", ".")
    run(walked, "ruff", "format", "--check", ".")
    assert "no issues found" in run(walked, "mypy").stdout
