"""The interface can be translated: every word of it is a message, and a language from right to left is mirrored."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest
from jinja2 import Environment, nodes

from tests.support.cases import for_each
from tests.support.school import SECRET
from tests.support.translation import ROOT, accented, messages, write_accented
from tutor.library.catalogue import Library
from tutor.study.accounts.security_events import EventKind
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.labels import DETAILS, EVENTS, account_name, event_detail, event_label
from tutor.web.language import Language
from tutor.web.services import Services

ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
TEMPLATES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))
NO_WORDS = {"Love All", "A", "B", "Y", "Z", "AB", "YZ", "PBN", "LIN", "JSON", "CSV", "Lex", "p", "pp", "x"}
"""What is the same in every language: names of the program, of seats, sides and formats."""
NO_TEXT = {"kind", "in_place", "ends_session"}
"""Blocks and macros that hold attributes."""
_TAG = re.compile(r"<!--.*?-->|<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.DOTALL)
_SPOKEN = re.compile(r"\b(?:title|placeholder|aria-label|alt|label)=\"([^\"]*)\"")
_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*")


def texts(template: str) -> str:
    """What a template says outside of messages."""
    tree = ENVIRONMENT.parse((ROOT / template).read_text(encoding="utf-8"))
    parts: list[nodes.Block | nodes.Macro] = [*tree.find_all(nodes.Block), *tree.find_all(nodes.Macro)]
    classes = {node for part in parts if part.name in NO_TEXT for node in part.find_all(nodes.TemplateData)}
    return "\n".join(node.data for node in tree.find_all(nodes.TemplateData) if node not in classes)


@for_each("template", TEMPLATES)
def test_every_word_of_a_template_is_a_message(template: str) -> None:
    said = texts(template)
    outside = " ".join([re.sub(r"&\w+;", " ", _TAG.sub(" ", said)), *_SPOKEN.findall(said)])
    for name in NO_WORDS:
        outside = re.sub(rf"\b{name}\b", " ", outside)
    assert _WORD.findall(outside) == []


MODULES = sorted(
    str(path.relative_to(ROOT))
    for path in (ROOT / "tutor" / "web").rglob("*.py")
    # What is said to who starts the tutor, in its log, and to programs, is English everywhere, as the commands are.
    if path.parent.name not in ("server", "api", "static_site")
)
_MARKED = {"_", "gettext", "lazy_gettext", "ngettext", "lazy_ngettext"}
_UNSEEN = {
    "Malformed",
    "Fault",
    "ValueError",
    "RuntimeError",
    "KeyError",
    "getLogger",
    "warning",
    "exception",
    "info",
    "debug",
    "compile",
    "execute",
}
"""Calls whose words are no part of the interface: errors of content in English, logs, patterns."""
_STORED = {"Unknown device", *DETAILS, "a form without its token", "not for this role"}
"""What stands in the database. Details of events are shown by their labels."""
_IN_ERRORS = {
    "class or invitation of the code", "number of tries", "number of attempts", "number of invitations",
    "number of questions", "group of hands", "kind of practice", "kind of picture", "kind of file", "file of yours",
    "format of the answers", "it is empty", "it is below 0", "a step of a game is a call or a card",
    "an application is made with one", "content to preview", "table with the code", "seat of yours at table",
    "somebody without a seat sees the list of seats",
    "State not found", "Missing state", "Unable to find deployment", "Registration not found", "Client id",
    "Unable to find public key", "Error during fetch", "Invalid response from", "the answer is too large",
    "the platform redirects this address elsewhere",
}  # fmt: skip
"""Names of values, and reasons, which errors in English take: they reach `Malformed` by way of a variable."""
_IN_FILES = {
    "assignment {}, attempt {}", "nothing said yet", "given in words", "name in class", "declare after partner",
    "nothing new clashes",
}  # fmt: skip
"""What is written into reports of problems, tables for spreadsheets and lines of positions."""
_SENTENCE = re.compile(r"^[A-Z][a-z’]+(?: [\w’,;:{}%()-]+)* [a-z’]{2,}[.?!…]?$")
_SMALL_SENTENCE = re.compile(r"^[a-z]+,?(?: [\w’,;:{}%()-]+){2,}[.?!…]?$")


def unmarked(source: str) -> list[str]:
    """Sentences in a module that are neither messages nor docstrings."""
    tree = ast.parse(source)
    passed: set[ast.AST] = set()
    for node in ast.walk(tree):
        name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
        if name in _MARKED | _UNSEEN or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            passed.update(ast.walk(node))
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in passed)
    return [
        node.value
        for node in strings
        if isinstance(node.value, str)
        and node.value not in _STORED | _IN_ERRORS | _IN_FILES
        and (_SENTENCE.search(node.value) or _SMALL_SENTENCE.search(node.value))
    ]


@for_each("module", MODULES)
def test_every_sentence_of_a_view_is_a_message(module: str) -> None:
    assert unmarked((ROOT / module).read_text(encoding="utf-8")) == []


@for_each("kind", list(EventKind), ids=lambda kind: kind.name)
def test_every_event_has_a_label(kind: EventKind) -> None:
    assert event_label(kind.value) == str(EVENTS[kind])


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("no such name", "no such name"),
        ("first", "for the first teacher"),
        ("no such name; further ones within the hour are not listed",) * 2,
        ("answers of the class Lower Fifth",) * 2,
        ("of a newer tutor",) * 2,
        ("", ""),
    ],
)
def test_a_stored_detail_is_shown(stored: str, shown: str) -> None:
    assert event_detail(stored) == shown


def test_a_stored_detail_is_shown_in_the_language(library: Library, study: Study, tmp_path: Path) -> None:
    language = Language.parse("ar", write_accented(tmp_path, "ar"))
    app = create_app(Services.of(library, study, Random(1)), SECRET, language=language)
    with app.test_request_context("/"):
        assert event_label("logged in") == "⟦Lóggéd íñ⟧"
        assert event_label("of a newer tutor") == "Of a newer tutor"
        assert event_detail("class 2") == "⟦çláss 2⟧"
        assert event_detail("3 left; further ones within the hour are not listed").startswith("⟦3 léft⟧; ⟦")
        assert account_name(-2, {}) == "⟦áççóúñt 2 (délétéd)⟧"


def test_messages_are_found() -> None:
    assert len(list(messages())) > 900


@pytest.mark.parametrize(
    ("text", "other"), [("Next", "⟦Ñéxt⟧"), ("%(count)s <b>tricks</b>", "⟦%(count)s <b>tríçks</b>⟧"), ("9%%", "⟦9%%⟧")]
)
def test_the_language_nobody_speaks(text: str, other: str) -> None:
    assert accented(text) == other
