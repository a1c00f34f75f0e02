"""What Cælebs reads in a hand that has a card to lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise

from tutor.authorities.caelebs.facts import GAME, LONG, THREE_BEST, LeadKind, WhistFacts, honour_points
from tutor.authorities.caelebs.lead_combinations import combination_of
from tutor.cards import Card, Holding, Rank, Suit
from tutor.codes.whist_1859 import WHIST_HONOURS

TRUMPS_FOR_A_LONG_SUIT = 4
"""“When you want to establish a long suit … you must have at least four trumps” (p. 38)."""


@dataclass(frozen=True)
class LeadFacts(WhistFacts):
    """The table as it looks to a hand with a card to lead; suits `excluded` have been dropped and are not led now."""

    excluded: frozenset[Suit] = field(default=frozenset())

    @cached_property
    def plain_suits(self) -> tuple[Suit, ...]:
        """The suits held that are not trumps."""
        return tuple(suit for suit in Suit if suit is not self.trumps and suit not in self.excluded and self.hand[suit])

    @cached_property
    def fresh(self) -> tuple[Suit, ...]:
        """The plain suits held that nobody has led."""
        led = {lead.card.suit for lead in self.leads}
        return tuple(suit for suit in self.plain_suits if suit not in led)

    @cached_property
    def fortified(self) -> tuple[Suit, ...]:
        """The suits nobody has led that are fit to be opened, best first and equals together."""
        return self.best([suit for suit in self.fresh if combination_of(self.hand[suit])])

    def best(self, suits: Iterable[Suit]) -> tuple[Suit, ...]:
        """Those of the suits that are strongest or most numerous, as Cælebs is read."""
        keys = {suit: self._worth(self.hand[suit]) for suit in suits}
        best = max(keys.values(), default=None)
        return tuple(suit for suit, key in keys.items() if key == best)

    def _worth(self, holding: Holding) -> tuple[int, int]:
        strength, length = honour_points(holding), len(holding)
        return (strength, length) if self.interpretation.strength_before_length else (length, strength)

    def having(self, test: Callable[[Holding], bool]) -> tuple[Suit, ...]:
        """The suits nobody has led whose holding passes a test."""
        return tuple(suit for suit in self.fresh if test(self.hand[suit]))

    def either_end(self, suit: Suit) -> tuple[Card, ...]:
        """The highest and the lowest card of a suit."""
        return tuple(dict.fromkeys((*self.highest_in([suit]), *self.lowest_in([suit]))))

    def without(self, suits: Iterable[Suit]) -> LeadFacts:
        """The same, with some suits dropped; what does not rest on the suits is not worked out again."""
        spared = replace(self, excluded=self.excluded.union(suits))
        vars(spared).update((name, value) for name, value in vars(self).items() if name not in vars(LeadFacts))
        return spared

    @cached_property
    def second_round_of(self) -> tuple[Suit, ...]:
        """The plain suits that this hand opened, led once so far, of which it holds more."""
        opened = self.suits_opened_by(self.seat)
        return tuple(suit for suit in self.plain_suits if suit in opened and self.rounds(suit) == 1)

    def opened_with(self, suit: Suit) -> Rank:
        """The card of a suit that this hand led first."""
        return next(card.rank for card in self.led_by(self.seat) if card.suit is suit)

    def opened_from(self, heads: str, first: str, fewest: int = 3, most: int = 13) -> tuple[Suit, ...]:
        """The suits to be led a second time that were headed so at the deal and opened with the first card."""
        if not self.second_round_of:
            return ()
        return tuple(
            suit
            for suit in self.second_round_of
            if self.dealt[suit].headed_by(heads)
            and fewest <= len(self.dealt[suit]) <= most
            and self.opened_with(suit) is Rank(first)
        )

    def first_round_won(self, suit: Suit) -> bool:
        """Whether this hand’s first lead of a suit won the trick itself."""
        first = next(trick for trick in self.view.tricks if trick.suit_led is suit)
        return first.winner(self.trumps) is self.seat

    @cached_property
    def partners_suits(self) -> tuple[Suit, ...]:
        """The plain suits held that partner was the first to lead."""
        opened = self.suits_opened_by(self.partner)
        return tuple(suit for suit in self.plain_suits if suit in opened)

    def won_for_partner(self, suit: Suit) -> Rank | None:
        """The card with which this hand won the first round of a suit that partner opened."""
        first = next((trick for trick in self.view.tricks if trick.suit_led is suit), None)
        if first is None or first.winner(self.trumps) is not self.seat:
            return None
        card = first.card_of(self.seat)
        return card.rank if card and card.suit is suit else None

    @cached_property
    def partners_strong_suits(self) -> tuple[Suit, ...]:
        """The suits that partner led from strength, but for one that is “finessed without returning it” (p. 51)."""
        return tuple(
            suit
            for suit in self.partners_suits
            if self.kind_of_lead(self.partner, suit) is LeadKind.AGGRESSIVE
            and not self._is_knave_finessed_from_few(suit)
        )

    def _is_knave_finessed_from_few(self, suit: Suit) -> bool:
        """Whether the jack of king, jack and at most one other has won partner’s subordinate lead, led once."""
        dealt = self.dealt[suit]
        is_king_knave = dealt.headed_by("KJ") and len(dealt) < LONG and self.rounds(suit) == 1
        return is_king_knave and self.won_for_partner(suit) is Rank.KNAVE

    def to_return(self, suit: Suit) -> Card:
        """The card that partner is led back: the highest left of less than four at the deal, else the lowest."""
        held = self.hand[suit]
        return Card(suit, held.highest if len(self.dealt[suit]) < LONG else held.lowest)

    def by_combination(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """The cards that are led from suits, as the combination has it, or the highest where there is none."""
        cards: list[Card] = []
        for suit in suits:
            held = self.hand[suit]
            found = combination_of(held)
            cards += [Card(suit, rank) for rank in found.leads(held)] if found else self.highest_in([suit])
        return tuple(dict.fromkeys(cards))

    @cached_property
    def commanded_against_us(self) -> tuple[Suit, ...]:
        """The opponents’ suits of which this hand has the best card."""
        opened = self.suits_opened_by(*self.adversaries)
        return tuple(suit for suit in self.plain_suits if suit in opened and self.masters(suit))

    def winners_of(self, suits: Iterable[Suit]) -> tuple[Card, ...]:
        """A winning card of each suit: as its combination has it of one not led before, or the best."""
        return tuple(
            card
            for suit in suits
            for card in (self.by_combination([suit]) if suit in self.fresh else self.masters(suit)[:1])
        )

    def is_commanded(self, suit: Suit) -> bool:
        """Whether the hand has “the perfect command” of a suit: three of it that nothing can beat."""
        return len(self.masters(suit)) >= THREE_BEST

    def is_established(self, suit: Suit) -> bool:
        """Whether every card of a suit that is held is equal to the best."""
        return len(self.masters(suit)) == len(self.hand[suit]) > 0

    @cached_property
    def commanded(self) -> tuple[Suit, ...]:
        return tuple(suit for suit in self.plain_suits if len(self.dealt[suit]) >= LONG and self.is_commanded(suit))

    @cached_property
    def can_be_out_with_the_odd_trick(self) -> bool:
        """Whether the odd trick is game to either side, and play is “for the odd trick”."""
        return max(self.us, self.them) == GAME - 1

    def best_or_lowest(self, suit: Suit) -> Card:
        """The best card that is left of a suit, if the hand has it, else the lowest of the hand."""
        return (*self.masters(suit)[:1], *self.lowest_in([suit]))[0]

    # ---- trumps ----------------------------------------------------------------------------------------------

    def trump(self, *ranks: Rank) -> tuple[Card, ...]:
        return tuple(Card(self.trump_suit, rank) for rank in ranks)

    @cached_property
    def usual_trump(self) -> tuple[Card, ...]:
        """The trump that is led as the card of a plain suit would be; of three or fewer the highest."""
        held = self.trumps_held
        found = combination_of(held)
        if found:
            return self.trump(*found.leads(held))
        return self.trump(held.highest if len(held) < LONG else held.lowest)

    @cached_property
    def has_trump_motive(self) -> bool:
        """Whether trumps are to be led for offence, before any have been led (p. 38)."""
        held = self.trumps_held
        if not held or self.rounds(self.trump_suit) or not self.adversaries_with_trumps:
            return False
        is_for_a_suit = len(held) >= TRUMPS_FOR_A_LONG_SUIT and held.count(WHIST_HONOURS) > 0
        return self.has_great_strength or (is_for_a_suit and bool(self.commanded))

    @cached_property
    def knave_through_the_queen(self) -> tuple[Card, ...]:
        """The jack, where the queen was turned up on the left and goes through no sequence."""
        is_through = self.trump_turned_by(self.seat.left) is Rank.QUEEN and Rank.KNAVE in self.trumps_held
        return self.trump(Rank.KNAVE) if is_through else ()

    # ---- what has been seen of trumps and ruffs --------------------------------------------------------------

    @cached_property
    def ruffs_of_partner(self) -> tuple[Suit, ...]:
        """The plain suits held of which partner has none, while partner may have trumps."""
        if not self.may_hold_trumps(self.partner):
            return ()
        return tuple(suit for suit in self.plain_suits if self.has_shown_void(self.partner, suit))

    @cached_property
    def partner_stopped_in_trumps(self) -> bool:
        """Whether partner led the best trump, held the lead with it, and then led something else: partner has no
        more.
        """
        return any(
            trick.leader is following.leader is self.partner
            and trick.suit_led is self.trumps
            and following.suit_led not in (None, self.trumps)
            and self.was_master(trick.cards[0])
            for trick, following in pairwise((*self.view.tricks, self.trick))
        )

    @cached_property
    def trumps_are_against_us(self) -> bool:
        """Whether an opponent has asked for trumps, or the opponents have led them twice."""
        led = sum(card.suit is self.trumps for card in self.led_by(*self.adversaries))
        return led > 1 or any(map(self.has_asked, self.adversaries))

    @cached_property
    def thirteenths(self) -> tuple[Suit, ...]:
        """The plain suits of which the hand holds the last card."""
        return tuple(suit for suit in self.plain_suits if len(self.hand[suit]) == 1 and not self.outstanding(suit))
