"""Cælebs’s leads from a suit that is fit to be opened, best suit first (pp. 26–34): one rule for each combination."""

from __future__ import annotations

from collections.abc import Callable

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import names
from tutor.authorities.caelebs.lead_combinations import COMBINATIONS, Combination, combination_of
from tutor.authorities.caelebs.lead_facts import LeadFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card


def _from(combination: Combination) -> Callable[[LeadFacts], Finding]:
    """Where the best suit to open is of a combination: the cards that are led from it."""

    def test(facts: LeadFacts) -> Finding:
        suits = [suit for suit in facts.fortified if combination_of(facts.hand[suit]) is combination]
        if not suits:
            return no(lambda: f"the best suit to open is not {combination.name}")
        instead = [Card(suit, rank) for suit in suits for rank in combination.or_else(facts.hand[suit])]
        others = facts.by_combination(suit for suit in facts.fortified if suit not in suits)
        return yes(
            lambda: (
                f"the best {'suit to open is' if len(suits) == 1 else 'suits to open are'} {names(suits)}: "
                f"{combination.name}"
            ),
            *facts.by_combination(suits),
            merely=(*instead, *others),
        )

    return test


good_suits = Section[LeadFacts](KEY)
for one in COMBINATIONS:
    good_suits.rule(
        one.id,
        one.says,
        page=one.page,
        lines=one.lines,
        row=one.name,
        why=one.why,
        why_page=one.why_page,
        why_lines=one.why_lines,
    )(_from(one))

INDEPENDENT = [rule for rule, one in zip(good_suits, COMBINATIONS, strict=True) if one.is_independent]
FAIRLY_GOOD = [rule for rule, one in zip(good_suits, COMBINATIONS, strict=True) if not one.is_independent]
"""“A good independent lead” goes before the return of partner’s suit (p. 28); any other suit goes after it.

Natural leads “proceed from well-fortified suits” (p. 27). Cælebs tells us to lead from “king or queen, if tolerably
supported” (p. 34). Queens, jacks and tens are otherwise what the weak lead to strengthen partner (pp. 26, 27). Of a
suit headed by the jack he says no more than that it is numerous, or that its sequence is safe. So a suit is well
fortified that is headed by ace, king or queen. His jack returned from king, jack and one other (p. 51) agrees.
"""
