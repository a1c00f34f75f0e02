"""A whole play in hindsight: what every card brought, and what each lawful card in its stead would have brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from tutor.analysis.double_dummy import tricks_throughout
from tutor.cards import Card
from tutor.errors import Malformed
from tutor.play import Play, Played
from tutor.seats import BySide, Seat, Side


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card as it was played, and what its side would take in all with each card that was lawful there.

    `tricks` counts those taken before, and supposes perfect play by all four from the next card on.
    """

    played: Played
    tricks: Mapping[Card, int]

    @property
    def side(self) -> Side:
        return self.played.seat.side

    @property
    def brings(self) -> int:
        """The tricks of its side once it is played."""
        return self.tricks[self.played.card]

    @property
    def cost(self) -> int:
        """The tricks that it throws away. 0 if no legal card would bring more."""
        return max(self.tricks.values()) - self.brings

    @property
    def best(self) -> tuple[Card, ...]:
        """The cards that bring the most, in the order of the hand."""
        most = max(self.tricks.values())
        return tuple(card for card, tricks in self.tricks.items() if tricks == most)


@dataclass(frozen=True, eq=False)
class Hindsight:
    """The cards of a play of one card or more, from the first to the last; equal to itself alone."""

    play: Play
    cards: tuple[PlayedCard, ...]

    @classmethod
    def of(cls, play: Play) -> Hindsight:
        """The play with every position of it solved. Raises `Illegal` for one with a revoke in it."""
        taken = (position.won[position.to_play.side] for position in play.before_each())
        found = zip(taken, tricks_throughout(play), strict=True)
        return cls._made(play, ({card: before + more for card, more in rest.items()} for before, rest in found))

    @classmethod
    def parse(cls, text: str, play: Play) -> Hindsight:
        """What `str` wrote of the same play. Raises `Malformed` for what is not of its shape."""
        lawful = [position.lawful() for position in play.before_each()]
        words = text.split(" ")
        if [len(word) for word in words] != [len(cards) for cards in lawful] or set(text) - set(_DIGITS + " "):
            why = f"it needs a digit for each legal card at {len(lawful)} points"
            raise Malformed("table of hindsight", text, why, "Compute it again")
        found = zip(lawful, words, strict=True)
        return cls._made(play, (dict(zip(cards, map(_DIGITS.index, word), strict=True)) for cards, word in found))

    @classmethod
    def _made(cls, play: Play, tables: Iterable[dict[Card, int]]) -> Hindsight:
        cards = zip(play.played(), tables, strict=True)
        return cls(play, tuple(PlayedCard(played, MappingProxyType(tricks)) for played, tricks in cards))

    def __str__(self) -> str:
        """A word for each card played: the tricks that each lawful card brings, in the order of the hand, 13 as d."""
        return " ".join("".join(_DIGITS[tricks] for tricks in card.tricks.values()) for card in self.cards)

    # ---- sums ----------------------------------------------------------------------------------------------------

    @cached_property
    def promised(self) -> BySide[int]:
        """The tricks of each side with perfect play from the first card on."""
        first = self.cards[0]
        most = max(first.tricks.values())
        return self._shared(first.side, most)

    @cached_property
    def thrown(self) -> BySide[int]:
        """The tricks that each side threw away: it took what it was promised, less these, with what the other threw."""
        return BySide.each(lambda side: sum(card.cost for card in self.cards if card.side is side))

    def standing(self, number: int) -> BySide[int]:
        """What each side is to take in all once so many cards have been played, from one up."""
        card = self.cards[number - 1]
        return self._shared(card.side, card.brings)

    def _shared(self, side: Side, tricks: int) -> BySide[int]:
        others = len(self.play.dealt()[Seat.SOUTH]) - tricks
        return BySide(tricks, others) if side is Side.NS else BySide(others, tricks)


_DIGITS = "0123456789abcd"
