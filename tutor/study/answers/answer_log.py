"""The log written out for other programs: each line an answer, or a holiday begun or ended. `answers` stores it."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO

from tutor.study.answers.answers import LogEntry
from tutor.study.review.preferences import Holiday

COLUMNS = ("at", "event", "topic", "item", "given", "shade", "rule", "also", "hints", "number", "level", "cap")
"""The columns of the table; `at` is a moment in UTC as ISO 8601 writes it, and what an event has not stays empty."""


def as_json(log: Iterable[LogEntry | Holiday]) -> Iterator[str]:
    """One JSON object a line."""
    for line in log:
        yield json.dumps(_fields(line), ensure_ascii=False) + "\n"


def as_csv(log: Iterable[LogEntry | Holiday]) -> Iterator[str]:
    """A table, its columns named in the first line."""
    written = StringIO()
    table = csv.DictWriter(written, COLUMNS, restval="", lineterminator="\n")
    table.writeheader()
    for line in log:
        fields = dict(_fields(line))
        table.writerow(fields | {"also": " ".join(line.answer.also)} if isinstance(line, LogEntry) else fields)
        yield written.getvalue()
        written.seek(0)
        written.truncate()
    yield written.getvalue()


def _fields(line: LogEntry | Holiday) -> Mapping[str, object]:
    at = line.at.isoformat()
    if isinstance(line, Holiday):
        return {"at": at, "event": "holiday begins" if line.begins else "holiday ends", "cap": line.cap}
    answer = line.answer
    return {
        "at": at,
        "event": "answer",
        "topic": answer.topic,
        "item": answer.item,
        "given": answer.given,
        "shade": answer.shade,
        "rule": answer.rule,
        "also": list(answer.also),
        "hints": answer.hints,
        "number": answer.number,
        "level": answer.level.value if answer.level else None,
    }
