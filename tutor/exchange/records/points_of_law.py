"""What the five codes say on a point of law, side by side."""

from __future__ import annotations

from pydantic import Field

from tutor.codes.offences import FIVE_CODES
from tutor.errors import Unknown
from tutor.exchange.records.record import Record
from tutor.library.concordance import Cell, Concordance, Gap, LegalPoint


class CodeCell(Record):
    """What one code says on the point, or why it says nothing."""

    absent: str = Field("", description="where the code says nothing: why, as in “not in this game”")
    short: str = Field("", description="what it says, in a few words")
    says: str | None
    law: str | None = None
    source: str = ""
    page: int | None = None
    lines: list[tuple[int, int] | None] = Field([], description="lines of the machine-read text")
    items: list[str] = Field([], description="ids of the laws in the syllabus")


class PointOfLaw(Record):
    """A point of law under five codes."""

    point: str
    group: str
    asks: str
    agree: list[list[str]] = Field(description="the codes that agree with each other")
    offences: list[str]
    codes: dict[str, CodeCell]


def points_of_law(concordance: Concordance, sought: str) -> tuple[LegalPoint, ...]:
    """The point named, or those that have the words, or all. Raises `Unknown` if no point has the words."""
    try:
        return (concordance.point(sought),)
    except Unknown:
        found = concordance.having(sought)
        if not found:
            raise
        return found


def point_record(point: LegalPoint) -> PointOfLaw:
    """A point, for scripts."""
    return PointOfLaw(
        point=point.id,
        group=point.group.value,
        asks=point.asks,
        agree=[list(party) for party in point.parties],
        offences=[act.slug for act in point.acts],
        codes={key: _cell(key, cell) for key, cell in point.cells.items()},
    )


def _cell(key: str, cell: Cell) -> CodeCell:
    if isinstance(cell, Gap):
        return CodeCell(absent=cell.want.name.lower().replace("_", " "), says=cell.says or None)
    at = cell.citation
    return CodeCell(
        short=cell.short,
        says=cell.says,
        law=at.law,
        source=FIVE_CODES[key].source,
        page=at.page,
        lines=[at.lines, *cell.also],
        items=list(cell.items),
    )
