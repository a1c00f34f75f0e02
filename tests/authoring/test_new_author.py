"""`tutor new author`: the package that it makes is true at once, whatever the book is called."""

from __future__ import annotations

import ast
import errno
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from sysconfig import get_path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from tests.support.author_packages import made, run
from tests.support.form_tokens import tokens
from tests.support.paths import ROOT
from tutor.__main__ import tutor
from tutor.authoring.new_author import GAMES, LONGEST, NewAuthor
from tutor.errors import Impossible, Malformed, TutorError, Unknown

AWKWARD = [
    "Plain", 'The "Third" Hand', "L’Écarté: a game", "‘Don't’, he said \"so\"", "Ünïcödé # no comment", "- a list",
    "{a: 1}", "[b]", "*bold* _and_ `code`", "C:\\new\\table", "100 %", "null", "1905", "'", '"', "@", "&x", "!y", "|",
    ">", "{{ author }}", "{% if %}", "<b>&amp;</b>", "中文書名", "كتاب", "x" * LONGEST, "a  \t b", "~", "? :", "\\",
]  # fmt: skip


def new(*arguments: str, given: str | None = None) -> Result:
    result = CliRunner().invoke(tutor, ["new", "author", *arguments], input=given)
    if result.exception and not isinstance(result.exception, SystemExit | TutorError):
        raise result.exception
    return result


# ---- what somebody types ---------------------------------------------------------------------------------------------


def test_it_needs_only_a_name(tmp_path: Path) -> None:
    folder = tmp_path / "package"
    result = new("sampson", str(folder))
    assert result.exit_code == 0, result.output
    written = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert written == {
        ".gitignore",
        "README.md",
        "pyproject.toml",
        "love_all_sampson/__init__.py",
        "love_all_sampson/authority.py",
        "love_all_sampson/hands/sam-deal-1.yaml",
        "love_all_sampson/lessons/maxims/sampson.yaml",
        "love_all_sampson/lessons/positions/sampson.yaml",
        "love_all_sampson/lessons/rules/sampson.yaml",
        "love_all_sampson/lessons/sampson/course.yaml",
        "love_all_sampson/lessons/sampson/sam-lesson-1.md",
        "love_all_sampson/lessons/themes.yaml",
        "tests/test_sampson.py",
    }
    assert f"pip install --editable {folder}" in result.output
    assert not [path for path in tmp_path.iterdir() if path != folder]


def test_what_is_typed_is_in_the_package(tmp_path: Path) -> None:
    typed = ["--author", "Ann Sampson", "--title", "On Leads", "--place", "Bath", "--year", "1866", "--game", "whist"]
    assert new("sampson", str(tmp_path), *typed).exit_code == 0
    book = (tmp_path / "love_all_sampson" / "__init__.py").read_text(encoding="utf-8")
    for part in ('"Ann Sampson"', '"On Leads"', '"Bath"', "year=1866", '"whist-short-1859"', 'prefix="sam"'):
        assert part in book


