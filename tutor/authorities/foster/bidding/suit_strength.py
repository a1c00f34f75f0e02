"""What Foster sees in the cards of one suit when he bids."""

from __future__ import annotations

from functools import lru_cache

from tutor.cards import Hand, Holding, Rank, Suit

TOPS = (Rank.ACE, Rank.KING, Rank.QUEEN)
RED = (Suit.HEARTS, Suit.DIAMONDS)
NAMED = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
"""The suits that may be named for a sure trick: one spade is no more than a pass (p. 91)."""

AVERAGE = 15
"""One card of each rank (p. 80), every card counting as many as it is above the nine: the ace five, the ten one."""
KING = 4

_ALL_HOLDINGS = 8192


@lru_cache(_ALL_HOLDINGS)
def has_sure_trick(holding: Holding) -> bool:
    """Whether a trick is certain in the suit: the ace, or king and queen (p. 87)."""
    return Rank.ACE in holding or holding.headed_by("KQ")


@lru_cache(_ALL_HOLDINGS)
def is_as_good_as_ace(holding: Holding) -> bool:
    """Whether it is equal to an ace in taking a trick: ace, K Q, K J 10, Q J 10, or four to the king (p. 80)."""
    listed = any(holding.headed_by(letters) for letters in ("KJT", "QJT"))
    return has_sure_trick(holding) or listed or (holding.headed_by("K") and len(holding) >= 4)


@lru_cache(_ALL_HOLDINGS)
def is_protected(holding: Holding) -> bool:
    """Whether it wins “the third or fourth round, at the latest” (p. 81), its highest card having guards for that."""
    return bool(holding) and holding.highest >= Rank.KNAVE and len(holding) > 14 - holding.highest.height


@lru_cache(_ALL_HOLDINGS)
def tops(holding: Holding) -> int:
    """How many of ace, king and queen are held."""
    return holding.count(TOPS)


@lru_cache(_ALL_HOLDINGS)
def _above_the_nine(holding: Holding) -> int:
    """The high cards of a suit, each for as many as it is above the nine."""
    return sum(max(rank.height - Rank.NINE.height, 0) for rank in holding)


@lru_cache(_ALL_HOLDINGS)
def run_from_the_ace(holding: Holding) -> int:
    """How many cards are held in sequence from the ace."""
    return next((place for place, rank in enumerate(Rank) if rank not in holding), len(holding))


@lru_cache(_ALL_HOLDINGS)
def sure_tricks(holding: Holding) -> int:
    """The tricks that its high cards take: those in sequence from the ace, or one for the equal of an ace."""
    return run_from_the_ace(holding) or int(is_as_good_as_ace(holding))


@lru_cache(_ALL_HOLDINGS)
def running_tricks(holding: Holding) -> int:
    """The tricks of a suit led from the top: all of it when solid, five to the jack or six to the queen at least."""
    run = run_from_the_ace(holding)
    is_solid = (run >= 4 and len(holding) >= 5) or (run >= 3 and len(holding) >= 6)
    return len(holding) if is_solid else run


def total(hand: Hand) -> int:
    """The high cards of a hand, each for as many as it is above the nine."""
    return sum(_above_the_nine(hand[suit]) for suit in Suit)


def is_card_by_card(hand: Hand, letters: str) -> bool:
    """Whether the highest cards of a hand are, one for one, as high as those of a rank list such as `AKKQJT9`."""
    highest = sorted((card.rank for card in hand), reverse=True)
    wanted = [Rank.parse(letter) for letter in letters]
    return len(highest) >= len(wanted) and all(mine >= rank for mine, rank in zip(highest, wanted, strict=False))


def count_of_eight(hand: Hand, trumps: Suit) -> int:
    """Trumps, ace, king and queen of them, and the aces and kings of the other suits (p. 95)."""
    beside = sum(hand[suit].count((Rank.ACE, Rank.KING)) for suit in Suit if suit is not trumps)
    return len(hand[trumps]) + tops(hand[trumps]) + beside
