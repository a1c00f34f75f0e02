"""The makers of questions that are not “what would the author do here?”."""

from __future__ import annotations

from tutor.library.catalogue import Library
from tutor.quizzes.chances import Chances
from tutor.quizzes.counting import Counting
from tutor.quizzes.hearing import Hearing
from tutor.quizzes.items import Maker
from tutor.quizzes.judging import Judging
from tutor.quizzes.sayings import Sayings
from tutor.quizzes.scoring import Scoring
from tutor.quizzes.terms import Terms
from tutor.quizzes.tricks_needed import TricksNeeded


def makers(library: Library) -> tuple[Maker, ...]:
    """One of each: maxims, scores, tricks needed, counting, reading a card, offences, odds, terms.

    Maxims come first: what is a maxim is one, though a card may tell it too.
    """
    return (
        Sayings(library),
        Scoring(),
        TricksNeeded(),
        Counting(library),
        Hearing(library),
        Judging(),
        Chances(library),
        Terms(library),
    )
