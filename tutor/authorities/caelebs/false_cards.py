"""Where nothing is to be gained: trumps asked for, the turned-up trump kept back, and no false cards (pp. 21, 22).

A higher card that gains nothing is a call for trumps or it is false, so the Blue Peter stands first.
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.signals import blue_peter
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.rules import Finding, decide, no, yes
from tutor.authorities.section import Section


def _may_gain(facts: TrickFacts) -> str | None:
    """Why the rules of the section do not apply: a card higher than the lowest may be worth more in this trick."""
    return "a higher card may gain something" if facts.can_win and not facts.partner_needs_no_help else None


def _why_nothing_is_gained(facts: TrickFacts) -> str:
    return "partner wins the trick without help" if facts.can_win else "no card of the hand can beat those played"


false_cards = Section[TrickFacts](KEY, given=_may_gain)


@false_cards.rule(
    "cae-art-003a",
    "If you are very strong in trumps and can spare a card, ask for them: play a high card before a lower one.",
    page=22,
    lines=(1237, 1244),
    row="a card to spare",
    why="The signal is understood to mean great strength in trumps with at least one honour. Partner should usually "
    "answer it with their best trump.",
    why_page=37,
    why_lines=(1826, 1830),
)
def blue_peter_with_a_card_to_spare(facts: TrickFacts) -> Finding:
    asking = decide(blue_peter, facts)
    if asking is None:
        return no("trumps are not to be asked for")
    return yes(
        lambda: f"{_why_nothing_is_gained(facts)}, and {asking.because}", *asking.answers, merely=(facts.lowest,)
    )


@false_cards.rule(
    "cae-art-002b",
    "Keep the trump that you turned up as long as you can: play another that is equal to it.",
    page=21,
    lines=(1174, 1178),
    row="following",
)
def another_than_the_turn_up(facts: TrickFacts) -> Finding:
    turned = facts.turned_up[1] if facts.turned_up else None
    others = [card for card in facts.equals(facts.lowest) if card != turned]
    if turned is None or turned != facts.lowest or not others:
        return no("the lowest is not a turned-up trump with an equal beside it")
    return yes(lambda: f"{_why_nothing_is_gained(facts)}, and the {turned.name} is known to be here", others[-1])


@false_cards.rule(
    "cae-art-002d",
    "Play no false card. If a higher card gains nothing, play the lowest.",
    page=21,
    lines=(1184, 1184),
    why="False cards destroy the trust between partners on which success depends. An honest card informs the "
    "opponents as well, but your partner usually gains more from it.",
    why_page=28,
    why_lines=(1489, 1500),
)
def lowest_where_nothing_is_gained(facts: TrickFacts) -> Finding:
    return yes(lambda: _why_nothing_is_gained(facts), facts.lowest)
