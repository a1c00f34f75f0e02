"""The public API for authors: what it is, which version, and who may use it."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.author_packages import made, run
from tests.support.cases import for_each
from tests.support.paths import DATA
from tests.tools.authoring_api import FILE, MODULES, fault, surface
from tutor.authors import API_VERSION, AUTHORS, OURS, discover

BEFORE = ["API_VERSION = 1.4", "a(x)", "b(x)"]


def test_the_public_names_are_those_of_the_committed_file() -> None:
    """If this fails, `python -m tests.tools.authoring_api` writes the file, once the version fits the change."""
    assert surface() == FILE.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("after", "why"),
    [
        (["API_VERSION = 1.4", "a(x)", "b(x)"], None),
        (["API_VERSION = 1.4", "a(x)", "b(x)", "c(x)"], "the next version is 1.5"),
        (["API_VERSION = 1.5", "a(x)", "b(x)", "c(x)"], None),
        (["API_VERSION = 1.4", "a(x)"], "the next version is 2.0"),
        (["API_VERSION = 1.5", "a(x)", "b(x, y)"], "the next version is 2.0"),
        (["API_VERSION = 2.0", "a(x)", "b(x, y)"], None),
    ],
)
def test_a_change_needs_the_version_that_fits_it(after: list[str], why: str | None) -> None:
    found = fault(BEFORE, after)
    assert (found is None) is (why is None)
    assert (why or "") in (found or "")


@for_each("module", MODULES)
def test_every_public_name_is_there_and_says_what_it_is(module: str) -> None:
    public = import_module(module)
    assert public.__doc__
    names = [name for name in public.__all__ if name.isidentifier() and not name.isupper()]
    undocumented = {"Reason", "NO_REASON", "UNDECIDED"}  # values, which cannot have a docstring
    assert not [name for name in names if name not in undocumented and not getattr(public, name).__doc__]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_a_package_of_another_author_needs_no_other_module() -> None:
    folder = DATA / "sixth_author"
    used = {name for path in folder.rglob("*.py") for name in imports(path) if name.split(".")[0] == "tutor"}
    assert used
    assert used <= set(MODULES)


# ---- the version a package declares --------------------------------------------------------------------------------


def point(module: str) -> EntryPoint:
    one = EntryPoint("good", f"{module}:AUTHOR", "love_all.authors")
    vars(one)["dist"] = SimpleNamespace(name="some-package")
    return one


OUR_POINTS = [EntryPoint(key, f"tutor.authorities.{key}:AUTHOR", "love_all.authors") for key in AUTHORS]
for _ours in OUR_POINTS:
    vars(_ours)["dist"] = SimpleNamespace(name=OURS)
MAJOR, MINOR = map(int, API_VERSION.split("."))
WRITTEN = """
from tutor.authoring import Author, Source{more}
AUTHOR = Author(Source("good", "A. Good", "A Book", "Nowhere", 1905), "goo", "x:Y", "bridge-english-1901"{api})
"""


@pytest.mark.parametrize(
    ("api", "more", "why"),
    [
        (f', api="{MAJOR}.{MINOR}"', "", None),
        (f', api="{MAJOR}.0"', "", None),
        ("", "", f'names no version of the API. Write api="{API_VERSION}" in its Author.'),
        (', api="new"', "", "has the API version ‘new’. Write api="),
        (
            f', api="{MAJOR}.{MINOR + 1}"',
            "",
            f"it was written for version {MAJOR}.{MINOR + 1} of the API, and this tutor has {API_VERSION}. "
            "Install a newer love-all, or an older some-package.",
        ),
        (f', api="{MAJOR + 1}.0"', ", Tomorrow", "Install a newer love-all, or an older some-package."),
        (f', api="{MAJOR - 1}.9"', ", Yesterday", "Install a newer some-package, or change it as the author’s guide"),
        (', **{"api": "7.0"}', "", "it was written for version 7.0 of the API"),
        (f', api="{API_VERSION}"', ", Nothing", "cannot be imported (ImportError: cannot import name 'Nothing'"),
        (f', api="{API_VERSION}", code_of="x"', "", "cannot be imported (TypeError"),
        (f', api="{API_VERSION}", parts=["one"]', "", "‘parts’ is list. Write a value of the type tuple."),
        (f', api="{API_VERSION}", former_keys=(7,)', "", "cannot be read (TypeError"),
        (f', api="{API_VERSION}")\nraise SystemExit(3', "", "cannot be imported (SystemExit: 3)"),
    ],
)
def test_a_package_for_another_version_is_refused_before_its_names_are_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, api: str, more: str, why: str | None
) -> None:
    name = re.sub(r"\W", "_", f"love_all_{tmp_path.name}")
    (tmp_path / f"{name}.py").write_text(WRITTEN.format(api=api, more=more), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    found = discover([point(name), *OUR_POINTS])
    assert set(AUTHORS) <= set(found.authors)
    assert ("good" in found.authors) is (why is None)
    assert (why or "") in "".join(map(str, found.broken))
    assert all("some-package" in str(error) for error in found.broken)


# ---- packages that break later ---------------------------------------------------------------------------------------

HAND = "S:73 H:AK862 C:J97 D:Q84"
ASKED = (
    f'{{"authority": "sampson", "question": "lead", "view": {{"seat": "Y", "hand": "{HAND}", '
    '"calls": ["A declares spades", "Y is content", "Z is content"], "trick": []}}\n'
)
RULE = "    return yes("


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("package") / "sampson")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "other", "why"),
    [
        (
            "authority.py",
            RULE,
            "    1 / 0\n    return yes(",
            "‘sam-lead-king’ of the package love-all-sampson fails (Zer",
        ),
        ("authority.py", RULE, "    return None  # type: ignore\n    return yes(", "gives NoneType, and neither yes"),
        ("authority.py", ", *(Card(suit, Rank.KING)", ", *(suit", "advises what is neither a card nor a call"),
        (
            "authority.py",
            "Card(suit, Rank.KING)",
            "Card(suit, Rank.TEN)",
            "the ten of hearts, which is not in the hand",
        ),
        (
            "authority.py",
            "leads, Situation)",
            "leads, lambda view: view.nothing)",
            "the chapter on ‘lead’ of the package",
        ),
    ],
    ids=["raises", "gives nothing", "no card", "not held", "cannot read"],
)
def test_a_rule_that_fails_makes_its_author_silent(
    package: Path, tmp_path: Path, file: str, text: str, other: str, why: str
) -> None:
    path = changed(package, tmp_path, file, text, other)
    done = run(path, "tutor", "advise", given=ASKED + ASKED.replace("sampson", "hellespont"))
    theirs, hellesponts = done.stdout.splitlines()
    assert "silent" in theirs
    assert why in theirs
    assert '"cards"' in hellesponts
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "other"),
    [
        ("hands/sam-deal-1.yaml", "H:AK862", "H:AK86"),
        ("hands/sam-deal-1.yaml", "dealer: A", "dealer: A: B"),
        ("lessons/sampson/sam-lesson-1.md", "asks: lead", "asks: led"),
        ("lessons/maxims/sampson.yaml", "topic: leads", "topic: led"),
    ],
    ids=["a card is missing", "not YAML", "a lesson", "a maxim"],
)
def test_a_file_with_a_fault_leaves_out_the_content_of_its_author_alone(
    package: Path, tmp_path: Path, file: str, text: str, other: str
) -> None:
    path = changed(package, tmp_path, file, text, other)
    written = (path / "love_all_sampson" / file).read_text(encoding="utf-8").splitlines()
    place = f"{file}:{next(number for number, line in enumerate(written, 1) if other in line)}:"
    done = run(path, "tutor", "lessons", "--json")
    assert "sam-lesson-1" not in done.stdout
    assert "whist-" in done.stdout
    assert "the author ‘sampson’ of the distribution love-all-sampson" in done.stderr
    assert place in done.stderr
    assert "Traceback" not in done.stderr
    checked = run(path, "tutor", "check", code=2)
    assert place in checked.stderr
    assert '"cards": ["HK"]' in run(path, "tutor", "advise", given=ASKED).stdout


@pytest.mark.slow
def test_positions_with_faults_cost_their_author_alone(package: Path, tmp_path: Path) -> None:
    path = changed(package, tmp_path, "lessons/positions/sampson.yaml", "lead | seat Y", "load | seat Y")
    done = run(path, "tutor", "quiz", "on", "sam-lead-king", "--count", "1", "--json", code=None)
    assert "Traceback" not in done.stderr
    assert "sampson.yaml:7:" in run(path, "tutor", "check", code=2).stderr


PAGES = (
    "/", "/rules/sampson", "/practice/", "/practice/some/sampson-lead", "/practice/some/sam-lead-king",
    "/audit?author=sampson&verdict=", "/lessons/sam-lesson-1", "/courses/", "/library/?q=king", "/agreement",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "other"),
    [
        (RULE, "    1 / 0\n    return yes("),
        ("    if not suits:", "    if Rank.SEVEN in facts.hand[Suit.SPADES]:\n        1 / 0\n    if not suits:"),
        ('f"the hand has ace', 'lambda: "x" + 1 if names else f"the hand has ace'),
        ("KEY = ", "import nothing_here\nKEY = "),
    ],
    ids=["always", "on some hands", "in its reason", "on import"],
)
def test_no_page_fails_because_a_rule_does(package: Path, tmp_path: Path, text: str, other: str) -> None:
    """An exception would end the program that asks for the pages."""
    path = changed(package, tmp_path, "authority.py", text, other)
    pages = json.loads(run(path, "tests.support.sixth_pages", str(tmp_path), *PAGES).stdout)
    assert {code for code, _ in pages.values()} <= {200, 400, 404}
    assert pages["/"][0] == pages["/courses/"][0] == pages["/library/?q=king"][0] == 200


def changed(package: Path, to: Path, file: str, text: str, other: str) -> Path:
    """A copy of the package with another text in one file."""
    copy = Path(shutil.copytree(package, to / "copy"))
    path = copy / "love_all_sampson" / file
    before = path.read_text(encoding="utf-8")
    assert text in before
    path.write_text(before.replace(text, other), encoding="utf-8")
    return copy
