"""Hands of which an author gives only a part: one suit, or all four with small cards that he does not name (x).

To ask an author's rules about such a hand, we ask about whole hands that fit it. The small cards not named are first
the lowest there are and then the highest. In the suits that are not given, nothing decides (see `Filler`). They have a
card of re-entry, or none, as the author supposes. A rule that looks only at what is given says the same of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import product

from tutor.auction import Denomination
from tutor.cards import Card, Hand, Rank, Suit

SMALL = "2345678"
"""The small cards: a nine may belong to the combination above it (J T 9)."""
UNNAMED = "x"


class ReEntry(Enum):
    """Whether another suit has a certain card of re-entry."""

    NONE = "none"
    HELD = "held"
    EITHER = "no matter"

    __hash__ = object.__hash__

    @property
    def cases(self) -> tuple[bool, ...]:
        """The cases that are meant, each as whether there is one."""
        return {ReEntry.NONE: (False,), ReEntry.HELD: (True,), ReEntry.EITHER: (False, True)}[self]


class Filler(Enum):
    """What the suits that are not given consist of; each leaves less to lead from them than the one before."""

    SMALL = "small cards"
    BAD = "a queen with small cards, which is not a suit to open"
    TRUMPS = "trumps alone"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class PartialHand:
    """A hand as far as it is given.

    `holdings` has the letters of each suit that is given, a small card not named as `x`. `trumps` are in the author's
    words: a suit, `none`, `another suit` than those given, `declared` or `either`.
    """

    holdings: Mapping[Suit, str]
    trumps: str | None = None
    re_entry: ReEntry = ReEntry.NONE

    @classmethod
    def of(cls, text: str, trumps: str | None = None, re_entry: str | None = None) -> PartialHand:
        """The hand of a text such as `S:AKxx` or `S:Txx H:Kx C:xxxx D:xxxx`."""
        words = (word.partition(":") for word in text.split())
        holdings = {Suit.parse(letter): "" if ranks == "-" else ranks for letter, _, ranks in words}
        return cls(holdings, trumps, ReEntry(re_entry) if re_entry else ReEntry.NONE)

    def __len__(self) -> int:
        return sum(map(len, self.holdings.values()))

    def __hash__(self) -> int:
        return hash((tuple(self.holdings.items()), self.trumps, self.re_entry))

    @property
    def is_whole(self) -> bool:
        """Whether every suit is given, so that only small cards are not named."""
        return len(self) == 13

    def denominations(self, *, only_red: bool = False) -> tuple[Denomination, ...]:
        """The possible declarations, by what is said of the trumps; with `only_red`, of several suits the red."""
        match self.trumps:
            case None | "either":
                return ()
            case "none":
                return (Denomination.NO_TRUMPS,)
            case "another suit" | "declared":
                suits = [suit for suit in Suit if suit not in self.holdings]
                chosen = [suit for suit in suits if suit.is_red or not only_red]
                return tuple(map(Denomination.of, chosen or suits))
            case word:
                return tuple(one for one in Denomination if word in (one.word, one.letter))

    def fillings(self) -> Iterator[Hand]:
        """Whole hands that fit where every suit is given, each once."""
        yield from dict.fromkeys(
            _hand({suit: _named(ranks, small) for suit, ranks in self.holdings.items()}) for small in ORDERS
        )

    def cases(self, denomination: Denomination) -> Iterator[tuple[Hand, ...]]:
        """Whole hands that fit: for each choice of small cards and of a re-entry one with each filler that can be."""
        if self.is_whole:
            yield from ((hand,) for hand in self.fillings())
            return
        for small, has_entry in product(ORDERS, self.re_entry.cases):
            filled = (self._filled(denomination, filler, small, has_entry=has_entry) for filler in Filler)
            yield tuple(hand for hand in filled if hand is not None)

    def _filled(self, denomination: Denomination, filler: Filler, small: str, *, has_entry: bool) -> Hand | None:
        """The whole hand; None where it cannot be."""
        given = {suit: _named(ranks, small) for suit, ranks in self.holdings.items()}
        free = [suit for suit in Suit if suit not in given]
        plain = [suit for suit in free if suit is not denomination.trumps]
        taking = [suit for suit in free if suit not in plain] if filler is Filler.TRUMPS else [*plain, *free]
        taking = list(dict.fromkeys(taking))
        if not taking or (has_entry and not plain):
            return None
        rest = 13 - len(self) - (has_entry and filler is Filler.TRUMPS)
        others = {
            suit: _cards(rest // len(taking) + (place < rest % len(taking)), small) for place, suit in enumerate(taking)
        }
        if filler is Filler.BAD:
            others |= {suit: Rank.QUEEN.letter + others[suit][1:] for suit in plain}
        if has_entry:
            others[plain[0]] = Rank.ACE.letter + others.get(plain[0], "")[1:]
        return _hand({**given, **others})


ORDERS = (SMALL, SMALL[::-1])
"""The small cards from the lowest up, and from the highest down."""


def _cards(number: int, small: str) -> str:
    """So many cards of a suit, small ones as far as there are any."""
    return (small + "9TJQKA")[:number]


def _named(ranks: str, small: str) -> str:
    """The cards of a suit with small ones in the place of those not named."""
    unnamed = ranks.count(UNNAMED)
    left = [rank for rank in _cards(len(Rank), small) if rank not in ranks]
    return ranks.replace(UNNAMED, "") + "".join(left[:unnamed])


def _hand(holdings: Mapping[Suit, str]) -> Hand:
    return Hand.of(Card(suit, Rank.parse(letter)) for suit, letters in holdings.items() for letter in letters)
