"""Bridge under the American laws as revised in 1907, which Elwell prints. They bear no numbers; the names are ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tutor.codes.bridge_calling import Beyond, DoublingLimit
from tutor.codes.bridge_english_1904 import BridgeEnglish1904
from tutor.codes.laws import refs
from tutor.codes.offences import BRIDGE_AMERICAN_1907
from tutor.codes.scoring import DealOutcome, Heading, ScoreItem, chicane_with_honours, honours_multiple
from tutor.seats import Side

POINTS = MappingProxyType(
    {
        "trick-values": "trick-values",
        "tricks": "grand-slam",
        "honours": "honours-defined",
        "aces": "honours-defined",
        "one hand": "honours-holders",
        "honours-trump": "honours-holders",
        "honours-no-trump": "honours-holders",
        "chicane": "chicane",
        "double-chicane": "double-chicane",
        "grand-slam": "grand-slam",
        "little-slam": "little-slam",
        "declare-dealer": "declare-dealer",
        "declare-passed": "declare-partner",
        "declaration-final": "declaration-final",
        "double-effect": "double-effect",
        "double-first-right": "double-first-right",
        "redouble-first-right": "redouble",
        "redouble-again": "redouble-again",
        "redouble-limit": "double-limit",
        "play-begins": "play-begins",
    }
)

CLUB_LIMITS = (DoublingLimit(100, Beyond.LAST), DoublingLimit(200, Beyond.LAST))
"""The limits of the footnote: doubling ceases once the odd trick is worth more."""


@dataclass(frozen=True, slots=True)
class BridgeAmerican1907(BridgeEnglish1904):
    """The revision: redoubling without limit, and chicane that is scored with the honours.

    The laws set no words for declaring, so those of 1904 are used. Options: the `limit` of a club, one of
    `CLUB_LIMITS`, and `double_chicane`, whether both hands of a side without a trump are taken for four honours
    from the adversaries, which “may be deducted”, or for three as one hand would be.
    """

    key: ClassVar[str] = "bridge-american-1907"
    title: ClassVar[str] = "Bridge, the American code of 1907"
    source: ClassVar[str] = "elwell"
    body: ClassVar[str] = "bridge-american-1907"
    scoring_laws = refs(
        "bridge-american-1907",
        "trick-values", "honours-holders", "chicane", "double-chicane", "grand-slam", "little-slam", "double-effect",
    )  # fmt: skip
    offences = BRIDGE_AMERICAN_1907
    points: ClassVar[Mapping[str, str]] = POINTS
    limit: DoublingLimit | None = None

    def _chicane(self, outcome: DealOutcome) -> Iterator[ScoreItem]:
        if outcome.trumps is None:
            return
        value = self.trick_value(outcome.declaration.denomination)
        for one in chicane_with_honours(outcome.trumps, lambda side: _scores_honours(outcome, side)):
            is_double = self.double_chicane and len(one.seats) == 2
            tricks = one.tricks if is_double else max(one.tricks, -2)
            law = self.law_on("double-chicane" if is_double else "chicane")
            yield ScoreItem(one.side, Heading.CHICANE, tricks * value, one.what, law)


def _scores_honours(outcome: DealOutcome, side: Side) -> bool:
    fewer, more = sorted(outcome.honours[seat] for seat in side.seats)
    return honours_multiple(more, fewer) > 0
