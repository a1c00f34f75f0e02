"""The authors: each in a folder or a package of his own, found through an entry point, and named nowhere else."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.cases import for_each
from tests.support.paths import ROOT
from tutor.authorities import AUTHORITIES
from tutor.authors import AUTHORS, GROUP, OURS, Author, Source, current, discover
from tutor.citations import SOURCES
from tutor.errors import BrokenPlugin, StaleInstallation

PACKAGE = ROOT / "tests" / "data" / "sixth_author"
DISTRIBUTION = "love-all-marchbanks"
THREE_ACES = {"question": "declare", "role": "dealer", "hand": "S:A64 H:A73 C:A92 D:8652"}


# ---- who they are ------------------------------------------------------------------------------------------------


def test_the_authors_are_in_the_order_of_their_books() -> None:
    assert list(AUTHORS) == ["caelebs", "hellespont", "hoffmann", "elwell", "foster"]
    assert list(SOURCES) == list(AUTHORITIES) == list(AUTHORS)
    assert [author.order for author in AUTHORS.values()] == sorted(author.order for author in AUTHORS.values())


def test_every_author_of_the_project_is_installed() -> None:
    """Where this fails, the environment was set up before the authors changed: `make run` sets it up anew."""
    written = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"][GROUP]
    folders = {path.parent.name for path in (ROOT / "tutor" / "authorities").glob("*/__init__.py")}
    assert set(written) == folders == {author.key for author in AUTHORS.values() if not author.is_plugin}


def test_a_former_key_finds_its_author() -> None:
    assert current("axioms") == "elwell"
    assert SOURCES["axioms"] is SOURCES["elwell"]
    assert AUTHORITIES["axioms"] is AUTHORITIES["elwell"]
    assert current("elwell") == "elwell"
    assert current("nobody") == "nobody"
    assert "axioms" not in list(SOURCES)


@pytest.mark.parametrize("key", AUTHORS)
def test_an_author_is_what_his_rules_say(key: str) -> None:
    author, rules = AUTHORS[key], AUTHORITIES[key].rules
    assert AUTHORITIES[key].key == author.key == key
    assert {rule.id.partition("-")[0] for rule in rules} == {author.prefix}
    assert {rule.citation.source for rule in rules} == {key}


def test_to_know_the_authors_loads_no_rules() -> None:
    asked = (
        "import sys; from tutor.citations import SOURCES; assert len(SOURCES) == 5; "
        "print([name for name in sys.modules if name.count('.') > 2 and name.startswith('tutor.authorities.')])"
    )
    assert run([sys.executable, "-c", asked]).stdout.strip() == "[]"


# ---- named nowhere else --------------------------------------------------------------------------------------------

SAMPLES = ROOT / "templates" / "samples"
"""A lesson and a deal for whoever writes one: content, which cites its book as all content does."""


def searched() -> Iterator[tuple[Path, set[str]]]:
    """What may name no author but those whose keys are given: the code, the templates, the scripts and the styles.

    An author is named in his own folder. The codes of laws are excepted, for a law is cited by the book that prints it.
    """
    excepted = {ROOT / "tutor" / "codes", SAMPLES}
    authors = ROOT / "tutor" / "authorities"
    for folder in ("tutor", "templates", "static"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".html", ".xhtml", ".typ", ".js", ".css"} and not excepted & {*path.parents}:
                yield path, {key for key in AUTHORS if authors / key in path.parents}


def naming(*keys: str) -> re.Pattern[str]:
    """Some authors by a key, a name or the ids of their rules, wherever it begins a word."""
    authors = [AUTHORS[key] for key in keys]
    words = {word for author in authors for word in (author.key, *author.former_keys, author.name.split()[-1])}
    prefixes = "|".join(author.prefix for author in authors)
    return re.compile(rf"\b(?:{'|'.join(words)}|(?:{prefixes})-[a-z*])", re.IGNORECASE)


def test_nothing_outside_the_authors_folders_names_one() -> None:
    files = list(searched())
    assert len(files) > 500
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path, own in files
        for pattern in [naming(*(key for key in AUTHORS if key not in own))]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found, "let the author declare in his own folder what depends on him:\n" + "\n".join(found)


@pytest.mark.parametrize("line", ["if key == 'hellespont':", "Cælebs says", "# Foster’s", '"axi-lead-*"', "AXIOMS = 1"])
def test_a_line_that_names_an_author_is_seen(line: str) -> None:
    assert naming(*AUTHORS).search(line)


# ---- plug-ins that cannot be used ----------------------------------------------------------------------------------

GOOD = Author(
    Source("good", "A. Good", "A Book", "Nowhere", 1905), "goo", "nowhere:RULES", "bridge-english-1901", api="1.0"
)
OLD_KEY = replace(GOOD, book=replace(GOOD.book, key="old"), prefix="old", former_keys=("axioms",))
OLD_PREFIX = replace(GOOD, prefix="hel")
UNDATED = replace(GOOD, book=replace(GOOD.book, year=None))
LONG_KEY = replace(GOOD, book=replace(GOOD.book, key="two words"))
NO_AUTHOR = "a text"


def point(name: str, value: str, distribution: str) -> EntryPoint:
    made = EntryPoint(name, value, "love_all.authors")
    vars(made)["dist"] = SimpleNamespace(name=distribution)
    return made


OUR_POINTS = [point(key, f"tutor.authorities.{key}:AUTHOR", OURS) for key in AUTHORS]


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("good", "tests.nowhere:AUTHOR", "cannot be imported (ModuleNotFoundError"),
        ("good", "tests.test_authors:NOBODY", "cannot be imported (AttributeError"),
        ("good", "tests.test_authors:NO_AUTHOR", "is str, not an author"),
        ("bad", "tests.test_authors:GOOD", "its author has the key ‘good’"),
        ("good", "tests.test_authors:OLD_PREFIX", f"the prefix ‘hel’ is already used by the distribution {OURS}"),
        ("old", "tests.test_authors:OLD_KEY", f"the key ‘axioms’ is already used by the distribution {OURS}"),
        ("good", "tests.test_authors:UNDATED", "its book has no year"),
        ("two words", "tests.test_authors:LONG_KEY", "the key ‘two words’ is not valid"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_left_out_and_says_why(name: str, value: str, what: str) -> None:
    found = discover([point(name, value, "some-package"), *OUR_POINTS])
    assert list(found.authors) == list(AUTHORS)
    (broken,) = found.broken
    assert isinstance(broken, BrokenPlugin)
    assert what in str(broken)
    assert "some-package" in str(broken)
    assert name in str(broken)


def test_of_two_plugins_that_clash_the_first_by_its_distribution_stays() -> None:
    points = [point("good", "tests.test_authors:GOOD", package) for package in ("second", "first")]
    found = discover([*points, *OUR_POINTS])
    assert found.authors["good"].distribution == "first"
    assert [error.distribution for error in found.broken] == ["second"]


def test_an_undated_book_has_its_place_where_it_is_said_to_have_it() -> None:
    found = discover([point("good", "tests.test_authors:GOOD", "some-package"), *OUR_POINTS])
    assert list(found.authors) == ["caelebs", "hellespont", "hoffmann", "good", "elwell", "foster"]


@pytest.mark.parametrize(
    "points",
    [[], [point("good", "tests.test_authors:GOOD", "some-package")], [point("elwell", "tutor.nowhere:AUTHOR", OURS)]],
    ids=["none", "only a plug-in’s", "one of ours that is gone"],
)
def test_an_installation_out_of_date_says_what_to_run(points: list[EntryPoint]) -> None:
    with pytest.raises(StaleInstallation, match="make run"):
        discover(points)


# ---- in a process of its own ---------------------------------------------------------------------------------------


def run(
    command: list[str], path: Path | None = None, given: str = "", code: int = 0
) -> subprocess.CompletedProcess[str]:
    """What a command prints, with a folder before all others on the path of its Python."""
    before = [str(path), str(ROOT)] if path else [str(ROOT)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(before)}
    done = subprocess.run(  # noqa: S603 - our own commands
        command, env=environment, input=given, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def tutor(*arguments: str, path: Path, given: str = "", code: int = 0) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, "-m", "tutor", *arguments], path, given, code)


@pytest.mark.slow
def test_a_checkout_with_old_metadata_says_what_to_run(tmp_path: Path) -> None:
    metadata = tmp_path / "love_all-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.4\nName: love-all\nVersion: 0.1.0\n", encoding="utf-8")
    done = tutor("maxims", path=tmp_path, code=2)
    assert "the installed metadata of love-all list no authors. In a checkout, run ‘make run’" in done.stderr
    assert "Traceback" not in done.stderr


# ---- a sixth author ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of a sixth author, installed as any other is."""
    folder = tmp_path_factory.mktemp("installed")
    source = shutil.copytree(PACKAGE, tmp_path_factory.mktemp("source") / "package")
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    run([sys.executable, "-m", "pip", "install", "--quiet", *offline, "--target", str(folder), str(source)])
    return folder


