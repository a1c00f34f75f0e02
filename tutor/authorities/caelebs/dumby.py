"""Cælebs’s policy against Dumby, whose hand is exposed (pp. 64–65)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tutor.authorities.caelebs.facts import why_no_whist
from tutor.authorities.caelebs.lead_facts import LeadFacts, cite, honour_points, names
from tutor.authorities.chapter import Chapter
from tutor.authorities.rules import Finding, Question, Rule, applies, fails
from tutor.cards import Card, Holding, Rank, Suit
from tutor.view import View


def _dumbys(facts: LeadFacts, suit: Suit) -> Holding:
    return facts.dummy[suit] if facts.dummy else Holding()


def _extreme(facts: LeadFacts, suits: Sequence[Suit], key: Callable[[int], int]) -> tuple[Suit, ...]:
    """The suits in which Dumby’s honours are worth most, or least."""
    worth = {suit: key(honour_points(_dumbys(facts, suit))) for suit in suits}
    return tuple(suit for suit in suits if worth[suit] == max(worth.values()))


def _through_strength(facts: LeadFacts) -> Finding:
    if not facts.dummy_follows:
        return fails("Dumby does not play next")
    strong = [suit for suit in facts.plain_suits if honour_points(_dumbys(facts, suit))]
    if not strong:
        return fails("Dumby has no honour in a plain suit that is held")
    suits = _extreme(facts, strong, lambda points: points)
    return applies(f"Dumby plays next, and is strong in {names(suits)}", *_cards(facts, suits))


def _up_to_weakness(facts: LeadFacts) -> Finding:
    if not facts.dummy_precedes:
        return fails("Dumby does not play last")
    weak = [suit for suit in facts.plain_suits if (held := _dumbys(facts, suit)) and held.highest <= Rank.TEN]
    if not weak:
        return fails("Dumby has no weak plain suit to be led up to")
    return applies(f"Dumby plays last, and is weak in {names(weak)}", *_cards(facts, facts.best(weak)))


def _cards(facts: LeadFacts, suits: Sequence[Suit]) -> tuple[Card, ...]:
    """The cards to lead from suits: of one not led before as from a good suit, of another as partner’s is led back."""
    return tuple(
        card for suit in suits for card in (facts.by_rows([suit]) if suit in facts.fresh else (facts.to_return(suit),))
    )


AGAINST_DUMBY: Sequence[Rule[LeadFacts]] = (
    Rule(
        "cae-variant-dumby-policy",
        "Lead through Dumby’s strong suits.",
        cite(64, 2851, 2855),
        _through_strength,
        "through strength",
    ),
    Rule(
        "cae-variant-dumby-policy",
        "Lead up to Dumby’s weak suits.",
        cite(64, 2851, 2855),
        _up_to_weakness,
        "up to weakness",
    ),
)


def _silent_on(view: View) -> str | None:
    return why_no_whist(view) or (None if view.exposed else "no hand is exposed")


FIRST_LEAD_AGAINST_DUMBY = Chapter(Question.LEAD, AGAINST_DUMBY, LeadFacts, silent_on=_silent_on)
LEADING_AGAINST_DUMBY = Chapter(Question.RETURN, AGAINST_DUMBY, LeadFacts, silent_on=_silent_on)
