"""Packages of authors that Love All finds without being installed: a folder with the metadata that pip would write."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT
from tutor.authoring.new_author import NewAuthor

AUTHOR = NewAuthor.of("sampson", author="Ann Sampson", title="Leads", place="Nowhere", year=1903, game="bridge")


def made(folder: Path, author: NewAuthor = AUTHOR) -> Path:
    """The folder with a new author’s package, found by whatever has it on its path."""
    author.write(folder)
    metadata = folder / f"{author.distribution.replace('-', '_')}-0.1.0.dist-info"
    metadata.mkdir()
    name = f"Metadata-Version: 2.4\nName: {author.distribution}\nVersion: 0.1.0\n"
    (metadata / "METADATA").write_text(name, encoding="utf-8")
    points = f"[love_all.authors]\n{author.key} = {author.package}:AUTHOR\n"
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str, given: str = "", code: int | None = 0) -> subprocess.CompletedProcess[str]:
    """What a module of Python prints, with packages on its path. `code` is what it must end with, None if anything."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    done = subprocess.run(  # noqa: S603 - our own commands
        [sys.executable, "-m", *arguments],
        cwd=folder, env=environment, input=given, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert code is None or done.returncode == code, done.stdout + done.stderr
    return done