@pytest.fixture(scope="module")
def pages(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """The pages of a tutor that has him, by their addresses."""
    study = tmp_path_factory.mktemp("study")
    done = run([sys.executable, "-m", "tests.support.sixth_pages", str(study), *ADDRESSES], installed)
    return {address: (code, text) for address, (code, text) in json.loads(done.stdout).items()}


HAND = "/masters/?hand=S%3AA64+H%3AA73+C%3AA92+D%3A8652&part=dealer"
ADDRESSES = {
    "/rules/": "Augustus Marchbanks",
    "/rules/marchbanks": "mar-decl-leave",
    HAND: "Augustus Marchbanks",
    "/practice/": "marchbanks-declare",
    "/practice/some/marchbanks-declare": "What do you declare?",
    "/maxims/?author=marchbanks": "be not ashamed",
    "/deals/?author=marchbanks": "The three aces of the timid dealer",
    "/deals/mar-deal-aces": "Augustus Marchbanks, p. 3",
    "/courses/": "The timid dealer",
    "/lessons/timid-dealer-aces": "be not ashamed",
    "/library/?q=ashamed": "mar-maxim-1",
    "/themes/": "Declaring on aces alone",
    "/audit?author=marchbanks&verdict=": "With three aces A declares no trumps.",
    "/agreement": "Augustus Marchbanks",
    "/sources": "The Timid Dealer",
    "/exports/pbn/mar-deal-aces": '[LoveAllSource "marchbanks"]',
    "/create/new/hand?like=mar-deal-aces": "source: marchbanks",
}


@pytest.mark.slow
@for_each("address", ADDRESSES)
def test_a_sixth_author_is_on_the_pages(pages: dict[str, tuple[int, str]], address: str) -> None:
    code, text = pages[address]
    assert code == 200
    assert ADDRESSES[address] in text.replace("&#34;", '"')


@pytest.mark.slow
def test_a_sixth_author_advises(installed: Path) -> None:
    asked = [{"authority": "marchbanks", **THREE_ACES}, {"authority": "axioms", **THREE_ACES}]
    done = tutor("advise", path=installed, given="".join(f"{json.dumps(one)}\n" for one in asked))
    his, elwells = map(json.loads, done.stdout.splitlines())
    assert (his["calls"], his["rule"]) == (["N"], "mar-decl-three-aces")
    assert his["cited"] == "Augustus Marchbanks, p. 2"
    assert elwells["citation"]["source"] == "elwell"


@pytest.mark.slow
def test_a_sixth_authors_content_has_no_fault(installed: Path) -> None:
    assert tutor("check", path=installed).stdout == "No faults found.\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["search", "ashamed"], "mar-maxim-1"),
        (["maxims"], "Augustus Marchbanks, p. 1"),
        (["deals"], "mar-deal-aces"),
        (["lessons"], "timid-dealer-aces"),
        (["claims"], "mar-deal-aces: With three aces A declares no trumps."),
        (["audit"], "marchbanks, declare: 1 agrees"),
        (["quiz", "on", "mar-decl-*", "--count", "2", "--json"], "mar-decl-leave"),
        (["schema", "rules"], '"marchbanks"'),
        (["export", "pbn", "mar-deal-aces", "-o", "/dev/stdout"], '[LoveAllSource "marchbanks"]'),
        (["export", "gift", "marchbanks-declare", "-o", "/dev/stdout"], "Augustus Marchbanks"),
        (["advise", "--help"], "marchbanks"),
    ],
    ids=lambda one: " ".join(one[:2]) if isinstance(one, list) else "",
)
def test_a_sixth_author_is_in_the_commands(installed: Path, arguments: list[str], says: str) -> None:
    assert says in tutor(*arguments, path=installed).stdout


