"""Writes the reference in `docs/reference` from the code: commands, formats of content, HTTP API, values in Python.

    make reference

A test fails when it is out of date.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from importlib import import_module
from textwrap import dedent
from types import ModuleType
from typing import Any

import click
from pydantic import BaseModel

from tests.support.paths import ROOT
from tutor.__main__ import tutor
from tutor.library.experiments import ExperimentBlock, ExperimentQuestion
from tutor.library.field_meanings import with_meanings
from tutor.library.guided_deals import GuidedDeal
from tutor.library.incidents import Incident
from tutor.library.kinds import PUBLISHED, published
from tutor.library.lesson_blocks import BLOCKS
from tutor.library.lesson_questions import AuthorityQuestion, ItemQuestion, PositionQuestion, WrittenQuestion
from tutor.web.api.openapi import openapi
from tutor.web.api.routes import ENDPOINTS

FOLDER = ROOT / "docs" / "reference"
PUBLIC_MODULES = ("authoring", "authoring.rules", "authoring.testing")
"""The modules that the package of an author may import."""
CONSTANTS = {
    "API_VERSION": "The version of these three modules, as MAJOR.MINOR.",
    "NO_REASON": "The `why` of a rule for which the author gives no reason.",
    "Reason": "Words, or a function that makes them when somebody reads them.",
    "UNDECIDED": "The `row` of a rule by which an author contradicts himself: no answer to it is marked.",
}
"""Public names that cannot have a docstring."""
LESSON_BLOCKS: Mapping[str, tuple[type[BaseModel], ...]] = {
    **{word: (model,) for word, model in BLOCKS.items()},
    "question": (WrittenQuestion, PositionQuestion, AuthorityQuestion, ItemQuestion),
    "deal": (GuidedDeal,),
    "experiment": (ExperimentBlock, ExperimentQuestion),
    "incident": (Incident,),
}
FIRST = ("hand", "deal", "problem", "hands", "lesson", "course", "glossary", "maxims", "rules")
"""The kinds of files that are written most."""
_MARKS = re.compile(r"([\\*_<>\[\]|])")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, made in PAGES.items():
        (FOLDER / f"{name}.md").write_text(made(), encoding="utf-8")


def escaped(text: str) -> str:
    """A text of one line in which no letter is taken for a mark, except within code."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(part if number % 2 else _MARKS.sub(r"\\\1", part) for number, part in enumerate(parts))


def cell(text: str) -> str:
    """A cell of a table."""
    return re.sub(r"(?<!\\)\|", r"\\|", text) or " "


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(map(cell, line))} |" for line in lines)


# ---- commands -----------------------------------------------------------------------------------------------------


def commands() -> str:
    """Every command with its arguments and options, from click."""
    parts = [
        "# All commands and their options",
        "`make reference` writes this page from the program. `tutor COMMAND --help` says the same. "
        "[Commands for scripts](../commands.md) has examples. `love-all` is the same command as `tutor`.",
    ]
    for words, command in _leaves("tutor", tutor):
        parts += [f"## {words}", *_paragraphs(inspect.cleandoc(command.help or ""))]
        context = click.Context(command, info_name=words)
        parts.append(f"```\n{words} {' '.join(command.collect_usage_pieces(context))}\n```")
        records = [one.get_help_record(context) for one in command.params if isinstance(one, click.Option)]
        if options := [record for record in records if record]:
            rows = ((f"`{name}`", escaped(says)) for name, says in options)
            parts.append(table(("option", "meaning"), rows))
    return "\n\n".join(parts) + "\n"


