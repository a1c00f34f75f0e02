"""What each page, question and job costs, and what runs out first with 1,000, 10,000 and 100,000 learners.

The costs are seconds of a processor, in the tutor and in PostgreSQL, so that other work on the machine changes them
less than it changes the time that an answer takes. It does change them, because programs share caches: compare only
what was measured on a quiet machine. They are measured in a small database and in a large one. What runs out first is
calculated from them, from `Habits` and from `Machines`.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, fields
from itertools import count, cycle
from pathlib import Path
from random import Random
from threading import Thread

from sqlalchemy import Engine, create_engine, text

from tests.robustness.figures import Figures, table
from tests.robustness.ledger import Ledger, Question
from tests.robustness.places import places
from tests.robustness.population import populate
from tests.robustness.pupil import Pupil, question_form, token_of
from tests.robustness.roomful import TEACHER, Roomful, furnished
from tests.robustness.served import Browser, Served, cpu_seconds
from tests.support.school import WORDS
from tutor.analysis.double_dummy import tricks_by_card
from tutor.deal import Deal
from tutor.play import Play
from tutor.seats import Seat
from tutor.study.accounts.hashing import Hasher
from tutor.study.storage.database import url_of

A_CLASS = 25
QUESTIONS = 20
GAME = "hel-game-01"
_TAG = re.compile(r'data-tag="([^"]*)"')
HASH = "a passphrase checked"
STATISTICS = 1.2
"""Seconds after which PostgreSQL has counted what was done."""


@dataclass(frozen=True)
class Cost:
    """What one act costs: milliseconds of a processor in the tutor and in PostgreSQL, writes to disk, bytes of log."""

    web: float
    database: float
    writes: float
    log: float

    def __mul__(self, times: float) -> Cost:
        return Cost(*(getattr(self, one.name) * times for one in fields(self)))

    def __add__(self, other: Cost) -> Cost:
        return Cost(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


NOTHING = Cost(0, 0, 0, 0)


@dataclass(frozen=True)
class Habits:
    """What is assumed of the busiest hour. Shares are of all learners, and rates are per second and active learner."""

    active: float = 0.20
    """Who learns within that hour."""
    minutes: float = 20.0
    """How long each of them does."""
    question: float = 1 / 30
    """Questions: the page, the answer, and the page of the verdict."""
    page: float = 1 / 60
    """Other pages: half of them replays, a quarter lessons, a quarter the first page."""
    live: float = 0.2
    """The share of those who learn at the moment who are in a live lesson, and so do not answer questions."""
    look: float = 1 / 0.6
    """Looks of such a screen whether anything is new."""
    vote: float = 1 / 40
    """Votes in a live lesson; between two of them a screen fetches two parts."""
    answers_a_year: int = 2_000
    """Answers of one learner."""

    @property
    def at_once(self) -> float:
        return self.active * self.minutes / 60


@dataclass(frozen=True)
class Machines:
    """One host and one server of PostgreSQL with so many cores each, and which share of anything may be used."""

    cores: int = 2
    use: float = 0.7


class Meter:
    """Measures acts: processors of a tutor and of its database, and what that database did."""

    def __init__(self, served: Served, address: str) -> None:
        self._served, self._engine = served, create_engine(url_of(address), isolation_level="AUTOCOMMIT")

    def cost(self, act: Callable[[], object], times: int) -> Cost:
        """The cost of one act, on average, after a few that are not counted."""
        for _ in range(3):
            act()
        before = self._now()
        for _ in range(times):
            act()
        after = self._now()
        pids = before[1].keys() & after[1].keys()
        database = sum(after[1][pid] - before[1][pid] for pid in pids)
        web, writes, log = (after[0] - before[0], after[2] - before[2], after[3] - before[3])
        return Cost(1000 * web, 1000 * database, writes, log) * (1 / times)

    def _now(self) -> tuple[float, Mapping[int, float], int, int]:
        time.sleep(STATISTICS)
        with self._engine.connect() as connection:
            mine = connection.scalar(text("SELECT pg_backend_pid()"))
            pids = connection.scalars(text("SELECT pid FROM pg_stat_activity")).all()
            writes = connection.scalar(text("SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal'"))
            log = connection.scalar(text("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"))
        web = sum(map(cpu_seconds, self._served.workers() or [self._served.parent]))
        return web, {pid: cpu_seconds(pid) for pid in pids if pid != mine}, int(writes or 0), int(log or 0)

    def close(self) -> None:
        self._engine.dispose()


def capacity(populations: tuple[int, ...], crowd: int, times: int) -> list[Figures]:
    """The costs with a class and with a crowd, which are printed; then what so many learners need."""
    with places("capacity") as (_, address, _):
        room = furnished(address, A_CLASS, QUESTIONS)
        first, second, third, *_ = room.learners
        small = _costs(address, room, first, times, model=third)
        began = time.monotonic()
        populate(address, third, 1, crowd)
        populated = time.monotonic() - began
        large = _costs(address, room, second, times)
        facts = _of_database(address, 3.0 if times > 10 else 0.5)
    jobs = dict(_jobs(times))
    for costs in (small, large):  # those who were enrolled here have hashes that are made quickly
        costs["log-in"] += Cost(1000 * jobs[HASH], 0, 0, 0)
    rows = [
        Figures(what, {**_told(cost, f"{A_CLASS}"), **_told(large[what], f"{crowd:,}")}) for what, cost in small.items()
    ]
    print(table("cost of", rows))
    print(table("job", [Figures(what, {"seconds of a core": found}) for what, found in jobs.items()]))
    print(f"{crowd:,} learners were copied in {populated:.0f} s")
    return [_needed(learners, large, facts) for learners in populations]


def _told(cost: Cost, where: str) -> dict[str, object]:
    figures = {"web ms": cost.web, "database ms": cost.database, "writes": cost.writes, "log KB": cost.log / 1024}
    return {f"{what} ({where})": round(figure, 2) for what, figure in figures.items()}


def _costs(address: str, room: Roomful, learner: int, times: int, model: int | None = None) -> dict[str, Cost]:
    """The cost of each act of a learner. A `model` answers each question of the drill once."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        served = Served(address, Path(folder), "--classroom", "--host", "127.0.0.1", "--workers", "1")
        served.start()
        stack.callback(served.kill)
        if model is not None:
            pupil = Pupil(served.port, model, room.learners[model], Ledger())
            pupil.come_in()
            for number in range(1, QUESTIONS + 1):
                pupil.answer(Question(model, room.drills[0], 1, number))
        meter = Meter(served, address)
        stack.callback(meter.close)
        if times > 10:
            served.settle()
        return {what: meter.cost(act, times) for what, act in _acts(served.port, room, learner)}


