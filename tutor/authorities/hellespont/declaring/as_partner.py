"""What Hellespont advises the dealer’s partner to declare when it is left to him (pp. 108–116).

All that binds the dealer at love-all binds the partner. As partners cannot leave it, they have a freer hand in the red
suits (p. 109). Their clubs with four honours, which are only for hands that declare no red suit (p. 99), come after
those. Then spades, or clubs with five and two honours. Clubs need one or two spades (p. 109), whether small or not, as
Hellespont has it in his thirty-sixth and thirty-seventh examples. Or the hand is sure of four tricks in clubs (p. 110),
as in the thirty-eighth and thirty-ninth.

To the score the axiom of page 112 holds for the partner also. In a desperate position the partner declares hearts, by
convention.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor.auction import Denomination, Leave
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declaring.black_suits import FEWEST_CLUBS, good_clubs, honours_in_clubs
from tutor.authorities.hellespont.declaring.desperate_score import desperate_partner
from tutor.authorities.hellespont.declaring.diamonds import DIAMONDS_AFTER_NO_TRUMPS, LONG_DIAMONDS
from tutor.authorities.hellespont.declaring.facts import (
    BLACK,
    CLUBS,
    DECLARED,
    DIAMONDS,
    HEARTS,
    NO_TRUMPS,
    RED,
    SPADES,
    TWO_HONOURS,
    DeclarationFacts,
    Declarations,
    adding,
    facts_by,
)
from tutor.authorities.hellespont.declaring.for_the_game import GAME_BEFORE_ALL
from tutor.authorities.hellespont.declaring.hearts import HEARTS_AFTER_NO_TRUMPS, five_of_each, long_hearts
from tutor.authorities.hellespont.declaring.interpretations import CHOSEN, OTHERS_TO_THE_SCORE
from tutor.authorities.hellespont.declaring.no_trumps import (
    WITHOUT_TRUMPS,
    four_aces_at_any_score,
    four_aces_at_love_all,
)
from tutor.authorities.hellespont.declaring.red_honours import DIAMOND_HONOURS, heart_honours
from tutor.authorities.hellespont.declaring.to_the_score import (
    at_eighteen,
    farthest,
    no_trumps_on_less,
)
from tutor.authorities.hellespont.strength import sure_tricks
from tutor.authorities.rules import UNDECIDED, Finding, Question, Rule, Why, no, yes
from tutor.cards import Suit
from tutor.notation import counted, in_words
from tutor.view import View

# ---- what binds the dealer -------------------------------------------------------------------------------------------

WHY_THE_SAME = Why(
    "The dealer could pass the choice on, and is allowed less latitude for that reason. You must declare something, so "
    "whatever is good enough for the dealer is good enough for you.",
    cite(109, 5454, 5468),
)


def binding(rules: Sequence[Rule[DeclarationFacts]], why: Why | None = None) -> tuple[Rule[DeclarationFacts], ...]:
    """The dealer’s rules as they bind his partner; where the author contradicts himself, that stays open."""
    bound = [
        rule
        if rule.row == UNDECIDED
        else replace(
            rule,
            id="hel-partner-same",
            row=" ".join(filter(None, (rule.id, rule.row))),
            citation=cite(108, 5437, 5468),
            why=None,
        )
        for rule in rules
    ]
    return (replace(bound[0], why=why), *bound[1:]) if why else tuple(bound)


honours_in_hearts, honours_in_diamonds = binding(heart_honours, WHY_THE_SAME), binding(DIAMOND_HONOURS)
long_red_suits = binding((*long_hearts, *LONG_DIAMONDS))
shorter_red_suits = binding((*HEARTS_AFTER_NO_TRUMPS, *DIAMONDS_AFTER_NO_TRUMPS))
clubs = binding(good_clubs)

# ---- a freer hand in the red suits -----------------------------------------------------------------------------------

FOUR = 4
LIKELY = 4
"""“Provided that it seems likely that he can make four tricks with the cards in his hand” (p. 109), as on queen, ten,
eight, four, two, “and two other tricks” (p. 122); and in clubs, “at least four tricks” (p. 110)."""
CERTAIN = 4
"""“At least four certain tricks”, on four of a red suit (p. 109)."""


def _has_five_with_two_honours(facts: DeclarationFacts, suit: Suit) -> bool:
    return len(facts.hand[suit]) >= 5 and facts.has_two_honours(suit)


def _certain_with_four(facts: DeclarationFacts, suit: Suit) -> int:
    """The certain tricks with four trumps."""
    return sure_tricks(facts.hand[suit]) + facts.sure_outside(suit)


def _is_fit(facts: DeclarationFacts, suit: Suit) -> bool:
    """Whether the partner may declare a red suit: five with two honours, or four headed by a tierce."""
    if _has_five_with_two_honours(facts, suit):
        return facts.likely(suit) >= LIKELY
    holding = facts.hand[suit]
    is_tierce = holding.headed_by("AKQ") or holding.headed_by("KQJ")
    return len(holding) == FOUR and is_tierce and _certain_with_four(facts, suit) >= CERTAIN


def _fit_red_suits(facts: DeclarationFacts) -> list[Suit]:
    return [suit for suit in RED if _is_fit(facts, suit)]


def _why_none_is_fit(facts: DeclarationFacts) -> str:
    best = max(RED, key=lambda suit: (_has_five_with_two_honours(facts, suit), len(facts.hand[suit])))
    if _has_five_with_two_honours(facts, best):
        return f"{facts.likelihood(best)}, but {in_words(LIKELY)} are needed"
    return "no red suit has five cards with two honours, or four headed by a tierce with four certain tricks"


def _best_red_suit(facts: DeclarationFacts) -> Finding:
    suits = _fit_red_suits(facts)
    if not suits:
        return no(lambda: _why_none_is_fit(facts))
    best = max(suits, key=lambda suit: (len(facts.hand[suit]), suit is Suit.HEARTS))

    def because() -> str:
        if len(facts.hand[best]) != FOUR:
            return facts.likelihood(best)
        tricks = counted(_certain_with_four(facts, best), "certain trick")
        return f"{facts.suit(best)}, headed by a tierce, and {tricks}"

    return yes(because, DECLARED[best])


of_two_red_suits = Declarations(HEARTS, DIAMONDS)


@of_two_red_suits.rule(
    "hel-decl-honours-tiebreak",
    "Of two red suits that are otherwise alike, declare as partner the one with more honours.",
    page=57,
    lines=(2721, 2742),
    row="partner",
)
def red_suit_with_more_honours(facts: DeclarationFacts) -> Finding:
    suits = _fit_red_suits(facts)
    if len(suits) < 2 or len(facts.hand.hearts) != len(facts.hand.diamonds):
        return no("there are not two red suits of equal length, each fit to be declared")
    hearts, diamonds = (facts.honours(suit) for suit in RED)
    if hearts == diamonds:
        return no("both have the same number of honours")
    best = Suit.HEARTS if hearts > diamonds else Suit.DIAMONDS
    return yes(lambda: f"both red suits are fit to be declared, and the honours are in {best.plural}", DECLARED[best])


fit_red_suit = Declarations(HEARTS, DIAMONDS, on=_best_red_suit)


@fit_red_suit.rule(
    "hel-decl-red-suits-first",
    "A red suit that you can declare goes before clubs, however good.",
    page=55,
    lines=(2368, 2371),
    why="At love-all you need the whole 30 points for the game. So you choose the most valuable declaration that you "
    "can, to reach the game or get as far as possible on the way.",
    why_page=110,
    why_lines=(5523, 5538),
)
def red_suit_before_clubs(facts: DeclarationFacts) -> Finding:
    if not honours_in_clubs(facts).applies:
        return no("there are not five clubs with four honours")
    return adding(_best_red_suit(facts), "clubs with four honours come after it")


@fit_red_suit.rule(
    "hel-partner-red",
    "As partner you may declare a red suit of five with two honours, one at least a queen, if four tricks are likely.",
    page=109,
    lines=(5464, 5473),
    row="five",
    why="You must declare something and cannot pass the choice on, so you have a freer hand. A trick less than the "
    "dealer needs is enough for you in a red suit.",
)
def five_of_a_red_suit(facts: DeclarationFacts) -> Finding:
    if max(len(facts.hand[suit]) for suit in _fit_red_suits(facts)) < 5:
        return no("there are not five of a red suit")
    return adding(_best_red_suit(facts), "that is enough when it cannot be left")


fit_red_suit.rule(
    "hel-partner-red",
    "As partner you may declare four of a red suit headed by ace, king, queen or king, queen, jack, if you are "
    "certain of four tricks.",
    page=109,
    lines=(5473, 5478),
    row="four",
)(_best_red_suit)


RED_FOR_THE_PARTNER: Sequence[Rule[DeclarationFacts]] = (*of_two_red_suits, *fit_red_suit)

# ---- black suits -----------------------------------------------------------------------------------------------------

FEW_SPADES, MOST_SPADES = 2, 3
"""“Only one or two small spades” (p. 109); three, as many as in Hellespont’s declarations XXXVIII and XXXIX."""


def _has_clubs(facts: DeclarationFacts, most_spades: int) -> bool:
    has_five = len(facts.hand.clubs) >= FEWEST_CLUBS and facts.honours(Suit.CLUBS) >= TWO_HONOURS
    return has_five and len(facts.hand.spades) <= most_spades


def _spades_in_words(facts: DeclarationFacts) -> str:
    return counted(len(facts.hand.spades), "spade")


nothing_else = Declarations()


@nothing_else.rule(
    "hel-partner-default",
    "As partner, with one or two spades, declare clubs if you have five with two honours.",
    page=109,
    lines=(5480, 5498),
    row="clubs",
    advises=(CLUBS,),
    why="By leaving it the dealer has denied a strong declaration, so expect little. The dealer may still be strong "
    "in spades. If you have few, clubs cost no more than doubled spades and give you longer trumps.",
    why_page=110,
    why_lines=(5496, 5511),
)
def clubs_with_few_spades(facts: DeclarationFacts) -> Finding:
    def because() -> str:
        return f"{_spades_in_words(facts)}, and {facts.suit(Suit.CLUBS)}"

    return yes(because, CLUBS) if _has_clubs(facts, FEW_SPADES) else no(because)


@nothing_else.rule(
    "hel-partner-default",
    "As partner, with three spades, declare clubs on five with two honours if you are sure of four tricks in them.",
    page=110,
    lines=(5498, 5507),
    row="four tricks in clubs",
    advises=(CLUBS,),
)
def clubs_for_four_tricks(facts: DeclarationFacts) -> Finding:
    if not _has_clubs(facts, MOST_SPADES):
        return no(lambda: f"{facts.suit(Suit.CLUBS)}, and {_spades_in_words(facts)}")
    if facts.likely(Suit.CLUBS) < LIKELY:
        return no(lambda: f"{facts.likelihood(Suit.CLUBS)}, but {in_words(LIKELY)} are needed")
    return yes(lambda: facts.likelihood(Suit.CLUBS), CLUBS)


@nothing_else.rule(
    "hel-partner-default",
    "As partner, if none of the dealer’s declarations fits, and no red suit, declare spades.",
    page=109,
    lines=(5480, 5511),
    row="spades",
    advises=(SPADES,),
)
def spades(facts: DeclarationFacts) -> Finding:
    return yes(
        lambda: f"no other declaration fits the hand, and partner may be strong in spades; {facts.suit(Suit.SPADES)}",
        SPADES,
    )


AT_LOVE_ALL_AS_PARTNER: Sequence[Rule[DeclarationFacts]] = (
    four_aces_at_love_all,
    *honours_in_hearts,
    *honours_in_diamonds,
    *long_red_suits,
    *WITHOUT_TRUMPS,
    *binding(five_of_each),
    *shorter_red_suits,
    *RED_FOR_THE_PARTNER,
    *clubs,
    *nothing_else,
)

# ---- to the score ----------------------------------------------------------------------------------------------------

no_trumps_at_a_landmark = Declarations(NO_TRUMPS, on=no_trumps_on_less)


@no_trumps_at_a_landmark.rule(
    "hel-landmark-18",
    "From 18, as partner, declare no trumps on average strength with three suits guarded: the odd trick wins the game.",
    page=56,
    lines=(2656, 2658),
    row="no trumps, partner",
)
def no_trumps_at_eighteen(facts: DeclarationFacts) -> Finding:
    return at_eighteen(no_trumps_on_less(facts), facts)


no_trumps_at_a_landmark.rule(
    "hel-landmarks",
    "From 6, as partner, declare no trumps on average strength with three suits guarded: two tricks win the game.",
    page=55,
    lines=(2373, 2379),
    row="partner",
)(no_trumps_on_less)


odd_trick_without_trumps = Declarations(NO_TRUMPS)

GUARDED_AT_LEAST = 2


@odd_trick_without_trumps.rule(
    "hel-game-24",
    "If the odd trick without trumps wins the game, declare them as partner on strength with two suits guarded.",
    page=300,
    lines=(14232, 14236),
    why="At 18 the odd trick without trumps wins the game, while diamonds need two. In the author’s game no trumps "
    "would have made that trick.",
    why_lines=(14232, 14238),
)
def no_trumps_where_nothing_is_risked(facts: DeclarationFacts) -> Finding:
    """Not where the odd trick lost is what would give the opponents the game."""
    if facts.needs(Denomination.NO_TRUMPS) > 1:
        return no(lambda: f"at {facts.standing} the odd trick without trumps does not win the game")
    if not (facts.aces and facts.is_strong and len(facts.guarded) >= GUARDED_AT_LEAST):
        return no(lambda: f"{facts.guards_and_strength}, which is too little")
    if facts.they_need(Denomination.NO_TRUMPS) == 1 < facts.they_need(Denomination.DIAMONDS):
        return no(
            lambda: f"at {facts.standing} losing the odd trick would lose the game without trumps, but not in a suit"
        )
    return yes(lambda: f"{facts.guards_and_strength}; the odd trick without trumps wins the game", NO_TRUMPS)


odd_trick_in_a_red_suit = Declarations(HEARTS, DIAMONDS)

LIKELY_FOR_THE_GAME = 3
"""What is likely in Hellespont’s hand of Game VIII, whose owner “at the score of 22 is sure to declare” hearts “on
minimum strength” (p. 236): with one trick over six for the game, a trick less than four is enough.
"""


@odd_trick_in_a_red_suit.rule(
    "hel-partner-red",
    "If the odd trick in a red suit wins the game, declare it as partner on five with two honours and three tricks.",
    page=236,
    lines=(11921, 11926),
    row="the odd trick is game",
)
def odd_trick_is_game(facts: DeclarationFacts) -> Finding:
    suits = [
        suit for suit in RED if _has_five_with_two_honours(facts, suit) and facts.needs(Denomination.of(suit)) == 1
    ]
    if not suits:
        return no("there are not five of a red suit with two honours in which the odd trick wins the game")
    best = max(suits, key=lambda suit: (facts.likely(suit), suit is Suit.HEARTS))

    def because() -> str:
        return f"{facts.likelihood(best)}; at {facts.standing} the odd trick wins the game"

    return yes(because, DECLARED[best]) if facts.likely(best) >= LIKELY_FOR_THE_GAME else no(because)


equal_black_suits = Declarations(CLUBS)


@equal_black_suits.rule(
    "hel-score-hearts-or-diamonds",
    "If spades and clubs are equally good, declare as partner the suit that needs fewer tricks for the game.",
    page=112,
    lines=(5595, 5601),
    row="black",
)
def clubs_that_make_the_game_sooner(facts: DeclarationFacts) -> Finding:
    if min(len(facts.hand[suit]) for suit in BLACK) < 4 or facts.tricks(Suit.SPADES) != facts.tricks(Suit.CLUBS):
        return no("spades and clubs are not equally good")
    if facts.honours(Suit.CLUBS) < TWO_HONOURS:
        return no(lambda: facts.suit(Suit.CLUBS))
    spades, clubs = (facts.needs(Denomination.of(suit)) for suit in BLACK)
    if clubs > 2 or clubs >= spades:
        return no("clubs do not make the game sooner than spades")
    return yes(
        lambda: (
            f"the black suits are equally good, and at {facts.standing} clubs need {clubs} over six for the game, "
            "spades more"
        ),
        CLUBS,
    )


TO_THE_SCORE_AS_PARTNER: Sequence[Rule[DeclarationFacts]] = (
    four_aces_at_any_score,
    *honours_in_hearts,
    *desperate_partner,
    *honours_in_diamonds,
    *GAME_BEFORE_ALL,
    *long_red_suits,
    *WITHOUT_TRUMPS,
    *farthest,
    *shorter_red_suits,
    *no_trumps_at_a_landmark,
    *odd_trick_without_trumps,
    *RED_FOR_THE_PARTNER,
    *odd_trick_in_a_red_suit,
    *clubs,
    *equal_black_suits,
    *nothing_else,
)

# ---- the chapters ----------------------------------------------------------------------------------------------------


def _why_not_the_partner(view: View) -> str | None:
    if view.seat is not view.dealer.partner:
        return "only the dealer and the dealer’s partner declare"
    if not any(isinstance(said.call, Leave) for said in view.calling):
        return "it has not been left to the dealer’s partner"
    return "the hand has not been looked at" if view.has_not_looked else None


def _at_love_all(view: View) -> str | None:
    return _why_not_the_partner(view) or (None if view.standing.is_love_all else "it is not love-all")


def _to_the_score(view: View) -> str | None:
    return _why_not_the_partner(view) or ("it is love-all" if view.standing.is_love_all else None)


_OTHERWISE = tuple(map(facts_by, OTHERS_TO_THE_SCORE))

PARTNER_AT_LOVE_ALL = Chapter(
    Question.DECLARE,
    AT_LOVE_ALL_AS_PARTNER,
    facts_by(CHOSEN),
    silent_on=_at_love_all,
    otherwise=_OTHERWISE,
)
PARTNER_TO_THE_SCORE = Chapter(
    Question.DECLARE,
    TO_THE_SCORE_AS_PARTNER,
    facts_by(CHOSEN),
    silent_on=_to_the_score,
    otherwise=_OTHERWISE,
)
