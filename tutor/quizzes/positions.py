"""Tables to ask questions about: from the books’ games, and from random deals played naturally."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from tutor.analysis.natural import ordered
from tutor.auction import Calling
from tutor.cards import PACK, Card, Hand
from tutor.deal import Deal
from tutor.play import Play, Played
from tutor.seats import BySeat, Seat
from tutor.view import View


@dataclass(frozen=True, slots=True)
class PlayPosition:
    """A play at some card of it, with the calls before it and whose hand is then exposed, if any is."""

    calling: Calling
    play: Play
    dummy: Seat | None = None

    def view(self, seat: Seat) -> View:
        """The table from a chair."""
        return View.of(seat, self.calling, self.play, dummy_seat=self.dummy)

    @property
    def last(self) -> Played:
        """The card last played. Raises `IndexError` before there is one."""
        return list(self.play.played())[-1]

    def after(self, card: Card) -> PlayPosition:
        """The position one card later."""
        return PlayPosition(self.calling, self.play.after(card), self.dummy)

    def played_on(self, cards: int) -> PlayPosition:
        """The position after so many more natural cards."""
        position = self
        for _ in range(cards):
            position = position.after(ordered(position.play, self.dummy)[0])
        return position


def signed(card: Card) -> str:
    """A card with the sign of its suit: `♥10`."""
    return f"{card.suit.symbol}{'10' if card.rank.letter == 'T' else card.rank.letter}"


def tricks_told(play: Play) -> tuple[str, ...]:
    """The tricks so far, a line to each, and the cards of the one in progress."""
    return tuple(
        f"Trick {number}: {', '.join(f'{seat.label} {signed(card)}' for seat, card in trick.items())}."
        for number, trick in enumerate((*play.tricks, play.trick), 1)
        if trick.cards
    )


def dealt(cards: Mapping[Seat, Iterable[Card]], random: Random) -> Deal:
    """A deal by South in which some seats hold given cards and the rest are random."""
    held = {seat: list(cards.get(seat, ())) for seat in Seat}
    placed = {card for hand in held.values() for card in hand}
    rest = [card for card in PACK if card not in placed]
    random.shuffle(rest)
    for hand in held.values():
        wanted = 13 - len(hand)
        hand += rest[:wanted]
        del rest[:wanted]
    return Deal(BySeat.of({seat: Hand.of(hand) for seat, hand in held.items()}), Seat.SOUTH)
