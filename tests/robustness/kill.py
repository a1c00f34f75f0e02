"""Killed without warning, under load, again and again: every answer that was acknowledged is there, once."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute

from tests.postgres import Server
from tests.robustness.figures import Figures
from tests.robustness.served import Learner, Served, Unanswered, database_in
from tutor.library.building_lessons import load_courses
from tutor.library.catalogue import load
from tutor.quizzes.kinds import every_maker
from tutor.study.folder import FILE
from tutor.study.store import Answer, Study
from tutor.study.tables import AnswerRow

LEARNERS = 4
BETWEEN = 8
"""How many answers are acknowledged at the least between two blows."""


@dataclass(frozen=True)
class Told:
    """What was acknowledged, as it stands in a column: each of them was sent as one answer."""

    by: InstrumentedAttribute[Any]
    acknowledged: list[str]


def kill_servers(kills: int, restarts: int) -> list[Figures]:
    """`tutor serve`, killed so often on each database, and PostgreSQL restarted so often under it."""
    asked = questions()
    with _places() as (file, address, server):
        return [
            _served(file, f"serve, SQLite, killed {kills} times", asked, ["kill"] * kills, server),
            _served(address, f"serve, PostgreSQL, {_told(kills, restarts)}", asked, _blows(kills, restarts), server),
        ]


def kill_writers(kills: int, restarts: int) -> list[Figures]:
    """The store alone, by processes that do nothing but keep answers and say so."""
    with _places() as (file, address, server):
        return [
            _written(file, f"store, SQLite, killed {kills} times", ["kill"] * kills, server),
            _written(address, f"store, PostgreSQL, {_told(kills, restarts)}", _blows(kills, restarts), server),
        ]


def _told(kills: int, restarts: int) -> str:
    return f"killed {kills} times, restarted {restarts} times"


def _blows(kills: int, restarts: int) -> list[str]:
    """In any order: the tutor killed, PostgreSQL stopped in a hurry or as if it crashed."""
    blows = ["kill"] * kills + [("fast", "immediate")[number % 2] for number in range(restarts)]
    Random(1910).shuffle(blows)
    return blows


@contextmanager
def _places() -> Iterator[tuple[Path, str, Server]]:
    """A file, and a database on a server that keeps its word."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(f"killed-{os.getpid()}", hasty=False)
        stack.callback(server.close)
        file = Path(folder) / FILE
        Study.open(file, lambda: datetime.now(UTC)).close()
        yield file, server.fresh("killed"), server


def _judged(where: Path | str, told: Told, name: str, seconds: float) -> Figures:
    """Whether what was acknowledged is kept, once, and remembered as the log has it."""
    study = Study.open(where, lambda: datetime.now(UTC))
    with study.database.reading() as connection:
        rows = connection.execute(select(told.by, AnswerRow.once)).all()
    differed = study.rebuild().differed
    study.close()
    kept = Counter(str(row[0]) for row in rows)
    named = any(row.once for row in rows)
    lost = [one for one in told.acknowledged if one not in kept]
    twice = [one for one in told.acknowledged if kept[one] > 1]
    faults = [f"lost: {one}" for one in lost] + [f"twice: {one}" for one in twice if named]
    faults += [f"not remembered as it was answered: {item}" for item in differed]
    figures = {
        "acknowledged": len(told.acknowledged),
        "lost": len(lost),
        "twice": len(twice),
        "seconds": round(seconds),
    }
    return Figures(name, figures | ({} if named else {"forms with a name": 0}), tuple(faults))


# ---- the store ---------------------------------------------------------------------------------------------------


def _written(where: Path | str, name: str, blows: list[str], server: Server) -> Figures:
    """Answers go to a process by number; what it was told and did not acknowledge is told to the next."""
    random, acknowledged = Random(name), list[str]()
    began = monotonic()
    for blow in blows:
        writer = _Writer(where, f"{name}/", len(acknowledged))
        for _ in range(BETWEEN + random.randrange(BETWEEN)):
            acknowledged += writer.heard()
        sleep(random.random() / 50)
        if blow != "kill":
            server.restart(how=blow)
            acknowledged += writer.heard()
        acknowledged += writer.killed()
    return _judged(where, Told(AnswerRow.given, acknowledged), name, monotonic() - began)