def _acts(port: int, room: Roomful, learner: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is measured, in the order in which it can be done."""
    pupil = Pupil(port, learner, room.learners[learner], Ledger())
    yield "log-in", lambda: _logged_in(pupil)
    page = pupil.browser
    cards = cycle(range(1, 52))
    yield "first page", lambda: _got(page, "/")
    yield "lesson", lambda: _got(page, "/lessons/whist-take-a-trick")
    yield "replay, a card", lambda: _got(page, f"/games/{GAME}/card/{next(cards)}")
    waiting = (Question(learner, room.drills[0], 1 + number // QUESTIONS, 1 + number % QUESTIONS) for number in count())
    yield "question, answer, verdict", lambda: _answered(pupil, next(waiting))
    leader = Pupil(port, 0, TEACHER, Ledger())
    leader.come_in()
    teacher = leader.browser
    yield "gradebook of a class", lambda: _got(teacher, "/classes/1/gradebook")
    token = token_of(teacher.get("/account").text)
    fields_ = {"csrf_token": token, "kind": "replay", "of": GAME, "class": "1"}
    live = teacher.post("/classes/live/new", fields_).location
    number = live.rpartition("/")[2]
    screen = page.get(f"/live/{number}/").text
    own = token_of(screen)
    page.post(f"/live/{number}/join", {"csrf_token": own, "part": "1"})
    part = page.get(f"/live/{number}/part").text
    yield "live, nothing new", lambda: _unchanged(page, f"/live/{number}/part", part)
    yield "live, a part", lambda: _got(page, f"/live/{number}/part")
    version = int(part.split('data-tag="')[1].split("-")[0])
    teacher.post(f"{live}/ask", {"csrf_token": token, "version": str(version), "part": "1"})
    part = page.get(f"/live/{number}/part").text
    step = re.search(r'data-step="(\d+)-', part)
    assert step is not None, "the question is asked"
    choices = cycle(question_form(part)[2])
    vote = f"/live/{number}/votes/{step[1]}"
    yield "live, a vote", lambda: _sent(page, vote, {"answer": next(choices), "csrf_token": own, "part": "1"})
    teacher.post(f"{live}/end", {"csrf_token": token, "version": str(version + 1)})


def _got(browser: Browser, address: str) -> None:
    page = browser.get(address)
    assert page.status == 200, (address, page.status, page.location)


def _unchanged(browser: Browser, address: str, part: str) -> None:
    found = _TAG.search(part)
    assert found is not None, "a part has a tag"
    page = browser.get(address, known=f'"{found[1]}"')
    assert page.status == 304, page.status


def _sent(browser: Browser, address: str, form: Mapping[str, str]) -> None:
    page = browser.post(address, form)
    assert page.status == 200, (address, page.status)


def _answered(pupil: Pupil, question: Question) -> None:
    action, form = pupil.open(question)
    page = pupil.browser.post(action, form)
    assert page.status == 303, page.status
    _got(pupil.browser, page.location)


def _logged_in(pupil: Pupil) -> None:
    pupil.browser.cookies.clear()
    pupil.come_in()


# ---- jobs and the database -------------------------------------------------------------------------------------------


def _jobs(times: int) -> Iterator[tuple[str, float]]:
    """Seconds of a core for work that is not a page."""
    few = max(times // 20, 1)
    hasher = Hasher()
    known = hasher.hash(WORDS)
    yield HASH, _timed(lambda: hasher.verify(known, WORDS), few)
    deals = iter([Play.of(Deal.shuffled(Random(number), Seat.SOUTH), None) for number in range(few + 1)])
    tricks_by_card(next(deals))
    yield "double dummy, 13 cards of a random deal", _timed(lambda: tricks_by_card(next(deals)), few)
    with tempfile.TemporaryDirectory() as folder:
        for command in (["anki", "whist"], ["pdf", GAME], ["epub", "whist"]):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(
                [sys.executable, "-m", "tutor", "export", *command], check=True, cwd=folder, capture_output=True
            )
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            yield f"tutor export {' '.join(command)}, with its start", round(spent, 2)


def _timed(work: Callable[[], object], times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        work()
    return round((time.process_time() - began) / times, 4)


@dataclass(frozen=True)
class DatabaseFacts:
    """Bytes of an answer with its reviews and indexes, and how many commits a second the disk takes."""

    answer: float
    writes: float


def _of_database(address: str, seconds: float) -> DatabaseFacts:
    engine = create_engine(url_of(address), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        size = connection.scalar(text("SELECT pg_total_relation_size('answer') + pg_total_relation_size('review')"))
        answers = connection.scalar(text("SELECT count(*) FROM answer"))
        connection.execute(text("CREATE TABLE committed (id bigserial PRIMARY KEY)"))
    done: list[int] = []
    threads = [Thread(target=_commit, args=(engine, time.monotonic() + seconds, done)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    engine.dispose()
    return DatabaseFacts(float(size or 0) / max(int(answers or 0), 1), sum(done) / seconds)


def _commit(engine: Engine, until: float, done: list[int]) -> None:
    with engine.connect() as connection:
        while time.monotonic() < until:
            connection.execute(text("INSERT INTO committed DEFAULT VALUES"))
            done.append(1)


# ---- what runs out ---------------------------------------------------------------------------------------------------


def _needed(
    learners: int,
    costs: Mapping[str, Cost],
    facts: DatabaseFacts,
    habits: Habits = Habits(),
    machines: Machines = Machines(),
) -> Figures:
    """What so many learners need in the busiest hour, and which of it runs out first on one host and one server."""
    at_once = learners * habits.at_once
    alone, together = at_once * (1 - habits.live), at_once * habits.live
    a_second: Sequence[tuple[str, float]] = (
        ("question, answer, verdict", alone * habits.question),
        ("replay, a card", at_once * habits.page / 2),
        ("lesson", at_once * habits.page / 4),
        ("first page", at_once * habits.page / 4),
        ("log-in", learners * habits.active / 3600),
        ("gradebook of a class", at_once / A_CLASS / 300),
        ("live, nothing new", together * habits.look),
        ("live, a part", together * habits.vote * 2),
        ("live, a vote", together * habits.vote),
    )
    total = sum((costs[what] * rate for what, rate in a_second), NOTHING)
    usable = machines.cores * machines.use
    shares = {
        "cores of the tutor": total.web / 1000 / usable,
        "cores of PostgreSQL": total.database / 1000 / usable,
        "writes to disk": total.writes / (facts.writes * machines.use),
    }
    first = max(shares, key=lambda what: shares[what])
    requests = sum(rate * (3 if what.startswith("question") else 1) for what, rate in a_second)
    figures: dict[str, object] = {
        "at once": round(at_once),
        "requests/s": round(requests),
        "tutor, cores": round(total.web / 1000, 2),
        "PostgreSQL, cores": round(total.database / 1000, 2),
        "writes/s": round(total.writes),
        "of possible": round(facts.writes),
        "log MB/s": round(total.log / 1024**2, 2),
        "GB a year": round(learners * habits.answers_a_year * facts.answer / 1024**3, 1),
        "hosts of 2 cores": -(-total.web // (1000 * usable)),
        "runs out first": first if shares[first] > 1 else _spare(first, shares[first], machines),
    }
    return Figures(f"{learners:,} learners", figures)


def _spare(what: str, share: float, machines: Machines) -> str:
    """In words, how much of what is nearest to its end is used: of all of it, and of what may be used."""
    return f"nothing ({what}: {share * machines.use:.0%} are used, {share:.0%} of what may be)"
