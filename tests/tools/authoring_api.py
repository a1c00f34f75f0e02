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

from tests.support.paths import DATA

MODULES = ("tutor.authoring", "tutor.authoring.rules", "tutor.authoring.testing")
FILE = DATA / "authoring-api.txt"
VERSION = "API_VERSION = "


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


if __name__ == "__main__":
    main()
