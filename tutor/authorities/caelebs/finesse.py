"""When to finesse: what second and third hand have in common (pp. 24, 31, 48).

The score comes first, since “to save game must always be the paramount consideration” (p. 48); then that the card
finessed against can be on the right; then the finesse itself, which stands before the rule that the best card is not
to be kept back in the second round, as he says of ace, ten (p. 50).
"""

from __future__ import annotations

from tutor.authorities.caelebs.lead_facts import cite
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.rules import Finding, Rule, no, yes
from tutor.notation import counted

LAST_TRICKS = 3
"""“Ten tricks being made” (p. 60)."""


def _one_sure_trick_is_enough(facts: TrickFacts) -> Finding:
    if facts.wanted != 1 or len(facts.hand) > facts.interpretation.at_the_finale:
        return no("the end is not near, or the score does not turn on one trick")
    sure = [card for card in facts.winners if facts.is_master(card)]
    if not sure or facts.partner_needs_no_help:
        return no("one trick is enough, but there is no best card to take it with")
    return yes("one trick is enough for the game, and the best card is here", sure[0])


def _every_trick_is_needed(facts: TrickFacts) -> Finding:
    left = len(facts.hand)
    if left < 2 or facts.wanted != left:
        return no("the score does not ask for every trick that is left")
    if facts.third_best is None or not facts.may_hold(facts.seat.right, facts.card_finessed_against):
        return no("every trick is needed, but there is no finesse")
    return yes(
        lambda: f"all {counted(left, 'trick')} are needed, and only the finesse can bring them", facts.third_best
    )


def _not_on_the_right(facts: TrickFacts) -> Finding:
    if facts.third_best is None:
        return no("there is no tenace to finesse with")
    missing = facts.card_finessed_against
    if facts.may_hold(facts.seat.right, missing):
        return no(lambda: f"the {missing.name} may be on the right")
    best = facts.lowest_winner_like(facts.highest) or facts.highest
    return yes(lambda: f"by the play the {missing.name} is not on the right", best)


def _tenace_after_the_first_round(facts: TrickFacts) -> Finding:
    if facts.round == 1 or facts.third_best is None:
        return no("it is not a later round with best and third best in hand")

    def because() -> str:
        return f"best and third best are held, and the {facts.card_finessed_against.name} may be on the right"

    return yes(because, facts.third_best, merely=(facts.highest,))


def _run_a_card(facts: TrickFacts) -> Finding:
    left = facts.hand.only(facts.suit)
    if len(facts.hand) != LAST_TRICKS or len(left) != LAST_TRICKS or facts.third_best is None:
        return no("it is not the last three tricks with a tenace and another in the suit")
    if len(facts.equals(facts.third_best)) < 2:
        return no("the other card is not as good as the third best")

    def because() -> str:
        return f"the lowest may win against the {facts.card_finessed_against.rank.word} guarded, and then the rest"

    return yes(because, facts.third_best)


ONE_SURE_TRICK = Rule(
    "cae-art-055",
    "Where one trick saves or wins the game, take it: no finesse is worth the risk.",
    cite(48, 2289, 2297),
    _one_sure_trick_is_enough,
    "one trick",
)
EVERY_TRICK = Rule(
    "cae-art-055",
    "Where the game can be saved only by a successful finesse, finesse.",
    cite(48, 2297, 2299),
    _every_trick_is_needed,
    "every trick",
)
NOT_ON_THE_RIGHT = Rule(
    "cae-art-011d",
    "Do not finesse against a card that the play has shown not to be on your right.",
    cite(31, 1560, 1567),
    _not_on_the_right,
    "following",
)
RUN_A_CARD = Rule(
    "cae-art-089",
    "With such cards as knave, nine, eight against the ten guarded, run the eight.",
    cite(60, 2722, 2727),
    _run_a_card,
    "following",
)
LATER_TENACE = Rule(
    "cae-art-004",
    "Left with best and third best when the suit comes again, finesse the third best.",
    cite(25, 1336, 1352),
    _tenace_after_the_first_round,
)
