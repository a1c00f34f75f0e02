"""How strong a holding is, in Hellespont’s own figures, and where he leaves a choice, the reading chosen.

Hellespont gives chances: an ace is a certain trick, a guarded king is nine to four on to make one, a guarded queen five
to four against (p. 65). He gives equations: two aces are two kings, a queen and a jack (p. 67). These fix ace, king,
queen and jack. Tens, nines and eights “contribute towards the calculation” (p. 65) without a figure; here the ten is
worth rather more than half a jack, and each of the others half the one above it.

Those figures are in parts of a trick, `TRICK` to the trick, and weigh hands without trumps. With trumps Hellespont
counts whole tricks, and so do the functions here: the hands that he calls good for so many are their measure (p. 75 and
after).
"""

from __future__ import annotations

from functools import lru_cache

from tutor.authorities.certainty import top_run
from tutor.cards import Holding, Rank
from tutor.codes.bridge_code import HONOURS

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
"""What guards a suit securely, by Hellespont’s list (p. 60)."""

_ALL_HOLDINGS = 8192


@lru_cache(_ALL_HOLDINGS)
def number_of_honours(holding: Holding) -> int:
    return holding.count(HONOURS)


@lru_cache(_ALL_HOLDINGS)
def is_guarded(holding: Holding) -> bool:
    """Whether the suit is securely guarded without trumps: it is on Hellespont’s list, or no worse than one that is (p.
    60).

    King and queen alone are not on the list; they stop a suit as surely as queen, jack and another, and count.
    """
    return str(holding) == "KQ" or any(_is_no_worse(holding, listed) for listed in _SECURE)


def _is_no_worse(holding: Holding, other: Holding) -> bool:
    return len(holding) >= len(other) and all(mine >= theirs for mine, theirs in zip(holding, other, strict=False))


@lru_cache(_ALL_HOLDINGS)
def strength(holding: Holding) -> int:
    """What the cards are worth, but for those that Hellespont calls next to useless (p. 66).

    A single king, queen or jack, queen and jack alone, and ten and nine alone count nothing.
    """
    if str(holding) in ("K", "Q", "J", "QJ", "T9"):
        return 0
    return sum(VALUES.get(rank, 0) for rank in holding)


@lru_cache(_ALL_HOLDINGS)
def supported_strength(holding: Holding) -> int:
    """What the cards are worth when the unprotected ones are left out (p. 65).

    In a suit securely guarded every card counts, down to the eight. In another a card counts if the suit outlasts every
    higher card that is out against it. A single ace, which must go at the first lead (p. 66), counts as a king.
    """
    if str(holding) == "A":
        return VALUES[Rank.KING]
    if is_guarded(holding):
        return sum(VALUES.get(rank, 0) for rank in holding)
    return sum(VALUES.get(rank, 0) for rank in _outlasting(holding))


def _outlasting(holding: Holding) -> list[Rank]:
    return [rank for place, rank in enumerate(holding) if len(holding) > Rank.ACE.height - rank.height - place]


@lru_cache(_ALL_HOLDINGS)
def unprotected(holding: Holding) -> tuple[Rank, ...]:
    """The cards, down to an eight, that do not count: without a guard, or so ill supported as to be worth nothing."""
    if is_guarded(holding):
        return ()
    counting = _outlasting(holding)
    return tuple(rank for rank in holding if rank in VALUES and rank not in counting)


# ---- strength to leave it on -------------------------------------------------------------------------------------

GUARDS_WANTED = {Rank.ACE: 0, Rank.KING: 1, Rank.QUEEN: 2, Rank.KNAVE: 3, Rank.TEN: 4}
"""How many cards below it guard a card: the queens of Hellespont’s measure are doubly guarded (p. 284), and the jack of
the hand that he leaves on page 184 trebly.
"""


@lru_cache(_ALL_HOLDINGS)
def is_headed_by_a_guarded_card(holding: Holding) -> bool:
    return not holding.is_void and len(holding) > GUARDS_WANTED.get(holding.highest, 13)


@lru_cache(_ALL_HOLDINGS)
def guarded_strength(holding: Holding) -> int:
    """What a suit is worth to partner, if it is left to partner: all of it if the highest card has its guards.

    A queen with one guard counts as a jack, or the queen, seven of a hand that Hellespont leaves (p. 191) would be
    nothing.
    """
    if is_headed_by_a_guarded_card(holding):
        return sum(VALUES.get(rank, 0) for rank in holding)
    return VALUES[Rank.KNAVE] if not holding.is_void and holding.highest is Rank.QUEEN and len(holding) > 1 else 0


