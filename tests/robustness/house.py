"""A classroom for hostile guests: two teachers with classes and work of every kind, and the sessions of those there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from sqlalchemy import text

from tests.robustness.raw import FORM, Input, Reply, ask, form_of
from tests.support.boards import EVENING
from tests.support.calendar_address import calendar_secret
from tests.support.school import QUICK, WORDS
from tutor.auction import Content, Pass
from tutor.authorities.rules import Answer
from tutor.codes import CODES
from tutor.codes.code import Code
from tutor.library.user_content import CompositionKind
from tutor.seats import Seat
from tutor.study.accounts.people import People, UserRole
from tutor.study.answers.boards import SeatChoice
from tutor.study.answers.shared_tables import TableSpec
from tutor.study.classroom.assigned_work import DrillWork, HandWork, LessonWork, ReplayWork, TextWork
from tutor.study.classroom.assignments import AssignmentSpec
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.drafts import SavedDraft
from tutor.study.classroom.live_work import LiveWork
from tutor.study.classroom.lti import PlatformSpec
from tutor.study.classroom.shown_travellers import name_of_day, name_of_tables, name_of_work
from tutor.study.storage.dialects import upsert
from tutor.study.storage.tables import LtiCourseRow, LtiUserRow
from tutor.study.study import Study
from tutor.tables.match import Match, Strictness
from tutor.tables.shared import SharedMatch
from tutor.view import View
from tutor.web.classroom.lti_messages import new_private_key

RULES = ("hel-decl-nt-a", "hel-decl-hearts-six", "hel-hearts-six-low")
VISITOR, LEARNER, OTHER_LEARNER, TEACHER, OTHER_TEACHER = (
    "visitor", "learner", "other learner", "teacher", "other teacher",
)  # fmt: skip
ROLES = (VISITOR, LEARNER, OTHER_LEARNER, TEACHER, OTHER_TEACHER)
NAMES = {
    LEARNER: "Ann", OTHER_LEARNER: "Ben", TEACHER: "Miss Vine", OTHER_TEACHER: "Mr Crane", "leaver": "Leaver",
    "sober": "Dora", "quiet": "Mrs Quiet", "careful": "Mrs Careful",
}  # fmt: skip
SPARE = "A spare class"
LESSON = "---\ntitle: A draft\n---\n\nSome words.\n"
_TOKEN = re.compile(rb'name="csrf_token" value="([^"]+)"')


class House:
    """What was made in a database, and how it is put in order again after guests were at it."""

    def __init__(self, where: Path | str) -> None:
        self._study = study = Study.open(where, lambda: datetime.now(UTC))
        self._classroom = classroom = Classroom.of(study.database, study.clock, Random(1))
        people = People(study.database, study.clock, QUICK)
        self.numbers = {TEACHER: people.appoint_owner(NAMES[TEACHER], "", WORDS).id}
        self.numbers[OTHER_TEACHER] = people.enrol(NAMES[OTHER_TEACHER], "", WORDS, UserRole.TEACHER).id
        self.numbers["quiet"] = quiet = people.enrol(NAMES["quiet"], "", WORDS, UserRole.TEACHER).id
        self.numbers["careful"] = people.enrol(NAMES["careful"], "", WORDS, UserRole.TEACHER).id
        for role in (LEARNER, OTHER_LEARNER, "leaver", "sober"):
            self.numbers[role] = people.enrol(NAMES[role], "", WORDS).id
        self._owners = {
            classroom.classes.make(self.numbers[TEACHER], "The first class").id: self.numbers[TEACHER],
            classroom.classes.make(self.numbers[OTHER_TEACHER], "The second class").id: self.numbers[OTHER_TEACHER],
        }
        first, second = self._owners
        self._members = [(first, self.numbers[LEARNER]), (second, self.numbers[OTHER_LEARNER])]
        self._spares = [self.numbers[TEACHER], self.numbers[OTHER_TEACHER]]
        self._rows = {key: _row_of(study, key) for key in self.numbers.values()}
        works = (
            DrillWork(on=RULES, questions=3, seed=7),
            LessonWork(lesson="auction-bids"),
            ReplayWork(game="hel-game-01"),
            HandWork(code="bridge-english-1901", player="A", strictness="guided", seed=1),
            TextWork(text="## A page\n\nTo be read."),
        )
        self._work = [
            classroom.assignments.give(of_class, AssignmentSpec(work.kind, work, study.now)).id
            for of_class in (first, second)
            for work in works
        ]
        quiet_class = classroom.classes.make(quiet, "The quiet class").id
        self._owners[quiet_class] = quiet
        self._members.append((quiet_class, self.numbers["sober"]))
        classroom.classes.join(quiet_class, self.numbers["sober"])
        drill = DrillWork(on=RULES, questions=30, seed=9)
        self.quiet_drill = classroom.assignments.give(quiet_class, AssignmentSpec("Quiet", drill, study.now)).id
        self._work.append(self.quiet_drill)
        study.of(self.numbers[LEARNER]).matches.begin(_played_out())
        self._furnish(first)
        self.put_in_order()

    def _furnish(self, first: int) -> None:
        """What no form of a page makes in one step: boards, an extension, played hands, a draft, a platform."""
        study, classroom, now = self._study, self._classroom, self._study.now
        learner, teacher = self.numbers[LEARNER], self.numbers[TEACHER]
        room = classroom.classes.of_teacher(teacher, first)
        for who in (learner, teacher):
            study.of(who).boards.add("Club night", EVENING, SeatChoice(seat=Seat.EAST))
        quiet = classroom.people.find(NAMES["quiet"])
        assert quiet is not None
        classroom.classes.add_co_teacher(room, quiet)
        classroom.drafts.save(SavedDraft(teacher, CompositionKind.LESSON, "new-1", 0, 0, "", now, LESSON))
        due = AssignmentSpec("Due", TextWork(text="Read."), now, now + timedelta(days=9))
        classroom.assignments.extend(classroom.assignments.give(first, due), learner, now + timedelta(days=12))
        over = _played_out()
        hand = HandWork(code=over.code.key, player=over.player.letter, strictness="guided", seed=3)
        which = classroom.assignments.give(first, AssignmentSpec("A hand", hand, now))
        study.of(learner).matches.begin(over, which.id, 1)
        classroom.shown_travellers.show(first, name_of_work(which.id), shown=True)
        spec = TableSpec(replace(over, records=((),)), {over.player: learner}, is_listed=False, is_begun=True)
        table = classroom.shared_tables.begin(learner, first, spec)
        classroom.shared_tables.save(classroom.shared_tables.find(table), SharedMatch(over, frozenset()))
        classroom.shown_travellers.show(first, name_of_tables(table), shown=True)
        live = LiveWork(by=teacher, on=ReplayWork(game="hel-game-01"))
        classroom.live.start(first, "A game", live)
        at = "http://127.0.0.1:9"  # where nobody answers, at once
        platform = PlatformSpec("Moodle", at, "tutor", ("1",), f"{at}/auth", f"{at}/token", f"{at}/keys")
        added = classroom.lti.add(platform, new_private_key(), by=teacher)
        course = {"platform_id": added.id, "context": "1", "class_id": first, "roster_url": f"{at}/members"}
        with study.database.writing() as connection:
            upsert(connection, LtiCourseRow, course)
            upsert(connection, LtiUserRow, {"platform_id": added.id, "subject": "1", "learner_id": learner})
        classroom.lti_grades.link(added.id, "link", which.id, f"{at}/items/1")

    def put_in_order(self) -> None:
        """Undoes what guests may do and nobody could go on after: classes handed over, work withdrawn, names changed.

        Limits are forgotten as well, which have tests of their own: they would keep guests from coming further.
        """
        with self._study.database.writing() as connection:

            def run(statement: str, **values: object) -> None:
                connection.execute(text(statement), values)

            run("DELETE FROM attempt")
            for table in ("one_time", "recovery"):
                run(f"DELETE FROM {table} WHERE learner_id <> :id", id=self.numbers["careful"])  # noqa: S608 - ours
            for number, row in self._rows.items():
                run("UPDATE learner SET folded = folded || id WHERE folded = :folded AND id <> :id",
                    folded=row["folded"], id=number)  # fmt: skip
                run("UPDATE learner SET name = :name, folded = :folded, skeleton = :skeleton, role = :role, "
                    "passphrase = :passphrase, closed_at = NULL WHERE id = :id", **row, id=number)  # fmt: skip
            for key, teacher in self._owners.items():
                run("UPDATE class SET teacher_id = :teacher, is_open = :yes WHERE id = :id",
                    teacher=teacher, yes=True, id=key)  # fmt: skip
            for key, learner in self._members:
                run("DELETE FROM member WHERE class_id = :key AND learner_id = :learner", key=key, learner=learner)
                run("INSERT INTO member (class_id, learner_id, joined_at) SELECT c.id, l.id, :now "
                    "FROM class c, learner l WHERE c.id = :key AND l.id = :learner",
                    key=key, learner=learner, now=datetime(2026, 1, 1))  # fmt: skip # noqa: DTZ001
            for key in self._work:
                run("UPDATE assignment SET withdrawn_at = NULL, everyone = :yes, tries = NULL, opens_at = :now "
                    "WHERE id = :id", yes=True, id=key, now=datetime(2026, 1, 1))  # fmt: skip # noqa: DTZ001
        first, study = next(iter(self._owners)), self._study
        self._classroom.shown_travellers.show(first, name_of_day(study.today), shown=True)
        self.calendar = f"/calendar/{calendar_secret(study.of(self.numbers[LEARNER]))}.ics"
        for teacher in self._spares:
            if not any(one.name == SPARE for one in self._classroom.classes.all_of_teacher(teacher)):
                self._classroom.classes.make(teacher, SPARE)

    def answers(self) -> set[tuple[int, str]]:
        """The learner of each answer, and the name of the form that sent it."""
        with self._study.database.reading() as connection:
            return {(row[0], row[1]) for row in connection.execute(text("SELECT learner_id, once FROM answer"))}

    def faults(self) -> list[str]:
        """What is wrong in the database: pages, references, and what is remembered otherwise than it was answered."""
        found: list[str] = []
        with self._study.database.reading() as connection:
            if self._study.database.dialect == "sqlite":
                checked = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
                found += [] if checked == "ok" else [f"integrity: {checked}"]
                found += [f"foreign key: {row}" for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]
            learners = [row[0] for row in connection.execute(text("SELECT id FROM learner"))]
        for learner in learners:
            differed = self._study.of(learner).reviews.rebuild().differed
            found += [f"{item} of learner {learner} is not remembered as it was answered" for item in differed]
        return found

    def close(self) -> None:
        self._study.close()


def _played_out() -> Match:
    """A rubber of which the first deal has been played."""
    code, random = CODES["bridge-english-1901"], Random(7)
    match = Match(code, "7", code.players[0], Strictness.GUIDED)
    table = match.table
    while not table.is_over:
        table = match.bots_go_on(table, _any)
        if match.is_learners_turn(table):
            table = table.after(_any(table.view(match.seat_at(table)), code, table.lawful(), random))
    return match.after(table)


def _any(view: View, code: Code, lawful: Sequence[Answer], random: Random) -> Answer:
    quiet = [one for one in lawful if one in (Content(), Pass())]
    return quiet[0] if quiet and code.declaration(view.calling) else random.choice(lawful[:4])


def _row_of(study: Study, key: int) -> dict[str, object]:
    with study.database.reading() as connection:
        query = text("SELECT name, folded, skeleton, role, passphrase FROM learner WHERE id = :id")
        return dict(connection.execute(query, {"id": key}).mappings().one())


class Session:
    """A browser of somebody in a role, with the cookies and the token that its forms carry."""

    def __init__(self, port: int, role: str) -> None:
        self._port, self.role = port, role
        self.cookies: dict[str, str] = {}
        self.token = ""

    def begin(self) -> None:
        """Logs in, unless it is a visitor."""
        self.cookies.clear()
        self.refresh("/log-in")
        if self.role != VISITOR:
            fields = [("csrf_token", self.token), ("name", NAMES[self.role]), ("passphrase", WORDS)]
            answered = self.ask(self.request("POST", "/log-in", body=form_of(fields)))
            assert answered.status == 302, f"{self.role} is not let in: {answered.status}"
            self.refresh("/account")

    def refresh(self, page: str) -> None:
        """Takes the token of a page."""
        found = _TOKEN.search(self.ask(self.request("GET", page)).body)
        assert found, f"{self.role} finds no form on {page}"
        self.token = found[1].decode()

    def request(self, method: str, target: str | bytes, *, body: bytes | None = None, kind: bytes = FORM) -> Input:
        """A request as the browser sends it."""
        headers = [(b"Host", b"127.0.0.1:%d" % self._port), (b"Connection", b"close"), *self.cookie_header()]
        if body is not None:
            headers += [(b"Content-Type", kind), (b"Content-Length", b"%d" % len(body))]
        where = target.encode() if isinstance(target, str) else target
        return Input(method.encode(), where, tuple(headers), body or b"")

    def cookie_header(self) -> list[tuple[bytes, bytes]]:
        said = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return [(b"Cookie", said.encode())] if said else []

    def ask(self, sent: Input) -> Reply:
        """Sends a request, and keeps the cookies that come back; a visitor stays one."""
        reply = ask(self._port, sent)
        if self.role != VISITOR or not self.cookies:
            self.keep(reply.cookies)
        return reply

    def keep(self, cookies: tuple[str, ...]) -> None:
        for line in cookies:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value

    def is_out(self, reply: Reply) -> bool:
        """Whether somebody who was logged in was sent to the door."""
        return self.role != VISITOR and reply.status in (302, 303) and "/log-in" in reply.location
