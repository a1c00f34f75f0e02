"""A session of boards that was played elsewhere, out of PBN or LIN: each as a table that can be reviewed.

A board of this tutor is played under the code that it names. Any other is contract bridge of our day, whose calls no
author of ours judges. Where the recorded calls are not in order, or there are none, the shortest that come to the
contract stand for them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from tutor.codes import CODES, Code
from tutor.codes.contract_bridge import ContractBridge, duplicate_points
from tutor.deal import Deal
from tutor.errors import Fault, FaultyContent, Malformed, TutorError
from tutor.exchange.set_deals import RecordedDeal, recorded_games, set_deal
from tutor.seats import BySeat, Seat, Side
from tutor.tables.fixed_calls import Start, acts_of, with_calls
from tutor.tables.match import Match, Strictness
from tutor.tables.table import Table
from tutor.tables.traveller import matchpoints

LARGEST = 300_000
"""The most characters of a session."""
MOST_BOARDS = 128
LONGEST_NAME = 80


@dataclass(frozen=True)  # without slots, for the cached property
class PlayedBoard:
    """A board: its place in the session (from 1), its number as written, who played it, and what was done.

    `tricks` are those of the declarer’s side, if they are known. `match` has the one deal; its calls are fixed where
    nobody judges them.
    """

    place: int
    number: str
    players: BySeat[str]
    match: Match
    tricks: int | None
    line: int
    vulnerable: tuple[Side, ...] = ()

    @cached_property
    def table(self) -> Table:
        """The deal as far as it was recorded."""
        return self.match.table

    @property
    def same_deal(self) -> tuple[str, Deal]:
        """Equal for boards that can be compared: the same game, cards and dealer."""
        return self.match.code.key, self.match.given[0]

    @property
    def is_of_today(self) -> bool:
        """Whether it is contract bridge of our day, and no game of our books."""
        return self.match.code.key not in CODES

    @property
    def points(self) -> int | None:
        """What the side of A and B scores, less what the other does; None where no result is recorded.

        A board of today has the points of duplicate bridge.
        """
        table = self.table
        if table.is_void:
            return 0
        declaration = table.code.declaration(table.calling)
        if self.is_of_today and declaration is not None and self.tricks is not None:
            by = declaration.by.side
            points = duplicate_points(declaration, self.tricks, vulnerable=by in self.vulnerable)
            return points if by is Side.NS else -points
        if self.is_of_today or not table.is_over or Side.NS not in table.sheet.parties:
            return None
        return table.score().total(Side.NS) - table.score().total(Side.EW)

    def seat_of(self, name: str) -> Seat | None:
        """Where a player of a name sat."""
        return next((seat for seat, one in self.players.items() if one.casefold() == name.casefold()), None)


@dataclass(frozen=True, slots=True)
class ComparedBoard:
    """A play of a deal among others: the points of A and B, less those of the others, and their matchpoints."""

    board: PlayedBoard
    points: int | None
    matchpoints: int | None


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """The boards of a text that can be read, and the faults of the others, with their lines."""

    boards: tuple[PlayedBoard, ...]
    faults: tuple[Fault, ...]

    def compared(self, board: PlayedBoard) -> tuple[ComparedBoard, ...]:
        """The plays of the deal of a board, if there are several: those that brought A and B most come first.

        A play without a result is the last, and has no matchpoints.
        """
        same = [one for one in self.boards if one.same_deal == board.same_deal]
        if len(same) < 2:
            return ()
        scored = [(one, points) for one in same if (points := one.points) is not None]
        won = matchpoints([points for _, points in scored])
        found = [ComparedBoard(one, points, each) for (one, points), each in zip(scored, won, strict=True)]
        found.sort(key=lambda one: (-(one.points or 0), one.board.place))
        return (*found, *(ComparedBoard(one, None, None) for one in same if one.points is None))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, each once, in the order of their boards."""
        found: dict[str, str] = {}
        for board in self.boards:
            for name in board.players:
                if name:
                    found.setdefault(name.casefold(), name)
        return tuple(found.values())


