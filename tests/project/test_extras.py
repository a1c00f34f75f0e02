"""Without the extras everything works but what needs them, and that says what to install."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.web.test_safe_requests import ADDRESSES, CODE
from tutor.extras import EXTRAS, NotInstalled, has_extra, importing, require_extra
from tutor.library.catalogue import Library

NEED_PRINT = ("/exports/pdf/hel-game-01", "/diagrams/hel-diamonds-04.png")
NEED_CLASS = ("/calendar/work.ics",)
COMMANDS = """
    deals --json
    plays hel-game-01
    hindsight hel-game-01
    lessons --course odds
    lessons --course odds --json
    quiz on hel-decl-nt-a --count 1 --json
    quiz on hel-decl-nt-a --count 1
    play bridge-english-1901
    claims --help
    audit --json
    odds --json
    maxims --topic luck
    reconstruct hel-game-07
    search holding up
    define tierce major
    laws revoke-penalty
    ruling auction-1910 revokes --by adversary --when established
    replay hel-game-01
    rubber {root}/tests/data/rubber-foster.yaml
    score
    advise
    schema hand
    check {root}/hands/hel-game-01.yaml
    export anki odds-suits -o {folder}/a.apkg
    export gift odds-suits -o {folder}/a.gift
    export qti odds-suits -o {folder}/a.zip
    export pbn hel-game-01 -o {folder}/a.pbn
    export lin hel-game-01 -o {folder}/a.lin
    export svg hel-game-01 -o {folder}/a.svg
    export epub odds -o {folder}/a.epub
    export xapi -o {folder}/a.jsonl --data {data}
    import pbn {folder}/a.pbn
    solve {folder}/a.pbn --processes 1
    import lin {folder}/a.lin
    log --data {data}
    rebuild --data {data}
    events --data {data}
    backup {folder}/b.zip --data {data}
    restore {folder}/b.zip --data {folder}/again
"""
"""A command of each kind that learners, authors and scripts use."""
NEED = {
    "export pdf hel-game-01": "print",
    "export png hel-game-01": "print",
    "serve --classroom --no-browser --data {folder}": "class",
    "solve {folder}/a.pbn --cluster tcp://127.0.0.1:1": "cluster",
}
"""Commands that need an extra."""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """What an environment without extras shows and prints."""
    folder = tmp_path_factory.mktemp("bare")
    pages = [address for addresses in ADDRESSES.values() for address in addresses if "{" not in address]
    forms = [
        (f"/practice/{CODE}/0", {"answer": "x"}),
        ("/table/", {"code": "bridge-english-1901"}),
        ("/settings/", {}),
    ]
    return _shown(folder, pages, forms, (*_commands(), *NEED))


def _shown(
    folder: Path,
    pages: Iterable[str],
    forms: Iterable[tuple[str, Mapping[str, str]]] = (),
    commands: Iterable[str] = (),
) -> Mapping[str, Any]:
    """The answers of each page and form, and the exit code and output of each command."""
    places = {"folder": str(folder), "data": str(folder / "study"), "root": str(ROOT)}
    asked = {
        "pages": list(pages),
        "forms": list(forms),
        "commands": [[part.format(**places) for part in shlex.split(line)] for line in commands],
    }
    program = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tests.support.without_extras", places["data"]],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "DATABASE_URL"},
    )
    assert not program.returncode, program.stderr
    found: Mapping[str, Any] = json.loads(program.stdout)
    results = {told.replace(str(folder), "{folder}"): result for told, result in found["commands"].items()}
    return {**found, "commands": results}


def _commands() -> Iterable[str]:
    return (line.strip() for line in COMMANDS.strip().splitlines())


def test_a_learner_needs_no_extra(tmp_path: Path) -> None:
    first = ("/", "/courses/", "/lessons/bridge-leads-compared/handout", "/games/hel-game-01/hindsight")
    found = _shown(tmp_path, (*first, NEED_PRINT[0]), commands=("define tierce major",))
    assert [status for status, _ in found["pages"].values()] == [200, 200, 200, 200, 501]
    assert found["commands"]["define tierce major"][0] == 0


@pytest.mark.slow
def test_every_page_of_self_study_is_shown(seen: Mapping[str, Any]) -> None:
    assert len(seen["pages"]) > 100
    refused = {address for address, (status, _) in seen["pages"].items() if status == 501}
    assert refused == {*NEED_PRINT, *NEED_CLASS}
    assert not {address: status for address, (status, _) in seen["pages"].items() if status in (500, 502, 503)}
    shown = [address for address, (status, _) in seen["pages"].items() if status == 200]
    assert {"/", "/courses/", "/games/hel-game-01/hindsight", "/lessons/bridge-leads-compared", "/review/"} <= {*shown}


@pytest.mark.slow
@pytest.mark.parametrize(("addresses", "extra"), [(NEED_PRINT, "print"), (NEED_CLASS, "class")])
def test_a_page_that_needs_an_extra_says_which(seen: Mapping[str, Any], addresses: tuple[str, ...], extra: str) -> None:
    for address in addresses:
        _, text = seen["pages"][address]
        assert f"pip install &#34;love-all[{extra}]&#34;" in text


@pytest.mark.slow
def test_forms_of_self_study_are_accepted(seen: Mapping[str, Any]) -> None:
    assert not {address: text for address, (status, text) in seen["forms"].items() if status >= 500}


@pytest.mark.slow
def test_every_other_command_runs(seen: Mapping[str, Any]) -> None:
    failed = {
        told: output
        for told, (code, output) in seen["commands"].items()
        if told not in NEED and (code != 0 or ("love-all[" in output and not told.startswith("lessons")))
    }
    assert not failed


@pytest.mark.slow
@pytest.mark.parametrize(("command", "extra"), NEED.items())
def test_a_command_that_needs_an_extra_says_which(seen: Mapping[str, Any], command: str, extra: str) -> None:
    code, output = seen["commands"][command]
    assert code == 2
    assert f'pip install "love-all[{extra}]"' in output


def test_the_extras_are_those_of_the_project() -> None:
    """Each package stands in the extra that brings it, by the name by which it is imported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    imported = {"argon2-cffi": "argon2", "prometheus-client": "prometheus_client"}
    declared = {
        extra: {imported.get(name, name) for name in map(_name, packages)}
        for extra, packages in project["optional-dependencies"].items()
        if extra != "all"
    }
    assert declared == {extra: set(packages) for extra, packages in EXTRAS.items()}
    assert project["optional-dependencies"]["all"] == [f"love-all[{','.join(EXTRAS)}]"]
    for heavy in ("endplay", "matplotlib", "numpy", "typst", "cryptography"):
        assert not [line for line in project["dependencies"] if line.startswith(heavy)]


def _name(requirement: str) -> str:
    return requirement.partition(">")[0].partition("[")[0]


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    has_extra.cache_clear()
    monkeypatch.setitem(EXTRAS, "none", ("no_such_package",))
    assert not has_extra("none")
    with pytest.raises(NotInstalled, match=r'^A page needs more packages\. .* "love-all\[none\]"'):
        require_extra("none", "A page")
    with pytest.raises(NotInstalled), importing("none", "A page"):
        import_module("no_such_package")
    has_extra.cache_clear()


def test_a_format_that_cannot_be_made_is_not_offered(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    from tutor.exchange import exporters
    from tutor.library.games import Game

    assert {"pdf", "png"} <= {found.name for found in exporters.exporters_of(Game)}
    monkeypatch.setattr(exporters, "has_extra", lambda extra: extra != "print")
    assert not {"pdf", "png"} & {found.name for found in exporters.exporters_of(Game)}
    assert library.games
