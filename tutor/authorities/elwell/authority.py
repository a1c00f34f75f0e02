"""J. B. Elwell, “Bridge Axioms and Laws” (New York, 1907): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.elwell.calls_to_change import CALLS, CHANGING, FOLLOWING, MESSAGES
from tutor.authorities.elwell.declaring import DEALER, PASSED_MAKES
from tutor.authorities.elwell.doubling import DOUBLES
from tutor.authorities.elwell.leads import LEADS_AGAINST_A_TRUMP, LEADS_AT_NO_TRUMP
from tutor.authorities.elwell.maxims import DEFENDING, MANAGING, SAVING, TRUMPING
from tutor.authorities.elwell.unblocking import UNBLOCKING

ELWELL = Authority(
    "elwell",
    (
        DEALER,
        PASSED_MAKES,
        DOUBLES,
        LEADS_AGAINST_A_TRUMP,
        LEADS_AT_NO_TRUMP,
        SAVING,
        CHANGING,
        DEFENDING,
        MANAGING,
        UNBLOCKING,
        *FOLLOWING,
        TRUMPING,
        CALLS,
    ),
    MESSAGES,
)
