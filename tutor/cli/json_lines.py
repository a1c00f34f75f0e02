"""JSON lines from standard input to standard output, one object a line, each answered before the next is read."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from tutor.exchange.records.json_text import json_of


def lines() -> Iterator[str]:
    """The lines of standard input that are not empty, without the mark that some editors put before the first."""
    first = True
    for line in sys.stdin:
        bare = line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}") if first else line
        first = False
        if bare.strip():
            yield bare


def write(given: Mapping[str, Any]) -> None:
    """Writes one answer immediately."""
    sys.stdout.write(json_of(given) + "\n")
    sys.stdout.flush()
