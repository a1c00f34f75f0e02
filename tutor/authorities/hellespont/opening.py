"""What Hellespont reads in a hand that has the opening lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.hellespont.strength import AVERAGE, strength
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.codes.code import HONOURS
from tutor.view import View


def why_no_bridge(view: View) -> str | None:
    """Why an opening lead is none of his concern: he writes of bridge, where something has been declared."""
    return None if view.declaration else "he writes of bridge, and nothing has been declared"


@dataclass(frozen=True)
class Opening:
    """The leader’s hand, what was declared by whom, and who doubled first."""

    hand: Hand
    trumps: Suit | None
    by_dealer: bool
    doubled_by_me: bool
    doubled_by_partner: bool
    declarers_score: int = 0

    @classmethod
    def of(cls, view: View) -> Opening:
        """The opening of a view whose seat is about to lead to the first trick, a declaration having been made."""
        declaration = view.declaration
        assert declaration is not None, "there is no opening lead before a declaration"  # noqa: S101
        doubles = view.calling.doubles()
        first = doubles[0] if doubles else None
        return cls(
            hand=view.hand,
            trumps=declaration.trumps,
            by_dealer=declaration.by is view.dealer,
            doubled_by_me=first is view.seat,
            doubled_by_partner=first is view.seat.partner,
            declarers_score=view.standing.them,
        )

    @property
    def is_doubled(self) -> bool:
        return self.doubled_by_me or self.doubled_by_partner

    @property
    def is_to_the_score(self) -> bool:
        """Whether the black suit of the dealer may be an attack, two by tricks being the game (p. 111)."""
        return self.declarers_score >= {Suit.SPADES: 24, Suit.CLUBS: 22}.get(self.trumps or Suit.HEARTS, 30)

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit])

    @cached_property
    def long_suits(self) -> tuple[Suit, ...]:
        """The plain suits of four cards or more: those of three come after the long ones (pp. 141, 148)."""
        return tuple(suit for suit in self.plain_suits if len(self.hand[suit]) >= 4)

    @cached_property
    def trump_holding(self) -> Holding:
        return Holding() if self.trumps is None else self.hand[self.trumps]

    @cached_property
    def trump_honours(self) -> int:
        return self.trump_holding.count(HONOURS)

    @cached_property
    def is_average(self) -> bool:
        """Whether the hand is at least as strong as one with a card of each rank."""
        return sum(strength(self.hand[suit]) for suit in Suit) >= AVERAGE

    def holdings(self) -> Iterator[tuple[Suit, Holding]]:
        """Each plain suit with what is held of it."""
        return ((suit, self.hand[suit]) for suit in self.plain_suits)

    def having(self, test: Callable[[Holding], bool]) -> tuple[Suit, ...]:
        """The plain suits whose holding passes a test."""
        return tuple(suit for suit in self.plain_suits if test(self.hand[suit]))

    def longest(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        """Those of the suits that have the most cards."""
        suits = tuple(suits)
        most = max((len(self.hand[suit]) for suit in suits), default=0)
        return tuple(suit for suit in suits if len(self.hand[suit]) == most)

    def strongest(self, suits: Sequence[Suit]) -> Suit:
        """The suit of the most strength; of two as strong, the longer."""
        return max(suits, key=lambda suit: (strength(self.hand[suit]), len(self.hand[suit])))

    def strongest_and_longest(self, suits: Sequence[Suit]) -> tuple[Suit, ...]:
        """The strongest suit and then, as “strongest” may also be taken, the longest where it is another."""
        by_strength = self.strongest(suits)
        by_length = max(suits, key=lambda suit: (len(self.hand[suit]), strength(self.hand[suit])))
        return (by_strength,) if by_strength is by_length else (by_strength, by_length)

    def names(self, suits: Iterable[Suit]) -> str:
        return " and ".join(suit.plural for suit in suits)

    def cards(self, rank: Rank, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, rank) for suit in suits)

    def lowest_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].lowest) for suit in suits)

    def highest_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].highest) for suit in suits)
