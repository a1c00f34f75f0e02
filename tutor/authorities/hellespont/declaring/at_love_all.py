"""What Hellespont advises the dealer to declare at love-all (pp. 58–107).

The rules stand in the order of priority that Hellespont’s remarks give when they are brought together. Four aces come
before all, then four or five honours in hearts, then in diamonds. Six hearts follow, seven diamonds, no trumps, five or
four hearts, six or five diamonds, and clubs. The defensive declarations and leaving it are last.
"""

from __future__ import annotations

from collections.abc import Sequence

from tutor.authorities.chapter import Chapter
from tutor.authorities.hellespont.declaring.black_suits import IN_DEFENCE, good_clubs
from tutor.authorities.hellespont.declaring.diamonds import DIAMONDS_AFTER_NO_TRUMPS, LONG_DIAMONDS
from tutor.authorities.hellespont.declaring.facts import DeclarationFacts, facts_by
from tutor.authorities.hellespont.declaring.hearts import HEARTS_AFTER_NO_TRUMPS, five_of_each, long_hearts
from tutor.authorities.hellespont.declaring.interpretations import CHOSEN, OTHERS
from tutor.authorities.hellespont.declaring.leaving import LEAVING_AT_LOVE_ALL
from tutor.authorities.hellespont.declaring.no_trumps import WITHOUT_TRUMPS, four_aces_at_love_all
from tutor.authorities.hellespont.declaring.red_honours import DIAMOND_HONOURS, heart_honours
from tutor.authorities.rules import Question, Rule
from tutor.view import View

AT_LOVE_ALL: Sequence[Rule[DeclarationFacts]] = (
    four_aces_at_love_all,
    *heart_honours,
    *DIAMOND_HONOURS,
    *long_hearts,
    *LONG_DIAMONDS,
    *WITHOUT_TRUMPS,
    *five_of_each,
    *HEARTS_AFTER_NO_TRUMPS,
    *DIAMONDS_AFTER_NO_TRUMPS,
    *good_clubs,
    *IN_DEFENCE,
    *LEAVING_AT_LOVE_ALL,
)


def why_not_the_dealer(view: View) -> str | None:
    """Why a view is not that of a dealer who may declare."""
    if not view.is_dealer:
        return "it is not for the dealer to declare"
    return "the hand has not been looked at" if view.has_not_looked else None


def _silent_on(view: View) -> str | None:
    return why_not_the_dealer(view) or (None if view.standing.is_love_all else "it is not love-all")


DEALER_AT_LOVE_ALL = Chapter(
    Question.DECLARE,
    AT_LOVE_ALL,
    facts_by(CHOSEN),
    silent_on=_silent_on,
    otherwise=tuple(map(facts_by, OTHERS)),
)
