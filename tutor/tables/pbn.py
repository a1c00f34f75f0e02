"""Deals out of a text of PBN (Portable Bridge Notation): its tags `Deal` and `Dealer`, all else left aside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tutor.deal import Deal
from tutor.errors import Malformed
from tutor.seats import Seat

_TAG = re.compile(r'\[(\w+)\s+"([^"]*)"\]')


def deals_of(text: str) -> Iterator[Deal]:
    """The deals of a text in their order: of PBN, or a line `N:… … … …` for each. Raises `Malformed`, `NotAPack`."""
    if "[" not in text:
        lines = [line for line in text.splitlines() if line.strip()]
        yield from map(Deal.parse, lines)
        return
    dealer: Seat | None = None
    found = False
    for name, value in _TAG.findall(text):
        if name == "Dealer":
            dealer = Seat.parse(value)
        elif name == "Deal":
            found = True
            yield Deal.parse(value, dealer)
            dealer = None
    if not found:
        raise Malformed("PBN", text.strip()[:40], "it has no Deal tag", 'Write it as [Deal "N:… … … …"]')
