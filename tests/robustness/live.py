"""A live lesson of a whole class: how soon every screen shows what the teacher does, and whether each vote counts once.

Each pupil asks for the state as the script of the page does, and fetches what has changed. While a question is asked,
each votes after a moment of thought, and some change their minds. At the end the votes in the database are compared
with those that were acknowledged, and with the answers that they became.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from sqlalchemy import create_engine, text

from tests.robustness.figures import Figures, percentile
from tests.robustness.load import NAME, log_in_all, tutor_behind_nginx
from tests.robustness.places import places, sqlite_alone
from tests.robustness.pupil import question_form, token_of
from tests.robustness.roomful import TEACHER, Roomful, furnished
from tests.robustness.served import Served
from tests.robustness.wire import Broken, Door, Wire
from tests.support import nginx
from tests.support.school import WORDS
from tutor.study.storage.database import url_of

GAME = "hel-game-01"
VOTES = 4
EVERY = 0.6
"""Seconds between two looks at the state, as the page says."""
ARRIVING = 8.0
"""Seconds within which everybody opens the page, before the teacher begins."""
THINKING = 4.0
"""Seconds within which everybody has voted."""
CHANGE_THEIR_MINDS = 0.2
WITHIN = 1000.0
"""Milliseconds within which 95 of 100 screens are to show what the teacher does."""
_TAG = re.compile(r'data-tag="((\d+)-[^"]*)" data-step="(\d+)-(\w+)"')


@dataclass
class Lesson:
    """What happens in the lesson: when each version was made, how long each screen took, and the votes."""

    number: int
    begun: dict[int, float] = field(default_factory=dict)
    delays: list[float] = field(default_factory=list)
    acknowledged: dict[tuple[int, int], str] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    is_over: bool = False

    def seen(self, version: int, last: int) -> None:
        """A screen that showed the `last` version shows this one."""
        now = monotonic()
        self.delays += [now - self.begun[one] for one in range(last + 1, version + 1) if one in self.begun]


def live(pupils: int) -> list[Figures]:
    """So many pupils follow a replay with 4 votes, on SQLite and then on PostgreSQL."""
    if nginx.find() is None:
        return [Figures("live", {}, (nginx.ADVICE,) if nginx.may_install() else (), notes=(nginx.ADVICE,))]
    with sqlite_alone() as file:
        found = [_at(file, "SQLite", furnished(file, pupils, 1))]
    if pupils > 50:  # the tests have the short one alone
        with places("live") as (_, address, _):
            found.append(_at(address, "PostgreSQL", furnished(address, pupils, 1)))
    return found


def _at(where: Path | str, name: str, room: Roomful) -> Figures:
    with tutor_behind_nginx(where) as (served, before):
        door = Door(before.port, NAME, before.trust)
        lesson = asyncio.run(_held(door, room, served))
        if "Traceback" in served.log:
            lesson.faults.append(served.log[-2000:])
    faults = [*lesson.faults, *_compared(where, lesson)]
    p95 = percentile(lesson.delays, 0.95)
    if p95 > WITHIN:
        faults.append(f"95 of 100 screens showed a step after {p95} ms, not {WITHIN}")
    figures = {
        "pupils": len(room.learners),
        "steps": len(lesson.begun),
        "seen p50 ms": percentile(lesson.delays, 0.5),
        "p95 ms": p95,
        "slowest ms": percentile(lesson.delays, 1),
        "votes": len(lesson.acknowledged),
        "refused as late": lesson.asked["late"],
        "times asked": lesson.asked["state"],
        "parts sent": lesson.asked["part"],
    }
    return Figures(name, figures, tuple(faults))


async def _held(door: Door, room: Roomful, served: Served) -> Lesson:
    """The whole lesson."""
    wires = await log_in_all(door, room)
    teacher = Wire(door)
    token = token_of((await teacher.get("/log-in")).text)
    await teacher.post("/log-in", {"csrf_token": token, "name": TEACHER, "passphrase": WORDS})
    token = token_of((await teacher.get("/account")).text)
    fields = {"csrf_token": token, "kind": "replay", "of": GAME, "class": "1"}
    started = await teacher.post("/classes/live/new", fields)
    where = started.headers["location"].removeprefix(door.origin)
    lesson = Lesson(int(where.rpartition("/")[2]))
    if len(wires) > 50:
        served.settle()
    following = [asyncio.create_task(_follow(lesson, learner, wire)) for learner, wire in wires.items()]
    await asyncio.sleep(ARRIVING + 2 * EVERY)
    try:
        await _lead(lesson, teacher, where, token)
        await asyncio.sleep(3 * EVERY)
    finally:
        lesson.is_over = True
    await asyncio.gather(*following)
    return lesson


async def _lead(lesson: Lesson, teacher: Wire, where: str, token: str) -> None:
    """The teacher asks a question, closes the vote, shows the answer, and goes to the next, 4 times."""
    version = 1

    async def act(action: str) -> None:
        nonlocal version
        lesson.begun[version + 1] = monotonic()
        answered = await teacher.post(f"{where}/{action}", {"csrf_token": token, "version": str(version), "part": "1"})
        found = _TAG.search(answered.text)
        if answered.status != 200 or found is None:
            lesson.faults.append(f"{action}: status {answered.status}")
            return
        version = int(found[2])

    for number in range(VOTES):
        if number:
            await act("next")
            await asyncio.sleep(2)
        await act("ask")
        await asyncio.sleep(THINKING + 1)
        await act("close")
        await asyncio.sleep(1.5)
        await act("show")
        await asyncio.sleep(2)


async def _follow(lesson: Lesson, learner: int, wire: Wire) -> None:
    """What the page of a pupil does, and the pupil."""
    random = Random(learner)
    address = f"/live/{lesson.number}"
    await asyncio.sleep(random.random() * ARRIVING)
    try:
        page = (await wire.get(f"{address}/")).text
        token = token_of(page)
        tag = _TAG.search(page)
        await wire.post(f"{address}/join", {"csrf_token": token, "part": "1"})
        due: list[tuple[float, int, Mapping[str, str]]] = []
        while tag and not lesson.is_over:
            await asyncio.sleep(EVERY)
            lesson.asked["state"] += 1
            part = await wire.get(f"{address}/part", f'"{tag[1]}"')
            if part.status == 200:
                lesson.asked["part"] += 1
                fresh = _TAG.search(part.text)
                if fresh is None:
                    lesson.faults.append(f"a part without a tag: {part.status}")
                    return
                lesson.seen(int(fresh[2]), int(tag[2]))
                tag = fresh
                due = _thoughts(random, part.text, int(fresh[3])) if fresh[4] == "ask" else []
            elif part.status != 304:
                lesson.faults.append(f"part {part.status}")
            while due and due[0][0] <= monotonic():
                _, step, fields = due.pop(0)
                sent = await wire.post(f"{address}/votes/{step}", {**fields, "csrf_token": token, "part": "1"})
                if sent.status == 200:
                    lesson.acknowledged[learner, step] = fields["answer"]
                elif sent.status == 409:
                    lesson.asked["late"] += 1  # the pupil is told, and nothing is saved
                else:
                    lesson.faults.append(f"vote of {learner} at {step}: status {sent.status}")
    except (Broken, KeyError) as error:
        lesson.faults.append(f"learner {learner}: {error!r}")


def _thoughts(random: Random, part: str, step: int) -> list[tuple[float, int, Mapping[str, str]]]:
    """When a pupil votes for what: once, or twice."""
    _, _, choices = question_form(part)
    times = 2 if random.random() < CHANGE_THEIR_MINDS else 1
    moments = sorted(monotonic() + random.random() * (THINKING - 2 * EVERY) for _ in range(times))
    return [(moment, step, {"answer": random.choice(choices)}) for moment in moments]


def _compared(where: Path | str, lesson: Lesson) -> list[str]:
    """How the votes and answers in the database differ from what was acknowledged."""
    engine = create_engine(url_of(where))
    with engine.connect() as connection:
        votes = {
            (row[0], row[1]): row[2] for row in connection.execute(text("SELECT learner_id, step, given FROM vote"))
        }
        answers = Counter(
            (row[0], row[1], row[2])
            for row in connection.execute(
                text("SELECT learner_id, once, given FROM answer WHERE live_id = :id"), {"id": lesson.number}
            )
        )
    engine.dispose()
    wanted = Counter(
        (learner, f"live/{lesson.number}/{step}", given) for (learner, step), given in lesson.acknowledged.items()
    )
    found: list[str] = []
    if votes != lesson.acknowledged:
        found.append(f"{len(votes)} votes are in the database, and {len(lesson.acknowledged)} were acknowledged")
    if answers != wanted:
        found.append(f"{sum(answers.values())} answers were made of {sum(wanted.values())} votes")
    return found
