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
    OffenceQuestion,
    Role,
    When,
    asked,
)
from tutor.codes.offences.auction_1910 import AUCTION_1910
from tutor.codes.offences.bridge_american_1907 import BRIDGE_AMERICAN_1907
from tutor.codes.offences.bridge_english_1901 import BRIDGE_ENGLISH_1901
from tutor.codes.offences.bridge_english_1904 import BRIDGE_ENGLISH_1904
from tutor.codes.offences.games import ANY, Feature, GameFeatures
from tutor.codes.offences.rulings import Answer, Case, Chooser, Counsel, Offences, PenaltyChoice, Ruling, Silence, cases
from tutor.codes.offences.whist_1859 import WHIST_1859

__all__ = [
    "ANY",
    "AUCTION_1910",
    "BRIDGE_AMERICAN_1907",
    "BRIDGE_ENGLISH_1901",
    "BRIDGE_ENGLISH_1904",
    "FIVE_CODES",
    "PLAYERS",
    "QUESTIONS",
    "STAGES",
    "WHIST_1859",
    "WORDS_FOR_ROLES",
    "Act",
    "Answer",
    "Case",
    "Chooser",
    "Counsel",
    "Feature",
    "GameFeatures",
    "Offence",
    "OffenceQuestion",
    "Offences",
    "PenaltyChoice",
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
