"""What is remembered of an item, how an answer changes it, and when it is due again.

The model is FSRS 6 as `fsrs` carries it out, with the parameters fitted by its makers. Nothing is drawn by chance and
no clock is read: the same answers at the same moments give the same memory to the last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import IntEnum

from fsrs import Card, Rating, Scheduler, State

from tutor.quizzes.exercise import Grade

RETENTION = 0.9
"""An item is due when the chance that it is recalled has fallen so far."""

SOON = timedelta(minutes=10)
"""What was wrong, or at its first meeting not right at once, is due again on the same day; all else waits for days."""

FRESH_AFTER = timedelta(days=1)
"""For so long an answer to a question that was answered before shows what was read, and not what is known."""

_DAY = timedelta(days=1)
_SCHEDULER = Scheduler(
    desired_retention=RETENTION, learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False
)


class RecallRating(IntEnum):
    """How well an item was known, as the model counts; nobody is asked how easy it was, so there is no fourth."""

    AGAIN = 1
    HARD = 2
    GOOD = 3


ANSWER_HINT = 3
"""The stage of hint that tells the answer."""


def grade(shade: Grade, hints: int) -> RecallRating | None:
    """The grade of an answer given after so many stages of hint; None where nothing was shown by it."""
    if shade is Grade.UNDECIDED:
        return None
    if not shade.is_right or hints >= ANSWER_HINT:
        return RecallRating.AGAIN
    return RecallRating.HARD if hints or shade is Grade.ACCEPTABLE else RecallRating.GOOD


def is_fresh(before: datetime | None, moment: datetime) -> bool:
    """Whether an answer shows what is known, when the same question was last answered at `before`."""
    return before is None or moment - before >= FRESH_AFTER


@dataclass(frozen=True, slots=True)
class Memory:
    """What is remembered of an item: `stability` in days, `difficulty` from 1 to 10, moments in UTC.

    `reps` are the answers that counted, `lapses` those among them by which it was forgotten once it had been known.
    """

    item: str
    stability: float
    difficulty: float
    due: datetime
    last_review: datetime
    state: int
    step: int | None
    reps: int
    lapses: int

    def recall(self, moment: datetime) -> float:
        """The chance, from 0 to 1, that it is recalled at a moment, as the model predicts."""
        return _SCHEDULER.get_card_retrievability(self._card, moment)

    @property
    def _card(self) -> Card:
        return Card(0, State(self.state), self.step, self.stability, self.difficulty, self.due, self.last_review)


@dataclass(frozen=True, slots=True)
class Review:
    """One item of one answer that counted: `due` and `recall` are what was expected of it, None when it was new."""

    answer: int
    item: str
    at: datetime
    grade: RecallRating
    due: datetime | None
    recall: float | None


def reviewed(memory: Memory | None, item: str, given: RecallRating, moment: datetime) -> Memory:
    """What is remembered of an item after an answer that counts; `memory` is None at the first."""
    moment = moment.astimezone(UTC)
    card = Card(0, due=moment) if memory is None else memory._card
    card, _ = _SCHEDULER.review_card(card, Rating(given), moment)
    assert card.stability is not None, "a review gives a stability"  # noqa: S101
    assert card.difficulty is not None, "and a difficulty"  # noqa: S101
    was_known = memory is not None and memory.state == State.Review
    return Memory(
        item=item,
        stability=card.stability,
        difficulty=card.difficulty,
        due=card.due,
        last_review=moment,
        state=card.state.value,
        step=card.step,
        reps=1 + (memory.reps if memory else 0),
        lapses=(was_known and given is RecallRating.AGAIN) + (memory.lapses if memory else 0),
    )


def changes(
    known: Mapping[str, Memory], answer: int, items: Iterable[str], given: RecallRating | None, moment: datetime
) -> Iterator[tuple[Memory, Review]]:
    """What an answer, by its number in the log, changes of what was `known`; nothing where it has no grade."""
    if given is None:
        return
    moment = moment.astimezone(UTC)
    for item in items:
        memory = known.get(item)
        expected = (None, None) if memory is None else (memory.due, memory.recall(moment))
        yield reviewed(memory, item, given, moment), Review(answer, item, moment, given, *expected)


def by_risk(memories: Iterable[Memory], moment: datetime) -> list[Memory]:
    """Memories in the order in which they are likely to be lost by a moment, the likeliest first."""
    return sorted(memories, key=lambda memory: (memory.recall(moment), memory.due, memory.item))


def spread(memories: Iterable[Memory], midnight: datetime, cap: int) -> Sequence[Memory]:
    """The memories whose day changes when a holiday ends, with their new day.

    `midnight` is the end of the day on which it ends; that day and each that follows has `cap` reviews. Half of the
    places are left free, for what will be new on those days, and for what is found to be forgotten and comes again.
    """
    places = max(1, cap // 2)
    waiting = by_risk(memories, midnight)
    moved = []
    day_ends = midnight.astimezone(UTC)
    while any(memory.due < day_ends for memory in waiting):
        today = [memory for memory in waiting if memory.due < day_ends][:places]
        noon = day_ends - _DAY / 2
        moved += [replace(memory, due=noon) for memory in today if memory.due < day_ends - _DAY and day_ends > midnight]
        done = {memory.item for memory in today}
        waiting = [memory for memory in waiting if memory.item not in done]
        day_ends += _DAY
    return moved
