"""Hostile requests to a served classroom, over every route and role, with sessions and tokens that are valid.

First a walk goes through every page and form as it is meant, and notes which handlers were reached; then what it sent
is sent again with something wrong in it. Meanwhile a learner goes on with a drill as if nothing were the matter.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Thread
from time import monotonic, sleep

from werkzeug.routing import Map

from tests.robustness.figures import Figures, percentile
from tests.robustness.house import LEARNER, OTHER_LEARNER, OTHER_TEACHER, ROLES, TEACHER, VISITOR, House, Session
from tests.robustness.ledger import Ledger, Question
from tests.robustness.mangling import POOLS, Hostile, Mangler
from tests.robustness.places import places, sqlite_alone
from tests.robustness.pupil import Pupil, Refused
from tests.robustness.raw import Hung, Input, Reply, ask
from tests.robustness.served import Served, Unanswered, cpu_seconds
from tests.robustness.walk import PROOF, Sample, Walk
from tutor.library.catalogue import load
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services

SEED = 1910
WORKERS = 2
AT_ONCE = 2
"""How many hostile guests there are at the same moment."""
LONGEST = 2.0
"""Seconds within which everything is answered."""
AGAIN = 2
"""How often an input that took longer is sent again: on a busy machine anything may be late once."""
SOBER = 20
"""After how many hostile inputs the learner who means well answers a question."""
PUT_UP_WITH = 30
"""How often the sober learner may be turned away."""
ORDER = 40
"""After how many the house is put in order."""
FEW = 1000
"""Inputs: so few are for the tests, and leave out what takes many seconds after a start."""
DEAR = ("api.list_claims", "api.list_odds", "deals.audit", "deals.odds", "masters.show_agreement")
"""Pages that are computed once, in the background if nobody asks for them."""
MOST_MEMORY = 400
"""Megabytes that a worker may need beyond what it had before."""


def assail(number: int, *, seed: int = SEED, only: int | None = None) -> list[Figures]:
    """So many inputs, two thirds of them to a tutor on SQLite; of these `only` one, to see it again.

    Few inputs go to SQLite alone.
    """
    routes = _routes()
    if number < FEW:
        with sqlite_alone() as file:
            return [_Assault(file, "SQLite", seed, routes).run(number, only, each=1)]
    with places("hostile") as (file, address, _):
        on_server = number // 3
        return [
            _Assault(file, "SQLite", seed, routes).run(number - on_server, only, each=2),
            _Assault(address, "PostgreSQL", seed + 1, routes).run(on_server, only, each=2),
        ]


def _routes() -> Map:
    """All routes of the tutor."""
    with tempfile.TemporaryDirectory() as folder:
        study = Study.open(Path(folder) / FILE, lambda: datetime.now(UTC))
        app = create_app(Services.of(load(), study, Random(1), has_classes=True), b"only for trials, and long enough")
        study.close()
        return app.url_map


API_QUESTIONS = ("advice", "scores", "rubbers", "marks")
"""What the API is sent. It takes no forms, and `api` sends it JSON."""
SELDOM_MET = (
    Sample("POST", "/lessons/auction-bids/questions/q841f48", fields=(("answer", "1"),)),
    Sample("GET", "/practice/cb5a5546/0/D7/refutation"),
    Sample("POST", "/practice/cb5a5546/0/D7/refutation", fields=(("card", "0"),)),
    *(Sample("POST", f"/api/v1/{name}", fields=(("code", "auction-1910"),)) for name in API_QUESTIONS),
    *(Sample("GET", f"/table/{key}/deals/1/0") for key in range(1, 9)),
    *(Sample("GET", f"/together/{key}/traveller") for key in range(1, 9)),
    *(Sample("GET", f"/homework/{key}/result") for key in range(8, 32)),
    Sample("GET", "/table/today/class"),
)
"""Pages to which a short walk seldom comes: an answer in a lesson, what a wrong card costs, a deal once more."""
SELDOM_TAUGHT = (
    *(Sample("GET", f"/classes/1/assignments/{key}/preview/content") for key in range(2, 5)),
    Sample("GET", "/classes/1/assignments/1/preview/questions/1"),
    *(Sample("GET", f"/classes/1/live/{key}/votes.csv") for key in range(1, 4)),
    *(Sample("POST", f"/classes/1/live/{key}/ask", fields=(("version", "1"),)) for key in range(1, 4)),
    *(Sample("GET", f"/classes/1/deals/{key}/1") for key in range(1, 9)),
    *(Sample("GET", f"/classes/1/deals/{key}/1/0") for key in range(1, 9)),
    *(Sample("GET", f"/classes/1/assignments/{key}/traveller.csv") for key in range(1, 9)),
    *(Sample("POST", f"/classes/1/groups/{key}/restore") for key in range(1, 4)),
    *(Sample("GET", f"/classes/1/tables/{key}/traveller") for key in range(1, 9)),
    *(Sample("GET", f"/classes/1/tables/{key}/traveller.csv") for key in range(1, 9)),
    Sample("POST", "/create/form/draft", fields=(("kind", "lesson"), ("slot", "new-2"), ("title", "Ours"))),
    Sample("POST", "/classes/1/deal-of-the-day", fields=(("shown", "1"),)),
)
"""The same for a teacher: previews, live lessons, played deals, drafts."""


@dataclass
class _Told:
    """What one guest has seen."""

    durations: list[float] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    late: int = 0


class _Assault:
    """One database, one tutor, so many inputs."""

    def __init__(self, where: Path | str, name: str, seed: int, routes: Map) -> None:
        self._where, self._name, self._seed, self._routes = where, name, seed, routes

    def run(self, number: int, only: int | None, *, each: int) -> Figures:
        """So many inputs, after a walk in which each route is asked for so often in each role."""
        began = monotonic()
        self._house = house = House(self._where)
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            served = Served(self._where, Path(folder), "--classroom", "--workers", str(WORKERS), "--host", "127.0.0.1")
            served.start()
            stack.callback(served.kill)
            self._walk = walk = Walk(served.port, house, self._routes, DEAR if each == 1 else ())
            sessions = {role: Session(served.port, role) for role in (*ROLES, "leaver", "careful")}
            self._learn_the_ways(sessions, each, served.port)
            if each > 1:
                served.settle()
            workers, base = served.workers(), _memory(served.workers())
            told = self._all_guests(served, house, number, only)
            faults = [f"seed {self._seed}: {fault}" for one in told for fault in one.faults]
            faults += self._unreached() if only is None else []
            if served.workers() != workers:
                faults.append(f"workers ended: {workers} are now {served.workers()}")
            grown = max(_memory(served.workers()), default=0) - max(base, default=0)
            if grown > MOST_MEMORY:
                faults.append(f"a worker needs {grown} MB more than before")
            self._cpu = sum(map(cpu_seconds, served.workers()))
            if "Traceback" in served.log:
                faults.append(served.log[served.log.index("Traceback") :][:3000])
        kept = house.answers()
        faults += [f"lost: {one}" for some in told for one in some.acknowledged if one not in kept]
        compared = self._ledger.compare(self._where)
        faults += [*walk.faults, *house.faults(), *compared.faults]
        house.close()
        return self._figures(told, compared.figures, faults, grown, monotonic() - began)

    def _figures(
        self, told: list[_Told], compared: dict[str, object], faults: list[str], grown: int, seconds: float
    ) -> Figures:
        durations = [one for some in told for one in some.durations]
        walk, kinds = self._walk, sum((one.kinds for one in told), Counter[str]())
        statuses = sum((one.statuses for one in told), Counter[int]())
        wanted = walk.wanted
        figures: dict[str, object] = {"walked": walk.requests, "inputs": len(durations), "routes": len(wanted)}
        figures |= {"reached": sum(bool(walk.reached[one]) for one in wanted)}
        figures |= {"p99 ms": percentile(durations, 0.99), "slowest ms": percentile(durations, 1)}
        figures |= {"late once": sum(one.late for one in told), "MB more": grown, "CPU s": round(self._cpu)}
        figures |= {"acknowledged": sum(len(one.acknowledged) for one in told)}
        figures |= {f"{what} (sober)": compared[what] for what in ("acknowledged", "lost", "changed")}
        least = sorted((walk.reached[one], " ".join(one)) for one in wanted)[:8]
        notes = (
            f"seed {self._seed}; to see one input again: python -m tests.robustness --seed {SEED} --only NUMBER",
            "least often reached: " + ", ".join(f"{name} {times}" for times, name in least),
            "inputs by kind: " + ", ".join(f"{kind} {times:,}" for kind, times in sorted(kinds.items())),
            "answers by status: " + ", ".join(f"{status} {times:,}" for status, times in sorted(statuses.items())),
        )
        return Figures(self._name, figures | {"seconds": round(seconds)}, tuple(faults), notes)

    # ---- the walk ------------------------------------------------------------------------------------------------

    def _learn_the_ways(self, sessions: dict[str, Session], each: int, port: int) -> None:
        walk = self._walk
        for session in sessions.values():
            session.begin()
        for role in (TEACHER, LEARNER, TEACHER, LEARNER, *((OTHER_TEACHER, OTHER_LEARNER) if each > 1 else ())):
            walk.go(sessions[role], each)
        walk.go_by_invitations(sessions[TEACHER], port)
        walk.log_in_in_two_steps(sessions["careful"])
        walk.go(sessions[VISITOR], each)
        walk.end(sessions["leaver"])
        walk.bring_much(sessions[TEACHER])
        self._house.put_in_order()
        for sample in (*SELDOM_MET, Sample("GET", self._house.calendar)):
            walk.send(sessions[LEARNER], sample)
        for sample in SELDOM_TAUGHT:
            walk.send(sessions[TEACHER], sample)
        walk.look_for_the_rest([sessions[TEACHER], sessions[LEARNER], sessions[VISITOR]], POOLS)
        walk.wait_for_a_job(sessions[TEACHER])

    def _unreached(self) -> list[str]:
        return [
            f"no input ever reached {' '.join(one)}" for one in sorted(self._walk.wanted) if not self._walk.reached[one]
        ]

    # ---- the guests ----------------------------------------------------------------------------------------------

    def _all_guests(self, served: Served, house: House, number: int, only: int | None) -> list[_Told]:
        self._ledger = Ledger()
        told = [_Told() for _ in range(AT_ONCE)]
        numbers = range(number) if only is None else range(only, only + 1)
        threads = [
            Thread(target=self._guarded, args=(told[guest], self._guest, served, house, numbers[guest::AT_ONCE]))
            for guest in range(AT_ONCE)
        ]
        sober = Thread(target=self._guarded, args=(told[0], self._sober, served, house, number // SOBER, threads))
        for thread in (*threads, sober):
            thread.start()
        for thread in (*threads, sober):
            thread.join()
        return told

    def _guarded(self, told: _Told, what: Callable[..., None], *arguments: object) -> None:
        """Does something in a thread; what nobody thought of is a fault too, and no silence."""
        try:
            what(told, *arguments)
        except Exception as error:
            told.faults.append(f"{what.__name__} ended: {error!r}")

    def _sober(self, told: _Told, served: Served, house: House, answers: int, others: list[Thread]) -> None:
        """Answers questions of a drill, one after another, as long as the others are there."""
        pupil = Pupil(served.port, house.numbers["sober"], "Dora", self._ledger)
        pupil.come_in()
        kept_out = 0
        for number in range(answers):
            question = Question(pupil.learner, house.quiet_drill, 1 + number // 30, 1 + number % 30)
            while any(one.is_alive() for one in others):
                try:
                    pupil.answer(question)
                    break
                except (Refused, Unanswered) as error:  # a teacher may be removed, until the house is in order again
                    kept_out += 1
                    if kept_out > PUT_UP_WITH:
                        pupil.faults.append(f"kept out for the {kept_out}th time: {error}")
                        return
                    sleep(1)
            others[0].join(0.2)
        pupil.browser.leave()
        told.faults += pupil.faults

    def _guest(self, told: _Told, served: Served, house: House, numbers: range) -> None:
        mangler = Mangler(self._walk)
        sessions = {role: Session(served.port, role) for role in ROLES}
        for session in sessions.values():
            session.begin()
        for place, number in enumerate(numbers):
            random = Random(f"{self._seed}/{number}")
            session = sessions[random.choice(ROLES)]
            hostile = mangler.input(session, random)
            try:
                reply = self._asked(served.port, hostile.input, told)
            except Hung as error:
                told.faults.append(f"input {number}, {hostile.kind}, {session.role}: {error}: {_shown(hostile.input)}")
                continue
            told.kinds[hostile.kind] += 1
            told.statuses[reply.status] += 1
            fault = self._wrong(hostile, reply)
            if fault:
                told.faults.append(f"input {number}, {hostile.kind}, {session.role}: {fault}: {_shown(hostile.input)}")
            if self._walk.count(hostile.route, reply) and hostile.once and reply.status == 303:
                told.acknowledged.append((house.numbers[session.role], hostile.once))
            if hostile.kind != "cookies" and session.role != VISITOR:
                session.keep(reply.cookies)
            if place % ORDER == 0 or session.is_out(reply) or PROOF in reply.body:
                house.put_in_order()
            if (session.is_out(reply) or PROOF in reply.body) and hostile.kind != "cookies":
                session.begin()

    def _asked(self, port: int, sent: Input, told: _Told) -> Reply:
        """The reply; where it came late, that of another time. Raises `Hung` where it is always late."""
        reply = ask(port, sent)
        told.durations.append(reply.seconds)
        for _ in range(AGAIN):
            if reply.seconds <= LONGEST:
                return reply
            told.late += 1
            reply = ask(port, sent)
        if reply.seconds > LONGEST:
            raise Hung(f"an answer takes {reply.seconds:.1f} s, every time")
        return reply

    def _wrong(self, hostile: Hostile, reply: Reply) -> str:
        if reply.status >= 500 and reply.status not in (501, 505):  # of the server, for what is no HTTP of ours
            return f"status {reply.status}"
        if b"Traceback (most recent call last)" in reply.body:
            return "a traceback on the page"
        if reply.status == 0 and hostile.kind not in ("cut short", "encoding", "headers"):
            return "no answer"
        if not hostile.has_token and hostile.route and 200 <= reply.status < 400 and hostile.input.method == b"POST":
            return f"status {reply.status} without a token" if "/log-in" not in reply.location else ""
        return ""


def _memory(pids: list[int]) -> list[int]:
    """What each process has in memory, in megabytes; nothing where the system does not say."""
    found = []
    for pid in pids:
        status = Path(f"/proc/{pid}/status")
        told = re.search(r"VmRSS:\s+(\d+)", status.read_text()) if status.exists() else None
        found += [int(told[1]) // 1024] if told else []
    return found


def _shown(sent: Input) -> str:
    """An input that can be sent again, cut where it is long."""
    return ascii(sent.bytes[:1500]) + (f" and {len(sent.bytes) - 1500:,} bytes more" if len(sent.bytes) > 1500 else "")
