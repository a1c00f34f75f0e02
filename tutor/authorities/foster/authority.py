"""R. F. Foster, “Auction Bridge up to Date” (New York, 1910): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.foster.bidding import BIDDING, HEARD_IN_THE_BIDDING
from tutor.authorities.foster.declarer_follows import (
    DECLARERS_FOURTH,
    DECLARERS_SECOND,
    DECLARERS_THIRD,
    DECLARERS_TRUMPING,
)
from tutor.authorities.foster.declarer_leads import MANAGING
from tutor.authorities.foster.discards import DECLARER_DISCARDING, DISCARDING
from tutor.authorities.foster.inference import MESSAGES
from tutor.authorities.foster.leads_with_trumps import OPENING_WITH_TRUMPS
from tutor.authorities.foster.leads_without_trumps import OPENING_WITHOUT_TRUMPS
from tutor.authorities.foster.returns import RETURNING
from tutor.authorities.foster.second_hand import SECOND_HAND
from tutor.authorities.foster.third_hand import (
    FOURTH_HAND,
    SIGNALLING,
    SIGNALLING_BY_DISCARDS,
    THIRD_HAND,
    TRUMPING,
)

PLAY = (
    OPENING_WITH_TRUMPS, OPENING_WITHOUT_TRUMPS, RETURNING, SECOND_HAND, THIRD_HAND, FOURTH_HAND, TRUMPING, DISCARDING,
    SIGNALLING, SIGNALLING_BY_DISCARDS, MANAGING, DECLARERS_SECOND, DECLARERS_THIRD, DECLARERS_FOURTH,
    DECLARERS_TRUMPING, DECLARER_DISCARDING,
)  # fmt: skip

FOSTER = Authority("foster", (*BIDDING, *PLAY), (*HEARD_IN_THE_BIDDING, *MESSAGES), HEARD_IN_THE_BIDDING)
