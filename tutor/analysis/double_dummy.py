"""Double dummy: what each card or declaration would bring if all four hands were open and all played perfectly.

The answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

from tutor.analysis import dds
from tutor.analysis.dds import Wanted
from tutor.auction import Denomination
from tutor.bulk import Done, Progress, mapped, untold
from tutor.cards import Card
from tutor.deal import Deal, pbn_hand
from tutor.errors import TutorError
from tutor.play import Play
from tutor.seats import Seat

if TYPE_CHECKING:
    from concurrent.futures import Executor

_ONE_AT_A_TIME = Lock()
"""The solver works in memory of its own that two threads of a server must not share."""


@lru_cache(maxsize=4096)
def tricks_by_card(play: Play) -> Mapping[Card, int]:
    """For each lawful card of the seat to play, the tricks that its side would take from here, this one included."""
    (found,) = _solved([play], Wanted.ALL)
    return _of_lawful(play, found)


def tricks_throughout(play: Play) -> tuple[Mapping[Card, int], ...]:
    """What `tricks_by_card` says of the play as it stood before each of its cards, the first card first.

    Raises `Illegal` for a play with a revoke in it.
    """
    return tricks_of_each(play.before_each())


def tricks_of_each(plays: Sequence[Play]) -> tuple[Mapping[Card, int], ...]:
    """What `tricks_by_card` says of each of the plays, solved together, which uses every core; 200 at the most."""
    return tuple(_of_lawful(play, found) for play, found in zip(plays, _solved(plays, Wanted.ALL), strict=True))


def most_tricks(plays: Sequence[Play]) -> tuple[int, ...]:
    """For each of the plays, the tricks that the side to play would take from here; solved together, 200 at the most.

    Less than a third of the work of `tricks_of_each`, which tells the cards apart.
    """
    return tuple(max(found.values()) for found in _solved(plays, Wanted.ONE_OF_THE_BEST))


@lru_cache(maxsize=4096)
def best_cards(play: Play) -> tuple[Card, ...]:
    """The lawful cards that bring the most, in the order of the hand; half the work of `tricks_by_card`."""
    (found,) = _solved([play], Wanted.THE_BEST)
    return tuple(card for card in play.lawful() if card in found)


def tricks_by_denomination(deal: Deal) -> Mapping[Denomination, int]:
    """For each denomination, the tricks that the dealer’s side would take, the dealer playing both hands."""
    tricks = tricks_by_declarer(deal)
    return MappingProxyType({denomination: tricks[denomination, deal.dealer] for denomination in Denomination})


@lru_cache(maxsize=1024)
def tricks_by_declarer(deal: Deal) -> Mapping[tuple[Denomination, Seat], int]:
    """For each denomination and each declarer, the tricks that the declarer’s side would take."""
    with _ONE_AT_A_TIME:
        found = dds.table(deal)
    return {(Denomination.of(suit), seat): tricks for (suit, seat), tricks in found.items()}


def tables(
    executor: Executor, deals: Sequence[Deal], progress: Progress = untold
) -> Iterator[Done[Deal, Mapping[tuple[Denomination, Seat], int]]]:
    """What `tricks_by_declarer` says of each of many deals, in their order."""
    return mapped(executor, tricks_by_declarer, deals, progress)


class Unsolvable(TutorError):
    """A position that double dummy says nothing of."""


def _check(play: Play) -> None:
    """Sees that the solver can take a position: one that it refuses it writes into the folder in which we happen to be.

    Raises `Unsolvable`.
    """
    held = [play.hands[seat] for seat in Seat]
    cards = [card for hand in held for card in hand] + list(play.trick.cards)
    sizes = {len(play.hands[seat]) + (play.trick.card_of(seat) is not None) for seat in Seat}
    hands = " ".join(map(pbn_hand, held))
    if play.is_over:
        raise Unsolvable("the play is over, and no card is left to solve. Ask about an earlier card.")
    if len(sizes) != 1:
        raise Unsolvable(f"the four hands ‘{hands}’ have different numbers of cards. Ask about four equal hands.")
    if len(set(cards)) != len(cards):
        raise Unsolvable(f"a card appears twice in the hands ‘{hands}’. Give each card to one hand.")


def _solved(plays: Sequence[Play], wanted: Wanted) -> Sequence[Mapping[Card, int]]:
    """What the solver finds. Raises `Unsolvable`, and `NoSolver` on a system without one."""
    for play in plays:
        _check(play)
    with _ONE_AT_A_TIME:
        return [dds.solve(plays[0], wanted)] if len(plays) == 1 else dds.solve_all(plays, wanted)


def _of_lawful(play: Play, found: Mapping[Card, int]) -> Mapping[Card, int]:
    """What the solver found, for each lawful card in the order of the hand."""
    return MappingProxyType({card: found[card] for card in play.lawful()})
