"""When Hellespont has the dealer leave it to his partner, and which of his declarations it just misses (pp. 59–107).

They are tried when no offensive declaration fits and none need be made in defence. Each names the declaration that
the hand misses by least; where it is near none, Hellespont’s general rule decides (p. 107).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.authorities.hellespont.declaring.facts import (
    BLACK,
    FOUR_HONOURS,
    LEAVE,
    RED,
    SPADES,
    TWO_HONOURS,
    DeclarationFacts,
    Declarations,
)
from tutor.authorities.hellespont.declaring.hearts import has_long_black_suit
from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, VALUES, unprotected
from tutor.authorities.rules import NO_REASON, Finding, Reason, Rule, no, yes
from tutor.cards import Card, Hand, Holding, Rank, Suit


def _is_otherwise_blank(facts: DeclarationFacts) -> bool:
    return facts.aces == 1 and facts.is_carte_blanche


def _must_be_defended(facts: DeclarationFacts) -> Reason | None:
    return None if facts.may_be_left else lambda: facts.why_it_may_not_be_left


def _poor_or_blank(facts: DeclarationFacts) -> Reason | None:
    """Leaves a hand with an ace and nothing else to the rule on such hands."""
    return "the hand has only an ace" if _is_otherwise_blank(facts) else _must_be_defended(facts)


# ---- a suit not good enough ------------------------------------------------------------------------------------------

near_misses = Declarations(LEAVE, given=_poor_or_blank)


@near_misses.rule(
    "hel-hearts-not-with-black-six",
    "With five small hearts beside a black suit of six to ace, king, queen, do not declare hearts: they cannot "
    "bring it in.",
    page=76,
    lines=(3588, 3592),
    why="Five small trumps will hardly draw the opponents’ trumps, so the long suit is difficult to bring in. "
    "Without a good chance of the game, the loss by honours is not worth the risk.",
    why_lines=(3588, 3599),
)
def small_hearts_beside_a_long_black_suit(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.hearts) != 5 or facts.honours(Suit.HEARTS) or not has_long_black_suit(facts):
        return no("the hand does not have five small hearts beside a long black suit")
    return yes("five small hearts could not draw the trumps to bring in the long black suit", LEAVE)


@near_misses.rule(
    "hel-nt-why-guards",
    "A solid black suit with no other ace is not enough for no trumps: the opponents have the lead.",
    page=59,
    lines=(2808, 2826),
    why="The opponents lead first. If you cannot get in, most of your winners must be thrown away on their long suits.",
)
def solid_suit_without_an_ace(facts: DeclarationFacts) -> Finding:
    suit = facts.solid_black_suit
    if suit is None:
        return no("neither black suit is good for six certain tricks")
    return yes(
        lambda: (
            f"there are six certain tricks in {suit.plural}, but the opponents have the lead, and no other ace stops "
            "them"
        ),
        LEAVE,
    )


@near_misses.rule(
    "hel-black-spades-never",
    "With four or five honours in spades do not declare them: twenty points are less than you may gain by leaving it.",
    page=92,
    lines=(4552, 4572),
    why="Even all five honours in spades are worth only twenty. Partner may have a declaration that scores more, and "
    "at worst will declare the spades for you.",
)
def honours_in_spades(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.SPADES) < FOUR_HONOURS:
        return no("there are not four honours in spades")
    return yes("the honours are in spades, which partner may declare if they have nothing dearer", LEAVE)


@near_misses.rule(
    "hel-decl-spades-never",
    "As dealer at love-all, never declare spades to attack: leave it even with long, strong spades.",
    page=106,
    lines=(5340, 5341),
    why="Partner may be able to declare no trumps, a red suit or even clubs, any of which may score more. If not, "
    "partner will declare spades, and you have lost nothing by leaving it.",
    why_page=92,
    why_lines=(4557, 4572),
)
def strong_spades(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.spades) < 5 or facts.honours(Suit.SPADES) < 3:
        return no("there are not five spades with three honours")
    return yes("the strong suit is spades, and declaring them would be an attack", LEAVE)


@near_misses.rule(
    "hel-hearts-no-honour-rule",
    "With five hearts and one honour or none, do not declare them.",
    page=76,
    lines=(3594, 3599),
    why="With so few honours in your hand the opponents will probably score by them. Without a good chance of the "
    "game that risk is not worth taking.",
    why_page=75,
    why_lines=(3566, 3599),
)
def five_hearts_without_honours(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.hearts) != 5 or facts.honours(Suit.HEARTS) >= TWO_HONOURS:
        return no("the hand does not have five hearts with one honour or none")
    return yes("the five hearts do not have two honours, and the loss of honours should not be risked", LEAVE)


@near_misses.rule(
    "hel-hearts-estimate-care",
    "Count the tricks of five hearts with care: Hellespont’s own examples are about as weak as they may be.",
    page=77,
    lines=(3671, 3675),
    why="You may expect three tricks from partner. If your own hand falls short of five, two by cards are not secure.",
    why_page=74,
    why_lines=(3523, 3537),
)
def five_hearts_short_of_five_tricks(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.hearts) != 5 or facts.honours(Suit.HEARTS) < TWO_HONOURS:
        return no("the hand does not have five hearts with two honours")
    if facts.is_good_for_five(Suit.HEARTS):
        return no("the five hearts are good enough")
    return yes(lambda: facts.why_not_five(Suit.HEARTS), LEAVE)


@near_misses.rule(
    "hel-hearts-four-otherwise",
    "With four hearts do not declare them, unless all four are honours, or three are and you have four diamonds "
    "as strong.",
    page=73,
    lines=(3480, 3496),
    why=NO_REASON,
)
def four_high_hearts(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.hearts) != 4 or facts.honours(Suit.HEARTS) != 3:
        return no("the hand does not have four hearts with three honours")
    return yes(
        ("there are four hearts with three honours, but not four diamonds with three beside weak black suits"), LEAVE
    )


@near_misses.rule(
    "hel-hearts-open-cases",
    "With fewer than four hearts do not think of declaring them, however high they are.",
    page=72,
    lines=(3433, 3439),
    why=NO_REASON,
)
def three_high_hearts(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.hearts) > 3 or facts.honours(Suit.HEARTS) != 3:
        return no("the hand does not have three honours in hearts without a fourth card")
    return yes("the hearts are high, but there are only three", LEAVE)


@near_misses.rule(
    "hel-decl-sound-test",
    "A declaration is sound only if it makes two odd tricks as often as it loses the odd trick: otherwise leave it.",
    page=61,
    lines=(2868, 2874),
    why="If you can expect only the odd trick, a small upset in how the cards lie may lose it instead. A sound "
    "declaration has more than the odd trick in prospect.",
    why_page=60,
    why_lines=(2850, 2874),
)
def six_of_a_red_suit_short_of_five_tricks(facts: DeclarationFacts) -> Finding:
    suit = next((suit for suit in RED if len(facts.hand[suit]) == 6), None)
    if suit is None:
        return no("there are not six of a red suit")
    if facts.is_good_for_five(suit):
        return no(lambda: f"six {suit.plural} are good enough")
    return yes(lambda: f"{facts.why_not_five(suit)} for two odd tricks", LEAVE)


@near_misses.rule(
    "hel-diamonds-two-better",
    "If five diamonds are not strong enough, leave it: partner may have two better declarations.",
    page=78,
    lines=(3687, 3691),
    why="No trumps and hearts are both more profitable than diamonds. If you leave it, partner may be able to declare "
    "one of them.",
)
def five_diamonds_not_good_enough(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.diamonds) != 5 or facts.honours(Suit.DIAMONDS) < TWO_HONOURS:
        return no("the hand does not have five diamonds with two honours")
    if facts.honours(Suit.DIAMONDS) == TWO_HONOURS:
        return yes("the five diamonds have two honours, but not in a hand of five certain tricks", LEAVE)
    if facts.is_good_for_five(Suit.DIAMONDS):
        return no("the five diamonds are good enough")
    return yes(lambda: facts.why_not_five(Suit.DIAMONDS), LEAVE)


@near_misses.rule(
    "hel-diamonds-not-four",
    "At love-all never declare four diamonds, unless they are four honours.",
    page=79,
    lines=(3751, 3753),
    why="Diamonds must be weighed against two more profitable declarations, no trumps and hearts, which partner may "
    "have if you leave it.",
    why_page=78,
    why_lines=(3687, 3691),
)
def four_high_diamonds(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.diamonds) != 4 or facts.honours(Suit.DIAMONDS) != 3:
        return no("the hand does not have four diamonds with three honours")
    return yes("there are four diamonds with three honours", LEAVE)


# ---- no trumps not good enough ---------------------------------------------------------------------------------------


@near_misses.rule(
    "hel-nt-no-ace-only",
    "With four kings and no ace, do not declare no trumps, unless there are four queens too and the hand is even.",
    page=70,
    lines=(3323, 3329),
    why="No suit is established until its ace has been forced out, and by then you may have no way back in. The odds "
    "are 13 to 4 that the opponents score at least thirty for aces.",
    why_page=69,
    why_lines=(3289, 3321),
)
def four_kings(facts: DeclarationFacts) -> Finding:
    if facts.aces or facts.kings != 4:
        return no("the hand does not have four kings without an ace")
    return yes("there are four kings, but not four queens with them in an even hand", LEAVE)


@near_misses.rule(
    "hel-nt-no-ace-never",
    "Without an ace, never declare no trumps at love-all, unless the hand is of most exceptional strength.",
    page=69,
    lines=(3289, 3296),
    why="You cannot establish a suit until its ace is forced out, and then you may not get in again in time. Even a "
    "strong hand can lose the odd trick to a long suit led against it.",
    why_lines=(3289, 3307),
)
def strong_without_an_ace(facts: DeclarationFacts) -> Finding:
    if facts.aces or not facts.is_strong:
        return no("the hand is not a strong one without an ace")
    return yes("the hand is strong enough, but without an ace no suit can be established in time", LEAVE)


@near_misses.rule(
    "hel-nt-two-conditions",
    "Strength without three suits guarded is not enough for no trumps.",
    page=59,
    lines=(2802, 2806),
    why="The opponents have the first lead and may run a suit you cannot stop. With three suits guarded it is three "
    "to one that you get in before the loss is serious.",
    why_lines=(2808, 2832),
)
def ill_guarded(facts: DeclarationFacts) -> Finding:
    if not facts.is_strong or facts.is_guarded:
        return no("a lack of guards is not what rules out no trumps")
    return yes(lambda: f"the strength is {facts.against_the_average}, but the hand has {facts.guards}", LEAVE)


def _fault(suit: Suit, holding: Holding) -> str | None:
    """What in a suit does not count in full, in words."""
    if str(holding) == "A":
        return f"the ace of {suit.plural} is single"
    bare = unprotected(holding)
    return f"the {Card(suit, bare[0]).name} is unprotected" if bare else None


@near_misses.rule(
    "hel-nt-strength-discount",
    "Leave out of the count every card that is unprotected or poorly supported.",
    page=65,
    lines=(3128, 3153),
    why="A single ace must go to the first lead, so it hardly stops a long suit, and it may block partner’s. A single "
    "king, queen or jack is worth little more than a small card.",
    why_page=66,
    why_lines=(3146, 3153),
)
def unprotected_cards(facts: DeclarationFacts) -> Finding:
    least = facts.interpretation.no_trump_strength
    whole = sum(VALUES.get(card.rank, 0) for card in facts.hand)
    if not facts.aces or not facts.is_guarded or whole < least:
        return no("this would not be a no-trump hand even if every card counted in full")
    holdings = [(suit, facts.hand[suit]) for suit in Suit]
    if facts.is_strong or not any(str(holding) == "A" or unprotected(holding) for _, holding in holdings):
        return no("a lack of protection is not what makes the cards fall short")

    def because() -> str:
        faults = " and ".join(fault for suit, holding in holdings if (fault := _fault(suit, holding)))
        return f"counted in full its cards would do, but {faults}, and the strength is {facts.against_the_average}"

    return yes(because, LEAVE)


@near_misses.rule(
    "hel-decl-nt-floor",
    "On less than the weakest of the hands described, do not declare no trumps at love-all.",
    page=71,
    lines=(3366, 3378),
    why="A queen above the average just makes two by tricks as likely as the odd trick against you. With less the "
    "declaration is not sound.",
    why_page=65,
    why_lines=(3115, 3126),
)
def nearly_strong_enough(facts: DeclarationFacts) -> Finding:
    if not facts.is_guarded or facts.strength < AVERAGE + QUEEN // 2:
        return no("the hand does not fall just short of the least of Hellespont’s no-trump hands")
    return yes(
        lambda: (
            f"the hand has {facts.guards}, but the strength is {facts.against_the_average}, which is short of the least"
        ),
        LEAVE,
    )


STRONG_BUT_FOR_HEARTS = 3
"""In how many other suits Hellespont’s hand without a heart honour has a guarded card, “clearly” to be left (p.
108).
"""


@near_misses.rule(
    "hel-leave-no-heart-convention",
    "Leave it even without strength in hearts, if you have some in the other suits.",
    page=107,
    lines=(5393, 5435),
    why="To insist on hearts may force a declaration from you when partner might well have a more profitable one. It "
    "also tempts partner to declare hearts on too little.",
    why_lines=(5393, 5421),
)
def weak_in_hearts_alone(facts: DeclarationFacts) -> Finding:
    """Such a hand as Hellespont gives against the convention: two small hearts, and strength in all the rest."""
    if len(facts.hand.hearts) > 2 or facts.honours(Suit.HEARTS) or len(facts.guarded_cards) != STRONG_BUT_FOR_HEARTS:
        return no("the hand is not one that is weak only in hearts")
    return yes("only the hearts are weak, which does not forbid leaving it", LEAVE)


@near_misses.rule(
    "hel-nt-average-not-enough",
    "An average hand is not enough for no trumps: winning the odd trick or losing it makes a difference of "
    "twenty-four.",
    page=60,
    lines=(2847, 2868),
    why="An average hand can expect only the odd trick, and a small upset in how the cards lie may lose it. The same "
    "hand can hardly guard three suits and still make tricks.",
)
def average_hand(facts: DeclarationFacts) -> Finding:
    if not facts.is_guarded or facts.strength < AVERAGE - QUEEN // 2:
        return no("this is not an average hand with three suits guarded")
    return yes(
        lambda: (
            f"the hand has {facts.guards}, but the hand is about the average, and good for no more than the odd trick"
        ),
        LEAVE,
    )


def _would_do_in_red(facts: DeclarationFacts, suit: Suit) -> bool:
    length = len(facts.hand[suit])
    is_long_enough = length > 5 or (length == 5 and facts.has_two_honours(suit))
    return is_long_enough and facts.is_good_for_five(suit)


@near_misses.rule(
    "hel-black-who",
    "As dealer, leave five of a black suit to partner: black suits concern partner more.",
    page=92,
    lines=(4530, 4533),
    why="If you leave it, partner may declare no trumps or a red suit, either of which may score more than your black "
    "suit.",
    why_lines=(4557, 4568),
)
def black_suit_good_enough_in_red(facts: DeclarationFacts) -> Finding:
    suit = next((suit for suit in BLACK if _would_do_in_red(facts, suit)), None)
    if suit is None:
        return no("no black suit would be declared if it were red")
    return yes(lambda: f"{facts.outlook(suit)}: enough in a red suit, but the suit is black", LEAVE)


# ---- strength enough to leave it -------------------------------------------------------------------------------------

on_an_ace = Declarations(LEAVE)


def _without_aces(facts: DeclarationFacts) -> DeclarationFacts:
    return replace(facts, hand=Hand.of(card for card in facts.hand if card.rank is not Rank.ACE))


@on_an_ace.rule(
    "hel-game-20-leave-on-ace",
    "One ace is enough to leave it, though if the hand has nothing else that is not usual.",
    page=284,
    lines=(13420, 13459),
    why="If partner declares no trumps, your ace commands one suit. It is worth about a king, jack and nine.",
    why_lines=(13431, 13456),
)
def one_ace(facts: DeclarationFacts) -> Finding:
    """A hand that would have to be defended without its one ace.

    “Even with one ace, if the hand is otherwise blank, it is not usual to leave the declaration” (p. 285).
    """
    if facts.aces != 1 or _without_aces(facts).may_be_left:
        return no("one ace alone is not what allows it to be left")
    commands = "an ace is held, which commands a suit if partner declares no trumps"
    if _is_otherwise_blank(facts):
        unusual = f"{commands}; though with nothing beside it, it is not usual to leave it"
        return yes(unusual, LEAVE, merely=(SPADES,))
    return yes(f"{commands}; without it the hand would be too weak to leave", LEAVE)


enough_to_leave = Declarations(LEAVE, given=_poor_or_blank)


@enough_to_leave.rule(
    "hel-defensive-measure",
    "Without ace or king, the least on which to leave it is two guarded queens, or cards worth as much.",
    page=102,
    lines=(5136, 5144),
    why="In the author’s example the dealer’s hand is weaker than this, and partner’s is unusually good. No trumps "
    "would have lost two by tricks, while spades made two by cards.",
    why_lines=(5146, 5178),
)
def two_guarded_queens(facts: DeclarationFacts) -> Finding:
    if facts.aces or facts.kings:
        return no("there is an ace or a king")
    return yes(lambda: f"{facts.why_it_may_be_left}, which is Hellespont’s measure of what may be left", LEAVE)


@enough_to_leave.rule(
    "hel-defensive-partner-right-to-three",
    "Without an ace, leave it only with the beginnings of three tricks, for partner has a right to expect them.",
    page=100,
    lines=(5057, 5081),
    why="Every declaration counts on three tricks from the other hand. You have seen your cards, so to leave it is an "
    "assurance to partner that the tricks are there.",
)
def rudiments_of_three_tricks(facts: DeclarationFacts) -> Finding:
    if facts.aces:
        return no(lambda: facts.aces_in_words)
    return yes(lambda: f"{facts.why_it_may_be_left}: the beginnings of the three tricks that partner expects", LEAVE)


@enough_to_leave.rule(
    "hel-decl-love-all-complete",
    "At love-all there are no declarations except those described: leave a fair hand that fits none.",
    page=103,
    lines=(5198, 5204),
    why="The author does not call these declarations infallible. Experience shows that players who keep to them are "
    "not often seriously wrong.",
)
def fair_hand_that_fits_none(facts: DeclarationFacts) -> Finding:
    if facts.strength < AVERAGE:
        return no("the hand is below the average")
    return yes("the hand is no worse than the average, and none of the declarations fits", LEAVE)


in_general = Declarations(LEAVE, given=_must_be_defended)


@in_general.rule(
    "hel-leave",
    "If no declaration to attack fits and you need not defend, leave it as dealer.",
    page=107,
    lines=(5371, 5375),
    why="You have no declaration of your own but spades, and partner may well have one that is more profitable.",
    why_lines=(5395, 5421),
)
def any_hand_that_may_be_left(facts: DeclarationFacts) -> Finding:
    return yes(
        lambda: f"no declaration to attack fits, and the hand need not be defended: {facts.why_it_may_be_left}", LEAVE
    )


LEAVING_TO_THE_SCORE: Sequence[Rule[DeclarationFacts]] = (
    one_ace,
    two_guarded_queens,
    rudiments_of_three_tricks,
    any_hand_that_may_be_left,
)
LEAVING_AT_LOVE_ALL: Sequence[Rule[DeclarationFacts]] = (*near_misses, one_ace, *enough_to_leave, *in_general)
