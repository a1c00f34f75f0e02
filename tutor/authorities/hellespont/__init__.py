"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.hellespont.dealers_hands import DEALERS_HANDS
from tutor.authorities.hellespont.declaring import DEALER_AT_LOVE_ALL
from tutor.authorities.hellespont.discards import DISCARDS
from tutor.authorities.hellespont.hearing import MESSAGES
from tutor.authorities.hellespont.leads_with_trumps import OPENING_WITH_TRUMPS
from tutor.authorities.hellespont.leads_without_trumps import OPENING_WITHOUT_TRUMPS
from tutor.authorities.hellespont.managing import MANAGING
from tutor.authorities.hellespont.signals import FOLLOWING_WITH_A_MESSAGE, SIGNALS, TRUMPING

HELLESPONT = Authority(
    "hellespont",
    (
        DEALER_AT_LOVE_ALL,
        OPENING_WITH_TRUMPS,
        OPENING_WITHOUT_TRUMPS,
        *MANAGING,
        *DEALERS_HANDS,
        *FOLLOWING_WITH_A_MESSAGE,
        *DISCARDS,
        TRUMPING,
        *SIGNALS,
    ),
    MESSAGES,
)
