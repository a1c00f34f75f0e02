"""What Hellespont reads in a hand that has the opening lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.hellespont.doubling_facts import TO_FIT_THE_SCORE
from tutor.authorities.hellespont.strength import AVERAGE, strength, sure_tricks
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.codes.bridge_code import HONOURS, BridgeCode
from tutor.view import View

LONG = 4
"""From how many cards a suit is long: those of three come after the long ones (pp. 141, 148)."""


def why_nothing_declared(view: View) -> str | None:
    """Why an opening lead is none of Hellespont’s concern: he writes of bridge, where something has been declared."""
    return None if view.declaration else "Hellespont writes of bridge, and nothing has been declared"


@dataclass(frozen=True)
class OpeningFacts:
    """The leader’s hand, what was declared by whom, and who doubled first."""

    hand: Hand
    trumps: Suit | None
    by_dealer: bool
    doubled_by_me: bool
    doubled_by_partner: bool
    declarers_score: int = 0

    @classmethod
    def of(cls, view: View) -> OpeningFacts:
        """The facts of a view whose seat is about to lead to the first trick, a declaration having been made."""
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
    def fits_the_score(self) -> bool:
        """Whether the black suit of the dealer may be an attack, two by tricks being the game (p. 111)."""
        fits_from = TO_FIT_THE_SCORE.get(self.trumps, BridgeCode.game) if self.trumps else BridgeCode.game
        return self.declarers_score >= fits_from

    # ---- the suits -------------------------------------------------------------------------------------------

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and self.hand[suit])

    @cached_property
    def long_suits(self) -> tuple[Suit, ...]:
        return tuple(suit for suit in self.plain_suits if len(self.hand[suit]) >= LONG)

    @cached_property
    def longest_suits(self) -> tuple[Suit, ...]:
        """The plain suits that have the most cards."""
        return self.longest(self.plain_suits)

    @cached_property
    def trump_cards(self) -> tuple[Card, ...]:
        """The trumps, highest first."""
        return () if self.trumps is None else tuple(self.hand.only(self.trumps))

    @cached_property
    def trump_honours(self) -> int:
        return sum(card.rank in HONOURS for card in self.trump_cards)

    @cached_property
    def is_average(self) -> bool:
        """Whether the hand is at least as strong as one with a card of each rank."""
        return sum(strength(self.hand[suit]) for suit in Suit) >= AVERAGE

    @cached_property
    def sure_plain_tricks(self) -> int:
        """The tricks of the plain suits that no lie of the cards prevents."""
        return sum(sure_tricks(self.hand[suit]) for suit in self.plain_suits)

    # ---- without trumps --------------------------------------------------------------------------------------

    @cached_property
    def suits_to_open(self) -> tuple[Suit, ...]:
        """The longest suits, strongest first; but of four or more with an honour before a longest without (p. 148)."""
        suits = self.longest_suits
        if not any(self.hand[suit].count(HONOURS) for suit in suits):
            suits = self.longest(suit for suit in self.long_suits if self.hand[suit].count(HONOURS)) or suits
        return tuple(sorted(suits, key=lambda suit: -strength(self.hand[suit])))

    @cached_property
    def suit_to_open(self) -> Suit:
        """The strongest of the suits that may be opened."""
        return self.suits_to_open[0]

    @cached_property
    def has_re_entry(self) -> bool:
        """Whether there is a card of re-entry to the suit that is opened."""
        return self.has_re_entry_to(self.suit_to_open)

    def has_re_entry_to(self, suit: Suit) -> bool:
        """Whether another suit has a certain card of re-entry: ace, king and queen, or queen, jack, ten (p. 149)."""
        others = (self.hand[other] for other in self.plain_suits if other is not suit)
        return any(Rank.ACE in held or held.headed_by("KQ") or held.headed_by("QJT") for held in others)

    def may_have_re_entry_to(self, suit: Suit) -> bool:
        """Whether, failing that, a suit may do on the dealer’s left: a guarded king, or queen, jack and one (p.
        149).
        """
        others = (self.hand[other] for other in self.plain_suits if other is not suit)
        return not self.has_re_entry_to(suit) and any(
            (held.headed_by("K") and len(held) > 1) or (held.headed_by("QJ") and len(held) > 2) for held in others
        )

    # ---- choosing among suits --------------------------------------------------------------------------------

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
