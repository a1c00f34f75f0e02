"""A deal at a table as PBN: the deal, the calls and the cards, so that the same acts can be read again.

The calls are in our own table too, because other programs know only those of contract bridge. Offences against the laws
are left out, and so is the play of a game of which not all four hands are played: PBN has no place for either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tutor.cards import Card
from tutor.exchange.pbn import tags
from tutor.exchange.pbn.content import (
    call_sections,
    called_sections,
    commented_section,
    dealt_sections,
    played_sections,
)
from tutor.exchange.pbn.document import UNKNOWN, PbnSection
from tutor.exchange.pbn.export_format import export_text, latin
from tutor.seats import BySeat
from tutor.tables.table import Table

LABELS: BySeat[str] = BySeat.each(lambda seat: seat.label)


def pbn_of(table: Table, line_end: str = "\n") -> str:
    """A table as a text of PBN."""
    return export_text([tuple(table_sections(table))], line_end)


def table_sections(
    table: Table,
    board: str = "1",
    event: str = "Love All",
    players: BySeat[str] = LABELS,
    told: Iterable[str] = (),
    notes: Mapping[int, str] | None = None,
    tricks: int | None = None,
) -> Iterator[PbnSection]:
    """The sections of a table, in no fixed order. `told` are comments on it, `notes` those on cards by number.

    `tricks` are those of the declarer’s side, if the play does not tell.
    """
    play = table.play
    yield PbnSection.made("Event", latin(event).replace('"', "'"))
    yield PbnSection.made("Board", board)
    for seat, name in players.items():
        yield PbnSection.made(seat.name.title(), latin(name).replace('"', "'") or UNKNOWN)
    yield PbnSection.made("Vulnerable", "None")
    yield PbnSection.made("Scoring", "Rubber")
    yield from dealt_sections(table.deal)
    if play is None:
        yield PbnSection.made(tags.CODE, table.code.key)
        if len(table.calling):
            yield from call_sections(table.calling)
        yield commented_section("Result", UNKNOWN, told)
        return
    leader = (*play.tricks, play.trick)[0].leader
    if table.calling.declaration is not None:
        yield from called_sections(table.code.key, table.calling, leader.right)
    else:
        yield PbnSection.made(tags.CODE, table.code.key)
        yield PbnSection.made("Declarer", leader.right.letter)
        yield PbnSection.made("Contract", f"1{play.trumps.letter if play.trumps else 'NT'}")
        if len(table.calling):
            yield from call_sections(table.calling)
    won = str(play.won[leader.right.side]) if play.is_over else UNKNOWN if tricks is None else str(tricks)
    yield commented_section("Result", won, told)
    if any(isinstance(act.what, Card) for act in table.acts) and not play.trick.out:
        yield from played_sections(play, leader, notes or {})
