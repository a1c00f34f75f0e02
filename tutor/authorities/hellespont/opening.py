"""What Hellespont reads in a hand that has the opening lead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Denomination
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.codes.bridge_english_1901 import HONOURS
from tutor.seats import Seat
from tutor.view import View

LONG = 4
"""He calls a suit long from four cards (the three-card suits come after the long ones, pp. 141 and 148)."""


@dataclass(frozen=True)
class Opening:
    """The leader’s hand, what was declared by whom, and who doubled."""

    hand: Hand
    trumps: Suit | None
    by_dealer: bool
    doubled_by_me: bool
    doubled_by_partner: bool

    @classmethod
    def of(cls, view: View) -> Opening:
        """The opening of a view whose seat is about to lead to the first trick."""
        declaration = view.declaration
        if declaration is None:
            raise ValueError("nothing has been declared")
        doubles = view.calling.doubles()
        first = doubles[0] if doubles else None
        return cls(
            hand=view.hand,
            trumps=declaration.trumps,
            by_dealer=declaration.by is view.dealer,
            doubled_by_me=first is view.seat,
            doubled_by_partner=first is view.seat.partner,
        )

    @property
    def is_doubled(self) -> bool:
        return self.doubled_by_me or self.doubled_by_partner

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit])

    @cached_property
    def trump_holding(self) -> Holding:
        return Holding() if self.trumps is None else self.hand[self.trumps]

    @cached_property
    def trump_honours(self) -> int:
        return self.trump_holding.count(HONOURS)

    def suits(self, wanted: Iterable[Suit]) -> str:
        return " and ".join(suit.plural for suit in wanted)

    def lowest_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].lowest) for suit in suits)

    def highest_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].highest) for suit in suits)

    def cards_of(self, rank: Rank, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, rank) for suit in suits)
