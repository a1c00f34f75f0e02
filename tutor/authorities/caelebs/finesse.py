"""When to finesse: what second and third hand have in common (pp. 24, 31, 48).

The score comes first, since “to save game must always be the paramount consideration” (p. 48). Then comes whether the
card finessed against can be on the right, and then the finesse itself. It stands before the rule that the best card is
not to be kept back in the second round, as Cælebs says of ace, ten (p. 50).
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.notation import counted

finesse = Section[TrickFacts](KEY)
"""Each of them has a place of its own among the rules of second and of third hand."""


@finesse.rule(
    "cae-art-055",
    "If one trick saves or wins the game, take it: no finesse is worth the risk.",
    page=48,
    lines=(2289, 2297),
    row="one trick",
    why="Weigh what a finesse gains against what it costs if it fails. When one trick lost might be fatal, nothing "
    "excuses it. Saving the game comes first, and sometimes only a finesse can save it.",
    why_lines=(2293, 2299),
)
def one_sure_trick(facts: TrickFacts) -> Finding:
    if facts.wanted != 1 or facts.cards_left > facts.interpretation.at_the_finale:
        return no("the end is not near, or the game does not depend on one trick")
    sure = [card for card in facts.winners if facts.is_master(card)]
    if not sure or facts.partner_needs_no_help:
        return no("one trick is enough, but there is no best card to take it with")
    return yes("one trick is enough for the game, and the best card is here", sure[0])


@finesse.rule(
    "cae-art-055",
    "If only a successful finesse can save the game, finesse.",
    page=48,
    lines=(2297, 2299),
    row="every trick",
)
def every_trick(facts: TrickFacts) -> Finding:
    left = facts.cards_left
    if left < 2 or facts.wanted != left:
        return no("the game does not depend on every trick that is left")
    if facts.third_best is None or not facts.may_hold(facts.seat.right, facts.card_finessed_against):
        return no("every trick is needed, but there is no finesse")
    return yes(
        lambda: f"all {counted(left, 'trick')} are needed, and only the finesse can bring them", facts.third_best
    )


@finesse.rule(
    "cae-art-011d",
    "Do not finesse against a card that the play has shown not to be on your right.",
    page=31,
    lines=(1560, 1567),
    row="following",
)
def not_on_the_right(facts: TrickFacts) -> Finding:
    if facts.third_best is None:
        return no("there is no tenace to finesse with")
    missing = facts.card_finessed_against
    if facts.may_hold(facts.seat.right, missing):
        return no(lambda: f"the {missing.name} may be on the right")
    best = facts.lowest_winner_like(facts.highest) or facts.highest
    return yes(lambda: f"the play shows that the {missing.name} is not on the right", best)


LAST_TRICKS = 3
"""“Ten tricks being made” (p. 60)."""


@finesse.rule(
    "cae-art-089",
    "With cards like jack, nine, eight against the guarded ten, run the eight.",
    page=60,
    lines=(2722, 2727),
    row="following",
)
def run_a_card(facts: TrickFacts) -> Finding:
    if not facts.cards_left == len(facts.holding) == LAST_TRICKS or facts.third_best is None:
        return no("these are not the last three tricks, with a tenace and another card in the suit")
    if len(facts.equals(facts.third_best)) < 2:
        return no("the other card is not equal to the third best")
    return yes(
        lambda: f"the lowest may win against the guarded {facts.card_finessed_against.rank.word}, and then the others",
        facts.third_best,
    )


@finesse.rule(
    "cae-art-004",
    "If you are left with the best and third best when the suit is led again, finesse the third best.",
    page=24,
    lines=(1336, 1352),
    why="If the missing card is on your right, you win the trick without spending your best. The saving from finesse "
    "and tenace is so great that you should aim at it throughout the hand.",
    why_lines=(1325, 1357),
)
def later_tenace(facts: TrickFacts) -> Finding:
    if facts.round == 1 or facts.third_best is None:
        return no("this is not a later round with the best and third best in hand")
    return yes(
        lambda: f"the best and third best are here, and the {facts.card_finessed_against.name} may be on the right",
        facts.third_best,
        merely=(facts.highest,),
    )
