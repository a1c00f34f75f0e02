"""Sense: what no sane player would do, judged by what the player can see.

A play that is rebuilt chooses cards that the book does not name. Such a card may cost a trick with all hands open, for
nobody sees through the backs of cards; it must not be one that nobody would play. The list is short on purpose: what a
careful player might do for a reason is not on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tutor.cards import Card, Hand, Rank, Suit
from tutor.play import Play
from tutor.seats import Seat


class Folly(Enum):
    """A card that makes no sense, and why not."""

    WINNER_THROWN = "throws away a sure winner, with a worthless card in hand or a ruff that would win the trick"
    HONOUR_BARED = "throws a guarded honour or its last guard, with a worthless card in hand"
    UNDER_RUFF = "trumps lower than the trump already on the trick, with a worthless card in hand"
    PARTNER_RUFFED = "trumps a trick that partner has won, or a winner of partner’s, with a worthless card in hand"
    TRICK_REFUSED = "plays last and does not take the trick, although holding back gains nothing"
    TRICK_WASTED = "follows with a high card that does not win, and has a lower one"
    PARTNER_OVERTAKEN = "overtakes partner’s card with one that is no better"
    LED_INTO_WINNERS = "leads up to the two best cards of a suit in the exposed hand, and has another suit to lead"

    __hash__ = object.__hash__


def follies(play: Play, dummy: Seat | None, card: Card, among: Sequence[Card]) -> tuple[Folly, ...]:
    """What speaks against a card for the seat to play, where the others `among` which it is chosen could be played."""
    others = [other for other in among if other != card]
    return tuple(_found(_Sight.of(play, dummy), card, others)) if others else ()


def _found(sight: _Sight, card: Card, others: list[Card]) -> Iterator[Folly]:
    if not sight.play.trick.cards:
        if _leads_into_winners(sight, card) and any(not _leads_into_winners(sight, other) for other in others):
            yield Folly.LED_INTO_WINNERS
        return
    if card.suit is sight.play.trick.suit_led:
        yield from _following(sight, card, others)
    elif card.suit is sight.play.trumps:
        yield from _ruffing(sight, card, others)
    else:
        yield from _discarding(sight, card, others)
    if _refuses(sight, card, others):
        yield Folly.TRICK_REFUSED


def _leads_into_winners(sight: _Sight, card: Card) -> bool:
    """Whether an adversary leads, without trumps, a suit whose two best cards the exposed hand will play last."""
    dummy = sight.dummy
    if sight.play.trumps is not None or dummy is None or sight.seat is not dummy.left or not sight.is_opened:
        return False
    best = sorted((other for other in sight.unplayed(card.suit)), key=_height, reverse=True)[:2]
    return len(best) == 2 and all(other in sight.play.hands[dummy] for other in best)


def _following(sight: _Sight, card: Card, others: list[Card]) -> Iterator[Folly]:
    lower = [other for other in others if other.rank < card.rank and not sight.are_equal(card, other)]
    if not sight.beats(card):
        if card.rank >= Rank.KNAVE and lower:
            yield Folly.TRICK_WASTED
    elif sight.is_partners and any(not sight.beats(other) for other in lower) and sight.is_no_better(card):
        yield Folly.PARTNER_OVERTAKEN


def _ruffing(sight: _Sight, card: Card, others: list[Card]) -> Iterator[Folly]:
    spare = any(sight.is_idle(other) for other in others)
    if not sight.beats(card) and spare:
        yield Folly.UNDER_RUFF
    elif sight.is_partners and spare and (sight.is_last or sight.is_master(sight.winning)):
        yield Folly.PARTNER_RUFFED


def _discarding(sight: _Sight, card: Card, others: list[Card]) -> Iterator[Folly]:
    spare = any(sight.is_idle(other) for other in others)
    ruffs = not sight.is_partners and any(sight.beats(other) for other in others)
    kept = any(sight.is_master(other) or other.suit is sight.play.trumps for other in others)
    ends = len(sight.hand) == _LAST and not kept
    if sight.is_master(card) and not sight.is_surplus(card) and (spare or ruffs or ends):
        yield Folly.WINNER_THROWN
    elif sight.bares(card) and spare:
        yield Folly.HONOUR_BARED


def _refuses(sight: _Sight, card: Card, others: list[Card]) -> bool:
    """Whether the last to play lets a trick go for nothing.

    So it is with two winners of the suit in hand, or one that the exposed hand will trump, or two tricks from the end.
    """
    if not sight.is_last or sight.is_partners or sight.beats(card):
        return False
    winners = [other for other in others if sight.beats(other)]
    following = [other for other in winners if other.suit is sight.play.trick.suit_led and sight.is_master(other)]
    will_be_trumped = bool(following) and sight.is_trumped_next(following[0].suit)
    return len(following) > 1 or will_be_trumped or (bool(winners) and len(sight.hand) <= _LAST)


_WHOLE, _LAST = 13, 2
"""The cards of a hand as it is dealt, and when all but two tricks are played."""

_GUARDS = {Rank.KING: 2, Rank.QUEEN: 3, Rank.KNAVE: 4}
"""How many cards a suit has at the most of which none is thrown lightly, with so high a card at its head."""


def _height(card: Card) -> int:
    return card.rank.height


@dataclass(frozen=True, slots=True)
class _Sight:
    """What the player of a seat sees: the cards played, their own hand, and the exposed hand once a card is led.

    The dealer plays and sees two hands, and counts the cards of each for the other.
    """

    play: Play
    dummy: Seat | None
    seat: Seat
    hand: Hand
    ours: tuple[Hand, ...]
    against: tuple[Hand, ...]

    @classmethod
    def of(cls, play: Play, dummy: Seat | None) -> _Sight:
        seat = play.to_play
        is_dealers = dummy is not None and seat in (dummy, dummy.partner)
        own = (seat, seat.partner) if is_dealers else (seat,)
        ours = tuple(play.hands[one] for one in own)
        against = tuple(play.hands[one] for one in Seat if one not in own)
        return cls(play, dummy, seat, play.hands[seat], ours, against)

    @property
    def is_opened(self) -> bool:
        """Whether the exposed hand lies on the table: not before the first card of a whole deal."""
        return bool(self.play.tricks or self.play.trick.cards) or len(self.hand) < _WHOLE

    @property
    def winning(self) -> Card:
        card = self.play.trick.card_of(self.play.trick.winner(self.play.trumps))
        assert card is not None, "asked only about a trick with a lead"  # noqa: S101
        return card

    @property
    def is_partners(self) -> bool:
        """Whether partner is winning the trick. If hands are set aside, everybody plays alone."""
        trick = self.play.trick
        return not trick.out and trick.winner(self.play.trumps) is self.seat.partner

    @property
    def is_last(self) -> bool:
        return len(self.play.trick.cards) == len(self.play.trick.round()) - 1

    def unplayed(self, suit: Suit) -> Iterator[Card]:
        return (card for hand in self.play.hands for card in hand.only(suit))

    def out(self, suit: Suit) -> list[Card]:
        """The cards of a suit that are not with the player, seen or not: what can be counted and not placed."""
        return [card for hand in self.against for card in hand.only(suit)]

    def beats(self, card: Card) -> bool:
        winning = self.winning
        if card.suit is winning.suit:
            return card.rank > winning.rank
        return card.suit is self.play.trumps

    def is_master(self, card: Card) -> bool:
        """Whether no card that beats it in its suit is out, on the table of this trick or in other hands."""
        return not any(other.rank > card.rank for other in self.out(card.suit))

    def are_equal(self, card: Card, other: Card) -> bool:
        """Whether nothing that lies between two cards of a suit is out."""
        low, high = sorted((card.rank, other.rank))
        return not any(low < one.rank < high for one in self.out(card.suit))

    def is_no_better(self, card: Card) -> bool:
        """Whether a card is no better than the one that is winning the trick."""
        return self.is_master(self.winning) or self.are_equal(card, self.winning)

    def guard(self, suit: Suit) -> int:
        """How many cards keep the highest of a suit from falling: those above it that are out, and itself."""
        top = self.hand[suit].highest
        return 1 + sum(one.rank > top for one in self.out(suit))

    def bares(self, card: Card) -> bool:
        """Whether a king, queen or jack that would win in time no longer does so when the card is thrown."""
        holding = self.hand[card.suit]
        if holding.highest < Rank.KNAVE:
            return False
        guard = self.guard(card.suit)
        return 1 < guard <= len(holding) and (card.rank is holding.highest or len(holding) == guard)

    def is_long(self, suit: Suit) -> bool:
        """Whether the last cards of a suit will be good by their number."""
        return 2 * len(self.hand[suit]) > len(self.hand[suit]) + len(self.out(suit))

    def is_trumped_next(self, suit: Suit) -> bool:
        """Whether the exposed hand, which is not the player’s or partner’s, has no more of a suit and has a trump."""
        dummy, trumps = self.dummy, self.play.trumps
        if dummy is None or trumps is None or self.seat in (dummy, dummy.partner):
            return False
        return bool(self.play.hands[dummy][trumps]) and not self.play.hands[dummy][suit]

    def is_surplus(self, card: Card) -> bool:
        """Whether a winner is one of several that the trumps of the exposed hand will not let make."""
        masters = [other for other in self.hand.only(card.suit) if self.is_master(other)]
        return len(masters) > 1 and self.is_trumped_next(card.suit)

    def is_idle(self, card: Card) -> bool:
        """Whether a card can be thrown and nothing be lost that can be seen: no trump, winner, guard or length."""
        if card.suit is self.play.trumps or card.suit is self.play.trick.suit_led:
            return False
        if self.is_surplus(card):
            return True
        is_last_of_partners = len(self.hand[card.suit]) == 1 and any(
            trick.leader is self.seat.partner and trick.suit_led is card.suit for trick in self.play.tricks
        )
        holding = self.hand[card.suit]
        guards = len(holding) <= _GUARDS.get(holding.highest, 0)
        kept = self.is_master(card) or guards or self.is_long(card.suit) or is_last_of_partners
        return not kept and card.rank < Rank.TEN
