"""What Hellespont advises the dealer to declare at any score but love-all (pp. 55–57, 101, 110–116).

First come four aces, which are no trumps “under all circumstances” (p. 67), then the desperate position, the opponents
all but out and the dealer far behind. Elsewhere four honours in a red suit go before the rest as at love-all. Then the
game is looked to: a suit that makes it with two odd tricks or fewer (the axiom of page 112), the cheapest that is
enough. Then what is declared at love-all, for it is “a fortiori sound” (p. 110). Then no trumps on a little less where
a landmark has been reached, defence, and leaving it.

At love-all spades are never declared, and a suit of four hardly ever: to the score both may be (pp. 74, 112).
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Denomination
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.declaring.at_love_all import why_not_the_dealer
from tutor.authorities.hellespont.declaring.black_suits import IN_DEFENCE, good_clubs, why_it_may_be_left
from tutor.authorities.hellespont.declaring.desperate_score import (
    desperate_dealer,
    why_not_all_but_out,
    why_not_desperate,
)
from tutor.authorities.hellespont.declaring.diamonds import DIAMONDS_AFTER_NO_TRUMPS, LONG_DIAMONDS, five_diamonds
from tutor.authorities.hellespont.declaring.facts import (
    DECLARED,
    DIAMONDS,
    FOUR_HONOURS,
    HEARTS,
    LEAVE,
    NO_TRUMPS,
    RED,
    TWO_HONOURS,
    DeclarationFacts,
    Declarations,
    adding,
    facts_by,
)
from tutor.authorities.hellespont.declaring.for_the_game import GAME_BEFORE_ALL
from tutor.authorities.hellespont.declaring.hearts import HEARTS_AFTER_NO_TRUMPS, long_hearts
from tutor.authorities.hellespont.declaring.interpretations import CHOSEN, OTHERS_TO_THE_SCORE
from tutor.authorities.hellespont.declaring.leaving import LEAVING_TO_THE_SCORE
from tutor.authorities.hellespont.declaring.no_trumps import WITHOUT_TRUMPS, four_aces_at_any_score
from tutor.authorities.hellespont.declaring.red_honours import DIAMOND_HONOURS, heart_honours
from tutor.authorities.hellespont.strength import AVERAGE
from tutor.authorities.rules import Finding, Question, Rule, decide, no, yes
from tutor.cards import Suit
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.notation import agreeing, counted
from tutor.view import View

# ---- what carries farthest -------------------------------------------------------------------------------------------

farthest = Declarations(HEARTS)

LANDMARKS = (18, 14, 12, 6)
"""The scores from which one trick fewer makes the game, the chief of them first where it is the highest (p. 56)."""


def _landmark(score: int) -> int:
    return next((landmark for landmark in LANDMARKS if score >= landmark), 0)


@farthest.rule(
    "hel-landmark-use",
    "If neither of two red suits makes the game, declare the one that passes the higher landmark.",
    page=56,
    lines=(2660, 2668),
    why="It is often hard to make the one extra trick that wins the game. From a landmark on, you need that trick no "
    "longer.",
)
def two_red_fives(facts: DeclarationFacts) -> Finding:
    if not five_diamonds(facts).applies or decide(HEARTS_AFTER_NO_TRUMPS, facts) is None:
        return no("hearts and diamonds are not both fit to be declared")

    def because() -> str:
        hearts, diamonds = (facts.standing.us + 2 * TRICK_VALUES[Denomination.of(suit)] for suit in RED)
        return (
            f"two odd tricks make {hearts} in hearts and {diamonds} in diamonds, past the landmarks "
            f"{_landmark(hearts)} and {_landmark(diamonds)}"
        )

    return yes(because, HEARTS)


# ---- no trumps at a landmark -----------------------------------------------------------------------------------------


def no_trumps_on_less(facts: DeclarationFacts) -> Finding:
    """No trumps on an ace, average strength and three suits guarded, where one trick fewer makes the game."""
    needed = facts.needs(Denomination.NO_TRUMPS)
    if needed > 2:
        return no(lambda: f"at {facts.standing} three odd tricks are still needed without trumps")
    if not facts.aces or not facts.is_guarded or facts.strength < AVERAGE:
        return no(lambda: f"{facts.guards_and_strength}, which is too little")
    return yes(
        lambda: (
            f"{facts.guards_and_strength}; {counted(needed, 'trick')} over six {agreeing(needed, 'makes')} the game"
        ),
        NO_TRUMPS,
    )


NO_TRUMPS_AT_EIGHTEEN = range(18, 29)
"""“At 18, one less in … sans atout” (p. 56)."""


def at_eighteen(found: Finding, facts: DeclarationFacts) -> Finding:
    if facts.standing.us not in NO_TRUMPS_AT_EIGHTEEN:
        return no("the landmark of 18 has not been reached")
    return adding(found, "the landmark of 18 has been reached")


def _dealers_no_trumps_on_less(facts: DeclarationFacts) -> Finding:
    if not facts.interpretation.landmarks_lower_no_trumps:
        return no("as this is read, a landmark does not lower what the dealer needs for no trumps")
    found = no_trumps_on_less(facts)
    return found.advising(found.answers, (LEAVE,)) if found.applies else found


no_trumps_at_a_landmark = Declarations(NO_TRUMPS, on=_dealers_no_trumps_on_less)


@no_trumps_at_a_landmark.rule(
    "hel-landmark-18",
    "From 18 the odd trick without trumps wins the game: declare no trumps on average strength with three suits "
    "guarded.",
    page=56,
    lines=(2656, 2658),
    row="no trumps",
)
def no_trumps_at_eighteen(facts: DeclarationFacts) -> Finding:
    return at_eighteen(_dealers_no_trumps_on_less(facts), facts)


no_trumps_at_a_landmark.rule(
    "hel-landmarks",
    "From 6 two odd tricks without trumps win the game: declare no trumps on average strength with three suits "
    "guarded.",
    page=55,
    lines=(2373, 2379),
    why="From 6 the game needs one trick fewer without trumps, as it does in hearts and diamonds. That makes 6 one of "
    "the most important stages of the score.",
    why_lines=(2373, 2380),
)(_dealers_no_trumps_on_less)


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


odd_trick_for_game = Declarations(HEARTS, DIAMONDS, given=why_it_may_be_left)


@odd_trick_for_game.rule(
    "hel-game-25",
    "With a wretched hand and five of a red suit in which the odd trick wins the game, declare that suit, not spades.",
    page=304,
    lines=(14411, 14415),
    why="The hand is too poor to leave. With 24 scored, the odd trick in a red suit wins the game. In the author’s "
    "game diamonds would have made two by cards.",
    why_lines=(14411, 14418),
)
def odd_trick_in_a_red_suit(facts: DeclarationFacts) -> Finding:
    suits = _five_with_honours(facts, 1)
    if not suits:
        return no("there are not five of a red suit with two honours in which the odd trick wins the game")
    best = max(suits, key=lambda suit: (facts.tricks(suit), facts.they_need(Denomination.of(suit))))
    return yes(
        lambda: f"the hand is wretched, but has {facts.suit(best)}, and the odd trick wins the game", DECLARED[best]
    )


# ---- what is allowed -------------------------------------------------------------------------------------------------

allowed_to_the_score = Declarations()

VENTURED = 3
"""A trick or two less than five, when risks are run “to snatch a game out of the fire” (pp. 111, 113)."""


@allowed_to_the_score.rule(
    "hel-score-safe-or-desperate",
    "If the opponents are close to the game, you may try a red suit of five on a trick or two less.",
    page=111,
    lines=(5548, 5558),
    advises=(HEARTS, DIAMONDS),
    why="A game is worth so much that, when the opponents are far ahead, you must run great risks to snatch it.",
    why_page=113,
    why_lines=(5641, 5655),
)
def risk_for_the_game(facts: DeclarationFacts) -> Finding:
    reason = why_not_all_but_out(facts)
    if reason:
        return no(reason)
    if why_not_desperate(facts) is None:
        return no("the position is desperate, so you try no trumps, and not a suit")
    suits = [suit for suit in _five_with_honours(facts, 2) if facts.tricks(suit) >= VENTURED]
    if not suits:
        return no("there are not five of a red suit with two honours, good for three tricks, that may make the game")
    because = "the opponents are close to the game, and a risk may be run for it"
    return yes(because, *(DECLARED[suit] for suit in suits))


@allowed_to_the_score.rule(
    "hel-decl-three-considerations",
    "Weigh the score first, then the game, then honours: no trumps may go before only four diamonds.",
    page=57,
    lines=(2703, 2709),
    advises=(NO_TRUMPS,),
    why="On rare occasions the score makes the chance of winning the game and the rubber worth more than the honours "
    "that you give up.",
    why_page=70,
    why_lines=(3334, 3338),
)
def no_trumps_for_game_and_rubber(facts: DeclarationFacts) -> Finding:
    if facts.honours(Suit.DIAMONDS) != FOUR_HONOURS or len(facts.hand.diamonds) != 4 or not facts.is_no_trump_hand:
        return no("this is not a no-trump hand with only four diamonds, all honours")
    if facts.needs(Denomination.NO_TRUMPS) >= facts.needs(Denomination.DIAMONDS):
        return no("no trumps do not make the game with fewer tricks than diamonds")
    return yes("the score comes before the honours, and no trumps make the game with fewer tricks", NO_TRUMPS)


# ---- the chapter -----------------------------------------------------------------------------------------------------

TO_THE_SCORE: Sequence[Rule[DeclarationFacts]] = (
    four_aces_at_any_score,
    *desperate_dealer,
    *heart_honours,
    *DIAMOND_HONOURS,
    *GAME_BEFORE_ALL,
    *long_hearts,
    *LONG_DIAMONDS,
    *WITHOUT_TRUMPS,
    *farthest,
    *HEARTS_AFTER_NO_TRUMPS,
    *DIAMONDS_AFTER_NO_TRUMPS,
    *good_clubs,
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
