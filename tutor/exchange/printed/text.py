"""Texts as trees that the PDF and EPUB templates draw in the same way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from tutor.cards import Card, Rank
from tutor.library.lesson_html import rendered

LESSONS = "/lessons/"
"""The start of links to lessons in a tree."""

DEEPEST = 12
"""The deepest level of lists and quotations. Anything deeper is drawn at this level."""


@dataclass(frozen=True, slots=True)
class Element:
    """A paragraph, an emphasis, a list …, by its HTML name; `href` is of a link alone."""

    tag: str
    of: Nodes
    href: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A card to draw: the plural of its suit, its rank as printed (`10`, `K`), and its name for screen readers."""

    suit: str
    rank: str
    name: str
    tag: str = "card"

    @classmethod
    def of_card(cls, card: Card) -> Sign:
        return cls(card.suit.plural, printed(card.rank), card.name)


Node = str | Element | Sign
Nodes = tuple[Node, ...]


def printed(rank: Rank) -> str:
    """What is printed on a card for its rank."""
    return "10" if rank is Rank.TEN else rank.letter


def prose(text: str) -> Nodes:
    """A text of a lesson: Markdown, with cards as `{HK}` and links to lessons as `lesson:its-id`."""
    reading = _Tree()
    reading.feed(rendered(_UNWRITABLE.sub("", text), _kept, LESSONS))
    reading.close()
    return reading.whole()


def line(text: str) -> Nodes:
    """A text of a lesson on one line: its paragraphs and lists lose their markup."""
    return tuple(_in_line(prose(text)))


def words(nodes: Iterable[Node]) -> str:
    """The bare words of a tree."""
    return "".join(_bare(nodes))


def _bare(nodes: Iterable[Node]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, str):
            yield node
        elif isinstance(node, Sign):
            yield node.name
        else:
            yield from _bare(node.of)


_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that neither XML nor a typesetter can write."""
_SPACE = re.compile("[ \t\r\n]+")
_OF_A_LINE = frozenset(("em", "strong", "span", "a", "br"))


def _in_line(nodes: Nodes) -> Iterator[Node]:
    is_first = True
    for node in nodes:
        if isinstance(node, Element) and node.tag not in _OF_A_LINE:
            yield from (() if is_first else (" ",))
            yield from _in_line(node.of)
        elif isinstance(node, Element):
            yield Element(node.tag, tuple(_in_line(node.of)), node.href)
        else:
            yield node
        is_first = False


def _kept(card: Card) -> str:
    return f"<card>{card}</card>"


class _Tree(HTMLParser):
    """Reads cleaned HTML: every element is closed, and only the few elements of lessons occur."""

    def __init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, str, list[Node]]] = [("", "", [])]

    def whole(self) -> Nodes:
        while len(self._open) > 1:
            self._close()
        return tuple(self._open[0][2])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self._open[-1][2].append(Element(tag, ()))
        else:
            self._open.append((tag, dict(attrs).get("href") or "", []))

    def handle_endtag(self, tag: str) -> None:
        if tag == self._open[-1][0]:
            self._close()

    def handle_data(self, data: str) -> None:
        text = _SPACE.sub(" ", data)
        if text != " " or self._open[-1][0] not in _OF_BLOCKS:
            self._open[-1][2].append(text)

    def _close(self) -> None:
        tag, href, of = self._open.pop()
        into = self._open[-1][2]
        if tag == "card":
            into.append(Sign.of_card(Card.parse(str(of[0]))))
        elif len(self._open) > DEEPEST:
            into.extend(of)
        else:
            into.append(Element(tag, tuple(of), href))


_OF_BLOCKS = frozenset(("", "ul", "ol", "blockquote"))
"""Elements that contain only blocks. A space in them is between lines of HTML."""
