"""The moment when a text about cards is read: what has been played, and who may hold what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Said
from tutor.cards import Card, Suit
from tutor.play import Play, Trick
from tutor.seats import Seat


@dataclass(frozen=True)
class Scene:
    """When a text is read: the play before its first card and after each, and the number `seen` of cards played.

    `now` are the numbers of cards after which a player may hold what a reference says.
    """

    plays: tuple[Play, ...]
    seen: int
    now: range
    said: tuple[Said, ...] = ()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The cards that have been played when the text is read."""
        last = self.plays[-1]
        tricks = [*last.tricks, last.trick]
        made = (
            Move(number, seat, card, trick, self.plays[0].trumps)
            for number, trick in enumerate(tricks, 1)
            for seat, card in trick.items()
        )
        return tuple(made)[: self.seen]

    def where(self, card: Card) -> str:
        """Where a card is when the text is read, in words."""
        for move in self.moves:
            if move.card == card:
                return f"{move.seat.label} played it to trick {move.trick_number}"
        holders = [seat for seat, hand in self.plays[self.seen].hands.items() if card in hand]
        return f"{holders[0].label} has it" if holders else "it is in no hand here"


@dataclass(frozen=True, slots=True)
class Move:
    """A card as it was played."""

    trick_number: int
    seat: Seat
    card: Card
    trick: Trick
    trumps: Suit | None

    def is_deed(self, deed: str) -> bool:
        """Whether it was played as a verb says."""
        follows = self.card.suit is self.trick.suit_led
        match deed:
            case "leads":
                return self.seat is self.trick.leader
            case "wins":
                return self.trick.winner(self.trumps) is self.seat
            case "ruffs":
                return not follows and self.card.suit is self.trumps
            case "discards":
                return not follows and self.card.suit is not self.trumps
            case _:
                return True
