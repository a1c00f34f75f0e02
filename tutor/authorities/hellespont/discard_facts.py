"""What an opponent of the dealer sees in a hand that must discard.

A card counts as what it has become: when ace and king of a suit are gone, the queen is like an ace. A suit can *spare*
the cards that its guard does not need. An ace needs no guard, a king one, a queen two, a jack three, and a king or a
queen with fewer guards keeps what it has (Game XXII keeps queen and one). The last card of a suit can never be spared
(p. 175), nor can a winner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.hellespont.strength import strength
from tutor.authorities.hellespont.trick_figures import FEWEST_OF_A_LONG_SUIT
from tutor.authorities.situation import Situation
from tutor.cards import Card, Holding, Rank, Suit
from tutor.view import View

DESCENDING = tuple(Rank)
"""The ranks from the ace down: a card with so many guards as its place here is safe."""

LOWEST_GUARDED = Rank.KNAVE
"""A card below the jack is not worth its guards."""

KEPT_WITH_FEWER_GUARDS = (Rank.KING, Rank.QUEEN)
"""They keep what guards they have, though they are too few (Game XXII)."""


@dataclass(frozen=True)
class DiscardFacts(Situation):
    """An opponent’s hand that has none of the suit led. `by_length` takes the longest long suit for the strongest."""

    by_length: bool = False

    @classmethod
    def longest(cls, view: View) -> DiscardFacts:
        """The same, the longest suit being taken for the strongest."""
        return cls(view, by_length=True)

    @cached_property
    def suits(self) -> tuple[Suit, ...]:
        """The plain suits that are held."""
        return tuple(suit for suit in Suit if self.hand[suit] and suit is not self.trumps)

    @cached_property
    def partner_leads(self) -> bool:
        """Whether it is the partner who led to the trick, and not the dealer’s side."""
        return self.trick.leader is self.partner

    @cached_property
    def earlier(self) -> tuple[Card, ...]:
        """The discards that the hand has made, in order."""
        return self.discards_of(self.seat)

    # ---- what a suit is worth ----------------------------------------------------------------------------------

    def standing(self, suit: Suit) -> Holding:
        """What the cards of a suit have become, now that others are gone."""
        return self._standing[suit]

    @cached_property
    def _standing(self) -> Mapping[Suit, Holding]:
        def become(place: int, rank: Rank, suit: Suit) -> Rank:
            return DESCENDING[place + sum(other > rank for other in self.outstanding(suit))]

        return {
            suit: Holding(tuple(become(place, rank, suit) for place, rank in enumerate(self.hand[suit])))
            for suit in Suit
        }

    def worth(self, suit: Suit) -> int:
        """The strength of what is left of a suit."""
        return strength(self.standing(suit))

    def is_all_winners(self, suit: Suit) -> bool:
        return all(self.is_master(card) for card in self.hand.only(suit))

    @cached_property
    def wanted(self) -> Suit | None:
        """The suit that partner should lead: the strongest; None where two are as strong, or none is worth it.

        Left out are a suit of which every card wins, because it need not be shown (Games XII and XVI), and a suit whose
        highest card can neither win nor be guarded.
        """
        return self._strongest_of(
            suit for suit in self.suits if not self.is_all_winners(suit) and not self.is_worthless(suit)
        )

    @property
    def wanted_suit(self) -> Suit:
        """The suit that partner should lead, where there is one."""
        wanted = self.wanted
        assert wanted is not None, "one suit is wanted"  # noqa: S101
        return wanted

    @cached_property
    def strongest(self) -> Suit | None:
        """The strongest suit; None where two are as strong."""
        return self._strongest_of(self.suits)

    def _strongest_of(self, suits: Iterable[Suit]) -> Suit | None:
        """The strongest of four cards or more, before any shorter: four to a king before three to an ace (p. 257)."""
        suits = tuple(suits)
        long = [suit for suit in suits if len(self.hand[suit]) >= FEWEST_OF_A_LONG_SUIT]
        keys = {suit: (self.worth(suit), len(self.hand[suit])) for suit in long or suits}
        if self.by_length and long:
            keys = {suit: (length, worth) for suit, (worth, length) in keys.items()}
        best = [suit for suit, key in keys.items() if key == max(keys.values())]
        return best[0] if len(best) == 1 else None

    def best(self, suits: Sequence[Suit]) -> tuple[Suit, ...]:
        """The suits of the most worth, all that are equally strong."""
        most = max(self.worth(suit) for suit in suits)
        return tuple(suit for suit in suits if self.worth(suit) == most)

    def weakest(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        """The suits of the least worth, all that are equally weak."""
        suits = tuple(suits)
        least = min((self.worth(suit) for suit in suits), default=0)
        return tuple(suit for suit in suits if self.worth(suit) == least)

    def weakest_first(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        return tuple(sorted(suits, key=self.worth))

    # ---- what can be spared ------------------------------------------------------------------------------------

    def spare(self, suit: Suit) -> int:
        """How many cards of a suit can go without harm."""
        holding = self.standing(suit)
        kept = max(self._guard(holding), 1, sum(self.is_master(card) for card in self.hand.only(suit)))
        return max(len(holding) - kept, 0)

    @staticmethod
    def _guard(holding: Holding) -> int:
        """How many cards the highest needs to be safe, itself among them; none where it cannot be saved."""
        if holding.is_void:
            return 0
        needed = DESCENDING.index(holding.highest) + 1
        if len(holding) >= needed and holding.highest >= LOWEST_GUARDED:
            return needed
        return len(holding) if holding.highest in KEPT_WITH_FEWER_GUARDS and len(holding) > 1 else 0

    def is_worthless(self, suit: Suit) -> bool:
        """Whether nothing of the suit is a winner or guarded."""
        return self._guard(self.standing(suit)) == 0

    @cached_property
    def unwanted(self) -> tuple[Suit, ...]:
        """The suits other than the one wanted."""
        return tuple(suit for suit in self.suits if suit is not self.wanted)

    @cached_property
    def spare_elsewhere(self) -> int:
        """How many cards the other suits can spare."""
        return sum(self.spare(suit) for suit in self.unwanted)

    def lowest_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        return tuple(Card(suit, self.hand[suit].lowest) for suit in suits)

    def last_but_one(self, suit: Suit) -> Card:
        return Card(suit, self.hand[suit].ranks[-2])
