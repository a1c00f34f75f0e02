"""Plays of a deal beside which others are compared: by the author’s rules from all four seats, or as a book has it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from tutor.auction import Said
from tutor.codes import code as code_of
from tutor.deal import Deal
from tutor.errors import TutorError
from tutor.play import Play
from tutor.tables.bots import bot
from tutor.tables.table import Table, TableAct


@lru_cache(maxsize=256)
def author_line(code_key: str, deal: Deal) -> Table:
    """A deal at love-all, called and played by the tutor’s players from all four seats.

    They follow the author of the code, and calculate where the author says nothing (`tutor.tables.bots`). The same
    deal is always played the same way.
    """
    code = code_of(code_key)
    table = Table.laid(code, deal, code.rubber)
    while (seat := table.player_to_act) is not None:
        chance = Random(f"author/{len(table.acts)}")
        table = table.after(bot(table.view(seat), code, table.lawful(), chance))
    return table


def book_line(code_key: str, deal: Deal, said: Iterable[Said], play: Play) -> Table | None:
    """A deal as a book has it. None if its calls or cards do not fit the code, or it does not come to the end."""
    code = code_of(code_key)
    table = Table.laid(code, deal, code.rubber)
    try:
        for call in said:
            table = table.after(call.call)
        for played in play.played():
            table = table.replayed(TableAct(played.seat, played.card))
    except (TutorError, ValueError):
        return None
    return table if table.is_over else None
