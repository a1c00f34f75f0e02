"""All trials, or those that are named, with their figures; exit code 1 where there was a fault.

`python -m tests.robustness [--short] [--seed NUMBER] [--only NUMBER] [TRIAL …]`
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from time import monotonic

from tests.robustness import (
    api,
    capacity,
    circumstances,
    clock,
    damaged,
    durability,
    hostile,
    hosts,
    kill,
    live,
    load,
    mutants,
    scan,
    slow,
    store,
    tables,
)
from tests.robustness.figures import Figures, table
from tests.robustness.fuzz import QUICK, fuzz
from tests.robustness.races import races

Trial = Callable[[bool], list[Figures]]
"""Runs in short or in full."""

TRIALS: Mapping[str, Trial] = {
    "store": lambda short: store.kill_writers(*((2, 1) if short else (100, 20))),
    "kill": lambda short: kill.kill_servers(*((3, 0) if short else (100, 20))),
    "hosts": lambda short: hosts.hosts(*((4, 2) if short else (12, 30))),
    "durability": lambda short: [durability.power_fails(*((30, 60) if short else (400, 4_000)))],
    "api": lambda short: api.call(400 if short else 20_000),
    "hostile": lambda short: hostile.assail(300 if short else 20_000),
    "scan": scan.scan,
    "mutants": lambda _: mutants.sample(),
    "damaged": lambda short: damaged.damage(100 if short else 4_000),
    "fuzz": lambda short: fuzz(200, QUICK) if short else fuzz(20_000),
    "circumstances": lambda _: circumstances.all_circumstances(),
    "clock": lambda short: clock.move_the_clock(everywhere=not short),
    "load": lambda short: load.load(*((12, 2, 0) if short else (200, 10, 2_000))),
    "tables": lambda short: tables.tables(*((8, 15.0) if short else (200, 120.0))),
    "live": lambda short: live.live(12 if short else 200),
    "races": lambda short: races(2 if short else 100),
    "capacity": lambda short: capacity.capacity(
        *(((1_000,), 50, 4) if short else ((1_000, 10_000, 100_000), 100_000, 200))
    ),
    "slow": lambda short: [slow.dawdle(*((200, 5.0) if short else (2_000, 30.0)))],
}


def main(arguments: list[str]) -> int:
    """Runs the trials, and prints what came of each."""
    asked = argparse.ArgumentParser(prog="python -m tests.robustness", description=__doc__)
    asked.add_argument("trials", nargs="*", metavar="TRIAL", help=f"of {', '.join(TRIALS)}; by default all of them")
    asked.add_argument("--short", action="store_true", help="as the tests do it: a minute for all of them")
    asked.add_argument("--seed", type=int, default=hostile.SEED, help="which inputs are hostile")
    asked.add_argument("--only", type=int, help="the one hostile input of this number, to see it again")
    told = asked.parse_args(arguments)
    if unknown := set(told.trials) - set(TRIALS):
        asked.error(f"there is no trial {', '.join(sorted(unknown))}")
    trials = {name: TRIALS[name] for name in told.trials or TRIALS}
    if told.only is not None or told.seed != hostile.SEED:
        trials = {"hostile": lambda short: hostile.assail(300 if short else 20_000, seed=told.seed, only=told.only)}
    began, faulty = monotonic(), list[str]()
    for name, trial in trials.items():
        found = trial(told.short)
        print(table(name, found), flush=True)
        faulty += [name] if any(one.faults for one in found) else []
    print(f"{len(trials)} trials in {(monotonic() - began) / 60:.1f} minutes; faulty: {', '.join(faulty) or 'none'}")
    return int(bool(faulty))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
