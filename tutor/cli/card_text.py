"""Hands and tables drawn with letters, for a terminal."""

from __future__ import annotations

from tutor.cards import Card, Hand, Rank, Suit
from tutor.wording import figured

WIDTH = 26


def hand_lines(hand: Hand, *, is_open: bool = True) -> list[str]:
    """A hand on four lines, spades to diamonds; face down, its number of cards."""
    if not is_open:
        return [figured(len(hand), "card"), "", "", ""]
    return [f"{suit.symbol} {' '.join(_index(rank) for rank in hand[suit]) or '—'}" for suit in Suit]


def compass(north: list[str], west: list[str], middle: list[str], east: list[str], south: list[str]) -> str:
    """Four blocks of lines round a table."""
    indent = " " * WIDTH
    height = max(len(west), len(middle), len(east))
    padded = [block + [""] * (height - len(block)) for block in (west, middle, east)]
    across = [f"{left:<{WIDTH}}{centre:<{WIDTH}}{right}" for left, centre, right in zip(*padded, strict=True)]
    lines = [*(indent + line for line in north), "", *across, "", *(indent + line for line in south)]
    return "\n".join(line.rstrip() for line in lines)


def card(one: Card) -> str:
    return f"{one.suit.symbol}{_index(one.rank)}"


def _index(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.letter
