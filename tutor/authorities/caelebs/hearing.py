"""What Cælebs hears in a discard, and in the ace of a second hand (pp. 23, 24, 45)."""

from __future__ import annotations

from collections.abc import Sequence

from tutor.auction import Said
from tutor.authorities.caelebs.lead_facts import cite
from tutor.authorities.rules import Message
from tutor.authorities.situation import Situation
from tutor.cards import Card, Rank
from tutor.play import Played
from tutor.view import View


def _second_hand_played_the_ace(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played) or view.declaration is not None or act.card.rank is not Rank.ACE:
        return False
    trick = (*view.tricks, Situation(view).trick)[act.trick - 1]
    is_second = trick.round()[1] is act.seat and trick.suit_led is act.card.suit
    return is_second and not any(before.suit_led is act.card.suit for before in view.tricks[: act.trick - 1])


def _discarded(view: View, act: Played | Said) -> bool:
    if not isinstance(act, Played) or view.declaration is not None:
        return False
    return act.card in Situation(view).discards_of(act.seat)


def _discarded_the_best_or_second_best(view: View, act: Played | Said) -> bool:
    if not (isinstance(act, Played) and _discarded(view, act)):
        return False
    better = [Card(act.card.suit, rank) for rank in Rank if rank > act.card.rank]
    return sum(card not in Situation(view).gone for card in better) <= 1


FOLLOWING_HEARD: Sequence[Message] = (
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
