"""Which card Foster leads from a suit, once it is the suit to lead (pp. 128–137): one table for each declaration.

The pictures of the combinations are lost: they are taken from what the text says of them. The ten is led “from one
combination only” (p. 133), and the picture of it is lost. King, jack, ten is named among the holdings of which a
high card is led (p. 142), and no other lead is Foster’s from it. What he says of short suits (pp. 136–137) stands among
the leads against no trumps, but says “always”; against trumps it is tried last, where none of his five rules and no
fourth-best speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tutor.authorities.foster.book import cite
from tutor.authorities.rules import Why
from tutor.cards import Holding, Rank
from tutor.citations import Citation
from tutor.codes.bridge_code import HONOURS

HIGH = Rank.TEN
"""The lowest of “the five high cards—the ace, king, queen, jack, or ten” (p. 128)."""


@dataclass(frozen=True, slots=True)
class CombinationLead:
    """One of Foster’s leads: the card from a holding, or None where the holding is not of this kind.

    The lead of an optional one “may be made” (p. 136): the fourth-best is allowed beside it.
    """

    id: str
    row: str
    says: str
    citation: Citation
    card: Callable[[Holding], Rank | None]
    why: Why | None = None
    is_optional: bool = False


def honours(holding: Holding) -> tuple[Rank, ...]:
    return tuple(rank for rank in holding if rank in HONOURS)


def strength(holding: Holding) -> tuple[int, int]:
    """How strong a suit is: how many honours it has, and how high its best card is."""
    return len(honours(holding)), holding.highest.height if holding else 0


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


# ---- against trumps ----------------------------------------------------------------------------------------------

SHORT = 3
"""“If the suit is short, three cards, or two only” (p. 132)."""


def fourth_best(holding: Holding) -> Rank | None:
    return holding.ranks[3] if len(holding) > SHORT else None


def has_ace_without_king(holding: Holding) -> bool:
    return holding.headed_by("A") and not holding.headed_by("AK")


_OBJECTS = cite(129, 4381, 4387)
"""The two objects of leading conventionally, which Foster gives for all of these leads."""

FIVE_RULES: Sequence[CombinationLead] = (
    CombinationLead(
        "fos-lead-trump-king",
        "king",
        "From a suit with the king and the card next to it, the ace or the queen or both, lead the king.",
        cite(128, 4362, 4378),
        lambda held: Rank.KING if held.headed_by("AK") or held.headed_by("KQ") else None,
        Why(
            "High cards make the most of the suit, and the king tells partner what is next to it. If it wins, they "
            "place the ace with you. If it loses, they place the queen with you.",
            cite(129, 4381, 4443),
        ),
    ),
    CombinationLead(
        "fos-lead-trump-ace",
        "ace",
        "Against trumps, if you open a suit headed by the ace without the king, lead the ace; but do not choose "
        "such a suit.",
        cite(133, 4516, 4524),
        lambda held: Rank.ACE if has_ace_without_king(held) else None,
        Why(
            "Against a trump you may lose the ace if you do not lead it, for it can be trumped later.",
            cite(133, 4516, 4524),
        ),
    ),
    CombinationLead(
        "fos-lead-trump-queen",
        "queen",
        "Lead the queen when the jack is with it, and no higher card.",
        cite(132, 4470, 4472),
        lambda held: Rank.QUEEN if held.headed_by("QJ") else None,
        Why(
            "High cards make more of the suit than low ones. The queen also tells a partner who knows the leads that "
            "you hold the jack and nothing higher.",
            _OBJECTS,
        ),
    ),
    CombinationLead(
        "fos-lead-trump-jack",
        "jack",
        "Lead the jack only as the top of a suit: with the ten from four or more, even without it from two or three.",
        cite(132, 4493, 4500),
        lambda held: Rank.KNAVE if held.headed_by("JT") or (held.headed_by("J") and 1 < len(held) <= SHORT) else None,
        Why(
            "The jack tells partner that you have no higher card. From a short suit without the ten it shows how weak "
            "the suit is.",
            cite(132, 4493, 4500),
        ),
    ),
    CombinationLead(
        "fos-lead-trump-ten",
        "ten",
        "Lead the ten from king, jack, ten, and from nothing else.",
        cite(133, 4509, 4514),
        lambda held: Rank.TEN if held.headed_by("KJT") else None,
        Why(
            "Partner can tell from a conventional lead which high cards you hold. As the ten comes from one "
            "combination only, it shows the king and jack at once.",
            _OBJECTS,
        ),
    ),
)
"""“These leads are covered by five simple rules” (p. 128)."""

FOURTH_BEST = CombinationLead(
    "fos-lead-fourth-best",
    "fourth-best",
    "If you have no combination from which to lead a high card, lead the fourth-best, counted from the top.",
    cite(134, 4545, 4597),
    fourth_best,
    Why(
        "Partner takes the pips of a fourth-best from eleven, and knows how many higher cards you do not hold. That "
        "shows how far your suit is from established.",
        cite(139, 4741, 4759),
    ),
)


def _from_a_short_suit(holding: Holding) -> Rank | None:
    if len(holding) > SHORT:
        return None
    return holding.highest if holding.highest < Rank.QUEEN else holding.lowest


SHORT_SUIT = CombinationLead(
    "fos-lead-nt-short-how",
    "short suit",
    "From a short suit lead the best card if it is below the queen. Keep a queen or higher, unless you hope to "
    "find partner’s suit with it.",
    cite(136, 4651, 4663),
    _from_a_short_suit,
    Why(
        "If you play down from the top, partner can infer that you still have a smaller card when you began with "
        "three. A queen or better is spent only to help partner’s own suit.",
        cite(136, 4651, 4663),
    ),
)

AGAINST_TRUMPS: Sequence[CombinationLead] = (*FIVE_RULES, FOURTH_BEST, SHORT_SUIT)


# ---- against no trumps -------------------------------------------------------------------------------------------

VERY_LONG = 7
"""“If you are very long in the suit, seven cards or more” (p. 136)."""


def has_three_honours(holding: Holding) -> bool:
    """Whether there are three honours, two of them at least next to each other (p. 136)."""
    held = honours(holding)
    return len(held) > 2 and any(are_next(high, low) for high, low in pairwise(held))


def _as_against_trumps(holding: Holding) -> Rank | None:
    return next((card for rule in FIVE_RULES if (card := rule.card(holding))), None)


AGAINST_NO_TRUMPS: Sequence[CombinationLead] = (
    CombinationLead(
        "fos-lead-nt-ace",
        "ace, queen, jack",
        "Without trumps, lead the ace of a suit without the king only with queen and jack.",
        cite(136, 4634, 4638),
        lambda held: Rank.ACE if held.headed_by("AQJ") else None,
        Why(
            "Without trumps nobody can ruff your ace, so there is no hurry to make it. It may be more useful later. "
            "With queen and jack behind it you have the three honours that justify a high lead.",
            cite(135, 4608, 4638),
        ),
    ),
    CombinationLead(
        "fos-lead-nt-ace",
        "ace",
        "Without trumps, if a suit is headed by the ace without the king, lead the fourth-best and never the ace.",
        cite(136, 4634, 4638),
        lambda held: fourth_best(held) if has_ace_without_king(held) else None,
    ),
    CombinationLead(
        "fos-lead-nt-three-honors",
        "three honours",
        "Without trumps, lead from three honours, at least two in sequence, as against trumps.",
        cite(135, 4615, 4628),
        lambda held: _as_against_trumps(held) if has_three_honours(held) and not has_ace_without_king(held) else None,
        Why(
            "Without trumps your high cards cannot be ruffed, so two honours need not hurry and may be more useful "
            "later. Three honours, or very great length, justify a high lead.",
            cite(135, 4608, 4632),
        ),
    ),
    CombinationLead(
        "fos-lead-nt-three-honors",
        "seven or more",
        "Without trumps, two honours in sequence may be led from high if there are seven cards or more.",
        cite(136, 4628, 4632),
        lambda held: _as_against_trumps(held) if heads_a_sequence(held) and len(held) >= VERY_LONG else None,
        is_optional=True,
    ),
    CombinationLead(
        "fos-lead-nt-no-hurry",
        "ace and king",
        "Without trumps, do not hurry to make ace and king, which nobody can trump: lead the fourth-best.",
        cite(135, 4608, 4613),
        lambda held: fourth_best(held) if held.headed_by("AK") else None,
        Why(
            "Your ace and king cannot be trumped, so you are in less danger of losing them. They may be more useful "
            "later in the hand than at the start.",
            cite(135, 4608, 4613),
        ),
    ),
    CombinationLead(
        "fos-lead-nt-three-honors",
        "two honours",
        "Without trumps, lead the fourth-best from two honours in sequence.",
        cite(136, 4628, 4630),
        lambda held: fourth_best(held) if heads_a_sequence(held) else None,
    ),
    replace(FOURTH_BEST, row="fourth-best without trumps", why=None),
)
"""The leads from a long suit, as rules are tried. From a short one Foster leads as against trumps: see `lead_from`."""


def lead_from(holding: Holding, table: Sequence[CombinationLead]) -> tuple[CombinationLead, Rank]:
    """The first combination of a table that the holding is, and its card; where it is none, it is a short suit."""
    return next((row, card) for row in (*table, SHORT_SUIT) if (card := row.card(holding)))
