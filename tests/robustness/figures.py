"""What a trial found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Figures:
    """The figures of a trial by what they are of, and the faults, each of which should not have been."""

    trial: str
    figures: Mapping[str, object]
    faults: tuple[str, ...] = field(default=())

    def __str__(self) -> str:
        told = ", ".join(f"{what} {figure}" for what, figure in self.figures.items())
        return "\n".join(
            [f"{self.trial}: {told}; faults {len(self.faults)}", *(f"  {one}" for one in self.faults[:20])]
        )


def percentile(durations: list[float], share: float) -> float:
    """The duration within which that share of all was done, in milliseconds."""
    if not durations:
        return 0.0
    return round(1000 * sorted(durations)[min(len(durations) - 1, int(share * len(durations)))], 1)
