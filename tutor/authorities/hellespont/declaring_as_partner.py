"""What Hellespont advises the dealer’s partner to declare when it is left to him (pp. 108–116).

All that binds the dealer at love-all binds the partner. As he cannot leave it, he has a freer hand in the red suits
(p. 109); his clubs with four honours, which are only for hands that declare no red suit (p. 99), come after those. Then
spades, or clubs of which he has five with two honours: with one or two spades (p. 109), whether small or not, as he has
it in his thirty-sixth and thirty-seventh examples; or sure of four tricks in clubs (p. 110), as in the thirty-eighth
and thirty-ninth.

To the score the axiom of page 112 holds for the partner also. In a desperate position he declares hearts, by
convention.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tutor.auction import Denomination, Leave
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declarant import (
    BLACK,
    CLUBS,
    DECLARED,
    DIAMONDS,
    HEARTS,
    NO_TRUMPS,
    RED,
    SPADES,
    Declarant,
    reading_of,
    where,
)
from tutor.authorities.hellespont.declaring_black_suits import GOOD_CLUBS, honours_in_clubs
from tutor.authorities.hellespont.declaring_red_suits import (
    DIAMOND_HONOURS,
    DIAMONDS_AFTER_NO_TRUMPS,
    FIVE_OF_EACH_AT_LOVE_ALL,
    HEART_HONOURS,
    HEARTS_AFTER_NO_TRUMPS,
    LONG_DIAMONDS,
    LONG_HEARTS,
    six_hearts,
)
from tutor.authorities.hellespont.declaring_to_the_score import (
    FARTHEST,
    FOUR_ACES_AT_ANY_SCORE,
    GAME_BEFORE_ALL,
    is_from,
    no_trumps_on_less,
    when_desperate,
)
from tutor.authorities.hellespont.declaring_without_trumps import FOUR_ACES, WITHOUT_TRUMPS
from tutor.authorities.hellespont.reading import CHOSEN, OTHERS_TO_THE_SCORE
from tutor.authorities.hellespont.strength import sure_tricks
from tutor.authorities.rules import UNDECIDED, Finding, Question, Rule, applies, fails
from tutor.cards import Rank, Suit
from tutor.notation import counted, in_words
from tutor.view import View


def _binding(rules: Iterable[Rule[Declarant]]) -> tuple[Rule[Declarant], ...]:
    """The dealer’s rules as they bind his partner; where the author contradicts himself, that stays open."""
    return tuple(
        rule
        if rule.row == UNDECIDED
        else replace(
            rule,
            id="hel-partner-same",
            row=" ".join(filter(None, (rule.id, rule.row))),
            citation=cite(108, 5437, 5468),
        )
        for rule in rules
    )


# ---- red suits ---------------------------------------------------------------------------------------------------


FOUR = 4
LIKELY = 4
"""“Provided that it seems likely that he can make four tricks with the cards in his hand” (p. 109), as on queen, ten,
eight, four, two, “and two other tricks” (p. 122); and in clubs, “at least four tricks” (p. 110)."""
CERTAIN = 4
"""“At least four certain tricks”, on four of a red suit (p. 109)."""
HONOURS_OF_FIVE = 2
"""“Five with two honours (one of which is the ace, king, or queen)” (p. 109)."""


def _fit_red_suits(declarant: Declarant) -> list[Suit]:
    return [
        suit for suit in RED if _is_five_with_two_honours(declarant, suit) or _is_four_with_a_tierce(declarant, suit)
    ]


def has_five_with_two_honours(declarant: Declarant, suit: Suit) -> bool:
    holding = declarant.hand[suit]
    two_honours = declarant.honours(suit) >= HONOURS_OF_FIVE and holding.highest >= Rank.QUEEN
    return len(holding) >= 5 and two_honours


def _is_five_with_two_honours(declarant: Declarant, suit: Suit) -> bool:
    return has_five_with_two_honours(declarant, suit) and declarant.likely(suit) >= LIKELY


def certain_with_four(declarant: Declarant, suit: Suit) -> int:
    """The certain tricks with four trumps."""
    return sure_tricks(declarant.hand[suit]) + declarant.sure_outside(suit)


def _is_four_with_a_tierce(declarant: Declarant, suit: Suit) -> bool:
    holding = declarant.hand[suit]
    is_tierce = holding.headed_by("AKQ") or holding.headed_by("KQJ")
    return len(holding) == 4 and is_tierce and certain_with_four(declarant, suit) >= CERTAIN


def _why_none_is_fit(declarant: Declarant) -> str:
    best = max(RED, key=lambda suit: (has_five_with_two_honours(declarant, suit), len(declarant.hand[suit])))
    if has_five_with_two_honours(declarant, best):
        return f"{declarant.likelihood(best)}, where {in_words(LIKELY)} are needed"
    return "no red suit has five cards with two honours, or four headed by a tierce with four certain tricks"


def _best_red(declarant: Declarant) -> Finding:
    suits = _fit_red_suits(declarant)
    if not suits:
        return fails(_why_none_is_fit(declarant))
    best = max(suits, key=lambda suit: (len(declarant.hand[suit]), suit is Suit.HEARTS))
    if len(declarant.hand[best]) == FOUR:
        tricks = counted(certain_with_four(declarant, best), "certain trick")
        return applies(f"{declarant.suit(best)}, headed by a tierce, and {tricks}", DECLARED[best])
    return applies(declarant.likelihood(best), DECLARED[best])


LIKELY_FOR_THE_GAME = 3
"""What is likely in his hand of Game VIII, whose owner “at the score of 22 is sure to declare” hearts “on minimum
strength” (p. 236): with one trick over six for the game, a trick less than four is enough."""


def _odd_trick_is_game(declarant: Declarant) -> Finding:
    suits = [
        suit
        for suit in RED
        if has_five_with_two_honours(declarant, suit) and declarant.needs(Denomination.of(suit)) == 1
    ]
    if not suits:
        return fails("there are not five of a red suit with two honours in which the odd trick is the game")
    best = max(suits, key=lambda suit: (declarant.likely(suit), suit is Suit.HEARTS))
    because = f"{declarant.likelihood(best)}; at {declarant.standing} the odd trick is the game"
    return applies(because, DECLARED[best]) if declarant.likely(best) >= LIKELY_FOR_THE_GAME else fails(because)


def _five_or_more(declarant: Declarant) -> bool:
    return any(len(declarant.hand[suit]) >= 5 for suit in _fit_red_suits(declarant))


def _red_with_more_honours(declarant: Declarant) -> Finding:
    suits = _fit_red_suits(declarant)
    if len(suits) < 2 or len({len(declarant.hand[suit]) for suit in suits}) > 1:
        return fails("there are not two red suits as long, each fit to be declared")
    hearts, diamonds = (declarant.honours(suit) for suit in RED)
    if hearts == diamonds:
        return fails("both have as many honours")
    best = Suit.HEARTS if hearts > diamonds else Suit.DIAMONDS
    return applies(f"both red suits are fit to be declared, and the honours are in {best.plural}", DECLARED[best])


def _could_declare_clubs(declarant: Declarant) -> bool:
    return honours_in_clubs(declarant).applies


RED_FOR_THE_PARTNER: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-decl-honours-tiebreak",
        "Of two red suits otherwise alike the partner declares that with the more honours.",
        cite(57, 2721, 2742),
        _red_with_more_honours,
        "partner",
        advises=(HEARTS, DIAMONDS),
    ),
    Rule(
        "hel-decl-red-suits-first",
        "A red suit that can be declared goes before clubs, however good.",
        cite(55, 2368, 2371),
        where(
            _best_red,
            _could_declare_clubs,
            "clubs with four honours come after it",
            "there are not five clubs with four honours",
        ),
        advises=(HEARTS, DIAMONDS),
    ),
    Rule(
        "hel-partner-red",
        "The partner may declare a red suit of five with two honours, one a queen at least, if four tricks are likely.",
        cite(109, 5464, 5473),
        where(_best_red, _five_or_more, "that is enough where it cannot be left", "there are not five of a red suit"),
        "five",
        advises=(HEARTS, DIAMONDS),
    ),
    Rule(
        "hel-partner-red",
        "The partner may declare four of a red suit to a tierce major or tierce king, if certain of four tricks.",
        cite(109, 5473, 5478),
        _best_red,
        "four",
        advises=(HEARTS, DIAMONDS),
    ),
)

# ---- black suits -------------------------------------------------------------------------------------------------


def _five_clubs_with_two_honours(declarant: Declarant) -> bool:
    return len(declarant.hand.clubs) >= 5 and declarant.honours(Suit.CLUBS) >= 2


def _clubs_with_few_spades(declarant: Declarant) -> Finding:
    because = f"{counted(len(declarant.hand.spades), 'spade')}, and {declarant.suit(Suit.CLUBS)}"
    fit = _five_clubs_with_two_honours(declarant) and len(declarant.hand.spades) <= 2
    return applies(because, CLUBS) if fit else fails(because)


MOST_SPADES = 3
"""As many as in his declarations XXXVIII and XXXIX."""


def _clubs_for_four_tricks(declarant: Declarant) -> Finding:
    because = declarant.likelihood(Suit.CLUBS)
    if not _five_clubs_with_two_honours(declarant) or len(declarant.hand.spades) > MOST_SPADES:
        return fails(f"{declarant.suit(Suit.CLUBS)}, and {counted(len(declarant.hand.spades), 'spade')}")
    if declarant.likely(Suit.CLUBS) < LIKELY:
        return fails(f"{because}, where {in_words(LIKELY)} are needed")
    return applies(because, CLUBS)


def _equal_black_suits(declarant: Declarant) -> Finding:
    spades, clubs = (declarant.tricks(suit) for suit in BLACK)
    if min(len(declarant.hand[suit]) for suit in BLACK) < 4 or spades != clubs:
        return fails("spades and clubs are not equally good")
    if declarant.honours(Suit.CLUBS) < 2:
        return fails(declarant.suit(Suit.CLUBS))
    ours = {suit: declarant.needs(Denomination.of(suit)) for suit in BLACK}
    if ours[Suit.CLUBS] > 2 or ours[Suit.CLUBS] >= ours[Suit.SPADES]:
        return fails("clubs do not make the game sooner than spades")
    return applies(
        f"the black suits are equally good, and at {declarant.standing} clubs want {ours[Suit.CLUBS]} over six for the "
        f"game, spades more",
        CLUBS,
    )


def _spades(declarant: Declarant) -> Finding:
    return applies(
        f"no other declaration fits the hand, and partner may be strong in spades; {declarant.suit(Suit.SPADES)}",
        SPADES,
    )


BLACK_FOR_THE_PARTNER: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-partner-default",
        "With one or two spades, and five clubs with two honours, the partner declares clubs.",
        cite(109, 5480, 5492),
        _clubs_with_few_spades,
        "clubs",
        advises=(CLUBS,),
    ),
    Rule(
        "hel-partner-default",
        "With three spades, the partner declares clubs on five with two honours if sure of four tricks in them.",
        cite(110, 5498, 5505),
        _clubs_for_four_tricks,
        "four tricks in clubs",
        advises=(CLUBS,),
    ),
    Rule(
        "hel-partner-default",
        "Where none of the dealer’s declarations fits, and no red suit, the partner declares spades.",
        cite(109, 5480, 5511),
        _spades,
        "spades",
        advises=(SPADES,),
    ),
)

_HEART_HONOURS, _DIAMOND_HONOURS = _binding(HEART_HONOURS), _binding(DIAMOND_HONOURS)
_LONG = _binding((*LONG_HEARTS, *LONG_DIAMONDS))
_SHORTER = _binding((*HEARTS_AFTER_NO_TRUMPS, *DIAMONDS_AFTER_NO_TRUMPS))
_CLUBS = _binding(GOOD_CLUBS)

AS_PARTNER: Sequence[Rule[Declarant]] = (
    FOUR_ACES,
    *_HEART_HONOURS,
    *_DIAMOND_HONOURS,
    *_LONG,
    *WITHOUT_TRUMPS,
    *_binding((FIVE_OF_EACH_AT_LOVE_ALL,)),
    *_SHORTER,
    *RED_FOR_THE_PARTNER,
    *_CLUBS,
    *BLACK_FOR_THE_PARTNER,
)

# ---- to the score ------------------------------------------------------------------------------------------------


def _is_impotent_in_hearts(declarant: Declarant) -> bool:
    if declarant.reading.impotent_only_without_two_hearts:
        return len(declarant.hand.hearts) < 2
    return not declarant.honours(Suit.HEARTS)


def _diamond_honours_and_poor_hearts(declarant: Declarant) -> Finding:
    if declarant.honours(Suit.DIAMONDS) < 4:
        return fails(f"{counted(declarant.honours(Suit.DIAMONDS), 'honour')} in diamonds")
    if declarant.honours(Suit.HEARTS) and len(declarant.hand.hearts) >= 3:
        return fails("the hearts are not very poor")
    because = f"{counted(declarant.honours(Suit.DIAMONDS), 'honour')} in diamonds, and very poor hearts"
    return applies(f"{because}: the honours make the loss less", DIAMONDS)


def _hearts_by_convention(declarant: Declarant) -> Finding:
    because = declarant.suit(Suit.HEARTS)
    if _is_impotent_in_hearts(declarant):
        return fails(f"{because}: impotent in hearts")
    return applies(f"{because}, and it was left by a dealer who had nothing for no trumps", HEARTS)


PARTNERS_SHARE = 3
"""The tricks that either looks for in the hand of the other (pp. 64, 100)."""


def _is_weak_with_hearts(declarant: Declarant) -> bool:
    return declarant.tricks(Suit.HEARTS) < PARTNERS_SHARE


def _no_trumps_on_the_minimum(declarant: Declarant) -> Finding:
    if six_hearts(declarant).applies:
        return fails("six hearts go before no trumps")
    found = next((finding for rule in WITHOUT_TRUMPS if (finding := rule.find(declarant)).applies), None)
    if found is None:
        return fails("it is no no-trump hand by the rules for love-all, and less must not be ventured here")
    return applies(f"no less than is wanted at love-all: {found.because}", NO_TRUMPS)


DESPERATE_FOR_THE_PARTNER: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-desperate-nt-only",
        "In a desperate position the partner declares no trumps on the strength that love-all wants, and on no less.",
        cite(115, 5745, 5755),
        when_desperate(_no_trumps_on_the_minimum),
        "partner",
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-decl-desperate-partner",
        "In a desperate position, diamonds on four or five honours with very poor hearts.",
        cite(115, 5757, 5790),
        when_desperate(_diamond_honours_and_poor_hearts),
        "diamonds",
        advises=(DIAMONDS,),
    ),
    Rule(
        "hel-desperate-hearts-weak",
        "In a desperate position weakness in hearts or elsewhere does not deter the partner: hearts, by convention.",
        cite(116, 5792, 5799),
        when_desperate(
            where(
                _hearts_by_convention,
                _is_weak_with_hearts,
                "weak as the hand is",
                "the hand is good enough for hearts in any position",
            )
        ),
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-desperate-partner",
        "In a desperate position the partner declares hearts, unless impotent in them or fit for no trumps.",
        cite(115, 5757, 5790),
        when_desperate(_hearts_by_convention),
        "hearts",
        advises=(HEARTS,),
    ),
)


def _no_trumps_where_nothing_is_risked(declarant: Declarant) -> Finding:
    """No trumps on strength though only two suits are guarded, unless that is what would give them the game."""
    if declarant.needs(Denomination.NO_TRUMPS) > 1:
        return fails(f"at {declarant.standing} the odd trick without trumps is not the game")
    if not (declarant.aces and declarant.is_strong and len(declarant.guarded) >= 2):
        return fails(f"{declarant.guards}, and the strength is {declarant.against_the_average}: too little")
    theirs = [declarant.they_need(one) for one in (Denomination.NO_TRUMPS, Denomination.DIAMONDS)]
    if theirs[0] == 1 < theirs[1]:
        return fails(
            f"at {declarant.standing} the odd trick lost without trumps would lose the game, in a suit not yet"
        )
    because = f"{declarant.guards}, and the strength is {declarant.against_the_average}"
    return applies(f"{because}; the odd trick without trumps is the game", NO_TRUMPS)


NO_TRUMPS_AT_A_LANDMARK: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-landmark-18",
        "From 18 the partner declares no trumps on average strength with three suits guarded: the odd trick is game.",
        cite(56, 2656, 2658),
        where(
            no_trumps_on_less,
            is_from(18, 28),
            "the landmark of 18 has been reached",
            "the landmark of 18 has not been reached",
        ),
        "no trumps, partner",
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-landmarks",
        "From 6 the partner declares no trumps on average strength with three suits guarded: two tricks are game.",
        cite(55, 2373, 2379),
        no_trumps_on_less,
        "partner",
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-game-24",
        "Where the odd trick without trumps is the game, the partner declares them on strength with two suits guarded.",
        cite(300, 14232, 14236),
        _no_trumps_where_nothing_is_risked,
        advises=(NO_TRUMPS,),
    ),
)

RED_FOR_THE_GAME = Rule(
    "hel-partner-red",
    "Where the odd trick in a red suit is the game, the partner declares it on five with two honours and three tricks.",
    cite(236, 11921, 11926),
    _odd_trick_is_game,
    "the odd trick is game",
    advises=(HEARTS, DIAMONDS),
)

EQUAL_BLACK_SUITS = Rule(
    "hel-score-hearts-or-diamonds",
    "Of spades and clubs equally good the partner declares that which wants fewer tricks for the game.",
    cite(112, 5595, 5601),
    _equal_black_suits,
    "black",
    advises=(CLUBS,),
)

AS_PARTNER_TO_THE_SCORE: Sequence[Rule[Declarant]] = (
    FOUR_ACES_AT_ANY_SCORE,
    *_HEART_HONOURS,
    *DESPERATE_FOR_THE_PARTNER,
    *_DIAMOND_HONOURS,
    *GAME_BEFORE_ALL,
    *_LONG,
    *WITHOUT_TRUMPS,
    FARTHEST,
    *_SHORTER,
    *NO_TRUMPS_AT_A_LANDMARK,
    *RED_FOR_THE_PARTNER,
    RED_FOR_THE_GAME,
    *_CLUBS,
    EQUAL_BLACK_SUITS,
    *BLACK_FOR_THE_PARTNER,
)

# ---- the chapters ------------------------------------------------------------------------------------------------


def _why_not_the_partner(view: View) -> str | None:
    if view.seat is not view.dealer.partner:
        return "only the dealer and his partner declare"
    if not any(isinstance(said.call, Leave) for said in view.calling):
        return "it has not been left to the dealer’s partner"
    return "the hand has not been looked at" if view.has_not_looked else None


def _at_love_all(view: View) -> str | None:
    return _why_not_the_partner(view) or (None if view.standing.is_love_all else "it is not love-all")


def _to_the_score(view: View) -> str | None:
    return _why_not_the_partner(view) or ("it is love-all" if view.standing.is_love_all else None)


_OTHERWISE = tuple(reading_of(other) for other in OTHERS_TO_THE_SCORE)

PARTNER_AT_LOVE_ALL = Chapter(
    Question.DECLARE,
    AS_PARTNER,
    reading_of(CHOSEN),
    silent_on=_at_love_all,
    otherwise=_OTHERWISE,
)
PARTNER_TO_THE_SCORE = Chapter(
    Question.DECLARE,
    AS_PARTNER_TO_THE_SCORE,
    reading_of(CHOSEN),
    silent_on=_to_the_score,
    otherwise=_OTHERWISE,
)
