"""Every link of every page leads somewhere, and every part of a page that is linked to is there."""

from __future__ import annotations

import re
from collections import Counter, deque
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from flask.testing import FlaskClient

from tutor.exchange.exporters import names
from tutor.exchange.lin.boards import VIEWER

pytestmark = pytest.mark.slow

MOST_OF_A_KIND = 2
"""How many steps of games, or lists narrowed alike, are asked for: they differ by numbers alone."""

_NUMBERED = re.compile(
    r"(?<=/)(\d+|[0-9a-f]{8}|[SHCD][AKQJT2-9])(?=/|$)|(?<==)[^&]*"
    r"|(?<=^/games/)[^/]+(?=/.)|(?<=^/lessons/)[^/]+(?=/.)"
    r"|(?<=^/embed/games/)[^/?]+|(?<=^/diagrams/)[^/.]+"
    + "".join(rf"|(?<=^/exports/{name}/)[^/?]+" for name in names())
)


def kind_of(address: str) -> str:
    """An address without what makes it one of many."""
    return _NUMBERED.sub("*", address)


@pytest.mark.slow
def test_every_link_leads_somewhere(client: FlaskClient) -> None:
    waiting, seen = deque(["/"]), {"/"}
    of_kind: Counter[str] = Counter()
    anchors: dict[str, set[str]] = {}
    linked: dict[tuple[str, str], str] = {}
    while waiting:
        address = waiting.popleft()
        response = client.get(address)
        if response.status_code in (302, 303, 308):
            found = [response.location.removeprefix("http://localhost")]
        else:
            assert response.status_code == 200, f"{address}: {response.status_code}"
            if response.mimetype != "text/html":
                continue
            text = response.text
            anchors[address] = set(re.findall(r'\bid="([^"]+)"', text))
            found = [unescape(link) for link in re.findall(r'<a [^>]*?href="([^"]+)"', text)]
        for link in found:
            if link.startswith(VIEWER):
                continue  # it says that it leaves the tutor, and is followed by hand
            target, anchor = urldefrag(urljoin(address, link))
            if urlsplit(target).netloc:
                assert address.startswith("/help/"), f"{address} links to {link}"
                continue  # a guide may lead out, and tests/project/test_documentation.py has the form of its links
            if anchor:
                linked.setdefault((target, anchor), address)
            if target in seen:
                continue
            seen.add(target)
            of_kind[kind_of(target)] += 1
            if of_kind[kind_of(target)] <= MOST_OF_A_KIND:
                waiting.append(target)
    assert len(anchors) > 500
    gone = [
        f"{where} links to #{anchor} of {target}"
        for (target, anchor), where in linked.items()
        if target in anchors and anchor not in anchors[target]
    ]
    assert gone == []
