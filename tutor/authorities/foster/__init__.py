"""R. F. Foster, “Auction Bridge up to Date” (New York, 1910): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.foster.bidding import BIDDING, HEARD_IN_THE_BIDDING

FOSTER = Authority("foster", BIDDING, HEARD_IN_THE_BIDDING)
