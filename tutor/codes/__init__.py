"""The laws of each game under each code, found by key; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pkgutil import resolve_name
from types import MappingProxyType

from tutor.codes.code import Code
from tutor.codes.offences import FIVE_CODES, Offences
from tutor.errors import Unknown

__all__ = ["CODES", "RULED", "Code", "code", "offences_of"]

_CLASSES: Mapping[str, str] = MappingProxyType(
    {
        "whist-short-1859": "whist_1859:WhistShort1859",
        "whist-long-1859": "whist_1859:WhistLong1859",
        "dumby-1859": "dumby_1859:Dumby1859",
        "double-dumby-1859": "dumby_1859:DoubleDumby1859",
        "humbug-1859": "humbug_1859:Humbug1859",
        "french-humbug-1859": "humbug_1859:FrenchHumbug1859",
        "whist-three-handed-1859": "whist_three_handed_1859:WhistThreeHanded1859",
        "bridge-english-1901": "bridge_english_1901:BridgeEnglish1901",
        "bridge-english-1904": "bridge_english_1904:BridgeEnglish1904",
        "bridge-american-1907": "bridge_american_1907:BridgeAmerican1907",
        "dummy-bridge-1901": "dummy_bridge_1901:DummyBridge1901",
        "bridge-three-handed-1901": "bridge_three_handed_1901:BridgeThreeHanded1901",
        "auction-1910": "auction_1910:Auction1910",
        "auction-suits-1910": "auction_suits_1910:AuctionSuits1910",
        "auction-points-1910": "auction_points_1910:AuctionPoints1910",
        "auction-three-hand-1910": "auction_three_hand_1910:AuctionThreeHand1910",
    }
)
"""The class of each code, in its module of this folder, by the `key` that it has."""


class Codes(Mapping[str, Code]):
    """The codes by key: those of whist first, then those of bridge and of auction bridge."""

    def __getitem__(self, key: str) -> Code:
        return _made(_CLASSES[key])

    def __contains__(self, key: object) -> bool:
        return key in _CLASSES

    def __iter__(self) -> Iterator[str]:
        return iter(_CLASSES)

    def __len__(self) -> int:
        return len(_CLASSES)


@cache
def _made(name: str) -> Code:
    made: Code = resolve_name(f"{__name__}.{name}")()
    return made


CODES = Codes()


def code(key: str) -> Code:
    """The code of a key. Raises `Unknown`."""
    try:
        return CODES[key]
    except KeyError:
        raise Unknown("code of laws", key, CODES) from None


class Ruled(Mapping[str, Offences]):
    """What answers to offences, by the key of a body of laws or of a game that follows one."""

    def __getitem__(self, key: str) -> Offences:
        return CODES[key].offences if key in CODES else FIVE_CODES[key]

    def __contains__(self, key: object) -> bool:
        return key in FIVE_CODES or key in CODES

    def __iter__(self) -> Iterator[str]:
        return iter({**FIVE_CODES, **_CLASSES})

    def __len__(self) -> int:
        return len({**FIVE_CODES, **_CLASSES})


RULED = Ruled()


def offences_of(key: str) -> Offences:
    """What a body of laws, or the code of a game, answers to offences. Raises `Unknown`."""
    try:
        return RULED[key]
    except KeyError:
        raise Unknown("code of laws", key, RULED) from None
