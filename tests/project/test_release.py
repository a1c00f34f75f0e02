"""What is released: its files, its licences, and that it runs in an empty environment on every Python that is here."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Callable, Mapping, Sequence
from email.parser import Parser
from pathlib import Path
from urllib.parse import urljoin
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tests.support.paths import ROOT
from tests.tools.release import (
    LOCK,
    LOCK_OF_ALL,
    PYTHONS,
    bill_of_materials,
    build,
    checksums,
    locked,
    main,
    moment,
    single_file,
)
from tests.web.server.test_serving import fetched, served

GAME, LESSON = "games/hel-game-01/card/4?seat=a", "lessons/bridge-leads-compared"
SCORE = {
    "code": "bridge-english-1901",
    "denomination": "S",
    "declarer": "S",
    "tricks": {"NS": 9, "EW": 4},
    "deal": "S:AKJ762.765.A43.4 T98.AK84.KQ2.983 Q4.Q32.J65.KJ652 53.JT9.T987.AQT7",
}
LICENCES = ("LICENSE", "docs/licences.md", "static/fonts/OFL.txt", "tutor/analysis/dds/LICENSE.dds.txt")


def pythons() -> Mapping[str, str]:
    """Every CPython here that the tutor runs on, by its version: on the path, and those that pyenv keeps."""
    found = {}
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in PYTHONS:
        inside = [str(place / "bin" / "python") for place in sorted(kept.glob(f"{version}.*"))]
        for python in (*inside, shutil.which(f"python{version}"), sys.executable):
            if python and _version(python) == version:
                found[version] = python
                break
    return found


def _version(python: str) -> str:
    """Its version, or nothing if it does not start or has no `venv`."""
    asked = "import sys, venv, ensurepip; print('{}.{}'.format(*sys.version_info))"
    done = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=False)  # noqa: S603
    return done.stdout.strip()


HERE = pythons()
NEWEST = max(HERE, key=PYTHONS.index)
every_python = pytest.mark.parametrize("version", HERE)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.fixture(scope="module")
def app(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return single_file(tmp_path_factory.mktemp("app"), wheel)


# ---- what is in it ------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_wheel_holds_all_that_the_checkout_shows(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
    for folder in ("docs", "hands", "lessons", "static", "templates"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert f"tutor/_bundled/{file.relative_to(ROOT).as_posix()}" in names, file
    for file in (*(ROOT / "tutor").rglob("*.py"), *(ROOT / "tutor" / "analysis" / "dds").glob("*-*.*")):
        assert file.relative_to(ROOT).as_posix() in names
    assert not [name for name in names if name.startswith(("tests/", "docs/"))]


@pytest.mark.slow
def test_the_wheel_carries_every_licence(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        (place,) = [name for name in packed.namelist() if name.endswith("/METADATA")]
        told = Parser().parsestr(packed.read(place).decode("utf-8"))
        carried = told.get_all("License-File") or []
        for licence in LICENCES:
            assert licence in carried
            assert packed.read(place.replace("METADATA", f"licenses/{licence}")) == (ROOT / licence).read_bytes()
    assert told["License-Expression"] == "MIT AND OFL-1.1 AND CC-BY-3.0-US AND Apache-2.0"
    assert {"class", "print", "cluster", "all"} == set(told.get_all("Provides-Extra") or [])


def test_the_list_of_licences_has_every_file_that_is_no_text_of_ours() -> None:
    """Fonts, libraries, and words of others: each is in a folder or file that the list names."""
    listed = re.findall(r"`((?:static|tutor|tests)/[\w/.]+)`", (ROOT / "docs" / "licences.md").read_text("utf-8"))
    foreign = [
        file.relative_to(ROOT).as_posix()
        for folder in ("static", "templates", "tutor", "hands", "lessons")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in (".woff2", ".ttf", ".otf", ".so", ".dylib", ".dll")
    ]
    assert len(foreign) > 10
    assert not [file for file in foreign if not any(file.startswith(place) for place in listed)]


@pytest.mark.slow
def test_the_sdist_has_all_that_building_and_testing_need(sdist: Path) -> None:
    with tarfile.open(sdist) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    if tracked.returncode:
        pytest.skip("this is no checkout of git, so nothing says which files belong to it")
    assert set(tracked.stdout.splitlines()) - {".gitignore"} <= names


# ---- the same bytes -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("target", ["wheel", "sdist"])
def test_two_builds_are_the_same_byte_for_byte(
    target: str, wheel: Path, sdist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is of a copy elsewhere, with other times, made by somebody with other rights to files."""
    first = wheel if target == "wheel" else sdist
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path, filter="data")
    (copy,) = tmp_path.iterdir()
    for file in copy.rglob("*"):
        os.utime(file, (0, 1_000_000_000))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", moment())
    monkeypatch.setattr("tests.tools.release.ROOT", copy)
    before = os.umask(0o077)
    try:
        again = build(tmp_path / "again", target)
    finally:
        os.umask(before)
    assert again.name == first.name
    assert again.read_bytes() == first.read_bytes()


