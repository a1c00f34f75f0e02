"""What a trial found, and how it is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

MOST_FAULTS = 20
"""How many faults of a run are printed; the rest are counted."""


@dataclass(frozen=True)
class Figures:
    """The figures of one run of a trial by what they are of, and the faults, each of which should not have been.

    `notes` say what a reader must know beside the figures, such as that something could not run here.
    """

    trial: str
    figures: Mapping[str, object]
    faults: tuple[str, ...] = field(default=())
    notes: tuple[str, ...] = field(default=())


def table(name: str, found: Sequence[Figures]) -> str:
    """The runs of a trial in one table, a line each and a column for each figure, with the faults beneath."""
    columns = list(dict.fromkeys(what for one in found for what in one.figures))
    rows = [[name, *columns, "faults"]]
    rows += [
        [one.trial, *(_written(one.figures.get(what)) for what in columns), _written(len(one.faults))] for one in found
    ]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows]
    lines.insert(1, "-" * max(map(len, lines)))
    for one in found:
        lines += [f"  NOTE {one.trial}: {note}" for note in one.notes]
        lines += [f"  FAULT {one.trial}: {fault}" for fault in one.faults[:MOST_FAULTS]]
        if len(one.faults) > MOST_FAULTS:
            lines.append(f"  and {len(one.faults) - MOST_FAULTS:,} faults more")
    return "\n".join([*lines, ""])


def _written(figure: object) -> str:
    if figure is None:
        return ""
    return f"{figure:,}" if isinstance(figure, int | float) else str(figure)


def percentile(durations: Sequence[float], share: float) -> float:
    """The duration within which that share of all was done, in milliseconds."""
    if not durations:
        return 0.0
    return round(1000 * sorted(durations)[min(len(durations) - 1, int(share * len(durations)))], 1)


def spread(durations: Sequence[float]) -> dict[str, object]:
    """Within which time half, 95 and 99 of 100 requests were answered, and the slowest, in milliseconds."""
    return {
        **{f"p{share} ms": percentile(durations, share / 100) for share in (50, 95, 99)},
        "slowest ms": percentile(durations, 1),
    }
