"""When Hellespont has the dealer leave it to his partner, and which of his declarations it just misses (pp. 59–107).

They are tried when no offensive declaration fits and none need be made in defence. Each names the declaration that
the hand misses by least; where it is near none, his general rule decides (p. 107).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declarant import BLACK, LEAVE, RED, SPADES, Declarant, Find, Test, declares
from tutor.authorities.hellespont.declaring_black_suits import why_it_may_be_left
from tutor.authorities.hellespont.declaring_red_suits import has_long_black_suit
from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, VALUES, unprotected
from tutor.authorities.rules import Finding, Rule, applies, fails
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.notation import counted

# ---- a red suit not good enough ----------------------------------------------------------------------------------


def _is_four_with_three_honours(suit: Suit) -> Test:
    return lambda declarant: len(declarant.hand[suit]) == 4 and declarant.honours(suit) == 3


def _short_of_five_tricks(declarant: Declarant) -> Finding:
    for suit in RED:
        if len(declarant.hand[suit]) == 6:
            why = declarant.why_not_five(suit)
            return applies(f"{why} for two by tricks", LEAVE) if why else fails(f"six {suit.plural} are good enough")
    return fails("there are not six of a red suit")


def _five_hearts_short_of_five_tricks(declarant: Declarant) -> Finding:
    if len(declarant.hand.hearts) != 5 or declarant.honours(Suit.HEARTS) < 2:
        return fails("it has not five hearts with two honours")
    why = declarant.why_not_five(Suit.HEARTS)
    return applies(why, LEAVE) if why else fails("the five hearts are good enough")


def _five_diamonds_not_good_enough(declarant: Declarant) -> Finding:
    if len(declarant.hand.diamonds) != 5 or declarant.honours(Suit.DIAMONDS) < 2:
        return fails("it has not five diamonds with two honours")
    if declarant.honours(Suit.DIAMONDS) == 2:
        return applies("the five diamonds have two honours, but not in a hand of five certain tricks", LEAVE)
    why = declarant.why_not_five(Suit.DIAMONDS)
    return applies(why, LEAVE) if why else fails("the five diamonds are good enough")


def _has_three_high_hearts(declarant: Declarant) -> bool:
    return len(declarant.hand.hearts) <= 3 and declarant.honours(Suit.HEARTS) == 3


# ---- no trumps not good enough -----------------------------------------------------------------------------------


def _solid_suit_without_an_ace(declarant: Declarant) -> Finding:
    suit = declarant.solid_black_suit
    if suit is None:
        return fails("neither black suit is good for six certain tricks")
    return applies(
        f"six certain tricks in {suit.plural}, but the lead is against you, and no other ace stops them", LEAVE
    )


def _strong_without_an_ace(declarant: Declarant) -> bool:
    return not declarant.aces and declarant.is_strong


def _unprotected(declarant: Declarant) -> Finding:
    least = declarant.reading.no_trump_strength
    whole = sum(VALUES.get(card.rank, 0) for card in declarant.hand)
    if not declarant.aces or len(declarant.guarded) < 3 or whole < least:
        return fails("it would be no no-trump hand though every card counted in full")
    faults = [fault for suit in Suit if (fault := _fault(suit, declarant.hand[suit]))]
    if not faults or declarant.strength >= least:
        return fails("it is not for want of protection that its cards fall short")
    because = f"counted in full its cards would do, but {' and '.join(faults)}"
    return applies(f"{because}, and the strength is {declarant.against_the_average}", LEAVE)


def _fault(suit: Suit, holding: Holding) -> str | None:
    """What in a suit does not count in full, in words."""
    if str(holding) == "A":
        return f"the ace of {suit.plural} is single"
    bare = unprotected(holding)
    return f"the {Card(suit, bare[0]).name} is unprotected" if bare else None


def _ill_guarded(declarant: Declarant) -> Finding:
    if not declarant.is_strong or len(declarant.guarded) >= 3:
        return fails("it is not for want of guards that it is no no-trump hand")
    return applies(f"the strength is {declarant.against_the_average}, but only {declarant.guards}", LEAVE)


def _guarded_and_at_least(declarant: Declarant, strength: int) -> bool:
    return len(declarant.guarded) >= 3 and declarant.strength >= strength


def _nearly_strong_enough(declarant: Declarant) -> Finding:
    if not _guarded_and_at_least(declarant, AVERAGE + QUEEN // 2):
        return fails("it is not by a little that it misses the least of his no-trump hands")
    return applies(
        f"{declarant.guards}, but the strength is {declarant.against_the_average}, which is short of the least", LEAVE
    )


def _average(declarant: Declarant) -> Finding:
    if not _guarded_and_at_least(declarant, AVERAGE - QUEEN // 2):
        return fails("it is not an average hand with three suits guarded")
    return applies(
        f"{declarant.guards}, but the hand is about the average, and good for no more than the odd trick",
        LEAVE,
    )


# ---- strength enough to leave it ---------------------------------------------------------------------------------


def _is_otherwise_blank(declarant: Declarant) -> bool:
    return declarant.aces == 1 and declarant.is_carte_blanche


def _is_poor_but_for_its_ace(declarant: Declarant) -> bool:
    """Whether the hand would have to be defended without its one ace."""
    rest = replace(declarant, hand=Hand.of(card for card in declarant.hand if card.rank is not Rank.ACE))
    return declarant.aces == 1 and why_it_may_be_left(rest) is None


def _on_an_ace(declarant: Declarant) -> Finding:
    if not _is_poor_but_for_its_ace(declarant):
        return fails("it is not one ace alone that allows it to be left")
    because = "an ace is held, which commands a suit if partner declares no trumps"
    if _is_otherwise_blank(declarant):
        # “Even with one ace, if the hand is otherwise blank, it is not usual to leave the declaration” (p. 285).
        return Finding(f"{because}; though with nothing beside it, it is not usual to leave it", (LEAVE,), (SPADES,))
    return applies(f"{because}; without it the hand would be too weak to leave", LEAVE)


def _on_two_queens(declarant: Declarant) -> Finding:
    if declarant.aces or declarant.kings:
        return fails("there is an ace or a king")
    return applies(f"{why_it_may_be_left(declarant)}, his measure of what may be left", LEAVE)


def _on_three_tricks(declarant: Declarant) -> Finding:
    if declarant.aces:
        return fails(f"there {'is' if declarant.aces == 1 else 'are'} {counted(declarant.aces, 'ace')}")
    return applies(f"{why_it_may_be_left(declarant)}: the rudiments of the three tricks that partner expects", LEAVE)


STRONG_BUT_FOR_HEARTS = 3
"""In how many other suits his hand without a heart honour has a guarded card, “clearly” to be left (p. 108)."""


def _lacks_only_hearts(declarant: Declarant) -> bool:
    """Whether it is such a hand as he gives against the convention: two small hearts, and strength in all the rest."""
    hearts = declarant.hand.hearts
    return (
        len(hearts) < 3 and not declarant.honours(Suit.HEARTS) and len(declarant.guarded_cards) == STRONG_BUT_FOR_HEARTS
    )


def _would_be_declared_if_red(declarant: Declarant) -> Finding:
    for suit in BLACK:
        holding, honours = declarant.hand[suit], declarant.honours(suit)
        fit = len(holding) > 5 or (len(holding) == 5 and honours >= 2 and holding.highest >= Rank.QUEEN)
        if fit and declarant.is_good_for_five(suit):
            return applies(f"{declarant.outlook(suit)}: enough in a red suit, but the suit is black", LEAVE)
    return fails("there is no black suit that would be declared if it were red")


def _leave(declarant: Declarant) -> Finding:
    return applies(
        f"no offensive declaration fits, and the hand need not be defended: {why_it_may_be_left(declarant)}", LEAVE
    )


def _but_for_a_blank_hand(find: Find) -> Find:
    """The same, but a hand with an ace and nothing else is for the rule on such hands."""
    return lambda declarant: fails("an ace is all it holds") if _is_otherwise_blank(declarant) else find(declarant)


def _leaves(rule_id: str, says: str, page: int, lines: tuple[int, int], find: Find) -> Rule[Declarant]:
    return Rule(rule_id, says, cite(page, *lines), _but_for_a_blank_hand(find), advises=(LEAVE,))


ON_AN_ACE = Rule(
    "hel-game-20-leave-on-ace",
    "One ace is enough to leave it, though if the hand is otherwise blank that is not usual.",
    cite(284, 13420, 13459),
    _on_an_ace,
    advises=(LEAVE,),
)
ON_TWO_QUEENS = _leaves(
    "hel-defensive-measure",
    "Without ace or king, two guarded queens or what is worth as much are the least on which to leave it.",
    102,
    (5136, 5144),
    _on_two_queens,
)
ON_THREE_TRICKS = _leaves(
    "hel-defensive-partner-right-to-three",
    "Without an ace leave it only on the rudiments of three tricks, for partner has a right to expect them.",
    100,
    (5057, 5081),
    _on_three_tricks,
)
IN_GENERAL = Rule(
    "hel-leave",
    "Where no offensive declaration fits and none need be made in defence, the dealer leaves it.",
    cite(107, 5371, 5375),
    _leave,
    advises=(LEAVE,),
)

LEAVING_TO_THE_SCORE: Sequence[Rule[Declarant]] = (ON_AN_ACE, ON_TWO_QUEENS, ON_THREE_TRICKS, IN_GENERAL)

LEAVING_AT_LOVE_ALL: Sequence[Rule[Declarant]] = (
    _leaves(
        "hel-hearts-not-with-black-six",
        "Five small hearts beside a black suit of six to ace, king, queen are not declared: they cannot bring it in.",
        76,
        (3588, 3592),
        declares(
            LEAVE,
            lambda declarant: (
                len(declarant.hand.hearts) == 5
                and not declarant.honours(Suit.HEARTS)
                and has_long_black_suit(declarant)
            ),
            "five small hearts could not draw the trumps to bring in the long black suit",
            "it has not five small hearts beside a long black suit",
        ),
    ),
    _leaves(
        "hel-nt-why-guards",
        "A solid black suit with no other ace is not no trumps: the lead is with the adversaries.",
        59,
        (2808, 2826),
        _solid_suit_without_an_ace,
    ),
    _leaves(
        "hel-black-spades-never",
        "Four or five honours in spades are not declared: twenty does not pay for what leaving it may gain.",
        92,
        (4552, 4572),
        declares(
            LEAVE,
            lambda declarant: declarant.honours(Suit.SPADES) >= 4,
            "the honours are in spades, which partner may name himself if he has nothing dearer",
            "there are not four honours in spades",
        ),
    ),
    _leaves(
        "hel-decl-spades-never",
        "Spades are never declared offensively by the dealer at love-all: long strong spades are left.",
        106,
        (5340, 5341),
        declares(
            LEAVE,
            lambda declarant: len(declarant.hand.spades) >= 5 and declarant.honours(Suit.SPADES) >= 3,
            "the strong suit is spades, and that would be an offensive declaration",
            "there are not five spades with three honours",
        ),
    ),
    _leaves(
        "hel-hearts-no-honour-rule",
        "Five hearts with one honour or none are not declared.",
        76,
        (3594, 3599),
        declares(
            LEAVE,
            lambda declarant: len(declarant.hand.hearts) == 5 and declarant.honours(Suit.HEARTS) <= 1,
            "the five hearts have not two honours, and the loss of honours is not to be risked",
            "it has not five hearts with one honour or none",
        ),
    ),
    _leaves(
        "hel-hearts-estimate-care",
        "Reckon the tricks of five hearts with care: his own examples are about as weak as may be.",
        77,
        (3671, 3675),
        _five_hearts_short_of_five_tricks,
    ),
    _leaves(
        "hel-hearts-four-otherwise",
        "Four hearts are not declared, but with four honours, or three and four diamonds as good.",
        73,
        (3480, 3496),
        declares(
            LEAVE,
            _is_four_with_three_honours(Suit.HEARTS),
            "four hearts with three honours, but not four diamonds with three beside weak black suits",
            "it has not four hearts with three honours",
        ),
    ),
    _leaves(
        "hel-hearts-open-cases",
        "With less than four hearts a heart declaration is not in question, whatever their rank.",
        72,
        (3433, 3439),
        declares(
            LEAVE,
            _has_three_high_hearts,
            "the hearts are high, but only three",
            "it has not three honours in hearts without a fourth card",
        ),
    ),
    _leaves(
        "hel-decl-sound-test",
        "A declaration is sound only if two by tricks are as likely as the odd trick against it: else leave it.",
        61,
        (2868, 2874),
        _short_of_five_tricks,
    ),
    _leaves(
        "hel-diamonds-two-better",
        "Remember of five diamonds that are not good enough that partner may have two better declarations.",
        78,
        (3687, 3691),
        _five_diamonds_not_good_enough,
    ),
    _leaves(
        "hel-diamonds-not-four",
        "Four diamonds are never declared at love-all, unless they are four honours.",
        79,
        (3751, 3753),
        declares(
            LEAVE,
            _is_four_with_three_honours(Suit.DIAMONDS),
            "four diamonds with three honours",
            "it has not four diamonds with three honours",
        ),
    ),
    _leaves(
        "hel-nt-no-ace-only",
        "Four kings without an ace are not no trumps, unless four queens are with them and the hand is even.",
        70,
        (3323, 3329),
        declares(
            LEAVE,
            lambda declarant: not declarant.aces and declarant.kings == 4,
            "four kings, but not four queens with them in an even hand",
            "it has not four kings without an ace",
        ),
    ),
    _leaves(
        "hel-nt-no-ace-never",
        "Without an ace no trumps are never advisable at love-all, however strong the hand.",
        69,
        (3289, 3296),
        declares(
            LEAVE,
            _strong_without_an_ace,
            "strong enough, but without an ace no suit can be established in time",
            "it is not a strong hand that wants an ace",
        ),
    ),
    _leaves(
        "hel-nt-two-conditions",
        "Strength without three suits guarded is not no trumps.",
        59,
        (2802, 2806),
        _ill_guarded,
    ),
    _leaves(
        "hel-nt-strength-discount",
        "Leave out of the reckoning every card that is unprotected or ill supported.",
        65,
        (3128, 3153),
        _unprotected,
    ),
    _leaves(
        "hel-decl-nt-floor",
        "On less than the weakest of the hands described, do not declare no trumps at love-all.",
        71,
        (3366, 3378),
        _nearly_strong_enough,
    ),
    _leaves(
        "hel-leave-no-heart-convention",
        "Leave it though the hand has no strength in hearts, if it has some in the other suits.",
        107,
        (5393, 5435),
        declares(
            LEAVE,
            _lacks_only_hearts,
            "only the hearts are weak, and that does not forbid it",
            "it is not a hand that is weak in hearts alone",
        ),
    ),
    _leaves(
        "hel-nt-average-not-enough",
        "An average hand is not enough for no trumps: the odd trick lost instead of won makes twenty-four.",
        60,
        (2847, 2868),
        _average,
    ),
    _leaves(
        "hel-black-who",
        "Black suits concern the partner more than the dealer, who leaves five of them to him.",
        92,
        (4530, 4533),
        _would_be_declared_if_red,
    ),
    ON_AN_ACE,
    ON_TWO_QUEENS,
    ON_THREE_TRICKS,
    _leaves(
        "hel-decl-love-all-complete",
        "There are no other declarations at love-all than those described: a fair hand that fits none is left.",
        103,
        (5198, 5204),
        declares(
            LEAVE,
            lambda declarant: declarant.strength >= AVERAGE,
            "the hand is no worse than the average, and none of the declarations fits",
            "it is below the average",
        ),
    ),
    IN_GENERAL,
)
