"""Tables for spreadsheets: CSV that no program reads as formulas, whoever wrote the cells."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

MIMETYPE = "text/csv; charset=utf-8"
BYTE_ORDER_MARK = "\ufeff"
"""Spreadsheets recognise UTF-8 by this."""
_BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def as_csv(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The rows as CSV, line by line; text that a spreadsheet might calculate begins with an apostrophe."""
    written = StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    yield BYTE_ORDER_MARK
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
        yield written.getvalue()
        written.seek(0)
        written.truncate()


def harmless(cell: object) -> object:
    """A safe cell: a text that looks like a formula is marked as text, and None is empty."""
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_BEGINS_A_FORMULA):
        return f"'{cell}"
    return "" if cell is None else cell
