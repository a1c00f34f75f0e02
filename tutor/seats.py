"""The four seats and the two sides, and containers that hold one thing for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from tutor.errors import Malformed

T = TypeVar("T")
U = TypeVar("U")


class Seat(Enum):
    """A place at the table. Play goes to the left, from South to West and so on."""

    SOUTH = "S"
    WEST = "W"
    NORTH = "N"
    EAST = "E"

    @property
    def letter(self) -> str:
        """S, W, N or E."""
        return self.value

    def turned(self, places: int) -> Seat:
        """The seat so many places to the left."""
        return _ROUNDS[self][places % 4]

    @property
    def left(self) -> Seat:
        """The seat that plays next."""
        return _ROUNDS[self][1]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return _ROUNDS[self][2]

    @property
    def right(self) -> Seat:
        """The seat that plays before."""
        return _ROUNDS[self][3]

    @property
    def side(self) -> Side:
        """The side of the seat and its partner."""
        return Side.NS if self in (Seat.SOUTH, Seat.NORTH) else Side.EW

    def round(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The four seats in the order of play, this one first."""
        return _ROUNDS[self]

    @property
    def label(self) -> str:
        """The letter that the books give to the seat: A, Y, B and Z for South, West, North and East.

        A and B are partners. Where a book makes A the dealer, Y leads, B is dummy and Z sits on A's right.
        """
        return _LABELS[self]

    @classmethod
    def labelled(cls, label: str) -> Seat:
        """The seat that the books call A, Y, B or Z. Raises `Malformed`."""
        seat = _LABELLED.get(label.upper())
        if seat is None:
            why = "the players are A and B (partners), Y and Z"
            raise Malformed("player", label, why, "Write one of the four letters")
        return seat

    @classmethod
    def parse(cls, text: str) -> Seat:
        """The seat of a letter, S W N or E. Raises `Malformed`."""
        try:
            return cls(text.upper())
        except ValueError:
            raise Malformed("seat", text, "a seat is S, W, N or E", "Write one of the four letters") from None

    __hash__ = object.__hash__


class Side(Enum):
    """Two partners."""

    NS = "NS"
    EW = "EW"

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return (Seat.SOUTH, Seat.NORTH) if self is Side.NS else (Seat.WEST, Seat.EAST)

    @property
    def opponents(self) -> Side:
        return Side.EW if self is Side.NS else Side.NS

    @property
    def label(self) -> str:
        """The side as the books write it: AB or YZ."""
        return "".join(seat.label for seat in self.seats)

    @classmethod
    def labelled(cls, label: str) -> Side:
        """The side that the books call AB or YZ. Raises `Malformed`."""
        for side in cls:
            if side.label == label.upper():
                return side
        raise Malformed("side", label, "the sides are AB and YZ", "Write one of the two")

    __hash__ = object.__hash__


_ROUNDS: Mapping[Seat, tuple[Seat, Seat, Seat, Seat]] = {
    Seat.SOUTH: (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST),
    Seat.WEST: (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH),
    Seat.NORTH: (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST),
    Seat.EAST: (Seat.EAST, Seat.SOUTH, Seat.WEST, Seat.NORTH),
}
_LABELS = {Seat.SOUTH: "A", Seat.WEST: "Y", Seat.NORTH: "B", Seat.EAST: "Z"}
_LABELLED = {label: seat for seat, label in _LABELS.items()}


@dataclass(frozen=True, slots=True)
class BySeat(Generic[T]):
    """One thing for each seat."""

    south: T
    west: T
    north: T
    east: T

    @classmethod
    def each(cls, make: Callable[[Seat], T]) -> BySeat[T]:
        """What `make` gives for each seat."""
        return cls(*(make(seat) for seat in Seat))

    @classmethod
    def of(cls, things: Mapping[Seat, T]) -> BySeat[T]:
        return cls.each(things.__getitem__)

    def __getitem__(self, seat: Seat) -> T:
        if seat is Seat.SOUTH:
            return self.south
        if seat is Seat.WEST:
            return self.west
        return self.north if seat is Seat.NORTH else self.east

    def __iter__(self) -> Iterator[T]:
        return (self[seat] for seat in Seat)

    def items(self) -> Iterator[tuple[Seat, T]]:
        return ((seat, self[seat]) for seat in Seat)

    def map(self, change: Callable[[T], U]) -> BySeat[U]:
        return BySeat.each(lambda seat: change(self[seat]))

    def with_(self, seat: Seat, thing: T) -> BySeat[T]:
        """The same, with another thing for one seat."""
        return replace(self, **{seat.name.lower(): thing})


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One thing for each side."""

    ns: T
    ew: T

    @classmethod
    def each(cls, make: Callable[[Side], T]) -> BySide[T]:
        """What `make` gives for each side."""
        return cls(make(Side.NS), make(Side.EW))

    def __getitem__(self, side: Side) -> T:
        return self.ns if side is Side.NS else self.ew

    def __iter__(self) -> Iterator[T]:
        return iter((self.ns, self.ew))

    def items(self) -> Iterator[tuple[Side, T]]:
        return iter(((Side.NS, self.ns), (Side.EW, self.ew)))

    def map(self, change: Callable[[T], U]) -> BySide[U]:
        return BySide(change(self.ns), change(self.ew))

    def with_(self, side: Side, thing: T) -> BySide[T]:
        """The same, with another thing for one side."""
        return BySide(thing, self.ew) if side is Side.NS else BySide(self.ns, thing)
