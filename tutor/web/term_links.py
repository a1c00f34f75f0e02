"""Links to the glossary from the first mention of each term in a page."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup
from selectolax.lexbor import LexborHTMLParser, LexborNode

from tutor.library.glossary import Glossary, Mention
from tutor.library.lesson_html import TEXTS_KEPT

NEVER_LINKED = (
    "a, button, caption, code, figure, form, h1, h2, h3, h4, h5, h6, label, legend, nav, option, pre, script, select,"
    "style, summary, svg, textarea, th, title, [data-unanswered], [role=img], .cite, .sc, .unseen, .dialogue"
)
"""Elements without links. The last are an unanswered question, a picture, a citation, labels, and speech."""

FORM_NAME = 'name="once"'
PAGES_KEPT = 256
"""Pieces of pages, each of a few kilobytes."""


def link_terms(html: str, glossary: Glossary, address: str, linked: set[str]) -> Markup:
    """The markup, with the first mention of each term linked to its place in the glossary at an address.

    Elements of `NEVER_LINKED` stay as they are. `linked` has the ids of the terms that the page links already, and gets
    the new ones.
    """
    html = str(html)  # pieces of Markup are Markup too, and slow to search
    linking = _linked.__wrapped__ if FORM_NAME in html else _linked  # no form is the same twice
    markup, found = linking(html, glossary, address, frozenset(linked))
    linked |= found
    return markup


@lru_cache(PAGES_KEPT)
def _linked(html: str, glossary: Glossary, address: str, before: frozenset[str]) -> tuple[Markup, frozenset[str]]:
    """The markup with links, and the ids of all terms that are linked now."""
    page, linked = LexborHTMLParser(html, is_fragment=True), set(before)
    for node in _texts(page):
        text, end = node.text_content or "", 0
        for mention in _mentions(glossary, text):
            if mention.term.id in linked:
                continue
            linked.add(mention.term.id)
            link = page.create_node("a")
            link.attrs["class"], link.attrs["href"] = "term", f"{address}#{mention.term.anchor}"
            link.insert_child(text[mention.start : mention.end])
            node.insert_before(text[end : mention.start])
            node.insert_before(link)
            end = mention.end
        if end:
            node.replace_with(text[end:])
    markup = html if len(linked) == len(before) else page.html
    return Markup(markup), frozenset(linked)  # noqa: S704 - the given markup, and our links


def _texts(page: LexborHTMLParser) -> list[LexborNode]:
    """The texts in which terms can be linked, in order."""
    kept = {node.mem_id for node in page.css(NEVER_LINKED)}
    texts: list[LexborNode] = []
    waiting = [page.root]
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        waiting.append(node.next)
        if node.is_text_node and not node.is_empty_text_node:
            texts.append(node)
        elif node.is_element_node and node.mem_id not in kept:
            waiting.append(node.first_child)
    return texts


@lru_cache(TEXTS_KEPT)
def _mentions(glossary: Glossary, text: str) -> tuple[Mention, ...]:
    return tuple(glossary.mentions(text))
