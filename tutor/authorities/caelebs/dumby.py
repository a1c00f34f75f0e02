"""Cælebs’s policy against Dumby, whose hand is exposed (pp. 64–65)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import why_no_whist
from tutor.authorities.caelebs.lead_facts import LeadFacts, honour_points, names
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Holding, Rank, Suit
from tutor.view import View


def _dumbys(facts: LeadFacts, suit: Suit) -> Holding:
    return facts.dummy[suit] if facts.dummy else Holding()


def _extreme(facts: LeadFacts, suits: Sequence[Suit], key: Callable[[int], int]) -> tuple[Suit, ...]:
    """The suits in which Dumby’s honours are worth most, or least."""
    worth = {suit: key(honour_points(_dumbys(facts, suit))) for suit in suits}
    return tuple(suit for suit in suits if worth[suit] == max(worth.values()))


def _cards(facts: LeadFacts, suits: Sequence[Suit]) -> tuple[Card, ...]:
    """The cards to lead from suits: of one not led before as from a good suit, of another as partner’s is led back."""
    return tuple(
        card for suit in suits for card in (facts.by_rows([suit]) if suit in facts.fresh else (facts.to_return(suit),))
    )


against_dumby = Section[LeadFacts](KEY)


@against_dumby.rule(
    "cae-variant-dumby-policy",
    "Lead through Dumby’s strong suits.",
    page=64,
    lines=(2851, 2855),
    row="through strength",
)
def through_strength(facts: LeadFacts) -> Finding:
    if not facts.dummy_follows:
        return no("Dumby does not play next")
    strong = [suit for suit in facts.plain_suits if honour_points(_dumbys(facts, suit))]
    if not strong:
        return no("Dumby has no honour in a plain suit that is held")
    suits = _extreme(facts, strong, lambda points: points)
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
LEADING_AGAINST_DUMBY = Chapter(Question.RETURN, against_dumby, LeadFacts, silent_on=_silent_on)
