"""docs/security.md goes through every requirement of ASVS 5.0.0, levels 1 and 2, and names tests that are there."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator

from tests.support.cases import for_each
from tests.support.paths import ROOT

DOCUMENT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
STATES = {"met", "met over TLS", "met, but for invitations", "partly", "does not apply", "left to the host"}
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")
TESTED = re.compile(r"`(make \w+)`|" + NAMED.pattern)


def requirements() -> list[str]:
    """The requirements of levels 1 and 2 in their order, as their publishers number them."""
    with (ROOT / "tests" / "data" / "asvs-5.0-level-2.csv").open(encoding="utf-8") as file:
        return [row["requirement"] for row in csv.DictReader(file)]


def rows() -> Iterator[tuple[str, str, str, str]]:
    """The rows of the tables by requirement: which, its state, how, its test."""
    for line in DOCUMENT.splitlines():
        if re.match(r"\| \d+\.\d+\.\d+", line):
            which, state, how, test = (cell.strip() for cell in line.strip("|").split("|"))
            yield which, state, how, test


def spread(which: str) -> list[str]:
    """A requirement, or all from one to another."""
    first, _, last = which.partition("–")
    every = requirements()
    return every[every.index(first) : every.index(last or first) + 1]


def test_every_requirement_is_gone_through_once() -> None:
    found = Counter(one for which, *_ in rows() for one in spread(which))
    assert found == Counter(requirements())


@for_each("chapter", ["V6", "V7", "V9", "V10", "V11", "V13"])
def test_a_chapter_that_log_ins_from_elsewhere_concern_names_them(chapter: str) -> None:
    """LTI 1.3 is OpenID Connect with signed JWTs, whose keys the tutor fetches and whose platforms it sends grades."""
    parts = re.split(r"^### (V\d+) .*$", DOCUMENT, flags=re.MULTILINE)
    by_chapter = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert "LTI" in by_chapter[chapter]


def test_no_requirement_is_left_out_for_want_of_what_the_tutor_has() -> None:
    untrue = ("no outbound", "no identity provider", "no federation", "no CORS header is sent", "no monitoring address")
    assert [(which, how) for which, _, how, _ in rows() for words in untrue if words in how] == []


def test_every_state_is_one_of_those_explained() -> None:
    assert {state for _, state, _, _ in rows()} <= STATES


def test_what_is_met_by_the_program_says_how() -> None:
    for which, state, how, _ in rows():
        assert how, which
        assert state.startswith("met") or len(how) > 5, which


@for_each(("file", "name"), sorted(set(NAMED.findall(DOCUMENT))))
def test_a_test_that_is_named_is_there(file: str, name: str) -> None:
    assert (ROOT / file).is_file()
    assert not name or f"def {name}(" in (ROOT / file).read_text(encoding="utf-8")


def test_a_command_that_is_named_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for name in re.findall(r"`make (\w+)`", DOCUMENT):
        assert re.search(rf"^{name}:", makefile, re.MULTILINE), name


def test_most_of_what_is_met_is_tested() -> None:
    met = [(which, test) for which, state, _, test in rows() if state.startswith("met")]
    untested = [which for which, test in met if not TESTED.search(test)]
    assert len(untested) <= len(met) / 5, untested
