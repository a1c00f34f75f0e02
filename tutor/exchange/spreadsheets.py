"""Tables for spreadsheets: CSV that no program takes for formulas, whoever wrote what stands in the cells."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

MIMETYPE = "text/csv; charset=utf-8"
BYTE_ORDER_MARK = "\ufeff"
"""By which spreadsheets know UTF-8."""
_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def as_csv(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The rows as CSV, line by line; text that a spreadsheet might reckon out begins with an apostrophe."""
    written = StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    yield BYTE_ORDER_MARK
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
        yield written.getvalue()
        written.seek(0)
        written.truncate()


def harmless(cell: object) -> object:
    """What a cell may hold: a text that looks like a formula is marked as text; None is empty."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_BEGINS_A_FORMULA):
        return f"'{cell}"
    return "" if cell is None else cell
