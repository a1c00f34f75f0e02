"""The declaration drill: a hand, the dealer’s seat, love-all; name a suit or no trumps, or leave it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tutor.auction import Call, Declare, Denomination, Leave
from tutor.authorities import authority
from tutor.authorities.rules import Advice, Question
from tutor.authors import AUTHORS, Author
from tutor.cards import Hand
from tutor.deal import Deal, parse_pbn_hand, pbn_hand
from tutor.quizzes.author_exercise import AuthorExercise
from tutor.quizzes.exercise import Level
from tutor.quizzes.reference import ContentLookup, ExerciseRef, reference
from tutor.seats import Seat
from tutor.view import View

CALLS: tuple[Call, ...] = (*(Declare(denomination) for denomination in Denomination), Leave())
"""What the dealer may say."""

_TRIES = 600


@reference("declare")
@dataclass(frozen=True, slots=True)
class DeclarationRef(ExerciseRef):
    """One question of the drill: a hand of thirteen cards. Raises `NotAPack` for another number."""

    hand: Hand

    def __post_init__(self) -> None:
        self.hand.require(13)

    @property
    def key(self) -> str:
        return pbn_hand(self.hand)

    @classmethod
    def of_key(cls, key: str) -> DeclarationRef:
        return cls(parse_pbn_hand(key))

    def resolve(self, content: ContentLookup | None = None) -> AuthorExercise:
        """The question; it needs no content."""
        del content
        return declaration(self.hand)


@lru_cache(maxsize=256)
def declaration(hand: Hand) -> AuthorExercise:
    """What the author of the drill would declare on a hand. The item practised is the rule that decides."""
    rule = _advice(hand).rule
    return AuthorExercise(rule.id, 0, Level.BEGINNER, authority(judge().key), _view(hand), Question.DECLARE)


def _advice(hand: Hand) -> Advice:
    advice = authority(judge().key).advise(_view(hand), Question.DECLARE, widely=True)
    assert isinstance(advice, Advice), "the author of the drill has advice for every hand"  # noqa: S101
    return advice


def judge() -> Author:
    """The author who marks the drill: the first whose folder names the drill."""
    return next(author for author in AUTHORS.values() if author.drills.declaring_pages)


def random_hand(random: Random) -> Hand:
    """A hand for the drill. Half the time it is dealt until one of the six calls, chosen first, is advised.

    So rare declarations come up too. A hand is dealt again where the author contradicts himself, or where two fair
    readings of him differ.
    """
    wanted = random.choice(CALLS) if random.random() < 0.5 else None
    hand = _deal(random)
    for _ in range(_TRIES):
        advice = _advice(hand)
        if _is_plain(advice) and wanted in (None, *advice.answers):
            break
        hand = _deal(random)
    return hand


def _is_plain(advice: Advice) -> bool:
    return not advice.is_undecided and not advice.acceptable


def _deal(random: Random) -> Hand:
    return Deal.shuffled(random, Seat.SOUTH).hands.south


def _view(hand: Hand) -> View:
    return View.before_calling(Seat.SOUTH, Seat.SOUTH, hand)
