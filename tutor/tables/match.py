"""A rubber at a practice table: what was chosen at the beginning, and every call and card since, written down.

Nothing else is kept: whatever is asked is worked out from the record, so a game goes on from its last act whenever
it was broken off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from random import Random

from tutor.authorities.rules import Answer
from tutor.cards import Card
from tutor.codes.code import Code
from tutor.codes.scoring import Sheet
from tutor.deal import Deal
from tutor.errors import Malformed
from tutor.seats import Seat
from tutor.tables.fixed_calls import SetDeal
from tutor.tables.rigour import is_kept
from tutor.tables.rigour import read as read_offence
from tutor.tables.table import Table, TableAct
from tutor.view import View


class Strictness(Enum):
    """How strict a table is with its learner."""

    GUIDED = "guided"
    PLAIN = "plain"
    RIGOUR = "rigour"


def player_of(code: Code, label: str) -> Seat:
    """The player of a game who is named, or the first. Raises `Malformed`."""
    player = Seat.labelled(label or code.players[0].label)
    if player not in code.players:
        who = ", ".join(seat.label for seat in code.players)
        raise Malformed("player", player.label, f"the players of this game are {who}", "Choose one of them")
    return player


def strictness_of(code: Code, text: str) -> Strictness:
    """The strictness that is named, if the game can be kept so. Raises `Malformed`."""
    found = next((strictness for strictness in Strictness if strictness.value == text), None)
    if found is None:
        raise Malformed(
            "strictness",
            text,
            f"it is {', '.join(strictness.value for strictness in Strictness)}",
            "Choose one of them",
        )
    if found is Strictness.RIGOUR and not is_kept(code):
        why = "the laws do not say what a revoke costs in this game"
        raise Malformed("strictness", found.value, why, "Choose guided or plain")
    return found


Chooser = Callable[[View, Code, tuple[Answer, ...], Random], Answer]
"""The player of the other seats: chooses from what a seat can see, the code, what is legal, and chance."""


@dataclass(frozen=True, slots=True)
class Match:
    """A rubber under way. `player` is the learner, by the seat of the first deal; `given` are deals chosen beforehand.

    `records` are the acts of each deal, as they are written; the last is the deal in progress. The record of a deal
    begins with the acts that are `fixed` for it, if any are. The same seed gives the same deals to everybody.
    """

    code: Code
    seed: str
    player: Seat
    strictness: Strictness
    given: tuple[Deal, ...] = ()
    records: tuple[tuple[str, ...], ...] = ((),)
    fixed: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of_set_deals(
        cls, code: Code, seed: str, player: Seat, strictness: Strictness, deals: Sequence[SetDeal]
    ) -> Match:
        """A match about to begin, whose first deals are given, with the acts that are set for them."""
        fixed = tuple(one.acts for one in deals) if any(one.acts for one in deals) else ()
        given = tuple(one.deal for one in deals)
        return cls(code, seed, player, strictness, given, (fixed[0] if fixed else (),), fixed)

    # ---- the deals -----------------------------------------------------------------------------------------------

    def deal(self, number: int) -> Deal:
        """The deal of a number, from 0."""
        if number < len(self.given):
            deal = self.given[number]
            if self.code.turns_up and deal.turn_up is None:
                card = Random(f"{self.seed}/turn-up/{number}").choice(list(deal.hands[deal.dealer]))
                deal = replace(deal, turn_up=card)
            return deal
        return _dealt(self.code, self.seed, number)

    def fixed_of(self, number: int) -> tuple[str, ...]:
        """The acts that are set for the deal of a number, from 0."""
        return self.fixed[number] if number < len(self.fixed) else ()

    def tables(self) -> Iterator[Table]:
        """Each deal as far as it has come, the last in progress. Raises `Malformed` for a record that is none."""
        sheet = self.code.rubber
        for number, record in enumerate(self.records):
            table = _replayed(self.code, self.deal(number), sheet, len(self.fixed_of(number)), record)
            yield table
            if number + 1 < len(self.records):
                sheet = sheet.after(table.score())

    @property
    def table(self) -> Table:
        """The deal in progress."""
        *_, table = self.tables()
        return table

    def seat_at(self, table: Table) -> Seat:
        """Where the learner sits at the present deal."""
        return table.seat_now(self.code.seat_of(self.player, len(table.sheet.deals)))

    def deal_seat(self, number: int) -> Seat:
        """Where the learner sits while the calls of a deal are made. Deals are numbered from 1."""
        return self.code.seat_of(self.player, number - 1)

    def is_learners_turn(self, table: Table) -> bool:
        """Whether it is the learner who has to act."""
        return table.player_to_act is not None and table.player_to_act is self.seat_at(table)

    # ---- going on ------------------------------------------------------------------------------------------------

    def after(self, table: Table) -> Match:
        """The match with its deal in progress come so far."""
        return replace(self, records=(*self.records[:-1], tuple(act.text for act in table.acts)))

    def with_next_deal(self) -> Match:
        """The next deal, about to begin. Raises `ValueError` while a deal is in progress or when the rubber is won."""
        table = self.table
        if table.sheet.after(table.score()).is_over:
            raise ValueError("the rubber is over: start another")
        return replace(self, records=(*self.records, self.fixed_of(len(self.records))))

    def bots_go_on(self, table: Table, choose: Chooser) -> Table:
        """The deal after the others have acted: until the learner has to, a trick is complete, or the play begins."""
        while (seat := table.player_to_act) is not None and not self.is_learners_turn(table):
            table, before = self.bot_acts(table, seat, choose), table
            if table.play and (before.play is None or len(table.play.tricks) > len(before.play.tricks)):
                break
        return table

    def bot_acts(self, table: Table, seat: Seat, choose: Chooser) -> Table:
        """The deal after one call or card of a seat that the tutor plays."""
        chance = Random(f"{self.seed}/{len(self.records)}/{len(table.acts)}")
        return table.after(choose(table.view(seat), self.code, table.lawful(), chance))

    def acted(self, table: Table, what: Answer) -> Table:
        """The deal after the learner’s call or card, as strictly as the match is kept. Raises `Illegal`."""
        return table.after(what, revoking=self.strictness is Strictness.RIGOUR)

    def undone(self) -> Match:
        """The match before the learner’s last act in this deal that was not set, or unchanged where there is none."""
        table = self.table
        own = [
            number
            for number, (before, _) in enumerate(table.moments())
            if number >= table.fixed and self.is_learners_turn(before)
        ]
        return replace(self, records=(*self.records[:-1], self.records[-1][: own[-1]])) if own else self


@lru_cache(maxsize=1024)
def _dealt(code: Code, seed: str, number: int) -> Deal:
    """The deal of a number of a seed: to shuffle takes longer than all else that a page asks of a match."""
    return code.deal(Random(f"{seed}/{number}"), number)


@lru_cache(maxsize=1024)
def _replayed(code: Code, deal: Deal, sheet: Sheet, fixed: int, record: tuple[str, ...]) -> Table:
    """A deal after the acts of a record, so many of them set. The deal before the last is mostly known already."""
    if not record:
        return Table.laid(code, deal, sheet, fixed)
    before = _replayed(code, deal, sheet, fixed, record[:-1])
    return before.replayed(_read(before, record[-1]))


def _read(table: Table, text: str) -> TableAct:
    label, _, what = text.partition(" ")
    seat, offence = Seat.labelled(label), read_offence(what)
    if offence is not None:
        return TableAct(seat, offence)
    if table.play is not None:
        return TableAct(seat, Card.parse(what))
    found = next((call for call in table.lawful() if str(call) == what), None)
    if found is None:
        raise Malformed("record", text, "nobody can have said it here", "Start the deal again")
    return TableAct(seat, found)
