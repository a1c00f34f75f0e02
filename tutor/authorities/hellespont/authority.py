"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): what he advises, on what a seat can see."""

from __future__ import annotations

from typing import Any

from tutor.authorities.authority import Authority
from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.dealer_follows import DEALER_FOLLOWS
from tutor.authorities.hellespont.dealer_leads import DEALER_LEADS
from tutor.authorities.hellespont.declaring import DECLARING
from tutor.authorities.hellespont.discards import DISCARDS
from tutor.authorities.hellespont.doubling import DOUBLE_OF_A_SUIT, DOUBLING_A_SUIT
from tutor.authorities.hellespont.doubling_without_trumps import (
    DOUBLING_NO_TRUMPS_BEHIND_THE_LEAD,
    DOUBLING_NO_TRUMPS_WITH_THE_LEAD,
)
from tutor.authorities.hellespont.fourth_hand import FOURTH_AS_ADVERSARY
from tutor.authorities.hellespont.inference import MESSAGES
from tutor.authorities.hellespont.leads_to_a_double import (
    GOING_ON_TO_A_DOUBLE_OF_NO_TRUMPS,
    OPENING_TO_A_DOUBLE,
)
from tutor.authorities.hellespont.leads_with_trumps import OPENING_WITH_TRUMPS
from tutor.authorities.hellespont.leads_without_trumps import OPENING_WITHOUT_TRUMPS
from tutor.authorities.hellespont.redoubling import REDOUBLING
from tutor.authorities.hellespont.returning_with_trumps import LEADING_ON_AGAINST_TRUMPS
from tutor.authorities.hellespont.returning_without_trumps import LEADING_ON_AGAINST_NO_TRUMPS
from tutor.authorities.hellespont.second_hand import SECOND_AS_ADVERSARY
from tutor.authorities.hellespont.signals import FOLLOWING_WITH_A_MESSAGE, FOLLOWING_WITHOUT_ONE, SIGNALS, TRUMPING
from tutor.authorities.hellespont.third_hand import THIRD_AS_ADVERSARY, THIRD_WITH_NOTHING_TO_GAIN

DOUBLING = (DOUBLING_A_SUIT, DOUBLING_NO_TRUMPS_WITH_THE_LEAD, DOUBLING_NO_TRUMPS_BEHIND_THE_LEAD, REDOUBLING)
LEADING = (
    OPENING_TO_A_DOUBLE,
    OPENING_WITH_TRUMPS,
    OPENING_WITHOUT_TRUMPS,
    GOING_ON_TO_A_DOUBLE_OF_NO_TRUMPS,
    LEADING_ON_AGAINST_TRUMPS,
    LEADING_ON_AGAINST_NO_TRUMPS,
)
FOLLOWING: tuple[Chapter[Any], ...] = (
    *FOLLOWING_WITH_A_MESSAGE,
    SECOND_AS_ADVERSARY,
    THIRD_AS_ADVERSARY,
    FOURTH_AS_ADVERSARY,
    *FOLLOWING_WITHOUT_ONE,
    THIRD_WITH_NOTHING_TO_GAIN,
)

HELLESPONT = Authority(
    "hellespont",
    (*DECLARING, *DOUBLING, *LEADING, *DEALER_LEADS, *DEALER_FOLLOWS, *FOLLOWING, *DISCARDS, TRUMPING, *SIGNALS),
    (DOUBLE_OF_A_SUIT, *MESSAGES),
)
