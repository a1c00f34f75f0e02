"""How strong a holding is, in Hellespont’s own figures, and where he leaves a choice, the reading chosen.

He gives chances: an ace is a certain trick, a guarded king is nine to four on to make one, a guarded queen five to
four against (p. 65). He gives equations: two aces are two kings, a queen and a knave (p. 67). These fix ace, king,
queen and knave. Tens, nines and eights “contribute towards the calculation” (p. 65) without a figure; here the ten
is worth rather more than half a knave, and each of the others half the one above it.

Every figure is in parts of a trick, `TRICK` to the trick.
"""

from __future__ import annotations

from functools import lru_cache

from tutor.authorities.certainty import top_run as top_run
from tutor.cards import Holding, Rank
from tutor.codes.code import HONOURS

TRICK = 2 * 9 * 13

VALUES = {
    Rank.ACE: TRICK,
    Rank.KING: TRICK * 9 // 13,
    Rank.QUEEN: TRICK * 4 // 9,
    Rank.KNAVE: 2 * TRICK - 2 * (TRICK * 9 // 13) - TRICK * 4 // 9,
    Rank.TEN: 24,
    Rank.NINE: 12,
    Rank.EIGHT: 6,
}
QUEEN = VALUES[Rank.QUEEN]
AVERAGE = sum(VALUES.values())
"""The average hand holds one card of each rank (p. 61)."""

_SECURE = tuple(Holding.parse(text) for text in ("A", "KT2", "QJ2", "Q432", "JT32"))
"""What guards a suit securely, by his list (p. 60)."""

_ALL_HOLDINGS = 8192


@lru_cache(_ALL_HOLDINGS)
def is_guarded(holding: Holding) -> bool:
    """Whether the suit is securely guarded without trumps: it is on his list, or no worse than one that is (p. 60).

    King and queen alone are not on the list; they stop a suit as surely as queen, knave and another, and count.
    """
    return str(holding) == "KQ" or any(_is_no_worse(holding, listed) for listed in _SECURE)


def _is_no_worse(holding: Holding, other: Holding) -> bool:
    return len(holding) >= len(other) and all(mine >= theirs for mine, theirs in zip(holding, other, strict=False))


@lru_cache(_ALL_HOLDINGS)
def strength(holding: Holding) -> int:
    """What the cards are worth, but for those that he calls next to useless (p. 66).

    A single king, queen or knave, queen and knave alone, and ten and nine alone count nothing.
    """
    if str(holding) in ("K", "Q", "J", "QJ", "T9"):
        return 0
    return sum(VALUES.get(rank, 0) for rank in holding)


@lru_cache(_ALL_HOLDINGS)
def supported_strength(holding: Holding) -> int:
    """What the cards are worth that the length of the suit protects (p. 65).

    A card counts if the suit outlasts every higher card that is out against it. A single ace, which must go at the
    first lead (p. 66), counts as a king.
    """
    if str(holding) == "A":
        return VALUES[Rank.KING]
    return sum(
        VALUES.get(rank, 0)
        for place, rank in enumerate(holding)
        if len(holding) > Rank.ACE.height - rank.height - place
    )


@lru_cache(_ALL_HOLDINGS)
def trump_tricks(holding: Holding) -> int:
    """How many tricks the holding makes as trumps, in whole tricks.

    Four rounds are reckoned against five trumps or fewer, three against six or more; in them every honour against you
    makes that is not under an unbroken run of yours from the ace. So ace, king, queen and two small are good for four,
    any other three honours and two small for three, two for two (ace and king three), as his table wants (p. 75).
    """
    missing = sum(rank not in holding for rank in HONOURS)
    rounds = 4 if len(holding) < 6 else 3
    losing = min(missing, rounds - top_run(holding))
    return len(holding) - max(losing, 0) if holding else 0


@lru_cache(_ALL_HOLDINGS)
def sure_tricks(holding: Holding) -> int:
    """The tricks of a plain suit that no lie of the cards prevents, once each higher card against it has taken one."""
    taken = 0
    for rank in holding:
        higher_against = sum(other > rank and other not in holding for other in Rank)
        taken += higher_against > taken
    return len(holding) - taken


@lru_cache(_ALL_HOLDINGS)
def probable_tricks(holding: Holding) -> int:
    """What a plain suit is worth in tricks: the sure ones, and the chance of one more, in parts of a trick.

    A guarded king that is sure of nothing has his nine to four on, a doubly guarded queen her five to four against;
    beside the ace, the queen, or the knave and ten, are an even chance.
    """
    sure = sure_tricks(holding) * TRICK
    text = str(holding)
    if text.startswith(("AQ", "AJT")) and len(holding) > sure_tricks(holding):
        return sure + TRICK // 2
    if not sure and text.startswith("K") and len(holding) > 1:
        return VALUES[Rank.KING]
    if not sure and text.startswith("Q") and len(holding) > 2:
        return VALUES[Rank.QUEEN]
    return sure


@lru_cache(_ALL_HOLDINGS)
def certain_tricks(holding: Holding) -> int:
    """The tricks that a suit makes without trumps when it is led out from the top.

    The whole suit where he thinks it safe to reckon on it (p. 126): six headed by ace to ten, seven by ace to knave,
    eight or more by ace to queen. Otherwise the unbroken run from the ace.
    """
    run = top_run(holding)
    enough = {6: 5, 7: 4}.get(len(holding), 3 if len(holding) > 7 else 13)
    return len(holding) if run >= enough else run


def in_tricks(parts: int) -> str:
    """Parts of a trick in words: `4.7 tricks`."""
    number = f"{parts / TRICK:.1f}".removesuffix(".0")
    return f"{number} {'trick' if number == '1' else 'tricks'}"


def is_small(holding: Holding) -> bool:
    """Whether the suit has only small cards: nothing above the nine."""
    return holding.is_void or holding.highest < Rank.TEN
