"""Where nothing is to be gained: trumps asked for, the turned-up trump kept back, and no false cards (pp. 21, 22).

A higher card that gains nothing is a call for trumps or it is false, so the Blue Peter stands first.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.caelebs.lead_facts import cite
from tutor.authorities.caelebs.signals import BLUE_PETER
from tutor.authorities.caelebs.trick_facts import TrickFacts
from tutor.authorities.rules import Finding, Rule, applies, decide, fails


def _why_nothing_is_gained(facts: TrickFacts) -> str | None:
    """Why no card of the hand is worth more in this trick than the lowest; None where one may be."""
    if not facts.can_win:
        return "no card of the hand can beat those played"
    if facts.partner_needs_no_help:
        return "the trick is partner’s without help"
    return None


def _ask_for_trumps(facts: TrickFacts) -> Finding:
    why = _why_nothing_is_gained(facts)
    if why is None:
        return fails("a higher card may gain something")
    asking = decide(BLUE_PETER, facts)
    if asking is None:
        return fails("trumps are not to be asked for")
    return Finding(f"{why}, and {asking.because}", asking.answers, (facts.lowest,))


def _another_than_the_turn_up(facts: TrickFacts) -> Finding:
    why = _why_nothing_is_gained(facts)
    if why is None:
        return fails("a higher card may gain something")
    turned_up = facts.turned_up
    others = [card for card in facts.equals(facts.lowest) if turned_up is None or card != turned_up[1]]
    if turned_up is None or turned_up[1] != facts.lowest or not others:
        return fails("the lowest is not a turned-up trump with another as good")
    return applies(f"{why}, and the {turned_up[1].name} is known to be here", others[-1])


def _lowest_where_nothing_is_gained(facts: TrickFacts) -> Finding:
    why = _why_nothing_is_gained(facts)
    if why is None:
        return fails("a higher card may gain something")
    return applies(why, facts.lowest)


FALSE_CARDS: Sequence[Rule[TrickFacts]] = (
    Rule(
        "cae-art-003a",
        "With great strength in trumps and a card to spare ask for them, by a high card before a lower.",
        cite(22, 1237, 1244),
        _ask_for_trumps,
        "a card to spare",
    ),
    Rule(
        "cae-art-002b",
        "Keep the trump that you turned up as long as you can: play another that is as good.",
        cite(21, 1174, 1178),
        _another_than_the_turn_up,
        "following",
    ),
    Rule(
        "cae-art-002d",
        "Play no false card: where a higher one gains nothing, the lowest.",
        cite(21, 1184, 1184),
        _lowest_where_nothing_is_gained,
    ),
)
