"""On what hands Hellespont declares diamonds at love-all, but for their honours (pp. 78–91, 105).

Seven diamonds go before no trumps, and six weak ones before no trumps that are not very strong; other sixes, and fives,
come after. What Hellespont says of particular hands stands before the line of his analysis that it belongs to.

Hellespont’s brackets beside the table (p. 105) do not show which lines they cover. They are read as page 79 has it:
four aces, and four honours in hearts, go before every diamond; six hearts go before six or seven diamonds that are good
for two tricks.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.declaring.facts import (
    DIAMONDS,
    GOOD_FOR,
    DeclarationFacts,
    Declarations,
    adding,
    good_for_five,
)
from tutor.authorities.hellespont.strength import AVERAGE, supported_strength
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.cards import Rank, Suit
from tutor.notation import counted


def _number(facts: DeclarationFacts) -> str:
    return counted(len(facts.hand.diamonds), "diamond")


# ---- seven diamonds --------------------------------------------------------------------------------------------------


def _seven_diamonds(facts: DeclarationFacts) -> Finding:
    def because() -> str:
        return _number(facts)

    return yes(because, DIAMONDS) if len(facts.hand.diamonds) >= 7 else no(because)


seven_diamonds = Declarations(DIAMONDS, on=_seven_diamonds)


@seven_diamonds.rule(
    "hel-decl-diamonds-seven",
    "With seven diamonds declare diamonds, even with a hand for no trumps or three aces, and even without a court "
    "card.",
    page=79,
    lines=(3741, 3749),
    why="The reasons are those for six hearts. Long trumps make tricks more easily, and the weak suits beside them "
    "are a danger without trumps.",
    why_page=67,
    why_lines=(3209, 3248),
)
def seven_diamonds_on_the_best_and_the_worst(facts: DeclarationFacts) -> Finding:
    if not (facts.is_no_trump_hand or (facts.is_carte_blanche and not facts.aces)):
        return no("this is neither a no-trump hand nor one without ace and court card")
    return adding(_seven_diamonds(facts), "neither a hand for no trumps nor one without a court card alters it")


seven_diamonds.rule(
    "hel-decl-diamonds-seven2",
    "With seven or more diamonds, fewer than four of them honours, declare diamonds.",
    page=105,
    lines=(5289, 5291),
    why="With seven diamonds as trumps you may reasonably expect three tricks in the suit alone, even if it is weak.",
    why_page=91,
    why_lines=(4512, 4515),
)(_seven_diamonds)


# ---- six weak diamonds on a no-trump hand ----------------------------------------------------------------------------


def _six_weak_diamonds(facts: DeclarationFacts) -> Finding:
    diamonds = facts.hand.diamonds
    if len(diamonds) != 6:
        return no(lambda: _number(facts))
    if Rank.ACE in diamonds or diamonds.headed_by("KQ"):
        return no("the six diamonds are headed by the ace, or by king and queen")
    if facts.aces >= 3:
        return no("there are three aces")
    if not (facts.is_strong_and_guarded and facts.aces):
        return no("this is not a no-trump hand in the first place")
    if sum(map(supported_strength, facts.plain_suits(Suit.DIAMONDS))) >= facts.interpretation.no_trump_strength:
        return no("the other suits are very strong, enough for no trumps alone")
    return yes(
        (
            "the hand is for no trumps but not very strong, and its six diamonds have neither the ace nor both king "
            "and queen"
        ),
        DIAMONDS,
    )


six_weak_diamonds = Declarations(DIAMONDS, on=_six_weak_diamonds)


@six_weak_diamonds.rule(
    "hel-diamonds-six-nt-hand",
    "With six diamonds, none higher than the queen, and a no-trump hand that is not very strong elsewhere, declare "
    "diamonds.",
    page=88,
    lines=(4303, 4317),
    why="Diamonds without the ace and king are hard to establish when there are no trumps. As trumps they give you "
    "the best chance of profit.",
    why_lines=(4305, 4317),
)
def six_diamonds_to_the_queen(facts: DeclarationFacts) -> Finding:
    if facts.hand.diamonds.highest > Rank.QUEEN:
        return no("the diamonds are headed by the king")
    return adding(_six_weak_diamonds(facts), "they have nothing higher than the queen")


six_weak_diamonds.rule(
    "hel-decl-diamonds-six-weak",
    "With six diamonds headed by neither ace nor king, queen, in a no-trump hand not very strong and with fewer "
    "than three aces, declare diamonds.",
    page=105,
    lines=(5300, 5303),
    why="Without trumps, diamonds that lack the ace and king are hard to establish. Unless the other suits are very "
    "strong, the suit is better as trumps.",
    why_page=88,
    why_lines=(4305, 4310),
)(_six_weak_diamonds)


LONG_DIAMONDS: Sequence[Rule[DeclarationFacts]] = (*seven_diamonds, *six_weak_diamonds)

# ---- six diamonds ----------------------------------------------------------------------------------------------------


def _six_diamonds(facts: DeclarationFacts) -> Finding:
    return good_for_five(facts, Suit.DIAMONDS) if len(facts.hand.diamonds) == 6 else no(lambda: _number(facts))


six_diamonds = Declarations(DIAMONDS, on=_six_diamonds)


@six_diamonds.rule(
    "hel-diamonds-six-plain",
    "With six diamonds in an ordinary hand likely to make five tricks, declare diamonds, which pays better than "
    "leaving it.",
    page=88,
    lines=(4319, 4324),
    why="Diamonds generally pay better than leaving it. In the author’s example they make two by cards, while partner "
    "could only have declared spades.",
    why_lines=(4321, 4370),
)
def six_diamonds_and_just_five_tricks(facts: DeclarationFacts) -> Finding:
    if facts.tricks(Suit.DIAMONDS) != GOOD_FOR:
        return no("the hand is good for more than five")
    return adding(_six_diamonds(facts), "the hand has no more than the five that it needs")


six_diamonds.rule(
    "hel-decl-diamonds-six",
    "With six diamonds in a hand good for five tricks but not for no trumps, declare diamonds.",
    page=105,
    lines=(5293, 5298),
    why="You may expect three tricks from partner, so you need five of your own to make two by cards.",
    why_page=74,
    why_lines=(3523, 3537),
)(_six_diamonds)


# ---- five diamonds ---------------------------------------------------------------------------------------------------

HONOURS_OF_FIVE, HONOURS_ON_CERTAIN_TRICKS = 3, 2
"""“Headed by three honours” (p. 79), or by two “if the hand contains five certain tricks” (p. 82)."""


def five_diamonds(facts: DeclarationFacts) -> Finding:
    """Five diamonds with three honours, or with two in a hand of five certain tricks, and five tricks in sight."""
    if len(facts.hand.diamonds) != 5:
        return no(lambda: _number(facts))
    is_certain = facts.certain(Suit.DIAMONDS) >= GOOD_FOR
    if facts.honours(Suit.DIAMONDS) < (HONOURS_ON_CERTAIN_TRICKS if is_certain else HONOURS_OF_FIVE):
        return no("the five diamonds do not have three honours, or two in a hand of five certain tricks")
    return good_for_five(facts, Suit.DIAMONDS)


all_five_diamonds = Declarations(DIAMONDS, on=five_diamonds)


@all_five_diamonds.rule(
    "hel-decl-diamonds-five",
    "With five diamonds good for five tricks, in a no-trump hand that has no ace, declare diamonds.",
    page=105,
    lines=(5305, 5309),
    why="Without an ace no trumps is a danger even on a strong hand. A leader with a long suit to the ace may take "
    "the odd trick before you can establish anything, so the diamonds are safer.",
    why_page=69,
    why_lines=(3298, 3317),
)
def five_diamonds_without_an_ace(facts: DeclarationFacts) -> Finding:
    if facts.aces or not facts.is_strong:
        return no("this is not a no-trump hand that only lacks an ace")
    return adding(five_diamonds(facts), "it is strong enough for no trumps, but has no ace")


@all_five_diamonds.rule(
    "hel-diamonds-five-two-honours",
    "With five diamonds, two of them honours, in a hand of five certain tricks, declare diamonds.",
    page=82,
    lines=(3914, 3925),
    why="Partner is extremely unlikely to have no trumps. Two or three by tricks in diamonds are better than a hope "
    "of hearts when spades are much more likely.",
    why_lines=(3918, 3925),
)
def five_diamonds_and_certain_tricks(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.DIAMONDS) != HONOURS_ON_CERTAIN_TRICKS:
        return no("there are three honours")
    return adding(five_diamonds(facts), "two honours are enough beside so many certain tricks")


@all_five_diamonds.rule(
    "hel-diamonds-why-not-pass",
    "Do not leave it in the hope of no trumps or hearts if you have five good diamonds and strength elsewhere: "
    "declare diamonds.",
    page=78,
    lines=(3702, 3731),
    why="Your hand is probably above the average, so partner’s is too weak for no trumps. Partner may lose in hearts "
    "on moderate cards, and is as likely to have to name a black suit as anything better.",
    why_lines=(3706, 3717),
)
def five_diamonds_above_the_average(facts: DeclarationFacts) -> Finding:
    if facts.strength <= AVERAGE:
        return no("the hand is not above the average")
    above = "the hand is above the average, so partner is not likely to have a no-trump hand"
    return adding(five_diamonds(facts), above)


all_five_diamonds.rule(
    "hel-diamonds-five",
    "With five diamonds headed by three honours, in a hand good for five tricks but not for no trumps, declare "
    "diamonds.",
    page=79,
    lines=(3755, 3762),
    why="Your three honours make you certain of two by honours, and you can reasonably expect five tricks. On both "
    "hands the author shows, partner could have declared only spades.",
    why_page=81,
    why_lines=(3850, 3858),
)(five_diamonds)


DIAMONDS_AFTER_NO_TRUMPS: Sequence[Rule[DeclarationFacts]] = (*six_diamonds, *all_five_diamonds)
