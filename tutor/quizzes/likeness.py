"""When two questions are nearly one: the same cards that matter, in other suits or with other small cards."""

from __future__ import annotations

from collections import Counter

from tutor.authorities.rules import Question
from tutor.cards import Holding, Rank, Suit
from tutor.view import View

Likeness = tuple[object, ...]

SMALLEST_THAT_MATTERS = Rank.TEN
"""Lower cards of a suit are counted and not told apart."""


def likeness(question: Question, view: View) -> Likeness:
    """What a question has in common with those that are nearly the same.

    Suits have no names in it, but that of trumps stands apart. Of each suit it has what the hand holds, what lies open,
    and what has been played to the trick; where something is to be called it has the score and the calls too.
    """
    trick = view.trick.cards if view.trick else ()
    suits = Counter(
        (
            suit is view.trumps,
            _pattern(view.hand[suit]),
            tuple(_pattern(hand[suit]) for _, hand in view.exposed),
            tuple((place, _rank(card.rank)) for place, card in enumerate(trick) if card.suit is suit),
        )
        for suit in Suit
    )
    seats = (view.trick.to_play is view.seat) if view.trick else None
    said = (view.standing, tuple(str(one.call) for one in view.calling)) if question.is_of_calls else None
    return (question, len(view.tricks), seats, frozenset(suits.items()), said)


def _pattern(holding: Holding) -> tuple[str, int]:
    high = "".join(rank.letter for rank in holding if rank >= SMALLEST_THAT_MATTERS)
    return high, len(holding)


def _rank(rank: Rank) -> str:
    return rank.letter if rank >= SMALLEST_THAT_MATTERS else "x"