def test_a_terminal_is_asked_for_what_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def prompt(text: str, default: object, **_: object) -> object:
        asked.append((text, default))
        return {"Game": "auction", "Year": 1912}.get(text, default)

    monkeypatch.setattr("tutor.cli.new.author.click.prompt", prompt)
    monkeypatch.setattr("tutor.cli.new.author._is_a_terminal", lambda: True)
    assert new("sampson", str(tmp_path), "--place", "Bath").exit_code == 0
    assert asked == [
        ("Game", "bridge"),
        ("Name of the author", "Sampson"),
        ("Title of the book", "A Book of Auction Bridge"),
        ("Year", 1911),
    ]
    assert "year=1912" in (tmp_path / "love_all_sampson" / "__init__.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "kind", "says"),
    [
        ("ab", Malformed, "Write 3 to 20 small letters"),
        ("Marchbanks", Malformed, "such as marchbanks"),
        ("Jean-François", Malformed, "such as jeanfrancois"),
        ("two words", Malformed, "such as twowords"),
        ("../up", Malformed, "Write 3 to 20"),
        ("x" * 21, Malformed, "Write 3 to 20"),
        ("whist1", Malformed, "such as whist"),
        ("true", Malformed, "in YAML it is not a word"),
        ("con", Malformed, "no file can have this name on Windows"),
        ("hellespont", Impossible, "already installed"),
        ("axioms", Impossible, "already installed"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(tmp_path: Path, name: str, kind: type[TutorError], says: str) -> None:
    result = new(name, str(tmp_path / "package"))
    assert isinstance(result.exception, kind)
    assert says in str(result.exception)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("title", "says"),
    [("", "is empty"), (" \t", "is empty"), ("x" * (LONGEST + 1), f"Write {LONGEST} or fewer"), ("a\x1bb", "U+001B")],
)
def test_a_title_that_cannot_be_used_is_refused(tmp_path: Path, title: str, says: str) -> None:
    result = new("sampson", str(tmp_path / "package"), "--title", title)
    assert isinstance(result.exception, Malformed)
    assert says in str(result.exception)
    assert not list(tmp_path.iterdir())


def test_a_game_and_a_year_are_checked_without_the_command() -> None:
    book: dict[str, Any] = {"author": "A", "title": "B", "place": "C"}
    with pytest.raises(Unknown, match="whist"):
        NewAuthor.of("sampson", **book, year=1900, game="wist")
    with pytest.raises(Malformed, match="four figures"):
        NewAuthor.of("sampson", **book, year=19, game="whist")


def test_two_authors_whose_names_begin_alike_have_different_prefixes() -> None:
    book: dict[str, Any] = {"author": "A", "title": "B", "place": "C", "year": 1900, "game": "whist"}
    assert NewAuthor.of("hellman", **book).prefix == "hell"  # hel is taken
    assert NewAuthor.of("lawson", **book).prefix == "laws"  # law is reserved
    assert NewAuthor.of("own", **book).prefix == "owna"


# ---- all or nothing --------------------------------------------------------------------------------------------------


def test_nothing_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("mine", encoding="utf-8")
    result = new("sampson", str(tmp_path))
    assert isinstance(result.exception, Impossible)
    assert "is not an empty folder" in str(result.exception)
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text(encoding="utf-8") == "mine"
    assert isinstance(new("sampson", str(file)).exception, Impossible)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = new("sampson", str(tmp_path / "a" / "b"))
    assert str(tmp_path / "a") in str(result.exception)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("is_there", [True, False])
def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool) -> None:
    folder = tmp_path / "package"
    if is_there:
        folder.mkdir()
    rename = Path.rename
    renamed: list[Path] = []

    def fail(path: Path, target: Path) -> Path:
        if len(renamed) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        renamed.append(target)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    result = new("sampson", str(folder))
    assert "no space left" in str(result.exception)
    assert list(tmp_path.rglob("*")) == ([folder] if is_there else [])


# ---- whatever the book is called -------------------------------------------------------------------------------------

TEXTS = st.one_of(
    st.sampled_from(AWKWARD), st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=LONGEST)
)


@given(
    author=TEXTS,
    title=TEXTS,
    place=TEXTS,
    year=st.integers(1000, 9999),
    game=st.sampled_from(sorted(GAMES)),
    key=st.from_regex("[b-df-hj-np-tv-z]{3,20}", fullmatch=True),
)
def test_every_file_says_the_same_book(author: str, title: str, place: str, year: int, game: str, key: str) -> None:
    one = NewAuthor.of(key, author=author, title=title, place=place, year=year, game=game)
    author, title, place = (" ".join(text.split()) for text in (author, title, place))
    files = one.files()
    project = tomllib.loads(files["pyproject.toml"])
    assert project["project"]["entry-points"]["love_all.authors"] == {key: f"love_all_{key}:AUTHOR"}
    assert author in project["project"]["description"]
    for name, text in files.items():
        if name.endswith(".yaml"):
            assert yaml.safe_load(text).get("source", key) == key
        elif name.endswith(".py"):
            tree = ast.parse(text)
            if name.endswith("__init__.py"):
                strings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
                assert {key, author, title, place, year} <= strings
        assert all(len(line) <= 120 for line in text.splitlines() if name.endswith(".py"))
    assert yaml.safe_load(files[f"love_all_{key}/lessons/{key}/course.yaml"])["title"] == author
    lesson = files[f"love_all_{key}/lessons/{key}/{one.prefix}-lesson-1.md"]
    assert yaml.safe_load(lesson.split("---")[1])["sources"][0]["source"] == key


@pytest.mark.slow
def test_many_strange_books_together_have_no_fault(tmp_path: Path) -> None:
    """All are on the path at once, with every game, and are checked by the tutor, by Ruff and by its formatter."""
    names = [f"book{letter}" for letter in "abcdefghijkl"]
    texts = iter([*AWKWARD, *AWKWARD])
    for number, name in enumerate(names):
        book = {"author": next(texts), "title": next(texts), "place": next(texts)}
        game = list(GAMES)[number % 3]
        one = NewAuthor(
            name, f"boo{name[-1]}", **{k: " ".join(v.split()) for k, v in book.items()}, year=1900, game=game
        )
        made(tmp_path / name, one)
        shutil.copytree(tmp_path / name, tmp_path / "all", dirs_exist_ok=True)
    together = tmp_path / "all"
    assert run(together, "tutor", "check").stdout == "No faults found.\n"
    listed = run(together, "tutor", "deals").stdout
    assert all(f"boo{name[-1]}-deal-1" in listed for name in names)
    run(together, "ruff", "check", ".")
    run(together, "ruff", "format", "--check", ".")


