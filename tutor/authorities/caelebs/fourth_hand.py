"""What Cælebs has fourth hand play (pp. 24, 52–54): as cheaply as it can, but for an ace, jack and for underplay."""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import other_interpretations, why_no_whist
from tutor.authorities.caelebs.false_cards import false_cards
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.caelebs.underplay import underplay
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank

fourth = Section[TrickFacts](KEY)

ENTIRE_SUIT = 5
"""“Ace five of an entire suit” (p. 33): the ace among five cards, none of the suit being gone before."""


@fourth.rule(
    "cae-art-018",
    "Left with the long trump and five of an untouched suit with the ace, pass its first two rounds.",
    page=33,
    lines=(1655, 1659),
    row="with the long trump",
)
def pass_with_the_long_trump(facts: TrickFacts) -> Finding:
    if facts.are_trumps_led or facts.trumps is None or facts.trumps_out or not facts.hand[facts.trumps]:
        return no("the last trump is not in this hand")
    is_entire = len(facts.hand[facts.suit]) + len(facts.played_by(facts.seat, facts.suit)) >= ENTIRE_SUIT
    if facts.round > 2 or not is_entire or facts.holding.highest is not Rank.ACE:
        return no("this is not one of the first two rounds of a suit headed by the ace, five in all")
    return yes("the hand has the long trump and five of the suit with the ace: two rounds are passed", facts.lowest)


fourth.add(*underplay, *false_cards)


@fourth.rule(
    "cae-art-066",
    "With ace, jack, let a king that is led win, unless you want the next lead.",
    page=52,
    lines=(2438, 2444),
    row="fourth hand",
)
def let_the_king_win(facts: TrickFacts) -> Finding:
    if not (facts.round == 1 and facts.card_led.rank is Rank.KING and facts.winning == facts.card_led):
        return no("this is not a king led and winning in the first round")
    if not facts.holding.headed_by("AJ"):
        return no("ace and jack are not held")
    return yes(
        "the king is led to ace, jack, and both will make if the suit is led again",
        facts.lowest,
        merely=(facts.highest,),
    )


@fourth.rule("cae-art-003g", "Win at the cheapest rate.", page=24, lines=(1314, 1315), row="fourth hand")
def as_cheaply_as_can_be(facts: TrickFacts) -> Finding:
    if not facts.winners:
        return no("no card here wins")
    return yes("the other side is winning the trick", facts.winners[0])


# ---- allowed -----------------------------------------------------------------------------------------------------

allowed = Section[TrickFacts](KEY)

SCARCE_TRUMPS = 2
"""“When trumps are scarce” (p. 53): so many unseen, as in Cælebs’s ending on the score (p. 61)."""


@allowed.rule(
    "cae-art-068",
    "Near the end, with trumps scarce, you may win partner’s card to lead through the strong hand.",
    page=53,
    lines=(2474, 2478),
    row="partner’s card",
)
def take_partners_trick_at_the_finale(facts: TrickFacts) -> Finding:
    if (
        facts.are_trumps_led
        or facts.cards_left > facts.interpretation.at_the_finale
        or facts.trumps_out > SCARCE_TRUMPS
    ):
        return no("this is not a plain suit near the end, with trumps scarce")
    if not (facts.partner_wins and facts.masters(facts.suit)):
        return no("partner is not winning, or the best card of the suit is not here")
    below = [card for card in facts.winners if not facts.is_master(card)]
    if not below:
        return no("the trick cannot be taken without the best card")
    return yes("the lead through the first leader is worth one of partner’s cards", below[0])


@allowed.rule(
    "cae-art-069",
    "In a plain suit near the end you may keep back the best card.",
    page=53,
    lines=(2490, 2506),
    why="Opponents are left in doubt where the best card is. Partner may make the third best, or the opponents may go "
    "on with the suit too long. Before the end, your best card might be ruffed.",
    why_lines=(2490, 2506),
)
def keep_back_the_best_at_the_finale(facts: TrickFacts) -> Finding:
    if facts.are_trumps_led or facts.cards_left > facts.interpretation.at_the_finale:
        return no("this is not a plain suit near the end")
    if facts.trick.leader is facts.partner or not facts.masters(facts.suit):
        return no("the other side did not lead, or the best card is not here")
    return yes("near the end the best card may be kept back to mislead", facts.lowest)


FOURTH_HAND = Chapter(
    Question.FOURTH,
    fourth,
    TrickFacts,
    silent_on=why_no_whist,
    otherwise=other_interpretations(TrickFacts),
    allows=allowed,
)
