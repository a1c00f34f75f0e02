"""Figures of the game that several of Hellespont’s chapters share."""

from __future__ import annotations

ODD_TRICK = 7
"""The trick that is the first of a side’s to count."""

FEWEST_OF_A_LONG_SUIT = 4
"""Four cards make a long suit; a suit of three does not come after the long ones (pp. 141, 148)."""
