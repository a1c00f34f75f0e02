"""On what hands Hellespont declares a red suit at love-all (pp. 72–91, 104–105).

Four or five honours, six hearts and seven diamonds go before no trumps; five hearts, and six or five diamonds, come
after. What he says of particular hands in the course of his chapters stands before the line of his analysis that it
belongs to.

His brackets beside the table of diamonds (p. 105) do not show which lines they cover. They are read as page 79 has it:
four aces, and four honours in hearts, go before every diamond; six hearts go before six or seven diamonds that are good
for two tricks.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declarant import (
    DECLARED,
    DIAMONDS,
    GOOD_FOR,
    HEARTS,
    Declarant,
    Find,
    where,
)
from tutor.authorities.hellespont.strength import (
    AVERAGE,
    certain_tricks,
    is_guarded,
    is_small,
    probable_tricks,
    supported_strength,
    sure_tricks,
    top_run,
    trump_tricks,
)
from tutor.authorities.rules import UNDECIDED, Finding, Rule, applies, fails
from tutor.cards import Holding, Rank, Suit
from tutor.notation import counted

# ---- honours -----------------------------------------------------------------------------------------------------


def _honours_in(suit: Suit) -> Find:
    def find(declarant: Declarant) -> Finding:
        because = f"{counted(declarant.honours(suit), 'honour')} in {suit.plural}"
        return applies(because, DECLARED[suit]) if declarant.honours(suit) >= 4 else fails(because)

    return find


def _is_solid_beside_an_ace(suit: Suit) -> Find:
    return where(
        _honours_in(suit),
        lambda declarant: certain_tricks(declarant.hand[suit]) >= 6 and declarant.aces == 2,
        "six certain tricks and another ace would be no trumps in a black suit, but here the honours are worth more",
        "it is not six certain tricks with one other ace",
    )


def _on_a_no_trump_hand(suit: Suit) -> Find:
    return where(
        _honours_in(suit),
        lambda declarant: declarant.is_no_trump_hand,
        "it is a no-trump hand, and still the honours go first",
        "it is no no-trump hand",
    )


def _has_diamonds_as_good(declarant: Declarant) -> bool:
    return declarant.honours(Suit.DIAMONDS) >= 4 or len(declarant.hand.diamonds) >= 7


def _has_no_rival(declarant: Declarant) -> bool:
    return not (
        declarant.is_no_trump_hand
        or _has_diamonds_as_good(declarant)
        or _is_solid_beside_an_ace(Suit.HEARTS)(declarant).applies
    )


def _six_hearts_beside_four_diamond_honours(declarant: Declarant) -> Finding:
    if declarant.honours(Suit.DIAMONDS) >= 4 and six_hearts(declarant).applies:
        because = "six hearts and four honours in diamonds: each of his tables claims the hand and neither gives way"
        return applies(because, DIAMONDS, HEARTS)
    return fails("it has not six hearts beside four honours in diamonds")


HEART_HONOURS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-decl-hearts-honours",
        "Four or five honours in hearts: hearts.",
        cite(104, 5223, 5228),
        where(
            _honours_in(Suit.HEARTS),
            _has_no_rival,
            "and nothing else to be thought of",
            "no trumps or diamonds have a claim as well, and he speaks of that apart",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-diamonds-precedence",
        "Four or five honours in hearts go before any diamonds, only four aces before them.",
        cite(79, 3731, 3739),
        where(
            _honours_in(Suit.HEARTS),
            _has_diamonds_as_good,
            "the diamonds come after",
            "there are neither four honours nor seven cards in diamonds",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-nt-solid-red-is-suit",
        "Six certain tricks in hearts and another ace: hearts, for only in a black suit is that no trumps.",
        cite(66, 3173, 3177),
        _is_solid_beside_an_ace(Suit.HEARTS),
        "hearts",
        advises=(HEARTS,),
    ),
    Rule(
        "hel-nt-honours-red-first",
        "Four or five honours in hearts: hearts rather than no trumps.",
        cite(70, 3331, 3338),
        _on_a_no_trump_hand(Suit.HEARTS),
        "hearts",
        advises=(HEARTS,),
    ),
)

DIAMOND_HONOURS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-order",
        "Six hearts beside four honours in diamonds: his two tables both claim the hand.",
        cite(104, 5230, 5329),
        _six_hearts_beside_four_diamond_honours,
        UNDECIDED,
        advises=(DIAMONDS, HEARTS),
    ),
    Rule(
        "hel-nt-solid-red-is-suit",
        "Six certain tricks in diamonds and another ace: diamonds, for only in a black suit is that no trumps.",
        cite(66, 3173, 3177),
        _is_solid_beside_an_ace(Suit.DIAMONDS),
        "diamonds",
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-nt-honours-red-first",
        "Four or five honours in diamonds: diamonds rather than no trumps.",
        cite(70, 3331, 3338),
        _on_a_no_trump_hand(Suit.DIAMONDS),
        "diamonds",
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-diamonds-honours",
        "Four or five honours in diamonds: diamonds, unless four aces or four honours in hearts are held.",
        cite(105, 5285, 5287),
        _honours_in(Suit.DIAMONDS),
        advises=(DIAMONDS,),
    ),
)

# ---- six hearts, seven diamonds ----------------------------------------------------------------------------------


BESIDE_SIX_LOW_HEARTS = 2
"""“Two other probable tricks” (p. 104)."""


def six_hearts(declarant: Declarant) -> Finding:
    """Six hearts or more, but for six low ones without two tricks elsewhere."""
    hearts = declarant.hand.hearts
    if len(hearts) < 6:
        return fails(counted(len(hearts), "heart"))
    if len(hearts) > 6 or hearts.highest > Rank.TEN:
        return applies(f"{counted(len(hearts), 'heart')}, headed by the {hearts.highest.word}", HEARTS)
    if declarant.reading.low_hearts_excuse_any_high_card and any(card.rank > Rank.TEN for card in declarant.hand):
        return applies("six hearts none above the ten, but a higher card elsewhere", HEARTS)
    outside = declarant.outside(Suit.HEARTS)
    tricks = f"{counted(outside, 'probable trick')} outside them"
    if outside >= BESIDE_SIX_LOW_HEARTS:
        return applies(f"six hearts none above the ten, but {tricks}", HEARTS)
    return fails(f"six hearts only, none above the ten, and {tricks}")


BROUGHT_IN = 2
"""“At least two tricks” of the diamonds beside six hearts (p. 105)."""


def _has_long_diamonds_too(declarant: Declarant) -> bool:
    diamonds = declarant.hand.diamonds
    return len(diamonds) >= 6 and probable_tricks(diamonds) >= BROUGHT_IN


def _seven_diamonds(declarant: Declarant) -> Finding:
    because = counted(len(declarant.hand.diamonds), "diamond")
    return applies(because, DIAMONDS) if len(declarant.hand.diamonds) >= 7 else fails(because)


def _is_at_an_extreme(declarant: Declarant) -> bool:
    return declarant.is_no_trump_hand or (declarant.is_carte_blanche and not declarant.aces)


def _six_weak_diamonds(declarant: Declarant) -> Finding:
    diamonds = declarant.hand.diamonds
    if len(diamonds) != 6:
        return fails(counted(len(diamonds), "diamond"))
    if Rank.ACE in diamonds or diamonds.headed_by("KQ"):
        return fails("the six diamonds are headed by the ace, or by king and queen")
    if declarant.aces >= 3:
        return fails("there are three aces")
    if not (declarant.is_strong_and_guarded and declarant.aces):
        return fails("it is no no-trump hand in the first place")
    if _is_strong_without_diamonds(declarant):
        return fails("the other suits are very strong, enough for no trumps by themselves")
    return applies("a no-trump hand not very strong, whose six diamonds want the ace and the king and queen", DIAMONDS)


def _is_strong_without_diamonds(declarant: Declarant) -> bool:
    others = sum(supported_strength(holding) for holding in declarant.plain_suits(Suit.DIAMONDS))
    return others >= declarant.reading.no_trump_strength


LONG_HEARTS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-nt-three-aces-six-hearts",
        "Six hearts and three aces: hearts, not no trumps.",
        cite(67, 3206, 3236),
        where(
            six_hearts,
            lambda declarant: declarant.aces == 3,
            "three aces give way to them",
            "there are not three aces",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-diamonds-bracket",
        "Six hearts beside six or seven diamonds that are good for two tricks: hearts.",
        cite(105, 5321, 5329),
        where(
            six_hearts,
            _has_long_diamonds_too,
            "the long diamonds give way, and bring in two tricks beside them",
            "there are not six diamonds good for two tricks",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-even-on-nt-hand",
        "Six hearts, even on a no-trump hand: hearts.",
        cite(72, 3417, 3422),
        where(
            six_hearts,
            lambda declarant: declarant.is_no_trump_hand,
            "they go before no trumps",
            "it is no no-trump hand",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-six-low",
        "Seven hearts to the ten or lower, or six with a couple of tricks elsewhere: hearts; six such alone are not.",
        cite(72, 3422, 3431),
        where(
            six_hearts,
            lambda declarant: declarant.hand.hearts.highest <= Rank.TEN,
            "low, but enough",
            "the hearts are headed by a card above the ten",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-hearts-six",
        "Six or more hearts: hearts, but not on six none above the ten without two probable tricks elsewhere.",
        cite(104, 5230, 5242),
        six_hearts,
        advises=(HEARTS,),
    ),
)

LONG_DIAMONDS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-decl-diamonds-seven",
        "Seven diamonds: diamonds, even on a no-trump hand or three aces, and even without a court card.",
        cite(79, 3741, 3749),
        where(
            _seven_diamonds,
            _is_at_an_extreme,
            "neither a no-trump hand nor the want of any court card alters it",
            "it is neither a no-trump hand nor one without ace and court card",
        ),
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-diamonds-seven2",
        "Seven or more diamonds with less than four honours: diamonds.",
        cite(105, 5289, 5291),
        _seven_diamonds,
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-diamonds-six-nt-hand",
        "Six diamonds with nothing higher than the queen, on a no-trump hand not very strong elsewhere: diamonds.",
        cite(88, 4303, 4317),
        where(
            _six_weak_diamonds,
            lambda declarant: declarant.hand.diamonds.highest <= Rank.QUEEN,
            "they hold nothing higher than the queen",
            "the diamonds are headed by the king",
        ),
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-diamonds-six-weak",
        "Six diamonds without ace or king, queen, on no trumps of less than three aces and not very strong: diamonds.",
        cite(105, 5300, 5303),
        _six_weak_diamonds,
        advises=(DIAMONDS,),
    ),
)

# ---- hearts after no trumps --------------------------------------------------------------------------------------


def _five_hearts(declarant: Declarant) -> Finding:
    hearts = declarant.hand.hearts
    if len(hearts) != 5:
        return fails(counted(len(hearts), "heart"))
    if declarant.honours(Suit.HEARTS) < 2 or hearts.highest < Rank.QUEEN:
        return fails("the five hearts have not two honours, one of them ace, king or queen")
    if declarant.reading.five_hearts_need_two_bare_suits and len(declarant.guarded) > 2:
        return fails("less than two suits are unguarded")
    return _good_for_five(declarant, Suit.HEARTS)


def _good_for_five(declarant: Declarant, suit: Suit) -> Finding:
    why = declarant.why_not_five(suit)
    return fails(why) if why else applies(declarant.outlook(suit), DECLARED[suit])


def _has_five_good_diamonds_too(declarant: Declarant) -> bool:
    return five_diamonds(declarant).applies


CERTAIN_BESIDE_ACE_KING_QUEEN = 1
"""“One certain trick outside trumps” beside ace, king, queen and two small ones (p. 75)."""
BESIDE_THREE_HONOURS = 2
"""“Two practically certain tricks outside trumps” (p. 75)."""
BESIDE_TWO_HONOURS, BESIDE_THREE_TRICKS_IN_TRUMPS = 3, 2
"""“Three extremely probable tricks outside trumps; or three tricks in trumps, and two” (p. 75)."""


def _is_tierce_major_and_a_trick(declarant: Declarant) -> bool:
    sure = declarant.sure_outside(Suit.HEARTS)
    return top_run(declarant.hand.hearts) >= 3 and sure >= CERTAIN_BESIDE_ACE_KING_QUEEN


def _is_three_honours_and_two_tricks(declarant: Declarant) -> bool:
    """Whether it is the least of such hands; those with more are for what he says of all."""
    return declarant.honours(Suit.HEARTS) == 3 and declarant.outside(Suit.HEARTS) == BESIDE_THREE_HONOURS


def _is_longish_strong(holding: Holding) -> bool:
    return len(holding) >= 4 and Rank.ACE not in holding and sure_tricks(holding) >= 2


def _has_longish_strong_suit(declarant: Declarant) -> bool:
    return any(_is_longish_strong(holding) for holding in declarant.plain_suits(Suit.HEARTS))


def _is_two_honours_and_three_tricks(declarant: Declarant) -> bool:
    """Whether it is the least of such hands."""
    three_trumps = trump_tricks(declarant.hand.hearts) >= 3
    outside = declarant.outside(Suit.HEARTS)
    return declarant.honours(Suit.HEARTS) == 2 and outside == (
        BESIDE_THREE_TRICKS_IN_TRUMPS if three_trumps else BESIDE_TWO_HONOURS
    )


def _five_small_hearts(declarant: Declarant) -> Finding:
    if len(declarant.hand.hearts) != 5 or declarant.honours(Suit.HEARTS):
        return fails("it has not five hearts without an honour")
    tricks = declarant.sure_outside(Suit.HEARTS)
    if tricks < GOOD_FOR:
        return fails(f"the five small hearts have {counted(tricks, 'certain trick')} beside them, and five are needed")
    if not any(is_small(holding) for holding in declarant.plain_suits(Suit.HEARTS)):
        return fails("the fourth suit is not of small cards only")
    if has_long_black_suit(declarant):
        return fails("such weak trumps cannot bring in a long black suit")
    return applies(
        f"five small hearts, with {counted(tricks, 'certain trick')} outside them and a suit of small cards", HEARTS
    )


def has_long_black_suit(declarant: Declarant) -> bool:
    """Whether a black suit of six or more is headed by ace, king, queen."""
    return any(len(holding) >= 6 and top_run(holding) >= 3 for holding in (declarant.hand.spades, declarant.hand.clubs))


def _four_hearts(declarant: Declarant) -> Finding:
    hand = declarant.hand
    if len(hand.hearts) != 4 or declarant.honours(Suit.HEARTS) != 3:
        return fails("it has not four hearts with three honours")
    if len(hand.diamonds) != 4 or declarant.honours(Suit.DIAMONDS) != 3:
        return fails("the four hearts have not four diamonds with three honours beside them")
    if any(is_guarded(holding) or Rank.KING in holding for holding in (hand.spades, hand.clubs)):
        return fails("the clubs and spades are not weak")
    return applies("four hearts with three honours, four diamonds with three, and weak clubs and spades", HEARTS)


def _is_best_of_its_class(declarant: Declarant) -> bool:
    return top_run(declarant.hand.hearts) >= 2 and Rank.ACE in declarant.hand.diamonds


FIVE_OF_EACH_AT_LOVE_ALL = Rule(
    "hel-decl-love-all-aim",
    "Where five hearts and five diamonds are both good enough, hearts: two by tricks take you farther.",
    cite(57, 2711, 2719),
    where(
        _five_hearts,
        _has_five_good_diamonds_too,
        "two by tricks reach 16 in hearts, past the landmark of 14, and 12 in diamonds",
        "the hand has not five diamonds that could be declared as well",
    ),
    advises=(HEARTS,),
)

HEARTS_AFTER_NO_TRUMPS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-hearts-category-a",
        "Five hearts headed by ace, king, queen, and one certain trick outside: hearts.",
        cite(75, 3545, 3546),
        where(
            _five_hearts,
            _is_tierce_major_and_a_trick,
            "ace, king, queen and a certain trick outside",
            "it is not ace, king, queen with a certain trick outside",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-category-b",
        "Five hearts with three honours, and two practically certain tricks outside: hearts.",
        cite(75, 3548, 3549),
        where(
            _five_hearts,
            _is_three_honours_and_two_tricks,
            "three honours, and two tricks outside that are practically certain",
            "it is not three honours with just two tricks outside that are practically certain",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-outside-tricks",
        "For tricks beside five hearts look to a longish strong suit, as king, queen, knave and another: hearts.",
        cite(75, 3557, 3560),
        where(
            _five_hearts,
            _has_longish_strong_suit,
            "a longish strong suit is among the tricks outside",
            "no plain suit is longish and strong without the ace",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-category-c",
        "Five hearts with two honours and three probable tricks outside, or three in trumps and two outside: hearts.",
        cite(75, 3551, 3555),
        where(
            _five_hearts,
            _is_two_honours_and_three_tricks,
            "the tricks outside are as many as he asks",
            "it is not two honours with just the tricks outside that he asks",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-five-tricks",
        "With three tricks from partner the hand must be good for five, to make two by cards: then hearts.",
        cite(74, 3523, 3543),
        where(
            _five_hearts,
            lambda declarant: declarant.tricks(Suit.HEARTS) >= GOOD_FOR + 2,
            "two more than the five",
            "there are not two to spare",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-four-questions",
        "No no-trump hand, none likely opposite, five tricks, and the honours satisfactory: hearts.",
        cite(74, 3498, 3521),
        where(
            _five_hearts,
            lambda declarant: declarant.honours(Suit.HEARTS) >= 3,
            "three honours answer the last of his questions",
            "only two honours are held",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-summary",
        "Five hearts with two honours, good for five tricks, and no trumps barred by two unguarded suits: hearts.",
        cite(77, 3660, 3669),
        where(
            _five_hearts,
            lambda declarant: len(declarant.guarded) <= 2,
            "two suits are unguarded",
            "less than two suits are unguarded",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-hearts-five",
        "Five hearts with two honours, one of the highest three, in a hand good for five tricks: hearts.",
        cite(104, 5244, 5259),
        _five_hearts,
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-five-small",
        "Five small hearts with six certain tricks in other suits, and a suit of small cards: hearts.",
        cite(75, 3562, 3586),
        where(
            _five_small_hearts,
            lambda declarant: declarant.sure_outside(Suit.HEARTS) >= 6,
            "six, as he would have them",
            "the certain tricks outside are no more than five",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-hearts-five-small",
        "Five small hearts with five certain tricks outside them, and a suit of small cards: hearts.",
        cite(104, 5261, 5266),
        _five_small_hearts,
        advises=(HEARTS,),
    ),
    Rule(
        "hel-hearts-four-card",
        "Four hearts with ace, king and another honour, and four diamonds to the ace with three honours: hearts.",
        cite(73, 3449, 3478),
        where(
            _four_hearts,
            _is_best_of_its_class,
            "ace and king of hearts and ace of diamonds among the honours",
            "the ace or king of hearts, or the ace of diamonds, is not there",
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-hearts-four",
        "Four hearts with three honours beside four diamonds with three, and weak clubs and spades: hearts.",
        cite(104, 5268, 5270),
        _four_hearts,
        advises=(HEARTS,),
    ),
)

# ---- diamonds after hearts ---------------------------------------------------------------------------------------


def _six_diamonds(declarant: Declarant) -> Finding:
    if len(declarant.hand.diamonds) != 6:
        return fails(counted(len(declarant.hand.diamonds), "diamond"))
    return _good_for_five(declarant, Suit.DIAMONDS)


def five_diamonds(declarant: Declarant) -> Finding:
    """Five diamonds with three honours, or with two in a hand of five certain tricks, and five tricks in sight."""
    diamonds = declarant.hand.diamonds
    if len(diamonds) != 5:
        return fails(counted(len(diamonds), "diamond"))
    honours = declarant.honours(Suit.DIAMONDS)
    if honours < 3 and not (honours == 2 and _has_five_certain_tricks(declarant)):
        return fails("the five diamonds have not three honours, nor two in a hand of five certain tricks")
    return _good_for_five(declarant, Suit.DIAMONDS)


def _has_five_certain_tricks(declarant: Declarant) -> bool:
    return declarant.certain(Suit.DIAMONDS) >= GOOD_FOR


DIAMONDS_AFTER_NO_TRUMPS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-diamonds-six-plain",
        "Six diamonds in an ordinary hand likely to make five tricks: diamonds, which pay better than leaving it.",
        cite(88, 4319, 4324),
        where(
            _six_diamonds,
            lambda declarant: declarant.tricks(Suit.DIAMONDS) == GOOD_FOR,
            "no more than the five that it wants",
            "it is good for more than five",
        ),
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-diamonds-six",
        "Six diamonds in a hand good for five tricks, not for no trumps: diamonds.",
        cite(105, 5293, 5298),
        _six_diamonds,
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-decl-diamonds-five",
        "Five diamonds good for five tricks, on a no-trump hand that has no ace: diamonds.",
        cite(105, 5305, 5309),
        where(
            five_diamonds,
            lambda declarant: not declarant.aces and declarant.is_strong,
            "strong enough for no trumps, but without an ace",
            "it is no no-trump hand that wants the ace",
        ),
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-diamonds-five-two-honours",
        "Five diamonds with two honours in a hand of five certain tricks: diamonds.",
        cite(82, 3914, 3925),
        where(
            five_diamonds,
            lambda declarant: declarant.honours(Suit.DIAMONDS) == 2,
            "two honours are enough beside so many certain tricks",
            "there are three honours",
        ),
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-diamonds-why-not-pass",
        "Do not leave it in hope of no trumps or hearts on five good diamonds and strength elsewhere: diamonds.",
        cite(78, 3702, 3731),
        where(
            five_diamonds,
            lambda declarant: declarant.strength > AVERAGE,
            "the hand is above the average, so that partner is not likely to have a no-trump hand",
            "the hand is not above the average",
        ),
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-diamonds-five",
        "Five diamonds headed by three honours, no no-trump hand, good for five tricks: diamonds.",
        cite(79, 3755, 3762),
        five_diamonds,
        advises=(DIAMONDS,),
    ),
)
