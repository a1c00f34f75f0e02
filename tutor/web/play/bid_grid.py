"""The calls to choose from: levels by suits, a row of suits, or numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tutor.auction import Bid, Declare, Denomination, Double, Leave, Misere, Pass, PointBid, SuitBid
from tutor.authorities.rules import Answer
from tutor.cards import Suit
from tutor.quizzes.wording import call_label_at, sentence
from tutor.seats import Seat
from tutor.tables.table import Table

ORDER = (Denomination.SPADES, Denomination.CLUBS, Denomination.DIAMONDS, Denomination.HEARTS, Denomination.NO_TRUMPS)
"""From the cheapest to the dearest, as in all games that name one."""
LEVELS = range(1, 8)
IN_SIGHT = 40
"""Bids of points up to this number are always shown. Higher bids are behind a link."""
KEYS: dict[type, str] = {Pass: "p", Double: "x", Leave: "l"}
"""The keys for the calls below the grid."""


@dataclass(frozen=True, slots=True)
class CallButton:
    """A call on its button. `text` stands beside the suit’s symbol, and `name` is read aloud."""

    call: Answer
    text: str
    name: str
    suit: Suit | None
    is_open: bool

    @property
    def key(self) -> str:
        return KEYS.get(type(self.call), "")


@dataclass(frozen=True)
class BidGrid:
    """The calls of the player whose turn it is."""

    table: Table

    @cached_property
    def lawful(self) -> tuple[Answer, ...]:
        return self.table.lawful()

    @property
    def levels(self) -> Sequence[Sequence[CallButton]]:
        """A row for each number of tricks, if tricks are bid. Bids that are not allowed are disabled."""
        if not any(isinstance(call, Bid) for call in self.lawful):
            return ()
        return [[self._bid(Bid(level, denomination)) for denomination in ORDER] for level in LEVELS]

    def _bid(self, bid: Bid) -> CallButton:
        trumps = bid.denomination.trumps
        text = str(bid.odd_tricks) if trumps else f"{bid.odd_tricks} NT"
        return CallButton(bid, text, sentence(bid.words), trumps, bid in self.lawful)

    @property
    def suits(self) -> Sequence[CallButton]:
        """The denominations, if they are named without a number."""
        named = {call.denomination: call for call in self.lawful if isinstance(call, (Declare, SuitBid))}
        if not named:
            return ()
        kind = type(next(iter(named.values())))
        return [
            CallButton(kind(one), sentence(one.word), sentence(one.word), one.trumps, one in named) for one in ORDER
        ]

    @property
    def points(self) -> Sequence[CallButton]:
        """The bids of points always shown. Those too low are disabled."""
        return [one for one in self._points if one.text.isdecimal() and int(one.text) <= IN_SIGHT]

    @property
    def higher_points(self) -> Sequence[CallButton]:
        """The bids of points behind a link."""
        return [one for one in self._points if int(one.text) > IN_SIGHT]

    @cached_property
    def _points(self) -> Sequence[CallButton]:
        offered = {call.points for call in self.lawful if isinstance(call, PointBid)}
        if not offered:
            return ()
        return [
            CallButton(PointBid(number), str(number), sentence(str(PointBid(number))), None, number in offered)
            for number in range(1, max(offered) + 1)
        ]

    @property
    def others(self) -> Sequence[CallButton]:
        """The calls that name nothing, such as pass, double and leave, and misère."""
        calls = [call for call in self.lawful if not isinstance(call, (Bid, Declare, SuitBid, PointBid))]
        return [self._other(call) for call in calls]

    def _other(self, call: Answer) -> CallButton:
        seat = self.table.hand_to_act or Seat.SOUTH
        text = "Misère" if isinstance(call, Misere) else call_label_at(self.table.code, self.table.calling, seat, call)
        return CallButton(call, text, text, None, is_open=True)
