"""What the declarer sees: two hands, and so every card that the opponents hold between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.authorities.foster.combinations import HIGH, honours, strength
from tutor.authorities.foster.play_facts import PlayFacts, names, no_declarer
from tutor.cards import Card, Hand, Holding, Rank, Suit
from tutor.notation import counted, in_words
from tutor.view import View


def not_the_declarer(view: View) -> str | None:
    """Why a play is not one of the declarer’s, who sees both hands."""
    facts = PlayFacts(view)
    if no_declarer(view) or not facts.is_declarers:
        return "the declarer is not playing"
    return None if facts.partner in view.seen else "the declarer’s other hand is not seen"


@dataclass(frozen=True)
class DeclarerFacts(PlayFacts):
    """A hand of the declarer’s that is to lead or to play, with the other one."""

    @cached_property
    def other(self) -> Hand:
        return self.view.seen[self.partner]

    @cached_property
    def other_dealt(self) -> Hand:
        return self.other.plus(*(one.card for one in self.played if one.seat is self.partner))

    @property
    def is_adverse_lead(self) -> bool:
        return self.trick.leader.side is not self.seat.side

    # ---- the cards of both sides -----------------------------------------------------------------------------

    @cached_property
    def _against(self) -> dict[Suit, Holding]:
        return {suit: self.unseen(suit) for suit in Suit}

    def against(self, suit: Suit) -> Holding:
        """The cards of a suit that the opponents still hold."""
        return self._against[suit]

    def is_sure(self, card: Card) -> bool:
        """Whether no card of the opponents’ beats this one in its suit."""
        against = self.against(card.suit)
        return not against or against.highest < card.rank

    def sure(self, hand: Hand, suit: Suit) -> tuple[Rank, ...]:
        """The cards of one of the two hands that no card of the opponents’ beats."""
        return tuple(rank for rank in hand[suit] if self.is_sure(Card(suit, rank)))

    def sure_tricks(self, suit: Suit) -> int:
        """How many cards of a suit in both hands no card of the opponents’ beats."""
        return len(self.sure(self.hand, suit)) + len(self.sure(self.other, suit))

    def total(self, suit: Suit) -> int:
        return len(self.hand[suit]) + len(self.other[suit])

    def is_shorter_here(self, suit: Suit) -> bool:
        return len(self.hand[suit]) < len(self.other[suit])

    def is_weaker_here(self, suit: Suit) -> bool:
        """Whether the other hand has the more honours of a suit, or as many and a higher card."""
        return strength(self.hand[suit]) < strength(self.other[suit])

    def are_next(self, card: Card, other: Card) -> bool:
        """Whether the opponents hold no card between two of a suit."""
        low, high = sorted((card.rank, other.rank))
        return not any(low < rank < high for rank in self.against(card.suit))

    def touches(self, card: Card) -> bool:
        """Whether another card of the suit on this side is as good: the opponents have none between."""
        mine = (Card(card.suit, rank) for rank in (*self.hand[card.suit], *self.other[card.suit]))
        return any(other != card and self.are_next(card, other) for other in mine)

    def can_unblock(self, hand: Hand, suit: Suit) -> bool:
        """Whether the best card of a hand is high, and equal to another of the two hands."""
        if not hand[suit]:
            return False
        top = Card(suit, hand[suit].highest)
        return top.rank >= HIGH and self.touches(top)

    def has_entry(self, hand: Hand, apart_from: Iterable[Suit]) -> bool:
        """Whether a hand has a card in another plain suit that is sure of its trick."""
        left = [suit for suit in Suit if suit not in (*apart_from, self.trumps)]
        return any(self.sure(hand, suit) for suit in left)

    def is_established(self, suit: Suit) -> bool:
        """Whether the best cards of a suit on this side are enough to take all that the opponents hold of it."""
        return self.sure_tricks(suit) >= len(self.against(suit))

    def finessing_card(self, hand: Hand, suit: Suit) -> Card | None:
        """The card with which a hand can finesse: neither the best left, which it holds, nor as good.

        It is against “cards as good as kings and queens” (p. 145); of equal cards it is the lowest
        (“the ten should be finessed the first time”, p. 146).
        """
        ranks, against = hand[suit].ranks, self.against(suit)
        if not ranks or not against or ranks[0] < against.highest or against.highest < Rank.QUEEN:
            return None
        below = [Card(suit, rank) for rank in ranks if against.lowest < rank < against.highest and rank >= HIGH]
        return next((card for card in reversed(below) if self.are_next(card, below[0])), None)

    def as_good(self, card: Card) -> tuple[Card, ...]:
        """The cards of the hand that may be led as well: those touching it, or if it is the lowest every small one."""
        if card.rank >= HIGH:
            return self.equals(card)
        if card.rank is not self.hand[card.suit].lowest:
            return (card,)
        return tuple(other for other in self.hand.only(card.suit) if other.rank < HIGH)

    # ---- the suit to play for --------------------------------------------------------------------------------

    @cached_property
    def _promise(self) -> dict[Suit, tuple[int, int]]:
        """For each suit as dealt: the cards in both hands, and those in the hand with more."""
        played = Counter((one.seat, one.card.suit) for one in self.played)
        hands = ((self.seat, self.hand), (self.partner, self.other))
        dealt = {suit: [len(hand[suit]) + played[seat, suit] for seat, hand in hands] for suit in Suit}
        return {suit: (sum(lengths), max(lengths)) for suit, lengths in dealt.items()}

    def promise_of(self, suits: Sequence[Suit]) -> str:
        """What suits as promising as each other have to show, in words."""
        total, longer = self._promise[suits[0]]
        each = " each" if len(suits) > 1 else ""
        cards = f"{counted(total, 'card')}{each}"
        return f"{cards} in {names(suits)} were dealt to the two hands, {in_words(longer)} of them to one"

    @cached_property
    def to_play_for(self) -> tuple[Suit, ...]:
        """The suits of most promise without trumps that the hand on lead has a card of and that can be brought in."""
        suits = self.could_play_for
        if not suits:
            return ()
        most = max(self._promise[suit] for suit in suits)
        equal = tuple(suit for suit in suits if self._promise[suit] == most)
        if len(equal) == 1:
            return equal
        shown = max(self._shown(suit) for suit in equal)
        return tuple(suit for suit in equal if self._shown(suit) == shown)

    def _shown(self, suit: Suit) -> tuple[int, int]:
        """How much of a suit is shown on the table: dummy’s cards of it, and its honours."""
        dummys = (self.dealt if self.seat is self.dummy_seat else self.other_dealt)[suit]
        return len(dummys), len(honours(dummys))

    @cached_property
    def could_play_for(self) -> tuple[Suit, ...]:
        """The suits that might be chosen without trumps."""
        return tuple(suit for suit in Suit if self.hand[suit] and not self._is_dead(suit))

    def _is_dead(self, suit: Suit) -> bool:
        """Whether the hand on lead alone has cards of an unestablished suit, and could not be put in again."""
        return not (self.other[suit] or self.is_established(suit) or self.has_entry(self.hand, (suit,)))

    @cached_property
    def suits_now(self) -> tuple[Suit, ...]:
        """Trumps while there are any to draw; else the suits to play for, or any plain suit once trumps are drawn."""
        if self.trumps is None:
            return self.to_play_for
        if self.has_trumps_to_draw:
            return (self.trumps,) if self.hand[self.trumps] else ()
        return self.plain_suits

    @cached_property
    def has_begun(self) -> bool:
        """Whether the declarer has led trumps; without them, whether either of the two hands has led the suit
        chosen.
        """
        led = {card.suit for card in self.led_by(self.seat, self.partner)}
        return bool(led & ({self.trumps} if self.trumps else set(self.to_play_for)))

    # ---- trumps ----------------------------------------------------------------------------------------------

    @cached_property
    def has_trumps_to_draw(self) -> bool:
        return self.trumps is not None and bool(self.against(self.trumps))

    def trumps_of(self, hand: Hand) -> Holding:
        return hand[self.trumps] if self.trumps else Holding()

    @cached_property
    def others_voids(self) -> tuple[Suit, ...]:
        """The plain suits on lead here of which the other hand has none."""
        return tuple(suit for suit in self.plain_suits if not self.other[suit])

    @property
    def trumps_against(self) -> str:
        """How many trumps the opponents have, in words."""
        number = len(self.against(self.trumps)) if self.trumps else 0
        return f"the opponents have {counted(number, 'trump')}"
