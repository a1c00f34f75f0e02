"""The laws of each game under each code, found by key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tutor.codes.auction_1910 import Auction1910
from tutor.codes.auction_points_1910 import AuctionPoints1910
from tutor.codes.auction_suits_1910 import AuctionSuits1910
from tutor.codes.auction_three_hand_1910 import AuctionThreeHand1910
from tutor.codes.bridge_american_1907 import BridgeAmerican1907
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.bridge_english_1904 import BridgeEnglish1904
from tutor.codes.bridge_three_handed_1901 import BridgeThreeHanded1901
from tutor.codes.code import Code
from tutor.codes.dumby_1859 import DoubleDumby1859, Dumby1859
from tutor.codes.dummy_bridge_1901 import DummyBridge1901
from tutor.codes.humbug_1859 import FrenchHumbug1859, Humbug1859
from tutor.codes.offences import FIVE_CODES, Offences
from tutor.codes.whist_1859 import WhistLong1859, WhistShort1859
from tutor.codes.whist_three_handed_1859 import WhistThreeHanded1859
from tutor.errors import Unknown

__all__ = ["CODES", "RULED", "Code", "code", "offences_of"]

CODES: Mapping[str, Code] = MappingProxyType(
    {
        code.key: code
        for code in (
            WhistShort1859(),
            WhistLong1859(),
            Dumby1859(),
            DoubleDumby1859(),
            Humbug1859(),
            FrenchHumbug1859(),
            WhistThreeHanded1859(),
            BridgeEnglish1901(),
            BridgeEnglish1904(),
            BridgeAmerican1907(),
            DummyBridge1901(),
            BridgeThreeHanded1901(),
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


RULED: Mapping[str, Offences] = MappingProxyType({**FIVE_CODES, **{code.key: code.offences for code in CODES.values()}})
"""What answers to offences, by the key of a body of laws or of a game that follows one."""


def offences_of(key: str) -> Offences:
    """What a body of laws, or the code of a game, answers to offences. Raises `Unknown`."""
    try:
        return RULED[key]
    except KeyError:
        raise Unknown("code of laws", key, RULED) from None
