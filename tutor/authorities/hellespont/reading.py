"""Where Hellespont speaks loosely: the readings of his words that fit every case he prints.

One is chosen, and advises. What another would advise is acceptable, and never marked wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, TRICK, VALUES
from tutor.cards import Rank

WEAKEST_PRINTED = 708
"""The supported strength of the weakest hand on which he prints “no trumps” for its strength alone:
S A Q J 10, H Q J 4, C K 10 2, D 7 5 2 (p. 70)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to take the words that he leaves without a figure; strengths and tricks in parts of a trick."""

    name: str
    no_trump_strength: int = AVERAGE + QUEEN
    """“At least one queen in excess of average strength” (p. 71)."""
    five_tricks: int = 9 * TRICK // 2
    """“Good for five tricks at least” (pp. 77, 104, 105): his weakest printed hands come to four and a half."""
    couple_of_tricks: int = 2 * VALUES[Rank.KING]
    """“Two other probable tricks” (p. 104): as good as two guarded kings."""
    low_hearts_excuse_any_high_card: bool = False
    """Whether six hearts to the ten or lower are declared as soon as any card of the hand is above the ten (p. 72)."""
    five_hearts_need_two_bare_suits: bool = False
    """Whether five hearts are declared only where two suits are unguarded (p. 77), or wherever no trumps are barred."""
    two_queens: int = 2 * QUEEN
    """“Strength equivalent to at least two queens” (p. 102), reckoned without regard to their guards."""


CHOSEN = Reading("chosen")

OTHERS = (
    replace(CHOSEN, name="no trumps on nothing less than his weakest printed hand", no_trump_strength=WEAKEST_PRINTED),
    replace(CHOSEN, name="five tricks may fall short by one that is even", five_tricks=4 * TRICK),
    replace(CHOSEN, name="six low hearts excused by any card above the ten", low_hearts_excuse_any_high_card=True),
    replace(CHOSEN, name="five hearts only with two suits unguarded", five_hearts_need_two_bare_suits=True),
    replace(CHOSEN, name="two queens and a little over", two_queens=2 * QUEEN + VALUES[Rank.NINE]),
)

FROM_HOW_MANY_HE_CALLS = 5
"""Of how many cards a suit may be called in by a first discard though others could go: “five or six” (p. 172)."""
HE_DISCARDS_TWICE = 2
"""“When you are obliged to discard, it usually happens that you have to do so more than once” (p. 173)."""