def read_session(text: str, file: str = "PBN") -> PlayedSession:
    """The boards of a text. Raises `FaultyContent`, `Malformed` or `NotAPack` where none can be read."""
    if len(text) > LARGEST:
        why = f"it has {len(text):,} characters, and the most allowed is {LARGEST:,}"
        raise Malformed("session", text[:40], why, "Split it into files of fewer boards")
    recorded, faults = recorded_games(text, file)
    if len(recorded) > MOST_BOARDS:
        why = f"it has {len(recorded)} boards, and the most allowed is {MOST_BOARDS}"
        raise Malformed("session", text[:40], why, "Split it into files of fewer boards")
    found: list[PlayedBoard] = []
    wrong = list(faults)
    for one in recorded:
        try:
            found.append(_board(one, len(found) + 1))
        except FaultyContent as error:
            wrong.extend(error.faults)
        except TutorError as error:
            wrong.append(Fault(file, one.line, 1, str(error).rstrip(".")))
    if not found:
        raise FaultyContent(wrong)
    return PlayedSession(tuple(found), tuple(sorted(wrong)))


def _board(recorded: RecordedDeal, place: int) -> PlayedBoard:
    code: Code = CODES[recorded.code] if recorded.code in CODES else ContractBridge()
    acts = _acts(recorded, code)
    deal = set_deal(recorded, code, Start.CALLS).deal
    calls = len(acts) - len(recorded.cards)
    fixed = () if recorded.code in CODES else (acts[:calls],)
    match = Match(code, "board", Seat.SOUTH, Strictness.PLAIN, (deal,), (acts,), fixed)
    table = match.table
    if table.play is None and not table.is_void:
        what = "nothing was declared, so there is nothing to judge"
        raise FaultyContent([Fault(recorded.file, recorded.line, 1, what, "Add Contract and Declarer, or Auction")])
    declaration = code.declaration(table.calling)
    is_played = table.play is not None and table.play.is_over and declaration is not None
    won = table.play.won[declaration.by.side] if is_played and table.play and declaration else None
    players = recorded.players.map(lambda name: name[:LONGEST_NAME])
    return PlayedBoard(
        place, recorded.board or str(place), players, match, won if won is not None else recorded.declarers_tricks,
        recorded.line, _vulnerable(recorded, place),
    )  # fmt: skip


def _vulnerable(recorded: RecordedDeal, place: int) -> tuple[Side, ...]:
    """The vulnerable sides, by the text, or else by the number of the board."""
    if recorded.vulnerable is not None:
        return recorded.vulnerable
    number = int(recorded.board) if recorded.board.isdecimal() and len(recorded.board) < 6 else place
    turn = (number - 1) // 4 + number - 1
    return ((), (Side.NS,), (Side.EW,), (Side.NS, Side.EW))[turn % 4]


def _acts(recorded: RecordedDeal, code: Code) -> tuple[str, ...]:
    """The acts of a board. Raises `FaultyContent`."""
    if recorded.is_passed_out and recorded.declaration is None:
        calling = recorded.calling
        if calling is None or not len(calling):
            return tuple(f"{seat.label} passes" for seat in recorded.deal.dealer.round())
        return tuple(str(said) for said in calling)
    called = replace(recorded, cards=())
    table = _calls(called, code)
    for seat, card in recorded.cards:
        if table.is_over or table.hand_to_act is not seat:
            what = f"{seat.label} plays the {card.name}, and it is not their turn"
            raise FaultyContent([recorded.fault(["Play"], what, "Correct the declarer or the cards")])
        table = table.after(card)
    return acts_of(table)


def _calls(recorded: RecordedDeal, code: Code) -> Table:
    deal: Deal = set_deal(recorded, code, Start.CALLS).deal
    if recorded.calling is not None:
        table = with_calls(code, deal, recorded.calling)
        if table is not None:
            return table
    set_ = set_deal(recorded, code)
    return Match.of_set_deals(code, "board", Seat.SOUTH, Strictness.PLAIN, (set_,)).table
