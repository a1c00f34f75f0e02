"""Every call of any game, and cards, as they are written down: what a table refuses can be read all the same."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tutor.auction import (
    AnswerHonours,
    Bid,
    Call,
    CallHonours,
    Content,
    Declare,
    Denomination,
    Double,
    Exchange,
    Leave,
    Misere,
    Pass,
    PointBid,
    SuitBid,
)
from tutor.cards import Card
from tutor.codes.auction_points_1910 import MOST
from tutor.errors import Malformed
from tutor.seats import Seat

_CALLS: tuple[Call, ...] = (
    *map(Declare, Denomination),
    Leave(),
    Double(),
    Content(),
    Pass(),
    *(Bid(tricks, denomination) for tricks in range(1, 8) for denomination in Denomination),
    *map(SuitBid, Denomination),
    *map(PointBid, range(1, MOST + 1)),
    Misere(),
    CallHonours(),
    AnswerHonours(True),
    AnswerHonours(False),
    *map(Exchange, Seat),
)
EVERY_CALL: Mapping[str, Call] = MappingProxyType({str(call): call for call in _CALLS})
"""Every call of any game, by the words in which it is written down."""


def call_or_card(text: str) -> Call | Card:
    """What a text asks for, lawful or not. Raises `Malformed` for what is no call and no card."""
    call = EVERY_CALL.get(text)
    if call is not None:
        return call
    try:
        return Card.parse(text)
    except Malformed:
        why = "it is neither a card nor a call of any game here"
        raise Malformed("call or card", text, why, "Choose one of those offered") from None
