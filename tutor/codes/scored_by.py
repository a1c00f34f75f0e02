"""The laws by which points are scored, under each code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SCORED_BY: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "whist-short-1859": ("cae-claim-long-short", "cae-variant-halved-honours"),
        "humbug-1859": ("cae-variant-humbug",),
        "french-humbug-1859": ("cae-variant-french-humbug",),
        "whist-three-handed-1859": ("cae-variant-three-handed",),
        "bridge-english-1901": (
            "hel-law-004", "hel-law-006", "hel-law-007", "hel-law-008", "hel-law-009", "hel-law-053",
        ),
        "bridge-english-1904": (
            "hof-law-004", "hof-law-006", "hof-law-007", "hof-law-008", "hof-law-009", "hof-law-053",
        ),
        "bridge-american-1907": (
            "axi-law-trick-values", "axi-law-honours-holders", "axi-law-chicane", "axi-law-double-chicane",
            "axi-law-grand-slam", "axi-law-little-slam", "axi-law-double-effect",
        ),
        "bridge-three-handed-1901": ("hel-3h-12",),
        "auction-1910": (
            "fos-law-004", "fos-law-006", "fos-law-007", "fos-law-008", "fos-law-009", "fos-law-049", "fos-law-050",
            "fos-law-054", "fos-law-057",
        ),
        "auction-suits-1910": ("fos-var-suit-score", "fos-var-suit-bonus"),
        "auction-points-1910": (
            "fos-var-point-honors", "fos-var-point-trump", "fos-var-point-nt", "fos-var-point-misere",
            "fos-var-point-fail",
        ),
    }
)  # fmt: skip
"""The laws by which points are scored, by id, under the first code that scores by them."""
