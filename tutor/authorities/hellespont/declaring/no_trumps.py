"""On what hands Hellespont declares no trumps, whoever declares (pp. 58–72): four aces, three, strength, a solid suit.

Hellespont’s “maxims” (a) to (d) of page 71 are the whole list; what he says of particular hands in the pages before
them stands before the maxim that it belongs to. The proviso at the end of the list, four or five honours in a red suit,
is read with pages 70 and 104: it goes before all but four aces.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.declaring.facts import (
    FOUR_HONOURS,
    NO_TRUMPS,
    SOLID,
    DeclarationFacts,
    Declarations,
    adding,
)
from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, certain_tricks, is_small
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.cards import Rank, Suit
from tutor.notation import counted, in_words

# ---- four aces -------------------------------------------------------------------------------------------------------

four_aces = Declarations(NO_TRUMPS)


@four_aces.rule(
    "hel-decl-nt-a",
    "With four aces, whatever the rest, declare no trumps.",
    page=71,
    lines=(3380, 3384),
    why="No trumps secures the honour score for four aces in one hand. The author lets nothing else in the hand "
    "outweigh that.",
    why_page=66,
    why_lines=(3179, 3191),
)
def four_aces_at_love_all(facts: DeclarationFacts) -> Finding:
    return yes("all four aces are held", NO_TRUMPS) if facts.aces == 4 else no(lambda: facts.aces_in_words)


@four_aces.rule(
    "hel-nt-four-aces",
    "With four aces declare no trumps at every score, for the hundred.",
    page=66,
    lines=(3179, 3191),
    why="Four aces in one hand earn their honour score only without trumps. The author makes sure of it under all "
    "circumstances, so the score makes no difference.",
)
def four_aces_at_any_score(facts: DeclarationFacts) -> Finding:
    return four_aces_at_love_all.test(facts)


# ---- three aces ------------------------------------------------------------------------------------------------------


def _three_aces(facts: DeclarationFacts) -> Finding:
    if facts.aces != 3:
        return no(lambda: facts.aces_in_words)
    return yes("there are three aces, with fewer than six hearts and fewer than seven diamonds", NO_TRUMPS)


def _is_six_diamonds_and_no_court_card(facts: DeclarationFacts) -> bool:
    return facts.is_carte_blanche and len(facts.hand.diamonds) == 6


three_aces = Declarations(NO_TRUMPS, on=_three_aces)


@three_aces.rule(
    "hel-diamonds-six-ace-heading",
    "With six diamonds headed by one of three aces, and no court card, declare no trumps, not diamonds.",
    page=85,
    lines=(4127, 4301),
    why="In the author’s four sample hands the tricks are worth the same either way, but no trumps wins two games to "
    "one. The aces score heavily without trumps, and the diamond honours go slightly against you.",
    why_page=87,
    why_lines=(4270, 4301),
)
def three_aces_one_heading_six_diamonds(facts: DeclarationFacts) -> Finding:
    if not (_is_six_diamonds_and_no_court_card(facts) and Rank.ACE in facts.hand.diamonds):
        return no("there are not six diamonds to the ace without a court card")
    return adding(_three_aces(facts), "one of them heads the six diamonds")


@three_aces.rule(
    "hel-diamonds-six-carte-blanche",
    "With six small diamonds beside three aces, and no court card, declare no trumps: the honours outweigh the tricks.",
    page=82,
    lines=(3927, 4125),
    why="Diamonds usually win more in tricks, but without trumps the score for aces more than makes up for it. The "
    "author’s four sample hands gain 36 points by no trumps.",
    why_lines=(3930, 4125),
)
def three_aces_beside_six_diamonds(facts: DeclarationFacts) -> Finding:
    if not _is_six_diamonds_and_no_court_card(facts):
        return no("there are not six diamonds without a court card")
    return adding(_three_aces(facts), "they stand outside six diamonds")


@three_aces.rule(
    "hel-nt-three-aces",
    "With three aces and no court card beside them, still declare no trumps: three sure tricks and thirty for honours.",
    page=67,
    lines=(3191, 3204),
    why="Three aces are worth as much as an ace, two kings, a queen and a jack, on which no trumps is declared. They "
    "are three certain tricks and an honour score of thirty.",
    why_lines=(3196, 3204),
)
def three_aces_and_no_court_card(facts: DeclarationFacts) -> Finding:
    if not facts.is_carte_blanche:
        return no("there is a court card beside the aces")
    return adding(_three_aces(facts), "there is no court card beside them")


three_aces.rule(
    "hel-decl-nt-b",
    "With three aces declare no trumps, unless you have six or more hearts.",
    page=71,
    lines=(3386, 3388),
    why="Three aces are as strong as the hands on which you declare no trumps with three suits guarded. They make "
    "three certain tricks and score thirty for honours.",
    why_page=67,
    why_lines=(3196, 3204),
)(_three_aces)


# ---- strength, with three suits guarded --------------------------------------------------------------------------


def _queen_above_average(facts: DeclarationFacts) -> Finding:
    if not facts.aces:
        return no("there is no ace, and then no trumps are not declared at love-all")
    if not facts.is_guarded:
        return no(lambda: f"the hand has {facts.guards}")

    def because() -> str:
        return facts.guards_and_strength

    return yes(because, NO_TRUMPS) if facts.is_strong else no(because)


strength = Declarations(NO_TRUMPS, on=_queen_above_average)

HONOURS_OF_FIVE = {Suit.HEARTS: 2, Suit.DIAMONDS: 3}
"""How many honours five of a red suit need: hearts two (p. 77), diamonds three (p. 79)."""


@strength.rule(
    "hel-nt-first-thought",
    "Ask first if the hand is good enough for no trumps: five of a red suit wait for the answer.",
    page=58,
    lines=(2744, 2751),
    why="Four aces or four honours in a red suit are rare. After them no trumps is the best way to a big score, so "
    "consider it before a suit.",
)
def before_five_of_a_red_suit(facts: DeclarationFacts) -> Finding:
    has_five = any(
        len(facts.hand[suit]) == 5
        and facts.has_two_honours(suit)
        and facts.honours(suit) >= honours
        and facts.is_good_for_five(suit)
        for suit, honours in HONOURS_OF_FIVE.items()
    )
    if not has_five:
        return no("no red suit of five could be declared")
    return adding(_queen_above_average(facts), "so five of a red suit, though they could be declared, come second")


FEWEST_GOOD_CLUBS, HONOURS_OF_GOOD_CLUBS = 5, FOUR_HONOURS - 1
"""Clubs that are nearly good enough for an offensive declaration (p. 93)."""


@strength.rule(
    "hel-nt-declare-when-reasonable",
    "Declare no trumps whenever you reasonably can, however good the clubs may be.",
    page=59,
    lines=(2797, 2800),
    why="You alone see both your hands, so you can finesse, unblock and bring in long suits better than opponents "
    "who must guess. With ordinary cards the dealer makes the odd trick seven times in ten.",
    why_page=58,
    why_lines=(2755, 2795),
)
def before_good_clubs(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.clubs) < FEWEST_GOOD_CLUBS or facts.honours(Suit.CLUBS) < HONOURS_OF_GOOD_CLUBS:
        return no("there are not five good clubs")
    return adding(_queen_above_average(facts), "five good clubs do not come before it")


@strength.rule(
    "hel-nt-minimum",
    "A queen above the average with three suits guarded is the least for no trumps, and is enough.",
    page=65,
    lines=(3101, 3126),
    why="Playing both hands is worth the odd trick to an average hand, and a guarded queen is an even chance of a "
    "second. Two by tricks are then as likely as the odd trick against you.",
    why_lines=(3109, 3126),
)
def least_strength(facts: DeclarationFacts) -> Finding:
    if facts.strength >= AVERAGE + QUEEN + QUEEN // 2:
        return no("the hand has more than the least")
    return adding(_queen_above_average(facts), "that is the least that is enough")


strength.rule(
    "hel-decl-nt-c",
    "With at least a queen above average strength, three suits securely guarded and an ace, declare no trumps.",
    page=71,
    lines=(3390, 3392),
    why="An average hand can expect only the odd trick, which a small upset may lose, so you need more. With three "
    "suits guarded it is three to one that you get in before serious harm is done.",
    why_page=60,
    why_lines=(2828, 2868),
)(_queen_above_average)


# ---- a solid black suit ----------------------------------------------------------------------------------------------


def _solid_black_suit(facts: DeclarationFacts) -> Finding:
    suit = facts.solid_black_suit
    if suit is None:
        return no(lambda: f"neither black suit is good for {in_words(SOLID)} certain tricks")
    others = facts.aces - (Rank.ACE in facts.hand[suit])

    def because() -> str:
        tricks = counted(certain_tricks(facts.hand[suit]), "certain trick")
        return f"{tricks} in {suit.plural}, and {counted(others, 'other ace')}"

    return yes(because, NO_TRUMPS) if others else no(because)


solid_suit = Declarations(NO_TRUMPS, on=_solid_black_suit)


@solid_suit.rule(
    "hel-nt-solid-black",
    "With six certain tricks in a black suit and one other ace, declare no trumps, though two suits are quite bare.",
    page=66,
    lines=(3155, 3161),
    why="It is fully ten to one that partner holds cards that stop your bare suits long enough for you to get in. "
    "Once you lead, you are sure of seven or eight tricks.",
    why_lines=(3163, 3171),
)
def solid_suit_with_two_bare(facts: DeclarationFacts) -> Finding:
    if sum(is_small(facts.hand[suit]) for suit in Suit) < 2:
        return no("no two suits are bare")
    return adding(_solid_black_suit(facts), "two suits are bare")


solid_suit.rule(
    "hel-decl-nt-d",
    "With six or more certain tricks in spades or clubs, and one other ace, declare no trumps.",
    page=71,
    lines=(3394, 3407),
    why="Once you have the lead you are sure of seven or eight tricks. The odds are ten to one that partner can stop "
    "the other suits until you get it, and so on the odd trick at least.",
    why_page=66,
    why_lines=(3163, 3171),
)(_solid_black_suit)


# ---- without an ace --------------------------------------------------------------------------------------------------

without_an_ace = Declarations(NO_TRUMPS)


@without_an_ace.rule(
    "hel-decl-nt-no-ace",
    "Without an ace, declare no trumps only on four kings and four queens, evenly divided.",
    page=72,
    lines=(3409, 3413),
    why="No suit can be established until its ace is forced out, and by then you may have no way back in. The "
    "opponents will usually score for aces too. Only exceptional strength outweighs this.",
    why_page=69,
    why_lines=(3289, 3321),
)
def four_kings_and_queens(facts: DeclarationFacts) -> Finding:
    if facts.aces:
        return no("there is an ace")
    if not all(facts.hand[suit].headed_by("KQ") for suit in Suit):
        return no("without an ace, four kings and four queens are needed")
    if max(len(facts.hand[suit]) for suit in Suit) > 4:
        return no("the four kings and queens are not evenly divided")
    return yes("there are four kings and four queens, evenly divided", NO_TRUMPS)


WITHOUT_TRUMPS: Sequence[Rule[DeclarationFacts]] = (*three_aces, *strength, *solid_suit, *without_an_ace)
"""After four aces, and after the red suits that go before no trumps."""
