"""The laws of each game under each code, found by key."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tutor.codes.auction_1910 import Auction1910
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.code import Code
from tutor.codes.offences import DUMBY_1859, FIVE_CODES, Offences
from tutor.errors import Unknown

__all__ = ["CODES", "RULED", "Code", "code", "offences_of"]

CODES: Mapping[str, Code] = MappingProxyType({code.key: code for code in (BridgeEnglish1901(), Auction1910())})


def code(key: str) -> Code:
    """The code of a key. Raises `Unknown`."""
    try:
        return CODES[key]
    except KeyError:
        raise Unknown("code of laws", key, CODES) from None


RULED: Mapping[str, Offences] = MappingProxyType(
    {**FIVE_CODES, DUMBY_1859.key: DUMBY_1859, **{code.key: code.offences for code in CODES.values()}}
)
"""What answers to offences, by the key of a body of laws or of a game that follows one."""


def offences_of(key: str) -> Offences:
    """What a body of laws, or the code of a game, answers to offences. Raises `Unknown`."""
    try:
        return RULED[key]
    except KeyError:
        raise Unknown("code of laws", key, RULED) from None
