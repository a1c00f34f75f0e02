"""The suit of the other side led back to them, after a trick of theirs was won cheaply (pp. 52–53).

He only allows it, and hardly ever in trumps: “it may not be amiss”, and the weakness “may be a mere decoy”.
"""

from __future__ import annotations

from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.facts import WhistFacts
from tutor.authorities.rules import Finding, no, yes
from tutor.authorities.section import Section
from tutor.cards import Card, Rank, Suit


def _won_cheaply(facts: WhistFacts) -> Suit | None:
    """The plain suit of the other side of which this hand has just won a trick with a ten or less."""
    last = facts.view.tricks[-1] if facts.view.tricks else None
    card = last.card_of(facts.seat) if last and last.leader in facts.adversaries else None
    if last is None or card is None or last.winner(facts.trumps) is not facts.seat:
        return None
    is_plain = card.suit is last.suit_led and card.suit is not facts.trumps
    return card.suit if is_plain and card.rank <= Rank.TEN and facts.hand[card.suit] else None


may_lead_it_back = Section[WhistFacts](KEY)


@may_lead_it_back.rule(
    "cae-art-067",
    "Having won a trick very cheaply you may return the other side’s suit, but not trumps.",
    page=52,
    lines=(2453, 2467),
)
def lead_it_back(facts: WhistFacts) -> Finding:
    suit = _won_cheaply(facts)
    if suit is None:
        return no("no trick has just been won very cheaply in a plain suit of the other side")
    return yes(lambda: f"a trick in {suit.plural} was won very cheaply", Card(suit, facts.hand[suit].lowest))


@may_lead_it_back.rule(
    "cae-art-068",
    "In a plain suit you may lead back through the first leader, and keep the best card.",
    page=53,
    lines=(2469, 2473),
    row="lead back",
)
def through_the_first_leader(facts: WhistFacts) -> Finding:
    last = facts.view.tricks[-1] if facts.view.tricks else None
    suit = last.suit_led if last and last.leader is facts.seat.left else None
    if suit is None or suit is facts.trumps or len(facts.hand[suit]) < 2 or not facts.masters(suit):
        return no("the left has not just led a plain suit of which the best card and another are held")
    low = Card(suit, facts.hand[suit].lowest)
    return yes(lambda: f"partner may make the third best of {suit.plural}, and the best is kept", low)
