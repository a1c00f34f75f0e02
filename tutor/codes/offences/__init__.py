"""Offences and penalties: what each code of laws answers to what went wrong, found by the key of the code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tutor.codes.offences.acts import (
    PLAYERS,
    QUESTIONS,
    STAGES,
    WORDS_FOR_ROLES,
    Act,
    Offence,
    Question,
    Role,
    When,
    asked,
)
from tutor.codes.offences.auction_1910 import AUCTION_1910
from tutor.codes.offences.bridge_american_1907 import BRIDGE_AMERICAN_1907
from tutor.codes.offences.bridge_english_1901 import BRIDGE_ENGLISH_1901
from tutor.codes.offences.bridge_english_1904 import BRIDGE_ENGLISH_1904
from tutor.codes.offences.games import ANY, Game, Notion
from tutor.codes.offences.rulings import Answer, Case, Choice, Chooser, Counsel, Offences, Ruling, Silence, cases
from tutor.codes.offences.variants import (
    AUCTION_POINTS_1910,
    AUCTION_SUITS_1910,
    AUCTION_THREE_HAND_1910,
    BRIDGE_THREE_HANDED_1901,
    DOUBLE_DUMBY_1859,
    DUMBY_1859,
    DUMMY_BRIDGE_1901,
    FRENCH_HUMBUG_1859,
    HUMBUG_1859,
    WHIST_LONG_1859,
    WHIST_SHORT_1859,
    WHIST_THREE_HANDED_1859,
)
from tutor.codes.offences.whist_1859 import WHIST_1859

__all__ = [
    "ANY",
    "AUCTION_1910",
    "AUCTION_POINTS_1910",
    "AUCTION_SUITS_1910",
    "AUCTION_THREE_HAND_1910",
    "BRIDGE_AMERICAN_1907",
    "BRIDGE_ENGLISH_1901",
    "BRIDGE_ENGLISH_1904",
    "BRIDGE_THREE_HANDED_1901",
    "DOUBLE_DUMBY_1859",
    "DUMBY_1859",
    "DUMMY_BRIDGE_1901",
    "FIVE_CODES",
    "FRENCH_HUMBUG_1859",
    "HUMBUG_1859",
    "PLAYERS",
    "QUESTIONS",
    "STAGES",
    "WHIST_1859",
    "WHIST_LONG_1859",
    "WHIST_SHORT_1859",
    "WHIST_THREE_HANDED_1859",
    "WORDS_FOR_ROLES",
    "Act",
    "Answer",
    "Case",
    "Choice",
    "Chooser",
    "Counsel",
    "Game",
    "Notion",
    "Offence",
    "Offences",
    "Question",
    "Role",
    "Ruling",
    "Silence",
    "When",
    "asked",
    "cases",
]

FIVE_CODES: Mapping[str, Offences] = MappingProxyType(
    {
        table.key: table
        for table in (WHIST_1859, BRIDGE_ENGLISH_1901, BRIDGE_ENGLISH_1904, BRIDGE_AMERICAN_1907, AUCTION_1910)
    }
)
"""The bodies of law, by key; every other game follows one of them, or a variant of it."""