def _leaves(words: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield words, command
        return
    context = click.Context(command, info_name=words)
    for name in sorted(command.list_commands(context)):
        found = command.get_command(context, name)
        if found is not None and not found.hidden:
            yield from _leaves(f"{words} {name}", found)


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("\b"):
            yield "```\n" + paragraph.removeprefix("\b").strip("\n") + "\n```"
        elif paragraph.strip():
            yield escaped(paragraph)


# ---- content ------------------------------------------------------------------------------------------------------


def content() -> str:
    """Every kind of file with its fields, and every block of a lesson, from the models."""
    parts = [
        "# Formats of content",
        "`make reference` writes this page from the models that check the files. The same is in the JSON Schemas of "
        "`hands/`, which editors read. [Writing content as files](../content.md) says how to begin.",
    ]
    shared: dict[str, dict[str, Any]] = {}
    for key in sorted(PUBLISHED, key=lambda key: (*FIRST, key).index(key)):
        schema = published(key)
        shared |= schema.get("$defs", {})
        parts += [
            f"## {re.sub(',? of Love All$|, for Love All to score$', '', schema['title'])}",
            f"`tutor schema {key}` prints its schema.",
            *_fields(schema),
        ]
    parts += [
        "## Blocks of a lesson",
        "A block begins with three back quotes and its word, and ends with three back quotes.",
    ]
    for word, models in LESSON_BLOCKS.items():
        parts.append(f"### {word}")
        for model in models:
            schema = with_meanings(model.model_json_schema(mode="validation"))
            shared |= schema.get("$defs", {})
            parts += _fields(schema)
    parts += ["## Parts", "These are parts of the files and blocks above."]
    for name in sorted(shared):
        parts += [f"### {name}", *_fields(shared[name])]
    return "\n\n".join(parts) + "\n"


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    if says := schema.get("description", ""):
        yield from map(escaped, says.split("\n\n"))
    if "enum" in schema:
        yield "One of " + ", ".join(f"`{value}`" for value in schema["enum"]) + "."
    required = schema.get("required", ())
    rows = (
        (f"`{name}`" + (" (required)" if name in required else ""), _type(part), escaped(_meaning(part)))
        for name, part in schema.get("properties", {}).items()
    )
    if schema.get("properties"):
        yield table(("field", "form", "meaning"), rows)


def _meaning(part: dict[str, Any]) -> str:
    if part.get("description"):
        return str(part["description"])
    inner = [choice for key in ("anyOf", "allOf", "oneOf", "prefixItems") for choice in part.get(key, ())]
    inner += [part["items"]] if isinstance(part.get("items"), dict) else []
    return next(filter(None, map(_meaning, inner)), "")


def _type(part: dict[str, Any]) -> str:
    """The form of a value, in a few words."""
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in part:
            forms = dict.fromkeys(_type(choice) for choice in part[key] if choice.get("type") != "null")
            return " or ".join(forms)
    if "const" in part:
        return f"`{part['const']}`"
    if "enum" in part:
        values = [f"`{value}`" for value in part["enum"]]
        return " or ".join([", ".join(values[:-1]), values[-1]]) if len(values) > 1 else values[0]
    if part.get("type") == "array":
        if "prefixItems" in part:
            return f"list of {len(part['prefixItems'])}"
        return f"list of {_type(part['items'])}" if isinstance(part.get("items"), dict) and part["items"] else "list"
    if part.get("type") == "object":
        within: Any = part.get("additionalProperties") or next(iter(part.get("patternProperties", {}).values()), {})
        return f"mapping to {_type(within)}" if isinstance(within, dict) and within else "mapping"
    if "pattern" in part:
        return "text in a set form"
    if part.get("type") in ("integer", "number"):
        lowest, highest = part.get("minimum"), part.get("maximum")
        return f"number, {lowest} to {highest}" if lowest is not None and highest is not None else "number"
    return {"boolean": "true or false"}.get(str(part.get("type")), "text")


# ---- HTTP API -----------------------------------------------------------------------------------------------------


def http() -> str:
    """Every call of the API with its parameters and its body, from the OpenAPI document."""
    described = openapi(tuple(ENDPOINTS.values()))
    schemas = described["components"]["schemas"]
    parts = [
        "# Endpoints of the HTTP API",
        "`make reference` writes this page from the OpenAPI document, which a running tutor serves at "
        "`/api/v1/openapi.json`. [HTTP API](../api.md) has examples, limits and problems.",
    ]
    base = described["servers"][0]["url"]
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            parts += [
                f"## {method.upper()} {base}{path}",
                escaped(f"{operation['summary']} {operation.get('description', '')}"),
            ]
            if parameters := operation.get("parameters"):
                rows = (
                    (_name(one["name"], needed=one.get("required")), one["in"], escaped(one["description"]))
                    for one in parameters
                )
                parts.append(table(("parameter", "in", "meaning"), rows))
            if body := operation.get("requestBody"):
                schema = schemas[body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]]
                fields = (
                    (_name(name, needed=name in schema.get("required", ())), escaped(_meaning(part)))
                    for name, part in schema["properties"].items()
                )
                parts += [escaped(schema["description"]), table(("field of the body", "meaning"), fields)]
    return "\n\n".join(parts) + "\n"


