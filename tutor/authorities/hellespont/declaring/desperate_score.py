"""What Hellespont has the dealer and partner declare in a desperate position (pp. 113–116).

The opponents are all but out, and the declaring side is far behind. Here Hellespont contradicts himself: a hand too
poor to be left is to be declared in spades “at all scores” (p. 106), but in a desperate position nothing but no trumps
and hearts is “admissible” (p. 116). The second is of the particular case, and decides; spades are acceptable.
"""

from __future__ import annotations

from tutor.auction import Denomination
from tutor.authorities.hellespont.declaring.facts import (
    DIAMONDS,
    FOUR_HONOURS,
    HEARTS,
    LEAVE,
    NO_TRUMPS,
    PARTNERS_TRICKS,
    SPADES,
    DeclarationFacts,
    Declarations,
    adding,
)
from tutor.authorities.hellespont.declaring.hearts import six_hearts
from tutor.authorities.hellespont.declaring.no_trumps import WITHOUT_TRUMPS
from tutor.authorities.rules import Finding, Reason, decide, no, yes
from tutor.cards import Suit

# ---- the position ----------------------------------------------------------------------------------------------------

ALL_BUT_OUT = 22
"""“Anything over 22”, and the opponents “are pretty sure to get out next deal” (p. 114)."""


def why_not_all_but_out(facts: DeclarationFacts) -> Reason | None:
    """Why the opponents are not all but out; None where they are."""
    if facts.standing.them > ALL_BUT_OUT:
        return None
    return lambda: f"at {facts.standing} the opponents are not near the game"


def why_not_desperate(facts: DeclarationFacts) -> Reason | None:
    """Why the position is not desperate; None where it is.

    Hellespont says it of love to anything over 22 (p. 114), and has Game IX desperate at sixteen. At eighteen the odd
    trick without trumps is the game: there, in Game XXIV, he no longer treats it so.
    """
    if facts.needs(Denomination.NO_TRUMPS) > 1:
        return why_not_all_but_out(facts)
    return why_not_all_but_out(facts) or (
        lambda: f"at {facts.standing} the odd trick without trumps wins the game, and the position is not desperate"
    )


# ---- the dealer ------------------------------------------------------------------------------------------------------

desperate_dealer = Declarations(given=why_not_desperate)


@desperate_dealer.rule(
    "hel-desperate-nt-only",
    "In a desperate position declare hearts on four honours, or if hearts are very likely to make the game.",
    page=114,
    lines=(5729, 5769),
    row="hearts",
    advises=(HEARTS,),
    why="If no trumps must be declared on a weak hand, it should be the dealer’s, because its weakness is concealed. "
    "So the dealer tries first, and leaving it tells partner that there is nothing for no trumps.",
    why_lines=(5732, 5755),
)
def game_in_hearts(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.HEARTS) >= FOUR_HONOURS:
        return yes(lambda: f"{facts.honours_in_words(Suit.HEARTS)} are worth declaring", HEARTS)
    if len(facts.hand.hearts) < 5 or facts.tricks(Suit.HEARTS) < facts.for_game(Suit.HEARTS):
        return no(lambda: f"{facts.outlook(Suit.HEARTS)}, which does not make the game likely")
    return yes(lambda: f"{facts.outlook(Suit.HEARTS)}, which with partner’s three make the game", HEARTS)


@desperate_dealer.rule(
    "hel-decl-desperate-nt",
    "If you are far behind and the opponents are close to the game, declare no trumps on the sketchiest hands.",
    page=114,
    lines=(5665, 5670),
    advises=(NO_TRUMPS,),
    why="The opponents are almost sure to get out next deal, and a game is worth great risks. If you declare on a "
    "weak hand, its weakness is at least concealed.",
    why_page=113,
    why_lines=(5651, 5746),
)
def sketchy_no_trumps(facts: DeclarationFacts) -> Finding:
    if facts.bare_strength < facts.interpretation.desperate_strength:
        return no("the hand is worse than the sketchiest on which Hellespont tries no trumps")
    return yes(
        lambda: (
            f"at {facts.standing} the game must be tried for, and with {facts.high_cards} the hand is no worse than "
            "the sketchiest on which Hellespont tries it"
        ),
        NO_TRUMPS,
    )


