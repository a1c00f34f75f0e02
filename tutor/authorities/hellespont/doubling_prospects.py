"""What a hand that thinks of doubling, or of doubling again, may reckon on.

Hellespont has three measures. Tricks are *very probable* (p. 121) by the count that makes six of the two hands on which
he doubles a suit in his games (IV and VIII). They are a *certainty* before a first double in his moral sense, “twelve
for each trick” being weighed against it (p. 126): a long suit is safe from all but the unlikeliest division. When a
double has been answered by another (p. 122), without trumps only what no lie of the cards prevents is certain.
"""

from __future__ import annotations

from functools import lru_cache

from tutor.authorities.certainty import certain_with_trumps, top_run
from tutor.authorities.hellespont.strength import sure_tricks
from tutor.cards import Hand, Holding, Rank, Suit
from tutor.codes.bridge_code import HONOURS

HIGH_HONOURS = (Rank.ACE, Rank.KING, Rank.QUEEN)
"""“Not below the queen” (p. 122)."""

_ALL_HOLDINGS = 8192
_ROUNDS = 3
"""So often a suit goes round: trumps beyond the third make tricks by their number, and plain cards none."""


@lru_cache(_ALL_HOLDINGS)
def has_tenace(holding: Holding) -> bool:
    """Whether a card down to the nine lies below a gap, as in Hellespont’s two instances, A K J 9 5 and A K 9 6 5 (p.
    122).
    """
    run = [rank.height for rank in holding if rank >= Rank.NINE]
    return bool(run) and run[0] - run[-1] >= len(run)


@lru_cache(_ALL_HOLDINGS)
def probable_in_trumps(holding: Holding, over: bool) -> int:
    """The tricks that an opponent’s trumps very probably make, `over` when they lie over the declarant’s.

    The honours make what nothing prevents, and a guarded king makes one. One more lies in a tenace of honours over the
    declarer. Every trump beyond the third makes by its number.
    """
    honours = Holding.of(rank for rank in holding if rank in HONOURS and rank is not Rank.TEN)
    made = probable_in_plain_suit(holding) if honours.headed_by("K") else sure_tricks(honours)
    made += over and str(honours) in ("AQ", "AQJ", "AKJ", "KJ")
    return min(len(holding), made + max(0, len(holding) - _ROUNDS))


@lru_cache(_ALL_HOLDINGS)
def probable_in_plain_suit(holding: Holding) -> int:
    """The tricks that a plain suit very probably makes: what its honours are sure of, or one for a guarded king.

    No more than three, for later rounds are trumped.
    """
    sure = sure_tricks(Holding.of(rank for rank in holding if rank in HONOURS))
    is_guarded_king = holding.headed_by("K") and len(holding) > 1
    return min(max(sure, int(is_guarded_king)), _ROUNDS)


def probable_tricks_against(hand: Hand, trumps: Suit, *, over: bool) -> int:
    """The very probable tricks of an opponent’s hand."""
    plain = sum(probable_in_plain_suit(hand[suit]) for suit in Suit if suit is not trumps)
    return probable_in_trumps(hand[trumps], over) + plain


def morally_certain_with_trumps(hand: Hand, trumps: Suit) -> int:
    """The tricks that are certain with a suit as trumps, but for all or all but one of it in one other hand."""
    return certain_with_trumps(hand, trumps, spared=2)


def certain_without_trumps(hand: Hand, *, leads: bool) -> int:
    """The tricks that no lie of the cards prevents without trumps.

    They are those of the cards in sequence from the ace, and of the length that they leave alone. They are none for a
    hand that does not lead, when the opponents may take seven tricks before it has the lead.
    """
    if not leads and sum(_taken_first(hand[suit]) for suit in Suit) > 6:
        return 0
    return sum(_tricks_from_the_top(hand[suit]) for suit in Suit)


def _tricks_from_the_top(holding: Holding) -> int:
    run = top_run(holding)
    return len(holding) if run >= 13 - len(holding) else run


@lru_cache(_ALL_HOLDINGS)
def _taken_first(holding: Holding) -> int:
    """How many tricks one opponent who had all that is out of a suit would take in it, led from the top, at first."""
    against = [rank for rank in Rank if rank not in holding]
    for taken, rank in enumerate(against):
        if taken < len(holding) and holding.highest > rank:
            return taken
    return len(against)
