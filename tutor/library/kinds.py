"""The kinds of content: what their files hold, how they are checked, and their places in the library and pages.

A new kind is a module with a value and its checks, an entry here, and a template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tutor.citations import SOURCES
from tutor.errors import Fault
from tutor.library import deals, game_checks, odds
from tutor.library.concordance import ConcordanceFile, check_concordance
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.field_meanings import with_meanings
from tutor.library.fields import Value, known_source
from tutor.library.files import COURSE_FILE
from tutor.library.games import Game
from tutor.library.glossary import GlossaryFile, check_glossary
from tutor.library.laws import LawsFile, check_laws
from tutor.library.lessons import CourseFile, Lesson
from tutor.library.maxims import MaximsFile, check_maxims
from tutor.library.moved import MovedFile, check_moved
from tutor.library.odds import OddsFile
from tutor.library.positions import PositionsFile, check_positions
from tutor.library.rubbers import RubberFile
from tutor.library.rulebook import ExplanationsFile, RulesFile, rules_by_id
from tutor.library.themes import ThemesFile, entry
from tutor.library.validation import Check
from tutor.library.values import Context
from tutor.library.yaml_text import Document

Content = Game | ExampleDeal | Problem | HandsGroup | OddsFile
"""The content of a file of hands: one thing, known by its file name."""
Files = Sequence[tuple[Document, Any]]
"""The files of a kind that could be read."""


@dataclass(frozen=True, slots=True)
class ContentKind:
    """A kind of content, by the word for it in files and commands.

    `checks` are the checks of one file across its fields, `check_files` that of all files together. Kinds with a
    `shelf` in the library are content: each file is one thing, known by its file name, with a page below `address`.
    `is_authored` says whether users may write their own.
    """

    key: str
    model: type[Value]
    title: str
    checks: tuple[Check[Any], ...] = ()
    check_files: Callable[[Files, Context], Iterable[Fault]] | None = None
    shelf: str = ""
    address: str = ""
    is_authored: bool = False


def _check_rules(files: Files, _: Context) -> Iterator[Fault]:
    return _twice(files, "rules", "id", "the rule ‘{}’ appears twice", rules_by_id())


def _check_themes(files: Files, _: Context) -> Iterator[Fault]:
    return _twice(files, "themes", "id", "the theme ‘{}’ appears twice")


def _check_explanations(files: Files, _: Context) -> Iterator[Fault]:
    return _twice(files, "explanations", "point", "‘{}’ is explained twice")


def _twice(files: Files, shelf: str, key: str, what: str, known: Iterable[str] = ()) -> Iterator[Fault]:
    """A fault for each thing with the name of another."""
    seen = set(known)
    for document, file in files:
        for number, thing in enumerate(getattr(file, shelf)):
            name = getattr(thing, key)
            if name in seen:
                yield document.fault((shelf, number, key), what.format(name), "Delete one")
            seen.add(name)


def check_themed(files: Files, context: Context) -> Iterator[Fault]:
    """A fault if the content of a document has no theme, because no list would show it."""
    for document, content in files:
        if not entry(content, context.themes).themes:
            mend = "Name also a rule with a theme, or add one of these to a theme in lessons/themes.yaml"
            yield document.fault(("illustrates",), "none of the rules illustrated belongs to a theme", mend)


KINDS: Mapping[str, ContentKind] = MappingProxyType(
    {
        kind.key: kind
        for kind in (
            ContentKind("rules", RulesFile, "Rules of an author, of Love All", check_files=_check_rules),
            ContentKind("themes", ThemesFile, "The themes of Love All", check_files=_check_themes),
            ContentKind(
                "explanations",
                ExplanationsFile,
                "Where authors depart from their rules, of Love All",
                check_files=_check_explanations,
            ),
            ContentKind("maxims", MaximsFile, "Maxims of an author, of Love All", check_files=check_maxims),
            ContentKind("glossary", GlossaryFile, "The glossary of Love All", check_files=check_glossary),
            ContentKind(
                "positions",
                PositionsFile,
                "Positions in which the rules of an author decide, of Love All",
                check_files=check_positions,
            ),
            ContentKind("laws", LawsFile, "The laws of a code, of Love All", check_files=check_laws),
            ContentKind(
                "concordance", ConcordanceFile, "A group of points of law, of Love All", check_files=check_concordance
            ),
            ContentKind(
                "game", Game, "A game of Love All", game_checks.CHECKS, check_themed, "games", "/games/", True
            ),
            ContentKind(
                "deal", ExampleDeal, "A deal of Love All", deals.DEAL_CHECKS, check_themed, "deals", "/deals/", True
            ),
            ContentKind(
                "problem", Problem, "An ending of Love All", deals.PROBLEM_CHECKS, check_themed, "problems",
                "/endings/", True,
            ),
            ContentKind(
                "hands", HandsGroup, "Single hands of Love All", deals.HANDS_CHECKS, check_themed, "groups", "/hands/",
                True,
            ),
            ContentKind("odds", OddsFile, "Odds of an author, of Love All", odds.CHECKS, shelf="odds"),
            ContentKind("course", CourseFile, "A course of Love All"),
            ContentKind("lesson", Lesson, "The front matter of a lesson of Love All"),
            ContentKind("moved", MovedFile, "What moved, of Love All", check_files=check_moved),
            ContentKind("rubber", RubberFile, "A rubber, for Love All to score"),
        )
    }
)  # fmt: skip
"""The kinds, in the order of checking: content that others refer to comes first."""
PUBLISHED = MappingProxyType({"hand" if key == "game" else key: kind for key, kind in KINDS.items()})
"""The kinds by the names of their schemas. The schema of a game has an older name."""
SHELVES = tuple(kind for kind in KINDS.values() if kind.shelf)
"""The kinds whose files are one thing each."""


def kind_of(document: Document) -> ContentKind:
    """The kind of a document: the one it names, or that of its file name, or a game."""
    if document.file.endswith(COURSE_FILE):
        return KINDS["course"]
    kind = KINDS.get(said_kind(document), KINDS["game"])
    return kind if "kind" in kind.model.model_fields else KINDS["game"]


def said_kind(document: Document) -> str:
    """The kind that a document names; empty if it names none."""
    said = document.data.get("kind") if isinstance(document.data, dict) else None
    return said if isinstance(said, str) else ""


def source_of(document: Document) -> str:
    """The key of the book that a document names; empty if it names no known book."""
    said = document.data.get("source") if isinstance(document.data, dict) else None
    return known_source(said) if isinstance(said, str) and said in SOURCES else ""


def published(key: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file. Editors use it to complete and check while you type."""
    kind = PUBLISHED[key]
    schema = _with_numbers(with_meanings(kind.model.model_json_schema(mode="validation"))) | {"title": kind.title}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def _with_numbers(schema: Any) -> Any:
    """The schema, which also allows a number for every free text: editors read `652` as a number, and we as text."""
    if isinstance(schema, list):
        return [_with_numbers(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _with_numbers(value) for key, value in schema.items()}
    if made.get("type") == "string" and not {"pattern", "enum", "const"} & set(made):
        made["type"] = ["string", "number"]
    return made
