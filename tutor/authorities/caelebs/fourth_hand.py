"""What Cælebs has fourth hand play (pp. 24, 52–54): as cheaply as it can, but for an ace, knave and for underplay."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.caelebs.facts import why_no_whist
from tutor.authorities.caelebs.false_cards import FALSE_CARDS
from tutor.authorities.caelebs.following import READINGS, Following
from tutor.authorities.caelebs.leading import cite
from tutor.authorities.caelebs.underplay import UNDERPLAY
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Rank

SCARCE_TRUMPS = 2
"""“When trumps are scarce” (p. 53): so many unseen, as in his ending on the score (p. 61)."""


def _let_the_king_win(table: Following) -> Finding:
    if not (table.round == 1 and table.card_led.rank is Rank.KING and table.winning == table.card_led):
        return fails("it is not a king led and winning in the first round")
    if not table.holding.headed_by("AJ"):
        return fails("ace and knave are not held")
    because = "the king is led to ace, knave, and both will make if the suit is led again"
    return Finding(because, (table.lowest,), (table.highest,))


def _as_cheaply_as_can_be(table: Following) -> Finding:
    if not table.winners:
        return fails("no card wins")
    return applies("the other side is winning the trick", table.winners[0])


def _take_partners_trick_at_the_finale(table: Following) -> Finding:
    if table.are_trumps_led or len(table.hand) > table.reading.at_the_finale or table.trumps_out > SCARCE_TRUMPS:
        return fails("it is not a plain suit at the finale, with trumps scarce")
    if not (table.partner_wins and table.masters(table.suit)):
        return fails("it is not partner who is winning, with the best card of the suit held")
    below = [card for card in table.winners if not table.is_master(card)]
    if not below:
        return fails("the trick cannot be taken without the best card")
    return applies("the lead through the first leader is worth a card of partner’s", below[0])


def _keep_back_the_best_at_the_finale(table: Following) -> Finding:
    if table.are_trumps_led or len(table.hand) > table.reading.at_the_finale:
        return fails("it is not a plain suit at the finale")
    if table.trick.leader is table.partner or not table.masters(table.suit):
        return fails("it is not the other side’s lead with the best card held")
    return applies("at the finale the best card may be kept back to mislead", table.lowest)


def _pass_with_the_long_trump(table: Following) -> Finding:
    if table.are_trumps_led or table.trumps is None or table.trumps_out or not table.hand[table.trumps]:
        return fails("the last trump is not in this hand")
    is_entire = len(table.hand[table.suit]) + len(table.played_by(table.seat, table.suit)) >= ENTIRE_SUIT
    if table.round > 2 or not is_entire or table.holding.highest is not Rank.ACE:
        return fails("it is not one of the first two rounds of a suit of which ace and four others are held")
    return applies("the long trump and ace five of the suit: two rounds are passed", table.lowest)


ENTIRE_SUIT = 5
"""“Ace five of an entire suit” (p. 33): the ace among five cards, none of the suit being gone before."""

FOURTH_HAND_RULES: Sequence[Rule[Following]] = (
    Rule(
        "cae-art-018",
        "Left with the long trump and ace five of an entire suit, pass its first two rounds.",
        cite(33, 1655, 1659),
        _pass_with_the_long_trump,
        "with the long trump",
    ),
    *UNDERPLAY,
    *FALSE_CARDS,
    Rule(
        "cae-art-066",
        "With ace, knave let a king that is led win, unless you want the next lead.",
        cite(52, 2438, 2444),
        _let_the_king_win,
        "fourth hand",
    ),
    Rule(
        "cae-art-003g",
        "Win at the cheapest rate.",
        cite(24, 1314, 1315),
        _as_cheaply_as_can_be,
        "fourth hand",
    ),
)

FOURTH_HAND_MAY: Sequence[Rule[Following]] = (
    Rule(
        "cae-art-068",
        "At the finale, with trumps scarce, you may win partner’s card to lead through the strong hand.",
        cite(53, 2474, 2478),
        _take_partners_trick_at_the_finale,
        "partner’s card",
    ),
    Rule(
        "cae-art-069",
        "In a plain suit at the finale you may keep back the best card.",
        cite(54, 2490, 2506),
        _keep_back_the_best_at_the_finale,
    ),
)

FOURTH_HAND = Chapter(
    Question.FOURTH,
    FOURTH_HAND_RULES,
    Following,
    silent_on=why_no_whist,
    otherwise=READINGS,
    allows=FOURTH_HAND_MAY,
)
