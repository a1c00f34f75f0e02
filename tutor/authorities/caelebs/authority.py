"""Cælebs, “The Laws and Practice of Whist” (New York, 1859): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.caelebs.discarding import DISCARDING
from tutor.authorities.caelebs.dumby import FIRST_LEAD_AGAINST_DUMBY, LEADING_AGAINST_DUMBY
from tutor.authorities.caelebs.fourth_hand import FOURTH_HAND
from tutor.authorities.caelebs.hearing import FOLLOWING_HEARD
from tutor.authorities.caelebs.messages import MESSAGES
from tutor.authorities.caelebs.opening import OPENING
from tutor.authorities.caelebs.returning import LEADING_AGAIN
from tutor.authorities.caelebs.ruffing import RUFFING
from tutor.authorities.caelebs.second_hand import SECOND_HAND
from tutor.authorities.caelebs.signal import SIGNALLING
from tutor.authorities.caelebs.third_hand import THIRD_HAND

CAELEBS = Authority(
    "caelebs",
    (
        OPENING,
        FIRST_LEAD_AGAINST_DUMBY,
        LEADING_AGAIN,
        LEADING_AGAINST_DUMBY,
        SECOND_HAND,
        THIRD_HAND,
        FOURTH_HAND,
        RUFFING,
        DISCARDING,
        SIGNALLING,
    ),
    (*MESSAGES, *FOLLOWING_HEARD),
)
