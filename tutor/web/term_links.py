"""Links to the glossary, where a term first stands in a page."""

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
"""What has no link within it. The last are a question not yet answered, a picture, a citation, a label, and speech."""

FORM_NAME = 'name="once"'
PAGES_KEPT = 256
"""Pieces of pages, of which each is some kilobytes."""


def link_terms(html: str, glossary: Glossary, address: str, linked: set[str]) -> Markup:
    """The markup with each term of a glossary linked to its place at an address, where it first stands in the text.

    What is `NEVER_LINKED` stays as it is. The ids of the terms that are linked already, here or elsewhere in the page,
    are in `linked`, and the new ones are added to them.
    """
    html = str(html)  # a piece of Markup is Markup, and is slow to look through
    linking = _linked.__wrapped__ if FORM_NAME in html else _linked  # a form is never the same again
    markup, found = linking(html, glossary, address, frozenset(linked))
    linked |= found
    return markup


@lru_cache(PAGES_KEPT)
def _linked(html: str, glossary: Glossary, address: str, before: frozenset[str]) -> tuple[Markup, frozenset[str]]:
    """The markup with links, and the ids of the terms that are linked in it or were before."""
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
    return Markup(markup), frozenset(linked)  # noqa: S704 - what was there, and links of ours


def _texts(page: LexborHTMLParser) -> list[LexborNode]:
    """The texts in which terms may be linked, in order."""
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
