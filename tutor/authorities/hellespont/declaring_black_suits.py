"""When Hellespont has the dealer name a black suit: clubs for their honours, and either in defence (pp. 92–106).

He measures a hand that must not be left twice: no prospect of three tricks (pp. 100–101), of two (p. 106). Both are
tied to one measure, two guarded queens (pp. 102, 106, 284), which is the one used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declarant import CLUBS, SPADES, Declarant, where
from tutor.authorities.hellespont.strength import is_small
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Rank, Suit
from tutor.notation import counted


def honours_in_clubs(declarant: Declarant) -> Finding:
    """Five clubs with four honours."""
    because = declarant.suit(Suit.CLUBS)
    good = len(declarant.hand.clubs) >= 5 and declarant.honours(Suit.CLUBS) >= 4
    return applies(because, CLUBS) if good else fails(because)


def _has_nothing_else(declarant: Declarant) -> bool:
    return all(holding.is_void or holding.highest <= Rank.KNAVE for holding in declarant.plain_suits(Suit.CLUBS))


GOOD_CLUBS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-decl-clubs-offensive",
        "Five clubs with four honours and no card above the knave elsewhere: clubs, for leaving it seldom pays.",
        cite(93, 4574, 4597),
        where(
            honours_in_clubs,
            _has_nothing_else,
            "nothing above the knave outside them",
            "there is a card above the knave outside the clubs",
        ),
        advises=(CLUBS,),
    ),
    Rule(
        "hel-clubs-rule",
        "Five clubs with four honours, in neither a no-trump nor a red-suit hand: clubs.",
        cite(99, 5033, 5036),
        where(
            honours_in_clubs,
            lambda declarant: len(declarant.hand.clubs) == 5,
            "five, with high cards outside them",
            "there are more than five",
        ),
        advises=(CLUBS,),
    ),
    Rule(
        "hel-decl-clubs-analysis",
        "Five or more clubs with four honours, where neither no trumps nor a red suit can be declared: clubs.",
        cite(105, 5313, 5318),
        honours_in_clubs,
        advises=(CLUBS,),
    ),
)

# ---- in defence --------------------------------------------------------------------------------------------------


def why_it_may_be_left(declarant: Declarant) -> str | None:
    """Why the hand is good enough to be left to partner, or None when it is not."""
    if declarant.aces:
        return counted(declarant.aces, "ace")
    if declarant.guarded_strength >= declarant.reading.two_queens and declarant.is_headed_for_two_queens:
        return f"no ace, but the strength of two guarded queens: {_guarded(declarant)}"
    return None


def _guarded(declarant: Declarant) -> str:
    """The guarded kings and queens in words."""
    *names, last = [f"the {card.name}" for card in declarant.guarded_cards] or ["no king or queen"]
    return f"{', '.join(names)} and {last} are guarded" if names else f"{last} is guarded"


def _why_it_may_not_be_left(declarant: Declarant) -> str:
    because = f"no ace, and worth less than two guarded queens: {_guarded(declarant)}"
    if declarant.guarded_strength >= declarant.reading.two_queens:
        because = f"no ace, and no suit of four headed by a guarded queen: {_guarded(declarant)}"
    return because


def _in_defence(find: Callable[[Declarant], Finding]) -> Callable[[Declarant], Finding]:
    def defending(declarant: Declarant) -> Finding:
        enough = why_it_may_be_left(declarant)
        return fails(enough) if enough else find(declarant)

    return defending


def _defensive_clubs(declarant: Declarant) -> Finding:
    clubs, spades = declarant.hand.clubs, declarant.hand.spades
    if len(spades) > 2 or not is_small(spades):
        return fails("there are more than two spades, or one above the nine")
    if len(clubs) >= 6 or (len(clubs) == 5 and declarant.honours(Suit.CLUBS) >= 2):
        because = f"a wretched hand with {counted(len(spades), 'small spade')}, and {declarant.suit(Suit.CLUBS)}"
        return applies(because, CLUBS)
    return fails(f"{declarant.suit(Suit.CLUBS)}: five with two honours, or six, are wanted")


def _defensive_spades(declarant: Declarant) -> Finding:
    return applies(_why_it_may_not_be_left(declarant), SPADES)


clubs_in_defence, spades_in_defence = _in_defence(_defensive_clubs), _in_defence(_defensive_spades)


def _has_a_longer_suit(declarant: Declarant) -> bool:
    return max(len(holding) for holding in declarant.plain_suits(Suit.SPADES)) >= 5


IN_DEFENCE: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-decl-defensive-spades",
        "A wretched hand with one or two small spades and five clubs with two honours: clubs, not spades.",
        cite(101, 5110, 5122),
        where(
            clubs_in_defence,
            lambda declarant: len(declarant.hand.clubs) == 5,
            "five trumps are better than so few, at the same price if spades are doubled",
            "there are six clubs",
        ),
        "clubs",
        advises=(CLUBS,),
    ),
    Rule(
        "hel-decl-defensive",
        "A wretched hand with one or two small spades, and six clubs or more: clubs.",
        cite(106, 5345, 5357),
        clubs_in_defence,
        "clubs",
        advises=(CLUBS,),
    ),
    Rule(
        "hel-diamonds-six-no-ace",
        "Six diamonds without an ace or a court card in the hand: spades, which lose less than diamonds.",
        cite(89, 4372, 4515),
        where(
            spades_in_defence,
            lambda declarant: declarant.is_carte_blanche and len(declarant.hand.diamonds) == 6,
            "six small diamonds do not alter it",
            "it is not six diamonds without ace or court card",
        ),
        advises=(SPADES,),
    ),
    Rule(
        "hel-defensive-aim",
        "A defensive declaration is only to lose less: spades, and not a longer suit of more value.",
        cite(101, 5124, 5126),
        where(
            spades_in_defence,
            _has_a_longer_suit,
            "a longer suit would only lose more",
            "no other suit has five cards",
        ),
        advises=(SPADES,),
    ),
    Rule(
        "hel-defensive-duty",
        "On a hand without ace or court card it is a duty to declare spades: to leave it would deceive partner.",
        cite(100, 5083, 5108),
        where(
            spades_in_defence,
            lambda declarant: declarant.is_carte_blanche,
            "there is not a court card in it",
            "there is a court card",
        ),
        advises=(SPADES,),
    ),
    Rule(
        "hel-decl-defensive-spades",
        "No ace, and but one king or queen: spades, for there is no prospect of three tricks.",
        cite(101, 5110, 5122),
        where(
            spades_in_defence,
            lambda declarant: declarant.highest_but_aces >= Rank.KING,
            "a king alone is no prospect of three tricks",
            "the highest card is no king",
        ),
        "spades",
        advises=(SPADES,),
    ),
    Rule(
        "hel-decl-defensive",
        "No ace, no long red suit, and less than two queens: spades, for the hand must not be left.",
        cite(106, 5345, 5357),
        spades_in_defence,
        "spades",
        advises=(SPADES,),
    ),
)
"""They apply at every score (pp. 101, 106)."""
