"""Underplay in trumps: first rounds lost on purpose, so as to win the third for a long suit (pp. 39, 54).

It is for any place in the trick, and stands before the ordinary rules of each: Cælebs says so of the last hand and of
the second in so many words (p. 54). It asks for four trumps and the command of a long suit, and a partner who has not
shown strength in trumps.
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import LeadKind
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Rank

TRUMPS_TO_UNDERPLAY = 4
"""“With only four trumps, underplay is usually requisite” (pp. 39–40)."""
ROUND_TO_WIN = 3
"""“To insure winning the third round” (p. 54), “the most essential to be won” (p. 39)."""


def _why_no_underplay(facts: TrickFacts) -> str | None:
    """Why trumps are not to be underplayed now; None when they are."""
    if not facts.are_trumps_led:
        return "trumps are not led"
    if len(facts.trumps_dealt) != TRUMPS_TO_UNDERPLAY:
        return "there were not just four trumps in the hand"
    if not facts.commands_a_suit:
        return "there is no long suit that the hand commands"
    if facts.partner_asked or facts.kind_of_lead(facts.partner, facts.suit) is LeadKind.AGGRESSIVE:
        return "partner has shown strength in trumps, so underplay is not needed"
    return None


underplay = Section[TrickFacts](KEY, given=_why_no_underplay)


@underplay.rule(
    "cae-art-070",
    "With ace, king and two other trumps and a suit to bring in, do not win both the first round and the second, "
    "even as the last to play.",
    page=54,
    lines=(2507, 2517),
    row="ace, king",
    why="To bring in a long suit, it is not enough that trumps are led three times. You must win the third round "
    "yourself, so that you have the lead to force with your suit.",
    why_lines=(2507, 2514),
)
def ace_king_having_won_once(facts: TrickFacts) -> Finding:
    if not (facts.trumps_dealt.headed_by("AK") and facts.round == 2 and facts.winner_of_first_round is facts.seat):
        return no("this is not the second round of trumps, after ace, king and two others won the first")
    return yes("ace, king and two trumps won the first round, and the third is the one to win", facts.lowest)


@underplay.rule(
    "cae-art-070",
    "Having led trumps from four to the ace, keep the ace back when partner returns them.",
    page=54,
    lines=(2517, 2518),
    row="ace",
)
def ace_returned_by_partner(facts: TrickFacts) -> Finding:
    if not (facts.of_suit(Rank.ACE) in facts.hand and facts.suit in facts.suits_opened_by(facts.seat)):
        return no("this hand did not lead trumps first, with the ace")
    if facts.trick.leader is not facts.partner or facts.round != 2:
        return no("partner has not returned them")
    return yes("trumps were led from four to the ace, and partner returns them", facts.lowest)


@underplay.rule(
    "cae-art-070",
    "With four trumps headed by ace, queen, pass a jack altogether.",
    page=54,
    lines=(2519, 2521),
    row="ace, queen",
)
def knave_through_ace_queen(facts: TrickFacts) -> Finding:
    if not (facts.place == 2 and facts.card_led.rank is Rank.KNAVE and facts.holding.headed_by("AQ")):
        return no("a jack was not led to ace, queen in second hand")
    return yes("a jack is led through four trumps to ace, queen", facts.lowest)


@underplay.rule(
    "cae-art-032",
    "With only four trumps and the command of a long suit, let two rounds of trumps go and keep the best for the "
    "third.",
    page=39,
    lines=(1963, 1972),
    row="first two rounds",
)
def first_two_rounds(facts: TrickFacts) -> Finding:
    masters = len(facts.masters(facts.suit))
    if facts.round >= ROUND_TO_WIN or not masters:
        return no("this is not one of the first two rounds of trumps, with the best of them here")
    if masters >= 2 and facts.round == 1:
        return no("the two best trumps are held, and either may win the first round")
    return yes("the best of four trumps should win the third round, for the long suit", facts.lowest)


@underplay.rule(
    "cae-art-032",
    "Win the third round of trumps, and then lead the long suit.",
    page=40,
    lines=(1968, 1978),
    row="third round",
)
def third_round(facts: TrickFacts) -> Finding:
    masters = [card for card in facts.masters(facts.suit) if facts.wins(card)]
    if facts.round != ROUND_TO_WIN or not masters or facts.partner_needs_no_help:
        return no("this is not a third round of trumps that the best of them can win")
    return yes("this is the third round of trumps, and the long suit is ready", masters[-1])
