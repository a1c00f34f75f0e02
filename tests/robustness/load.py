"""A class that all does one drill at once, through nginx with TLS: how long each waits, and whether anything is lost.

Beside it, in the same run: as many requests for a bare Flask page, which as many workers serve behind an nginx of the
same configuration. Then both again while thousands of slow clients are there.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from tests.robustness.crowd import slow_crowd
from tests.robustness.figures import Figures, spread
from tests.robustness.ledger import Ledger, Question
from tests.robustness.places import places, sqlite_alone
from tests.robustness.pupil import Refused, question_form, token_of
from tests.robustness.roomful import Roomful, furnished
from tests.robustness.served import Served
from tests.robustness.wire import Answered, Broken, Door, Wire
from tests.support import nginx
from tests.support.school import WORDS

WORKERS = 2
NAME = "localhost"
AT_THE_DOOR = 8
"""How many learners log in at the same moment, before the time is taken."""
HELD = 0.9
"""Which share of the slow clients is to be connected on average: whoever is turned out needs a moment to come back."""


@dataclass
class Timed:
    """How long each request took, by what was asked for, and what went wrong."""

    durations: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0

    async def ask(self, what: str, asked: Coroutine[None, None, Answered], status: int) -> Answered | None:
        """The answer; None, and an error noted, where none came or it was another than expected."""
        began = monotonic()
        try:
            answered = await asked
        except Broken as error:
            self.errors.append(f"{what}: {error}")
            return None
        self.durations[what].append(monotonic() - began)
        if answered.status != status:
            self.errors.append(f"{what}: status {answered.status}")
            return None
        return answered

    @property
    def figures(self) -> dict[str, object]:
        durations = [one for some in self.durations.values() for one in some]
        rate = round(len(durations) / self.seconds) if self.seconds else 0
        return {"requests": len(durations), "a second": rate, "errors": len(self.errors), **spread(durations)}


def load(learners: int, questions: int, slow_clients: int) -> list[Figures]:
    """So many learners answer so many questions each, without a pause.

    Without slow clients there is no second run, nor one on PostgreSQL: the tests have it so.
    """
    if nginx.find() is None:
        return [Figures("load", {}, (nginx.ADVICE,) if nginx.may_install() else (), notes=(nginx.ADVICE,))]
    crowds = (0, slow_clients) if slow_clients else (0,)
    with sqlite_alone() as file:
        found = _at_a_drill(file, "SQLite", furnished(file, learners, questions, len(crowds)), crowds)
    if slow_clients:
        with places("load") as (_, address, _):
            found += _at_a_drill(address, "PostgreSQL", furnished(address, learners, questions), (0,))
    return found + _at_a_bare_page(learners, questions, crowds)


def _at_a_drill(where: Path | str, name: str, room: Roomful, crowds: tuple[int, ...]) -> list[Figures]:
    """A class does one drill after another, beside so many slow clients each time."""
    found: list[Figures] = []
    wanted = len(room.learners) * room.questions
    with tutor_behind_nginx(where) as (served, before):
        wires = asyncio.run(log_in_all(Door(before.port, NAME, before.trust), room))
        if any(crowds):  # else it is only to be seen whether all is well, and not how fast
            served.settle()
        for drill, crowd in zip(room.drills, crowds, strict=True):
            ledger = Ledger()
            timed, faults = _run(before, wires, _sitting(ledger, room, drill), crowd)
            compared = ledger.compare(where)
            if ledger.acknowledged != wanted:
                faults.append(f"{ledger.acknowledged} answers were acknowledged of {wanted}")
            figures = {"learners": len(wires), **timed.figures, **compared.figures}
            found.append(Figures(_called(name, crowd), figures, (*compared.faults, *timed.errors, *faults)))
        if "Traceback" in served.log:
            found.append(Figures(f"{name}, the log", {}, (served.log[-2000:],)))
    return found


def _at_a_bare_page(learners: int, questions: int, crowds: tuple[int, ...]) -> list[Figures]:
    """As many ask a bare page as often."""
    found: list[Figures] = []
    with _bare() as before:
        for crowd in crowds:
            wires = {number: Wire(Door(before.port, NAME, before.trust)) for number in range(learners)}
            timed, faults = _run(before, wires, _bare_sitting(questions), crowd)
            figures = {"learners": learners, **timed.figures}
            found.append(Figures(_called("bare page", crowd), figures, (*timed.errors, *faults)))
    return found


def _called(name: str, crowd: int) -> str:
    return f"{name}, beside {crowd:,} slow clients" if crowd else name


@contextmanager
def tutor_behind_nginx(where: Path | str) -> Iterator[tuple[Served, nginx.Nginx]]:
    """A classroom of two workers behind nginx."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        served = Served(where, Path(folder), "--classroom", "--proxied", "--name", NAME, "--workers", str(WORKERS))
        served.start()
        stack.callback(served.kill)
        yield served, stack.enter_context(nginx.Nginx(served.port, (NAME,)))


