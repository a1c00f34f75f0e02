"""What is said of advisories: never that all is well where nobody could be asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.advisories import found_in

ASKED: dict[str, Any] = {"name": "flask", "version": "3.1", "vulns": []}
KNOWN: dict[str, Any] = {"name": "flask", "version": "3.1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.2"]}]}
UNASKED: dict[str, Any] = {"name": "flask", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("dependencies", "code", "words"),
    [
        ([[ASKED]], 0, "nothing is known against any of 1 packages"),
        ([[UNASKED]], 2, "could be asked about 1 of 1"),
        ([[UNASKED], [ASKED]], 0, "nothing is known"),
        ([[], []], 2, "could be asked about all of 0"),
        ([[KNOWN]], 1, "PYSEC-1, mended in 3.2"),
        ([[UNASKED], [KNOWN]], 1, "PYSEC-1"),
        ([[ASKED, {**UNASKED, "name": "typst"}]], 2, "about 1 of 2"),
    ],
)
def test_what_could_not_be_asked_is_never_told_as_sound(
    dependencies: list[list[dict[str, Any]]], code: int, words: str
) -> None:
    found = found_in([{"dependencies": one} for one in dependencies])
    assert found.exit_code == code
    assert words in found.told("requirements.lock")
