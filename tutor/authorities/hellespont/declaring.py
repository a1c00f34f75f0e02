"""What Hellespont advises the dealer to declare at love-all (pp. 58–107).

The rules stand in the order of priority that his remarks give when they are brought together: four aces before all;
four or five honours in hearts, then in diamonds; six hearts; seven diamonds; no trumps; five or four hearts; six or
five diamonds; clubs; the defensive declarations; and leaving it.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.declarant import Declarant, reading_of
from tutor.authorities.hellespont.declaring_black_suits import GOOD_CLUBS, IN_DEFENCE
from tutor.authorities.hellespont.declaring_red_suits import (
    DIAMOND_HONOURS,
    DIAMONDS_AFTER_NO_TRUMPS,
    FIVE_OF_EACH_AT_LOVE_ALL,
    HEART_HONOURS,
    HEARTS_AFTER_NO_TRUMPS,
    LONG_DIAMONDS,
    LONG_HEARTS,
)
from tutor.authorities.hellespont.declaring_without_trumps import FOUR_ACES, WITHOUT_TRUMPS
from tutor.authorities.hellespont.leaving import LEAVING_AT_LOVE_ALL
from tutor.authorities.hellespont.reading import CHOSEN, OTHERS
from tutor.authorities.rules import Question, Rule
from tutor.view import View

DECLARING: Sequence[Rule[Declarant]] = (
    FOUR_ACES,
    *HEART_HONOURS,
    *DIAMOND_HONOURS,
    *LONG_HEARTS,
    *LONG_DIAMONDS,
    *WITHOUT_TRUMPS,
    FIVE_OF_EACH_AT_LOVE_ALL,
    *HEARTS_AFTER_NO_TRUMPS,
    *DIAMONDS_AFTER_NO_TRUMPS,
    *GOOD_CLUBS,
    *IN_DEFENCE,
    *LEAVING_AT_LOVE_ALL,
)


def why_not_the_dealer(view: View) -> str | None:
    """Why a view is not that of a dealer who may declare."""
    if not view.is_dealer:
        return "it is not the dealer who is to declare"
    return "the hand has not been looked at" if view.has_not_looked else None


def _silent_on(view: View) -> str | None:
    return why_not_the_dealer(view) or (None if view.standing.is_love_all else "it is not love-all")


DEALER_AT_LOVE_ALL = Chapter(
    Question.DECLARE,
    DECLARING,
    reading_of(CHOSEN),
    silent_on=_silent_on,
    otherwise=tuple(reading_of(other) for other in OTHERS),
)
