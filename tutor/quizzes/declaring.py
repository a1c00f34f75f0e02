"""The declaration drill: a hand, the dealer’s seat, love-all; name a suit, no trumps, or leave it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tutor.auction import Call, Declare, Denomination, Leave
from tutor.authorities import authority
from tutor.authorities.boundary import NearMiss
from tutor.authorities.rules import Advice, Answer, Question, Why
from tutor.authors import AUTHORS, Author
from tutor.cards import Hand
from tutor.deal import Deal
from tutor.quizzes.judging import Judgement
from tutor.quizzes.marks import Mark
from tutor.seats import Seat
from tutor.view import View

CALLS: tuple[Call, ...] = (*(Declare(denomination) for denomination in Denomination), Leave())
"""What the dealer may say."""

_TRIES = 600


@dataclass(frozen=True, slots=True)
class Declaring:
    """One question of the drill: a hand of thirteen cards. Raises `NotAPack` for another number."""

    hand: Hand

    def __post_init__(self) -> None:
        self.hand.require(13)

    @property
    def advice(self) -> Advice:
        """The author’s advice, with what another reading of his words would allow."""
        return self._judgement.advice

    def mark(self, call: Answer) -> Mark:
        """The mark of a call, and the fact of this hand on which it turns."""
        return self._judgement.mark(call)

    def against(self, call: Answer) -> tuple[NearMiss, ...]:
        """The rules that could have led to a call, the nearest first."""
        return self._judgement.against(call)

    @property
    def why(self) -> Why | None:
        """Why the rule that decides works, as its author explains it."""
        return self._judgement.author.why(self.advice.rule.id)

    @property
    def _judgement(self) -> Judgement:
        return _judgement(self.hand)


@lru_cache(maxsize=256)
def _judgement(hand: Hand) -> Judgement:
    return Judgement(authority(judge().key), _view(hand), Question.DECLARE)


def judge() -> Author:
    """The author by whose advice hands are declared on: the first in whose folder the drill is named."""
    return next(author for author in AUTHORS.values() if author.drills.declaring_pages)


def random_hand(random: Random) -> Hand:
    """A hand for the drill: half the time as dealt, else dealt until one of the six calls, drawn first, is advised.

    So the rare declarations come up. A hand on which the author contradicts himself, or on which two fair readings of
    him part, is dealt again.
    """
    wanted = random.choice(CALLS) if random.random() < 0.5 else None
    hand, author = _deal(random), authority(judge().key)
    for _ in range(_TRIES):
        advice = author.advise(_view(hand), Question.DECLARE, widely=True)
        if isinstance(advice, Advice) and _is_plain(advice) and wanted in (None, *advice.answers):
            break
        hand = _deal(random)
    return hand


def _is_plain(advice: Advice) -> bool:
    return not advice.is_undecided and not advice.acceptable


def _deal(random: Random) -> Hand:
    return Deal.shuffled(random, Seat.SOUTH).hands.south


def _view(hand: Hand) -> View:
    return View.before_calling(Seat.SOUTH, Seat.SOUTH, hand)
