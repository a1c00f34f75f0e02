"""Where Cælebs speaks loosely: the readings of his words that fit every case he prints.

One is chosen, and advises. What another would advise is acceptable, and never marked wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to take the words that Cælebs leaves without a figure."""

    name: str
    long_suit: int = 5
    """“A long suit” (pp. 39, 40, 56) to bring in or to hold trumps for."""
    command: int = 3
    """“The perfect command” of a long suit (p. 39): so many of its best cards, in four or more."""
    poor_hand: int = 0
    """“A poor hand” (p. 58) has no more aces and kings than this outside trumps."""
    at_the_close: int = 3
    """“The very close of the hand” (p. 46): so many cards left."""
    at_the_finale: int = 4
    """“At the finale” (p. 53): so many cards left. Cælebs’s endings have three and four (pp. 60, 61)."""
    weakest_by_length: bool = False
    """Whether “his own weakest” suit (p. 23) is the shortest, or the one with the least high cards."""
    strong_trumps: int = 4
    """“Strong in trumps” (pp. 33, 34, 56): a partner who forces is given credit for “at least four” (p. 55)."""
    great_trumps: int = 5
    """“Great strength” in trumps (pp. 37, 38): five draw two rounds “as a general rule” (p. 39)."""
    honours_that_make_four_great: int = 3
    """Four trumps are “great strength” with so many honours: with less they wait for the suit to be cleared (p. 41)."""
    low_score: int = 1
    """“Your own score very low” (p. 42) when the opponents are three."""
    strength_before_length: bool = True
    """“The strongest or most numerous suit” (p. 26): of two good suits the one with more honours, or the longer."""


CHOSEN = Interpretation("chosen")

OTHERS = (
    replace(CHOSEN, name="the weakest suit is the shortest", weakest_by_length=True),
    replace(CHOSEN, name="a poor hand may have an ace or a king", poor_hand=1),
    replace(CHOSEN, name="two of the best cards command a suit of five", command=2),
    replace(CHOSEN, name="the most numerous suit before the strongest", strength_before_length=False),
    replace(CHOSEN, name="four trumps are never great strength", honours_that_make_four_great=5),
    replace(CHOSEN, name="strong in trumps means more than four", strong_trumps=5),
)
