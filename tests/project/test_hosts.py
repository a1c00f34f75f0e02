"""No file names the host of a package registry: whoever builds the tutor chooses where packages come from."""

from __future__ import annotations

import re
import subprocess

import pytest

from tests.support.paths import ROOT

REGISTRIES = (
    ("docker", "io"),
    ("ghcr", "io"),
    ("quay", "io"),
    ("gcr", "io"),
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("anaconda", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("crates", "io"),
    ("golang", "org"),
    ("deb", "debian", "org"),
    ("archive", "ubuntu", "com"),
)
"""Hosts in parts, so that this file does not name them either."""
NAMED = re.compile("|".join(rf"\b{re.escape('.'.join(parts))}\b" for parts in REGISTRIES), re.IGNORECASE)


@pytest.mark.parametrize("parts", REGISTRIES, ids=" ".join)
def test_a_host_is_found_wherever_it_stands(parts: tuple[str, ...]) -> None:
    host = ".".join(parts)
    assert all(NAMED.search(text) for text in (f"FROM {host}/library/x", f"https://files.{host}/simple", host.upper()))
    assert not NAMED.search(" ".join(parts))


def test_no_file_names_the_host_of_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S607
    if listed.returncode:
        pytest.skip("this is no checkout of git, so nothing says which files belong to it")
    found, read = [], 0
    for name in listed.stdout.splitlines():
        try:
            text = (ROOT / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError):  # no text, or deleted a moment ago
            continue
        read += 1
        found += [f"{name}:{number}" for number, line in enumerate(text.splitlines(), 1) if NAMED.search(line)]
    assert read > 1000
    assert not found
