"""What the README, CONTRIBUTING and the documents promise is there."""

from __future__ import annotations

import json
import re
import shlex

import pytest
from click.testing import CliRunner

from tests.support.cases import for_each
from tests.support.paths import ROOT
from tutor.__main__ import COMMANDS, tutor
from tutor.citations import SOURCES

TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")}
DOCUMENTS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")))
}
SHOWN = DOCUMENTS["docs/commands.md"]

every_text = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)


@every_text
def test_the_text_names_targets_of_make(text: str) -> None:
    assert re.search(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE)


@for_each("text", DOCUMENTS.values())
def test_every_target_of_make_is_one(text: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE)) <= targets


@for_each(("name", "text"), DOCUMENTS.items())
def test_every_file_that_is_named_is_there(name: str, text: str) -> None:
    for file in re.findall(r"`((?:docs|hands|lessons|static|templates|tests|tutor)/[\w./-]+)`", text):
        if "your-" not in file:
            assert (ROOT / file).exists(), file
    without_code = re.sub(r"^(`{3,}).*?^\1$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)", without_code):
        assert (ROOT / name).parent.joinpath(link).is_file(), link


@every_text
def test_every_module_that_is_named_is_there(text: str) -> None:
    for name in re.findall(r"`([\w./-]+(?:/|\.\w+))`", text):
        if "your-" not in name:
            assert (ROOT / name).exists() or list(ROOT.glob(f"tutor/**/{name}")), name


def test_the_readme_is_short_and_leads_to_every_document() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= 60
    reached, waiting = set[str](), ["README.md"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            links = re.findall(r"\]\((?!https?:)([^)#]+\.md)[#)]", DOCUMENTS[name])
            waiting += [
                str((ROOT / name).parent.joinpath(link).resolve().relative_to(ROOT.resolve())) for link in links
            ]
    assert reached >= {name for name in DOCUMENTS if name.startswith("docs/")}


def test_every_command_is_shown_and_every_command_shown_is_one() -> None:
    shown = re.findall(r"tutor (serve|[a-z]+)(?= (?:--|[a-z0-9\"]|\[)|`)", SHOWN)
    assert set(shown) >= set(COMMANDS)
    examples = re.findall(r"^(?:\.venv/bin/)?tutor ([a-z]+)", "\n".join(DOCUMENTS.values()), re.MULTILINE)
    assert set(examples) <= set(COMMANDS)


def test_the_line_for_scripts_does_what_it_says() -> None:
    command = re.search(r"echo ('\{.*?\}')", SHOWN, re.DOTALL)
    assert command
    (line,) = shlex.split(command[1])
    result = CliRunner().invoke(tutor, ["advise"], input=line.replace("\n", "") + "\n")
    assert json.loads(result.output)["calls"] == ["leave"]
    examples = re.findall(r"^tutor ((?:deals|plays) .*?)\s+#", SHOWN, re.MULTILINE)
    assert examples
    for example in examples:
        assert json.loads(CliRunner().invoke(tutor, shlex.split(example)).output)


def test_every_folder_of_the_house_is_in_its_plan() -> None:
    plan = TEXTS["CONTRIBUTING.md"].split("## Structure")[1].split("## ")[0]
    for room in (ROOT / "tutor").iterdir():
        if room.stem not in ("__init__", "__main__", "__pycache__", "py"):
            assert f"`tutor/{room.stem}" in plan, room


def test_the_five_books_are_named() -> None:
    sources = " ".join(DOCUMENTS["docs/sources.md"].split("# Sources")[1].split())
    for source in SOURCES.values():
        assert source.author in sources
