"""Bo Haglund’s double-dummy solver DDS, called through its C interface.

The libraries here are those of the package endplay, byte for byte. That package would bring matplotlib and numpy, which
the solver does not use, and has no wheel for the newest Python. On another system the solver of an installed endplay is
used, or the system’s own. `docs/licences.md` has the origin and the licences.
"""

from __future__ import annotations

import platform
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from ctypes import CDLL, POINTER, Structure, byref, c_int, c_uint
from enum import IntEnum
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from tutor.cards import PACK, Card, Hand, Suit
from tutor.deal import Deal
from tutor.errors import TutorError
from tutor.play import Play
from tutor.seats import Seat

MOST = 200
"""The most positions that are solved together."""
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""In the solver’s order. Its fifth strain is no trumps."""
SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
"""In the solver’s order."""
_NO_TRUMPS = len(SUITS)
_SUIT_NUMBERS = {suit: number for number, suit in enumerate(SUITS)}
_SEAT_NUMBERS = {seat: number for number, seat in enumerate(SEATS)}
_CARDS = {(_SUIT_NUMBERS[card.suit], card.rank.height): card for card in PACK}
_AS_MANY_AS_POSSIBLE = -1
_FRESH = 1
"""The mode that searches even if there is only one card to play."""
_DONE = 1
_NAMES = ("libdds.so", "libdds.dylib", "dds.dll")


class NoSolver(TutorError):
    """This system has no double-dummy solver."""


class Wanted(IntEnum):
    """Which cards the solver tells about; fewer take less time."""

    ONE_OF_THE_BEST = 1
    THE_BEST = 2
    ALL = 3


_Cards = (c_uint * 4) * 4
"""For each seat and suit, a bit for each card: the bit 2 for the two, and so on to 14 for the ace."""


class _Position(Structure):
    _fields_ = (
        ("trump", c_int),
        ("first", c_int),
        ("trick_suits", c_int * 3),
        ("trick_ranks", c_int * 3),
        ("cards", _Cards),
    )


class _Solved(Structure):
    _fields_ = (
        ("nodes", c_int),
        ("count", c_int),
        ("suits", c_int * 13),
        ("ranks", c_int * 13),
        ("equals", c_int * 13),
        ("tricks", c_int * 13),
    )


class _Positions(Structure):
    _fields_ = (
        ("count", c_int),
        ("positions", _Position * MOST),
        ("targets", c_int * MOST),
        ("wanted", c_int * MOST),
        ("modes", c_int * MOST),
    )


class _AllSolved(Structure):
    _fields_ = (("count", c_int), ("solved", _Solved * MOST))


class _Deal(Structure):
    _fields_ = (("cards", _Cards),)


class _Table(Structure):
    _fields_ = (("tricks", (c_int * 4) * 5),)


def solve(play: Play, wanted: Wanted) -> Mapping[Card, int]:
    """The tricks that each wanted card would bring. Raises `NoSolver`."""
    solved = _Solved()
    _require(_library().SolveBoard(_position(play), _AS_MANY_AS_POSSIBLE, wanted, _FRESH, byref(solved), 0))
    return _read(solved)


def solve_all(plays: Sequence[Play], wanted: Wanted) -> list[Mapping[Card, int]]:
    """`solve` for each of at most `MOST` plays, on all cores. Raises `NoSolver`."""
    asked, solved = _Positions(len(plays)), _AllSolved()
    for number, play in enumerate(plays):
        asked.positions[number] = _position(play)
        asked.targets[number], asked.wanted[number], asked.modes[number] = _AS_MANY_AS_POSSIBLE, wanted, _FRESH
    _require(_library().SolveAllBoardsBin(byref(asked), byref(solved)))
    return [_read(solved.solved[number]) for number in range(len(plays))]


def table(deal: Deal) -> Mapping[tuple[Suit | None, Seat], int]:
    """The tricks of each declarer’s side in each suit, and without trumps as None. Raises `NoSolver`."""
    found = _Table()
    _require(_library().CalcDDtable(_Deal(_held(deal.hands)), byref(found)))
    return {
        (suit, seat): found.tricks[strain][number]
        for strain, suit in enumerate((*SUITS, None))
        for number, seat in enumerate(SEATS)
    }


def _position(play: Play) -> _Position:
    position = _Position(
        _NO_TRUMPS if play.trumps is None else _SUIT_NUMBERS[play.trumps],
        _SEAT_NUMBERS[play.trick.leader],
        cards=_held(play.hands),
    )
    for number, card in enumerate(play.trick.cards):
        position.trick_suits[number], position.trick_ranks[number] = _SUIT_NUMBERS[card.suit], card.rank.height
    return position


def _held(hands: Any) -> Any:
    return _Cards(*((c_uint * 4)(*(_bits(hands[seat], suit) for suit in SUITS)) for seat in SEATS))


def _bits(hand: Hand, suit: Suit) -> int:
    return sum(1 << rank.height for rank in hand[suit])


def _read(solved: _Solved) -> Mapping[Card, int]:
    """What the solver found. It names the highest of equal cards, and the others as bits."""
    found = {}
    for number in range(solved.count):
        equal = solved.equals[number] | 1 << solved.ranks[number]
        for height in range(2, 15):
            if equal >> height & 1:
                found[_CARDS[solved.suits[number], height]] = solved.tricks[number]
    return found


def _require(code: int) -> None:
    if code != _DONE:
        raise RuntimeError(f"DDS refused a position with code {code}")  # the callers see to it that it is sound


@cache
def _library() -> CDLL:
    """The solver that this system can load. Raises `NoSolver`."""
    for place in _places():
        try:
            library = CDLL(place)
            library.SolveBoard.argtypes = [_Position, c_int, c_int, c_int, POINTER(_Solved), c_int]
            library.SolveAllBoardsBin.argtypes = [POINTER(_Positions), POINTER(_AllSolved)]
            library.CalcDDtable.argtypes = [_Deal, POINTER(_Table)]
            library.SetMaxThreads(0)  # as many as there are cores
        except (OSError, AttributeError):  # made for another system, or another library of this name
            continue
        return library
    system = f"{platform.system()} on {platform.machine()}"
    raise NoSolver(
        f"Hindsight needs the solver DDS, and none was found for {system}. Install it: pip install --no-deps endplay, "
        "or on Debian: apt install libdds0."
    )


def _places() -> Iterator[str]:
    """Where the solver may be: ours for this system, an installed endplay’s, the system’s own."""
    for entry in files(__name__).iterdir():
        if entry.name.startswith(f"{system_name()}."):
            yield str(entry)
    spec = find_spec("endplay")  # found without being imported, which would import matplotlib
    for folder in (spec and spec.submodule_search_locations) or ():
        for name in _NAMES:
            yield f"{folder}/_dds/{name}"
    from ctypes.util import find_library  # which may start a compiler

    if found := find_library("dds"):
        yield found


def system_name() -> str:
    """The system and its processor, as our libraries are named: `linux-x86_64`."""
    system, *_, machine = sysconfig.get_platform().split("-")
    return f"{system}-{platform.machine() if machine == 'universal2' else machine}"
