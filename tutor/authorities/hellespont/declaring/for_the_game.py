"""How Hellespont looks to the game at any score but love-all: a suit that makes it goes before the rest (pp. 55–112).

First the choice of two suits that make it alike. Then the surest, if no trumps are not surer, and the cheapest that is
enough. Then a long black suit that is not so sure (p. 111).
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Denomination
from tutor.authorities.hellespont.declaring.facts import (
    CLUBS,
    DECLARED,
    DIAMONDS,
    HEARTS,
    NO_TRUMPS,
    RED,
    SPADES,
    DeclarationFacts,
    Declarations,
    adding,
)
from tutor.authorities.hellespont.strength import AVERAGE, QUEEN, TRICK
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.cards import Holding, Rank, Suit
from tutor.codes.bridge_code import TRICK_VALUES
from tutor.notation import counted
from tutor.wording import agreeing

# ---- of two suits ----------------------------------------------------------------------------------------------------

of_two_suits = Declarations()


@of_two_suits.rule(
    "hel-score-hearts-or-diamonds",
    "If hearts and diamonds are equally good, declare the one that needs fewer tricks for your game, or more for "
    "theirs.",
    page=112,
    lines=(5595, 5601),
    advises=(HEARTS, DIAMONDS),
    why="The two suits promise the same tricks, so only the score can decide between them. In one of them those "
    "tricks may win you the game, or keep it from the opponents.",
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
            lambda: f"at {facts.standing} hearts need {hearts} over six for the game, diamonds {diamonds}", HEARTS
        )
    if theirs[1] > theirs[0]:
        return yes(
            lambda: (
                f"at {facts.standing} hearts and diamonds need the same number, but the opponents {theirs[0]} in "
                f"hearts and {theirs[1]} in diamonds"
            ),
            DIAMONDS,
        )
    return no("neither side needs more in one of them than in the other")


SUITS = tuple(DECLARED.values())


@of_two_suits.rule(
    "hel-decl-honours-tiebreak",
    "Of two declarations otherwise alike, prefer the one with the higher honours.",
    page=57,
    lines=(2721, 2742),
    advises=SUITS,
    why="Points are scored for honours as well as for tricks. When the tricks are equal, the honours decide which "
    "declaration advances your score farthest.",
    why_lines=(2703, 2742),
)
def more_honours(facts: DeclarationFacts) -> Finding:
    if len(facts.sufficient) < 2:
        return no("there is no choice between suits")
    first, second = facts.sufficient[:2]
    if facts.to_spare(first) != facts.to_spare(second):
        return no(lambda: f"{first.plural} are surer than {second.plural}")
    if facts.needs(Denomination.of(first)) != facts.needs(Denomination.of(second)):
        return no(lambda: f"{first.plural} and {second.plural} do not need the same number of tricks")
    held = {suit: facts.honours(suit) * TRICK_VALUES[Denomination.of(suit)] for suit in (first, second)}
    if held[first] == held[second]:
        return no("their honours are worth the same")
    best = max(held, key=lambda suit: held[suit])
    return yes(
        lambda: f"{first.plural} and {second.plural} are equal for tricks, but the honours are in {best.plural}",
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
        return no("in no suit is the hand good for the game, with partner’s three tricks")
    best, *others = suits
    if facts.is_no_trump_hand and _no_trumps_to_spare(facts) > TRICK * facts.to_spare(best):
        return no(lambda: f"no trumps make the game more surely than {best.plural}")

    def because() -> str:
        needed = facts.needs(Denomination.of(best))
        return (
            f"at {facts.standing} {counted(needed, 'trick')} over six in {best.plural} "
            f"{agreeing(needed, 'makes')} the game, and the hand is good for "
            f"{counted(facts.tricks(best), 'trick')} beside partner’s three"
        )

    allowed = [DECLARED[suit] for suit in others]
    return yes(because, DECLARED[best], merely=(*allowed, NO_TRUMPS) if facts.is_no_trump_hand else allowed)


game_in_a_suit = Declarations(*SUITS, on=_surest_suit)


def _needed(facts: DeclarationFacts) -> int:
    """How many tricks over six make the game in the surest suit."""
    return facts.needs(Denomination.of(facts.sufficient[0]))


@game_in_a_suit.rule(
    "hel-score-cheapest-that-suffices",
    "Do not declare for twenty-four if six win the game and the hand can make them.",
    page=111,
    lines=(5560, 5566),
    why="The game is the goal, and points beyond it are unnecessary. The case is strongest when the opponents need "
    "more than six themselves.",
)
def cheapest_that_suffices(facts: DeclarationFacts) -> Finding:
    if not facts.is_no_trump_hand or _needed(facts) != 1:
        return no("this is not a no-trump hand, or more than one trick is needed")
    return adding(_surest_suit(facts), "no more is needed, though this is a no-trump hand")


@game_in_a_suit.rule(
    "hel-maxim-never-risk-game",
    "Never risk the game in the hope of extra points: a suit that makes it more surely goes before no trumps.",
    page=175,
    lines=(8565, 8567),
    row="declaring",
    why="Losing a game instead of winning it costs about 67 points. The winners of the first are also three to one to "
    "win the rubber. A few extra points do not pay for that risk.",
    why_page=113,
    why_lines=(5624, 5648),
)
def surer_than_no_trumps(facts: DeclarationFacts) -> Finding:
    if not facts.is_no_trump_hand:
        return no("this is not a no-trump hand")
    return adding(_surest_suit(facts), "no trumps might bring more, and are not so sure")


@game_in_a_suit.rule(
    "hel-hearts-four-otherwise",
    "To the score you may declare hearts on four, if they make the game.",
    page=73,
    lines=(3480, 3496),
    row="to the score",
)
def four_hearts_for_the_game(facts: DeclarationFacts) -> Finding:
    if facts.sufficient[0] is not Suit.HEARTS or len(facts.hand.hearts) != 4:
        return no("hearts are not the surest suit, or there are not exactly four of them")
    return adding(_surest_suit(facts), "there are only four hearts, but that is enough")


DIAMONDS_AT, HEARTS_AT = range(12, 18), range(14, 22)
"""From 12 to the next landmark diamonds want one trick fewer, from 14 hearts (p. 56)."""


@game_in_a_suit.rule(
    "hel-landmark-12-14",
    "Diamonds from 12 and hearts from 14 need one trick fewer for the game: declare them if the hand can make it.",
    page=56,
    lines=(2655, 2658),
    why="The one extra trick for the game is often hard to make. At 12 in diamonds and 14 in hearts you no longer "
    "need it.",
    why_lines=(2655, 2663),
)
def red_suit_at_a_landmark(facts: DeclarationFacts) -> Finding:
    marks = {Suit.DIAMONDS: DIAMONDS_AT, Suit.HEARTS: HEARTS_AT}
    if facts.standing.us not in marks.get(facts.sufficient[0], ()):
        return no("the surest suit is not hearts from 14, or diamonds from 12")
    return adding(_surest_suit(facts), "that is one fewer than before the landmark was reached")


DIAMONDS_AT_EIGHTEEN = range(18, 24)
"""“At 18, one less in diamonds” (p. 56), to the score from which the odd trick is enough."""


@game_in_a_suit.rule(
    "hel-landmark-18",
    "From 18 diamonds need only two odd tricks for the game: declare them if the hand can make it.",
    page=56,
    lines=(2656, 2658),
    row="diamonds",
    why="The one extra trick for the game is often hard to make. At 18 you no longer need it in diamonds or without "
    "trumps.",
    why_lines=(2656, 2663),
)
def diamonds_at_eighteen(facts: DeclarationFacts) -> Finding:
    if facts.sufficient[0] is not Suit.DIAMONDS or facts.standing.us not in DIAMONDS_AT_EIGHTEEN:
        return no("the surest suit is not diamonds from 18")
    return adding(_surest_suit(facts), "that is one fewer than before the landmark was reached")


@game_in_a_suit.rule(
    "hel-score-two-tricks-axiom",
    "If two odd tricks win the game in a declaration that the hand can make, declare it, even spades.",
    page=112,
    lines=(5603, 5622),
    why="Leaving it or trying something dearer may bring a few more points, but it risks a game that is worth far "
    "more than those points.",
    why_lines=(5603, 5648),
)
def two_by_tricks(facts: DeclarationFacts) -> Finding:
    if _needed(facts) not in (1, 2):
        return no("more than two tricks are needed")
    return adding(_surest_suit(facts), "no more than two tricks are needed")


@game_in_a_suit.rule(
    "hel-decl-expect-three-from-partner",
    "Count on three tricks from partner. If three odd tricks, made with their help, win the game, declare that suit.",
    page=64,
    lines=(3086, 3091),
    why="Your own strength probably leaves partner less than a fair share of high cards. But tricks depend on the way "
    "the cards lie as well, so three from partner can still be expected.",
    why_lines=(3072, 3091),
)
def three_by_tricks(facts: DeclarationFacts) -> Finding:
    if _needed(facts) != 3:
        return no("more than three tricks are needed")
    return adding(_surest_suit(facts), "that is three odd tricks")


game_in_a_suit.rule(
    "hel-decl-object",
    "Prefer the declaration that is most likely to make the game.",
    page=57,
    lines=(2690, 2701),
    why="The reward for winning two games before the opponents is a hundred points. So aim at the game first, and "
    "otherwise at the farthest advance.",
    why_lines=(2695, 2701),
)(_surest_suit)


# ---- a long black suit that is not so sure ---------------------------------------------------------------------------

LONG = 6


def _is_long_and_strong(holding: Holding) -> bool:
    """Six or more headed by ace or king, or by two honours of which one is the queen."""
    return len(holding) >= LONG and (holding.highest >= Rank.KING or holding.headed_by("QJ"))


def _long_black_suit(facts: DeclarationFacts, suit: Suit, from_score: int) -> Finding:
    if facts.standing.us < from_score:
        return no(lambda: f"at {facts.standing} {suit.plural} do not make the game easily")
    if not _is_long_and_strong(facts.hand[suit]):
        return no(lambda: f"{facts.suit(suit)}: six headed by high honours are needed")
    if not facts.may_be_left or facts.is_no_trump_hand:
        return no("the other suits are not moderate")
    return yes(
        lambda: f"{facts.suit(suit)}, with moderate cards elsewhere, and {facts.standing.us} scored", DECLARED[suit]
    )


SPADES_FROM, CLUBS_FROM = 24, 22
"""“At 24, 26, or 28” in spades (p. 111), “at 22 or over” in clubs (p. 112)."""

long_black_suits = Declarations()


@long_black_suits.rule(
    "hel-score-spades-offensive",
    "At 24, 26 or 28, with six spades headed by high honours and moderate cards elsewhere, declare spades.",
    page=111,
    lines=(5568, 5593),
    row="spades",
    advises=(SPADES,),
    why="Your suit is the best chance of the game. If you leave it, partner may declare on moderate or poor cards, "
    "and a double may then win the game for the opponents.",
    why_page=112,
    why_lines=(5582, 5593),
)
def long_spades(facts: DeclarationFacts) -> Finding:
    return _long_black_suit(facts, Suit.SPADES, SPADES_FROM)


@long_black_suits.rule(
    "hel-score-spades-offensive",
    "At 22 or over, with six clubs headed by high honours and moderate cards elsewhere, declare clubs.",
    page=112,
    lines=(5590, 5593),
    row="clubs",
    advises=(CLUBS,),
)
def long_clubs(facts: DeclarationFacts) -> Finding:
    return _long_black_suit(facts, Suit.CLUBS, CLUBS_FROM)


GAME_BEFORE_ALL: Sequence[Rule[DeclarationFacts]] = (*of_two_suits, *game_in_a_suit, *long_black_suits)
"""Where a suit makes the game: the choice of two, the surest, and a long black suit that is not so sure."""
