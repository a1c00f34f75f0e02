"""All trials, or those that are named, with their figures; exit code 1 where there was a fault.

`python -m tests.robustness [--short] [kill|store|durability|hostile|scan|fuzz|circumstances|load|races|slow …]`
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import select

from tests.robustness import circumstances, durability, hostile, kill, scan, slow
from tests.robustness.figures import Figures
from tests.robustness.fuzz import fuzz
from tests.robustness.load import Sitting, judged, load
from tests.robustness.races import races
from tests.robustness.roomful import FIRST_LEARNER, furnished, logged_in, name_of
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


def a_class_at_once(short: bool) -> list[Figures]:
    """A class that all does the same drill, each at his own machine, logged in, with a few seconds to think."""
    learners, questions, thinks = (12, 3, 0.3) if short else (200, 10, 5.0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        work = furnished(file, learners, questions)
        served = Served(file, Path(folder), "--classroom", "--host", "127.0.0.1")
        served.start()
        cookies = [logged_in(served.port, name_of(one)) for one in range(learners)]
        numbers = range(1, questions + 1)
        sat = load(
            served.port,
            [
                Sitting(
                    one,
                    tuple(f"/assignments/{work}/1/{number}?place={place}" for number in numbers),
                    thinks,
                    thinks * place / learners,
                )
                for place, one in enumerate(cookies)
            ],
        )
        served.kill()
        study = Study.open(file, lambda: datetime.now(UTC))
        with study.database.reading() as connection:
            kept = Counter(
                f"/{(once or '').replace('drill', 'assignments')}?place={learner - FIRST_LEARNER}"
                for learner, once in connection.execute(select(AnswerRow.learner_id, AnswerRow.once))
            )
        study.close()
        faults = [] if "Traceback" not in served.log else [served.log[-2000:]]
    figures = judged("load", sat, lambda question, _: kept[question])
    return [replace(figures, faults=(*figures.faults, *faults))]


TRIALS: Mapping[str, Callable[[bool], list[Figures]]] = {
    "durability": lambda short: [durability.power_fails(*((30, 60) if short else (400, 4_000)))],
    "store": lambda short: kill.kill_writers(*((2, 1) if short else (100, 20))),
    "kill": lambda short: kill.kill_servers(*((1, 1) if short else (100, 20))),
    "hostile": lambda short: hostile.assail(200 if short else 10_000),
    "scan": scan.scan,
    "fuzz": lambda short: fuzz(200 if short else 50_000),
    "circumstances": lambda _: circumstances.all_circumstances(),
    "load": a_class_at_once,
    "races": lambda short: races(2 if short else 100),
    "slow": lambda short: [slow.dawdle(*((200, 5.0) if short else (2000, 30.0)))],
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
