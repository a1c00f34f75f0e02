"""When Hellespont declares a red suit for its honours, before all but four aces (pp. 66–79, 104–105)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.declaring.facts import (
    DECLARED,
    DIAMONDS,
    FOUR_HONOURS,
    HEARTS,
    SOLID,
    DeclarationFacts,
    Declarations,
    Find,
    adding,
)
from tutor.authorities.hellespont.declaring.hearts import six_hearts
from tutor.authorities.hellespont.strength import certain_tricks
from tutor.authorities.rules import NO_REASON, UNDECIDED, Finding, Rule, no, yes
from tutor.cards import Suit


def four_honours(suit: Suit) -> Find:
    """Four honours or more in a suit, which is declared for them."""

    def find(facts: DeclarationFacts) -> Finding:
        def because() -> str:
            return facts.honours_in_words(suit)

        return yes(because, DECLARED[suit]) if facts.honours(suit) >= FOUR_HONOURS else no(because)

    return find


in_hearts, in_diamonds = four_honours(Suit.HEARTS), four_honours(Suit.DIAMONDS)


def _is_solid_beside_an_ace(facts: DeclarationFacts, suit: Suit) -> bool:
    """Whether it would be a no-trump hand if the suit were black (p. 66)."""
    return certain_tricks(facts.hand[suit]) >= SOLID and facts.aces == 2


def _solid_beside_an_ace(facts: DeclarationFacts, suit: Suit) -> Finding:
    if not _is_solid_beside_an_ace(facts, suit):
        return no("there are not six certain tricks with one other ace")
    return adding(
        four_honours(suit)(facts),
        "six certain tricks and another ace would mean no trumps in a black suit, but here the honours are worth more",
    )


def _on_a_no_trump_hand(facts: DeclarationFacts, suit: Suit) -> Finding:
    if not facts.is_no_trump_hand:
        return no("this is not a no-trump hand")
    return adding(four_honours(suit)(facts), "this is a no-trump hand, and still the honours go first")


# ---- four honours in hearts ------------------------------------------------------------------------------------------

heart_honours = Declarations(HEARTS, on=in_hearts)


def _has_diamonds_as_good(facts: DeclarationFacts) -> bool:
    return facts.honours(Suit.DIAMONDS) >= FOUR_HONOURS or len(facts.hand.diamonds) >= 7


@heart_honours.rule(
    "hel-decl-hearts-honours",
    "With four or five honours in hearts declare hearts.",
    page=104,
    lines=(5223, 5228),
    why="Declaring hearts secures a heavy honour score. That is worth having even if it costs a small loss in tricks.",
    why_page=58,
    why_lines=(2735, 2738),
)
def heart_honours_without_a_rival(facts: DeclarationFacts) -> Finding:
    has_rival = facts.is_no_trump_hand or _has_diamonds_as_good(facts) or _is_solid_beside_an_ace(facts, Suit.HEARTS)
    if has_rival:
        return no("no trumps or diamonds come into question too, and Hellespont treats that separately")
    return adding(in_hearts(facts), "nothing else comes into question")


@heart_honours.rule(
    "hel-decl-diamonds-precedence",
    "Four or five honours in hearts go before any diamonds. Only four aces go before them.",
    page=79,
    lines=(3731, 3739),
    why="A declaration that secures a heavy honour score is worth a small loss in tricks. Where diamonds seem as "
    "good, the higher honour score decides, and honours count more in hearts.",
    why_page=57,
    why_lines=(2721, 2738),
)
def heart_honours_before_diamonds(facts: DeclarationFacts) -> Finding:
    if not _has_diamonds_as_good(facts):
        return no("there are neither four honours nor seven cards in diamonds")
    return adding(in_hearts(facts), "the diamonds come after")


@heart_honours.rule(
    "hel-nt-solid-red-is-suit",
    "With six certain tricks in hearts and another ace declare hearts. Only in a black suit would you declare no "
    "trumps.",
    page=66,
    lines=(3173, 3177),
    row="hearts",
    why="A suit good for six certain tricks is full of honours. In a red suit they are worth scoring, and you score "
    "them only if you declare the suit.",
)
def solid_hearts(facts: DeclarationFacts) -> Finding:
    return _solid_beside_an_ace(facts, Suit.HEARTS)


@heart_honours.rule(
    "hel-nt-honours-red-first",
    "With four or five honours in hearts declare hearts rather than no trumps.",
    page=70,
    lines=(3331, 3338),
    row="hearts",
    why="The suit secures its honours. You can expect the same tricks either way, perhaps more easily with trumps, "
    "and the dearer tricks of no trumps do not make up for the honours you give away.",
    why_lines=(3347, 3368),
)
def heart_honours_before_no_trumps(facts: DeclarationFacts) -> Finding:
    return _on_a_no_trump_hand(facts, Suit.HEARTS)


# ---- four honours in diamonds ----------------------------------------------------------------------------------------

undecided = Declarations(DIAMONDS, HEARTS)


@undecided.rule(
    "hel-order",
    "With six hearts beside four honours in diamonds, Hellespont’s two tables both claim the hand.",
    page=104,
    lines=(5230, 5329),
    row=UNDECIDED,
    why=NO_REASON,
    why_page=105,
    why_lines=(5321, 5329),
)
def six_hearts_beside_diamond_honours(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.DIAMONDS) < FOUR_HONOURS or not six_hearts(facts).applies:
        return no("the hand does not have six hearts beside four honours in diamonds")
    both = (
        "there are six hearts and four honours in diamonds: each of Hellespont’s tables claims the hand and neither "
        "gives way"
    )
    return yes(both, DIAMONDS, HEARTS)


diamond_honours = Declarations(DIAMONDS, on=in_diamonds)


@diamond_honours.rule(
    "hel-nt-solid-red-is-suit",
    "With six certain tricks in diamonds and another ace declare diamonds. Only in a black suit would you declare "
    "no trumps.",
    page=66,
    lines=(3173, 3177),
    row="diamonds",
)
def solid_diamonds(facts: DeclarationFacts) -> Finding:
    return _solid_beside_an_ace(facts, Suit.DIAMONDS)


@diamond_honours.rule(
    "hel-nt-honours-red-first",
    "With four or five honours in diamonds declare diamonds rather than no trumps.",
    page=70,
    lines=(3331, 3338),
    row="diamonds",
)
def diamond_honours_before_no_trumps(facts: DeclarationFacts) -> Finding:
    return _on_a_no_trump_hand(facts, Suit.DIAMONDS)


diamond_honours.rule(
    "hel-decl-diamonds-honours",
    "With four or five honours in diamonds declare diamonds, unless you have four aces or four honours in hearts.",
    page=105,
    lines=(5285, 5287),
    why="Declaring diamonds secures a heavy honour score. That is worth having even if it costs a small loss in "
    "tricks.",
    why_page=58,
    why_lines=(2735, 2738),
)(in_diamonds)


DIAMOND_HONOURS: Sequence[Rule[DeclarationFacts]] = (*undecided, *diamond_honours)
