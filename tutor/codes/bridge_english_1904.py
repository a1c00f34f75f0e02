"""Bridge under the English club code of 1904, as Hoffmann reprints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from tutor.codes.bridge_calling import Formulas, Limit
from tutor.codes.bridge_english_1901 import POINTS as POINTS_1901
from tutor.codes.bridge_english_1901 import BridgeEnglish1901
from tutor.codes.laws import laws_of
from tutor.codes.offences import BRIDGE_ENGLISH_1904

LAWS = laws_of(
    "hoffmann",
    "hof-law",
    (1, None, (67, 67), "A rubber is the best of three games; two won in succession end it."),
    (2, None, (71, 71), "A game is thirty points scored by tricks alone."),
    (3, None, (73, 73), "Every hand is played out, and trick points beyond the thirty are counted."),
    (4, None, (75, 75),
     "Each trick over six counts 2 in spades, 4 in clubs, 6 in diamonds, 8 in hearts, 12 without trumps."),
    (5, None, (77, 77), "The honours are ace, king, queen, knave and ten of trumps; without trumps, the four aces."),
    (6, None, (79, 92),
     "Honours in trumps count by the undoubled trick: three between partners twice, four 4 times, "
     "five 5 times; in one hand four 8 times (the fifth with partner once more), five 10 times."),
    (7, None, (94, 103), "Without trumps four aces between partners count 40, three 30, four in one hand 100."),
    (8, None, (105, 107),
     "A player who holds no trump scores chicane for the side: twice the undoubled trick."),
    (9, None, (109, 114),
     "Thirteen tricks are a grand slam, 40; twelve a little slam, 20; tricks taken for a revoke do not count."),
    (10, None, (116, 116), "Honours, chicane and slam are reckoned at the end of the rubber."),
    (11, None, (118, 118),
     "At the end all is added up, the winners of the rubber add 100, and the difference is what they win."),
    (47, None, (214, 214),
     "The dealer, having examined the hand, may declare by naming the suit, or by saying that there are no trumps."),
    (48, None, (216, 216), "The dealer may leave the declaration to the partner, who must then make it."),
    (52, None, (232, 232), "A declaration once made cannot be altered."),
    (53, None, (236, 236), "A double makes each trick over six worth twice as much, a re-double four times and so on."),
    (54, None, (238, 238),
     "When trumps are declared the adversaries may double, eldest hand first; who does not wish to asks the partner’s "
     "leave to lead."),
    (55, None, (240, 240), "Against a double the declaring side may re-double, the player who declared first."),
    (56, None, (242, 242), "Against a re-double the adversaries may double again, the original doubler first."),
    (58, None, (246, 246),
     "Re-doubling goes on until the limit of 100 points is reached; on each side the last who re-doubled has the "
     "first right, and the partner after that player."),
    (60, None, (250, 250),
     "The play begins when leave to lead is given, or when the last who might double again is satisfied."),
    (61, None, (252, 252), "A declaration about doubling once made cannot be altered."),
)  # fmt: skip

POINTS = MappingProxyType(
    {
        **POINTS_1901,
        "declare-dealer": "47",
        "declare-passed": "48",
        "redouble-limit": "58",
        "play-begins": "60",
    }
)


LIMIT = Limit(100)
"""The limit of law 58."""


@dataclass(frozen=True, slots=True)
class BridgeEnglish1904(BridgeEnglish1901):
    """The revision: other words, no question after a double, and a limit of a hundred points to the re-doubling.

    The `limit` is an option because law 58 does not say what is measured, nor what becomes of a double that passes
    it: taken here as what the odd trick is worth, and such a double as barred.
    """

    key: ClassVar[str] = "bridge-english-1904"
    title: ClassVar[str] = "Bridge, the English club code of 1904"
    source: ClassVar[str] = "hoffmann"
    laws = LAWS
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
    limit: Limit | None = LIMIT
