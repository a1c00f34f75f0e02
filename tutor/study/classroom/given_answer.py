"""An answer as it was given for an assignment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tutor.study.answers.answer import Answer


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer that was given for an assignment: its number, whose it is, and when it came in.

    One that was given at home has the moment that the clock there showed (`claimed_at`). The end of a hand that was
    played more than once has what the hand brought the player (`score`), as `PlayedDeal.net` has it.
    """

    id: int
    learner: int
    at: datetime
    answer: Answer
    claimed_at: datetime | None = None
    score: int | None = None
