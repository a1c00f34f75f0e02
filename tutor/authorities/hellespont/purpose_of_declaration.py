"""Whether what was declared is meant to attack or only to lose little, as far as the player can tell."""

from __future__ import annotations

from tutor.authorities.situation import Situation
from tutor.cards import Rank, Suit
from tutor.codes.bridge_code import HONOURS
from tutor.seats import Seat
from tutor.view import View

_SPADES_ATTACK_FROM = 24
"""At 24, 26 and 28 the dealer declares spades to win the game (p. 111)."""

_FEWEST_HONOURS_TO_ATTACK = 4
"""Clubs are an offensive declaration of the dealer’s with four honours (pp. 93, 99)."""


def is_doubled(view: View) -> bool:
    return bool(view.calling.doubles())


def is_defensive(view: View) -> bool:
    """Whether it is a defensive declaration of the dealer’s, not doubled, as far as the player can tell.

    It is in spades short of 24, and in clubs when two honours are known to be in other hands. All that the dealer’s
    partner declares is taken as offensive (p. 145).
    """
    declaration = view.declaration
    if declaration is None or is_doubled(view) or declaration.by is not view.dealer:
        return False
    if declaration.trumps is Suit.SPADES:
        is_ours = declaration.by.side is view.seat.side
        return (view.standing.us if is_ours else view.standing.them) < _SPADES_ATTACK_FROM
    return declaration.trumps is Suit.CLUBS and _most_honours(view, declaration.by) < _FEWEST_HONOURS_TO_ATTACK


def is_offensive(view: View) -> bool:
    """Whether trumps were declared to attack, and not doubled."""
    declaration = view.declaration
    return bool(declaration and declaration.trumps and not is_doubled(view) and not is_defensive(view))


def _most_honours(view: View, declarer: Seat) -> int:
    """How many of the five honours in clubs may have been dealt to who declared them."""
    return sum(not _is_elsewhere(view, declarer, rank) for rank in HONOURS)


def _is_elsewhere(view: View, declarer: Seat, rank: Rank) -> bool:
    played = {one.card.rank: one.seat for one in Situation(view).played if one.card.suit is Suit.CLUBS}
    if rank in played:
        return played[rank] is not declarer
    if declarer in view.seen:
        return rank not in view.seen[declarer].clubs
    return any(rank in hand.clubs for hand in view.seen.values())
