"""Cælebs, “The Laws and Practice of Whist” (New York, 1859): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.caelebs.opening import OPENING

CAELEBS = Authority("caelebs", (OPENING,))
