"""What Hellespont’s adversaries of the dealer read in a hand from which they must discard.

A card counts as what it has become: when ace and king of a suit are gone, the queen is as an ace. A suit can *spare*
the cards that its guard does not need: an ace needs no guard, a king one, a queen two, a knave three, and a king or a
queen less well guarded keeps what it has (Game XXII keeps queen and one). The last card of a suit is never spare
(p. 175), nor a winner.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.hellespont.strength import strength
from tutor.authorities.situation import Situation
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.view import View

_EVERY_RANK = tuple(Rank)
_FEWEST_OF_A_LONG_SUIT = 4
_KEPT_UNDER_ITS_GUARD = (1, 2)  # king and queen


@dataclass(frozen=True)
class Discarding:
    """An adversary’s hand that has none of the suit led. `by_length` takes the longest long suit for the strongest."""

    situation: Situation
    by_length: bool = False

    @classmethod
    def of(cls, view: View) -> Discarding:
        return cls(Situation(view))

    @classmethod
    def longest(cls, view: View) -> Discarding:
        """The same, the longest suit being taken for the strongest."""
        return cls(Situation(view), by_length=True)

    @property
    def hand(self) -> Hand:
        return self.situation.hand

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """The plain suits that are held."""
        return tuple(suit for suit in Suit if self.hand[suit] and suit is not self.situation.trumps)

    @cached_property
    def partner_leads(self) -> bool:
        """Whether it is the partner who led to the trick, and not the dealer’s side."""
        return self.situation.trick.leader is self.situation.partner

    @cached_property
    def earlier(self) -> tuple[Card, ...]:
        """The discards that the hand has made, in order."""
        return self.situation.discards_of(self.situation.seat)

    # ---- what a suit is worth ----------------------------------------------------------------------------------

    def standing(self, suit: Suit) -> Holding:
        """What the cards of a suit have become, now that others are gone."""
        gone = {card.rank for card in self.situation.gone if card.suit is suit}
        left = [rank for rank in _EVERY_RANK if rank not in gone]
        return Holding(tuple(_EVERY_RANK[left.index(rank)] for rank in self.hand[suit]))

    def worth(self, suit: Suit) -> int:
        """The strength of a suit as it stands."""
        return strength(self.standing(suit))

    def is_all_winners(self, suit: Suit) -> bool:
        return all(self.situation.is_master(card) for card in self.hand.only(suit))

    @cached_property
    def wanted(self) -> Suit | None:
        """The suit to be led: the strongest; None where two are as strong, or none is worth it.

        Left out are a suit of which every card wins, for it need not be shown (Games XII and XVI), and one whose
        highest card can neither win nor be guarded.
        """
        return self._strongest_of(
            suit for suit in self.suits if not self.is_all_winners(suit) and not self.is_worthless(suit)
        )

    @cached_property
    def strongest(self) -> Suit | None:
        """The strongest suit; None where two are as strong."""
        return self._strongest_of(self.suits)

    def _strongest_of(self, suits: Iterable[Suit]) -> Suit | None:
        """The strongest of four cards or more, before any shorter: four to a king before three to an ace (p. 257)."""
        suits = tuple(suits)
        long = [suit for suit in suits if len(self.hand[suit]) >= _FEWEST_OF_A_LONG_SUIT]
        key = self._by_length if self.by_length and long else self._by_strength
        ranked = sorted(long or suits, key=key, reverse=True)
        if not ranked or (len(ranked) > 1 and key(ranked[0]) == key(ranked[1])):
            return None
        return ranked[0]

    def _by_strength(self, suit: Suit) -> tuple[int, int]:
        return (self.worth(suit), len(self.hand[suit]))

    def _by_length(self, suit: Suit) -> tuple[int, int]:
        return (len(self.hand[suit]), self.worth(suit))

    # ---- what can be spared ------------------------------------------------------------------------------------

    def spare(self, suit: Suit) -> int:
        """How many cards of a suit can go without harm."""
        holding = self.standing(suit)
        kept = max(self._guard(holding), 1, sum(self.situation.is_master(card) for card in self.hand.only(suit)))
        return max(len(holding) - kept, 0)

    @staticmethod
    def _guard(holding: Holding) -> int:
        """How many cards the highest needs to be safe, itself among them; none where it cannot be saved."""
        if holding.is_void:
            return 0
        over = _EVERY_RANK.index(holding.highest)
        if len(holding) > over and over < 4:
            return over + 1
        return len(holding) if over in _KEPT_UNDER_ITS_GUARD and len(holding) > 1 else 0

    def is_worthless(self, suit: Suit) -> bool:
        """Whether nothing of the suit is a winner or guarded."""
        return self._guard(self.standing(suit)) == 0

    @cached_property
    def unwanted(self) -> tuple[Suit, ...]:
        """The suits held other than the one wanted."""
        return tuple(suit for suit in self.suits if suit is not self.wanted)

    @cached_property
    def spare_elsewhere(self) -> int:
        """How many cards the suits that are not wanted can spare."""
        return sum(self.spare(suit) for suit in self.unwanted)

    @cached_property
    def sparing(self) -> tuple[Suit, ...]:
        """The unwanted suits that can spare a card, the weakest first."""
        return self.weakest_first(suit for suit in self.unwanted if self.spare(suit))

    def weakest_first(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        return tuple(sorted(suits, key=self.worth))

    def weakest(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        """The suits of the least worth, all that are equally weak."""
        suits = tuple(suits)
        least = min((self.worth(suit) for suit in suits), default=0)
        return tuple(suit for suit in suits if self.worth(suit) == least)

    def lowest(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].lowest) for suit in suits)

    def last_but_one(self, suit: Suit) -> Card:
        return Card(suit, self.hand[suit].ranks[-2])
