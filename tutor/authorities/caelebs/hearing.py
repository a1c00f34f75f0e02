"""What Cælebs hears in a card that another plays in following or renouncing (pp. 22–24, 45)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Said
from tutor.authorities.caelebs.following import cite
from tutor.authorities.rules import Message
from tutor.authorities.situation import Situation
from tutor.cards import Rank
from tutor.play import Played, Trick
from tutor.view import View


def _trick_of(view: View, played: Played) -> Trick:
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    return tricks[played.trick - 1]


def _followed(view: View, act: Played | Said) -> bool:
    """Whether the act is a card that follows the suit led."""
    if not isinstance(act, Played) or view.declaration is not None:
        return False
    trick = _trick_of(view, act)
    return trick.leader is not act.seat and trick.suit_led is act.card.suit


def _fourth_hand_won(view: View, act: Played | Said) -> bool:
    if not (isinstance(act, Played) and _followed(view, act)):
        return False
    trick = _trick_of(view, act)
    return trick.round()[-1] is act.seat and trick.winner(view.trumps) is act.seat


def _second_hand_played_the_ace(view: View, act: Played | Said) -> bool:
    if not (isinstance(act, Played) and _followed(view, act)) or act.card.rank is not Rank.ACE:
        return False
    leads = [trick.suit_led for trick in (*view.tricks, _trick_of(view, act))[: act.trick]]
    return _trick_of(view, act).round()[1] is act.seat and leads.count(act.card.suit) == 1


def _discarded(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played) or view.declaration is not None:
        return False
    return act.card.suit not in (_trick_of(view, act).suit_led, view.trumps)


def _discarded_the_best_or_second_best(view: View, act: Played | Said) -> bool:
    if not (isinstance(act, Played) and _discarded(view, act)):
        return False
    gone = Situation(view).gone
    better = sum(card_rank > act.card.rank for card_rank in Rank) - sum(
        card.suit is act.card.suit and card.rank > act.card.rank for card in gone
    )
    return better <= 1


HEARD: Sequence[Message] = (
    Message(
        "cae-art-003b",
        "A player who follows suit has not the card next below the one he plays.",
        cite(23, 1261, 1262),
        _followed,
    ),
    Message(
        "cae-art-003g",
        "Fourth hand wins at the cheapest rate, and has nothing between his card and the one he beat.",
        cite(24, 1314, 1319),
        _fourth_hand_won,
    ),
    Message(
        "cae-art-044",
        "Second hand’s ace to the first lead tells of several, or of no more.",
        cite(45, 2164, 2169),
        _second_hand_played_the_ace,
    ),
    Message(
        "cae-art-003e",
        "A discard comes from the suit that is not wanted: the player’s weakest, or his partner’s strongest.",
        cite(23, 1286, 1308),
        _discarded,
    ),
    Message(
        "cae-art-003f",
        "The best card of a suit discarded tells of the sequence behind it, the second best of no more.",
        cite(24, 1310, 1313),
        _discarded_the_best_or_second_best,
    ),
)
