"""How long a question takes to make, for each rule: `python -m tests.benchmarks.generating [NUMBERS]`.

Every rule is asked for by numbers in turn, one in four of them for the advanced, with all that is shown before the
answer. The file of each author is read beforehand: what it takes to read it is told apart. It is the time of one core
that is told, so that what else a machine is doing does not count.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from tutor.library.positions import Positions
from tutor.quizzes.exercise import Exercise, Level
from tutor.quizzes.kinds.rules import RuleMaker

NUMBERS = 20
SLOWEST = 10


def main(numbers: int = NUMBERS) -> None:
    positions = Positions()
    maker = RuleMaker(positions)
    first = {positions.author(item): item for item in maker.items}
    opened = [milliseconds(partial(positions.plain, item)) for item in first.values()]
    print(f"positions of an author read          {max(opened):6.1f} ms at the most")
    taken = {item: [milliseconds(partial(shown, maker, item, n)) for n in range(numbers)] for item in maker.items}
    every = [one for times in taken.values() for one in times]
    print(f"{'question made, of all rules':<36} {figures(every)}, of {len(every)} on {len(taken)} rules")
    slowest = sorted(taken, key=lambda item: -hundredth(taken[item], 95))[:SLOWEST]
    for item in slowest:
        print(f"  {item:<34} {figures(taken[item])}")


def shown(maker: RuleMaker, item: str, number: int) -> Exercise:
    asked = maker.make(item, number, Level.BEGINNER if number % 4 else Level.ADVANCED)
    assert asked.prompt
    assert asked.choices
    assert asked.facts
    return asked


def figures(times: list[float]) -> str:
    return f"p50 {hundredth(times, 50):5.1f} ms, p95 {hundredth(times, 95):5.1f} ms, at most {max(times):5.1f} ms"


def hundredth(times: list[float], place: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[place - 1]


def milliseconds(action: Callable[[], object]) -> float:
    begun = time.process_time()
    action()
    return 1000 * (time.process_time() - begun)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
