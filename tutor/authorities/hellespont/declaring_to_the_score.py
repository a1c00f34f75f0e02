"""What Hellespont advises the dealer to declare at any score but love-all (pp. 55–57, 101, 110–116).

First come four aces, which are no trumps “under all circumstances” (p. 67), then the desperate position, the
adversaries all but out and the dealer far behind. Elsewhere four honours in a red suit go before the rest as at
love-all; then the game is looked to: a suit that makes it with two by tricks or fewer (the axiom of page 112), the
cheapest that suffices; then what is declared at love-all, for it is “a fortiori sound” (p. 110); then no trumps on a
little less where a landmark has been reached; defence; and leaving it.

Where he contradicts himself. A hand too poor to be left is to be declared in spades “at all scores” (p. 106), and in a
desperate position nothing but no trumps and hearts is “admissible” (p. 116): the second is of the particular case, and
decides; spades are acceptable. At love-all spades are never declared, and a suit of four hardly ever: to the score both
may be (pp. 74, 112).
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Denomination
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import cite
from tutor.authorities.hellespont.declarant import (
    CLUBS,
    DECLARED,
    DIAMONDS,
    GOOD_FOR,
    HEARTS,
    LEAVE,
    NO_TRUMPS,
    RED,
    SPADES,
    Declarant,
    Find,
    Test,
    reading_of,
    where,
)
from tutor.authorities.hellespont.declaring import why_not_the_dealer
from tutor.authorities.hellespont.declaring_black_suits import GOOD_CLUBS, IN_DEFENCE, why_it_may_be_left
from tutor.authorities.hellespont.declaring_red_suits import (
    DIAMOND_HONOURS,
    DIAMONDS_AFTER_NO_TRUMPS,
    HEART_HONOURS,
    HEARTS_AFTER_NO_TRUMPS,
    LONG_DIAMONDS,
    LONG_HEARTS,
    five_diamonds,
)
from tutor.authorities.hellespont.declaring_without_trumps import WITHOUT_TRUMPS, has_four_aces
from tutor.authorities.hellespont.leaving import LEAVING_TO_THE_SCORE
from tutor.authorities.hellespont.reading import CHOSEN, OTHERS_TO_THE_SCORE
from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, TRICK
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Holding, Rank, Suit
from tutor.codes.code import TRICK_VALUES
from tutor.notation import agreeing, counted
from tutor.view import View

ALL_BUT_OUT = 22
"""“Anything over 22”, and the adversaries “are pretty sure to get out next deal” (p. 114)."""
LANDMARKS = (18, 14, 12, 6)
"""The scores from which one trick fewer makes the game, the chief of them first where it is the highest (p. 56)."""

# ---- the position ------------------------------------------------------------------------------------------------


def are_all_but_out(declarant: Declarant) -> bool:
    """Whether the adversaries are all but out."""
    return declarant.standing.them > ALL_BUT_OUT


def why_not_desperate(declarant: Declarant) -> str | None:
    """Why the position is not desperate; None where it is.

    He says it of love to anything over 22 (p. 114), and has Game IX desperate at sixteen. At eighteen the odd trick
    without trumps is the game: there, in Game XXIV, he no longer treats it so.
    """
    if not are_all_but_out(declarant):
        return f"at {declarant.standing} the adversaries are not all but out"
    if declarant.needs(Denomination.NO_TRUMPS) == 1:
        return f"at {declarant.standing} the odd trick without trumps is the game, and the position is not desperate"
    return None


def when_desperate(find: Find) -> Find:
    """A rule for desperate positions only."""

    def desperate(declarant: Declarant) -> Finding:
        reason = why_not_desperate(declarant)
        return fails(reason) if reason else find(declarant)

    return desperate


# ---- desperate positions -----------------------------------------------------------------------------------------


def _game_in_hearts(declarant: Declarant) -> Finding:
    if declarant.honours(Suit.HEARTS) >= 4:
        return applies(f"{counted(declarant.honours(Suit.HEARTS), 'honour')} in hearts are worth declaring", HEARTS)
    wanted = declarant.needs(Denomination.HEARTS) + GOOD_FOR - 2
    because = declarant.outlook(Suit.HEARTS)
    if len(declarant.hand.hearts) >= 5 and declarant.tricks(Suit.HEARTS) >= wanted:
        return applies(f"{because}: with partner’s three, the game", HEARTS)
    return fails(f"{because}, which is no great likelihood of the game")


def _sketchy_no_trumps(declarant: Declarant) -> Finding:
    if declarant.bare_strength >= declarant.reading.desperate_strength:
        because = f"at {declarant.standing} the game must be tried for, and with {declarant.high_cards}"
        return applies(f"{because} the hand is no worse than the sketchiest on which he tries it", NO_TRUMPS)
    return fails("the hand is worse than the sketchiest on which he tries no trumps")


def _desperate_leave(declarant: Declarant) -> Finding:
    because = "there is nothing for a score without trumps, and no other declaration is admissible"
    if why_it_may_be_left(declarant) is None:
        return Finding(f"{because}; though his rule for wretched hands is given for all scores", (LEAVE,), (SPADES,))
    return applies(because, LEAVE)


DESPERATE: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-desperate-nt-only",
        "In a desperate position declare hearts on four honours, or a great likelihood of the game in them.",
        cite(114, 5729, 5755),
        when_desperate(_game_in_hearts),
        "hearts",
        advises=(HEARTS,),
    ),
    Rule(
        "hel-decl-desperate-nt",
        "Far behind with the adversaries all but out, declare no trumps on the most sketchy hands.",
        cite(114, 5665, 5670),
        when_desperate(_sketchy_no_trumps),
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-desperate-nt-only",
        "In a desperate position leave it where no trumps cannot be declared: partner will try hearts.",
        cite(114, 5729, 5755),
        when_desperate(_desperate_leave),
        "leave",
        advises=(LEAVE,),
    ),
)

# ---- the game in a suit ------------------------------------------------------------------------------------------


def _no_trumps_to_spare(declarant: Declarant) -> int | None:
    """What a no-trump hand has to spare, in parts of a trick: the least of them is good for two by tricks (p. 65)."""
    if not declarant.is_no_trump_hand:
        return None
    surplus = max(declarant.strength - AVERAGE - QUEEN, 0)
    return surplus + TRICK * (2 - declarant.needs(Denomination.NO_TRUMPS))


def _the_surest(declarant: Declarant) -> Finding:
    """The suit that makes the game most surely, if no trumps do not make it more surely; the others do as well."""
    suits = declarant.sufficient
    if not suits:
        return fails("there is no suit in which the hand is good for the game, with partner’s three tricks")
    best, *others = suits
    without = _no_trumps_to_spare(declarant)
    if without is not None and without > TRICK * declarant.to_spare(best):
        return fails(f"no trumps make the game more surely than {best.plural}")
    needed = counted(declarant.needs(Denomination.of(best)), "trick")
    because = (
        f"at {declarant.standing} {needed} over six in {best.plural} make the game, and the hand is good for "
        f"{counted(declarant.tricks(best), 'trick')} beside partner’s three"
    )
    allowed = [DECLARED[suit] for suit in others]
    return Finding(because, (DECLARED[best],), (*allowed, NO_TRUMPS) if without is not None else tuple(allowed))


def _surest(declarant: Declarant) -> Suit:
    return declarant.sufficient[0]


def _needs(*numbers: int) -> Test:
    return lambda declarant: declarant.needs(Denomination.of(_surest(declarant))) in numbers


def _is_red_at_a_landmark(declarant: Declarant) -> bool:
    """Whether the surest suit is hearts from 14 or diamonds from 12, each until it wants one trick fewer again."""
    us, suit = declarant.standing.us, _surest(declarant)
    return (suit is Suit.HEARTS and 14 <= us < 22) or (suit is Suit.DIAMONDS and 12 <= us < 18)


def _is_diamonds_at_eighteen(declarant: Declarant) -> bool:
    return _surest(declarant) is Suit.DIAMONDS and 18 <= declarant.standing.us < 24


def _is_four_hearts(declarant: Declarant) -> bool:
    return _surest(declarant) is Suit.HEARTS and len(declarant.hand.hearts) == 4


def _carries_out_by_one(declarant: Declarant) -> bool:
    return declarant.is_no_trump_hand and _needs(1)(declarant)


def _hearts_or_diamonds(declarant: Declarant) -> Finding:
    if not any(suit in declarant.sufficient for suit in RED):
        return fails("neither hearts nor diamonds are good for the game")
    if min(len(declarant.hand[suit]) for suit in RED) < 4:
        return fails("there is no choice between hearts and diamonds")
    hearts, diamonds = (declarant.tricks(suit) for suit in RED)
    if hearts != diamonds:
        return fails("hearts and diamonds are not equally good")
    ours, theirs = (
        tuple(needs(Denomination.of(suit)) for suit in RED) for needs in (declarant.needs, declarant.they_need)
    )
    if ours[0] < ours[1]:
        return applies(
            f"at {declarant.standing} hearts want {ours[0]} over six for the game, diamonds {ours[1]}", HEARTS
        )
    if theirs[1] > theirs[0]:
        return applies(
            f"at {declarant.standing} hearts and diamonds want as many, but the adversaries {theirs[0]} in hearts and "
            f"{theirs[1]} in diamonds",
            DIAMONDS,
        )
    return fails("neither side wants more in one of them than in the other")


def _more_honours(declarant: Declarant) -> Finding:
    suits = declarant.sufficient
    if len(suits) < 2:
        return fails("there is no choice between suits")
    first, second = suits[:2]
    if declarant.to_spare(first) != declarant.to_spare(second):
        return fails(f"{first.plural} are surer than {second.plural}")
    if declarant.needs(Denomination.of(first)) != declarant.needs(Denomination.of(second)):
        return fails(f"{first.plural} and {second.plural} do not want as many tricks")
    held = {suit: declarant.honours(suit) * TRICK_VALUES[Denomination.of(suit)] for suit in (first, second)}
    if held[first] == held[second]:
        return fails("their honours are worth the same")
    best = max(held, key=lambda suit: held[suit])
    return applies(f"{first.plural} and {second.plural} are as good for tricks, but the honours are in {best.plural}",
                   DECLARED[best])  # fmt: skip


def _long_black_suit(suit: Suit, from_score: int) -> Find:
    def find(declarant: Declarant) -> Finding:
        if declarant.standing.us < from_score:
            return fails(f"at {declarant.standing} {suit.plural} do not make the game easily")
        because = declarant.suit(suit)
        if not is_long_and_strong(declarant.hand[suit]):
            return fails(f"{because}: six headed by high honours are wanted")
        if why_it_may_be_left(declarant) is None or declarant.is_no_trump_hand:
            return fails("the other suits are not moderate")
        return applies(f"{because}, with moderate cards elsewhere, and {declarant.standing.us} scored", DECLARED[suit])

    return find


def is_long_and_strong(holding: Holding) -> bool:
    """Six or more headed by ace or king, or by two honours of which one is the queen."""
    return len(holding) >= 6 and (holding.highest >= Rank.KING or holding.headed_by("QJ"))


# ---- what carries farthest ---------------------------------------------------------------------------------------


def _landmark(score: int) -> int:
    return next((landmark for landmark in LANDMARKS if score >= landmark), 0)


def _two_red_fives(declarant: Declarant) -> Finding:
    hearts = next((rule for rule in HEARTS_AFTER_NO_TRUMPS if rule.find(declarant).applies), None)
    if hearts is None or not five_diamonds(declarant).applies:
        return fails("hearts and diamonds are not both fit to be declared")
    reached = [declarant.standing.us + 2 * value for value in (8, 6)]
    marks = [_landmark(score) for score in reached]
    return applies(
        f"two by tricks make {reached[0]} in hearts and {reached[1]} in diamonds, past the landmarks "
        f"{marks[0]} and {marks[1]}",
        HEARTS,
    )


# ---- no trumps at a landmark -------------------------------------------------------------------------------------


def no_trumps_on_less(declarant: Declarant) -> Finding:
    """No trumps on an ace, average strength and three suits guarded, where one trick fewer makes the game."""
    needed = declarant.needs(Denomination.NO_TRUMPS)
    if needed > 2:
        return fails(f"at {declarant.standing} three by tricks are still wanted without trumps")
    if not declarant.aces or len(declarant.guarded) < 3 or declarant.strength < AVERAGE:
        return fails(f"{declarant.guards}, and the strength is {declarant.against_the_average}: too little")
    because = f"{declarant.guards}, and the strength is {declarant.against_the_average}"
    return Finding(f"{because}; {counted(needed, 'trick')} over six {agreeing(needed, 'make')} the game", (NO_TRUMPS,))


def _dealers_no_trumps_on_less(declarant: Declarant) -> Finding:
    if not declarant.reading.landmarks_lower_no_trumps:
        return fails("as this is read, a landmark does not lower what the dealer wants for no trumps")
    found = no_trumps_on_less(declarant)
    return Finding(found.because, found.answers, (LEAVE,)) if found.applies else found


def is_from(first: int, last: int) -> Test:
    """Whether the score of the declarant’s side lies between two, both included."""
    return lambda declarant: first <= declarant.standing.us <= last


# ---- defence -----------------------------------------------------------------------------------------------------


def _odd_trick_in_a_red_suit(declarant: Declarant) -> Finding:
    enough = why_it_may_be_left(declarant)
    if enough:
        return fails(enough)
    suits = [
        suit
        for suit in RED
        if len(declarant.hand[suit]) >= 5
        and declarant.honours(suit) >= 2
        and declarant.needs(Denomination.of(suit)) == 1
    ]
    if not suits:
        return fails("there are not five of a red suit with two honours in which the odd trick is the game")
    best = max(suits, key=lambda suit: (declarant.tricks(suit), declarant.they_need(Denomination.of(suit))))
    return applies(f"a wretched hand, but {declarant.suit(best)}, and the odd trick is the game", DECLARED[best])


# ---- what is allowed ---------------------------------------------------------------------------------------------


VENTURED = 3
"""“A trick or two less” than five when a risk must be run (p. 111)."""


def _hearts_when_they_are_all_but_out(declarant: Declarant) -> Finding:
    if not are_all_but_out(declarant):
        return fails(f"at {declarant.standing} the adversaries are not all but out")
    if why_not_desperate(declarant) is None:
        return fails("the position is desperate, and then no trumps are tried and not a suit")
    answers = [
        DECLARED[suit]
        for suit in RED
        if len(declarant.hand[suit]) >= 5
        and declarant.honours(suit) >= 2
        and declarant.needs(Denomination.of(suit)) <= 2
        and declarant.tricks(suit) >= VENTURED
    ]
    if not answers:
        return fails("there are not five of a red suit with two honours, good for three tricks, that may make the game")
    return applies("the adversaries are all but out, and a risk may be run for the game", *answers)


def _no_trumps_for_game_and_rubber(declarant: Declarant) -> Finding:
    if declarant.honours(Suit.DIAMONDS) != 4 or len(declarant.hand.diamonds) != 4 or not declarant.is_no_trump_hand:
        return fails("it is no no-trump hand with only four diamonds, all honours")
    if declarant.needs(Denomination.NO_TRUMPS) >= declarant.needs(Denomination.DIAMONDS):
        return fails("no trumps do not make the game with fewer tricks than diamonds")
    return applies("the score comes before the honours, and no trumps make the game with fewer tricks", NO_TRUMPS)


def _game_row(rule_id: str, says: str, page: int, lines: tuple[int, int], find: Find, row: str = "") -> Rule[Declarant]:
    return Rule(rule_id, says, cite(page, *lines), find, row, advises=tuple(DECLARED.values()))


OF_TWO_SUITS: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-score-hearts-or-diamonds",
        "Of hearts and diamonds equally good, declare that which wants fewer tricks for your game, or more for theirs.",
        cite(112, 5595, 5601),
        _hearts_or_diamonds,
        advises=(HEARTS, DIAMONDS),
    ),
    _game_row(
        "hel-decl-honours-tiebreak",
        "Of two declarations otherwise alike prefer that with the higher honours.",
        57,
        (2721, 2742),
        _more_honours,
    ),
)

GAME_IN_A_SUIT: Sequence[Rule[Declarant]] = (
    _game_row(
        "hel-score-cheapest-that-suffices",
        "Do not declare for twenty-four when six will carry you out and the hand can make it.",
        111,
        (5560, 5566),
        where(
            _the_surest,
            _carries_out_by_one,
            "so much is all that is needed, though it is a no-trump hand",
            "it is no no-trump hand, or more than one trick is needed",
        ),
    ),
    _game_row(
        "hel-maxim-never-risk-game",
        "Never risk the game in hope of extra points: a suit that makes it more surely goes before no trumps.",
        175,
        (8565, 8567),
        where(
            _the_surest,
            lambda declarant: declarant.is_no_trump_hand,
            "no trumps might bring more, and are not so sure",
            "it is no no-trump hand",
        ),
        "declaring",
    ),
    _game_row(
        "hel-hearts-four-otherwise",
        "To the score hearts may be declared on four, if they make the game.",
        73,
        (3480, 3496),
        where(_the_surest, _is_four_hearts, "though there are but four of them", "it is not a question of four hearts"),
        "to the score",
    ),
    _game_row(
        "hel-landmark-12-14",
        "From 12 diamonds, from 14 hearts, want one trick fewer for the game: declare them if the hand can make it.",
        56,
        (2655, 2658),
        where(
            _the_surest,
            _is_red_at_a_landmark,
            "one fewer than before the landmark was reached",
            "it is not hearts from 14 or diamonds from 12",
        ),
    ),
    _game_row(
        "hel-landmark-18",
        "From 18 diamonds want but two by tricks for the game: declare them if the hand can make it.",
        56,
        (2656, 2658),
        where(
            _the_surest,
            _is_diamonds_at_eighteen,
            "one fewer than before the landmark was reached",
            "it is not diamonds from 18",
        ),
        "diamonds",
    ),
    _game_row(
        "hel-score-two-tricks-axiom",
        "When two by tricks in a declaration that the hand can make will win the game, make it, even in spades.",
        112,
        (5603, 5622),
        where(_the_surest, _needs(1, 2), "two tricks at most are needed", "more than two tricks are needed"),
    ),
    _game_row(
        "hel-decl-expect-three-from-partner",
        "Count on three tricks from partner: if with them three by tricks make the game, declare that suit.",
        64,
        (3086, 3091),
        where(_the_surest, _needs(3), "which is three by tricks", "more than three tricks are needed"),
    ),
    _game_row(
        "hel-decl-object",
        "Prefer the declaration by which you are most likely to make game.",
        57,
        (2690, 2701),
        _the_surest,
    ),
)

BLACK_SUITS_TO_THE_SCORE: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-score-spades-offensive",
        "At 24, 26 or 28, six spades headed by high honours with moderate cards elsewhere: spades.",
        cite(111, 5568, 5593),
        _long_black_suit(Suit.SPADES, 24),
        "spades",
        advises=(SPADES,),
    ),
    Rule(
        "hel-score-spades-offensive",
        "At 22 or over, six clubs headed by high honours with moderate cards elsewhere: clubs.",
        cite(112, 5590, 5593),
        _long_black_suit(Suit.CLUBS, 22),
        "clubs",
        advises=(CLUBS,),
    ),
)

GAME_BEFORE_ALL = (*OF_TWO_SUITS, *GAME_IN_A_SUIT, *BLACK_SUITS_TO_THE_SCORE)
"""Where a suit makes the game: the choice of two, the surest, and a long black suit that is not so sure."""

FARTHEST = Rule(
    "hel-landmark-use",
    "Of two red suits neither of which makes the game, declare that which passes the higher landmark.",
    cite(56, 2660, 2668),
    _two_red_fives,
    advises=(HEARTS,),
)

FOUR_ACES_AT_ANY_SCORE = Rule(
    "hel-nt-four-aces",
    "Four aces: no trumps at every score, for the hundred.",
    cite(66, 3179, 3191),
    has_four_aces,
    advises=(NO_TRUMPS,),
)

HONOURS = (*HEART_HONOURS, *DIAMOND_HONOURS)
SOUND_AT_LOVE_ALL: Sequence[Rule[Declarant]] = (
    *LONG_HEARTS,
    *LONG_DIAMONDS,
    *WITHOUT_TRUMPS,
    FARTHEST,
    *HEARTS_AFTER_NO_TRUMPS,
    *DIAMONDS_AFTER_NO_TRUMPS,
    *GOOD_CLUBS,
)
"""After honours in a red suit: what is sound at love-all is sound at any score (p. 110)."""

TO_THE_SCORE: Sequence[Rule[Declarant]] = (
    FOUR_ACES_AT_ANY_SCORE,
    *DESPERATE,
    *HONOURS,
    *GAME_BEFORE_ALL,
    *SOUND_AT_LOVE_ALL,
    Rule(
        "hel-landmark-18",
        "From 18 the odd trick without trumps is the game: no trumps on average strength with three suits guarded.",
        cite(56, 2656, 2658),
        where(
            _dealers_no_trumps_on_less,
            is_from(18, 28),
            "the landmark of 18 has been reached",
            "the landmark of 18 has not been reached",
        ),
        "no trumps",
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-landmarks",
        "From 6 two by tricks without trumps are the game: no trumps on average strength with three suits guarded.",
        cite(55, 2373, 2379),
        _dealers_no_trumps_on_less,
        advises=(NO_TRUMPS,),
    ),
    Rule(
        "hel-game-25",
        "A wretched hand with five of a red suit in which the odd trick is the game: that suit, not spades.",
        cite(304, 14411, 14415),
        _odd_trick_in_a_red_suit,
        advises=(HEARTS, DIAMONDS),
    ),
    *IN_DEFENCE,
    *LEAVING_TO_THE_SCORE,
)

ALLOWED: Sequence[Rule[Declarant]] = (
    Rule(
        "hel-score-safe-or-desperate",
        "With the adversaries all but out, a red suit of five may be ventured on a trick or two less.",
        cite(111, 5548, 5558),
        _hearts_when_they_are_all_but_out,
        advises=(HEARTS, DIAMONDS),
    ),
    Rule(
        "hel-decl-three-considerations",
        "The score is weighed first, then the game, then honours: no trumps may go before only four diamonds.",
        cite(57, 2703, 2709),
        _no_trumps_for_game_and_rubber,
        advises=(NO_TRUMPS,),
    ),
)


def _silent_on(view: View) -> str | None:
    return why_not_the_dealer(view) or ("it is love-all" if view.standing.is_love_all else None)


DEALER_TO_THE_SCORE = Chapter(
    Question.DECLARE,
    TO_THE_SCORE,
    reading_of(CHOSEN),
    silent_on=_silent_on,
    otherwise=tuple(reading_of(other) for other in OTHERS_TO_THE_SCORE),
    allows=ALLOWED,
)
