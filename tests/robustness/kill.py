"""A classroom killed under load, again and again: each answer that was acknowledged is there, once and unchanged."""

from __future__ import annotations

import os
import signal
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep

from tests.robustness.figures import Figures
from tests.robustness.ledger import Ledger, Question
from tests.robustness.places import RESTARTS, places, shuffled_blows, sqlite_alone
from tests.robustness.pupil import PATIENCE, Pupil
from tests.robustness.roomful import Roomful, furnished
from tests.robustness.served import NotBegun, Served
from tests.support.postgres import Server
from tutor.study.classroom.assigned_work import MOST_QUESTIONS
from tutor.web.server.workers import PAUSES

LEARNERS = 6
WORKERS = 2
BETWEEN = 8
"""How many answers are acknowledged at the least between two blows."""
BLOWS = ("worker", "worker", "parent")
REPLACED = PAUSES[-1] + 15.0
"""Seconds until there is another worker."""


def kill_servers(kills: int, restarts: int) -> list[Figures]:
    """A worker or the first process killed so often on each database, and PostgreSQL restarted so often under them.

    Without restarts it is done on SQLite alone: the tests have it so.
    """
    with sqlite_alone() as file:
        found = [_struck_again_and_again(file, "SQLite", shuffled_blows(BLOWS, kills, 0), None)]
    if restarts:
        with places("killed") as (_, address, server):
            blows = shuffled_blows(BLOWS, kills, restarts)
            found.append(_struck_again_and_again(address, "PostgreSQL", blows, server))
    return found


def _struck_again_and_again(where: Path | str, name: str, blows: list[str], server: Server | None) -> Figures:
    room = furnished(where, LEARNERS, MOST_QUESTIONS)
    ledger, random, faults = Ledger(), Random(name), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        served = Served(where, Path(folder), "--classroom", "--workers", str(WORKERS), "--host", "127.0.0.1")
        served.start()
        over = Event()
        pupils = [Pupil(served.port, learner, called, ledger) for learner, called in room.learners.items()]
        threads = [Thread(target=learn_on, args=(pupil, room, over)) for pupil in pupils]
        began = monotonic()
        try:
            for pupil in pupils:
                pupil.come_in()
            for thread in threads:
                thread.start()
            for blow in blows:
                faults += wait_for(ledger, BETWEEN)
                sleep(random.random() / 5)
                faults += _struck(blow, served, server, random)
            faults += wait_for(ledger, BETWEEN)
            if not _soon(lambda: len(served.workers()) == WORKERS):
                faults.append(f"of {WORKERS} workers there are {len(served.workers())} in the end")
        finally:
            over.set()
            for thread in threads:
                if thread.ident:
                    thread.join()
            served.kill()
        faults += [fault for pupil in pupils for fault in pupil.faults]
        faults += ["a traceback in the log"] if "Traceback" in served.log else []
    compared, counts = ledger.compare(where), Counter(blows)
    figures: dict[str, object] = {"workers killed": counts["worker"], "parents killed": counts["parent"]}
    figures |= {"restarts": sum(counts[how] for how in RESTARTS), **compared.figures}
    return Figures(name, figures | {"seconds": round(monotonic() - began)}, (*compared.faults, *faults))


def _struck(blow: str, served: Served, server: Server | None, random: Random) -> list[str]:
    """What is wrong after a blow: where the first process was killed, another can be started at once."""
    if blow in RESTARTS and server is not None:
        server.restart(how=blow)
        return []
    if blow == "worker":
        if not _soon(lambda: bool(served.workers())):
            return ["no worker took the place of those that were killed"]
        with suppress(ProcessLookupError, IndexError):
            os.kill(random.choice(served.workers()), signal.SIGKILL)
        return []
    served.kill_parent()
    try:
        served.start()
    except NotBegun as error:
        served.kill()
        served.start()
        return [f"after its parent was killed no tutor could be started: {error}"]
    return []


def _soon(is_so: Callable[[], bool]) -> bool:
    until = monotonic() + REPLACED
    while not is_so():
        if monotonic() > until:
            return False
        sleep(0.02)
    return True


def learn_on(pupil: Pupil, room: Roomful, over: Event) -> None:
    """Until it is over, one attempt at the drill after another."""
    for attempt in count(1):
        for number in range(1, room.questions + 1):
            if over.is_set():
                pupil.browser.leave()
                return
            try:
                pupil.answer(Question(pupil.learner, room.drills[0], attempt, number))
            except Exception as error:  # in a thread, where nobody would hear of it
                pupil.faults.append(repr(error))
                return


def wait_for(ledger: Ledger, more: int) -> list[str]:
    """Waits until so many more answers have been acknowledged. Returns what was wrong if that takes too long."""
    wanted, until = ledger.acknowledged + more, monotonic() + 2 * PATIENCE
    while ledger.acknowledged < wanted:
        if monotonic() > until:
            return [f"{more} answers were not acknowledged in {2 * PATIENCE} seconds"]
        sleep(0.01)
    return []
