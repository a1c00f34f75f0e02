"""Finds the product's own prose in templates, Python, YAML, Markdown and JavaScript, with its file and line.

Quotations are left out: what stands between quotation marks, block quotations of Markdown, and the fields of YAML that
hold what a book prints. What is only known when a page is made stands in the text as `⟨⟩`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from html import unescape
from pathlib import Path

import yaml
from jinja2 import Environment


class ProseKind(Enum):
    """Where a passage is read."""

    PAGE = "pages"
    MESSAGE = "messages and reasons"
    LESSON = "lessons"
    NOTE = "notes to hands and games"
    BOOK = "rules, laws, maxims and terms"
    DOCUMENT = "documents"
    DOCSTRING = "docstrings"
    COMMENT = "comments"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph or label: its text without quotations, the file, and the line where it begins."""

    path: str
    line: int
    kind: ProseKind
    text: str

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the passage, without the stops of abbreviations and numbers being taken for ends."""
        return tuple(part.strip() for part in _END_OF_SENTENCE.split(self.text) if part.strip())


COMPUTED = "⟨⟩"
"""What stands in a passage for a value that is not known before the page is made."""
_END_OF_SENTENCE = re.compile(
    r"(?<=[.!?…])(?<!\bp\.)(?<!\bpp\.)(?<!\bv\.)(?<!\bviz\.)(?<!\be\.g\.)(?<!\bi\.e\.)[’)”*_]*\s+(?=[^a-z])"
)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_WORDS = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_PROSE = re.compile(r"[A-Za-z][a-z’']+[,;:]? (?:[\w⟨⟩’'-]+[,;:]? )*[a-z’']{2,}")
"""Two words in small letters at least: a name, a key or a path is no prose."""

_QUOTING_KEYS = frozenset({
    "printed", "quote", "quotation", "stated", "favourable", "given", "sum", "hand", "exposed", "calls", "view", "asks",
    "words", "lines", "page", "pages", "source", "sources", "cite", "id", "on", "teaches", "see", "row", "role", "law",
})  # fmt: skip
"""Fields of YAML that hold what a book prints, or data. (`asks` is prose in the concordance of laws.)"""


def words_of(text: str) -> list[str]:
    """The words of a text, numbers and symbols left out."""
    return _WORDS.findall(text)


def inventory(root: Path) -> Iterator[Passage]:
    """Every passage of the project, file by file."""
    for folder, pattern, read in _SOURCES:
        for path in sorted((root / folder).glob(pattern)):
            name = str(path.relative_to(root))
            if not name.startswith(_LEFT_OUT):
                yield from read(name, path.read_text(encoding="utf-8"))


def _passage(path: str, line: int, kind: ProseKind, text: str) -> Iterator[Passage]:
    """The passage of a text, or none where nothing in it is prose of ours."""
    plain = " ".join(_QUOTED.sub("“”", text).split())
    if _PROSE.search(plain):
        yield Passage(path, line, kind, plain)


# ---- YAML and Markdown -----------------------------------------------------------------------------------------------


def _of_yaml(path: str, text: str, *, first: int = 1, kind: ProseKind | None = None) -> Iterator[Passage]:
    kind = kind or (ProseKind.NOTE if path.startswith("hands/") else ProseKind.BOOK)
    verbatim = _QUOTING_KEYS | ({"text", "read"} if path.startswith("lessons/maxims/") else set())
    if path.startswith("lessons/laws/"):
        verbatim = verbatim - {"asks"}

    def walk(node: yaml.Node | None) -> Iterator[Passage]:
        if isinstance(node, yaml.MappingNode):
            for name, value in node.value:
                if name.value not in verbatim:
                    yield from walk(value)
        elif isinstance(node, yaml.SequenceNode):
            for value in node.value:
                yield from walk(value)
        elif isinstance(node, yaml.ScalarNode):
            for paragraph in node.value.split("\n\n"):
                yield from _passage(path, first + node.start_mark.line, kind, _without_markup(paragraph))

    yield from walk(yaml.compose(text))


def _without_markup(text: str) -> str:
    """Markdown and the marks of our own notes as they are read: `{B H9|the nine}`, `[cards](address)`, `**bold**`."""
    text = re.sub(r"\{[^{}|]*\|([^{}]*)\}", r"\1", text)
    text = re.sub(r"\{[^{}]*\}|`[^`]*`", COMPUTED, text)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("**", "").replace("*", "")


_FRONT = re.compile(r"\A---\n(.*?\n)---\n", re.DOTALL)
_FENCE = re.compile(r"^```(\w*)\n(.*?\n?)^```", re.DOTALL | re.MULTILINE)


def _of_markdown(path: str, text: str) -> Iterator[Passage]:
    kind = ProseKind.LESSON if path.startswith("lessons/") else ProseKind.DOCUMENT
    blocks = [match for pattern in (_FRONT, _FENCE) for match in pattern.finditer(text)]
    for match in blocks:
        content = match.group(match.lastindex or 1)
        if kind is ProseKind.LESSON and content.strip():
            yield from _of_yaml(path, content, first=_line(text, match.start(match.lastindex or 1)), kind=kind)
    for match in sorted(blocks, key=lambda block: block.start(), reverse=True):
        text = text[: match.start()] + "\n" * match.group().count("\n") + text[match.end() :]
    for paragraph in re.finditer(r"(?:^(?!\s*$).*\n?)+", text, re.MULTILINE):
        if not paragraph.group().lstrip().startswith((">", "<", "|")):
            for item in re.split(r"^\s*(?:[-*]|\d+\.)\s+|^#+\s+", paragraph.group(), flags=re.MULTILINE):
                line = _line(text, paragraph.start() + paragraph.group().find(item))
                yield from _passage(path, line, kind, _without_markup(item))


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


# ---- templates -------------------------------------------------------------------------------------------------------

_BLOCKS = re.compile(
    r"</?(?:p|li|ul|ol|h\d|t[dhr]|table|thead|tbody|div|section|article|d[dlt]|button|label|legend|summary|details|option|"
    r"caption|figcaption|header|footer|main|nav|form|fieldset|select|title|br|svg|script|style)\b[^>]*>"
)
_SPOKEN_ATTRIBUTES = re.compile(r"\b(?:title|placeholder|aria-label|alt|content|data-says|value)=\"([^\"]*)\"")
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)


def _of_template(path: str, source: str) -> Iterator[Passage]:
    """Text between tags, attributes that are read out, and strings within expressions."""
    text: list[str] = []
    lines: list[int] = []
    inside = False

    def put(value: str, line: int) -> None:
        for letter in value:
            text.append(letter)
            lines.append(line)
            line += letter == "\n"

    for line, kind, value in Environment(autoescape=True).lex(source):
        if kind == "data":
            put(value, line)
        elif kind == "variable_begin":
            put(COMPUTED, line)
        elif kind == "block_begin":
            inside = True
        elif kind == "block_end":
            inside = False
        elif kind == "string":
            yield from _passage(path, line, ProseKind.PAGE, value[1:-1])
        elif inside and kind == "name" and value in ("else", "elif", "endif", "endfor", "block", "endblock"):
            put("\0", line)
    whole = "".join(text)
    for match in _SPOKEN_ATTRIBUTES.finditer(whole):
        yield from _passage(path, lines[match.start()], ProseKind.PAGE, unescape(match[1]))
    parted = _BLOCKS.sub(lambda match: "\0" * len(match[0]), whole)
    parted = _TAG.sub(lambda match: "\1" * len(match[0]), parted)
    for match in re.finditer(r"[^\0]+", parted):
        said = match[0].replace("\1", "")
        if said.strip():
            start = match.start() + len(match[0]) - len(match[0].lstrip("\1 \n"))
            yield from _passage(path, lines[start], ProseKind.PAGE, unescape(said))


# ---- Python and JavaScript -------------------------------------------------------------------------------------------


def _of_python(path: str, source: str) -> Iterator[Passage]:
    tree = ast.parse(source)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            skipped.add(id(node.value))
            for at, paragraph in _paragraphs(node.value.value):
                text = re.sub(r"`[^`]*`", COMPUTED, paragraph)
                yield from _passage(path, node.lineno + at, ProseKind.DOCSTRING, text)
        elif isinstance(node, ast.JoinedStr):
            skipped.update(id(part) for part in node.values)
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else COMPUTED for part in node.values)
            yield from _said_in_code(path, node.lineno, said)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield from _said_in_code(path, node.lineno, node.value)
    yield from _comments(path, source)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for paragraph in text.split("\n\n"):
        yield at, paragraph
        at += paragraph.count("\n") + 2


_CODE = re.compile(r"[{]\s*[\w-]+:|\\[bdsw(]|\(\?|\bSELECT\b|[{}<>=]{2}|^[\w.-]+$|^/|::|;$", re.MULTILINE)


def _said_in_code(path: str, line: int, text: str) -> Iterator[Passage]:
    if not _CODE.search(text):
        for paragraph in text.split("\n\n"):
            yield from _passage(path, line, ProseKind.MESSAGE, paragraph)


_DIRECTIVE = re.compile(r"#!|#\s*(?:noqa|type:|fmt:|pragma|ruff:|mypy:|-{3,})")


def _comments(path: str, source: str) -> Iterator[Passage]:
    together: list[str] = []
    begun = last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or _DIRECTIVE.match(token.string):
            continue
        if together and token.start[0] != last + 1:
            yield from _passage(path, begun, ProseKind.COMMENT, _without_code(together))
            together = []
        begun = begun if together else token.start[0]
        together.append(token.string.lstrip("#: "))
        last = token.start[0]
    if together:
        yield from _passage(path, begun, ProseKind.COMMENT, _without_code(together))


def _without_code(lines: list[str]) -> str:
    return re.sub(r"`[^`]*`", COMPUTED, " ".join(lines))


_JS_STRING = re.compile(r"'([^'\\\n]*)'|`([^`]*)`|//(.*)|/\*(.*?)\*/", re.DOTALL)


def _of_javascript(path: str, source: str) -> Iterator[Passage]:
    for match in _JS_STRING.finditer(source):
        says = match[1] or match[2]
        kind = ProseKind.PAGE if says else ProseKind.COMMENT
        text = re.sub(r"\$\{[^}]*\}", COMPUTED, says or match[3] or match[4] or "")
        if not re.search(r"[{}<>\[\]=]|^[.#]", text):
            yield from _passage(path, _line(source, match.start()), kind, text)


_SOURCES: tuple[tuple[str, str, Callable[[str, str], Iterator[Passage]]], ...] = (
    ("templates", "**/*.html", _of_template),
    ("templates", "**/*.txt", _of_template),
    ("static/js", "**/*.js", _of_javascript),
    ("tutor", "**/*.py", _of_python),
    ("lessons", "**/*.md", _of_markdown),
    ("lessons", "**/*.yaml", _of_yaml),
    ("hands", "*.yaml", _of_yaml),
    ("docs", "**/*.md", _of_markdown),
    (".", "*.md", _of_markdown),
)
_LEFT_OUT = ("lessons/positions/", "lessons/moved.yaml", "tutor/_bundled/", "docs/reference/")
"""Positions hold no prose, former lessons stay as they were, and the reference repeats what stands elsewhere."""
