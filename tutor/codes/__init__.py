"""The laws of each game under each code, found by key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tutor.codes.auction_1910 import Auction1910
from tutor.codes.auction_points_1910 import AuctionPoints1910
from tutor.codes.auction_suits_1910 import AuctionSuits1910
from tutor.codes.auction_three_hand_1910 import AuctionThreeHand1910
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.code import Code
from tutor.errors import Unknown

__all__ = ["CODES", "Code", "code"]

CODES: Mapping[str, Code] = MappingProxyType(
    {
        code.key: code
        for code in (
            BridgeEnglish1901(),
            Auction1910(),
            AuctionSuits1910(),
            AuctionPoints1910(),
            AuctionThreeHand1910(),
        )
    }
)


def code(key: str) -> Code:
    """The code of a key. Raises `Unknown`."""
    try:
        return CODES[key]
    except KeyError:
        raise Unknown("code of laws", key, CODES) from None
