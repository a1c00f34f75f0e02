"""Tricks that are certain from one hand, whatever the others hold; nothing here is any author’s.

Authors mean more or less by a certainty. `spared` says how much: the number of cards, of those of a suit that are out,
that no other hand is taken to hold. None spared, all of them may lie in one hand.
"""

from __future__ import annotations

from functools import lru_cache

from tutor.cards import Hand, Holding, Rank, Suit

_ALL_HOLDINGS = 8192


@lru_cache(_ALL_HOLDINGS)
def top_run(holding: Holding) -> int:
    """How many cards are held in sequence from the ace."""
    return next(
        (place for place, rank in enumerate(Rank) if place == len(holding) or holding.ranks[place] is not rank), 13
    )


def longest_against(holding: Holding, *, spared: int) -> int:
    """How many cards of a suit another hand may hold."""
    out = 13 - len(holding)
    return max(out - spared, min(out, 1))


@lru_cache(2 * _ALL_HOLDINGS)
def running_trumps(holding: Holding, *, spared: int) -> int:
    """The tricks that trumps make led from the top, against the highest cards that another hand may hold."""
    theirs = [rank for rank in Rank if rank not in holding][: longest_against(holding, spared=spared)]
    made = 0
    for rank in holding:
        higher = [other for other in theirs if other > rank]
        if theirs:
            theirs.remove(higher[-1] if higher else theirs[-1])
        made += not higher
    return made


def certain_with_trumps(hand: Hand, trumps: Suit, *, spared: int) -> int:
    """The tricks that are certain with a suit as trumps, once the hand has the lead.

    The winners of the plain suits count where every trump makes, and they outnumber those that another hand may hold.
    """
    holding = hand[trumps]
    made = running_trumps(holding, spared=spared)
    if made == len(holding) > longest_against(holding, spared=spared):
        made += sum(top_run(hand[suit]) for suit in Suit if suit is not trumps)
    return made
