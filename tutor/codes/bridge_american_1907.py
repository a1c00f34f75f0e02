"""Bridge under the American laws as revised in 1907, which Elwell prints. They bear no numbers; the names are ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tutor.codes.bridge_calling import Beyond, Limit
from tutor.codes.bridge_english_1904 import BridgeEnglish1904
from tutor.codes.laws import Law, laws_of
from tutor.codes.offences import BRIDGE_AMERICAN_1907
from tutor.codes.scoring import Heading, Item, Outcome, chicane_with_honours, honours_multiple
from tutor.seats import Side

LAWS: Mapping[str, Law] = MappingProxyType(
    {
        **laws_of(
            "elwell",
            "axi-law",
            ("rubber", None, (683, 684), "The partners who first win two games win the rubber."),
            ("game-thirty", None, (690, 691), "A game is thirty points scored by tricks alone."),
            ("excess-counted", None, (695, 696),
             "Every hand is played out, and trick points beyond the thirty are counted."),
            ("trick-values", None, (700, 703),
             "Each trick over six counts 2 in spades, 4 in clubs, 6 in diamonds, 8 in hearts, 12 without trumps."),
            ("honours-defined", None, (707, 708),
             "The honours are ace, king, queen, knave and ten of trumps; without trumps, the aces."),
            ("honours-holders", None, (712, 752),
             "Honours count to those who were dealt them: in trumps three twice the trick, four 4 times, five 5 times; "
             "in one hand four 8 times (the fifth with partner once more), five 10 times; without trumps three aces "
             "30, four 40, four in one hand 100."),
            ("grand-slam", None, (769, 771), "Thirteen tricks, none gained by a revoke, add 40 to the honours."),
            ("little-slam", None, (775, 776), "Twelve tricks, none gained by a revoke, add 20 to the honours."),
            ("chicane", None, (778, 781),
             "A hand without a trump is worth three honours: added where its side scores honours, else taken from the "
             "adversaries’."),
            ("double-chicane", None, (781, 784),
             "Two partners without a trump are worth four honours, which may be taken from the adversaries’."),
            ("bonuses-undoubled", None, (788, 789), "Doubling leaves honours, slams and chicane as they are."),
            ("rubber-settlement", None, (793, 797),
             "At the end all is added up, the winners of the rubber add 100, and the difference is what they win."),
            ("declare-dealer", None, (1031, 1032), "The dealer either makes the trump or passes that to the partner."),
            ("declare-partner", None, (1034, 1034), "The partner to whom the declaration is passed must make it."),
            ("declaration-final", None, (1066, 1066), "A declaration once made cannot be altered."),
            ("double-effect", None, (1072, 1073),
             "A double makes each trick over six worth twice as much, a re-double four times, and so on."),
            ("double-first-right", None, (1077, 1080),
             "When trumps are declared the adversaries may double, eldest hand first; who does not wish to may ask the "
             "partner’s leave to lead."),
            ("redouble", None, (1084, 1087),
             "Against a double the declaring side may re-double, the player who declared first."),
            ("redouble-again", None, (1091, 1093),
             "Against a re-double the adversaries may double again, the original doubler first."),
            ("redouble-unlimited", None, (1105, 1108),
             "Re-doubling may go on without end; on each side the last who re-doubled has the first right."),
            ("play-begins", None, (1128, 1130),
             "The play begins when leave to lead is given, or when the last who might double again is satisfied."),
            ("double-final", None, (1151, 1151), "What was said of doubling cannot be altered."),
        ),
        **laws_of(
            "elwell",
            "axi-variant",
            ("double-limit", None, (1119, 1121),
             "In some clubs doubling ceases when the odd trick is worth more than 100 points, in others than 200."),
        ),
    }
)  # fmt: skip

POINTS = MappingProxyType(
    {
        "trick-values": "trick-values",
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

CLUB_LIMITS = (Limit(100, Beyond.LAST), Limit(200, Beyond.LAST))
"""The limits of the footnote: doubling ceases once the odd trick is worth more."""


@dataclass(frozen=True, slots=True)
class BridgeAmerican1907(BridgeEnglish1904):
    """The revision: re-doubling without end, and chicane that goes with the honours.

    The laws set no words for declaring; those of 1904 are used. Options: the `limit` of a club, one of `CLUB_LIMITS`;
    and `double_chicane`, whether both hands of a side without a trump are taken for four honours from the
    adversaries, which “may be deducted”, or for three as one hand would be.
    """

    key: ClassVar[str] = "bridge-american-1907"
    title: ClassVar[str] = "Bridge, the American code of 1907"
    source: ClassVar[str] = "elwell"
    laws = LAWS
    offences = BRIDGE_AMERICAN_1907
    points: ClassVar[Mapping[str, str]] = POINTS
    told_laws: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "tricks": "grand-slam",
            "honours": "honours-defined",
            "aces": "honours-defined",
            "one hand": "honours-holders",
            "chicane": "chicane",
        }
    )
    limit: Limit | None = None

    def _chicane(self, outcome: Outcome) -> Iterator[Item]:
        if outcome.trumps is None:
            return
        value = self.trick_value(outcome.declaration.denomination)
        for one in chicane_with_honours(outcome.trumps, lambda side: _scores_honours(outcome, side)):
            is_double = self.double_chicane and len(one.seats) == 2
            tricks = one.tricks if is_double else max(one.tricks, -2)
            law = self.law("double-chicane" if is_double else "chicane")
            yield Item(one.side, Heading.CHICANE, tricks * value, one.what, law)


def _scores_honours(outcome: Outcome, side: Side) -> bool:
    fewer, more = sorted(outcome.honours[seat] for seat in side.seats)
    return honours_multiple(more, fewer) > 0
