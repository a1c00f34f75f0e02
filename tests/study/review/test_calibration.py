"""What is foretold of a learner comes true, even of one who forgets by another curve than the model’s."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from tests.support.cases import for_each
from tests.support.forgetting import BEGAN, NATURES, Pupil, misjudged
from tutor.study.review.calibration import Attempt, Calibration
from tutor.study.review.knowledge import Knowledge
from tutor.study.review.memory import Memory, RecallRating, Review, changes

WITHIN = 0.05
DAY = timedelta(days=1)
UNLIKE = ("forgets at once, exponentially", "hardly forgets", "forgets by a power and guesses")
"""Those of whom the model itself foretells too much or too little."""


def pupils(nature: str, number: int, days: int) -> list[Pupil]:
    made = [Pupil(NATURES[nature], Random(f"{nature}/{one}")) for one in range(number)]
    for pupil in made:
        pupil.study(days)
    return made


def check(made: list[Pupil], least: float) -> None:
    """Each tenth that has at least such a part of what was foretold of the next answer, and shown on the map."""
    for shown in ("told", "truths"):
        off = misjudged((pair for pupil in made for pair in getattr(pupil, shown)), least)
        assert off
        assert all(abs(by) <= WITHIN for by in off.values()), (shown, off)


@pytest.mark.slow
@for_each("nature", UNLIKE)
def test_what_is_foretold_comes_true_whatever_the_curve(nature: str) -> None:
    check(pupils(nature, 3, 90), 0.1)


@pytest.mark.deep
@for_each("nature", NATURES)
def test_what_is_foretold_comes_true_of_many_learners(nature: str) -> None:
    check(pupils(nature, 10, 150), 0.05)


@pytest.mark.slow
@for_each("nature", UNLIKE)
def test_the_model_alone_would_not_do(nature: str) -> None:
    """Were it so, nothing would have to be fitted."""
    off = misjudged((pair for pupil in pupils(nature, 2, 70) for pair in pupil.believed), 0.1)
    assert any(abs(by) > WITHIN for by in off.values()), off


# ---- the fit ---------------------------------------------------------------------------------------------------------


def test_without_answers_the_model_is_believed() -> None:
    fitted = Calibration.of(())
    (memory, _) = next(iter(changes({}, 1, ["a"], RecallRating.GOOD, BEGAN)))
    for days in (1, 3, 10):
        told = fitted.recall(days, memory.stability, was_missed=False)
        assert told == pytest.approx(memory.recall(BEGAN + days * DAY), abs=0.03)


def test_who_forgets_faster_is_told_less_and_who_forgets_slower_more() -> None:
    def fitted(right: int, wrong: int) -> float:
        attempts = [Attempt(3.0, 3.0, False, True)] * right + [Attempt(3.0, 3.0, False, False)] * wrong
        return Calibration.of(attempts).recall(3, 3, was_missed=False)

    assert fitted(50, 50) < 0.65 < 0.85 < Calibration.of(()).recall(3, 3, was_missed=False) < fitted(100, 0)


def test_it_falls_with_time_and_stays_a_chance() -> None:
    for right in (True, False):
        fitted = Calibration.of([Attempt(2.0, 1.0, False, right)] * 80)
        chances = [fitted.recall(days, 2.5, was_missed=False) for days in (0, 1, 5, 30, 400)]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)


def test_the_same_answers_fit_the_same() -> None:
    one, other = (pupils("forgets exponentially", 1, 30)[0] for _ in range(2))
    assert Knowledge.of(one.memories, frozenset(), one.reviews).calibration == (
        Knowledge.of(other.memories, frozenset(), other.reviews).calibration
    )


# ---- a miss ----------------------------------------------------------------------------------------------------------


def missed_once() -> tuple[dict[str, Memory], list[Review]]:
    memories: dict[str, Memory] = {}
    reviews: list[Review] = []
    for number, given in enumerate([RecallRating.GOOD, RecallRating.GOOD, RecallRating.AGAIN]):
        for memory, review in changes(memories, number, ["a"], given, BEGAN + number * 3 * DAY):
            memories["a"] = memory
            reviews.append(review)
    return memories, reviews


def test_a_miss_lowers_what_is_foretold_at_once() -> None:
    """The model starts again at a hundred per cent, for the answer has just been read."""
    memories, reviews = missed_once()
    moment = memories["a"].last_review
    assert memories["a"].recall(moment) == 1
    known = Knowledge.of(memories, frozenset({"a"}), reviews)
    assert known.recall("a", moment) == known.recall("a", moment + DAY) < 0.95
    assert known.recall("a", moment + 5 * DAY) < known.recall("a", moment)
