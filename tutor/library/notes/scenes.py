"""Where a text is read: how far the play has gone, of which trick the text speaks, and whom it addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Said
from tutor.cards import Card, Hand, Suit
from tutor.play import Play, Trick
from tutor.seats import Seat


@dataclass(frozen=True, slots=True)
class Move:
    """A card as it was played: its place in the play and in its trick (both from 0), and the trick as it ended."""

    number: int
    place: int
    seat: Seat
    card: Card
    trick: Trick
    trumps: Suit | None

    @property
    def trick_number(self) -> int:
        return self.number // 4 + 1

    @property
    def leads(self) -> bool:
        return self.place == 0

    @property
    def renounces(self) -> bool:
        return self.card.suit is not self.trick.suit_led

    @property
    def ruffs(self) -> bool:
        return self.renounces and self.card.suit is self.trumps

    @property
    def wins(self) -> bool:
        return self.trick.winner(self.trumps) is self.seat

    @property
    def beats_what_lies(self) -> bool:
        """Whether it was the best card of the trick when it was played."""
        return Trick(self.trick.leader, self.trick.cards[: self.place + 1]).winner(self.trumps) is self.seat


@dataclass(frozen=True, eq=False)
class Scene:
    """Where a text is read.

    `plays` is the play before its first card and after each; `seen` how many cards have been played when the text is
    read; `now` the numbers of cards at which ‘has’ and ‘is’ may hold; `trick` the trick of which the text speaks, None
    where it speaks of the whole, and 0 where it speaks of the time before the lead. In a text with `only_past` the
    present tense tells what another card would do. `player` plays the hand of `dummy` with his own.
    """

    plays: tuple[Play, ...]
    seen: int
    now: range
    trick: int | None = None
    dummy: Seat | None = None
    player: Seat | None = None
    dealer: Seat | None = None
    you: Seat | None = None
    said: tuple[Said, ...] = ()
    only_past: bool = False

    @property
    def trumps(self) -> Suit | None:
        return self.plays[0].trumps

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every card of the play, those to come among them."""
        return tuple(self._moves())

    def _moves(self) -> Iterator[Move]:
        last = self.plays[-1]
        for index, trick in enumerate([*last.tricks, *([last.trick] if last.trick.cards else [])]):
            for place, (seat, card) in enumerate(trick.items()):
                yield Move(4 * index + place, place, seat, card, trick, self.trumps)

    @property
    def past(self) -> range:
        """The cards that have been played when the text is read."""
        return range(self.seen)

    @property
    def present(self) -> range:
        """The cards of which the text speaks in the present tense: those of its trick that have been seen."""
        if self.trick is None:
            return self.past
        return range(4 * max(self.trick - 1, 0), min(4 * self.trick, self.seen))

    def of_trick(self, number: int, *, is_past: bool) -> range:
        """The cards of a trick that is named; told in the present tense it may be still to come."""
        return range(4 * (number - 1), min(4 * number, self.seen if is_past else len(self.moves)))

    def hands(self, seat: Seat, *, is_past: bool) -> tuple[Hand, ...]:
        """The hand of a seat, as often as it may be meant."""
        at = range(self.seen + 1) if is_past else self.now
        return tuple(self.plays[number].hands[seat] for number in at if number < len(self.plays))

    def suit_led(self, at: Iterable[int]) -> frozenset[Suit]:
        """The suits led among the cards of some numbers."""
        led = (self.moves[number].trick.suit_led for number in at)
        return frozenset(suit for suit in led if suit)

    def shown(self, at: Iterable[int]) -> str:
        """The tricks of some cards, the last two of them, as a message shows them."""
        numbers = sorted({self.moves[number].trick_number for number in at})[-2:]
        tricks = (self.moves[4 * (number - 1) : 4 * number] for number in numbers)
        return "; ".join(
            f"trick {trick[0].trick_number}: {', '.join(f'{move.seat.label} {move.card}' for move in trick)}"
            for trick in tricks
        )

    def rounds(self, suit: Suit, until: int) -> int:
        """How often a suit has been led among the first so many cards."""
        return sum(move.leads and move.card.suit is suit for move in self.moves[:until])
