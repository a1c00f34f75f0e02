"""Where Hoffmann speaks loosely: he prints no hand, so that every fair reading of his words fits. One is chosen."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to take the words that Hoffmann leaves without a figure."""

    name: str
    strong_red_length: int = 5
    """A red suit “giving assurance of a high score without risk” has so many cards at least, with three honours and
    two of ace, king, queen among them."""
    queen_guards: bool = True
    """Whether a queen with two others saves a suit from “dangerous weakness” without trumps, or only a guarded king."""
    early_below: int = 16
    """“Early in the game”: both sides are below this, half the way. From here the game is “approaching”."""
    spared: int = 2
    """How much “a certainty” leaves to chance: so many of the trumps that are out are not all in one hand."""


CHOSEN = Interpretation("chosen")

OTHERS = (
    replace(CHOSEN, name="six red cards for a strong suit", strong_red_length=6),
    replace(CHOSEN, name="only a guarded king saves a suit from weakness", queen_guards=False),
    replace(CHOSEN, name="early is below eight", early_below=8),
    replace(CHOSEN, name="a certainty leaves nothing to chance", spared=0),
)
