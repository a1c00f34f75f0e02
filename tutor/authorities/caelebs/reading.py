"""Where Cælebs speaks loosely: the readings of his words that fit every case he prints.

One is chosen, and advises. What another would advise is acceptable, and never marked wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take the words that he leaves without a figure."""

    name: str
    strong_trumps: int = 4
    """“Strong in trumps” (pp. 33, 34, 56): a partner who forces is given credit for “at least four” (p. 55)."""
    great_trumps: int = 5
    """“Great strength” in trumps (pp. 37, 38): five draw two rounds “as a general rule” (p. 39)."""
    honours_that_make_four_great: int = 3
    """Four trumps are “great strength” with so many honours: with less they wait for the suit to be cleared (p. 41)."""
    low_score: int = 1
    """“Your own score very low” (p. 42) when the adversaries are three."""
    length_before_strength: bool = True
    """“The strongest or most numerous suit” (p. 26): of two good suits the longer, or the one with more honours."""


CHOSEN = Reading("chosen")

OTHERS = (
    replace(CHOSEN, name="the strongest suit before the most numerous", length_before_strength=False),
    replace(CHOSEN, name="four trumps never make great strength", honours_that_make_four_great=5),
    replace(CHOSEN, name="strong in trumps means more than four", strong_trumps=5),
)
