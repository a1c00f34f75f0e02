"""The play of the cards: following suit, taking tricks, renouncing. It knows no code of laws.

A `Play` never changes: each card played gives a new one. A card that may not be played is refused with a `Refusal`,
which says why. A revoke can be recorded on request. A code says what it costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from tutor.cards import Card, Hand, Suit
from tutor.deal import Deal
from tutor.errors import Illegal
from tutor.seats import BySeat, BySide, Seat


@dataclass(frozen=True, slots=True)
class Played:
    """A card, with the seat that played it and the number of its trick, from 1."""

    trick: int
    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"{self.seat.label} {self.card}"


@dataclass(frozen=True, slots=True)
class Trick:
    """Up to four cards, in the order of play from the leader to the left; hands of the seats `out` are not played."""

    leader: Seat
    cards: tuple[Card, ...] = ()
    out: tuple[Seat, ...] = ()

    def round(self) -> tuple[Seat, ...]:
        """The seats that play to it, in their order."""
        seats = self.leader.round()
        return tuple(seat for seat in seats if seat not in self.out) if self.out else seats

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == 4 - len(self.out)

    @property
    def suit_led(self) -> Suit | None:
        return self.cards[0].suit if self.cards else None

    @property
    def to_play(self) -> Seat:
        """The seat whose turn it is; after the fourth card, the leader again."""
        return self.round()[len(self.cards) % (4 - len(self.out))]

    def card_of(self, seat: Seat) -> Card | None:
        """The card that the seat has played to the trick, if it has."""
        if seat in self.out:
            return None
        place = self.round().index(seat)
        return self.cards[place] if place < len(self.cards) else None

    def winner(self, trumps: Suit | None) -> Seat:
        """The seat whose card is winning, once a card is out: the highest trump, else the highest of the suit led."""
        best = 0
        for place, card in enumerate(self.cards):
            leading = self.cards[best]
            same_suit_higher = card.suit is leading.suit and card.rank > leading.rank
            if same_suit_higher or (card.suit is trumps and leading.suit is not trumps):
                best = place
        return self.round()[best]

    def items(self) -> Iterator[tuple[Seat, Card]]:
        return zip(self.round(), self.cards, strict=False)


@dataclass(frozen=True, slots=True)
class Renounce:
    """A card of another suit than was led; a revoke when the player could have followed."""

    trick: int
    seat: Seat
    card: Card
    suit_led: Suit
    is_revoke: bool


class Reason(Enum):
    """Why a card is refused."""

    PLAY_IS_OVER = "every card has been played"
    NOT_HELD = "the card is not in the hand whose turn it is"
    MUST_FOLLOW = "a player who holds a card of the suit led must play one"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A card that may not be played: by whom, why, and the cards that may be."""

    seat: Seat
    card: Card
    reason: Reason
    lawful: Hand

    def __str__(self) -> str:
        match self.reason:
            case Reason.PLAY_IS_OVER:
                return f"{self.card} cannot be played: {self.reason.value}"
            case Reason.NOT_HELD:
                who = self.seat.label
                return f"it is {who}’s turn, and {who} does not hold {self.card}; {who} may play {self._may}"
            case Reason.MUST_FOLLOW:
                return f"{self.seat.label} would revoke with {self.card}: {self.reason.value}, here {self._may}"

    @property
    def _may(self) -> str:
        return " or ".join(map(str, self.lawful))


