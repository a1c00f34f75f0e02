"""The text of lessons as HTML: Markdown, with cards as `{HK}`; it allows only text, emphasis and lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import nh3

from tutor.cards import Card
from tutor.library.markup import overmarked

TEXTS_KEPT = 8192
"""How many texts are cached as HTML: more than there are."""

_CARD = re.compile(r"\{([SHCD](?:10|[AKQJT2-9]))\}")
_TAGS = {"p", "em", "strong", "ul", "ol", "li", "blockquote", "span", "h2", "h3", "br"}


@lru_cache(TEXTS_KEPT)
def rendered(text: str, drawn: Callable[[Card], str], lessons_at: str = "") -> str:
    """The text as HTML, cleaned, each card as it is `drawn`.

    Links to lessons lead to `lessons_at`, an address that ends in `/`. Without it, links are text. A text with too many
    signs stays plain text.
    """
    if any(overmarked(text)):
        return f"<p>{nh3.clean_text(text)}</p>"
    cards: list[str] = []

    def keep(match: re.Match[str]) -> str:
        cards.append(drawn(Card.parse(match[1])))
        return f"\ue000{len(cards) - 1}\ue001"

    kept = _CARD.sub(keep, text).replace("](lesson:", f"]({lessons_at}")
    html = nh3.clean(
        markdown_html(kept),
        tags=_TAGS | ({"a"} if lessons_at else set()),
        attributes={"a": {"href"}} if lessons_at else {},
        attribute_filter=_within,
        url_schemes=set(),
        link_rel=None,
    )
    for number, card in enumerate(cards):
        html = html.replace(f"\ue000{number}\ue001", card)
    return html


def markdown_html(text: str) -> str:
    """Markdown as HTML, not yet cleaned. The parser is imported with the first text."""
    from markdown import Markdown

    return Markdown().convert(text)


def _within(tag: str, attribute: str, value: str) -> str | None:  # noqa: ARG001
    """Whether an address is ours. `//elsewhere.example` has no scheme, but leads elsewhere."""
    return None if value.lstrip().replace("\\", "/").startswith("//") else value