# ---- as it is used ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=list(GAMES))
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    book = {"author": "Ann Sampson", "title": "The “Leads”", "place": "Bath"}
    one = NewAuthor.of("sampson", **book, year=1903, game=request.param)
    return made(tmp_path_factory.mktemp("new") / "sampson", one)


@pytest.mark.slow
def test_a_new_package_is_true_at_once(package: Path) -> None:
    assert run(package, "tutor", "check").stdout == "No faults found.\n"
    assert "Ann Sampson, p. 2" in run(package, "tutor", "deals").stdout
    assert "3 passed" in run(package, "pytest", "-p", "no:cacheprovider").stdout
    run(package, "ruff", "check", ".")
    run(package, "ruff", "format", "--check", ".")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "other"),
    [
        ("love_all_sampson/authority.py", "Rank.KING", "Rank.ACE"),
        ("love_all_sampson/authority.py", "is not facts.trumps", "is facts.trumps"),
        ("love_all_sampson/authority.py", "page=1,", "page=7,"),
        ("love_all_sampson/authority.py", 'headed_by("AK")', 'headed_by("K")'),
        ("love_all_sampson/lessons/positions/sampson.yaml", "H:AK862", "H:AQ862"),
        ("love_all_sampson/lessons/sampson/course.yaml", "sam-lesson-1", "sam-lesson-2"),
    ],
)
def test_the_test_of_a_new_package_can_fail(tmp_path: Path, file: str, text: str, other: str) -> None:
    folder = made(tmp_path / "sampson")
    path = folder / file
    written = path.read_text(encoding="utf-8")
    assert text in written
    path.write_text(written.replace(text, other), encoding="utf-8")
    done = run(folder, "pytest", "-p", "no:cacheprovider", code=1)
    assert "failed" in done.stdout


@contextmanager
def served(python: Path, folder: Path) -> Iterator[str]:
    """The address of a tutor that a Python serves."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(python), "-m", "tutor", "serve", "--port", str(port), "--data", str(folder), "--no-browser"]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)  # noqa: S603
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.communicate(timeout=60)


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_new_package_works_in_an_environment_of_its_own(tmp_path: Path, game: str) -> None:
    """By pip, in a new environment: the check, its own tests, the types, and a lesson that is answered on the web."""
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False)
    bin_folder = environment / ("Scripts" if os.name == "nt" else "bin")
    python = bin_folder / "python"
    site = next(environment.rglob("site-packages"))
    (site / "love_all.pth").write_text(f"import site; site.addsitedir({get_path('purelib')!r})\n", encoding="utf-8")

    def called(*command: str | Path, cwd: Path = tmp_path) -> str:
        done = subprocess.run(  # noqa: S603
            list(map(str, command)), cwd=cwd, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    tutor_of = (python, "-m", "tutor")
    called(*tutor_of, "new", "author", "sampson", "--author", "Ann Sampson", "--game", game)
    folder = tmp_path / "love-all-sampson"
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check", "--quiet"]
    called(sys.executable, "-m", "pip", "--python", python, "install", *offline, "--editable", folder)
    assert called(*tutor_of, "check") == "No faults found.\n"
    assert "Ann Sampson, p. 2" in called(*tutor_of, "deals")
    assert "3 passed" in called(python, "-m", "pytest", "-p", "no:cacheprovider", cwd=folder)
    called(python, "-m", "ruff", "check", ".", cwd=folder)
    called(python, "-m", "ruff", "format", "--check", ".", cwd=folder)
    assert "no issues found" in called(python, "-m", "mypy", cwd=folder)
    with TemporaryDirectory() as study, served(python, Path(study)) as address:
        browser = build_opener(HTTPCookieProcessor(CookieJar()))
        page = opened(browser, f"{address}/lessons/sam-lesson-1")
        action = re.search(r'action="(/lessons/sam-lesson-1/questions/[^"]+)"', page)
        assert action
        answer = urlencode({**tokens(page), "answer": "HK"}).encode()
        verdict = browser.open(f"{address}{action[1]}", answer, timeout=60).read().decode()
        assert "Ann Sampson, p. 1" in verdict
        assert '<p class="mark right">' in verdict


def opened(browser: Any, address: str) -> str:
    """A page of a server that may just have been started."""
    for _ in range(120):
        try:
            return str(browser.open(address, timeout=60).read().decode())
        except URLError:
            time.sleep(0.5)
    raise AssertionError("the tutor did not start")


def test_the_skeleton_is_in_the_wheel() -> None:
    """Everything below `tutor` is in the wheel, unless git ignores it."""
    done = subprocess.run(  # noqa: S603
        ["git", "check-ignore", *map(str, (ROOT / "tutor" / "authoring" / "skeleton").rglob("*.jinja"))],  # noqa: S607
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == ""
