"""Calls before the play: denominations, calls, and the declaration that results.

These are only values. A code of laws says which calls are allowed, and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import ClassVar

from tutor.cards import Suit
from tutor.errors import Malformed
from tutor.notation import in_words
from tutor.seats import BySide, Seat


class Denomination(Enum):
    """A suit named for trumps, or no trumps."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMPS = "N"

    @property
    def letter(self) -> str:
        return self.value

    @property
    def word(self) -> str:
        return self.name.lower().replace("_", " ")

    @property
    def trumps(self) -> Suit | None:
        """The suit that is trumps, or None without trumps."""
        return None if self is Denomination.NO_TRUMPS else Suit(self.value)

    @classmethod
    def of(cls, suit: Suit | None) -> Denomination:
        return cls.NO_TRUMPS if suit is None else cls(suit.letter)

    @classmethod
    def parse(cls, text: str) -> Denomination:
        """The denomination of a letter S H D C N. Raises `Malformed`."""
        try:
            return cls(text.upper())
        except ValueError:
            raise Malformed(
                "denomination", text, "it must be S, H, D, C or N", "Write one of the five letters"
            ) from None

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Declare:
    """A denomination is named."""

    denomination: Denomination

    def __str__(self) -> str:
        return f"declares {self.denomination.word}"


@dataclass(frozen=True, slots=True)
class Leave:
    """The dealer passes the declaration to the partner."""

    def __str__(self) -> str:
        return "leaves it"


@dataclass(frozen=True, slots=True)
class Double:
    """A double, or a redouble after a double."""

    def __str__(self) -> str:
        return "doubles"


@dataclass(frozen=True, slots=True)
class Content:
    """The player does not use a right: to double or redouble, call honours or exchange the hand."""

    def __str__(self) -> str:
        return "is content"


@dataclass(frozen=True, slots=True)
class Bid:
    """An offer to take 1 to 7 tricks over six (`Malformed` otherwise), with a denomination."""

    odd_tricks: int
    denomination: Denomination

    @classmethod
    def parse(cls, text: str) -> Bid:
        """The bid written as a number from 1 to 7 and the letter of a denomination: `3N`. Raises `Malformed`."""
        number, letter = text[:1], text[1:].upper()
        if number not in tuple("1234567") or letter not in tuple("SHDCN"):
            why = "it must be a number from 1 to 7, then S, H, D, C or N"
            raise Malformed("bid", text, why, "Write it as 3N or 2H")
        return cls(int(number), Denomination(letter))

    def __post_init__(self) -> None:
        if not 1 <= self.odd_tricks <= 7:
            text = f"{self.odd_tricks} {self.denomination.word}"
            raise Malformed("bid", text, "a bid is for at most seven tricks over six", "Bid one to seven")

    @property
    def words(self) -> str:
        """As it is said: `one heart`, `two no trumps`."""
        word = self.denomination.word
        return f"{in_words(self.odd_tricks)} {word[:-1] if self.odd_tricks == 1 else word}"

    def __str__(self) -> str:
        return f"bids {self.words}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing is bid and nothing is doubled."""

    def __str__(self) -> str:
        return "passes"


@dataclass(frozen=True, slots=True)
class CallHonours:
    """At long whist, a question whether the partner has one more honour."""

    def __str__(self) -> str:
        return "calls honours"


@dataclass(frozen=True, slots=True)
class AnswerHonours:
    """The partner’s answer to a call of honours: whether there is one."""

    has_one: bool

    def __str__(self) -> str:
        return f"answers that there is {'one' if self.has_one else 'none'}"


@dataclass(frozen=True, slots=True)
class Exchange:
    """At French humbug, a player exchanges the hand for the one at another seat, and never sees the first again."""

    of: Seat

    def __str__(self) -> str:
        return f"takes the hand of {self.of.label}"


@dataclass(frozen=True, slots=True)
class Insufficient:
    """A bid that was not enough, and the bid that replaces it; None where no number is enough."""

    said: Bid
    taken_for: Bid | None = None

    def __str__(self) -> str:
        mended = f"taken for {self.taken_for.words}" if self.taken_for else "which no number of tricks can correct"
        return f"bids {self.said.words}, {mended}"


@dataclass(frozen=True, slots=True)
class SuitBid:
    """An offer of a denomination without a number of tricks."""

    denomination: Denomination

    def __str__(self) -> str:
        return f"bids {self.denomination.word}"


