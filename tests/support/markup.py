"""Pages read by a parser of HTML: what they say, where they lead, and whether they are sound."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode

SPOKEN = ("aria-label", "title", "alt")
"""Attributes that are read by an ear or on a hover."""


class Page:
    """A page, or a part of one."""

    def __init__(self, html: str) -> None:
        self.html = html

    @cached_property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.html)

    def all(self, selector: str) -> list[LexborNode]:
        return list(self.tree.css(selector))

    def only(self, selector: str) -> LexborNode:
        """The one element that is meant."""
        found = self.all(selector)
        assert len(found) == 1, f"{selector} is there {len(found)} times"
        return found[0]

    def words(self, within: str = "main") -> str:
        """What is read in the matter of a page, and what is in attributes that are read."""
        main = self.only(within)
        spoken = (
            value
            for node in main.css(", ".join(f"[{name}]" for name in SPOKEN))
            for name in SPOKEN
            if (value := node.attributes.get(name))
        )
        return unwrapped(" ".join([main.text(separator=" "), *spoken]))

    def links(self) -> Iterator[str]:
        """Where it leads, and what it fetches; not the places within it."""
        for node in self.all("[href], [src]"):
            for name in ("href", "src"):
                target = node.attributes.get(name)
                if target and not target.startswith("#"):
                    yield target

    def ids(self) -> list[str]:
        return [node.attributes.get("id") or "" for node in self.all("[id]")]

    def faults(self) -> Iterator[str]:
        """What is wrong with any page on which it is found."""
        for selector in ("h1", "main", "title"):
            if (number := len(self.all(f"{selector}:not(svg *)"))) != 1:
                yield f"{number} elements {selector}"
        for name, number in Counter(self.ids()).items():
            if number > 1:
                yield f"the id {name} stands {number} times"
        if self.only("html").attributes.get("lang") != "en-GB":
            yield "it does not say that it is English"


def without_term_links(page: str) -> str:
    """A page with the links to the glossary taken out and their words left."""
    return re.sub(r'<a class="term" href="[^"]*">([^<]*)</a>', r"\1", page)


def unwrapped(page: str) -> str:
    """The page with a blank wherever it has any number of blanks and ends of lines."""
    return " ".join(page.split())
