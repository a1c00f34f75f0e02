"""What each call would bring, reckoned under the code on layouts of the cards that a seat does not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tutor.analysis.double_dummy import most_tricks
from tutor.analysis.natural import ordered
from tutor.auction import Call, Calling, Content, Declaration, Denomination, Double, Pass
from tutor.cards import Hand, Suit
from tutor.codes.code import BridgeCode
from tutor.codes.laws import Turn
from tutor.codes.scoring import DealScore
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import BySide, Seat, Side
from tutor.tables.layouts import cheapest, is_defensive, is_likely, likely, named_by
from tutor.view import View

QUIET = (Pass(), Content())
"""The calls that leave all as it is."""

SUITS = 1
"""How many suits of its own, the longest and of equals the dearest, a hand thinks of naming."""

BOARDS = 40
"""How many boards may be solved for a call: a layout takes one for each denomination that may result."""

MOST_LAYOUTS, FEWEST_LAYOUTS = 20, 6

NATURAL_TRICKS = 2
"""How many tricks of a board are played by the natural card before the rest is solved.

It takes a tenth of the time that a whole deal does, and the opening lead is not made with all hands open.
"""

MOST_DOUBLES = 2
"""How many times a declaration is doubled before a bot is content: where re-doubling has no end it must have one."""

LONG_SUIT = 5
"""The fewest cards of a suit that a partner who has to name something is thought to name; else it is the cheapest."""


def points_by_call(
    view: View, code: BridgeCode, calls: Sequence[Call], random: Random
) -> Mapping[Call, Sequence[int]]:
    """For each call that the hand may sensibly make, the points that it brings the side on each of some layouts.

    They are those of the deal, less the adversaries’; a game won, from where the sides stand, is reckoned at as many
    points again as a game takes. Everybody else is content, but for adversaries who double what is named where that
    serves them. Of the calls that
    name a denomination only the first is tried, the cheapest; and of suits, the longest only, and what would be
    believed of another hand.
    Empty where no call is sensible.
    """
    tried = _sensible(view, code, calls)
    deals = [Deal(layout, view.dealer) for layout in likely(view, code, _layouts_for(view, tried), random)]
    ends = [(call, number, _ends(code, view, call, deal)) for call in tried for number, deal in enumerate(deals)]
    boards = {(number, end.board): end for _, number, each in ends for end in each}
    opened = [_opened(end, deals[number]) for (number, _), end in boards.items()]
    tricks = dict(zip(boards, _solved(opened), strict=True))
    points: dict[Call, list[int]] = {call: [] for call in tried}
    for call, number, each in ends:
        brought = [_points(view, code, deals[number], end, tricks[number, end.board]) for end in each]
        points[call].append(min(brought))
    return points


def _sensible(view: View, code: BridgeCode, calls: Sequence[Call]) -> dict[Call, Denomination | None]:
    """The calls worth trying, with what each names."""
    doubled = view.declaration.doubled if view.declaration else 0
    longest = sorted(Suit, key=lambda suit: (len(view.hand[suit]), code.trick_value(Denomination.of(suit))))[-SUITS:]
    tried: dict[Call, Denomination | None] = {}
    for call in calls:
        named = named_by(view.calling, view.seat, call)
        if call == Double() and doubled >= MOST_DOUBLES:
            continue
        if named is not None and (named in tried.values() or not is_likely(view, code, call)):
            continue
        if named in (None, Denomination.NO_TRUMPS) or named.trumps in longest or is_defensive(code, view.calling, view.seat, call):
            tried[call] = named
    return tried


def _layouts_for(view: View, tried: Mapping[Call, Denomination | None]) -> int:
    declared = view.declaration.denomination if view.declaration else None
    denominations = {named or declared for named in tried.values()}
    return max(FEWEST_LAYOUTS, min(MOST_LAYOUTS, BOARDS // max(1, len(denominations))))


# ---- how the calling may end ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _End:
    """How the calling ends: what is declared, who leads, whose hand will be exposed."""

    declaration: Declaration
    leader: Seat
    dummy: Seat | None

    @property
    def board(self) -> tuple[Denomination, Seat, Seat | None]:
        """What the play depends on."""
        return self.declaration.denomination, self.leader, self.dummy


def _ends(code: BridgeCode, view: View, call: Call, deal: Deal) -> list[_End]:
    """How it ends if all are content with a call, and if adversaries who may double what it names do."""
    after = view.calling.after(view.seat, call)
    ends = [_end(code, after, deal)]
    if named_by(view.calling, view.seat, call):
        turn = _turn(code, after)
        if turn and Double() in turn.calls and turn.seat.side is not view.seat.side:
            ends.append(_end(code, after.after(turn.seat, Double()), deal))
    return ends


def _end(code: BridgeCode, calling: Calling, deal: Deal) -> _End:
    while turn := _turn(code, calling):
        calling = calling.after(turn.seat, _content(code, calling, turn, deal.hands[turn.seat]))
    assert calling.declaration is not None, "the calling ends with something declared"  # noqa: S101
    return _End(calling.declaration, code.leader(calling) or deal.dealer.left, code.dummy(calling))


@lru_cache(maxsize=256)
def _turn(code: BridgeCode, calling: Calling) -> Turn | None:
    """The turn of a calling, which is the same for every layout."""
    return code.turn(calling)


def _content(code: BridgeCode, calling: Calling, turn: Turn, hand: Hand) -> Call:
    """What a hand says that wants nothing; where it has to name something, a long suit, else the cheapest."""
    for quiet in QUIET:
        if quiet in turn.calls:
            return quiet
    longest = max(Suit, key=lambda suit: len(hand[suit]))
    wanted = Denomination.of(longest) if len(hand[longest]) >= LONG_SUIT else cheapest(code)
    return next((call for call in turn.calls if named_by(calling, turn.seat, call) is wanted), turn.calls[0])


# ---- what is played then -------------------------------------------------------------------------------------


def _opened(end: _End, deal: Deal) -> Play:
    play = Play.of(deal, end.declaration.trumps, end.leader)
    while len(play.tricks) < NATURAL_TRICKS:
        play = play.after(ordered(play, end.dummy)[0])
    return play


def _solved(plays: Sequence[Play]) -> Iterator[BySide[int]]:
    """What each side takes in all, perfectly played from here."""
    for play, most in zip(plays, most_tricks(plays), strict=True):
        side, left = play.to_play.side, 13 - len(play.tricks)
        yield BySide.each(lambda one: play.won[one] + (most if one is side else left - most))  # noqa: B023


# ---- what it scores ------------------------------------------------------------------------------------------


def _points(view: View, code: BridgeCode, deal: Deal, end: _End, tricks: BySide[int]) -> int:
    score = code.score(code.outcome(deal, end.declaration, tricks))
    us = view.seat.side
    ours = score.total(us) + _game(code, score, us, view.standing.us)
    return ours - score.total(us.opponents) - _game(code, score, us.opponents, view.standing.them)


def _game(code: BridgeCode, score: DealScore, side: Side, before: int) -> int:
    return code.game if before + score.below(side) >= code.game else 0
