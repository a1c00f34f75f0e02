"""Where Hellespont speaks loosely of declaring: the interpretations of his words that fit every case he prints.

One is chosen, and advises. What another would advise is acceptable, and never marked wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, VALUES
from tutor.cards import Rank

WEAKEST_PRINTED = 724
"""The supported strength of the weakest hand on which Hellespont prints “no trumps” for its strength alone:
S A 7 2, H Q 10 9 7, C A 9 3, D Q 7 4, of Game XXII (p. 290)."""

MOST_SKETCHY = 564
"""The strength, guards apart, of the first of Hellespont’s “most sketchy hands” for no trumps in a desperate position:
S K 4 2, H A 9 8 7 3, C Kn 8 7, D Q 4 (p. 114)."""


@dataclass(frozen=True, slots=True)
class DeclarationInterpretation:
    """One way to take the words that Hellespont leaves without a figure; strengths and tricks in parts of a trick."""

    name: str
    no_trump_strength: int = AVERAGE + QUEEN
    """“At least one queen in excess of average strength” (p. 71)."""
    even_chances_are_tricks: bool = False
    """Whether an even chance, as that of a guarded queen, counts among the tricks that a hand is good for, or only
    what is practically certain or extremely probable (p. 75)."""
    low_hearts_excuse_any_high_card: bool = False
    """Whether six hearts to the ten or lower are declared as soon as any card of the hand is above the ten (p. 72)."""
    five_hearts_need_two_bare_suits: bool = False
    """Whether five hearts are declared only where two suits are unguarded (p. 77), or wherever no trumps are barred."""
    two_queens: int = 2 * QUEEN
    """“Strength equivalent to at least two queens, properly guarded” (p. 102)."""
    odd_trick_for_game: int = 4
    """“A particular declaration will certainly secure it” (p. 112), when the odd trick is the game: four tricks, and
    partner’s three; or, as when two by tricks are the game, five."""
    desperate_strength: int = MOST_SKETCHY
    """“The most sketchy hands” on which no trumps are declared in a desperate position (p. 114)."""
    impotent_only_without_two_hearts: bool = False
    """Whether a partner is “impotent” in hearts (p. 115) only with less than two, or with no honour in them."""
    landmarks_lower_no_trumps: bool = True
    """Whether one trick fewer for the game (pp. 55–56) lets the dealer declare no trumps on a little less, as it does
    the partner in Game XIII, or is only kept in view.
    """


CHOSEN = DeclarationInterpretation("chosen")

OTHERS = (
    replace(
        CHOSEN,
        name="no trumps on nothing less than Hellespont’s weakest printed hand",
        no_trump_strength=WEAKEST_PRINTED,
    ),
    replace(CHOSEN, name="five tricks with the even chances among them", even_chances_are_tricks=True),
    replace(CHOSEN, name="six low hearts excused by any card above the ten", low_hearts_excuse_any_high_card=True),
    replace(CHOSEN, name="five hearts only with two suits unguarded", five_hearts_need_two_bare_suits=True),
    replace(CHOSEN, name="two queens and a little over", two_queens=2 * QUEEN + VALUES[Rank.NINE]),
)

OTHERS_TO_THE_SCORE = (
    *OTHERS,
    replace(CHOSEN, name="the odd trick is game on as much as two by tricks", odd_trick_for_game=5),
    replace(CHOSEN, name="a desperate no-trump on anything that may be left", desperate_strength=2 * QUEEN),
    replace(CHOSEN, name="hearts by convention on any two", impotent_only_without_two_hearts=True),
    replace(CHOSEN, name="no trumps on no less at a landmark", landmarks_lower_no_trumps=False),
)
"""Those that bear on declarations to the score, and by the partner to whom it is left, as well."""
