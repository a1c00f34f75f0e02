"""What Hellespont reads in the hand of a player who may double, and in the score, when a suit has been declared."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from tutor.auction import Content, Declare, Denomination, Double
from tutor.authorities.hellespont.doubling_interpretations import CHOSEN_DOUBLING, DoublingInterpretation
from tutor.authorities.hellespont.doubling_prospects import (
    HIGH_HONOURS,
    morally_certain_with_trumps,
    probable_tricks_against,
)
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.bridge_code import HONOURS, TRICK_VALUES, BridgeCode
from tutor.notation import counted, in_words
from tutor.view import Standing, View

DOUBLE, CONTENT = Double(), Content()

ODD_TRICK = 7
"""How many tricks make the odd one."""
ENOUGH = 6
"""“At least six very probable tricks” (p. 121)."""
FEWEST_TRUMPS, FEWEST_HIGH_HONOURS = 4, 2
"""“At least four trumps, including two high honours” (pp. 119, 121)."""
ONE_OR_TWO = 2
"""“One or two tricks will carry them out” (p. 117): at most so many."""
CLUB_HONOURS_OF_A_DEFENCE = 2
"""“If he has no honour, or only one, it is probably offensive” (p. 121): from so many the dealer’s clubs are not."""
TO_FIT_THE_SCORE = {Suit.SPADES: 24, Suit.CLUBS: 22}
"""From where the dealer declares a black suit to win the game and not in defence (pp. 111–112)."""


def why_no_doubling(view: View) -> str | None:
    """Why nobody may double here as Hellespont writes of it: that nothing was declared as at bridge, or no hand is
    seen.
    """
    named = view.calling.last_named
    if named is None or not isinstance(named[1], Declare):
        return "Hellespont writes of bridge, where trumps are declared and not bid for"
    return "the hand has not been looked at" if view.has_not_looked else None


def why_no_first_double(view: View) -> str | None:
    """Why a seat has no right to the first double; None when it has."""
    if why := why_no_doubling(view):
        return why
    if doubles := view.calling.doubles():
        return f"{doubles[-1].label} has doubled already, and the question is of doubling again"
    declaration = view.declaration
    if declaration and declaration.by.side is view.seat.side:
        return "nobody has doubled, and only the opponents of the declarer may"
    return None


@dataclass(frozen=True)
class SuitDoubleFacts:
    """An opponent’s hand, the suit that was declared and by whom, and how the score stands in tricks."""

    hand: Hand
    denomination: Denomination
    by_dealer: bool
    is_over: bool
    """Whether the hand lies over the declarant’s, and plays after it."""
    standing: Standing
    interpretation: DoublingInterpretation = field(default=CHOSEN_DOUBLING)

    @classmethod
    def of(cls, view: View, interpretation: DoublingInterpretation = CHOSEN_DOUBLING) -> SuitDoubleFacts:
        """The facts of a view on which a suit has been declared by the other side."""
        declaration = view.declaration
        assert declaration is not None, "nobody doubles before a declaration"  # noqa: S101
        return cls(
            view.hand,
            declaration.denomination,
            declaration.by is view.dealer,
            declaration.by.left is view.seat,
            view.standing,
            interpretation,
        )

    @cached_property
    def suit(self) -> Suit:
        suit = self.denomination.trumps
        assert suit is not None, "the rule is for doubling a suit"  # noqa: S101
        return suit

    @property
    def name(self) -> str:
        return self.denomination.word

    # ---- the score -------------------------------------------------------------------------------------------

    def _wanted(self, score: int) -> int:
        return -(-(BridgeCode.game - score) // TRICK_VALUES[self.denomination])

    @cached_property
    def they_want(self) -> int:
        """How many tricks take the declarants out, at their value undoubled."""
        return self._wanted(self.standing.them)

    @cached_property
    def we_want(self) -> int:
        """How many take the doublers out."""
        return self._wanted(self.standing.us)

    def score(self) -> str:
        """How the score stands, in words."""
        return f"the declarer’s side needs {counted(self.they_want, 'trick')}, and this side {in_words(self.we_want)}"

    @cached_property
    def is_to_the_score(self) -> bool:
        """Whether one or two tricks take the declarants out, and the same number does not take out the doublers."""
        return self.they_want <= ONE_OR_TWO and self.we_want > self.they_want

    @cached_property
    def is_red_at_two_tricks(self) -> bool:
        """Whether all that speaks against a double to the score is that a red suit wants two tricks (p. 118)."""
        may_be_doubled = self.they_want == 1 or self.interpretation.red_suits_at_two_tricks
        return self.suit.is_red and self.is_to_the_score and not may_be_doubled

    @property
    def score_asks_for_it(self) -> bool:
        return self.is_to_the_score and not self.is_red_at_two_tricks

    # ---- the declaration -------------------------------------------------------------------------------------

    @property
    def fits_the_score(self) -> bool:
        return self.standing.them >= TO_FIT_THE_SCORE.get(self.suit, BridgeCode.game)

    @cached_property
    def is_defensive(self) -> bool:
        """Whether the dealer’s declaration is seen to be made in defence.

        It is in spades, but to fit the score; and so it is in clubs, when two honours here leave the dealer fewer than
        four.
        """
        if not self.by_dealer or self.fits_the_score or self.suit.is_red:
            return False
        return self.denomination is Denomination.SPADES or self.honours >= CLUB_HONOURS_OF_A_DEFENCE

    # ---- the cards -------------------------------------------------------------------------------------------

    @cached_property
    def trumps(self) -> Holding:
        return self.hand[self.suit]

    @cached_property
    def honours(self) -> int:
        return self.trumps.count(HONOURS)

    @cached_property
    def high_honours(self) -> int:
        return self.trumps.count(HIGH_HONOURS) + (self.interpretation.knaves_are_high and Rank.KNAVE in self.trumps)

    def holding(self) -> str:
        """The trumps in words: `five clubs with two high honours`."""
        return f"{counted(len(self.trumps), self.suit.singular)} with {counted(self.high_honours, 'high honour')}"

    @cached_property
    def tricks(self) -> int:
        """The very probable tricks of the hand."""
        return probable_tricks_against(self.hand, self.suit, over=self.is_over)

    def probable(self) -> str:
        """The very probable tricks in words."""
        return counted(self.tricks, "very probable trick")

    @cached_property
    def certain(self) -> int:
        return morally_certain_with_trumps(self.hand, self.suit)

    @cached_property
    def has_the_trumps(self) -> bool:
        return len(self.trumps) >= FEWEST_TRUMPS and self.high_honours >= FEWEST_HIGH_HONOURS

    @cached_property
    def is_strong(self) -> bool:
        """Whether the hand has all that is wanted for a double: the trumps, and six tricks."""
        return self.has_the_trumps and self.tricks >= ENOUGH

    @property
    def is_very_strong_in_trumps(self) -> bool:
        """Whether the trumps are more than the least that Hellespont doubles on: a fifth, or a third honour."""
        return len(self.trumps) > FEWEST_TRUMPS or self.honours > FEWEST_HIGH_HONOURS
