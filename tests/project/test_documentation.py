"""The built documentation: no warnings, every link and anchor leads somewhere, nothing is fetched from elsewhere."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from click.testing import CliRunner

from tests.support.markup import Page
from tests.support.paths import ROOT
from tests.tools.reference import FOLDER, PAGES
from tutor.__main__ import tutor

OUTSIDE = re.compile(r"https://[a-z0-9.-]+\.[a-z]{2,}(?:/[\w./~#?=&%+:,-]*)?|http://127\.0\.0\.1:8000/[\w./]*")
"""The form of a link that leads out. Nothing asks whether it is there: tests work without a network."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation, built as `make docs` does."""
    place = tmp_path_factory.mktemp("docs")
    (line,) = re.findall(
        r"^\t\$\(BIN\)/(sphinx-build .+) build/docs$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    program, *options = line.split()
    assert {"--fail-on-warning", "--nitpicky"} <= set(options)
    places = ("--doctree-dir", str(place / "trees"), str(place / "html"))
    done = subprocess.run(  # noqa: S603
        [str(Path(sys.executable).with_name(program)), *options, *places],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not done.stderr.strip()
    return place / "html"


@pytest.mark.parametrize("page", PAGES)
def test_the_reference_is_that_of_the_code(page: str) -> None:
    assert (FOLDER / f"{page}.md").read_text("utf-8") == PAGES[page](), "run make reference"


def test_every_command_is_in_the_reference_with_every_option() -> None:
    """Read from the help of the program itself, as somebody at a terminal sees it."""
    said = (FOLDER / "commands.md").read_text("utf-8")
    for words in (["serve"], ["export", "pdf"], ["import", "results"], ["quiz", "on"], ["backup"]):
        part = said.split(f"\n## tutor {' '.join(words)}\n")[1].split("\n## ")[0]
        helped = CliRunner().invoke(tutor, [*words, "--help"]).output
        options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", helped, re.MULTILINE)) - {"--help"}
        assert options
        assert {option for option in options if option not in part} == set()


def test_every_field_of_every_kind_of_file_says_what_it_means() -> None:
    said = (FOLDER / "content.md").read_text("utf-8")
    rows = re.findall(r"^\| `([^`]+)`[^|]*\|[^|]*\|(.*)\|$", said, re.MULTILINE)
    assert len(rows) > 400
    assert [field for field, meaning in rows if not meaning.strip()] == []
    for file in (ROOT / "hands").glob("*.schema.json"):
        for field in json.loads(file.read_text("utf-8"))["properties"]:
            assert any(name == field for name, _ in rows), (file.name, field)


@pytest.mark.slow
def test_every_guide_is_built_and_in_the_contents(built: Path) -> None:
    listed = {urldefrag(link)[0] for link in Page((built / "index.html").read_text("utf-8")).links()}
    for guide in (ROOT / "docs").rglob("*.md"):
        name = guide.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        assert (built / name).is_file()
        assert name in listed or name == "index.html"


@pytest.mark.slow
def test_links_and_anchors_lead_somewhere_and_nothing_comes_from_elsewhere(built: Path) -> None:
    pages = {path: Page(path.read_text("utf-8")) for path in built.rglob("*.html")}
    ids = {path: set(page.ids()) for path, page in pages.items()}
    out = set[str]()
    for path, page in pages.items():
        for node in page.all("link[href], script[src], img[src], iframe[src]"):
            fetched = node.attributes.get("href") or node.attributes.get("src") or ""
            assert not urlsplit(fetched).netloc, f"{path.name} fetches {fetched}"
        for node in page.all("a[href]"):
            target, anchor = urldefrag(node.attributes["href"] or "")
            if urlsplit(target).scheme:
                out.add(node.attributes["href"] or "")
                continue
            place = path if not target else path.parent.joinpath(unquote(target)).resolve()
            assert place.is_file(), f"{path.name} links to {target}"
            assert not anchor or place not in ids or anchor in ids[place], f"{path.name} links to {target}#{anchor}"
    assert len(pages) > 25
    assert out
    assert not [link for link in out if not OUTSIDE.fullmatch(link)]
