"""What comes of one hand in deals made at random, where no count can tell: so often, within such bounds.

The other hands are dealt by a generator with a seed, so that everybody gets the same deals. The opening lead is the
one that the author’s own rules give the leader; after it everybody plays as well as with open hands, the adversaries
too. So the declaring side makes less than at a table: the frequency is a low estimate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from tutor.analysis import double_dummy
from tutor.auction import Calling, Declare, Denomination
from tutor.authorities import AUTHORITIES
from tutor.authorities.rules import Advice, Question
from tutor.cards import PACK, Card, Hand
from tutor.play import Play
from tutor.seats import BySeat, Seat
from tutor.view import View

DEVIATIONS = 2.576
"""How many standard deviations the bounds are apart from the middle: they hold in 99 of 100 trials."""
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Trial:
    """A dealer’s hand, what is declared on it, and how often the dealer’s side takes so many tricks or more."""

    source: str
    hand: Hand
    denomination: Denomination
    tricks: int
    deals: int
    seed: int

    def run(self) -> SampleCount:
        """What comes of it; the same each time, and worked out once."""
        return _run(self)

    def openings(self) -> Iterator[Play]:
        """The deals, each when the opening lead has been made."""
        random, others = Random(self.seed), [card for card in PACK if card not in self.hand]
        dealer, leader, dummy, third = Seat.SOUTH.round()
        calling = Calling(dealer).after(dealer, Declare(self.denomination))
        for _ in range(self.deals):
            random.shuffle(others)
            hands = {dealer: self.hand}
            for place, seat in enumerate((leader, dummy, third)):
                hands[seat] = Hand.of(others[13 * place : 13 * place + 13])
            start = Play.start(BySeat.of(hands), self.denomination.trumps, leader)
            yield start.after(self._lead(View(leader, dealer, hands[leader], calling, leader=leader), start))

    def _lead(self, view: View, start: Play) -> Card:
        author = AUTHORITIES.get(self.source)
        advice = author.advise(view, Question.LEAD) if author else None
        cards = [one for one in advice.answers if isinstance(one, Card)] if isinstance(advice, Advice) else []
        return cards[0] if cards else max(double_dummy.tricks_by_card(start).items(), key=lambda one: one[1])[0]


@dataclass(frozen=True, slots=True)
class SampleCount:
    """In how many of how many deals it came about."""

    times: int
    deals: int

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the chance lies, by Wilson’s interval."""
        share, square = self.times / self.deals, DEVIATIONS**2
        middle = share + square / (2 * self.deals)
        width = DEVIATIONS * math.sqrt(share * (1 - share) / self.deals + square / (4 * self.deals**2))
        whole = 1 + square / self.deals
        return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)

    def is_at_least(self, chance: Fraction) -> bool | None:
        """Whether the chance is at least so great; None where the bounds leave it open."""
        low, high = self.bounds
        return True if low >= chance else False if high < chance else None

    def __str__(self) -> str:
        low, high = self.bounds
        return f"in {self.times} of {self.deals} deals, so between {low:.0%} and {high:.0%}"


@lru_cache(64)  # more than there are trials
def _run(trial: Trial) -> SampleCount:
    openings = tuple(trial.openings())
    batches = (openings[start : start + AT_ONCE] for start in range(0, len(openings), AT_ONCE))
    made = (tricks for plays in batches for tricks in double_dummy.most_tricks(plays))
    return SampleCount(sum(tricks >= trial.tricks for tricks in made), trial.deals)
