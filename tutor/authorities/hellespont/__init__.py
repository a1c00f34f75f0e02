"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.hellespont.declaring import DEALER_AT_LOVE_ALL
from tutor.authorities.hellespont.declaring_as_partner import PARTNER_AT_LOVE_ALL, PARTNER_TO_THE_SCORE
from tutor.authorities.hellespont.declaring_to_the_score import DEALER_TO_THE_SCORE
from tutor.authorities.hellespont.leads_with_trumps import OPENING_WITH_TRUMPS
from tutor.authorities.hellespont.leads_without_trumps import OPENING_WITHOUT_TRUMPS

HELLESPONT = Authority(
    "hellespont",
    (
        DEALER_AT_LOVE_ALL,
        DEALER_TO_THE_SCORE,
        PARTNER_AT_LOVE_ALL,
        PARTNER_TO_THE_SCORE,
        OPENING_WITH_TRUMPS,
        OPENING_WITHOUT_TRUMPS,
    ),
)
