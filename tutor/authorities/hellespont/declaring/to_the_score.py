"""What Hellespont advises the dealer to declare at any score but love-all (pp. 55–57, 101, 110–116).

First come four aces, which are no trumps “under all circumstances” (p. 67), then the desperate position, the
adversaries all but out and the dealer far behind. Elsewhere four honours in a red suit go before the rest as at
love-all; then the game is looked to: a suit that makes it with two by tricks or fewer (the axiom of page 112), the
cheapest that suffices; then what is declared at love-all, for it is “a fortiori sound” (p. 110); then no trumps on a
little less where a landmark has been reached; defence; and leaving it.

At love-all spades are never declared, and a suit of four hardly ever: to the score both may be (pp. 74, 112).
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Denomination
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.book import KEY
from tutor.authorities.hellespont.declaring.at_love_all import why_not_the_dealer
from tutor.authorities.hellespont.declaring.black_suits import GOOD_CLUBS, IN_DEFENCE, why_it_may_be_left
from tutor.authorities.hellespont.declaring.desperate import desperate_dealer, why_not_all_but_out, why_not_desperate
from tutor.authorities.hellespont.declaring.diamonds import DIAMONDS_AFTER_NO_TRUMPS, LONG_DIAMONDS, five_diamonds
from tutor.authorities.hellespont.declaring.facts import (
    CLUBS,
    DECLARED,
    DIAMONDS,
    FOUR_HONOURS,
    HEARTS,
    LEAVE,
    NO_TRUMPS,
    RED,
    SPADES,
    TWO_HONOURS,
    DeclarationFacts,
    Find,
    adding,
    facts_by,
    lacking,
)
from tutor.authorities.hellespont.declaring.hearts import HEARTS_AFTER_NO_TRUMPS, LONG_HEARTS
from tutor.authorities.hellespont.declaring.interpretations import CHOSEN, OTHERS_TO_THE_SCORE
from tutor.authorities.hellespont.declaring.leaving import LEAVING_TO_THE_SCORE
from tutor.authorities.hellespont.declaring.no_trumps import WITHOUT_TRUMPS, four_aces_at_any_score
from tutor.authorities.hellespont.declaring.red_honours import DIAMOND_HONOURS, HEART_HONOURS
from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, TRICK
from tutor.authorities.rules import Finding, Question, Rule, decide, no, yes
from tutor.authorities.section import Section
from tutor.cards import Holding, Rank, Suit
from tutor.codes.code import TRICK_VALUES
from tutor.notation import agreeing, counted
from tutor.view import View

# ---- of two suits ----------------------------------------------------------------------------------------------------

of_two_suits = Section[DeclarationFacts](KEY)


@of_two_suits.rule(
    "hel-score-hearts-or-diamonds",
    "Of hearts and diamonds equally good, declare that which wants fewer tricks for your game, or more for theirs.",
    page=112,
    lines=(5595, 5601),
    advises=(HEARTS, DIAMONDS),
)
def hearts_or_diamonds(facts: DeclarationFacts) -> Finding:
    if not any(suit in facts.sufficient for suit in RED):
        return no("neither hearts nor diamonds are good for the game")
    if min(len(facts.hand[suit]) for suit in RED) < 4:
        return no("there is no choice between hearts and diamonds")
    if facts.tricks(Suit.HEARTS) != facts.tricks(Suit.DIAMONDS):
        return no("hearts and diamonds are not equally good")
    hearts, diamonds = (facts.needs(Denomination.of(suit)) for suit in RED)
    theirs = tuple(facts.they_need(Denomination.of(suit)) for suit in RED)
    if hearts < diamonds:
        return yes(
            lambda: f"at {facts.standing} hearts want {hearts} over six for the game, diamonds {diamonds}", HEARTS
        )
    if theirs[1] > theirs[0]:
        return yes(
            lambda: (
                f"at {facts.standing} hearts and diamonds want as many, but the adversaries {theirs[0]} in hearts "
                f"and {theirs[1]} in diamonds"
            ),
            DIAMONDS,
        )
    return no("neither side wants more in one of them than in the other")


SUITS = tuple(DECLARED.values())


@of_two_suits.rule(
    "hel-decl-honours-tiebreak",
    "Of two declarations otherwise alike prefer that with the higher honours.",
    page=57,
    lines=(2721, 2742),
    advises=SUITS,
)
def more_honours(facts: DeclarationFacts) -> Finding:
    if len(facts.sufficient) < 2:
        return no("there is no choice between suits")
    first, second = facts.sufficient[:2]
    if facts.to_spare(first) != facts.to_spare(second):
        return no(lambda: f"{first.plural} are surer than {second.plural}")
    if facts.needs(Denomination.of(first)) != facts.needs(Denomination.of(second)):
        return no(lambda: f"{first.plural} and {second.plural} do not want as many tricks")
    held = {suit: facts.honours(suit) * TRICK_VALUES[Denomination.of(suit)] for suit in (first, second)}
    if held[first] == held[second]:
        return no("their honours are worth the same")
    best = max(held, key=lambda suit: held[suit])
    return yes(
        lambda: f"{first.plural} and {second.plural} are as good for tricks, but the honours are in {best.plural}",
        DECLARED[best],
    )


# ---- the game in a suit ----------------------------------------------------------------------------------------------

MAKES_TWO = 2
"""The least no-trump hand is as likely to make two by tricks as to lose the odd trick (p. 65)."""


def _no_trumps_to_spare(facts: DeclarationFacts) -> int:
    """What a no-trump hand has to spare, in parts of a trick: the least of them is good for two by tricks."""
    surplus = max(facts.strength - AVERAGE - QUEEN, 0)
    return surplus + TRICK * (MAKES_TWO - facts.needs(Denomination.NO_TRUMPS))


def _surest_suit(facts: DeclarationFacts) -> Finding:
    """The suit that makes the game most surely, if no trumps do not make it more surely; the others do as well."""
    suits = facts.sufficient
    if not suits:
        return no("there is no suit in which the hand is good for the game, with partner’s three tricks")
    best, *others = suits
    if facts.is_no_trump_hand and _no_trumps_to_spare(facts) > TRICK * facts.to_spare(best):
        return no(lambda: f"no trumps make the game more surely than {best.plural}")

    def because() -> str:
        return (
            f"at {facts.standing} {counted(facts.needs(Denomination.of(best)), 'trick')} over six in {best.plural} "
            f"make the game, and the hand is good for {counted(facts.tricks(best), 'trick')} beside partner’s three"
        )

    allowed = [DECLARED[suit] for suit in others]
    return yes(because, DECLARED[best], merely=(*allowed, NO_TRUMPS) if facts.is_no_trump_hand else allowed)


game_in_a_suit = Section[DeclarationFacts](KEY, given=lacking(_surest_suit))


def _needed(facts: DeclarationFacts) -> int:
    """How many tricks over six make the game in the surest suit."""
    return facts.needs(Denomination.of(facts.sufficient[0]))


@game_in_a_suit.rule(
    "hel-score-cheapest-that-suffices",
    "Do not declare for twenty-four when six will carry you out and the hand can make it.",
    page=111,
    lines=(5560, 5566),
    advises=SUITS,
)
def cheapest_that_suffices(facts: DeclarationFacts) -> Finding:
    if not facts.is_no_trump_hand or _needed(facts) != 1:
        return no("it is no no-trump hand, or more than one trick is needed")
    return adding(_surest_suit(facts), "so much is all that is needed, though it is a no-trump hand")


@game_in_a_suit.rule(
    "hel-maxim-never-risk-game",
    "Never risk the game in hope of extra points: a suit that makes it more surely goes before no trumps.",
    page=175,
    lines=(8565, 8567),
    row="declaring",
    advises=SUITS,
)
def surer_than_no_trumps(facts: DeclarationFacts) -> Finding:
    if not facts.is_no_trump_hand:
        return no("it is no no-trump hand")
    return adding(_surest_suit(facts), "no trumps might bring more, and are not so sure")


@game_in_a_suit.rule(
    "hel-hearts-four-otherwise",
    "To the score hearts may be declared on four, if they make the game.",
    page=73,
    lines=(3480, 3496),
    row="to the score",
    advises=SUITS,
)
def four_hearts_for_the_game(facts: DeclarationFacts) -> Finding:
    if facts.sufficient[0] is not Suit.HEARTS or len(facts.hand.hearts) != 4:
        return no("it is not a question of four hearts")
    return adding(_surest_suit(facts), "though there are but four of them")


DIAMONDS_AT, HEARTS_AT = range(12, 18), range(14, 22)
"""From 12 to the next landmark diamonds want one trick fewer, from 14 hearts (p. 56)."""


@game_in_a_suit.rule(
    "hel-landmark-12-14",
    "From 12 diamonds, from 14 hearts, want one trick fewer for the game: declare them if the hand can make it.",
    page=56,
    lines=(2655, 2658),
    advises=SUITS,
)
def red_suit_at_a_landmark(facts: DeclarationFacts) -> Finding:
    marks = {Suit.DIAMONDS: DIAMONDS_AT, Suit.HEARTS: HEARTS_AT}
    if facts.standing.us not in marks.get(facts.sufficient[0], ()):
        return no("it is not hearts from 14 or diamonds from 12")
    return adding(_surest_suit(facts), "one fewer than before the landmark was reached")


DIAMONDS_AT_EIGHTEEN, NO_TRUMPS_AT_EIGHTEEN = range(18, 24), range(18, 29)
"""“At 18, one less in diamonds or sans atout” (p. 56)."""


@game_in_a_suit.rule(
    "hel-landmark-18",
    "From 18 diamonds want but two by tricks for the game: declare them if the hand can make it.",
    page=56,
    lines=(2656, 2658),
    row="diamonds",
    advises=SUITS,
)
def diamonds_at_eighteen(facts: DeclarationFacts) -> Finding:
    if facts.sufficient[0] is not Suit.DIAMONDS or facts.standing.us not in DIAMONDS_AT_EIGHTEEN:
        return no("it is not diamonds from 18")
    return adding(_surest_suit(facts), "one fewer than before the landmark was reached")


@game_in_a_suit.rule(
    "hel-score-two-tricks-axiom",
    "When two by tricks in a declaration that the hand can make will win the game, make it, even in spades.",
    page=112,
    lines=(5603, 5622),
    advises=SUITS,
)
def two_by_tricks(facts: DeclarationFacts) -> Finding:
    if _needed(facts) not in (1, 2):
        return no("more than two tricks are needed")
    return adding(_surest_suit(facts), "two tricks at most are needed")


@game_in_a_suit.rule(
    "hel-decl-expect-three-from-partner",
    "Count on three tricks from partner: if with them three by tricks make the game, declare that suit.",
    page=64,
    lines=(3086, 3091),
    advises=SUITS,
)
def three_by_tricks(facts: DeclarationFacts) -> Finding:
    if _needed(facts) != 3:
        return no("more than three tricks are needed")
    return adding(_surest_suit(facts), "which is three by tricks")


@game_in_a_suit.rule(
    "hel-decl-object",
    "Prefer the declaration by which you are most likely to make game.",
    page=57,
    lines=(2690, 2701),
    advises=SUITS,
)
def surest_suit(facts: DeclarationFacts) -> Finding:
    return _surest_suit(facts)


# ---- a long black suit that is not so sure ---------------------------------------------------------------------------

LONG = 6


def _is_long_and_strong(holding: Holding) -> bool:
    """Six or more headed by ace or king, or by two honours of which one is the queen."""
    return len(holding) >= LONG and (holding.highest >= Rank.KING or holding.headed_by("QJ"))


def _long_black_suit(facts: DeclarationFacts, suit: Suit, from_score: int) -> Finding:
    if facts.standing.us < from_score:
        return no(lambda: f"at {facts.standing} {suit.plural} do not make the game easily")
    if not _is_long_and_strong(facts.hand[suit]):
        return no(lambda: f"{facts.suit(suit)}: six headed by high honours are wanted")
    if not facts.may_be_left or facts.is_no_trump_hand:
        return no("the other suits are not moderate")
    return yes(
        lambda: f"{facts.suit(suit)}, with moderate cards elsewhere, and {facts.standing.us} scored", DECLARED[suit]
    )


SPADES_FROM, CLUBS_FROM = 24, 22
"""“At 24, 26, or 28” in spades (p. 111), “at 22 or over” in clubs (p. 112)."""

long_black_suits = Section[DeclarationFacts](KEY)


@long_black_suits.rule(
    "hel-score-spades-offensive",
    "At 24, 26 or 28, six spades headed by high honours with moderate cards elsewhere: spades.",
    page=111,
    lines=(5568, 5593),
    row="spades",
    advises=(SPADES,),
)
def long_spades(facts: DeclarationFacts) -> Finding:
    return _long_black_suit(facts, Suit.SPADES, SPADES_FROM)


@long_black_suits.rule(
    "hel-score-spades-offensive",
    "At 22 or over, six clubs headed by high honours with moderate cards elsewhere: clubs.",
    page=112,
    lines=(5590, 5593),
    row="clubs",
    advises=(CLUBS,),
)
def long_clubs(facts: DeclarationFacts) -> Finding:
    return _long_black_suit(facts, Suit.CLUBS, CLUBS_FROM)


GAME_BEFORE_ALL: Sequence[Rule[DeclarationFacts]] = (*of_two_suits, *game_in_a_suit, *long_black_suits)
"""Where a suit makes the game: the choice of two, the surest, and a long black suit that is not so sure."""

# ---- what carries farthest -------------------------------------------------------------------------------------------

farthest = Section[DeclarationFacts](KEY)

LANDMARKS = (18, 14, 12, 6)
"""The scores from which one trick fewer makes the game, the chief of them first where it is the highest (p. 56)."""


def _landmark(score: int) -> int:
    return next((landmark for landmark in LANDMARKS if score >= landmark), 0)


@farthest.rule(
    "hel-landmark-use",
    "Of two red suits neither of which makes the game, declare that which passes the higher landmark.",
    page=56,
    lines=(2660, 2668),
    advises=(HEARTS,),
)
def two_red_fives(facts: DeclarationFacts) -> Finding:
    if not five_diamonds(facts).applies or decide(HEARTS_AFTER_NO_TRUMPS, facts) is None:
        return no("hearts and diamonds are not both fit to be declared")

    def because() -> str:
        hearts, diamonds = (facts.standing.us + 2 * TRICK_VALUES[Denomination.of(suit)] for suit in RED)
        return (
            f"two by tricks make {hearts} in hearts and {diamonds} in diamonds, past the landmarks "
            f"{_landmark(hearts)} and {_landmark(diamonds)}"
        )

    return yes(because, HEARTS)


# ---- no trumps at a landmark -----------------------------------------------------------------------------------------


def no_trumps_on_less(facts: DeclarationFacts) -> Finding:
    """No trumps on an ace, average strength and three suits guarded, where one trick fewer makes the game."""
    needed = facts.needs(Denomination.NO_TRUMPS)
    if needed > 2:
        return no(lambda: f"at {facts.standing} three by tricks are still wanted without trumps")
    if not facts.aces or not facts.is_guarded or facts.strength < AVERAGE:
        return no(lambda: f"{facts.guards_and_strength}: too little")
    return yes(
        lambda: f"{facts.guards_and_strength}; {counted(needed, 'trick')} over six {agreeing(needed, 'make')} the game",
        NO_TRUMPS,
    )


def at_eighteen(find: Find, facts: DeclarationFacts) -> Finding:
    found = find(facts)
    if found.applies and facts.standing.us not in NO_TRUMPS_AT_EIGHTEEN:
        return no("the landmark of 18 has not been reached")
    return adding(found, "the landmark of 18 has been reached") if found.applies else found


def _dealers_no_trumps_on_less(facts: DeclarationFacts) -> Finding:
    if not facts.interpretation.landmarks_lower_no_trumps:
        return no("as this is read, a landmark does not lower what the dealer wants for no trumps")
    found = no_trumps_on_less(facts)
    return found.advising(found.answers, (LEAVE,)) if found.applies else found


no_trumps_at_a_landmark = Section[DeclarationFacts](KEY, given=lacking(_dealers_no_trumps_on_less))


@no_trumps_at_a_landmark.rule(
    "hel-landmark-18",
    "From 18 the odd trick without trumps is the game: no trumps on average strength with three suits guarded.",
    page=56,
    lines=(2656, 2658),
    row="no trumps",
    advises=(NO_TRUMPS,),
)
def no_trumps_at_eighteen(facts: DeclarationFacts) -> Finding:
    return at_eighteen(_dealers_no_trumps_on_less, facts)


@no_trumps_at_a_landmark.rule(
    "hel-landmarks",
    "From 6 two by tricks without trumps are the game: no trumps on average strength with three suits guarded.",
    page=55,
    lines=(2373, 2379),
    advises=(NO_TRUMPS,),
)
def no_trumps_at_six(facts: DeclarationFacts) -> Finding:
    return _dealers_no_trumps_on_less(facts)


# ---- defence ---------------------------------------------------------------------------------------------------------


def _five_with_honours(facts: DeclarationFacts, needed: int) -> list[Suit]:
    """The red suits of five with two honours in which the game wants no more tricks over six."""
    return [
        suit
        for suit in RED
        if len(facts.hand[suit]) >= 5
        and facts.honours(suit) >= TWO_HONOURS
        and facts.needs(Denomination.of(suit)) <= needed
    ]


odd_trick_for_game = Section[DeclarationFacts](KEY, given=why_it_may_be_left)


@odd_trick_for_game.rule(
    "hel-game-25",
    "A wretched hand with five of a red suit in which the odd trick is the game: that suit, not spades.",
    page=304,
    lines=(14411, 14415),
    advises=(HEARTS, DIAMONDS),
)
def odd_trick_in_a_red_suit(facts: DeclarationFacts) -> Finding:
    suits = _five_with_honours(facts, 1)
    if not suits:
        return no("there are not five of a red suit with two honours in which the odd trick is the game")
    best = max(suits, key=lambda suit: (facts.tricks(suit), facts.they_need(Denomination.of(suit))))
    return yes(lambda: f"a wretched hand, but {facts.suit(best)}, and the odd trick is the game", DECLARED[best])


# ---- what is allowed -------------------------------------------------------------------------------------------------

allowed_to_the_score = Section[DeclarationFacts](KEY)

VENTURED = 3
"""A trick or two less than five, when risks are run “to snatch a game out of the fire” (pp. 111, 113)."""


@allowed_to_the_score.rule(
    "hel-score-safe-or-desperate",
    "With the adversaries all but out, a red suit of five may be ventured on a trick or two less.",
    page=111,
    lines=(5548, 5558),
    advises=(HEARTS, DIAMONDS),
)
def risk_for_the_game(facts: DeclarationFacts) -> Finding:
    reason = why_not_all_but_out(facts)
    if reason:
        return no(reason)
    if why_not_desperate(facts) is None:
        return no("the position is desperate, and then no trumps are tried and not a suit")
    suits = [suit for suit in _five_with_honours(facts, 2) if facts.tricks(suit) >= VENTURED]
    if not suits:
        return no("there are not five of a red suit with two honours, good for three tricks, that may make the game")
    because = "the adversaries are all but out, and a risk may be run for the game"
    return yes(because, *(DECLARED[suit] for suit in suits))


@allowed_to_the_score.rule(
    "hel-decl-three-considerations",
    "The score is weighed first, then the game, then honours: no trumps may go before only four diamonds.",
    page=57,
    lines=(2703, 2709),
    advises=(NO_TRUMPS,),
)
def no_trumps_for_game_and_rubber(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.DIAMONDS) != FOUR_HONOURS or len(facts.hand.diamonds) != 4 or not facts.is_no_trump_hand:
        return no("it is no no-trump hand with only four diamonds, all honours")
    if facts.needs(Denomination.NO_TRUMPS) >= facts.needs(Denomination.DIAMONDS):
        return no("no trumps do not make the game with fewer tricks than diamonds")
    return yes("the score comes before the honours, and no trumps make the game with fewer tricks", NO_TRUMPS)


# ---- the chapter -----------------------------------------------------------------------------------------------------

TO_THE_SCORE: Sequence[Rule[DeclarationFacts]] = (
    four_aces_at_any_score,
    *desperate_dealer,
    *HEART_HONOURS,
    *DIAMOND_HONOURS,
    *GAME_BEFORE_ALL,
    *LONG_HEARTS,
    *LONG_DIAMONDS,
    *WITHOUT_TRUMPS,
    *farthest,
    *HEARTS_AFTER_NO_TRUMPS,
    *DIAMONDS_AFTER_NO_TRUMPS,
    *GOOD_CLUBS,
    *no_trumps_at_a_landmark,
    *odd_trick_for_game,
    *IN_DEFENCE,
    *LEAVING_TO_THE_SCORE,
)


def _silent_on(view: View) -> str | None:
    return why_not_the_dealer(view) or ("it is love-all" if view.standing.is_love_all else None)


DEALER_TO_THE_SCORE = Chapter(
    Question.DECLARE,
    TO_THE_SCORE,
    facts_by(CHOSEN),
    silent_on=_silent_on,
    otherwise=tuple(map(facts_by, OTHERS_TO_THE_SCORE)),
    allows=allowed_to_the_score,
)
