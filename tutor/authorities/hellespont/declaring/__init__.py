"""What Hellespont advises the dealer and his partner to declare (pp. 55–116)."""

from __future__ import annotations

from tutor.authorities.hellespont.declaring.as_partner import PARTNER_AT_LOVE_ALL, PARTNER_TO_THE_SCORE
from tutor.authorities.hellespont.declaring.at_love_all import DEALER_AT_LOVE_ALL
from tutor.authorities.hellespont.declaring.to_the_score import DEALER_TO_THE_SCORE

DECLARING = (DEALER_AT_LOVE_ALL, DEALER_TO_THE_SCORE, PARTNER_AT_LOVE_ALL, PARTNER_TO_THE_SCORE)
