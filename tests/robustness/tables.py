"""Fifty tables of four people through nginx with TLS: how soon each sees the others’ acts, and whether any is lost.

Everybody asks whether their table has changed as often as the page’s script does, and fetches the page when it has.
Whoever’s turn it is thinks for a moment, and acts by the form on their page; now and then they send it twice.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from random import Random
from time import monotonic

from tests.robustness.figures import Figures, spread
from tests.robustness.load import NAME, Timed, log_in_all, tutor_behind_nginx
from tests.robustness.places import sqlite_alone
from tests.robustness.pupil import token_of
from tests.robustness.roomful import Roomful, furnished
from tests.robustness.served import cpu_seconds
from tests.robustness.wire import Answered, Door, Wire
from tests.support import nginx
from tutor.codes import code
from tutor.study.answers.shared_tables import SharedTable, TableSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness

AT_A_TABLE = 4
MANY = 200
"""From how many people on it is measured how fast it is."""
LOOK_EVERY, LOOK_WHEN_AWAITED = 0.8, 2.4
"""Seconds between two looks, as `static/js/55-together.js` has them."""
THINKING = (2.0, 6.0)
"""Seconds that somebody takes for a card, between these."""
TWICE = 0.1
"""How often a form is sent twice."""
_VERSION = re.compile(r'data-version="([^"]*)"')
_STEP = re.compile(r'id="event" data-step="(\d+)"')
_FORM = re.compile(r'<form method="post" action="(/together/\d+/act)".*?</form>', re.DOTALL)
_HIDDEN = re.compile(r'<input type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"')
_ACT = re.compile(r'<button[^>]*name="act" value="([^"]*)"(?![^>]*disabled)')


@dataclass
class Told:
    """When each act at a table was acknowledged first, by how many acts there were then, and what the others saw."""

    acted: dict[tuple[int, int], float] = field(default_factory=dict)
    acts: dict[tuple[int, int], str] = field(default_factory=dict)
    until_seen: list[float] = field(default_factory=list)


def tables(people: int, seconds: float) -> list[Figures]:
    """So many people at tables of four, for so long."""
    if nginx.find() is None:
        return [Figures("tables", {}, (nginx.ADVICE,) if nginx.may_install() else (), notes=(nginx.ADVICE,))]
    with sqlite_alone() as file:
        room = furnished(file, people, 1)
        keys = _seated(file, room)
        with tutor_behind_nginx(file) as (served, before):
            wires = asyncio.run(log_in_all(Door(before.port, NAME, before.trust), room))
            timed, told = Timed(), Told()
            if people >= MANY:  # else it is only to be seen whether all is well, and not how fast
                served.settle()
            worked = sum(map(cpu_seconds, served.workers()))
            asyncio.run(_all_play(wires, keys, timed, told, seconds))
            worked = sum(map(cpu_seconds, served.workers())) - worked
            faults = [*timed.errors, *_compared(file, told)]
            if "Traceback" in served.log:
                faults.append(served.log[-2000:])
    figures = {
        "people": people, "tables": len(set(keys.values())), "acts": len(told.acts),
        "cores": round(worked / timed.seconds, 2), **timed.figures,
        **{f"seen {name}": value for name, value in spread(told.until_seen).items()},
    }  # fmt: skip
    if (late := spread(told.until_seen)["p95 ms"]) and float(str(late)) > 1000 and people >= MANY:
        faults.append(f"of 100 acts 5 were seen by the others only after {late} ms")
    return [Figures("SQLite", figures, tuple(faults))]


def _seated(where: Path, room: Roomful) -> Mapping[int, int]:
    """The table of each learner: whist, so that all play cards at once."""
    study = Study.open(where, lambda: datetime.now(UTC))
    shared = Classroom.of(study.database, study.clock, Random(1)).shared_tables
    whist, found = code("whist-short-1859"), dict[int, int]()
    learners = list(room.learners)
    for first in range(0, len(learners), AT_A_TABLE):
        four = learners[first : first + AT_A_TABLE]
        match = Match(whist, f"trial-{first}", whist.players[0], Strictness.GUIDED)
        key = shared.begin(1, 1, TableSpec(match, dict(zip(whist.players, four, strict=False)), is_begun=True))
        found |= dict.fromkeys(four, key)
    study.close()
    return found


async def _all_play(
    wires: Mapping[int, Wire], keys: Mapping[int, int], timed: Timed, told: Told, seconds: float
) -> None:
    began = monotonic()
    until = began + seconds
    await asyncio.gather(*(_sit(wire, keys[learner], learner, timed, told, until) for learner, wire in wires.items()))
    timed.seconds = monotonic() - began
    for wire in wires.values():
        await wire.leave()


async def _sit(wire: Wire, key: int, learner: int, timed: Timed, told: Told, until: float) -> None:
    """One person: looks, fetches the page if the table has changed, and acts when it is their turn."""
    random = Random(learner)
    await asyncio.sleep(random.random() * LOOK_EVERY)
    version, step, token, said, acting = "", -1, "", 0.0, 0.0
    form: tuple[str, dict[str, str], list[str]] | None = None
    while monotonic() < until:
        looked = await timed.ask("look", wire.get(f"/together/{key}/version"), 200)
        if looked is not None and looked.text != version:
            page = await timed.ask("page", wire.get(f"/together/{key}"), 200)
            if page is not None:
                version, now = _version(page), _step(page)
                _note_seen(told, key, step, now)
                step, token, form = now, token_of(page.text), _form(page)
                acting = monotonic() + random.uniform(*THINKING)
        if token and monotonic() - said > 20:
            said = monotonic()
            await timed.ask("here", wire.post(f"/together/{key}/here", {"csrf_token": token}), 303)
        if form is not None and monotonic() >= acting:
            action, fields, choices = form
            what, form = random.choice(choices), None
            sent = fields | {"act": what}
            for _ in range(2 if random.random() < TWICE else 1):
                answered = await timed.ask("act", wire.post(action, sent), 303)
                if answered is not None:
                    told.acted.setdefault((key, step + 1), monotonic())
                    told.acts.setdefault((key, step), what)
            step += (key, step) in told.acts  # their own act is not news to them
        await asyncio.sleep(LOOK_EVERY if form is None else max(0.0, min(LOOK_WHEN_AWAITED, acting - monotonic())))


def _note_seen(told: Told, key: int, step: int, now: int) -> None:
    """How long ago the acts were acknowledged that somebody sees now for the first time."""
    for one in range(step + 1, now + 1):
        if step >= 0 and (key, one) in told.acted:
            told.until_seen.append(monotonic() - told.acted[key, one])


def _version(page: Answered) -> str:
    found = _VERSION.search(page.text)
    return found[1] if found else ""


def _step(page: Answered) -> int:
    found = _STEP.search(page.text)
    return int(found[1]) if found else -1


def _form(page: Answered) -> tuple[str, dict[str, str], list[str]] | None:
    """The form with a card or a call to choose; None while it is somebody else’s turn."""
    for form in _FORM.finditer(page.text):
        if choices := [unescape(one) for one in _ACT.findall(form[0])]:
            return form[1], {name: unescape(value) for name, value in _HIDDEN.findall(form[0])}, choices
    return None


def _compared(where: Path, told: Told) -> list[str]:
    """What was acknowledged and is not there, or is there twice, or never was sent."""
    study = Study.open(where, lambda: datetime.now(UTC))
    shared = Classroom.of(study.database, study.clock, Random(1)).shared_tables
    faults: list[str] = []
    kept: dict[int, SharedTable] = {one.key: one for one in shared.of_class(1)}
    study.close()
    for (key, step), what in told.acts.items():
        record = kept[key].match.records[-1]
        if len(record) <= step or record[step].partition(" ")[2] != what:
            faults.append(f"table {key}: act {step} was {what}, and is not kept")
    for key, table in kept.items():
        cards = Counter(act.what for act in table.match.table.acts)
        faults += [f"table {key}: {card} was played {number} times" for card, number in cards.items() if number > 1]
        unsent = len(table.match.records[-1]) - sum(1 for one, _ in told.acts if one == key)
        if unsent:
            faults.append(f"table {key}: {unsent} acts more than were acknowledged")
    return faults