class _Writer:
    """A process that keeps answers from a number on, and says the name of each when it is kept."""

    def __init__(self, where: Path | str, name: str, first: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.robustness.kill", str(where), name, str(first)],
            stdout=subprocess.PIPE,
            env=database_in(os.environ, where),
        )
        assert self._process.stdout is not None
        self._said = self._process.stdout

    def heard(self) -> list[str]:
        line = self._said.readline().decode().strip()
        assert line, "the writer went of its own accord"
        return [line]

    def killed(self) -> list[str]:
        """Kills it; what it had said till then."""
        self._process.kill()
        rest = self._said.read().decode()
        self._process.wait()
        self._said.close()
        return rest.split("\n")[:-1] if rest else []


def write(where: str, name: str, first: int) -> None:
    """What the process does: each answer is tried until it is kept, under one name."""
    study = Study.open(where if "://" in where else Path(where), lambda: datetime.now(UTC))
    number = first
    while True:
        token = f"{name}{number}"
        answer = Answer("killed", token, token, "best", f"item-{number % 5}")
        with suppress(Exception):  # a server that restarts; whatever it was, it is tried again
            study.record(answer, once=token[-40:])
            print(token, flush=True)
            number += 1


# ---- the pages ---------------------------------------------------------------------------------------------------


def questions() -> list[str]:
    """Addresses without their number, of questions that are quickly made."""
    library = load()
    makers = every_maker(library, load_courses(library))
    return [f"/practice/{item.code}" for item in makers.items.values() if item.id.startswith("term-")][:40]


def _served(where: Path | str, name: str, asked_of: list[str], blows: list[str], server: Server) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(where, Path(folder))
        served.start()
        over = Event()
        learners = [Learner(served.port) for _ in range(LEARNERS)]
        asked: list[list[str]] = [[] for _ in learners]
        threads = [
            Thread(target=_learn, args=(learner, asked_of, 100_000 * number, over, asked[number]))
            for number, learner in enumerate(learners)
        ]
        began = monotonic()
        for thread in threads:
            thread.start()
        try:
            for number, blow in enumerate(blows):
                _wait_for(learners, BETWEEN)
                sleep(Random(f"{name}/{number}").random() / 5)
                if blow == "kill":
                    served.kill()
                    served.start()
                else:
                    server.restart(how=blow)
            _wait_for(learners, BETWEEN)
        finally:
            over.set()
            for thread in threads:
                thread.join()
            served.kill()
        acknowledged = [one for some in asked for one in some]
        refused = [one for learner in learners for one in learner.refused]
        log = served.log
    figures = _judged(where, Told(AnswerRow.number, acknowledged), name, monotonic() - began)
    faults = [*figures.faults, *refused, *(["a traceback in the log"] if "Traceback" in log else [])]
    return Figures(figures.trial, figures.figures, tuple(faults))


def _learn(learner: Learner, asked_of: list[str], first: int, over: Event, asked: list[str]) -> None:
    for number in range(first, first + 100_000):
        if over.is_set():
            break
        try:
            learner.answer(f"{asked_of[number % len(asked_of)]}/{number}", 120)
        except Unanswered as error:
            learner.refused.append(str(error))
            break
        asked.append(str(number))
    learner.leave()


def _wait_for(learners: list[Learner], more: int) -> None:
    """Until so many more answers have been acknowledged."""
    wanted = sum(len(learner.acknowledged) for learner in learners) + more
    until = monotonic() + 120
    while sum(len(learner.acknowledged) for learner in learners) < wanted and monotonic() < until:
        sleep(0.01)


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], int(sys.argv[3]))
