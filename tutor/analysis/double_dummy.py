"""Double dummy: what each card or declaration would bring if all four hands were open and all played perfectly.

The solver is imported when it is first asked, for it is slow to load; its answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from tutor.auction import Denomination
from tutor.bulk import Done, Progress, mapped, untold
from tutor.cards import Card, Suit
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
    from endplay.dds import solve_board

    with _ONE_AT_A_TIME:
        return _of_lawful(play, solve_board(_position(play)))


def tricks_throughout(play: Play) -> tuple[Mapping[Card, int], ...]:
    """What `tricks_by_card` says of the play as it stood before each of its cards, the first card first.

    Raises `Illegal` for a play with a revoke in it.
    """
    return tricks_of_each(play.before_each())


def tricks_of_each(plays: Sequence[Play]) -> tuple[Mapping[Card, int], ...]:
    """What `tricks_by_card` says of each of the plays, solved together, which uses every core; 200 at the most."""
    from endplay.dds import solve_all_boards

    with _ONE_AT_A_TIME:
        solved = solve_all_boards(map(_position, plays))
        return tuple(_of_lawful(play, solved[number]) for number, play in enumerate(plays))


def most_tricks(plays: Sequence[Play]) -> tuple[int, ...]:
    """For each of the plays, the tricks that the side to play would take from here; solved together, 200 at the most.

    Less than a third of the work of `tricks_of_each`, which tells the cards apart.
    """
    from endplay.dds import solve_all_boards
    from endplay.dds.solve import SolveMode

    with _ONE_AT_A_TIME:
        solved = solve_all_boards(map(_position, plays), SolveMode.OptimalOne)
        return tuple(max(tricks for _, tricks in solved[number]) for number in range(len(plays)))


@lru_cache(maxsize=4096)
def best_cards(play: Play) -> tuple[Card, ...]:
    """The lawful cards that bring the most, in the order of the hand; half the work of `tricks_by_card`."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode

    with _ONE_AT_A_TIME:
        found = {
            _card(card.suit.name, card.rank.abbr) for card, _ in solve_board(_position(play), SolveMode.OptimalAll)
        }
    return tuple(card for card in play.lawful() if card in found)


def tricks_by_denomination(deal: Deal) -> Mapping[Denomination, int]:
    """For each denomination, the tricks that the dealer’s side would take, the dealer playing both hands."""
    tricks = tricks_by_declarer(deal)
    return MappingProxyType({denomination: tricks[denomination, deal.dealer] for denomination in Denomination})


@lru_cache(maxsize=1024)
def tricks_by_declarer(deal: Deal) -> Mapping[tuple[Denomination, Seat], int]:
    """For each denomination and each declarer, the tricks that the declarer’s side would take."""
    from endplay.dds import calc_dd_table
    from endplay.types import Denom, Player

    with _ONE_AT_A_TIME:
        table = calc_dd_table(_deal(deal))
    denominations = {
        Denomination.SPADES: Denom.spades,
        Denomination.HEARTS: Denom.hearts,
        Denomination.DIAMONDS: Denom.diamonds,
        Denomination.CLUBS: Denom.clubs,
        Denomination.NO_TRUMPS: Denom.nt,
    }
    players = {seat: getattr(Player, seat.name.lower()) for seat in Seat}
    return {
        (ours, seat): int(table[theirs, player])
        for ours, theirs in denominations.items()
        for seat, player in players.items()
    }


def tables(
    executor: Executor, deals: Sequence[Deal], progress: Progress = untold
) -> Iterator[Done[Deal, Mapping[tuple[Denomination, Seat], int]]]:
    """What `tricks_by_declarer` says of each of many deals, in their order."""
    return mapped(executor, tricks_by_declarer, deals, progress)


def _deal(deal: Deal) -> Any:
    from endplay.types import Deal as Cards

    return Cards(str(deal))


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


def _position(play: Play) -> Any:
    """The play as the solver knows it: the hands with the trick in progress put back, and then played.

    Raises `Unsolvable`.
    """
    _check(play)
    from endplay.types import Deal as Cards
    from endplay.types import Denom, Player

    held = {seat: play.hands[seat] for seat in Seat}
    for seat, card in play.trick.items():
        held[seat] = held[seat].plus(card)
    cards = Cards("N:" + " ".join(pbn_hand(held[seat]) for seat in Seat.NORTH.round()))
    cards.trump = Denom.nt if play.trumps is None else getattr(Denom, play.trumps.plural)
    cards.first = getattr(Player, play.trick.leader.name.lower())
    for card in play.trick.cards:
        cards.play(str(card))
    return cards


def _of_lawful(play: Play, solved: Iterable[tuple[Any, int]]) -> Mapping[Card, int]:
    """What the solver found, for each lawful card in the order of the hand."""
    tricks = {_card(one.suit.name, one.rank.abbr): tricks for one, tricks in solved}
    return MappingProxyType({card: tricks[card] for card in play.lawful()})


@cache  # for each card of the pack
def _card(suit: str, rank: str) -> Card:
    """The card that the solver knows by the name of its suit and the letter of its rank."""
    return Card.parse(next(one.letter for one in Suit if one.plural == suit) + rank)
