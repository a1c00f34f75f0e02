"""Several tutors on one PostgreSQL, each with its own port and data folder, as on machines of their own.

Every request of a learner goes to any of them, while one after another is killed and started again. Each answer that
was acknowledged is there, once and unchanged, whoever acknowledged it; and a limit on attempts is one limit for all.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic

from tests.robustness.figures import Figures
from tests.robustness.kill import learn_on, wait_for
from tests.robustness.ledger import Ledger
from tests.robustness.places import places
from tests.robustness.pupil import Pupil
from tests.robustness.roomful import furnished
from tests.robustness.served import Browser, Page, Served
from tutor.study.classroom.assigned_work import MOST_QUESTIONS

HOSTS = 3
BETWEEN = 12
"""How many answers are acknowledged at the least between two blows."""
GUESSES = 40
"""More wrong passphrases than one person may try."""


@dataclass
class Wanderer(Browser):
    """A browser that a balancer without memory sends to any of some ports, request by request."""

    ports: Sequence[int] = ()
    random: Random = field(default_factory=lambda: Random(1859))

    def _ask(self, method: str, address: str, body: str | None = None, known: str = "") -> Page:
        port = self.random.choice(self.ports)
        if port != self.port:
            self.leave()
            self.port = port
        return super()._ask(method, address, body, known)


def hosts(learners: int, kills: int) -> list[Figures]:
    """So many learners answer while so many hosts are killed in turn."""
    with places("hosts") as (_, address, _), ExitStack() as stack:
        room = furnished(address, learners, MOST_QUESTIONS)
        served = [_host(address, stack) for _ in range(HOSTS)]
        ports = [one.port for one in served]
        ledger, over = Ledger(), Event()
        pupils = [Pupil(ports[0], learner, name, ledger) for learner, name in room.learners.items()]
        for number, pupil in enumerate(pupils):
            pupil.browser = Wanderer(ports[0], ports=ports, random=Random(number))
        threads = [Thread(target=learn_on, args=(pupil, room, over)) for pupil in pupils]
        began, faults = monotonic(), list[str]()
        try:
            for pupil in pupils:
                pupil.come_in()
            for thread in threads:
                thread.start()
            for blow in range(kills):
                faults += wait_for(ledger, BETWEEN)
                served[blow % HOSTS].kill()
                faults += wait_for(ledger, BETWEEN)
                served[blow % HOSTS].start()
            faults += wait_for(ledger, BETWEEN)
        finally:
            over.set()
            for thread in threads:
                if thread.ident:
                    thread.join()
        seconds = monotonic() - began
        faults += [fault for pupil in pupils for fault in pupil.faults]
        tried, refusal = _guesses(pupils[0].name, ports)
        faults += refusal
        faults += ["a traceback in a log" for one in served if "Traceback" in one.log]
        compared = ledger.compare(address)
    figures = {"hosts": HOSTS, "killed": kills, **compared.figures, "guesses let in": tried, "seconds": round(seconds)}
    return [Figures("PostgreSQL", figures, (*compared.faults, *faults))]


def _host(address: str, stack: ExitStack) -> Served:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    served = Served(address, folder, "--classroom", "--host", "127.0.0.1", "--workers", "1")
    served.start()
    stack.callback(served.kill)
    return served


def _guesses(name: str, ports: Sequence[int]) -> tuple[int, list[str]]:
    """How many wrong passphrases are looked at before all hosts refuse to look, and what is wrong with that."""
    looked_at: dict[int, int] = {}
    for count in (1, len(ports)):
        guesser = Pupil(ports[0], 0, f"{name} {count}" if count == 1 else name, Ledger())
        guesser.browser = Wanderer(ports[0], ports=ports[:count], random=Random(7))
        statuses = [guesser.log_in("not the passphrase") for _ in range(GUESSES)]
        looked_at[count] = statuses.index(429) if 429 in statuses else len(statuses)
    one, all_of_them = looked_at[1], looked_at[len(ports)]
    if all_of_them > one or all_of_them == GUESSES:
        return all_of_them, [f"{len(ports)} hosts looked at {all_of_them} guesses, and one at {one}"]
    return all_of_them, []
