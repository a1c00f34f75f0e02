"""Where Elwell's tables use a word that they do not define: the readings, one of which advises.

What another would advise is acceptable, and never marked wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.bridge_code import HONOURS

AVERAGE = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.KNAVE: 1}
"""An average hand holds one card of each rank: ten points. Elwell defines it nowhere; the same average is taken in
1901, in The Laws and Principles of Bridge (p. 61).
"""


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to take the words that Elwell leaves without a figure."""

    name: str
    above_average: int = 3
    """“A king or an ace stronger than an average hand”: at least a king, in the points of `AVERAGE`."""
    kings_re_enter: bool = False
    """Whether a guarded king is “a re-entry card”, or only an ace, or king and queen."""
    strong_honours: int = 3
    """How many honours a red suit has that is not “weak”."""


CHOSEN = Interpretation("chosen")
OTHERS = (
    replace(CHOSEN, name="an ace stronger than the average", above_average=4),
    replace(CHOSEN, name="a guarded king is a re-entry", kings_re_enter=True),
    replace(CHOSEN, name="four honours make a red suit strong", strong_honours=4),
)


def honours(holding: Holding) -> int:
    return holding.count(HONOURS)


def is_protected(holding: Holding) -> bool:
    """Whether a suit is protected: an ace, a king with one card at least, a queen with two."""
    guards = {Rank.ACE: 1, Rank.KING: 2, Rank.QUEEN: 3}
    return bool(holding.ranks) and len(holding) >= guards.get(holding.highest, 14)


def has_guarded_king_or_queen(holding: Holding) -> bool:
    """Whether the suit is headed by a king or a queen that is guarded."""
    return is_protected(holding) and holding.highest is not Rank.ACE


def has_re_entry(hand: Hand, suit: Suit, interpretation: Interpretation) -> bool:
    """Whether another suit than the one led has a card of re-entry."""
    return any(
        other is not suit
        and bool(hand[other].ranks)
        and (
            Rank.ACE in hand[other]
            or hand[other].headed_by("KQ")
            or (interpretation.kings_re_enter and hand[other].highest is Rank.KING and len(hand[other]) > 1)
        )
        for other in Suit
    )
