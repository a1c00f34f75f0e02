"""Tables to ask questions about: those of the books’ games, and deals of chance played on as players commonly do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tutor.auction import Calling
from tutor.cards import Card, Suit
from tutor.play import Play, Played
from tutor.seats import Seat
from tutor.view import View


@dataclass(frozen=True, slots=True)
class Position:
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

    def after(self, card: Card) -> Position:
        """The position one card later."""
        return Position(self.calling, self.play.after(card), self.dummy)

    def played_on(self, cards: int, choose: Callable[[Position], Card]) -> Position:
        """The position so many cards later, each chosen in turn."""
        position = self
        for _ in range(cards):
            position = position.after(choose(position))
        return position


def common(position: Position, random: Random) -> Card:
    """A card as players commonly choose one: a low one second, a high one third, the cheapest that wins fourth."""
    play = position.play
    lawful = list(play.lawful())
    led, trumps = play.trick.suit_led, play.trumps
    if led is None:
        return _lead(lawful, random)
    partner_wins = len(play.trick.cards) > 1 and play.trick.winner(trumps) is play.to_play.partner
    winning = [card for card in lawful if _would_win(play, card)]
    place = len(play.trick.cards)
    if lawful[0].suit is led:
        if not winning or partner_wins or place == 1:
            return min(lawful, key=_height)
        return max(winning, key=_height) if place == 2 else min(winning, key=_height)
    if winning and not partner_wins:
        return min(winning, key=_height)
    return min([card for card in lawful if card.suit is not trumps] or lawful, key=_height)


def _lead(lawful: list[Card], random: Random) -> Card:
    """One of a long suit, the highest or the fourth."""
    suit = max(Suit, key=lambda one: (sum(card.suit is one for card in lawful), random.random()))
    held = [card for card in lawful if card.suit is suit]
    return held[3] if len(held) > 3 and random.random() < 0.5 else held[0]


def _height(card: Card) -> int:
    return card.rank.height


def _would_win(play: Play, card: Card) -> bool:
    cards = (*play.trick.cards, card)
    trick = type(play.trick)(play.trick.leader, cards, play.trick.out)
    return trick.winner(play.trumps) is play.to_play


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
