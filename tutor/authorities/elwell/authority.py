"""J. B. Elwell, “Bridge Axioms and Laws” (New York, 1907): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.elwell.calls_to_change import CALLS, FOLLOWING, HEARING, MESSAGES
from tutor.authorities.elwell.declaring import DEALER, DOUBLES, PASSED_MAKES
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
        HEARING,
        DEFENDING,
        MANAGING,
        UNBLOCKING,
        *FOLLOWING,
        TRUMPING,
        CALLS,
    ),
    MESSAGES,
)
