"""Invitations, codes and names that many send at once: one of them wins, and what the winner sent is what is kept."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from threading import Barrier, Thread
from time import monotonic

from flask import Flask
from sqlalchemy import func, insert, select

from tests.robustness.figures import Figures
from tests.support.postgres import Server
from tests.support.school import QUICK, SECRET
from tutor.library.catalogue import Library, load
from tutor.study.accounts.people import People, UserRole
from tutor.study.classroom.classes import Class
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.invitations import InvitationKind, digest
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.repository import ONLY_LEARNER
from tutor.study.storage.tables import InvitationRow, LearnerRow, MemberRow
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import EXTENSION, Services

AT_ONCE = 20
TEACHER, TEACHERS_WORDS = "Miss Vine", "finesse candle orchard plain"
LOST, LOST_WORDS = "Knave", "lantern pebble walnut ribbon"
NOT_YET_A_TEACHER = frozenset(("first run", "two first runs"))


@dataclass
class Race:
    """A classroom of its own, in which threads send forms at the same moment, each from a browser of its own."""

    app: Flask
    study: Study
    classroom: Classroom
    faults: list[str] = field(default_factory=list)

    def run(self, addresses: list[str], forms: list[dict[str, str]]) -> list[int]:
        """Sends form `n` to address `n`, all at once; which of them won, by their places."""
        begin, statuses = Barrier(len(forms)), [0] * len(forms)
        locations = [""] * len(forms)

        def send(place: int) -> None:
            client = self.app.test_client()
            begin.wait()
            answer = client.post(addresses[place], data=forms[place])
            statuses[place], locations[place] = answer.status_code, answer.headers.get("Location", "")
            if answer.status_code == 302 and client.get("/account").status_code != 200:
                self.faults.append(f"thread {place} was let in, and has no session")

        threads = [Thread(target=send, args=(place,)) for place in range(len(forms))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        odd = sorted(set(statuses) - {302, 400, 404})
        if odd:
            self.faults.append(f"answered {odd}")
        return [place for place, status in enumerate(statuses) if status == 302]

    def count(self, row: type[LearnerRow] | type[MemberRow]) -> int:
        with self.study.database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(row)) or 0

    def expect(self, is_so: bool, otherwise: str) -> None:
        if not is_so:
            self.faults.append(otherwise)


# ---- what is raced for --------------------------------------------------------------------------------------------


def _forms() -> list[dict[str, str]]:
    """What each thread sends: names and a passphrase of its own."""
    return [
        {"name": f"Racer {place}", "real_name": f"Real {place}", "passphrase": f"lantern pebble walnut ribbon {place}"}
        for place in range(AT_ONCE)
    ]


def _won_an_account(race: Race, won: list[int], before: int, made: int, role: UserRole, *, named: str = "") -> None:
    """One account more, or the one there was; the winner logs in with what the winner sent, and nobody else can."""
    forms = _forms()
    race.expect(len(won) == 1, f"{len(won)} of {AT_ONCE} won")
    race.expect(race.count(LearnerRow) == before + made, f"{race.count(LearnerRow) - before} accounts were made")
    for place, form in enumerate(forms):
        found = race.classroom.people.who(form["name"], form["passphrase"])
        if place not in won:
            race.expect(found is None, f"loser {place} has an account")
        elif found is None:
            race.faults.append("the winner’s name and passphrase were not kept")
        else:
            race.expect(found.role is role, f"the winner is a {found.role.value}")
            race.expect(found.real_name == (named or form["real_name"]), f"the winner is called {found.real_name}")


def _first_run(race: Race) -> None:
    written = race.classroom.entrance.invite_first_teacher()
    _won_an_account(race, race.run([f"/invitation/{written}"] * AT_ONCE, _forms()), 1, 0, UserRole.TEACHER)


def _two_first_runs(race: Race) -> None:
    """Two invitations that both work, as two tutors might have made that were started at the same moment."""
    invitations = ["ABCDEFGHJKMNPQRS", "BCDEFGHJKMNPQRST"]
    with race.study.database.writing() as connection:
        for written in invitations:
            values = {"digest": digest(written), "kind": InvitationKind.FIRST.value, "real_name": ""}
            connection.execute(insert(InvitationRow), {**values, "made_by": ONLY_LEARNER, "made_at": race.study.now})
    addresses = [f"/invitation/{invitations[place % 2]}" for place in range(AT_ONCE)]
    _won_an_account(race, race.run(addresses, _forms()), 1, 0, UserRole.TEACHER)
    race.expect(len(race.classroom.people.teachers()) == 1, f"{len(race.classroom.people.teachers())} teach")


def _colleague(race: Race) -> None:
    written = race.classroom.classes.invite_colleague(ONLY_LEARNER, "")
    _won_an_account(race, race.run([f"/invitation/{written}"] * AT_ONCE, _forms()), 1, 1, UserRole.TEACHER)


def _join(real_name: str) -> Callable[[Race], None]:
    def run(race: Race) -> None:
        room = _class(race)
        written = race.classroom.classes.invite(room, real_name)
        won = race.run([f"/invitation/{written}"] * AT_ONCE, _forms())
        _won_an_account(race, won, 1, 1, UserRole.LEARNER, named=real_name)
        race.expect(race.count(MemberRow) == 1, f"{race.count(MemberRow)} are of the class")

    return run


def _return(race: Race) -> None:
    room = _class(race)
    lost = race.classroom.people.enrol(LOST, "", LOST_WORDS)
    race.classroom.classes.join(room.id, lost.id)
    written = race.classroom.classes.invite_back(room, lost)
    forms = [{"passphrase": f"basket thimble orchard cobble {place}"} for place in range(AT_ONCE)]
    won = race.run([f"/invitation/{written}"] * AT_ONCE, forms)
    race.expect(len(won) == 1, f"{len(won)} of {AT_ONCE} won")
    good = [n for n, form in enumerate(forms) if race.classroom.people.who(LOST, form["passphrase"])]
    race.expect(good == won, f"the passphrase of {good} is kept, and {won} won")
    race.expect(race.classroom.people.who(LOST, LOST_WORDS) is None, "the old passphrase is good still")


def _same_name(race: Race) -> None:
    """All join by the code of a class, under one name, or names that look the same: half of each."""
    room = _class(race)
    names = ("POCA", "РОСА")  # Latin, and Cyrillic
    forms = [form | {"code": room.code, "name": names[place % 2]} for place, form in enumerate(_forms())]
    won = race.run(["/join"] * AT_ONCE, forms)
    race.expect(len(won) == 1, f"{len(won)} of {AT_ONCE} won")
    race.expect(race.count(MemberRow) == 1, f"{race.count(MemberRow)} are of the class")
    for place, form in enumerate(forms):
        has_come = race.classroom.people.who(form["name"], form["passphrase"]) is not None
        race.expect(has_come == (place in won), f"thread {place} won: {place in won}, and can log in: {has_come}")


def _class(race: Race) -> Class:
    return race.classroom.classes.make(ONLY_LEARNER, "Lower Fifth")


RACES: Mapping[str, Callable[[Race], None]] = {
    "first run": _first_run,
    "two first runs": _two_first_runs,
    "colleague": _colleague,
    "join named": _join("Tom Bell"),
    "join anybody": _join(""),
    "return": _return,
    "same name": _same_name,
}


# ---- running them -------------------------------------------------------------------------------------------------


def started(app: Flask, library: Library, study: Study, name: str) -> Race:
    """A race in a classroom, in which somebody teaches unless it is for that."""
    parts = Services.of(library, study, Random(1), has_classes=True, secret_random=Random(name))
    object.__setattr__(parts.classroom, "people", People(study.database, study.clock, QUICK))
    app.extensions[EXTENSION] = parts
    app.testing, app.config["WTF_CSRF_ENABLED"] = True, False
    if name not in NOT_YET_A_TEACHER:
        parts.classroom.people.appoint_owner(TEACHER, "", TEACHERS_WORDS)
    return Race(app, study, parts.classroom)


def races(repeats: int) -> list[Figures]:
    """Every race so many times, on SQLite and on PostgreSQL, each time in a database of its own."""
    library, app = load(), None
    found = []
    with tempfile.TemporaryDirectory() as folder, closing(Server(f"races-{os.getpid()}")) as server:
        for dialect in ("SQLite", "PostgreSQL"):
            for name, race in RACES.items():
                began, faults = monotonic(), []
                for repeat in range(repeats):
                    file = Path(folder) / f"{dialect}-{name}-{repeat}" / FILE
                    where: Path | str = file if dialect == "SQLite" else server.fresh("races")
                    with closing(Study.open(where, lambda: datetime.now(UTC))) as study:
                        if app is None:
                            app = create_app(Services.of(library, study, Random(1)), SECRET)
                        running = started(app, library, study, name)
                        race(running)
                        faults += [f"repeat {repeat}: {fault}" for fault in running.faults]
                    if isinstance(where, str):
                        server.drop(where)
                figures = {"times": repeats, "at once": AT_ONCE, "seconds": round(monotonic() - began, 1)}
                found.append(Figures(f"race, {name}, {dialect}", figures, tuple(faults)))
    return found