@dataclass(frozen=True, slots=True)
class Play:
    """The record of a deal’s tricks, and the present hands.

    `hands` are what each seat still holds, `tricks` the complete ones, `trick` the one in progress (empty between
    tricks, its leader known). Begin one with `Play.of` or `Play.start`.
    """

    hands: BySeat[Hand]
    trumps: Suit | None
    trick: Trick
    tricks: tuple[Trick, ...] = ()
    renounces: tuple[Renounce, ...] = ()

    @classmethod
    def start(cls, hands: BySeat[Hand], trumps: Suit | None, leader: Seat, out: tuple[Seat, ...] = ()) -> Play:
        """The play of hands of equal size (a deal or an ending) before its first lead. The seats `out` do not play."""
        sizes = {len(hand) for seat, hand in hands.items() if seat not in out}
        if len(sizes) != 1:
            raise ValueError(f"hands of {sorted(sizes)} cards cannot be played together")
        return cls(hands, trumps, Trick(leader, out=out))

    @classmethod
    def of(cls, deal: Deal, trumps: Suit | None, leader: Seat | None = None) -> Play:
        """The play of a deal; the seat on the dealer’s left leads where no other is named."""
        return cls.start(deal.hands, trumps, leader or deal.dealer.left)

    @property
    def to_play(self) -> Seat:
        return self.trick.to_play

    @property
    def is_over(self) -> bool:
        return not self.trick.cards and not self.hands[self.trick.leader]

    @property
    def number(self) -> int:
        """The number of the trick in progress or about to be led to, from 1."""
        return len(self.tricks) + 1

    def lawful(self) -> Hand:
        """The cards that the seat to play may play: those of the suit led, or all of its hand where it has none."""
        hand = self.hands[self.to_play]
        led = self.trick.suit_led
        return hand.only(led) if led is not None and hand[led] else hand

    def refusal(self, card: Card) -> Refusal | None:
        """Why the seat to play may not play the card, or None when it may."""
        hand, led = self.hands[self.to_play], self.trick.suit_led
        if self.is_over:
            reason = Reason.PLAY_IS_OVER
        elif card not in hand:
            reason = Reason.NOT_HELD
        elif led not in (None, card.suit) and hand[led]:
            reason = Reason.MUST_FOLLOW
        else:
            return None
        return Refusal(self.to_play, card, reason, self.lawful())

    def after(self, card: Card, *, revoking: bool = False) -> Play:
        """The play once the seat to play has played the card.

        With `revoking`, a card that fails to follow suit is accepted and recorded. Raises `Illegal` with the refusal.
        """
        refusal = self.refusal(card)
        if refusal and not (revoking and refusal.reason is Reason.MUST_FOLLOW):
            raise Illegal(refusal)
        seat = self.to_play
        led = self.trick.suit_led
        renounces = self.renounces
        if led is not None and card.suit is not led:
            renounces += (Renounce(self.number, seat, card, led, is_revoke=refusal is not None),)
        hands = self.hands.with_(seat, self.hands[seat].without(card))
        trick = Trick(self.trick.leader, (*self.trick.cards, card), self.trick.out)
        if not trick.is_complete:
            return Play(hands, self.trumps, trick, self.tricks, renounces)
        following = Trick(trick.winner(self.trumps), out=trick.out)
        return Play(hands, self.trumps, following, (*self.tricks, trick), renounces)

    def after_all(self, cards: tuple[Card, ...]) -> Play:
        """The play once the cards have been played in turn. Raises `Illegal` at the first that may not be."""
        play = self
        for card in cards:
            play = play.after(card)
        return play

    def played(self) -> Iterator[Played]:
        """Every card played so far, in order."""
        for number, trick in enumerate((*self.tricks, self.trick), start=1):
            for seat, card in trick.items():
                yield Played(number, seat, card)

    @property
    def last_trick(self) -> Trick | None:
        """The trick last completed, while no card has been led to the next; None otherwise."""
        return self.tricks[-1] if self.tricks and not self.trick.cards else None

    @property
    def won(self) -> BySide[int]:
        """The tricks that each side has taken."""
        takers = [trick.winner(self.trumps).side for trick in self.tricks]
        return BySide.each(takers.count)

    @property
    def won_by_seat(self) -> BySeat[int]:
        """The tricks that each seat has taken."""
        takers = [trick.winner(self.trumps) for trick in self.tricks]
        return BySeat.each(takers.count)

    def dealt(self) -> BySeat[Hand]:
        """The hands before the first card."""
        gone: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
        for played in self.played():
            gone[played.seat].append(played.card)
        return BySeat.each(lambda seat: self.hands[seat].plus(*gone[seat]))

    def at(self, number: int) -> Play:
        """The play after so many cards; 0 is before the first lead."""
        start = Play.start(self.dealt(), self.trumps, (*self.tricks, self.trick)[0].leader, self.trick.out)
        cards = [played.card for played in self.played()][:number]
        for card in cards:
            start = start.after(card, revoking=True)
        return start

    def before_each(self) -> tuple[Play, ...]:
        """The play before each of its cards, in order. Raises `Illegal` at a revoke."""
        standing = [self.at(0)]
        for played in self.played():
            standing.append(standing[-1].after(played.card))
        return tuple(standing[:-1])
