"""Cælebs, “The Laws and Practice of Whist” (New York, 1859): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.caelebs.book import KEY
from tutor.authorities.caelebs.discards import DISCARDS
from tutor.authorities.caelebs.dumby import FIRST_LEAD_AGAINST_DUMBY, LATER_LEAD_AGAINST_DUMBY
from tutor.authorities.caelebs.first_lead import FIRST_LEAD
from tutor.authorities.caelebs.fourth_hand import FOURTH_HAND
from tutor.authorities.caelebs.inference import MESSAGES
from tutor.authorities.caelebs.later_leads import LATER_LEADS
from tutor.authorities.caelebs.ruffing import RUFFING
from tutor.authorities.caelebs.second_hand import SECOND_HAND
from tutor.authorities.caelebs.signals import SIGNALS
from tutor.authorities.caelebs.third_hand import THIRD_HAND

CAELEBS = Authority(
    KEY,
    (
        FIRST_LEAD,
        FIRST_LEAD_AGAINST_DUMBY,
        LATER_LEADS,
        LATER_LEAD_AGAINST_DUMBY,
        SECOND_HAND,
        THIRD_HAND,
        FOURTH_HAND,
        RUFFING,
        DISCARDS,
        SIGNALS,
    ),
    MESSAGES,
)
