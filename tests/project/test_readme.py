"""What the README and CONTRIBUTING promise is there."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from click.testing import CliRunner

from tests.support.paths import ROOT
from tutor.__main__ import COMMANDS, tutor
from tutor.citations import SOURCES

TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")}

every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


@every_text
def test_every_target_of_make_is_one(text: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE))
    assert named
    assert named <= targets


@every_text
def test_every_file_that_is_named_is_there(text: str) -> None:
    named = [name for name in re.findall(r"`([\w./-]+(?:/|\.\w+))`", text) if "your-" not in name]
    assert named
    for name in named:
        assert (ROOT / name).exists() or list(ROOT.glob(f"tutor/**/{name}")), name
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        assert (ROOT / link).is_file(), link


def test_every_command_is_shown_and_every_command_shown_is_one() -> None:
    shown = re.findall(r"tutor (serve|[a-z]+)(?= (?:--|[a-z0-9\"]|\[)|`)", TEXTS["README.md"])
    assert set(shown) >= set(COMMANDS)


def test_the_line_for_scripts_does_what_it_says() -> None:
    command = re.search(r"echo ('\{.*?\}')", TEXTS["README.md"], re.DOTALL)
    assert command
    (line,) = shlex.split(command[1])
    result = CliRunner().invoke(tutor, ["advise"], input=line.replace("\n", "") + "\n")
    assert json.loads(result.output)["calls"] == ["leave"]
    for example in re.findall(r"^tutor ((?:deals|plays) .*?)\s+#", TEXTS["README.md"], re.MULTILINE):
        assert json.loads(CliRunner().invoke(tutor, shlex.split(example)).output)


def test_every_folder_of_the_house_is_in_its_plan() -> None:
    plan = TEXTS["README.md"].split("## The house")[1].split("## To add")[0]
    for room in (ROOT / "tutor").iterdir():
        if room.stem not in ("__init__", "__main__", "__pycache__", "py"):
            assert f"`{room.stem}`" in plan, room


def test_the_five_books_are_named() -> None:
    sources = " ".join(TEXTS["README.md"].split("## Sources")[1].split())
    for source in SOURCES.values():
        assert source.author in sources
