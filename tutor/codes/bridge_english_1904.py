"""Bridge under the English club code of 1904, as Hoffmann reprints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tutor.codes.bridge_calling import DoublingLimit, Formulas
from tutor.codes.bridge_english_1901 import POINTS as POINTS_1901
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.laws import refs
from tutor.codes.offences import BRIDGE_ENGLISH_1904

POINTS = MappingProxyType(
    {
        **POINTS_1901,
        "declare-dealer": "47",
        "declare-passed": "48",
        "redouble-limit": "58",
        "play-begins": "60",
    }
)


LIMIT = DoublingLimit(100)
"""The limit of law 58."""


@dataclass(frozen=True, slots=True)
class BridgeEnglish1904(BridgeEnglish1901):
    """The revision: other words, no question after a double, and a limit of a hundred points to the redoubling.

    The `limit` is an option because law 58 does not say what is measured, nor what happens to a double that exceeds
    it. Here the limit is on the worth of the odd trick, and such a double is barred.
    """

    key: ClassVar[str] = "bridge-english-1904"
    title: ClassVar[str] = "Bridge, the English club code of 1904"
    source: ClassVar[str] = "hoffmann"
    body: ClassVar[str] = "bridge-english-1904"
    scoring_laws = refs("bridge-english-1904", "4", "6", "7", "8", "9", "53")
    offences = BRIDGE_ENGLISH_1904
    points: ClassVar[Mapping[str, str]] = POINTS
    formulas: ClassVar[Formulas] = Formulas(
        suit="{}.",
        no_trumps="No trumps.",
        question="May I lead?",
        satisfied="Satisfied.",
        last_word="Satisfied.",
        is_asked_again=False,
    )
    limit: DoublingLimit | None = LIMIT
