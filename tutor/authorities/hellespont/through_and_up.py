"""Leading through the strong suits of the exposed hand, or up to its weak ones (pp. 133, 137, 142, 145).

Which card of the suit is led he says only of the opening; here too it is that of his table, where he has one with
trumps. Otherwise it is the lowest; but with trumps the higher of two, since the lower first would say that there are
more (p. 143). Any small card of the suit is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.hellespont.defence import STRENGTHENING, Defence
from tutor.authorities.hellespont.strength import VALUES
from tutor.authorities.rules import Finding, applies, fails
from tutor.cards import Card, Holding, Rank, Suit


def through_or_up(defence: Defence) -> Finding:
    """Through what is strongest in the exposed hand, or up to what is weakest, as it sits."""
    if defence.table.dummy_follows:
        return through_strength(defence)
    if defence.table.dummy_precedes:
        return up_to_weakness(defence)
    return fails("the exposed hand plays neither next nor last")


def through_strength(defence: Defence) -> Finding:
    if not defence.table.dummy_follows:
        return fails("the exposed hand does not play next")
    suits = tuple(suit for suit in sensible(defence) if defence.dummy[suit] and not is_hopeless(defence, suit))
    if not suits:
        return fails("no suit is held in which the exposed hand has strength that can be led through")
    most = max(strength_left(defence, suit) for suit in suits)
    chosen = [suit for suit in suits if strength_left(defence, suit) == most]
    return _lead(defence, chosen, f"the exposed hand plays next, and is strongest in {defence.names(chosen)}")


def up_to_weakness(defence: Defence) -> Finding:
    if not defence.table.dummy_precedes:
        return fails("the exposed hand does not play last")
    suits = sensible(defence)
    if not suits:
        return fails("no suit is held that may be led up to the exposed hand")
    least = min(_weakness(defence, suit) for suit in suits)
    chosen = [suit for suit in suits if _weakness(defence, suit) == least]
    return _lead(defence, chosen, f"the exposed hand plays last, and is weakest in {defence.names(chosen)}")


def _weakness(defence: Defence, suit: Suit) -> tuple[int, int, int]:
    return defence.dummys_winners(suit), strength_left(defence, suit), len(defence.dummy[suit])


def strength_left(defence: Defence, suit: Suit) -> int:
    """What the exposed hand’s cards of a suit are worth as play has left it.

    A card counts as high as it now stands: when the ace has gone, queen and knave are king and queen. And it counts
    without a guard too, for what is weak for a declaration may yet win a trick that is led up to it.
    """
    ranks = [rank for rank in Rank if Card(suit, rank) not in defence.table.gone]
    stands = dict(zip(ranks, Rank, strict=False))
    return sum(VALUES.get(stands[rank], 0) for rank in defence.dummy[suit])


def sensible(defence: Defence) -> Sequence[Suit]:
    """The plain suits held that no adversary is known to trump."""
    return [suit for suit in defence.plain_suits if not defence.is_trumped(suit)]


def is_hopeless(defence: Defence, suit: Suit) -> bool:
    """Whether the exposed hand has all that can win in a suit: three winners, or nothing but winners (p. 229)."""
    winners = defence.dummys_winners(suit)
    return winners >= 3 or (winners > 0 and winners == len(defence.dummy[suit]))


def _lead(defence: Defence, suits: Sequence[Suit], because: str) -> Finding:
    cards = tuple(card_to_lead(defence, suit) for suit in suits)
    small = tuple(card for card in defence.cards(suits) if card.rank < Rank.TEN and card not in cards)
    return Finding(because, cards, small)


def card_to_lead(defence: Defence, suit: Suit) -> Card:
    """The card of a suit that is led, where nothing more is said of it."""
    holding = defence.hand[suit]
    if defence.trumps is not None:
        return Card(suit, _with_trumps(holding))
    return Card(suit, holding.lowest)


def _with_trumps(holding: Holding) -> Rank:
    if holding.headed_by("AK") and len(holding) > 2:
        return Rank.KING
    if holding.headed_by("KJT"):
        return Rank.KNAVE
    high = holding.headed_by("KQ") or holding.headed_by("QJT") or Rank.ACE in holding
    return holding.highest if high or len(holding) == 2 else holding.lowest


def after_seeing_dummy(defence: Defence) -> Finding:
    """A strengthening card through a king or queen, or a singleton through a suit headed by ace, queen (p. 137)."""
    if not defence.table.dummy_follows:
        return fails("the exposed hand does not play next")
    suits = [
        suit for suit in sensible(defence) if not is_hopeless(defence, suit) and _may_be_led_through(defence, suit)
    ]
    if not suits:
        return fails("there is no short strengthening card, nor a singleton, that suits the exposed hand")
    because = f"the exposed hand plays next, with {_against(defence, suits)}"
    return applies(because, *defence.highest_of(suits))


def _may_be_led_through(defence: Defence, suit: Suit) -> bool:
    mine, theirs = defence.hand[suit], defence.dummy[suit]
    over = [rank for rank in (Rank.KING, Rank.QUEEN) if rank in theirs and rank > mine.highest]
    strengthening = mine.highest in STRENGTHENING and len(mine) < 4 and bool(over)
    return strengthening or (len(mine) == 1 and len(theirs) > 3 and theirs.headed_by("AQ"))


def _against(defence: Defence, suits: Sequence[Suit]) -> str:
    return " and ".join(f"{defence.dummy[suit].highest.word} and others in {suit.plural}" for suit in suits)
