"""On what hands Hellespont declares no trumps, whoever declares (pp. 58–72): four aces, three, strength, a solid suit.

His “maxims” (a) to (d) of page 71 are the whole list; what he says of particular hands in the pages before them stands
before the maxim that it belongs to. The proviso at the end of the list, four or five honours in a red suit, is read
with pages 70 and 104: it goes before all but four aces.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declarant import NO_TRUMPS, Declarant, where
from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, certain_tricks, is_small
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Rank, Suit
from tutor.codes.code import HONOURS
from tutor.notation import counted


def has_four_aces(declarant: Declarant) -> Finding:
    if declarant.aces == 4:
        return applies("all four aces are held", NO_TRUMPS)
    return fails(f"there {'is' if declarant.aces == 1 else 'are'} {counted(declarant.aces, 'ace')}")


def _three_aces(declarant: Declarant) -> Finding:
    if declarant.aces == 3:
        return applies("three aces are held, with less than six hearts and seven diamonds", NO_TRUMPS)
    return fails(f"there {'is' if declarant.aces == 1 else 'are'} {counted(declarant.aces, 'ace')}")


def _queen_above_average(declarant: Declarant) -> Finding:
    if not declarant.aces:
        return fails("there is no ace, and then no trumps are not declared at love-all")
    if len(declarant.guarded) < 3:
        return fails(declarant.guards)
    because = f"{declarant.guards}, and the strength is {declarant.against_the_average}"
    return applies(because, NO_TRUMPS) if declarant.is_strong_and_guarded else fails(because)


def _solid_black_suit(declarant: Declarant) -> Finding:
    suit = declarant.solid_black_suit
    if suit is None:
        return fails("neither black suit is good for six certain tricks")
    others = declarant.aces - (Rank.ACE in declarant.hand[suit])
    tricks = counted(certain_tricks(declarant.hand[suit]), "certain trick")
    because = f"{tricks} in {suit.plural}, and {counted(others, 'other ace')}"
    return applies(because, NO_TRUMPS) if others else fails(because)


def _four_kings_and_queens(declarant: Declarant) -> Finding:
    if declarant.aces:
        return fails("there is an ace")
    if not all(declarant.hand[suit].headed_by("KQ") for suit in Suit):
        return fails("without an ace, four kings and four queens are wanted")
    if max(len(declarant.hand[suit]) for suit in Suit) > 4:
        return fails("the four kings and queens are not evenly divided")
    return applies("four kings and four queens, evenly divided", NO_TRUMPS)


def _has_six_diamonds(declarant: Declarant) -> bool:
    return declarant.is_carte_blanche and len(declarant.hand.diamonds) == 6


def _could_declare_five_red(declarant: Declarant) -> bool:
    return any(
        len(declarant.hand[suit]) == 5
        and declarant.honours(suit) >= honours
        and declarant.hand[suit].highest >= Rank.QUEEN
        and declarant.is_good_for_five(suit)
        for suit, honours in ((Suit.HEARTS, 2), (Suit.DIAMONDS, 3))
    )


def _is_the_least(declarant: Declarant) -> bool:
    return declarant.strength < AVERAGE + QUEEN + QUEEN // 2


def _has_good_clubs(declarant: Declarant) -> bool:
    clubs = declarant.hand.clubs
    return len(clubs) >= 5 and clubs.count(HONOURS) >= 3


def _is_blank_in_two_suits(declarant: Declarant) -> bool:
    return sum(is_small(declarant.hand[suit]) for suit in Suit) >= 2


FOUR_ACES = Rule(
    "hel-decl-nt-a",
    "Four aces, whatever the rest: no trumps.",
    cite(71, 3380, 3384),
    has_four_aces,
    advises=(NO_TRUMPS,),
)

WITHOUT_TRUMPS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-diamonds-six-ace-heading",
        "Six diamonds headed by one of three aces, in a hand without a court card: no trumps, not diamonds.",
        cite(85, 4127, 4301),
        where(
            _three_aces,
            lambda declarant: _has_six_diamonds(declarant) and Rank.ACE in declarant.hand.diamonds,
            "one of them heads the six diamonds",
            "it is not six diamonds to the ace without a court card",
        ),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-diamonds-six-carte-blanche",
        "Six small diamonds beside three aces, and no court card: no trumps, for the honours outweigh the tricks.",
        cite(82, 3927, 4125),
        where(
            _three_aces,
            _has_six_diamonds,
            "they stand outside six diamonds",
            "it is not six diamonds without a court card",
        ),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-nt-three-aces",
        "Three aces and no court card beside them: still no trumps, three sure tricks and thirty for honours.",
        cite(67, 3191, 3204),
        where(
            _three_aces,
            lambda declarant: declarant.is_carte_blanche,
            "the rest is carte blanche",
            "the rest is not carte blanche",
        ),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-nt-b",
        "Three aces: no trumps, unless six or more hearts are held.",
        cite(71, 3386, 3388),
        _three_aces,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-nt-first-thought",
        "Ask first whether the hand is good enough for no trumps: five of a red suit wait for the answer.",
        cite(58, 2744, 2751),
        where(
            _queen_above_average,
            _could_declare_five_red,
            "so five of a red suit, though they could be declared, come second",
            "there is no red suit of five that could be declared",
        ),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-nt-declare-when-reasonable",
        "Declare no trumps whenever you reasonably can, however good the clubs may be.",
        cite(59, 2797, 2800),
        where(
            _queen_above_average,
            _has_good_clubs,
            "five good clubs are not put before it",
            "there are not five good clubs to tempt him",
        ),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-nt-minimum",
        "A queen above the average with three suits guarded is the least for no trumps, and is enough.",
        cite(65, 3101, 3126),
        where(
            _queen_above_average,
            _is_the_least,
            "the least that is enough",
            "it is more than the least",
        ),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-nt-c",
        "At least a queen above average strength, three suits securely guarded, and an ace: no trumps.",
        cite(71, 3390, 3392),
        _queen_above_average,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-nt-solid-black",
        "Six certain tricks in a black suit and one other ace: no trumps, though two suits be quite bare.",
        cite(66, 3155, 3161),
        where(
            _solid_black_suit,
            _is_blank_in_two_suits,
            "two suits are blank",
            "no two suits are blank",
        ),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-nt-d",
        "Six or more certain tricks in spades or clubs, and one other ace: no trumps.",
        cite(71, 3394, 3407),
        _solid_black_suit,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-nt-no-ace",
        "Without an ace, no trumps only on four kings and four queens evenly divided.",
        cite(72, 3409, 3413),
        _four_kings_and_queens,
        advises=(NO_TRUMPS,),
    ),
)
"""After four aces, and after the red suits that go before no trumps."""