# ---- tricks with trumps ------------------------------------------------------------------------------------------

_HIGH = (Rank.ACE, Rank.KING, Rank.QUEEN)


@lru_cache(_ALL_HOLDINGS)
def trump_tricks(holding: Holding) -> int:
    """How many tricks the holding is safe for as trumps.

    Of five, four for ace, king, queen, three for any three honours or for ace and king, two for two honours (p. 75). So
    four rounds are counted, in which every honour against you makes that is not under an unbroken run of yours from the
    ace. Of six or more three rounds are enough, unless none is above the ten: six such are not good for three tricks,
    and seven are (pp. 72, 91). Six to ace, jack are good for four, six to ace, king for five (pp. 89, 191).
    """
    if holding.is_void:
        return 0
    rounds = 3 if len(holding) > 5 and holding.highest > Rank.TEN else 4
    losing = min(sum(rank not in holding for rank in HONOURS), rounds - top_run(holding))
    return max(len(holding) - max(losing, 0), 0)


@lru_cache(_ALL_HOLDINGS)
def likely_trump_tricks(holding: Holding) -> int:
    """How many tricks it seems likely that the holding makes as trumps, to a partner who cannot leave it (p. 109).

    The same, but that of five headed by any two of ace, king, queen it is three. So many the hands must make on which
    Hellespont has the partner declare, and no more than two on queen, ten, eight, four, two (p. 122).
    """
    likely = 3 if len(holding) == 5 and holding.count(_HIGH) >= 2 else 0
    return max(trump_tricks(holding), likely)


@lru_cache(_ALL_HOLDINGS)
def sure_tricks(holding: Holding) -> int:
    """The tricks of a plain suit that no lie of the cards prevents, once each higher card against it has taken one."""
    taken = 0
    for place, rank in enumerate(holding):
        taken += Rank.ACE.height - rank.height - place > taken
    return len(holding) - taken


@lru_cache(_ALL_HOLDINGS)
def probable_tricks(holding: Holding) -> int:
    """The practically certain and extremely probable tricks of a plain suit (p. 75): “from aces and kings”.

    They are the certain ones, and one for a guarded king, as in Hellespont’s declaration XXVII. They are two for ace,
    jack, ten and another, as in his declaration XXVI, or ace, queen, ten and another, as on page 73. With ace, jack,
    ten alone the hand of Game XXIV would be good for five tricks, and he prefers no trumps.
    """
    sure = sure_tricks(holding)
    if len(holding) > 3 and (holding.headed_by("AJT") or holding.headed_by("AQT")):
        return max(sure, 2)
    return max(sure, 1) if holding.headed_by("K") and len(holding) > 1 else sure


@lru_cache(_ALL_HOLDINGS)
def likely_tricks(holding: Holding) -> int:
    """The tricks that a plain suit seems likely to make, the even chances among them.

    A suit securely guarded by Hellespont’s list (p. 60) makes one: so do queen, ten, six, four and queen, jack, eight,
    six in the hands of partners who declare a red suit (pp. 96, 194). Ace, jack and another make two (p. 194), and so
    do ace, queen and another.
    """
    probable = probable_tricks(holding)
    if len(holding) > 2 and (holding.headed_by("AQ") or holding.headed_by("AJ")):
        return max(probable, 2)
    return max(probable, 1) if is_guarded(holding) else probable


@lru_cache(_ALL_HOLDINGS)
def certain_tricks(holding: Holding) -> int:
    """The tricks that a suit makes without trumps when it is led out from the top.

    The whole suit where Hellespont thinks it safe to reckon on it (p. 126): six headed by ace to ten, seven by ace to
    jack, eight or more by ace to queen. Otherwise the unbroken run from the ace.
    """
    run = top_run(holding)
    enough = {6: 5, 7: 4}.get(len(holding), 3 if len(holding) > 7 else 13)
    return len(holding) if run >= enough else run


def is_small(holding: Holding) -> bool:
    """Whether the suit has only small cards: nothing above the nine."""
    return holding.is_void or holding.highest < Rank.TEN
