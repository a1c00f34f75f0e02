"""The page of a table."""

from __future__ import annotations

from flask import render_template

from tutor.quizzes.kinds.tables import TableExercise, TableRef
from tutor.tables import notices
from tutor.tables.claims import may_claim
from tutor.tables.match import Match, Strictness
from tutor.tables.review import review
from tutor.web import formatting
from tutor.web.play.assigned import assignment_of, may_hint, tells
from tutor.web.play.seats_shown import places, seats_shown, trick_shown
from tutor.web.practise.recording import submissions
from tutor.web.services import services


def page_of(key: int, match: Match, refused: str | None = None) -> str:
    tables = list(match.tables())
    table = tables[-1]
    seat = match.seat_at(table)
    is_over = table.is_over
    sheet = table.sheet.after(table.score()) if is_over else table.sheet
    moment, may_tell = TableRef.now(key, match, table), tells(key)
    is_hinted = may_hint(key, match) and bool(submissions().hints(moment)) and match.is_learners_turn(table)
    hint = TableExercise(moment, table).advice if is_hinted else None
    return render_template(
        "play/table.html",
        key=key,
        match=match,
        table=table,
        seats=seats_shown(match, table),
        trick=trick_shown(table),
        places=places(seat),
        seat=seat,
        sheet=sheet,
        assigned=assignment_of(key),
        is_yours=match.is_learners_turn(table),
        may_claim=may_claim(table, seat),
        hint=hint,
        is_silent=is_hinted and hint is None,
        may_hint=may_hint(key, match),
        tells=may_tell,
        reviewed=list(review(table, match.code.seat_of(match.player, len(table.sheet.deals)), services().hindsights.of))
        if is_over and may_tell
        else [],
        called=notices.called(table, seat) if match.is_learners_turn(table) else None,
        offences=list(notices.offences(table)),
        revokes=list(notices.revokes(table, seat)),
        turned_up=notices.turned_up(table),
        what_is_played=notices.what_is_played(table),
        refused=refused,
        words=formatting,
        Strictness=Strictness,
    )
