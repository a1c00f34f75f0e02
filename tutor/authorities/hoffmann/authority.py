"""Professor Hoffmann, “Bridge, in Hoyle’s Games Modernized” (London): what he advises, on what a seat can see."""

from __future__ import annotations

from tutor.authorities.authority import Authority
from tutor.authorities.hoffmann.declaring import DEALER

HOFFMANN = Authority("hoffmann", (DEALER,))
