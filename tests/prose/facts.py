"""What prose must not change when it is rewritten: its figures, cards, pages and links, compared with a commit.

    python -m tests.prose.facts COMMIT [PATH …]

Sets are compared, passage by passage where passages have names (fields of YAML, steps of a lesson), else file by file:
a sentence may be divided or moved within its step, but no figure may vanish from it or come into it.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

_NUMBERS = (
    "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_UNITS = ("", "one", "two", *_NUMBERS[:7])
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_FIGURE = re.compile(r"(?<![\w#])\d[\d,]*(?:[./]\d+)?%?")
_RANK = r"(?:ace|king|queen|jack|knave|ten|nine|eight|seven|six|five|four|three|two)"
_NAMED_CARD = re.compile(rf"\b({_RANK}) of (spade|heart|diamond|club)s?\b", re.IGNORECASE)
_CODED_CARD = re.compile(r"\{[ABYZ ]*([SHDC][AKQJT2-9])\b|[♠♥♦♣][AKQJT2-9]+")
_PAGES = re.compile(r"\b(?:pp?\.|art\.|law) ?[\divxlc]+(?:[–-][\divxlc]+)?\b")
_LINK = re.compile(r"\]\(([^)]+)\)|href=\"([^\"]+)\"|url_for\([^)]*\)")
_SUITS_IN_CODES = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
_RANKS_IN_CODES = dict(zip(_RANK[3:-1].split("|"), "AKQJJT98765432", strict=True))

Facts = frozenset[str]


def facts_of(text: str) -> Facts:
    """The figures, cards, pages and links of a text, each in one spelling: `7` for `seven`, `C9` for its card."""
    found = {
        f"{_SUITS_IN_CODES[suit.lower()]}{_RANKS_IN_CODES[rank.lower()]}" for rank, suit in _NAMED_CARD.findall(text)
    }
    found |= {match[1] or match[0] for match in _CODED_CARD.finditer(text)}
    found |= {match[0].replace(" ", "") for match in _PAGES.finditer(text)}
    found |= {next(filter(None, match.groups()), match[0]) for match in _LINK.finditer(text)}
    found |= {match[0].replace(",", "") for match in _FIGURE.finditer(text)}
    for word in re.findall(r"[a-z]+(?:-[a-z]+)?", _NAMED_CARD.sub("", text).lower()):
        tens, _, unit = word.partition("-")
        if word in _NUMBERS:
            found.add(str(_NUMBERS.index(word) + 3))
        elif tens in _TENS:
            found.add(str(_TENS[tens] + (_UNITS.index(unit) if unit in _UNITS else 0)))
    return frozenset(found)


def facts_by_passage(path: str, text: str) -> Mapping[str, Facts]:
    """The facts of each named passage of a file."""
    if path.endswith(".yaml"):
        return {name: facts_of(said) for name, said in _fields(yaml.compose(text), "")}
    if path.startswith("lessons/"):
        parts = re.split(r"^(?=#+ |```\w+\nname: )", text, flags=re.MULTILINE)
        return {
            f"{number}: {part.splitlines()[0]}" if part else str(number): facts_of(part)
            for number, part in enumerate(parts)
        }
    return {"": facts_of(text)}


def _fields(node: yaml.Node | None, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _fields(value, f"{name}.{key.value}")
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _fields(value, f"{name}[{number}]")
    elif isinstance(node, yaml.ScalarNode):
        yield name, node.value


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prose.facts", description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("paths", nargs="*", default=["templates", "lessons", "hands"])
    asked = parser.parse_args()
    changed = subprocess.run(
        ["git", "diff", "--name-only", "--diff-filter=M", asked.commit, "--", *asked.paths],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    different = 0
    for path in changed:
        if not path.endswith((".yaml", ".md", ".html")):
            continue
        before = subprocess.run(
            ["git", "show", f"{asked.commit}:{path}"], capture_output=True, text=True, check=True
        ).stdout
        old, new = facts_by_passage(path, before), facts_by_passage(path, Path(path).read_text(encoding="utf-8"))
        if len(old) != len(new):
            print(f"{path}: {len(old)} passages before, {len(new)} now")
        for (name, had), (_, has) in zip(old.items(), new.items(), strict=False):
            if had != has:
                different += 1
                print(f"{path} {name}: gone {sorted(had - has)}, new {sorted(has - had)}")
    print(f"{len(changed)} files compared, {different} passages differ")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
