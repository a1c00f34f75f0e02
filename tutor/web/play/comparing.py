"""The comparison of the authors on a position at a table."""

from __future__ import annotations

from tutor.authorities import AUTHORITIES
from tutor.codes import CODES
from tutor.tables.table import Table
from tutor.web.explore.position_form import comparison_url


def comparison(table: Table) -> str | None:
    """The address of the comparison. None if the game’s author has no rules, or no form can hold the position."""
    seat = table.player_to_act
    is_of_books = table.code.source in AUTHORITIES and table.code.key in CODES
    return comparison_url(table.view(seat)) if seat and is_of_books else None
