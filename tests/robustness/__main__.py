"""All trials, or those that are named, with their figures; exit code 1 where there was a fault.

`python -m tests.robustness [--short] [kill|store|hostile|circumstances|load …]`
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select

from tests.robustness import circumstances, hostile, kill
from tests.robustness.figures import Figures
from tests.robustness.load import Sitting, judged, load
from tests.robustness.served import Served
from tutor.study.folder import FILE
from tutor.study.store import Study
from tutor.study.tables import AnswerRow


def main(arguments: list[str]) -> int:
    """Runs the trials, and prints what came of each."""
    short = "--short" in arguments
    names = [name for name in arguments if not name.startswith("-")] or list(TRIALS)
    faulty = False
    for name in names:
        for figures in TRIALS[name](short):
            print(figures, flush=True)
            faulty |= bool(figures.faults)
    return int(faulty)


def everybody_at_once(short: bool) -> list[Figures]:
    """A tutor without a classroom, asked from many places; its forms have no names where it does not give them any."""
    learners, answers = (12, 3) if short else (200, 10)
    questions = kill.questions()
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / FILE, Path(folder))
        served.start()
        sittings = [
            Sitting(
                (), tuple(f"{questions[n % len(questions)]}/{1000 * one + n}" for n in range(answers)), 0.5, one / 100
            )
            for one in range(learners)
        ]
        sat = load(served.port, sittings)
        served.kill()
        study = Study.open(Path(folder) / FILE, lambda: datetime.now(UTC))
        with study.database.reading() as connection:
            kept = Counter(connection.scalars(select(AnswerRow.number)))
        study.close()
    return [judged("load", sat, lambda question, _: kept[int(question.rpartition("/")[2])])]


TRIALS: Mapping[str, Callable[[bool], list[Figures]]] = {
    "store": lambda short: kill.kill_writers(*((2, 1) if short else (100, 20))),
    "kill": lambda short: kill.kill_servers(*((1, 1) if short else (100, 20))),
    "hostile": lambda short: hostile.assail(200 if short else 10_000),
    "circumstances": lambda _: circumstances.all_circumstances(),
    "load": everybody_at_once,
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
