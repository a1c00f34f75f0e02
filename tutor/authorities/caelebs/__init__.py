"""Cælebs, “The Laws and Practice of Whist” (New York, 1859): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.caelebs.dumby import FIRST_LEAD_AGAINST_DUMBY, LEADING_AGAINST_DUMBY
from tutor.authorities.caelebs.finale import KEEPING_THE_ACE_GUARDED
from tutor.authorities.caelebs.messages import MESSAGES
from tutor.authorities.caelebs.opening import OPENING
from tutor.authorities.caelebs.returning import LEADING_AGAIN
from tutor.authorities.caelebs.signal import SIGNALLING

CAELEBS = Authority(
    "caelebs",
    (
        OPENING,
        FIRST_LEAD_AGAINST_DUMBY,
        LEADING_AGAIN,
        LEADING_AGAINST_DUMBY,
        SIGNALLING,
        KEEPING_THE_ACE_GUARDED,
    ),
    MESSAGES,
)