@pytest.mark.deep
def test_two_single_files_are_the_same_byte_for_byte(app: Path, wheel: Path, tmp_path: Path) -> None:
    assert single_file(tmp_path, wheel).read_bytes() == app.read_bytes()


def test_the_lock_without_extras_gives_each_python_its_own_versions() -> None:
    for python in PYTHONS:
        entries = list(locked(ROOT / LOCK, python))
        names = [entry.partition("==")[0] for entry in entries]
        assert len(names) == len(set(names)) > 20
        assert {"flask", "sqlalchemy"} <= set(names)
        assert all(re.fullmatch(r"[\w.-]+==\S+ \\\n(    --hash=sha256:[0-9a-f]{64}( \\)?\n)+", one) for one in entries)


def test_the_bill_of_materials_is_one_and_lists_what_the_tutor_carries(tmp_path: Path) -> None:
    file = bill_of_materials(tmp_path)
    written = file.read_text(encoding="utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(written) is None
    bill = json.loads(written)
    names = {part["name"] for part in bill["components"]}
    locks = (ROOT / LOCK).read_text(encoding="utf-8")
    assert {*re.findall(r"^([\w.-]+)==", locks, re.MULTILINE), "EB Garamond", "DDS", "EFF short word list"} <= names
    licences = {part["name"]: part.get("licenses") for part in bill["components"]}
    assert licences["flask"] == [{"expression": "BSD-3-Clause"}]
    assert [name for name, known in licences.items() if not known] == ["pyrage"], (
        "it names its licence only in its text"
    )
    (solver,) = [part for part in bill["components"] if part["name"] == "DDS"]
    (library,) = [part for part in solver["components"] if part["name"].endswith("linux-x86_64.so")]
    content = (ROOT / "tutor/analysis/dds/linux-x86_64.so").read_bytes()
    assert library["hashes"][0]["content"] == hashlib.sha256(content).hexdigest()
    assert bill_of_materials(tmp_path).read_text(encoding="utf-8") == written


def test_a_second_bill_of_materials_lists_what_the_extras_bring(tmp_path: Path) -> None:
    file, light = bill_of_materials(tmp_path, LOCK_OF_ALL), bill_of_materials(tmp_path)
    assert file.name != light.name
    written = file.read_text(encoding="utf-8")
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(written) is None
    parts = {part["name"]: part for part in json.loads(written)["components"]}
    locked_names = re.findall(r"^([\w.-]+)==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    assert {*locked_names, "DDS"} <= set(parts)
    assert {"argon2-cffi", "psycopg", "prometheus-client", "typst", "distributed"} <= set(parts)
    assert {part["name"] for part in json.loads(light.read_text(encoding="utf-8"))["components"]} < set(parts)


def test_what_is_not_of_a_release_stays_in_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def builds(to: Path, *_rest: object) -> Path:
        made = to / "love-all-9.pex"
        made.write_text("new")
        return made

    for name in ("build", "single_file", "bill_of_materials"):
        monkeypatch.setattr(f"tests.tools.release.{name}", builds)
    for name in ("notes.txt", "love_all-0.0.9-py3-none-any.whl", "love-all-0.0.9.cdx.json", "SHA256SUMS"):
        (tmp_path / name).write_text("old")
    assert CliRunner().invoke(main, [str(tmp_path)]).exit_code == 0
    assert {file.name: file.read_text()[:3] for file in tmp_path.iterdir() if file.name != "SHA256SUMS"} == {
        "notes.txt": "old",
        "love-all-9.pex": "new",
    }


def test_checksums_are_those_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, appendix B.1
    assert checksums(tmp_path, [tmp_path / "a"]).read_text() == f"{known}  a\n"


# ---- started from nothing -----------------------------------------------------------------------------------------


Start = Callable[[str, Path], tuple[Sequence[str], Mapping[str, str]]]
"""Makes a way to start the tutor, with a version of Python, from a folder: the command, and its environment."""


def try_out(command: Sequence[str], environment: Mapping[str, str], folder: Path) -> None:
    """Does what a learner and a script do, in an empty folder: pages, a lesson, hindsight, a quiz, a score."""
    where = folder / "empty"
    where.mkdir()
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))}
    bare |= {"HOME": str(folder / "home"), **environment}

    def told(*arguments: str, given: str = "") -> str:
        done = subprocess.run(  # noqa: S603
            [*command, *arguments], input=given, cwd=where, env=bare, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    (question,) = map(json.loads, told("quiz", "on", "hel-decl-nt-a", "--count", "1", "--json").splitlines())
    assert question["answer"]
    scored = json.loads(told("score", given=json.dumps(SCORE) + "\n"))
    assert scored["tricks"] == {"NS": 6, "EW": 0}  # three odd tricks at two points
    assert "NS" in told("hindsight", "hel-game-01", "--json")
    with served(folder / "data", program=command, environment=bare) as address:
        assert "Game I" in fetched(address + GAME)
        assert "<h1" in fetched(address + LESSON)
        sheet = re.search(r'<link rel="stylesheet" href="([^"]+)"', fetched(address))
        assert sheet
        assert "--baize" in fetched(urljoin(address, sheet[1]))
    assert not list(where.iterdir())


def environment_of(version: str, folder: Path, artefact: Path) -> Path:
    """The `bin` of an empty environment in which the artefact was installed, and what the lock gives it."""
    home = folder / "environment"
    if _version(sys.executable) == version:
        venv.create(home)
    else:
        subprocess.run([HERE[version], "-m", "venv", "--without-pip", str(home)], check=True)  # noqa: S603
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "--disable-pip-version-check"]
    pip += ["install", "--quiet", "--no-compile"]
    for what in (["--require-hashes", "--requirement", str(ROOT / LOCK)], [str(artefact)]):
        subprocess.run([*pip, *what], check=True, cwd=folder, capture_output=True)  # noqa: S603
    return home / "bin"


