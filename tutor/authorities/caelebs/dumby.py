"""Cælebs’s policy against Dumby, whose hand is exposed (pp. 64–65)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import honour_points, names, why_no_whist
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import NO_REASON, Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Holding, Rank, Suit
from tutor.view import View

against_dumby = Section[LeadFacts](KEY)


def _dumbys(facts: LeadFacts, suit: Suit) -> Holding:
    return facts.dummy[suit] if facts.dummy else Holding()


def _cards(facts: LeadFacts, suits: Sequence[Suit]) -> tuple[Card, ...]:
    """The cards to lead from suits: of one not led before as from a good suit, of another as partner’s is led back."""
    return tuple(
        card
        for suit in suits
        for card in (facts.by_combination([suit]) if suit in facts.fresh else (facts.to_return(suit),))
    )


@against_dumby.rule(
    "cae-variant-dumby-policy",
    "Lead through Dumby’s strong suits.",
    page=64,
    lines=(2851, 2855),
    row="through strength",
    why=NO_REASON,
)
def through_strength(facts: LeadFacts) -> Finding:
    if not facts.dummy_follows:
        return no("Dumby does not play next")
    strong = {suit: points for suit in facts.plain_suits if (points := honour_points(_dumbys(facts, suit)))}
    if not strong:
        return no("Dumby has no honour in a plain suit that is held")
    most = max(strong.values())
    suits = [suit for suit, points in strong.items() if points == most]
    return yes(lambda: f"Dumby plays next, and is strong in {names(suits)}", *_cards(facts, suits))


@against_dumby.rule(
    "cae-variant-dumby-policy", "Lead up to Dumby’s weak suits.", page=64, lines=(2851, 2855), row="up to weakness"
)
def up_to_weakness(facts: LeadFacts) -> Finding:
    if not facts.dummy_precedes:
        return no("Dumby does not play last")
    weak = [suit for suit in facts.plain_suits if (held := _dumbys(facts, suit)) and held.highest <= Rank.TEN]
    if not weak:
        return no("Dumby has no weak plain suit to be led up to")
    return yes(lambda: f"Dumby plays last, and is weak in {names(weak)}", *_cards(facts, facts.best(weak)))


def _silent_on(view: View) -> str | None:
    return why_no_whist(view) or (None if view.exposed else "no hand is exposed")


FIRST_LEAD_AGAINST_DUMBY = Chapter(Question.LEAD, against_dumby, LeadFacts, silent_on=_silent_on)
LATER_LEAD_AGAINST_DUMBY = Chapter(Question.RETURN, against_dumby, LeadFacts, silent_on=_silent_on)
