"""The store alone, killed under processes that do nothing but keep answers and say so."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from time import monotonic, sleep

from sqlalchemy import select

from tests.robustness.figures import Figures
from tests.robustness.places import places, shuffled_blows
from tests.robustness.served import database_in
from tests.support.postgres import Server
from tutor.study.answers.answer import Answer
from tutor.study.storage.tables import AnswerRow
from tutor.study.study import Study

BETWEEN = 8
"""How many answers are acknowledged at the least between two blows."""


def kill_writers(kills: int, restarts: int) -> list[Figures]:
    """A writer killed so often on each database, and PostgreSQL restarted so often under it."""
    with places("store") as (file, address, server):
        return [
            _written(file, "SQLite", shuffled_blows(("kill",), kills, 0), server),
            _written(address, "PostgreSQL", shuffled_blows(("kill",), kills, restarts), server),
        ]


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
    return _judged(where, acknowledged, name, Counter(blows), monotonic() - began)


def _judged(where: Path | str, acknowledged: list[str], name: str, blows: Counter[str], seconds: float) -> Figures:
    """Whether what was acknowledged is kept, once, and remembered as the answers have it."""
    study = Study.open(where, lambda: datetime.now(UTC))
    with study.database.reading() as connection:
        kept = Counter(connection.scalars(select(AnswerRow.given)))
    differed = study.reviews.rebuild().differed
    study.close()
    wrong = {
        "lost": [one for one in acknowledged if not kept[one]],
        "twice": [one for one in kept if kept[one] > 1],
        "never sent": [
            one for one in kept if one not in {f"{name}/{number}" for number in range(len(acknowledged) + 1)}
        ],
    }
    faults = [f"{kind}: {one}" for kind, some in wrong.items() for one in some]
    faults += [f"not remembered as it was answered: {item}" for item in differed]
    figures = {"kills": blows["kill"], "restarts": blows.total() - blows["kill"], "acknowledged": len(acknowledged)}
    figures |= {"kept": kept.total(), **{kind: len(some) for kind, some in wrong.items()}, "seconds": round(seconds)}
    return Figures(name, figures, tuple(faults))


class _Writer:
    """A process that keeps answers from a number on, and says the name of each when it is kept."""

    def __init__(self, where: Path | str, name: str, first: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.robustness.store", str(where), name, str(first)],
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
            study.answers.record(answer, idempotency_key=token[-40:])
            print(token, flush=True)
            number += 1


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], int(sys.argv[3]))
