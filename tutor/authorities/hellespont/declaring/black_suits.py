"""When Hellespont has the dealer name a black suit: clubs for their honours, and either in defence (pp. 92–106)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.declaring.facts import (
    CLUBS,
    FOUR_HONOURS,
    SPADES,
    TWO_HONOURS,
    DeclarationFacts,
    Declarations,
    adding,
    lacking,
)
from tutor.authorities.hellespont.strength import is_small
from tutor.authorities.rules import Finding, Reason, Rule, no, yes
from tutor.cards import Rank, Suit
from tutor.notation import counted

# ---- clubs for their honours -----------------------------------------------------------------------------------------

FEWEST_CLUBS = 5
"""“Five or more clubs, including not less than four honours” (p. 93)."""


def honours_in_clubs(facts: DeclarationFacts) -> Finding:
    def because() -> str:
        return facts.suit(Suit.CLUBS)

    are_good = len(facts.hand.clubs) >= FEWEST_CLUBS and facts.honours(Suit.CLUBS) >= FOUR_HONOURS
    return yes(because, CLUBS) if are_good else no(because)


good_clubs = Declarations(CLUBS, on=honours_in_clubs)


@good_clubs.rule(
    "hel-decl-clubs-offensive",
    "With five clubs, four of them honours, and no card above the jack elsewhere, declare clubs: leaving it seldom "
    "pays.",
    page=93,
    lines=(4574, 4597),
    why="If you leave it, partner may declare no trumps or a red suit and find your hand weak. The result is seldom "
    "good.",
    why_lines=(4587, 4593),
)
def good_clubs_alone(facts: DeclarationFacts) -> Finding:
    if any(not holding.is_void and holding.highest > Rank.KNAVE for holding in facts.plain_suits(Suit.CLUBS)):
        return no("there is a card above the jack outside the clubs")
    return adding(honours_in_clubs(facts), "there is nothing above the jack outside them")


@good_clubs.rule(
    "hel-clubs-rule",
    "With five clubs, four of them honours, if the hand is for neither no trumps nor a red suit, declare clubs.",
    page=99,
    lines=(5033, 5036),
    why="When you hold high cards in the other suits, partner will generally have to fall back on spades. They bring "
    "less than your clubs.",
    why_page=93,
    why_lines=(4593, 4597),
)
def five_good_clubs(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.clubs) != FEWEST_CLUBS:
        return no("there are more than five")
    return adding(honours_in_clubs(facts), "there are five, with high cards outside them")


good_clubs.rule(
    "hel-decl-clubs-analysis",
    "With five or more clubs, four of them honours, if you can declare neither no trumps nor a red suit, declare "
    "clubs.",
    page=105,
    lines=(5313, 5318),
    why="On the author’s eight sample hands, clubs gain 178 points more than leaving it would. Most of that comes "
    "from honours.",
    why_page=95,
    why_lines=(4683, 4686),
)(honours_in_clubs)


# ---- in defence, at every score (pp. 101, 106) -----------------------------------------------------------------------


def why_it_may_be_left(facts: DeclarationFacts) -> Reason | None:
    """Why a hand need not be defended; None when it must not be left to partner."""
    return (lambda: facts.why_it_may_be_left) if facts.may_be_left else None


FIVE_CLUBS, LONG_CLUBS, FEW_SPADES = 5, 6, 2
"""“Five clubs with two honours, or six or more clubs and only one or two little spades” (p. 101)."""


def _defensive_clubs(facts: DeclarationFacts) -> Finding:
    clubs, spades = facts.hand.clubs, facts.hand.spades
    if len(spades) > FEW_SPADES or not is_small(spades):
        return no("there are more than two spades, or one above the nine")
    if len(clubs) >= LONG_CLUBS or (len(clubs) == FIVE_CLUBS and facts.honours(Suit.CLUBS) >= TWO_HONOURS):

        def because() -> str:
            return f"the hand is wretched, with {counted(len(spades), 'small spade')}, and {facts.suit(Suit.CLUBS)}"

        return yes(because, CLUBS)
    return no(lambda: f"{facts.suit(Suit.CLUBS)}: five with two honours, or six, are needed")


_lacking_clubs = lacking(_defensive_clubs)


def _no_clubs_in_defence(facts: DeclarationFacts) -> Reason | None:
    return why_it_may_be_left(facts) or _lacking_clubs(facts)


clubs_in_defence = Declarations(CLUBS, given=_no_clubs_in_defence)


@clubs_in_defence.rule(
    "hel-decl-defensive-spades",
    "With a wretched hand, one or two small spades and five clubs with two honours, declare clubs, not spades.",
    page=101,
    lines=(5110, 5122),
    row="clubs",
    why="The aim is to lose little on a very poor hand. If your spades are few they may be doubled, and then cost as "
    "much as clubs. At the same price, five trumps are better than two.",
    why_lines=(5117, 5126),
)
def five_clubs_in_defence(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.clubs) != FIVE_CLUBS:
        return no("there are six clubs")
    better = "five trumps are better than so few, at the same price if spades are doubled"
    return adding(_defensive_clubs(facts), better)


clubs_in_defence.rule(
    "hel-decl-defensive",
    "With a wretched hand, one or two small spades and six clubs or more, declare clubs.",
    page=106,
    lines=(5345, 5357),
    row="clubs",
    why="Partner would count on tricks that you cannot make, so you declare a cheap suit to keep the loss small. Few "
    "spades may be doubled and cost as much as clubs, so long clubs are then better.",
    why_page=101,
    why_lines=(5103, 5126),
)(_defensive_clubs)


spades_in_defence = Declarations(SPADES, given=why_it_may_be_left)


def _defensive_spades(facts: DeclarationFacts) -> Finding:
    return yes(lambda: facts.why_it_may_not_be_left, SPADES)


@spades_in_defence.rule(
    "hel-diamonds-six-no-ace",
    "With six diamonds and no ace or court card in the hand, declare spades, which lose less than diamonds.",
    page=89,
    lines=(4372, 4515),
    why="You cannot make three tricks in diamonds and have none elsewhere. In the author’s three examples spades lose "
    "68 points, some of them doubled, and diamonds would lose 102.",
    why_page=91,
    why_lines=(4496, 4509),
)
def six_small_diamonds(facts: DeclarationFacts) -> Finding:
    if not (facts.is_carte_blanche and len(facts.hand.diamonds) == 6):
        return no("there are not six diamonds without an ace or court card")
    return adding(_defensive_spades(facts), "six small diamonds do not alter it")


LONGER_SUIT = 5


@spades_in_defence.rule(
    "hel-defensive-aim",
    "In defence declare only to lose less: spades, and not a longer suit of more value.",
    page=101,
    lines=(5124, 5126),
    why="A trick lost in spades costs less than one in any other suit. On a very poor hand you aim only to keep the "
    "loss small.",
)
def spades_before_a_longer_suit(facts: DeclarationFacts) -> Finding:
    if max(map(len, facts.plain_suits(Suit.SPADES))) < LONGER_SUIT:
        return no("no other suit has five cards")
    return adding(_defensive_spades(facts), "a longer suit would only lose more")


@spades_in_defence.rule(
    "hel-defensive-duty",
    "With no ace or court card you must declare spades: to leave it would deceive partner.",
    page=100,
    lines=(5083, 5108),
    why="When you are so poor, partner is probably strong and may well declare no trumps or a red suit. Your hand "
    "gives no help, so the loss may be the game or several expensive tricks.",
)
def spades_without_a_court_card(facts: DeclarationFacts) -> Finding:
    if not facts.is_carte_blanche:
        return no("there is a court card")
    return adding(_defensive_spades(facts), "there is not a court card in it")


@spades_in_defence.rule(
    "hel-decl-defensive-spades",
    "With no ace, and only one king or queen, declare spades, for there is no prospect of three tricks.",
    page=101,
    lines=(5110, 5122),
    row="spades",
)
def spades_on_a_king(facts: DeclarationFacts) -> Finding:
    if facts.highest_but_aces < Rank.KING:
        return no("the highest card is no king")
    return adding(_defensive_spades(facts), "a king alone does not promise three tricks")


spades_in_defence.rule(
    "hel-decl-defensive",
    "With no ace, no long red suit and less strength than two queens, declare spades, for the hand must not be left.",
    page=106,
    lines=(5345, 5357),
    row="spades",
)(_defensive_spades)


IN_DEFENCE: Sequence[Rule[DeclarationFacts]] = (*clubs_in_defence, *spades_in_defence)