@contextmanager
def _bare() -> Iterator[nginx.Nginx]:
    """A bare page of as many workers behind nginx."""
    command = [sys.executable, "-m", "tests.benchmarks.bare", str(WORKERS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        try:
            with nginx.Nginx(port, (NAME,)) as before:
                yield before
        finally:
            process.terminate()


Sit = Callable[[int, Wire, Timed], Coroutine[None, None, None]]
"""What one learner, of a number, does with a browser."""


def _run(before: nginx.Nginx, wires: dict[int, Wire], sit: Sit, crowd: int) -> tuple[Timed, list[str]]:
    """All of them at once; and what was wrong with the slow clients beside them."""
    timed, faults = Timed(), list[str]()
    with slow_crowd(before.port, NAME, before.certificate, crowd) if crowd else nullcontext() as slow:
        asyncio.run(_together(wires, sit, timed))
        if slow is not None and (held := slow.held()) < HELD * crowd:
            faults.append(f"only {held} of {crowd} slow clients were connected on average")
    return timed, faults


async def _together(wires: dict[int, Wire], sit: Sit, timed: Timed) -> None:
    began = monotonic()
    await asyncio.gather(*(sit(number, wire, timed) for number, wire in wires.items()))
    timed.seconds = monotonic() - began
    for wire in wires.values():
        await wire.leave()


async def log_in_all(door: Door, room: Roomful) -> dict[int, Wire]:
    """The browsers of all learners, logged in. Raises `Refused`."""
    few, wires = asyncio.Semaphore(AT_THE_DOOR), {learner: Wire(door) for learner in room.learners}

    async def come(learner: int) -> None:
        async with few:
            token = token_of((await wires[learner].get("/log-in")).text)
            fields = {"csrf_token": token, "name": room.learners[learner], "passphrase": WORDS}
            answered = await wires[learner].post("/log-in", fields)
            await wires[learner].leave()
            if answered.status != 302:
                raise Refused(f"{room.learners[learner]} is not let in: {answered.status}")

    await asyncio.gather(*map(come, wires))
    return wires


def _sitting(ledger: Ledger, room: Roomful, drill: int) -> Sit:
    """A first attempt at a drill: the page of a question, the answer, and the page that says what it was worth."""

    async def sit(learner: int, wire: Wire, timed: Timed) -> None:
        random = Random(f"{learner}/{drill}")
        for number in range(1, room.questions + 1):
            question = Question(learner, drill, 1, number)
            page = await timed.ask("question", wire.get(question.address), 200)
            if page is None:
                continue
            try:
                action, fields, choices = question_form(page.text)
            except Refused as error:
                timed.errors.append(f"{question}: {error}")
                continue
            given = random.choice(choices)
            ledger.send(question, given)
            answered = await timed.ask("answer", wire.post(action, fields | {"answer": given}), 303)
            if answered is not None:
                ledger.acknowledge(question, given)
                await timed.ask("verdict", wire.get(answered.headers["location"]), 200)

    return sit


def _bare_sitting(questions: int) -> Sit:
    """As many requests of the same methods."""

    async def sit(_: int, wire: Wire, timed: Timed) -> None:
        for _number in range(questions):
            await timed.ask("question", wire.get("/"), 200)
            await timed.ask("answer", wire.post("/", {"answer": "hearts"}), 303)
            await timed.ask("verdict", wire.get("/"), 200)

    return sit
