"""Which card Foster leads from a suit, once it is the suit to lead (pp. 128–137): one table for each declaration.

The pictures of the combinations are lost; they are taken from what the text says of them. The ten is led “from one
combination only” (p. 133), and the picture of it is lost: king, knave, ten is named among the holdings of which a
high card is led (p. 142), and no other lead is his from it. What he says of short suits (pp. 136–137) stands among
the leads against no trumps, but says “always”; against trumps it is tried last, where none of his five rules and no
fourth-best speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tutor.authorities.foster.book import cite
from tutor.authorities.foster.reading_of_play import SHORT, VERY_LONG
from tutor.cards import Holding, Rank
from tutor.citations import Citation
from tutor.codes.code import HONOURS


@dataclass(frozen=True, slots=True)
class Combination:
    """One of his leads: the card from a holding, or None where the holding is not of this kind."""

    id: str
    name: str
    says: str
    citation: Citation
    card: Callable[[Holding], Rank | None]


def honours(holding: Holding) -> tuple[Rank, ...]:
    return tuple(rank for rank in holding if rank in HONOURS)


def are_next(high: Rank, low: Rank) -> bool:
    return high.height - low.height == 1


def heads_a_sequence(holding: Holding) -> bool:
    """Whether the two best cards are honours next to each other."""
    best = honours(holding)[:2]
    return len(best) == 2 and are_next(*best)


def heads_a_tenace(holding: Holding) -> bool:
    """Whether the two best cards are honours with a gap between them."""
    best = honours(holding)[:2]
    return len(best) == 2 and not are_next(*best)


def has_three_honours(holding: Holding) -> bool:
    """Whether there are three honours, two of them at least next to each other."""
    held = honours(holding)
    return len(held) > 2 and any(are_next(high, low) for high, low in pairwise(held))


def fourth_best(holding: Holding) -> Rank | None:
    return holding.ranks[3] if len(holding) > SHORT else None


def _when(test: Callable[[Holding], bool], card: Callable[[Holding], Rank | None]) -> Callable[[Holding], Rank | None]:
    return lambda holding: card(holding) if test(holding) else None


def _the(rank: Rank) -> Callable[[Holding], Rank]:
    return lambda _: rank


def _short(holding: Holding) -> Rank | None:
    if len(holding) > SHORT:
        return None
    return holding.highest if holding.highest < Rank.QUEEN else holding.lowest


KING = Combination(
    "fos-lead-trump-king",
    "king",
    "From a suit with the king and the card next to it, the ace or the queen or both, lead the king.",
    cite(128, 4362, 4378),
    _when(lambda held: held.headed_by("AK") or held.headed_by("KQ"), _the(Rank.KING)),
)
ACE = Combination(
    "fos-lead-trump-ace",
    "ace",
    "Against trumps open a suit headed by the ace without the king with the ace; but do not pick such a suit out.",
    cite(133, 4516, 4524),
    _when(lambda held: held.headed_by("A") and not held.headed_by("AK"), _the(Rank.ACE)),
)
QUEEN = Combination(
    "fos-lead-trump-queen",
    "queen",
    "Lead the queen when the knave is with it, and no higher card.",
    cite(132, 4470, 4472),
    _when(lambda held: held.headed_by("QJ"), _the(Rank.QUEEN)),
)
KNAVE = Combination(
    "fos-lead-trump-jack",
    "knave",
    "Lead the knave as the top of a suit only: with the ten from four or more, even without it from two or three.",
    cite(132, 4493, 4500),
    _when(lambda held: held.headed_by("JT") or (held.headed_by("J") and 1 < len(held) <= SHORT), _the(Rank.KNAVE)),
)
TEN = Combination(
    "fos-lead-trump-ten",
    "ten",
    "Lead the ten from king, knave, ten, and from nothing else.",
    cite(133, 4509, 4514),
    _when(lambda held: held.headed_by("KJT"), _the(Rank.TEN)),
)
FOURTH_BEST = Combination(
    "fos-lead-fourth-best",
    "fourth-best",
    "Without a combination from which a high card is led, lead the fourth-best, counted from the top.",
    cite(134, 4545, 4597),
    fourth_best,
)
SHORT_SUIT = Combination(
    "fos-lead-nt-short-how",
    "short suit",
    "Of a short suit lead the best card if it is not as good as a queen; otherwise not the high card, unless it is "
    "partner’s suit that you try to hit.",
    cite(136, 4651, 4663),
    _short,
)

AGAINST_TRUMPS: Sequence[Combination] = (KING, ACE, QUEEN, KNAVE, TEN, FOURTH_BEST, SHORT_SUIT)


def _as_against_trumps(holding: Holding) -> Rank | None:
    return next((card for row in (KING, ACE, QUEEN, KNAVE, TEN) if (card := row.card(holding))), None)


def _is_ace_without_king(holding: Holding) -> bool:
    return holding.headed_by("A") and not holding.headed_by("AK")


NO_TRUMP_ACE_QUEEN_KNAVE = Combination(
    "fos-lead-nt-ace",
    "ace, queen, knave",
    "Without trumps lead the ace of a suit without the king only with queen and knave.",
    cite(136, 4634, 4638),
    _when(lambda held: held.headed_by("AQJ"), _the(Rank.ACE)),
)
NO_TRUMP_ACE = Combination(
    "fos-lead-nt-ace",
    "ace",
    "Without trumps lead the fourth-best, and never the ace, of a suit headed by the ace without the king.",
    cite(136, 4634, 4638),
    _when(_is_ace_without_king, fourth_best),
)
THREE_HONOURS = Combination(
    "fos-lead-nt-three-honors",
    "three honours",
    "Without trumps lead from three honours, two at least in sequence, as against trumps.",
    cite(135, 4615, 4628),
    _when(lambda held: has_three_honours(held) and not _is_ace_without_king(held), _as_against_trumps),
)
SEVEN = Combination(
    "fos-lead-nt-three-honors",
    "seven or more",
    "Without trumps two honours in sequence may be led from high if there are seven cards or more.",
    cite(136, 4628, 4632),
    _when(lambda held: heads_a_sequence(held) and len(held) >= VERY_LONG, _as_against_trumps),
)
NO_HURRY = Combination(
    "fos-lead-nt-no-hurry",
    "ace and king",
    "Without trumps do not hurry to make ace and king, which nobody can trump: lead the fourth-best.",
    cite(135, 4608, 4613),
    _when(lambda held: held.headed_by("AK"), fourth_best),
)
TWO_HONOURS = Combination(
    "fos-lead-nt-three-honors",
    "two honours",
    "Without trumps lead the fourth-best from two honours in sequence.",
    cite(135, 4628, 4630),
    _when(heads_a_sequence, fourth_best),
)

NO_TRUMP_FOURTH_BEST = replace(FOURTH_BEST, name="fourth-best without trumps")
NO_TRUMP_SHORT_SUIT = replace(SHORT_SUIT, name="short suit without trumps")

AGAINST_NO_TRUMPS: Sequence[Combination] = (
    NO_TRUMP_ACE_QUEEN_KNAVE, NO_TRUMP_ACE, THREE_HONOURS, SEVEN, NO_HURRY, TWO_HONOURS, NO_TRUMP_FOURTH_BEST,
    NO_TRUMP_SHORT_SUIT,
)  # fmt: skip


def lead_from(holding: Holding, table: Sequence[Combination]) -> tuple[Combination, Rank]:
    """The first combination of the table that the holding is, and its card; the last two rows fit every holding."""
    return next((row, card) for row in table if (card := row.card(holding)))
