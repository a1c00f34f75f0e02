"""The seats as the learner sees them, and the trick on the table."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext

from tutor.cards import Card, Hand
from tutor.play import Trick
from tutor.seats import Seat
from tutor.tables.match import Match, Strictness
from tutor.tables.table import Table


@dataclass(frozen=True, slots=True)
class SeatShown:
    """One seat as the learner sees it, by its place on the page: bottom, left, top or right."""

    place: str
    seat: Seat
    part: str
    hand: Hand
    is_open: bool
    is_out: bool
    to_act: bool
    choices: tuple[Card, ...]
    turn_up: Card | None = None
    face_up: tuple[Card, ...] = ()


def places(bottom: Seat) -> dict[Seat, str]:
    """The place on the page of each seat, in the letters of the style sheet. The learner’s is at the bottom."""
    return dict(zip(bottom.round(), "swne", strict=True))


def seats_shown(match: Match, table: Table) -> dict[str, SeatShown]:
    """The seats by their place."""
    out = match.code.out(table.deal.dealer)
    hands = table.play.hands if table.play else table.deal.hands
    learner = match.seat_at(table)
    seen = table.may_look(learner)
    shown = {}
    for seat, place in places(learner).items():
        may = match.is_learners_turn(table) and table.play is not None and table.hand_to_act is seat
        is_any = match.strictness is not Strictness.GUIDED
        is_free = is_any and not table.called
        cards = tuple(hands[seat]) if is_free else tuple(card for card in table.lawful() if isinstance(card, Card))
        shown[place] = SeatShown(
            place=place,
            seat=seat,
            part=_part(table, seat, out),
            hand=hands[seat],
            is_open=seat in seen or table.is_over,
            is_out=seat in out,
            to_act=table.hand_to_act is seat,
            choices=cards if may else (),
            turn_up=table.turn_up if seat is table.deal.dealer else None,
            face_up=tuple(card for card in table.face_up if card in hands[seat]),
        )
    return shown


def _part(table: Table, seat: Seat, out: tuple[Seat, ...]) -> str:
    """The part of a seat at this table, as far as it is known."""
    dummy = table.code.dummy(table.calling)
    if seat in out:
        return gettext("sitting out")
    if dummy is not None and seat is dummy:
        return gettext("dummy")
    if dummy is not None and seat is dummy.partner and seat is not table.deal.dealer:
        return gettext("declarer")
    return gettext("dealer") if seat is table.deal.dealer else ""


def trick_shown(table: Table) -> Trick | None:
    """The trick on the table: the one in progress, or the last one until the next lead."""
    if table.play is None:
        return None
    return table.play.last_trick or table.play.trick