def _name(name: str, *, needed: bool) -> str:
    return f"`{name}`" + (" (required)" if needed else "")


# ---- Python -------------------------------------------------------------------------------------------------------


def python() -> str:
    """The public API for authors, from its docstrings."""
    parts = [
        "# Python: the public API for authors",
        "`make reference` writes this page from the code. A package with another author may import these names, and no "
        "others. [Write a package for another author](../authors.md) says how they are used. All values are frozen: a "
        "change gives a new value.",
    ]
    for name in PUBLIC_MODULES:
        module = import_module(f"tutor.{name}")
        parts += [f"## tutor.{name}", *_documented(module)]
        for label, thing in _public(module):
            parts.append(f"### {name}.{label}")
            if (signature := _signature(thing)) is not None:
                parts.append(f"```python\n{label}{signature}\n```")
            parts += [CONSTANTS[label]] if label in CONSTANTS else _documented(thing)
            if inspect.isclass(thing) and issubclass(thing, Enum):
                parts.append(f"Members: {', '.join(f'`{member.name}`' for member in thing)}.")
            if inspect.isclass(thing):
                rows = tuple(_members(thing))
                if rows:
                    parts.append(table(("member", "meaning"), iter(rows)))
    return "\n\n".join(parts) + "\n"


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module says is public; otherwise what it defines under a name without an underscore."""
    said = getattr(module, "__all__", None)
    for name, thing in vars(module).items() if said is None else ((name, getattr(module, name)) for name in said):
        is_own = said is not None or getattr(thing, "__module__", "") == module.__name__
        can_be_told = inspect.isclass(thing) or inspect.isfunction(thing) or name in CONSTANTS
        if can_be_told and is_own and not name.startswith("_"):
            yield name, thing


def _documented(thing: Any) -> Iterator[str]:
    text = inspect.getdoc(thing) if thing.__doc__ else ""
    made_by_itself = dataclasses.is_dataclass(thing) and str(text).startswith(f"{getattr(thing, '__name__', '')}(")
    if text and not made_by_itself:
        for part in re.split(r"\n\n(?!    )", text):
            prose, _, example = part.partition("\n\n    ")
            yield "\n- ".join(escaped(line) for line in prose.split("\n- "))
            if example:
                yield f"```python\n{dedent('    ' + example)}\n```"


def _signature(thing: Any) -> str | None:
    is_plain = inspect.isclass(thing) and "__init__" not in vars(thing)
    if is_plain or not callable(thing) or (inspect.isclass(thing) and issubclass(thing, (Enum, BaseException))):
        return None
    shown = re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(thing)))
    shown = re.sub(r"(: |-> )'([^']*)'", r"\1\2", shown)
    return re.sub(r"\btutor(?:\.\w+)+\.(?=\w)", "", shown).replace(" -> None", "")


def _members(thing: type) -> Iterator[tuple[str, str]]:
    for name, member in vars(thing).items():
        found = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        is_value = isinstance(found, property | cached_property)
        if name.startswith("_") or not (inspect.isfunction(found) or is_value) or not found.__doc__:
            continue
        shown = name if is_value else f"{name}()"
        yield f"`{shown}`", escaped(inspect.getdoc(found) or "")


PAGES: Mapping[str, Callable[[], str]] = {"commands": commands, "content": content, "http": http, "python": python}
"""The pages by the names of their files."""

if __name__ == "__main__":
    main()
