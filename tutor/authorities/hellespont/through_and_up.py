"""Leading through the strong suits of dummy, or up to its weak ones (pp. 133, 137, 142, 145).

Which card of the suit is led Hellespont says only of the opening. Here too it is that of his table, where he has one
with trumps. Otherwise it is the lowest; but with trumps the higher of two, since the lower first would say that there
are more (p. 143). Any small card of the suit is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.hellespont.defence_facts import STRENGTHENING, DefenceFacts
from tutor.authorities.hellespont.opening_facts import LONG
from tutor.authorities.hellespont.strength import VALUES
from tutor.authorities.rules import Finding, Reason, no, yes
from tutor.cards import Card, Holding, Rank, Suit

HOPELESS = 3
"""So many winners of dummy in a suit make it hopeless to lead through them (p. 229)."""
SHORT = 3
"""Strengthening cards are led “from plain suits of two or three” (p. 134)."""


@dataclass(frozen=True)
class LaterLeadFacts(DefenceFacts):
    """An opponent who leads after the first trick."""

    @cached_property
    def sensible_suits(self) -> Sequence[Suit]:
        """The plain suits held that no opponent is known to trump."""
        return [suit for suit in self.plain_suits if not self.is_trumped(suit)]

    @cached_property
    def hopeless_suits(self) -> Sequence[Suit]:
        """Those in which dummy has all that can win: three winners, or nothing but winners (p. 229)."""
        winners = {suit: self.dummys_winners(suit) for suit in self.sensible_suits}
        return [suit for suit, won in winners.items() if won >= HOPELESS or 0 < won == len(self.dummy[suit])]

    def strength_left(self, suit: Suit) -> int:
        """What dummy’s cards of a suit are worth as play has left it.

        A card counts as high as it now stands: when the ace has gone, queen and jack are king and queen. And it counts
        without a guard too, for what is weak for a declaration may yet win a trick that is led up to it.
        """
        ranks = [rank for rank in Rank if Card(suit, rank) not in self.table.gone]
        stands = dict(zip(ranks, Rank, strict=False))
        return sum(VALUES.get(stands[rank], 0) for rank in self.dummy[suit])


def through_or_up(facts: LaterLeadFacts) -> Finding:
    """Through what is strongest in dummy, or up to what is weakest, as it sits."""
    if facts.table.dummy_follows:
        return through_strength(facts)
    if facts.table.dummy_precedes:
        return up_to_weakness(facts)
    return no("dummy plays neither next nor last")


def through_strength(facts: LaterLeadFacts) -> Finding:
    if not facts.table.dummy_follows:
        return no("dummy does not play next")
    suits = [suit for suit in facts.sensible_suits if facts.dummy[suit] and suit not in facts.hopeless_suits]
    if not suits:
        return no("there is no suit here to lead through strength in dummy")
    strengths = {suit: facts.strength_left(suit) for suit in suits}
    most = max(strengths.values())
    chosen = [suit for suit in suits if strengths[suit] == most]
    return _lead(facts, chosen, lambda: f"dummy plays next, and is strongest in {facts.names(chosen)}")


def up_to_weakness(facts: LaterLeadFacts) -> Finding:
    if not facts.table.dummy_precedes:
        return no("dummy does not play last")
    if not facts.sensible_suits:
        return no("there is no suit here to lead up to dummy")
    strengths = {
        suit: (facts.dummys_winners(suit), facts.strength_left(suit), len(facts.dummy[suit]))
        for suit in facts.sensible_suits
    }
    least = min(strengths.values())
    chosen = [suit for suit in strengths if strengths[suit] == least]
    return _lead(facts, chosen, lambda: f"dummy plays last, and is weakest in {facts.names(chosen)}")


def _lead(facts: LaterLeadFacts, suits: Sequence[Suit], because: Reason) -> Finding:
    cards = tuple(Card(suit, _rank_to_lead(facts, facts.hand[suit])) for suit in suits)
    small = (card for card in facts.cards(suits) if card.rank < Rank.TEN and card not in cards)
    return yes(because, *cards, merely=small)


def _rank_to_lead(facts: LaterLeadFacts, holding: Holding) -> Rank:
    """The card of a suit that is led, where nothing more is said of it."""
    if facts.trumps is None:
        return holding.lowest
    if holding.headed_by("AK") and len(holding) > 2:
        return Rank.KING
    if holding.headed_by("KJT"):
        return Rank.KNAVE
    is_high = holding.headed_by("KQ") or holding.headed_by("QJT") or Rank.ACE in holding
    return holding.highest if is_high or len(holding) == 2 else holding.lowest


def after_seeing_dummy(facts: LaterLeadFacts) -> Finding:
    """A strengthening card through a king or queen, or a singleton through a suit headed by ace, queen (p. 137)."""
    if not facts.table.dummy_follows:
        return no("dummy does not play next")
    suits = [
        suit
        for suit in facts.sensible_suits
        if suit not in facts.hopeless_suits and _may_be_led_through(facts.hand[suit], facts.dummy[suit])
    ]
    if not suits:
        return no("there is no short strengthening card, or singleton, that suits dummy")

    def because() -> str:
        against = (f"{facts.dummy[suit].highest.word} and others in {suit.plural}" for suit in suits)
        return f"dummy plays next, with {' and '.join(against)}"

    return yes(because, *facts.highest_of(suits))


def _may_be_led_through(mine: Holding, theirs: Holding) -> bool:
    is_over = any(rank in theirs and rank > mine.highest for rank in (Rank.KING, Rank.QUEEN))
    is_strengthening = mine.highest in STRENGTHENING and len(mine) <= SHORT and is_over
    return is_strengthening or (len(mine) == 1 and len(theirs) >= LONG and theirs.headed_by("AQ"))
