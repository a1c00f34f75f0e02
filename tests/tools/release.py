"""Builds a release: `make release`. Wheel, sdist, the tutor in a single file, lists of its parts, and checksums.

The same commit gives the same bytes: every time in the files is that of the commit (`SOURCE_DATE_EPOCH`), and the parts
of the single file come from `requirements-light.lock`, each checked by its hash.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from packaging.requirements import Requirement

from tests.support.paths import ROOT
from tutor import __version__

LOCK, LOCK_OF_ALL = "requirements-light.lock", "requirements.lock"
"""The packages of the default install, and those of all extras."""
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The versions of CPython that the single file runs on."""
SYSTEM = "linux-x86_64"
"""The system that the single file runs on."""
TAGS = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")
"""The wheels of that system, in the order in which they are preferred."""
LONG_AGO = "1580601600"
"""The time of the files where no commit says it, as hatchling has it: 2020-02-02."""
OWN_PARTS = (
    ("EB Garamond", "OFL-1.1", "https://github.com/octaviopardo/EBGaramond12", "static/fonts/eb-garamond*.woff2"),
    ("EB Garamond 12", "OFL-1.1", "http://www.georgduffner.at/ebgaramond", "static/fonts/love-all-*.woff2"),
    ("EFF short word list", "CC-BY-3.0-US", "https://www.eff.org/dice", "tutor/study/accounts/passphrase_words.py"),
    ("DDS", "Apache-2.0", "https://github.com/dds-bridge/dds", "tutor/analysis/dds/*-*.*"),
)
"""What others made and the tutor carries itself: its name, its licence, where it is from, and its files."""


def build(to: Path, target: str) -> Path:
    """The wheel or the sdist."""
    _run("hatchling", "build", "--target", target, "--directory", str(to))
    (built,) = to.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


def single_file(to: Path, wheel: Path) -> Path:
    """The tutor and all that it needs in one file, which Python runs."""
    made = to / f"love-all-{__version__}-{SYSTEM}.pex"
    with TemporaryDirectory() as folder:
        for python in PYTHONS:
            _download(python, Path(folder))
        targets = (f"--platform={SYSTEM}-cp-{python}.0-cp{python.replace('.', '')}" for python in PYTHONS)
        given = ("--pre-resolved-dists", f"{folder}/wheels", "--pre-resolved-dist", str(wheel))
        starts = ("--venv", "--python-shebang=/usr/bin/env python3", "--no-emit-warnings")
        name = ("--console-script=love-all", f"--output-file={made}", f"--pex-root={folder}/pex")
        _run("pex", "love-all", *given, *starts, *targets, *name)
    return made


def _download(python: str, folder: Path) -> None:
    """Gets the wheels of the lock for a version of Python, which need not be the one that runs this."""
    file = folder / f"{python}.txt"
    file.write_text("".join(locked(ROOT / LOCK, python)), encoding="utf-8")
    tags = (option for tag in TAGS for option in ("--platform", tag))
    fixed = ("--no-deps", "--only-binary=:all:", "--require-hashes", "--quiet", "--disable-pip-version-check")
    where = ("--python-version", python, "--implementation=cp", *tags, "--dest", f"{folder}/wheels")
    _run("pip", "download", *fixed, *where, "--requirement", str(file))


def locked(lock: Path, python: str) -> Iterable[str]:
    """The entries of a lock that a version of Python needs on the system of the single file, without conditions."""
    here = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
        "os_name": "posix",
        "platform_system": "Linux",
        "platform_machine": "x86_64",
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    for entry in re.findall(r"^\S.*?\\\n(?:    --hash=.*\n)+", lock.read_text(encoding="utf-8"), re.MULTILINE):
        head, _, hashes = entry.partition("\\\n")
        wanted = Requirement(head)
        if wanted.marker is None or wanted.marker.evaluate(here):
            yield f"{wanted.name}{wanted.specifier} \\\n{hashes}"


def bill_of_materials(to: Path, lock: str = LOCK) -> Path:
    """The parts of the default install, or of all extras, by their lock, as CycloneDX has them (ECMA-424)."""
    told = _run(
        *("cyclonedx_py", "requirements", lock, "--pyproject", "pyproject.toml", "--mc-type", "application"),
        *("--output-reproducible", "--output-format", "JSON", "--spec-version", "1.6", "--output-file", "-"),
    )
    bill = json.loads(told)
    bill["metadata"]["component"]["version"] = __version__
    for part in bill["components"]:
        if licences := _licences(part["name"]):
            part["licenses"] = licences
    bill["components"] += [_part(*part) for part in OWN_PARTS]
    made = to / f"love-all-{__version__}{'-all' if lock == LOCK_OF_ALL else ''}.cdx.json"
    made.write_text(json.dumps(bill, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return made


def _licences(package: str) -> list[Mapping[str, object]]:
    """What a package says of its licence; nothing if it is for other systems, and so not installed here."""
    try:
        told = metadata(package)
    except PackageNotFoundError:
        return []
    if expressions := told.get_all("License-Expression"):
        return [{"expression": expressions[0]}]
    kinds = [kind.rpartition(" :: ")[2] for kind in told.get_all("Classifier") or () if kind.startswith("License :: ")]
    written = [text.partition("\n")[0] for text in told.get_all("License") or ()]
    return [{"license": {"name": name}} for name in kinds or written]


def _part(name: str, licence: str, address: str, files: str) -> Mapping[str, object]:
    found = sorted(ROOT.glob(files))
    assert found, files
    return {
        "bom-ref": name,
        "type": "file",
        "name": name,
        "licenses": [{"license": {"id": licence}}],
        "externalReferences": [{"type": "website", "url": address}],
        "components": [
            {
                "bom-ref": f"{name}/{file.name}",
                "type": "file",
                "name": file.relative_to(ROOT).as_posix(),
                "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}],
            }
            for file in found
        ],
    }


def checksums(to: Path, files: Iterable[Path]) -> Path:
    """The SHA-256 of each file, as `sha256sum --check` reads it."""
    lines = (f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in sorted(files))
    made = to / "SHA256SUMS"
    made.write_text("".join(lines), encoding="utf-8")
    return made


def moment() -> str:
    """The time that all files get: what the environment says, or the time of the commit."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return given
    with suppress(OSError, subprocess.CalledProcessError):
        asked = ["git", "log", "-1", "--format=%ct"]
        return subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    return LONG_AGO


def _run(module: str, *arguments: str) -> str:
    """What a program of our environment prints. If it fails, it has said why."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": moment(), "PYTHONHASHSEED": "0"},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    return done.stdout


@click.command()
@click.argument("to", type=click.Path(path_type=Path, file_okay=False), default=ROOT / "dist")
@click.option("--only-app", is_flag=True, help="Build only the single file.")
def main(to: Path, only_app: bool) -> None:
    """Build a release into the folder TO. What an earlier release put there is deleted first."""
    to.mkdir(parents=True, exist_ok=True)
    for old in (*to.glob("love_all-*"), *to.glob("love-all-*"), to / "SHA256SUMS"):
        old.unlink(missing_ok=True)
    wheel = build(to, "wheel")
    app = single_file(to, wheel)
    if only_app:
        wheel.unlink()
        made = [app]
    else:
        made = [wheel, app, build(to, "sdist"), bill_of_materials(to), bill_of_materials(to, LOCK_OF_ALL)]
        made.append(checksums(to, made))
    for file in made:
        print(f"{file}: {file.stat().st_size / 2**20:.1f} MB")


if __name__ == "__main__":
    main()
