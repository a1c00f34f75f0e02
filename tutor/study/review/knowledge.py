"""What a learner knows, as far as the answers tell: what was met, what was missed last, and how the learner forgets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from tutor.study.review.calibration import MODEL_DECAY, RECALLED, Attempt, Calibration
from tutor.study.review.memory import Memory, RecallRating, Review

_DAY = timedelta(days=1)
_FACTOR: float = RECALLED ** (-1 / MODEL_DECAY) - 1


@dataclass(frozen=True)
class Knowledge:
    """The memories by item, those of which the last answer was wrong, and how likely any of them is recalled."""

    memories: Mapping[str, Memory]
    missed: frozenset[str]
    calibration: Calibration

    @classmethod
    def of(cls, memories: Mapping[str, Memory], missed: frozenset[str], reviews: Iterable[Review]) -> Knowledge:
        """What reviews tell, which are in their order."""
        return cls(memories, missed, Calibration.of(tuple(attempts(reviews))))

    def recall(self, item: str, moment: datetime) -> float:
        """The chance that an item that was met is recalled at a moment.

        Of what was missed, that of a day later at the least: to have just read the answer is not to know it.
        """
        memory, was_missed = self.memories[item], item in self.missed
        days = (moment - memory.last_review) / _DAY
        return self.calibration.recall(max(days, 1) if was_missed else days, memory.stability, was_missed=was_missed)


def attempts(reviews: Iterable[Review]) -> Iterator[Attempt]:
    """The answers that came a day or more after another on the same item.

    The stability that the model gave the item is read from the recall that it expected, which counts whole days.
    """
    before: dict[str, Review] = {}
    for review in reviews:
        last = before.get(review.item)
        before[review.item] = review
        if last is not None and review.recall is not None and review.recall < 1:
            waited = review.at - last.at
            wait = (review.recall ** (-1 / MODEL_DECAY) - 1) / _FACTOR
            if waited >= _DAY:
                yield Attempt(waited / _DAY, waited.days / wait, _is_miss(last), not _is_miss(review))


def _is_miss(review: Review) -> bool:
    return review.grade is RecallRating.AGAIN
