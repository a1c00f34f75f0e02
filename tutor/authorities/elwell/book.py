"""Places in Elwell’s book, and suits in words."""

from __future__ import annotations

from collections.abc import Iterable

from tutor.cards import Suit
from tutor.citations import Citation

KEY = "elwell"
"""The key of Elwell’s book."""


def cite(first: int, last: int) -> Citation:
    """A passage of Elwell’s: the first and last line of the machine-read text, which has no pages."""
    return Citation(KEY, None, (first, last))


def names(suits: Iterable[Suit]) -> str:
    return " and ".join(suit.plural for suit in suits)
