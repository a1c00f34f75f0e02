"""A finished deal, replayed with all hands open."""

from __future__ import annotations

from flask import abort, render_template
from flask_babel import gettext

from tutor.analysis.hindsight import PlayedCard
from tutor.tables import notices
from tutor.tables.match import Match
from tutor.tables.table import Table
from tutor.web import formatting
from tutor.web.classroom.secrecy import forbid
from tutor.web.play.assigned import assignment_of, tells
from tutor.web.play.comparing import comparison
from tutor.web.play.keeping import known
from tutor.web.play.page import address_at
from tutor.web.play.room import blueprint
from tutor.web.play.seats_shown import places, seats_shown, trick_shown
from tutor.web.services import services


@blueprint.get("/<int:key>/deals/<int:number>/<int:step>")
def again(key: int, number: int, step: int) -> str:
    """A finished deal step by step with all hands open, and the cost of each card in hindsight."""
    if not tells(key):
        forbid(
            gettext("The results are not shown yet"),
            gettext("You can replay the deal once your teacher shows the results."),
        )
    return replayed_deal("tables", key, known(key), number, step)


def replayed_deal(room: str, key: int, match: Match, number: int, step: int) -> str:
    """The page of a step of a finished deal, at a table of one person or of several; 404 if there is none."""
    table = dict(enumerate(match.tables(), start=1)).get(number)
    if table is None or not table.is_over or step > len(table.acts):
        abort(404)
    return render_template(
        "play/table_again.html",
        key=key,
        assigned=assignment_of(key),
        room=room,
        **at_step(match, table, number, step),
        address=lambda to: address_at(room, key, "again", number=number, step=to),
    )


def at_step(match: Match, table: Table, number: int, step: int) -> dict[str, object]:
    """A step of a deal of a match, as the page of a replay shows it."""
    stands = [before for before, _ in table.moments()]
    here = stands[step] if step < len(stands) else table
    return {
        "match": match,
        "number": number,
        "step": step,
        "last": len(table.acts),
        "table": here,
        "seats": seats_shown(match, here),
        "places": places(match.seat_at(here)),
        "trick": trick_shown(here),
        "cost": _cost(table, step),
        "comparison": comparison(here),
        "offences": list(notices.offences(here)),
        "revokes": list(notices.revokes(here, match.seat_at(here))),
        "turned_up": notices.turned_up(here),
        "what_is_played": notices.what_is_played(here),
        "words": formatting,
    }


def _cost(table: Table, step: int) -> PlayedCard | None:
    """The cost of the card of a step in hindsight. None for a call, or if no solver knows the game."""
    if table.play is None or not table.is_solvable:
        return None
    cards = services().hindsights.of(table.play).cards
    number = step - (len(table.acts) - len(cards))
    return cards[number - 1] if number > 0 else None
