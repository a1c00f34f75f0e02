"""A deal that was played to its end: by whom, where, how it ended, and the result in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cached_property

from tutor.analysis.double_dummy import tricks_by_declarer
from tutor.auction import Declaration, Denomination
from tutor.codes.scoring import DealScore, Party
from tutor.deal import Deal
from tutor.seats import Seat
from tutor.tables.match import Match
from tutor.tables.outcome import odd_tricks, outcome
from tutor.tables.table import Table
from tutor.tables.tally import tricks_needed
from tutor.wording import figured, in_words


class Origin(Enum):
    """Where a deal was played."""

    TABLE = "practice table"
    DAY = "deal of the day"
    ASSIGNMENT = "assignment"
    HOMEWORK = "homework"
    BOARDS = "imported boards"
    SHARED = "shared table"
    AUTHOR = "author"
    BOOK = "book"

    __hash__ = object.__hash__


@dataclass(frozen=True)  # without slots, for the cached properties
class PlayedDeal:
    """A deal that was played to its end, from the seat of one player.

    `at_table` names the table: what several people played together there has the same name. `seat` is the player’s
    while the calls are made. `who` is the player, by the name for those who read it, and `player` their number, which
    is 0 where nobody is known. Raises `ValueError` for a deal that is not over.
    """

    at_table: str
    table: Table
    seat: Seat
    who: str = ""
    player: int = 0
    played_at: datetime | None = None
    origin: Origin = Origin.TABLE

    def __post_init__(self) -> None:
        if not self.table.is_over:
            raise ValueError("the deal is not over")

    @property
    def same_deal(self) -> tuple[str, Deal]:
        """Equal for deals that can be compared: the same code, cards, dealer and turn-up."""
        return self.table.code.key, self.table.deal

    @property
    def declaration(self) -> Declaration | None:
        """What was declared. None if nothing was, as at whist or where everybody passed."""
        return None if self.table.play is None else self.table.code.declaration(self.table.calling)

    @cached_property
    def score(self) -> DealScore:
        return self.table.score()

    @property
    def parties(self) -> tuple[Party, ...]:
        """The parties that score."""
        return self.table.sheet.parties

    @property
    def party(self) -> Party:
        """The player’s: their side, or their seat where everybody scores alone."""
        return self.seat.side if self.seat.side in self.parties else self.seat

    def points(self, party: Party) -> int:
        """All that a party scores on the deal, under every heading."""
        return self.score.total(party)

    @property
    def net(self) -> int:
        """What the player’s party scores, less what each other party scores.

        Where more than two play, every two of them settle the difference.
        """
        return sum(self.points(self.party) - self.points(other) for other in self.parties)

    @cached_property
    def tricks(self) -> int | None:
        """The tricks of the declarer’s side; if nothing was declared, those of the player. None if none was played."""
        if self.table.play is None:
            return None
        taken = tricks_taken(self.table)
        return taken.get(self._taker if _are_by_seat(self.table) else self._taker.side, 0)

    @property
    def _taker(self) -> Seat:
        """The seat whose tricks `tricks` counts: the declarer’s, or the player’s."""
        declaration = self.declaration
        return declaration.by if declaration else self.table.seat_now(self.seat)

    @cached_property
    def brief(self) -> str:
        """The result in a few words: `4♥ by Z: 10 tricks, just made`, `Took 8, two odd tricks`."""
        words = self._brief
        return f"{words}, after a revoke" if self.table.settlement() else words

    @property
    def _brief(self) -> str:
        declaration, made = self.declaration, self.tricks
        if made is None:
            return "Honours were called and answered" if self.score.items else "Passed out"
        tricks = figured(made, "trick")
        if declaration is None:
            return f"Took {tricks}" if _are_by_seat(self.table) else f"Took {made}{_odd_words(made)}"
        named = f"{contract_words(declaration)} by {declaration.by.label}"
        return f"{named}: {tricks}{_against_contract(declaration, made)}"

    @property
    def in_words(self) -> str:
        """The whole result in one sentence, with what everybody scores."""
        return outcome(self.table)

    @cached_property
    def double_dummy(self) -> int | None:
        """The tricks that `tricks` would be with best play by everybody. None where no solver knows the game."""
        return double_dummy_tricks(self.table, self._taker)


def brief_result(match: Match) -> str:
    """The result of the last deal of a match in a few words. Raises `ValueError` before it is over."""
    return PlayedDeal("", match.table, match.deal_seat(len(match.records))).brief


def tricks_taken(table: Table) -> Mapping[Party, int]:
    """The tricks of each side, or of each seat where everybody plays alone, after what was exacted for revokes.

    Raises `ValueError` if nothing was played.
    """
    if table.play is None:
        raise ValueError("nothing was played")
    if _are_by_seat(table):
        return {seat: count for seat, count in table.play.won_by_seat.items() if count}
    settled = table.settlement()
    return dict((settled.after if settled else table.play.won).items())


def _are_by_seat(table: Table) -> bool:
    """Whether hands are set aside, so that sides say nothing of the tricks."""
    play = table.play
    return play is not None and bool((*play.tricks, play.trick)[0].out)


def double_dummy_tricks(table: Table, seat: Seat) -> int | None:
    """The tricks of a seat’s side with all hands open and best play by everybody, in what was played.

    None where no solver knows the game: with hands set aside, at misère, or if nothing was played.
    """
    play = table.play
    declaration = table.code.declaration(table.calling)
    is_misere = declaration is not None and declaration.is_misere
    if play is None or _are_by_seat(table) or is_misere:
        return None
    plays_first = (*play.tricks, play.trick)[0].leader
    denomination = next(one for one in Denomination if one.trumps is play.trumps)
    tricks = tricks_by_declarer(Deal(play.dealt(), table.deal.dealer))[denomination, plays_first.right]
    return tricks if plays_first.right.side is seat.side else 13 - tricks


def contract_words(declaration: Declaration) -> str:
    """What was named, in brief: `4♥`, `3 NT doubled`, `Hearts`, `Misère for twenty`."""
    doubled = {0: "", 1: " doubled", 2: " redoubled"}.get(declaration.doubled, f" doubled {declaration.doubled} times")
    if declaration.contract is None:
        words = declaration.words
        return f"{words[:1].upper()}{words[1:]}{doubled}"
    trumps = declaration.trumps
    return f"{declaration.contract}{trumps.symbol if trumps else ' NT'}{doubled}"


def _against_contract(declaration: Declaration, made: int) -> str:
    """How the tricks compare with what was named: `, just made`, `, two short`, `, the odd trick`."""
    if declaration.is_misere:
        return ""
    needed = tricks_needed(declaration, declaration.by.side)
    if needed is None:
        return ""
    if made < needed:
        return f", {in_words(needed - made)} short"
    if declaration.contract is None:
        return f", {odd_tricks(made - 6)}"
    return f", {in_words(made - needed)} over" if made > needed else ", just made"


def _odd_words(made: int) -> str:
    """The odd tricks of a side where nobody declares: `, two odd tricks`, `, the odd trick lost`."""
    return f", {odd_tricks(made - 6)}" if made > 6 else f", {odd_tricks(7 - made)} lost"
