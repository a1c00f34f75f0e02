"""The guides: Markdown in the folder `docs`, which the pages of *Help* show, and which `make docs` builds.

`docs/index.md` is their list: a heading for each section, and under it a line for each guide, such as
`- [Guide for learners](learning.md): how to begin`. Both readings use one parser of Markdown, so both see the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, pairwise, takewhile
from pathlib import Path, PurePosixPath
from posixpath import normpath
from types import MappingProxyType
from typing import TYPE_CHECKING

from tutor.library.folders import folder

if TYPE_CHECKING:
    from markdown_it.token import Token

INDEX = "index"
MOST_COLUMNS = 3
"""The columns that fit on a telephone."""
_LINE = re.compile(r"^- \[(?P<title>[^\]]+)\]\((?P<file>[^)#]+)\.md\): (?P<about>.+)$")
_HEADING = re.compile(r"^## (?P<title>.+)$")
_OF_NO_SLUG = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: its name in addresses, its title, what it is about, and the title of its section."""

    name: str
    title: str
    about: str
    section: str

    @property
    def text(self) -> str:
        """Its Markdown."""
        return (folder("docs") / f"{self.name}.md").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A section of the list: its title and its guides, in order."""

    title: str
    guides: tuple[Guide, ...]


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A guide as HTML without its title, and its parts: the anchor and the text of each heading of the second level."""

    title: str
    html: str
    parts: tuple[tuple[str, str], ...]


@cache
def guide_sections() -> tuple[GuideSection, ...]:
    """The guides that `docs/index.md` lists, by section."""
    found: dict[str, list[Guide]] = {}
    section = ""
    for line in (folder("docs") / f"{INDEX}.md").read_text(encoding="utf-8").splitlines():
        if heading := _HEADING.match(line):
            section = heading["title"]
        elif entry := _LINE.match(line):
            found.setdefault(section, []).append(Guide(entry["file"], entry["title"], entry["about"], section))
    return tuple(GuideSection(title, tuple(guides)) for title, guides in found.items())


@cache
def guides() -> Mapping[str, Guide]:
    """All guides by name, in the order of the list."""
    return MappingProxyType({guide.name: guide for section in guide_sections() for guide in section.guides})


@cache
def attachments() -> Mapping[str, Path]:
    """The files, other than guides, that are beside them, such as a configuration to copy: by the name in addresses."""
    top = folder("docs")
    return MappingProxyType(
        {
            path.relative_to(top).as_posix(): path
            for path in sorted(top.rglob("*"))
            if path.is_file() and path.parent.name[:1] != "_" and path.suffix not in (".md", ".py", ".pyc")
        }
    )


def guide_page(guide: Guide, address: Callable[[str], str], picture: Callable[[str], str]) -> GuidePage:
    """A guide as a page. `address` gives the address of a guide or a file, `picture` that of a file in `static`.

    A link to something that is not part of the installed tutor becomes text.
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", _begin_table)
    parser.add_render_rule("table_close", lambda *_: "</table></div>")
    tokens = [token for token in parser.parse(guide.text) if token.type != "html_block"]
    headings = tuple(_name_headings(tokens))
    for token in tokens:
        if token.children:
            token.children = list(_led(token.children, guide, address, picture))
    title = next((text for level, _, text in headings if level == "h1"), guide.title)
    if tokens and tokens[0].tag == "h1":
        del tokens[:3]
    html = parser.renderer.render(tokens, parser.options, {})
    return GuidePage(title, html, tuple((anchor, text) for level, anchor, text in headings if level == "h2"))


def github_slug(heading: str) -> str:
    """The anchor of a heading, as GitHub and the built documentation have it."""
    return _OF_NO_SLUG.sub("", heading.lower().replace(" ", "-"))


def _name_headings(tokens: Sequence[Token]) -> Iterator[tuple[str, str, str]]:
    """Gives each heading its anchor, and yields its level, anchor and text."""
    used = set[str]()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        text = "".join(child.content for child in inline.children or () if child.type in ("text", "code_inline"))
        anchor = slug = github_slug(text)
        numbers = count(1)
        while anchor in used:
            anchor = f"{slug}-{next(numbers)}"
        used.add(anchor)
        opening.attrSet("id", anchor)
        yield opening.tag, anchor, text


def _led(
    children: Sequence[Token], guide: Guide, address: Callable[[str], str], picture: Callable[[str], str]
) -> Iterator[Token]:
    """The tokens of a line with links and pictures as they lead within the tutor."""
    dropped = False
    for token in children:
        if token.type == "link_open":
            target = _target(str(token.attrs["href"]), guide, address)
            dropped = target is None
            if target is not None:
                token.attrSet("href", target)
        elif token.type == "image":
            place = normpath(f"{PurePosixPath('docs') / guide.name}/../{token.attrs['src']}")
            token.attrSet("src", picture(place.removeprefix("static/")))
        if not (dropped and token.type in ("link_open", "link_close")):
            yield token


def _target(href: str, guide: Guide, address: Callable[[str], str]) -> str | None:
    """Where a link leads; None if to a file that the installed tutor lacks, or to an example of its own address."""
    if href.startswith(("#", "https:")):
        return href
    if href.startswith("http:"):
        return None
    path, mark, anchor = href.partition("#")
    name = normpath((PurePosixPath(guide.name).parent / path).as_posix())
    if name.removesuffix(".md") in guides():
        return f"{address(name.removesuffix('.md'))}{mark}{anchor}"
    return address(name) if name in attachments() else None


def _begin_table(_renderer: object, tokens: Sequence[Token], number: int, *_: object) -> str:
    """A table in a box. One with many columns may be wider than a telephone, and then scrolls, by keyboard too."""
    head = takewhile(lambda token: token.type != "tr_close", tokens[number:])
    columns = sum(token.type == "th_open" for token in head)
    return f'<div class="wide"{" tabindex=0" if columns > MOST_COLUMNS else ""}><table>'