def state(package: Path) -> Mapping[str, tuple[int, int]]:
    """Every file of a folder, with its size and time."""
    return {str(file): (file.stat().st_size, file.stat().st_mtime_ns) for file in package.rglob("*") if file.is_file()}


@pytest.mark.slow
@every_python
def test_the_wheel_runs_after_pip(version: str, wheel: Path, tmp_path: Path) -> None:
    programs = environment_of(version, tmp_path, wheel)
    (package,) = programs.parent.glob("lib/python*/site-packages/tutor")
    before = state(package)
    try_out([str(programs / "tutor")], {"PYTHONDONTWRITEBYTECODE": "1"}, tmp_path)
    assert state(package) == before, "nothing is written into the package"
    assert not list(package.parent.glob("matplotlib*"))
    assert not list(package.parent.glob("numpy*"))


@pytest.mark.slow
def test_the_sdist_runs_after_pip(sdist: Path, tmp_path: Path) -> None:
    try_out([str(environment_of(NEWEST, tmp_path, sdist) / "love-all")], {}, tmp_path)


PIPX = [sys.executable, "-m", "pipx", "run", "--python"]
UVX = [sys.executable, "-m", "uv", "tool", "run", "--quiet", "--python"]


@pytest.mark.slow
def test_the_first_line_of_the_readme_starts_the_tutor(tmp_path: Path) -> None:
    line = re.search(r"^```sh\n(.+)\n", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert line
    program, *rest = shlex.split(line[1])
    assert program == "uvx"
    assert rest.pop() == "serve"
    command = [*UVX, HERE[NEWEST], *(str(ROOT) if word == "." else word for word in rest)]
    places = for_uv(tmp_path)
    with served(tmp_path / "data", program=command, environment=places) as address:
        assert "Love All" in fetched(address)


@pytest.mark.slow
def test_the_wheel_runs_by_uvx(wheel: Path, tmp_path: Path) -> None:
    by_uvx(NEWEST, wheel, tmp_path)


@pytest.mark.slow
def test_the_wheel_runs_by_pipx(wheel: Path, tmp_path: Path) -> None:
    by_pipx(NEWEST, wheel, tmp_path)


@pytest.mark.slow
def test_the_single_file_runs(app: Path, tmp_path: Path) -> None:
    by_itself(NEWEST, app, tmp_path)


@pytest.mark.deep
@every_python
@pytest.mark.parametrize("way", ["uvx", "pipx", "sdist by uvx", "single file"])
def test_every_way_on_every_python(way: str, version: str, wheel: Path, sdist: Path, app: Path, tmp_path: Path) -> None:
    match way:
        case "uvx":
            by_uvx(version, wheel, tmp_path)
        case "pipx":
            by_pipx(version, wheel, tmp_path)
        case "sdist by uvx":
            by_uvx(version, sdist, tmp_path)
        case _:
            by_itself(version, app, tmp_path)


def by_uvx(version: str, artefact: Path, folder: Path) -> None:
    pins = ("--constraints", str(ROOT / LOCK))
    try_out([*UVX, HERE[version], *pins, "--from", str(artefact), "love-all"], for_uv(folder), folder)


def for_uv(folder: Path) -> dict[str, str]:
    """Where uv puts tools and keeps what it fetches, and that it trusts whom the system trusts, as pip does.

    A cache of its own would fetch everything again.
    """
    asked = [sys.executable, "-m", "uv", "cache", "dir"]
    cache = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    return {"UV_TOOL_DIR": str(folder / "tools"), "UV_CACHE_DIR": cache, "UV_SYSTEM_CERTS": "1"}


def by_pipx(version: str, artefact: Path, folder: Path) -> None:
    pins = folder / "pins.txt"
    pins.write_text(re.sub(r"\\\n(    --hash=.*\n)+", "\n", (ROOT / LOCK).read_text(encoding="utf-8")), "utf-8")
    home = {"PIPX_HOME": str(folder / "pipx"), "PIPX_DEFAULT_BACKEND": "pip"}
    command = [*PIPX, HERE[version], f"--pip-args=--constraint={pins}", "--spec", str(artefact), "love-all"]
    try_out(command, home, folder)


def by_itself(version: str, app: Path, folder: Path) -> None:
    try_out([HERE[version], str(app)], {"PEX_ROOT": str(folder / "pex")}, folder)
