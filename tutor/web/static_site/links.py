"""The links of a page among plain files: each leads to a file beside it, and what needs a server is taken out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from posixpath import dirname, relpath
from urllib.parse import parse_qsl, unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter, RequestRedirect

PAGES: Mapping[str, frozenset[str]] = {
    "home.index": frozenset(),
    "home.sources": frozenset(),
    "lessons.index": frozenset(),
    "lessons.course": frozenset(),
    "lessons.lesson": frozenset(("all", "step")),
    "games.index": frozenset(),
    "games.deal": frozenset(("seat",)),
    "games.call": frozenset(("seat",)),
    "games.card": frozenset(("seat",)),
    "hindsight.table": frozenset(("seat", "shown")),
    "deals.index": frozenset(),
    "deals.deal": frozenset(),
    "deals.ending": frozenset(),
    "deals.hands": frozenset(),
    "deals.odds": frozenset(),
    "maxims.index": frozenset(),
    "glossary.index": frozenset(),
    "masters.rules": frozenset(),
    "masters.rules_of": frozenset(),
    "masters.show_agreement": frozenset(),
    "laws.index": frozenset(),
    "laws.point": frozenset(),
    "still.codes": frozenset(),
    "still.code": frozenset(),
}
"""The pages of the site, each with the parameters that make no difference there."""
LISTS: Mapping[str, frozenset[str]] = {"laws.index": frozenset(("group",))}
"""Pages with a file for each value of a parameter."""
ONLY_WITH_A_SERVER = "form, nav.filters, .taking, .no-print, script:not([src]), [href='']"
_BLANKS = re.compile(r"\s*\n\s*|[ \t]{2,}")
_BUTTONS = frozenset(("button", "more"))
"""Classes of links that stand alone, beside a text."""
_BEFORE = re.compile(r"(.*[.!?]\s+)?", re.DOTALL)
"""What stands before the last sentence of a text."""
_AFTER = re.compile(r"[^.!?]*[.!?]\s*")
"""The first sentence of a text, to its end."""
_NOTHING_LEFT = ("p", "li", "ul", "ol", "nav", "small")


@dataclass(frozen=True, slots=True)
class Target:
    """A page or a static file: its address in the tutor, and its file in the site."""

    address: str
    file: str


@dataclass(frozen=True)
class SiteMap:
    """Where everything is. `routes` knows the addresses of the tutor."""

    routes: MapAdapter

    def target(self, link: str) -> Target | None:
        """Where a link of the tutor leads in the site. None if that is not in the site."""
        parts = urlsplit(link)
        try:
            endpoint, values = self.routes.match(parts.path)
        except (HTTPException, RequestRedirect):
            return None
        if endpoint == "static":
            return Target(link, f"static/{values['filename']}")
        if endpoint not in PAGES:
            return None
        asked = [(name, value) for name, value in parse_qsl(parts.query) if name not in PAGES[endpoint]]
        if any(name not in LISTS.get(endpoint, ()) for name, _ in asked) or len(asked) > 1:
            return None
        path = unquote(parts.path)
        file = f"{path[1:]}index" if path.endswith("/") else path[1:]
        for name, value in asked:
            return Target(f"{path}?{name}={value}", f"{file}-{name}-{value}.html")
        return Target(path, f"{file}.html")


@dataclass
class StillPage:
    """A page as the site has it, and what it needs."""

    html: str
    targets: dict[str, Target] = field(default_factory=dict)


def still_page(html: str, file: str, target: Callable[[str], Target | None]) -> StillPage:
    """A page of the tutor as a file of the site."""
    tree = LexborHTMLParser(html)
    for node in tree.css(ONLY_WITH_A_SERVER):
        node.decompose()
    page = StillPage("")
    for node in tree.css("[href], [src]"):
        name = "href" if "href" in node.attributes else "src"
        link = node.attributes[name] or ""
        parts = urlsplit(link)
        if link.startswith(("#", "data:")) or parts.scheme:
            continue
        found = target(link)
        if found is None:
            _take_out(node)
            continue
        page.targets[found.address] = found
        node.attrs[name] = relative(found.file, file) + (f"#{parts.fragment}" if parts.fragment else "")
    for node in tree.css("[data-in-place]"):
        del node.attrs["data-in-place"]
    for node in tree.css("[aria-hidden='true'] svg.pip, [role='img'] svg.pip"):  # hidden by what is around them
        del node.attrs["aria-hidden"]
    for node in tree.css("span.unseen:empty"):
        node.decompose()
    for node in tree.css("body [lang='en'], body [dir='ltr']"):  # as the whole page is
        for name in ("lang", "dir"):
            if node.attributes.get(name) in ("en", "ltr"):
                del node.attrs[name]
    for node in tree.css("[class]"):
        node.attrs["class"] = " ".join((node.attributes["class"] or "").split())
    page.html = _BLANKS.sub(_blank, tree.html or "").replace("></use>", "/>") + "\n"
    return page


def _blank(found: re.Match[str]) -> str:
    return "\n" if "\n" in found[0] else " "


def relative(file: str, here: str) -> str:
    """The way from one file to another."""
    return relpath(file, dirname(here) or ".")


def _take_out(link: LexborNode) -> None:
    """Takes out a link that leads nowhere, with the sentence that it is part of."""
    around = link.parent
    is_all = around is not None and around.tag in _NOTHING_LEFT and around.text(strip=True) == link.text(strip=True)
    if not is_all and not _BUTTONS.intersection((link.attributes.get("class") or "").split()):
        before, after = link.prev, link.next
        if before is not None and before.tag == "-text":
            before.replace_with(_BEFORE.match(before.text())[0])  # type: ignore[index]
        if after is not None and after.tag == "-text":
            after.replace_with(_AFTER.sub("", after.text(), count=1))
    _remove(link)


def _remove(node: LexborNode) -> None:
    """Removes an element, what then is empty around it, and the heading of a list that is no longer there."""
    around = node.parent
    before = node.prev
    while before is not None and before.tag == "-text" and not before.text(strip=True):
        before = before.prev
    is_list = node.tag in ("ul", "ol")
    node.decompose()
    if is_list and before is not None and before.tag in ("h2", "h3"):
        before.decompose()
    if around is not None and around.tag in _NOTHING_LEFT and not around.text(strip=True):
        _remove(around)
