"""The interface can be translated: every word of it is a message, and a language from right to left is mirrored."""

from __future__ import annotations

import ast
import re

import pytest
from jinja2 import Environment, nodes

from tests.support.cases import for_each
from tests.support.translation import ROOT, accented, messages

ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
TEMPLATES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "templates").rglob("*.html"))
NO_WORDS = {"Love All", "A", "B", "Y", "Z", "AB", "YZ", "PBN", "LIN", "JSON", "CSV", "Lex", "p", "pp", "x"}
"""What is the same in every language: names of the program, of seats, sides and formats."""
NO_TEXT = {"kind", "in_place"}
"""Blocks that hold attributes."""
_TAG = re.compile(r"<!--.*?-->|<(?:style|script)\b.*?</(?:style|script)>|<[^>]*>", re.DOTALL)
_SPOKEN = re.compile(r"\b(?:title|placeholder|aria-label|alt|label)=\"([^\"]*)\"")
_WORD = re.compile(r"[A-Za-z][A-Za-z’'-]*")


def texts(template: str) -> str:
    """What a template says outside of messages."""
    tree = ENVIRONMENT.parse((ROOT / template).read_text(encoding="utf-8"))
    classes = {
        node
        for block in tree.find_all(nodes.Block)
        if block.name in NO_TEXT
        for node in block.find_all(nodes.TemplateData)
    }
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
    if path.parent.name != "server"  # what is said to who starts the tutor, and in its log
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
    "info",
    "debug",
    "compile",
    "execute",
}
"""Calls whose words are no part of the interface: errors of content in English, logs, patterns."""
_STORED = {"Unknown device"}
"""What stands in the database, and is shown as it stands there."""
_SENTENCE = re.compile(r"^[A-Z][a-z’]+(?: [\w’,;:{}%()-]+)* [a-z’]{2,}[.?!…]?$")


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
        if isinstance(node.value, str) and node.value not in _STORED and _SENTENCE.search(node.value)
    ]


@for_each("module", MODULES)
def test_every_sentence_of_a_view_is_a_message(module: str) -> None:
    assert unmarked((ROOT / module).read_text(encoding="utf-8")) == []


def test_messages_are_found() -> None:
    assert len(list(messages())) > 900


@pytest.mark.parametrize(
    ("text", "other"), [("Next", "⟦Ñéxt⟧"), ("%(count)s <b>tricks</b>", "⟦%(count)s <b>tríçks</b>⟧"), ("9%%", "⟦9%%⟧")]
)
def test_the_language_nobody_speaks(text: str, other: str) -> None:
    assert accented(text) == other