@dataclass(frozen=True, slots=True)
class PointBid:
    """An offer to score so many points, for tricks and honours together, without a denomination."""

    points: int

    def __str__(self) -> str:
        return f"bids {in_words(self.points)}"


@dataclass(frozen=True, slots=True)
class Misere:
    """A declaration to take as few tricks as possible, without trumps."""

    denomination: ClassVar[Denomination] = Denomination.NO_TRUMPS

    def __str__(self) -> str:
        return "declares misère"


Naming = Declare | Bid | SuitBid | Misere
"""A call that names the denomination or misère."""
Call = Naming | Leave | Double | Content | Pass | Insufficient | PointBid | CallHonours | AnswerHonours | Exchange


def naming(call: Call) -> Naming | None:
    """What a call names, if anything. A corrected bid names what it is taken for."""
    if isinstance(call, Insufficient):
        return call.taken_for
    return call if isinstance(call, Naming) else None


@dataclass(frozen=True, slots=True)
class Said:
    """A call, with the seat that made it."""

    seat: Seat
    call: Call

    def __str__(self) -> str:
        return f"{self.seat.label} {self.call}"


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration: the denomination, who named it, and how many times it has been doubled.

    `contract` is the number of tricks over six that were bid, or None where bids are not in tricks. `points` is the
    number bid where bids are in points. `is_misere` means to take as few tricks as possible.
    """

    denomination: Denomination
    by: Seat
    doubled: int = 0
    contract: int | None = None
    points: int | None = None
    is_misere: bool = False

    @property
    def trumps(self) -> Suit | None:
        return self.denomination.trumps

    @property
    def factor(self) -> int:
        """By how much the doubling multiplies the value of a trick: 1, 2, 4, and so on."""
        return 1 << self.doubled

    def __str__(self) -> str:
        doublings = {0: "", 1: ", doubled", 2: ", redoubled"}
        return self.words + doublings.get(self.doubled, f", doubled {self.doubled} times")

    @property
    def words(self) -> str:
        """The denomination, and the number where one was bid: `hearts`, `three no trumps`, `misère for 40`."""
        if self.contract:
            return Bid(self.contract, self.denomination).words
        word = "misère" if self.is_misere else self.denomination.word
        return word if self.points is None else f"{word} for {in_words(self.points)}"


LOVE_ALL = BySide(0, 0)


@dataclass(frozen=True)  # without slots, for the cached property
class Calling:
    """The calls of a deal so far, in order; `standing` is each side’s score towards the game when it was dealt."""

    dealer: Seat
    said: tuple[Said, ...] = ()
    standing: BySide[int] = LOVE_ALL

    @cached_property
    def declaration(self) -> Declaration | None:
        """The last denomination named, by whichever partner of that side first named it, and the doubles since.

        None before one has been named.
        """
        last = self.last_named
        if last is None:
            return None
        place, named = last
        by_side = self.said[place].seat.side
        first = next(
            said.seat
            for said in self.said
            if said.seat.side is by_side
            and (call := naming(said.call)) is not None
            and call.denomination is named.denomination
        )
        doubled = sum(isinstance(said.call, Double) for said in self.said[place:])
        contract = named.odd_tricks if isinstance(named, Bid) else None
        points = [said.call.points for said in self.said if isinstance(said.call, PointBid)]
        return Declaration(
            named.denomination, first, doubled, contract, max(points, default=None), isinstance(named, Misere)
        )

    @property
    def last_named(self) -> tuple[int, Naming] | None:
        """The place, from 0, of the last call that names a denomination or misère, and what it names."""
        for place in reversed(range(len(self.said))):
            named = naming(self.said[place].call)
            if named is not None:
                return place, named
        return None

    def doubles(self) -> tuple[Seat, ...]:
        """The seats that doubled, in order."""
        return tuple(said.seat for said in self.said if isinstance(said.call, Double))

    @property
    def is_left(self) -> bool:
        return any(isinstance(said.call, Leave) for said in self.said)

    def after(self, seat: Seat, call: Call) -> Calling:
        return Calling(self.dealer, (*self.said, Said(seat, call)), self.standing)

    def __iter__(self) -> Iterator[Said]:
        return iter(self.said)

    def __len__(self) -> int:
        return len(self.said)
