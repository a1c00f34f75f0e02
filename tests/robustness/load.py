"""Many who learn at once: how long an answer takes, and whether any is lost or kept twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from time import monotonic, sleep

from tests.robustness.figures import Figures, percentile
from tests.robustness.served import Learner, Unanswered


@dataclass(frozen=True)
class Sitting:
    """Somebody’s sitting: his cookies, the questions that he answers, and the pause before each, in seconds."""

    cookies: tuple[tuple[str, str], ...]
    questions: tuple[str, ...]
    pause: float = 0.0
    begins: float = 0.0


@dataclass(frozen=True)
class Sat:
    """What came of it: the questions acknowledged with the names of their forms, the durations, and what went wrong."""

    acknowledged: tuple[tuple[str, str], ...]
    durations: tuple[float, ...]
    errors: tuple[str, ...]


def load(port: int, sittings: Sequence[Sitting], processes: int = 1) -> list[Sat]:
    """All of them at once, from processes of their own, so that who asks does not wait for himself."""
    shares = [sittings[number::processes] for number in range(processes)]
    with get_context("spawn").Pool(processes) as pool:
        return [sat for share in pool.starmap(_sit_together, [(port, share) for share in shares]) for sat in share]


def judged(trial: str, sat: Sequence[Sat], times_kept: Callable[[str, str], int]) -> Figures:
    """The figures; `times_kept` tells of a question and the name of its form how many answers to it are kept."""
    durations = [duration for one in sat for duration in one.durations]
    acknowledged = [pair for one in sat for pair in one.acknowledged]
    errors = [error for one in sat for error in one.errors]
    counts = [times_kept(*pair) for pair in acknowledged]
    lost, twice = counts.count(0), sum(count > 1 for count in counts)
    figures: dict[str, object] = {"learners": len(sat), "answers": len(acknowledged), "errors": len(errors)}
    figures |= {"lost": lost, "twice": twice, "slowest ms": percentile(durations, 1)}
    figures |= {f"p{share} ms": percentile(durations, share / 100) for share in (50, 95, 99)}
    faults = errors + ([f"{lost} answers are lost"] if lost else []) + ([f"{twice} are kept twice"] if twice else [])
    return Figures(trial, figures, tuple(faults))


def _sit_together(port: int, sittings: Sequence[Sitting]) -> list[Sat]:
    with ThreadPoolExecutor(max(1, len(sittings))) as pool:
        return list(pool.map(lambda sitting: _sit(port, sitting), sittings))


def _sit(port: int, sitting: Sitting) -> Sat:
    learner, acknowledged = Learner(port, dict(sitting.cookies)), list[tuple[str, str]]()
    errors: list[str] = []
    sleep(sitting.begins)
    for question in sitting.questions:
        sleep(sitting.pause)
        began = monotonic()
        try:
            acknowledged.append((question, learner.answer(question, 30)))
        except Unanswered as error:
            errors.append(f"{error} ({monotonic() - began:.1f} s)")
    learner.leave()
    return Sat(tuple(acknowledged), tuple(learner.durations), (*errors, *learner.refused))
