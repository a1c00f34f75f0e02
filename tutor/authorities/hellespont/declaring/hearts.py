"""On what hands Hellespont declares hearts at love-all, but for their honours (pp. 67–77, 104).

Six hearts go before no trumps; five, and rarely four, come after. What Hellespont says of particular hands in the
course of his chapter stands before the line of his analysis that it belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.certainty import top_run
from tutor.authorities.hellespont.declaring.diamonds import five_diamonds
from tutor.authorities.hellespont.declaring.facts import (
    GOOD_FOR,
    HEARTS,
    DeclarationFacts,
    Declarations,
    adding,
    good_for_five,
)
from tutor.authorities.hellespont.strength import is_guarded, is_small, probable_tricks, sure_tricks, trump_tricks
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.cards import Holding, Rank, Suit
from tutor.notation import counted, in_words

# ---- six hearts ------------------------------------------------------------------------------------------------------

BESIDE_SIX_LOW_HEARTS = 2
"""“Two other probable tricks” (p. 104)."""


def six_hearts(facts: DeclarationFacts) -> Finding:
    """Six hearts or more, but for six low ones without two tricks elsewhere."""
    hearts = facts.hand.hearts
    if len(hearts) < 6:
        return no(lambda: counted(len(hearts), "heart"))
    if len(hearts) > 6 or hearts.highest > Rank.TEN:
        return yes(lambda: f"there are {counted(len(hearts), 'heart')}, headed by the {hearts.highest.word}", HEARTS)
    excuse = facts.interpretation.low_hearts_excuse_any_high_card
    if excuse and any(card.rank > Rank.TEN for card in facts.hand):
        return yes("there are six hearts, none above the ten, but a higher card elsewhere", HEARTS)
    outside = facts.outside(Suit.HEARTS)

    def tricks() -> str:
        return f"{counted(outside, 'probable trick')} outside them"

    if outside >= BESIDE_SIX_LOW_HEARTS:
        return yes(lambda: f"there are six hearts, none above the ten, but {tricks()}", HEARTS)
    return no(lambda: f"there are only six hearts, none above the ten, and {tricks()}")


long_hearts = Declarations(HEARTS, on=six_hearts)


@long_hearts.rule(
    "hel-nt-three-aces-six-hearts",
    "With six hearts and three aces declare hearts, not no trumps.",
    page=67,
    lines=(3206, 3236),
    why="Hearts need only one trick more than no trumps for the game, and six trumps make it easier to win. With "
    "these cards some other suit is very weak, which is dangerous without trumps.",
    why_lines=(3209, 3249),
)
def six_hearts_and_three_aces(facts: DeclarationFacts) -> Finding:
    if facts.aces != 3:
        return no("there are not three aces")
    return adding(six_hearts(facts), "they come before three aces")


FROM_LONG_DIAMONDS = 2
"""“At least two tricks” of the diamonds beside six hearts (p. 105)."""


@long_hearts.rule(
    "hel-decl-diamonds-bracket",
    "With six hearts and six or seven diamonds that are good for two tricks, declare hearts.",
    page=105,
    lines=(5321, 5329),
    why="Hearts are a more profitable declaration than diamonds.",
    why_page=78,
    why_lines=(3687, 3691),
)
def six_hearts_and_long_diamonds(facts: DeclarationFacts) -> Finding:
    diamonds = facts.hand.diamonds
    if len(diamonds) < 6 or probable_tricks(diamonds) < FROM_LONG_DIAMONDS:
        return no("there are not six diamonds good for two tricks")
    return adding(six_hearts(facts), "they come before the long diamonds, which add two tricks")


@long_hearts.rule(
    "hel-hearts-even-on-nt-hand",
    "With six hearts declare hearts, even on a hand for no trumps.",
    page=72,
    lines=(3417, 3422),
    why="Without trumps the opponents may run a suit in which you are weak, and badly placed kings can then cost "
    "the odd trick or the game. With hearts as trumps the same hand is far safer.",
    why_page=68,
    why_lines=(3255, 3287),
)
def six_hearts_on_a_no_trump_hand(facts: DeclarationFacts) -> Finding:
    if not facts.is_no_trump_hand:
        return no("this is not a no-trump hand")
    return adding(six_hearts(facts), "they go before no trumps")


@long_hearts.rule(
    "hel-hearts-six-low",
    "With seven hearts to the ten or lower, or six with two tricks elsewhere, declare hearts. Six such hearts alone "
    "are not enough.",
    page=72,
    lines=(3422, 3431),
    why="Seven low hearts, or six with a couple of tricks elsewhere, may reasonably be expected to make three tricks. "
    "Six low hearts alone cannot count on three.",
    why_lines=(3425, 3433),
)
def low_hearts(facts: DeclarationFacts) -> Finding:
    if facts.hand.hearts.highest > Rank.TEN:
        return no("the hearts are headed by a card above the ten")
    return adding(six_hearts(facts), "they are low, but enough")


long_hearts.rule(
    "hel-decl-hearts-six",
    "With six or more hearts declare hearts, but not on six without a card above the ten, unless there are two "
    "probable tricks elsewhere.",
    page=104,
    lines=(5230, 5242),
    why="Six trumps make an extra trick easier to win, and hearts need only one more than no trumps for the game. So "
    "hearts are more likely to bring a score in tricks.",
    why_page=67,
    why_lines=(3209, 3215),
)(six_hearts)


# ---- five hearts -----------------------------------------------------------------------------------------------------

UNGUARDED = 2
"""“Provided that sans atout cannot be declared because two suits are unguarded” (p. 77)."""


def _lacks_two_bare_suits(facts: DeclarationFacts) -> bool:
    return len(Suit) - len(facts.guarded) < UNGUARDED


def _five_hearts(facts: DeclarationFacts) -> Finding:
    hearts = facts.hand.hearts
    if len(hearts) != 5:
        return no(lambda: counted(len(hearts), "heart"))
    if not facts.has_two_honours(Suit.HEARTS):
        return no("the five hearts do not have two honours, one of them ace, king or queen")
    if facts.interpretation.five_hearts_need_two_bare_suits and _lacks_two_bare_suits(facts):
        return no("fewer than two suits are unguarded")
    return good_for_five(facts, Suit.HEARTS)


five_of_each = Declarations(HEARTS, on=_five_hearts)


@five_of_each.rule(
    "hel-decl-love-all-aim",
    "If five hearts and five diamonds are both good enough, declare hearts: two odd tricks take you further.",
    page=57,
    lines=(2711, 2719),
    why="From a landmark the game needs one trick fewer. Two by tricks make 16 in hearts, past the landmark of 14, "
    "but only 12 in diamonds.",
    why_page=56,
    why_lines=(2655, 2719),
)
def five_hearts_and_five_diamonds(facts: DeclarationFacts) -> Finding:
    if not five_diamonds(facts).applies:
        return no("the hand does not have five diamonds that could be declared as well")
    farther = "two odd tricks reach 16 in hearts, past the landmark of 14, and 12 in diamonds"
    return adding(_five_hearts(facts), farther)


five_hearts = Declarations(HEARTS, given=five_of_each.given)

BESIDE_ACE_KING_QUEEN = 1
"""“One certain trick outside trumps” beside ace, king, queen and two small ones (p. 75)."""


@five_hearts.rule(
    "hel-hearts-category-a",
    "With five hearts headed by ace, king, queen, and one certain trick outside, declare hearts.",
    page=75,
    lines=(3545, 3546),
    why="The trumps are good for four tricks and the certain trick outside makes five. Add the three you may expect "
    "from partner, and you have two by cards.",
    why_page=74,
    why_lines=(3523, 3546),
)
def ace_king_queen_and_one_trick(facts: DeclarationFacts) -> Finding:
    if top_run(facts.hand.hearts) < 3 or facts.sure_outside(Suit.HEARTS) < BESIDE_ACE_KING_QUEEN:
        return no("the hearts are not headed by ace, king, queen with a certain trick outside")
    return adding(_five_hearts(facts), "there are ace, king, queen and a certain trick outside")


BESIDE_THREE_HONOURS = 2
"""“Two practically certain tricks outside trumps” (p. 75)."""


@five_hearts.rule(
    "hel-hearts-category-b",
    "With five hearts, three of them honours, and two practically certain tricks outside, declare hearts.",
    page=75,
    lines=(3548, 3549),
    why="The hand looks good for the five tricks that you need. The three honours secure an honour score of sixteen "
    "as well.",
    why_page=77,
    why_lines=(3654, 3664),
)
def three_honours_and_two_tricks(facts: DeclarationFacts) -> Finding:
    """The least of such hands: those with more are for what Hellespont says of all."""
    if facts.honours(Suit.HEARTS) != 3 or facts.outside(Suit.HEARTS) != BESIDE_THREE_HONOURS:
        return no("there are not three honours with exactly two practically certain tricks outside")
    return adding(_five_hearts(facts), "there are three honours, and two tricks outside that are practically certain")


def _is_longish_and_strong(holding: Holding) -> bool:
    return len(holding) >= 4 and Rank.ACE not in holding and sure_tricks(holding) >= 2


@five_hearts.rule(
    "hel-hearts-outside-tricks",
    "Beside five hearts a fairly long and strong suit, like king, queen, jack and another, brings the tricks: "
    "declare hearts.",
    page=75,
    lines=(3557, 3560),
    why="Trumps with fewer than four honours do not make five tricks by themselves. A long strong suit can supply the "
    "tricks you still need, as aces and kings do.",
    why_lines=(3539, 3560),
)
def tricks_from_a_long_suit(facts: DeclarationFacts) -> Finding:
    if not any(map(_is_longish_and_strong, facts.plain_suits(Suit.HEARTS))):
        return no("no plain suit is fairly long and strong without the ace")
    return adding(_five_hearts(facts), "a fairly long and strong suit is among the tricks outside")


BESIDE_TWO_HONOURS, BESIDE_THREE_TRICKS_IN_TRUMPS = 3, 2
"""“Three extremely probable tricks outside trumps; or three tricks in trumps, and two” (p. 75)."""


@five_hearts.rule(
    "hel-hearts-category-c",
    "With five hearts, two of them honours, and three probable tricks outside, or three in trumps and two outside, "
    "declare hearts.",
    page=75,
    lines=(3551, 3555),
    why="The trumps and the tricks outside make the five that you need. Though you hold only two honours, the odds "
    "are better than two to one that partner holds at least one more.",
    why_page=77,
    why_lines=(3654, 3664),
)
def two_honours_and_three_tricks(facts: DeclarationFacts) -> Finding:
    """The least of such hands."""
    has_three_in_trumps = trump_tricks(facts.hand.hearts) >= 3
    asked = BESIDE_THREE_TRICKS_IN_TRUMPS if has_three_in_trumps else BESIDE_TWO_HONOURS
    if facts.honours(Suit.HEARTS) != 2 or facts.outside(Suit.HEARTS) != asked:
        return no("there are not two honours with just the tricks outside that Hellespont asks for")
    return adding(_five_hearts(facts), "the tricks outside are as many as Hellespont asks for")


MORE_THAN_FIVE = 2


@five_hearts.rule(
    "hel-hearts-five-tricks",
    "With three tricks from partner the hand must be good for five, to make two odd tricks: then declare hearts.",
    page=74,
    lines=(3523, 3543),
    why="You may expect three tricks from partner, so five of your own are needed for two by cards. A declaration is "
    "sound if that is as likely as losing the odd trick.",
    why_lines=(3512, 3537),
)
def tricks_to_spare(facts: DeclarationFacts) -> Finding:
    if facts.tricks(Suit.HEARTS) < GOOD_FOR + MORE_THAN_FIVE:
        return no(lambda: f"there are not {in_words(MORE_THAN_FIVE)} to spare")
    return adding(_five_hearts(facts), lambda: f"there are {in_words(MORE_THAN_FIVE)} more than the five")


@five_hearts.rule(
    "hel-hearts-four-questions",
    "If your hand is not for no trumps, partner’s is not likely to be, and yours has five tricks and satisfactory "
    "honours, declare hearts.",
    page=74,
    lines=(3498, 3521),
    why="With a hand above the average, partner’s is probably not, so leaving it will seldom bring no trumps. With "
    "three honours, hearts also secure an honour score of sixteen.",
    why_page=77,
    why_lines=(3643, 3658),
)
def four_questions(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.HEARTS) < 3:
        return no("only two honours are held")
    return adding(_five_hearts(facts), "three honours answer the last of Hellespont’s questions")


@five_hearts.rule(
    "hel-hearts-summary",
    "With five hearts, two of them honours, good for five tricks, and two unguarded suits that rule out no "
    "trumps, declare hearts.",
    page=77,
    lines=(3660, 3669),
    why="You cannot declare no trumps and partner is unlikely to. If partner is strong after all, you can make four "
    "by tricks in hearts as well as three without trumps.",
    why_lines=(3643, 3654),
)
def no_trumps_barred(facts: DeclarationFacts) -> Finding:
    if _lacks_two_bare_suits(facts):
        return no("fewer than two suits are unguarded")
    return adding(_five_hearts(facts), "two suits are unguarded")


five_hearts.rule(
    "hel-decl-hearts-five",
    "With five hearts, two of them honours, one of the highest three, in a hand good for five tricks, declare hearts.",
    page=104,
    lines=(5244, 5259),
    why="Such a hand is above the average, so partner will seldom have no trumps if you leave it. When you hold only "
    "two honours, partner will probably hold at least one more.",
    why_page=77,
    why_lines=(3643, 3658),
)(_five_hearts)


# ---- five small hearts -----------------------------------------------------------------------------------------------

BESIDE_SMALL_HEARTS, AND_BETTER = 5, 6
"""“Six, or at least five, practically certain tricks in two other suits” (p. 75)."""


def has_long_black_suit(facts: DeclarationFacts) -> bool:
    """Whether a black suit of six or more is headed by ace, king, queen (p. 76)."""
    return any(len(holding) >= 6 and top_run(holding) >= 3 for holding in (facts.hand.spades, facts.hand.clubs))


def _five_small_hearts(facts: DeclarationFacts) -> Finding:
    if len(facts.hand.hearts) != 5 or facts.honours(Suit.HEARTS):
        return no("the hand does not have five hearts without an honour")
    tricks = facts.sure_outside(Suit.HEARTS)

    def certain() -> str:
        return counted(tricks, "certain trick")

    if tricks < BESIDE_SMALL_HEARTS:
        return no(
            lambda: (
                f"the five small hearts have {certain()} beside them, and {in_words(BESIDE_SMALL_HEARTS)} are needed"
            )
        )
    if not any(map(is_small, facts.plain_suits(Suit.HEARTS))):
        return no("the fourth suit does not have only small cards")
    if has_long_black_suit(facts):
        return no("such weak trumps cannot bring in a long black suit")
    return yes(lambda: f"there are five small hearts, with {certain()} outside them and a suit of small cards", HEARTS)


five_small_hearts = Declarations(HEARTS, on=_five_small_hearts)


@five_small_hearts.rule(
    "hel-hearts-five-small",
    "With five small hearts, six certain tricks in other suits and a suit of small cards, declare hearts.",
    page=75,
    lines=(3562, 3586),
    why="You will very probably lose by honours, but you can expect three by cards and perhaps the game. That is "
    "worth the risk.",
    why_lines=(3565, 3580),
)
def five_small_hearts_and_six_tricks(facts: DeclarationFacts) -> Finding:
    if facts.sure_outside(Suit.HEARTS) < AND_BETTER:
        return no(lambda: f"the certain tricks outside are no more than {in_words(BESIDE_SMALL_HEARTS)}")
    return adding(_five_small_hearts(facts), lambda: f"there are {in_words(AND_BETTER)}, which Hellespont prefers")


five_small_hearts.rule(
    "hel-decl-hearts-five-small",
    "With five small hearts, five certain tricks outside them and a suit of small cards, declare hearts.",
    page=104,
    lines=(5261, 5266),
    why="You stand a good chance of the game in hearts. You cannot declare no trumps, and if you leave it partner is "
    "not likely to declare anything but spades.",
    why_page=76,
    why_lines=(3580, 3586),
)(_five_small_hearts)


# ---- four hearts -----------------------------------------------------------------------------------------------------


def _four_hearts(facts: DeclarationFacts) -> Finding:
    hand = facts.hand
    if len(hand.hearts) != 4 or facts.honours(Suit.HEARTS) != 3:
        return no("the hand does not have four hearts with three honours")
    if len(hand.diamonds) != 4 or facts.honours(Suit.DIAMONDS) != 3:
        return no("the four hearts do not have four diamonds with three honours beside them")
    if any(is_guarded(holding) or Rank.KING in holding for holding in (hand.spades, hand.clubs)):
        return no("the clubs and spades are not weak")
    return yes(
        ("there are four hearts with three honours, four diamonds with three, and weak clubs and spades"), HEARTS
    )


four_hearts = Declarations(HEARTS, on=_four_hearts)


@four_hearts.rule(
    "hel-hearts-four-card",
    "With four hearts to ace, king and another honour, and four diamonds to the ace with three honours, declare "
    "hearts.",
    page=73,
    lines=(3449, 3478),
    why="You cannot declare no trumps, and partner can probably declare only a black suit, which may be doubled. In "
    "hearts you should make four tricks yourself and score sixteen for honours.",
    why_lines=(3460, 3478),
)
def best_four_hearts(facts: DeclarationFacts) -> Finding:
    if top_run(facts.hand.hearts) < 2 or Rank.ACE not in facts.hand.diamonds:
        return no("the ace or king of hearts, or the ace of diamonds, is missing")
    return adding(_four_hearts(facts), "ace and king of hearts and ace of diamonds are among the honours")


four_hearts.rule(
    "hel-decl-hearts-four",
    "With four hearts, three of them honours, beside four diamonds with three honours, and weak clubs and spades, "
    "declare hearts.",
    page=104,
    lines=(5268, 5270),
    why="If you leave it, partner will probably declare a weak black suit, which may be doubled and lose two or three "
    "tricks. If partner is strong in one, hearts still promise the highest score.",
    why_page=73,
    why_lines=(3465, 3478),
)(_four_hearts)


HEARTS_AFTER_NO_TRUMPS: Sequence[Rule[DeclarationFacts]] = (*five_hearts, *five_small_hearts, *four_hearts)
