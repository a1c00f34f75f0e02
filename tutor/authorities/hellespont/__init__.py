"""Hellespont, “The Laws and Principles of Bridge” (London, 1901): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.hellespont.declaring import DEALER_AT_LOVE_ALL
from tutor.authorities.hellespont.fourth_hand import FOURTH_AS_ADVERSARY
from tutor.authorities.hellespont.leads_with_trumps import OPENING_WITH_TRUMPS
from tutor.authorities.hellespont.leads_without_trumps import OPENING_WITHOUT_TRUMPS
from tutor.authorities.hellespont.returning_with_trumps import LEADING_ON_AGAINST_TRUMPS
from tutor.authorities.hellespont.returning_without_trumps import LEADING_ON_AGAINST_NO_TRUMPS
from tutor.authorities.hellespont.second_hand import SECOND_AS_ADVERSARY
from tutor.authorities.hellespont.third_hand import OPENINGS_HEARD, THIRD_AS_ADVERSARY

HELLESPONT = Authority(
    "hellespont",
    (
        DEALER_AT_LOVE_ALL,
        OPENING_WITH_TRUMPS,
        OPENING_WITHOUT_TRUMPS,
        LEADING_ON_AGAINST_TRUMPS,
        LEADING_ON_AGAINST_NO_TRUMPS,
        SECOND_AS_ADVERSARY,
        THIRD_AS_ADVERSARY,
        FOURTH_AS_ADVERSARY,
    ),
    OPENINGS_HEARD,
)
