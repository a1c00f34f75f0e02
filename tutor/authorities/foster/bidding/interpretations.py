"""Where Foster speaks loosely of bidding: the ways to take his words that fit every hand he prints or describes."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Interpretation:
    """One way to take the words that Foster leaves without a figure."""

    name: str
    trumps: int = 5
    """How many trumps a red make has at least: the count of eight is shown on five and six (pp. 95–97)."""
    counts_for_a_trick: int = 1
    """How many above eight by the count allow one trick more: one “as a rule” (p. 96)."""
    is_above_card_by_card: bool = False
    """Whether a hand is above the average only if its cards are so one by one, or if they are so together (p. 80)."""
    stopper: int = 4
    """The length with which an adverse suit is doubled to show it stopped: “some such cards as five” (p. 103)."""
    saving: int = 2
    """The tricks bid at the most to keep the game in: one or two (p. 59), two and not three (p. 114)."""
    long: int = 6
    """The length of a suit that is called again for its length (pp. 88, 117, 152)."""


CHOSEN = Interpretation("chosen")

OTHERS = (
    replace(CHOSEN, name="a red make of four trumps, where the count is eight", trumps=4),
    replace(CHOSEN, name="a trick more for every two above eight", counts_for_a_trick=2),
    replace(CHOSEN, name="above the average card by card", is_above_card_by_card=True),
    replace(CHOSEN, name="an adverse suit doubled on five cards and no less", stopper=5),
    replace(CHOSEN, name="the game kept in at three tricks too", saving=3),
    replace(CHOSEN, name="five cards are long", long=5),
)
