"""The public API for authors as text: `python -m tests.tools.authoring_api` writes `tests/data/authoring-api.txt`.

It refuses if the version does not fit: new names need a new minor version, and names or signatures that are gone need a
new major version.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from types import FunctionType

from tests.support.paths import DATA, ROOT

MODULES = ("tutor.authoring", "tutor.authoring.rules", "tutor.authoring.testing")
FILE = DATA / "authoring-api.txt"
VERSION = "API_VERSION = "
REFERENCE = ROOT / "docs" / "authors-reference.md"
HEAD = """# The public API for authors

A package with another author may import these names, and no others. `python -m tests.tools.authoring_api` makes this
page of the docstrings. [Write a package for another author](authors.md) says how the names are used, and what their
version promises."""
READ = ("Situation", "View", "Hand", "Holding", "Card", "Rank", "Suit", "Seat")
"""The classes from which rules read facts: the reference lists their members."""
MEANS = {
    "API_VERSION": "The version of these three modules, as MAJOR.MINOR.",
    "NO_REASON": "The `why` of a rule for which the author gives no reason.",
    "Reason": "Words, or a function that makes them when somebody reads them.",
    "UNDECIDED": "The `row` of a rule by which an author contradicts himself: no answer to it is marked.",
}
"""Names that cannot have a docstring."""


def surface() -> list[str]:
    """Every public name with its signature; of classes, those of their public members too."""
    version = import_module(MODULES[0]).API_VERSION
    lines = [f"{VERSION}{version}"]
    for module in map(import_module, MODULES):
        for name in sorted(module.__all__):
            if name != "API_VERSION":
                lines += _described(f"{module.__name__}.{name}", getattr(module, name))
    return lines


def _described(name: str, thing: object) -> Iterator[str]:
    if not inspect.isclass(thing):
        yield f"{name}{_signature(thing)}" if callable(thing) else f"{name} = {thing!r}"
        return
    if issubclass(thing, enum.Enum):
        yield from (f"{name}.{member.name} = {member.value!r}" for member in thing)
    else:
        yield f"class {name}{_signature(thing)}"
    fields = {field.name for field in dataclasses.fields(thing)} if dataclasses.is_dataclass(thing) else set()
    for member in sorted({one for cls in thing.__mro__ if cls.__module__.startswith("tutor.") for one in vars(cls)}):
        found = inspect.getattr_static(thing, member)
        if member.startswith("_") or member in fields or isinstance(found, thing):
            continue
        if isinstance(found, property | cached_property):
            function = found.fget if isinstance(found, property) else found.func
            yield f"{name}.{member}: {inspect.signature(function).return_annotation}"  # type: ignore[arg-type]
        elif isinstance(found, classmethod | staticmethod | FunctionType):
            yield f"{name}.{member}{_signature(getattr(thing, member))}"
        elif inspect.ismemberdescriptor(found):
            yield f"{name}.{member}"


def _signature(thing: object) -> str:
    try:
        written = str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    return re.sub(r"<[^<>]*>", "…", written)  # a default that is a function has an address


def fault(before: list[str], after: list[str]) -> str | None:
    """Why the version does not fit what has changed; None if it does."""
    (major, minor), (new_major, new_minor) = (
        tuple(map(int, lines[0].removeprefix(VERSION).split("."))) for lines in (before, after)
    )
    gone, added = set(before[1:]) - set(after[1:]), set(after[1:]) - set(before[1:])
    if gone and new_major <= major:
        return f"these are gone or changed, so the next version is {major + 1}.0:\n" + "\n".join(sorted(gone))
    if added and (new_major, new_minor) <= (major, minor):
        return f"these are new, so the next version is {major}.{minor + 1}:\n" + "\n".join(sorted(added))
    return None


def main() -> None:
    wrong = fault(FILE.read_text(encoding="utf-8").splitlines(), surface()) if FILE.is_file() else None
    if wrong:
        sys.exit(wrong)
    FILE.write_text("\n".join(surface()) + "\n", encoding="utf-8")
    REFERENCE.write_text(reference(), encoding="utf-8")


# ---- the reference --------------------------------------------------------------------------------------


def reference() -> str:
    """Every public name with the first sentence of its docstring, and what facts can be read from."""
    parts = [HEAD]
    for module in map(import_module, MODULES):
        names = sorted(module.__all__, key=str.casefold)
        rows = [f"| `{name}` | {MEANS.get(name) or _first_sentence(getattr(module, name))} |" for name in names]
        parts += [f"## `{module.__name__}`", "\n".join(["| name | what it is |", "|---|---|", *rows])]
    rules = import_module(MODULES[1])
    for name in READ:
        cls = getattr(rules, name)
        rows = [f"| `{member}` | {_first_sentence(found)} |" for member, found in _members(cls)]
        parts += [f"## `{name}`", inspect.getdoc(cls) or "", "\n".join(["| member | what it is |", "|---|---|", *rows])]
    return "\n\n".join(parts) + "\n"


def _members(cls: type) -> Iterator[tuple[str, object]]:
    """The public properties and methods of a class, in the order in which they are written."""
    for name, found in vars(cls).items():
        if not name.startswith("_") and isinstance(found, property | cached_property | classmethod | FunctionType):
            function = found.func if isinstance(found, cached_property) else found
            takes = isinstance(found, classmethod | FunctionType)
            yield f"{name}(…)" if takes else name, function


def _first_sentence(thing: object) -> str:
    text = " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())
    sentence = re.split(r"(?<=\.) (?=[A-Z`])", text)[0]
    return sentence.replace("|", "\\|")


if __name__ == "__main__":
    main()