@desperate_dealer.rule(
    "hel-desperate-nt-only",
    "In a desperate position leave it if you cannot declare no trumps: partner will try hearts.",
    page=114,
    lines=(5729, 5755),
    row="leave",
    advises=(LEAVE,),
)
def desperate_leave(facts: DeclarationFacts) -> Finding:
    nothing = yes("the hand is not strong enough for no trumps, and no other declaration is allowed", LEAVE)
    if facts.may_be_left:
        return nothing
    unlike_it = adding(nothing, "though Hellespont’s rule for wretched hands is given for all scores")
    return unlike_it.advising((LEAVE,), merely=(SPADES,))


# ---- his partner -----------------------------------------------------------------------------------------------------

desperate_partner = Declarations(given=why_not_desperate)


@desperate_partner.rule(
    "hel-desperate-nt-only",
    "In a desperate position, as partner, declare no trumps on the strength that love-all needs, and on no less.",
    page=115,
    lines=(5745, 5755),
    row="partner",
    advises=(NO_TRUMPS,),
)
def no_trumps_on_the_minimum(facts: DeclarationFacts) -> Finding:
    if six_hearts(facts).applies:
        return no("six hearts go before no trumps")
    advice = decide(WITHOUT_TRUMPS, facts)
    if advice is None:
        return no("this is not a no-trump hand by the rules for love-all, and less must not be risked here")
    return yes(lambda: f"the hand has all that is needed at love-all: {advice.because}", NO_TRUMPS)


POOR_HEARTS = 3
"""“Very poor hearts” (p. 115): fewer than three, or no honour in them."""


@desperate_partner.rule(
    "hel-decl-desperate-partner",
    "In a desperate position, declare diamonds on four or five honours with very poor hearts.",
    page=115,
    lines=(5757, 5790),
    row="diamonds",
    advises=(DIAMONDS,),
    why="By leaving it the dealer shows that there is nothing for no trumps, so hearts are left to try. Where your "
    "hearts are very poor, four honours in diamonds secure their score and make the loss smaller.",
    why_lines=(5747, 5776),
)
def diamond_honours_and_poor_hearts(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.DIAMONDS) < FOUR_HONOURS:
        return no(lambda: facts.honours_in_words(Suit.DIAMONDS))
    if facts.honours(Suit.HEARTS) and len(facts.hand.hearts) >= POOR_HEARTS:
        return no("the hearts are not very poor")
    return yes(
        lambda: f"{facts.honours_in_words(Suit.DIAMONDS)}, and very poor hearts: the honours reduce the loss",
        DIAMONDS,
    )


FEWEST_HEARTS = 2


def _is_impotent_in_hearts(facts: DeclarationFacts) -> bool:
    if facts.interpretation.impotent_only_without_two_hearts:
        return len(facts.hand.hearts) < FEWEST_HEARTS
    return not facts.honours(Suit.HEARTS)


def _hearts_by_convention(facts: DeclarationFacts) -> Finding:
    if _is_impotent_in_hearts(facts):
        return no(lambda: f"{facts.suit(Suit.HEARTS)}: helpless in hearts")
    return yes(lambda: f"{facts.suit(Suit.HEARTS)}, and the dealer left it with nothing for no trumps", HEARTS)


@desperate_partner.rule(
    "hel-desperate-hearts-weak",
    "In a desperate position, do not let weakness in hearts or elsewhere stop you as partner: declare hearts, by "
    "convention.",
    page=116,
    lines=(5792, 5799),
    advises=(HEARTS,),
    why="The dealer could declare only no trumps, or hearts with a prospect of game, so there may be fair strength "
    "opposite in any suit. It is a long shot even so.",
)
def hearts_on_a_weak_hand(facts: DeclarationFacts) -> Finding:
    found = _hearts_by_convention(facts)
    if found.applies and facts.tricks(Suit.HEARTS) >= PARTNERS_TRICKS:
        return no("the hand is good enough for hearts in any position")
    return adding(found, "that holds even though the hand is weak") if found.applies else found


desperate_partner.rule(
    "hel-decl-desperate-partner",
    "In a desperate position, declare hearts as partner, unless you are helpless in them or fit for no trumps.",
    page=115,
    lines=(5757, 5790),
    row="hearts",
    advises=(HEARTS,),
)(_hearts_by_convention)
