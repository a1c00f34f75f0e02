"""The page of a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import render_template, url_for
from flask_babel import gettext

from tutor.citations import SOURCES
from tutor.quizzes.kinds.tables import TableExercise, TableRef
from tutor.tables import notices
from tutor.tables.claims import may_claim, may_play_out
from tutor.tables.match import Match, Strictness
from tutor.tables.table import Table
from tutor.tables.tally import Tally
from tutor.web import formatting
from tutor.web.play.assigned import assignment_of, may_hint, tells
from tutor.web.play.bid_grid import BidGrid
from tutor.web.play.ended import end_of
from tutor.web.play.seats_shown import places, seats_shown, trick_shown
from tutor.web.practise.recording import submissions


def page_of(
    key: int, match: Match, refused: str | None = None, template: str = "play/table.html", **shared: object
) -> str:
    """The table as the learner sees it, with a message if something was `refused`.

    A table of several people has its own `template`, and says what is `shared`.
    """
    tables = list(match.tables())
    table = tables[-1]
    seat, trick, is_yours = match.seat_at(table), trick_shown(table), match.is_learners_turn(table)
    source, assigned = SOURCES.get(match.code.source), None if shared else assignment_of(key)
    context = dict(
        key=key,
        room="tables",
        at=partial(address_at, "tables", key),
        goes_alone=True,
        match=match,
        table=table,
        seats=seats_shown(match, table),
        places=places(seat),
        seat=seat,
        trick=trick,
        winner=trick.winner(table.play.trumps) if trick and trick.is_complete and table.play else None,
        previous=_previous_trick(table),
        tally=Tally.of(table, seat),
        sheet=table.sheet.after(table.score()) if table.is_over else table.sheet,
        assigned=assigned,
        author=source.author if source else gettext("The author"),
        is_yours=is_yours,
        goes_on=not is_yours and not table.is_over,
        grid=BidGrid(table),
        may_claim=may_claim(table, seat),
        may_undo=_may_undo(match, table, is_assigned=bool(assigned)),
        may_play_out=may_play_out(table, seat),
        called=notices.called(table, seat) if is_yours else None,
        offences=list(notices.offences(table)),
        revokes=list(notices.revokes(table, seat)),
        turned_up=notices.turned_up(table),
        what_is_played=notices.what_is_played(table),
        happened=notices.since(table, _first_told(match, table)),
        refused=refused,
        words=formatting,
        Strictness=Strictness,
        **(_hint(key, match, table) if not shared else {}),
        **(
            end_of(table, match.deal_seat(len(match.records)), may_tell=bool(shared) or tells(key))
            if table.is_over
            else {}
        ),
    )
    return render_template(template, **(context | shared))


def address_at(room: str, key: int, page: str, **values: int) -> str:
    """The address of a page of a table."""
    parts: dict[str, Any] = {"key": key, **values}
    return url_for(f"{room}.{page}", **parts)


def _may_undo(match: Match, table: Table, *, is_assigned: bool) -> bool:
    """Whether something may be taken back: not in the rigour of the game, nor what was set, nor a saved result."""
    is_final = match.strictness is Strictness.RIGOUR or (is_assigned and table.is_over)
    return len(table.acts) > table.fixed and not is_final


def _previous_trick(table: Table) -> object:
    """The trick before the one on the table, which the learner may see again."""
    if table.play is None:
        return None
    gone = table.play.tricks[:-1] if table.play.last_trick else table.play.tricks
    return gone[-1] if gone else None


def _first_told(match: Match, table: Table) -> int:
    """The first act the page reports: the learner’s last act or the first of the trick, whichever is later."""
    own = [number for number, (before, _) in enumerate(table.moments()) if match.is_learners_turn(before)]
    trick = trick_shown(table)
    return max(own[-1] if own else 0, len(table.acts) - len(trick.cards) if trick else 0)


def _hint(key: int, match: Match, table: Table) -> Mapping[str, object]:
    """The hints on the page."""
    may, moment = may_hint(key, match), TableRef.now(key, match, table)
    is_hinted = may and bool(submissions().hints(moment)) and match.is_learners_turn(table)
    hint = TableExercise(moment, table).advice if is_hinted else None
    return {"may_hint": may, "hint": hint, "is_silent": is_hinted and hint is None}
