"""A table at which a play goes on that was not played there: its cards, and the calls before them, make the record."""

from __future__ import annotations

from dataclasses import replace

from tutor.cards import Card
from tutor.codes.code import Code
from tutor.deal import Deal
from tutor.errors import TutorError
from tutor.play import Play
from tutor.seats import Seat
from tutor.tables.callings import QUIET
from tutor.tables.match import Match, Strictness
from tutor.tables.table import Table, TableAct
from tutor.view import View


def match_from(view: View, code: Code, play: Play, name: str) -> Match | None:
    """A match whose deal stands as a play does, with the player of a view as the learner, at love-all.

    What the view does not say was called is quiet. None where no table of the code comes to this play: by other calls,
    or because the dealer can have turned up no card of the trump suit.
    """
    try:
        deal = Deal(play.dealt(), view.dealer, _turned_up(view, code, play))
        begun = Match(code, name, Seat.SOUTH, Strictness.GUIDED, (deal,))
        table = _played(_called(begun.table, view), play)
    except TutorError:
        return None
    if table is None or not _stands(table, play):
        return None
    match = begun.after(table)
    players = (replace(match, player=player) for player in code.players)
    return next((one for one in players if one.seat_at(table) is view.seat), None)


def _turned_up(view: View, code: Code, play: Play) -> Card | None:
    """The card that the dealer turned up: the one that was shown, or a trump of the hand."""
    if not code.turns_up:
        return None
    shown = [card for seat, card in view.shown if seat is view.dealer]
    trumps = [card for card in play.dealt()[view.dealer] if card.suit is play.trumps]
    return next(iter([*shown, *reversed(trumps)]), None)


def _called(table: Table, view: View) -> Table | None:
    """The table once the play has begun, by the calls of a view and quiet ones after them."""
    for said in view.calling.said:
        if table.play is None:
            table = table.replayed(TableAct(said.seat, said.call))
    while table.play is None:
        turn = table.code.turn(table.calling)
        quiet = next((call for call in QUIET if call in table.lawful()), None)
        if turn is None or quiet is None:
            return None
        table = table.replayed(TableAct(turn.seat, quiet))
    return table


def _played(table: Table | None, play: Play) -> Table | None:
    for played in play.played():
        table = table and table.replayed(TableAct(played.seat, played.card))
    return table


def _stands(table: Table, play: Play) -> bool:
    """Whether the play at a table is this one."""
    there = table.play
    return there is not None and (there.hands, there.trick, there.tricks, there.trumps) == (
        play.hands,
        play.trick,
        play.tricks,
        play.trumps,
    )
