"""What Hellespont leaves open, or says twice and not alike, of doubling.

One interpretation of Hellespont’s words is chosen, and advises. What another would advise is acceptable, and never
marked wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class DoublingInterpretation:
    """One way to take what Hellespont says of doubling where he leaves it open, or says it twice and not alike."""

    name: str
    red_suits_at_two_tricks: bool = False
    """Whether a red suit may be doubled on less than a certainty when the declarants want two tricks: never, by
    Hellespont’s rule (p. 117); but hearts at 14 to love are one of his examples (p. 118).
    """
    is_strict_with_partners_black_suits: bool = False
    """Whether a black suit of the dealer’s partner is doubled, too, only when one or two tricks take the declarants
    out. In Game IV (p. 221) Y “would have doubled” spades at 22, when four were wanted."""
    least_trumps_do_against_the_dealer: bool = False
    """Whether four trumps with two high honours are “very considerable trump strength” (p. 120)."""
    knaves_are_high: bool = False
    """Whether the jack is a high honour (pp. 119, 121), or only what is “not below the queen” (p. 122)."""
    leader_wants_one_suit: bool = False
    """Whether the leader’s seven tricks without trumps must lie in one suit (p. 124), or be in the leader’s hand (p.
    123).
    """
    ace_king_queen_to_seven_are_seven_tricks: bool = True
    """Whether the leader’s partner, who must risk the jack, takes seven to ace, king, queen for seven tricks or for
    six.
    """
    partners_aces_count: bool = False
    """Whether the leader’s partner adds aces to the tricks of the suit (p. 124)."""
    ace_king_knave_to_eight_will_do: bool = False
    """Whether the leader’s partner takes eight to ace, king, jack for six tricks. Z doubles on them in Game XXII
    (p. 290), without a word for it or against it, and they are not on Hellespont’s scale (pp. 125–126)."""


CHOSEN_DOUBLING = DoublingInterpretation("chosen")

OTHER_DOUBLINGS = (
    replace(
        CHOSEN_DOUBLING, name="a red suit at two tricks, as in Hellespont’s examples", red_suits_at_two_tricks=True
    ),
    replace(
        CHOSEN_DOUBLING,
        name="no black suit of the partner’s but at one or two tricks",
        is_strict_with_partners_black_suits=True,
    ),
    replace(
        CHOSEN_DOUBLING,
        name="four trumps with two high honours against the dealer",
        least_trumps_do_against_the_dealer=True,
    ),
    replace(CHOSEN_DOUBLING, name="the jack a high honour", knaves_are_high=True),
    replace(CHOSEN_DOUBLING, name="the leader’s seven tricks in one suit", leader_wants_one_suit=True),
    replace(
        CHOSEN_DOUBLING,
        name="seven to ace, king, queen for six tricks",
        ace_king_queen_to_seven_are_seven_tricks=False,
    ),
    replace(CHOSEN_DOUBLING, name="the partner’s aces counted", partners_aces_count=True),
    replace(CHOSEN_DOUBLING, name="eight to ace, king, jack", ace_king_knave_to_eight_will_do=True),
)
