"""How well a learner really recalls what the model of memory expects: fitted to the learner's own answers.

The model schedules by one forgetting curve for everybody. Nobody forgets by it exactly: one learner forgets twice as
fast, another hardly at all, and who guesses well is never quite wrong. So what is shown to a learner is not what the
model expects, but what came of that expectation so far. As long as little was answered, the model is believed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import exp, inf, log, log2
from typing import NamedTuple

RECALLED = 0.9
"""How likely something is recalled after a wait of one stability."""
MODEL_DECAY = 0.1542
"""The power of time by which the model forgets."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer to what had been met before: after how many days, with what stability by the model, and its worth.

    `was_missed` says that the answer before it was wrong.
    """

    days: float
    stability: float
    was_missed: bool
    is_right: bool


@dataclass(frozen=True, slots=True)
class Curve:
    """A forgetting curve. `decay` is the power of time by which it falls, infinite for an exponential.

    `floor` is the chance that is left when all is forgotten: that of guessing well.
    """

    decay: float
    floor: float

    def recall(self, wait: float) -> float:
        """The chance of recalling something after a wait in stabilities."""
        left: float = RECALLED**wait
        if self.decay != inf:
            left = (1 + (RECALLED ** (-1 / self.decay) - 1) * wait) ** -self.decay
        return self.floor + (1 - self.floor) * left


class Group(NamedTuple):
    """Items that are remembered alike: how strong the model believes them to be, and whether they were last missed."""

    strength: int
    was_missed: bool

    @classmethod
    def of(cls, stability: float, *, was_missed: bool) -> Group:
        return cls(sum(stability >= least for least in _STRENGTHS), was_missed)


_STRENGTHS = (0.2, 0.5, 1.5, 5.0, 15.0, 50.0, 150.0)


@dataclass(frozen=True, slots=True)
class Fit:
    """One way in which a learner may forget: by a curve, and each group of items at its own pace."""

    curve: Curve
    paces: Mapping[Group, int]

    def recall(self, days: float, group: Group, stability: float) -> float:
        """The chance that an item is recalled after so many days."""
        return self.curve.recall(days / stability * 2 ** (self.paces[group] / _STEPS))


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a learner forgets: the ways in which it may be, each with how likely it is."""

    fits: Sequence[tuple[Fit, float]]

    def recall(self, days: float, stability: float, *, was_missed: bool) -> float:
        """The chance that an item is recalled after so many days."""
        group = Group.of(stability, was_missed=was_missed)
        return min(1.0, sum(weight * fit.recall(max(days, 0), group, stability) for fit, weight in self.fits))

    @classmethod
    def of(cls, attempts: Sequence[Attempt]) -> Calibration:
        """What a learner's answers make likeliest. Answers on the day of the last one tell nothing of forgetting."""
        counts: dict[Group, dict[_Slot, float]] = {}
        weights: dict[Group, float] = {}
        for one in reversed(attempts):
            if one.days >= 1:
                group = Group.of(one.stability, was_missed=one.was_missed)
                slot = round(_STEPS * log2(one.days / one.stability))
                weight = weights.get(group, 1.0)
                counted = counts.setdefault(group, {})
                counted[slot, one.is_right] = counted.get((slot, one.is_right), 0) + weight
                weights[group] = weight * _FADING
        scores = [_fitted(curve, counts) for curve in _CURVES]
        best = max(score for _, score in scores)
        likely = [(fit, exp(score - best)) for fit, score in scores if score > best - _UNLIKELY]
        whole = sum(weight for _, weight in likely)
        return cls(tuple((fit, weight / whole) for fit, weight in likely))


# ---- fitting ---------------------------------------------------------------------------------------------------------

_Slot = tuple[int, bool]
"""A wait, as so many steps to a doubling, and whether the answer was right."""
_STEPS = 3
_PACES = range(-12, 19)
_CURVES = tuple(Curve(decay, floor) for decay, floor in product((MODEL_DECAY, 0.5, inf), (0, 0.15, 0.3, 0.45)))
_DECAY_DOUBT, _FLOOR_DOUBT = 0.3, 2.0
_DOUBT = 0.06
"""How much it is doubted beforehand that a pace is another than was expected, for each step and its square."""
_FADING = 0.99
"""What is left of the weight of an answer with each later one on a group: who learns is not who began."""
_LEAST = 0.005
_UNLIKELY = 4.0


def _fitted(curve: Curve, counts: Mapping[Group, Mapping[_Slot, float]]) -> tuple[Fit, float]:
    """The likeliest paces by a curve, and how likely the answers are by them.

    A group is expected to be as quick as the next weaker: what is misjudged once is misjudged further on.
    """
    together: dict[_Slot, float] = {}
    for counted in counts.values():
        for slot, weight in counted.items():
            together[slot] = together.get(slot, 0) + weight
    pace, _ = _likeliest(curve, together, 0)
    score, paces = -_FLOOR_DOUBT * curve.floor - _DECAY_DOUBT * (curve.decay != MODEL_DECAY), {}
    for was_missed in (False, True):
        expected = pace
        for strength in range(len(_STRENGTHS) + 1):
            group = Group(strength, was_missed)
            expected, likelihood = _likeliest(curve, counts.get(group, {}), expected)
            paces[group], score = expected, score + likelihood
    return Fit(curve, paces), score


def _likeliest(curve: Curve, counted: Mapping[_Slot, float], expected: int) -> tuple[int, float]:
    """The likeliest pace of some answers, and how likely it makes them."""

    def likelihood(pace: int) -> float:
        told = sum(count * _logs(curve, slot + pace)[is_right] for (slot, is_right), count in counted.items())
        return told - _DOUBT * (pace - expected) ** 2

    best = max(_PACES, key=likelihood) if counted else expected
    return best, likelihood(best)


@cache
def _logs(curve: Curve, slot: int) -> tuple[float, float]:
    """The logarithms of the chances that what waited so long is wrong, and right."""
    chance = min(max(curve.recall(2.0 ** (slot / _STEPS)), _LEAST), 1 - _LEAST)
    return log(1 - chance), log(chance)