@pytest.fixture
def broken(installed: Path, tmp_path: Path) -> Path:
    """A copy of the sixth author, to be spoilt."""
    return Path(shutil.copytree(installed, tmp_path / "broken"))


@pytest.mark.slow
def test_the_check_of_content_tells_of_a_sixth_author_who_is_broken(broken: Path) -> None:
    path = broken / "love_all_marchbanks" / "__init__.py"
    path.write_text(path.read_text(encoding="utf-8").replace("marchbanks.authority:", "nowhere:"), encoding="utf-8")
    told = tutor("check", path=broken, code=2).stderr
    assert f"the author ‘marchbanks’ of the distribution {DISTRIBUTION} cannot be used: " in told
    assert "cannot be imported (ModuleNotFoundError" in told
    assert told.endswith("1 fault\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text", "other", "why"),
    [
        ("__init__.py", "marchbanks.authority:", "marchbanks.nowhere:", "cannot be imported (ModuleNotFoundError"),
        ("__init__.py", "bridge-english-1901", "bridge-1901", "there is no code of laws ‘bridge-1901’"),
        ("__init__.py", 'content="love_all', 'content="loveall', "there is no folder of hands or lessons"),
        (
            "authority.py",
            '"mar-decl-leave"',
            '"hel-decl-leave"',
            "the id ‘hel-decl-leave’ does not begin with",
        ),
        ("authority.py", 'KEY = "marchbanks"', 'KEY = "march"', "its rules are those of ‘march’"),
    ],
)
def test_the_others_go_on_without_a_sixth_author_who_is_broken(
    broken: Path, file: str, text: str, other: str, why: str
) -> None:
    path = broken / "love_all_marchbanks" / file
    path.write_text(path.read_text(encoding="utf-8").replace(text, other), encoding="utf-8")
    ask = "from tutor.library.folders import broken; print(*broken(), sep='\\n')"
    (told,) = run([sys.executable, "-c", ask], broken).stdout.splitlines()
    assert f"the author ‘marchbanks’ of the distribution {DISTRIBUTION} cannot be used: " in told
    assert why in told
    asked = [{"authority": key, **THREE_ACES} for key in ("marchbanks", "hellespont")]
    answers = tutor("advise", path=broken, given="".join(f"{json.dumps(one)}\n" for one in asked)).stdout
    theirs, hellesponts = map(json.loads, answers.splitlines())
    assert hellesponts["calls"] == ["N"]
    assert ("calls" in theirs) or (DISTRIBUTION in theirs["error"] and why in theirs["error"])
