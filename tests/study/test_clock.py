"""The clock of the machine set forward and back while people work: they stay logged in, and lose nothing."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update

from tests.support.clock import NOW
from tests.support.school import WORDS, log_in
from tutor.study.accounts.logins import IDLE, PROOF_LASTS
from tutor.study.accounts.people import UserRole
from tutor.study.answers.answer import Answer
from tutor.study.answers.answers import LogEntry
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.invitations import INVITATION_LASTS, InvitationSpent
from tutor.study.clock import MachineClock, elapsed, settle, steady
from tutor.study.storage.jobs import STILL, Queue
from tutor.study.storage.rate_limits import FILES_SENT, RateLimitExceeded
from tutor.study.storage.tables import InvitationRow, JobRow, RateLimitHit, SessionRow
from tutor.study.study import Study

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANSWERED = Answer("declare", "AKQ.AKQ.AKQ.AKQ2", "no trumps", "best", "hel-decl-nt-a")
SETTINGS = [
    pytest.param([-HOUR], id="back an hour"),
    pytest.param([HOUR], id="forward an hour"),
    pytest.param([HOUR, -2 * HOUR], id="forward and back"),
    pytest.param([-400 * DAY], id="to last year"),
    pytest.param([400 * DAY], id="to next year"),
]


@dataclass
class Machine:
    """A machine whose wall clock is set, while its time goes on."""

    wall: datetime = NOW
    ticks: float = 1000.0

    def passes(self, span: timedelta) -> None:
        """Some time passes."""
        self.wall += span
        self.ticks += span.total_seconds()

    def clock(self) -> MachineClock:
        """The clock as a tutor has it that starts now."""
        return MachineClock.start(lambda: self.wall, lambda: self.ticks)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """With the clock of this process set as the machine’s: libraries look at it by themselves."""
    made = Machine()
    monkeypatch.setattr(time, "time", lambda: made.wall.timestamp())
    return made


@pytest.fixture
def clock(machine: Machine) -> MachineClock:
    return machine.clock()


# ---- the clock itself ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", SETTINGS)
def test_steady_time_goes_on_whatever_the_wall_clock_is_set_to(settings: list[timedelta]) -> None:
    machine = Machine()
    clock = machine.clock()
    assert clock.steady() == clock() == NOW
    for setting in settings:
        machine.passes(HOUR)
        machine.wall += setting
    assert clock.steady() == NOW + len(settings) * HOUR
    assert clock() == NOW + len(settings) * HOUR + sum(settings, timedelta())


def test_another_clock_is_its_own_steady_one() -> None:
    def stands() -> datetime:
        return NOW

    assert steady(stands) is stands
    clock = Machine().clock()
    assert steady(clock)() == NOW


def test_the_machine_s_own_clock_says_the_time_and_all_processes_share_it() -> None:
    clock = MachineClock.start()
    assert abs(clock() - datetime.now(UTC)) < timedelta(seconds=5)
    assert abs(clock.steady() - datetime.now(UTC)) < timedelta(seconds=5)
    assert clock().utcoffset() is not None
    if not hasattr(os, "fork"):
        return
    read, write = os.pipe()
    before = elapsed()
    child = os.fork()
    if not child:
        os.write(write, f"{elapsed()} {clock.steady().timestamp()}".encode())
        os._exit(0)
    os.waitpid(child, 0)
    told, at = os.read(read, 100).decode().split()
    os.close(read)
    os.close(write)
    assert before <= float(told) <= elapsed()
    assert abs(float(at) - clock.steady().timestamp()) < 5


# ---- people stay logged in ----------------------------------------------------------------------------------------


def form_of(client: FlaskClient, path: str, action: str) -> dict[str, str]:
    form = next(one for one in re.findall(r"<form.*?</form>", client.get(path).text, re.DOTALL) if action in one)
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("settings", SETTINGS)
def test_people_stay_logged_in_and_their_forms_fresh(
    school: Flask, classroom: Classroom, study: Study, machine: Machine, settings: list[timedelta]
) -> None:
    school.config["WTF_CSRF_ENABLED"] = True
    knave = classroom.people.enrol("Knave", "", WORDS)
    client = school.test_client()
    log_in_form = form_of(client, "/log-in", "/log-in")
    assert client.post("/log-in", data=log_in_form | {"name": "Knave", "passphrase": WORDS}).status_code == 302
    hand = "/practice/declare/AKQ.AKQ.AKQ.AKQ2"
    forms = [form_of(client, hand, hand) for _ in settings]
    for setting, form in zip(settings, forms, strict=True):
        machine.wall += setting
        assert client.get("/account").status_code == 200
        assert client.post(hand, data=form | {"answer": "no trumps"}).status_code == 303
    kept = [line for line in study.of(knave.id).answers.log() if isinstance(line, LogEntry)]
    assert len(kept) == len(settings), "nothing is lost"
    assert [line.at for line in kept][-1] == machine.wall, "the date is the wall’s"
    names = form_of(client, "/account", "/account/names") | {"name": "Knave", "real_name": "Tom"}
    assert client.post("/account/names", data=names).status_code == 302, "and it was proved a moment ago who this is"
    machine.passes(PROOF_LASTS)
    assert client.post("/account/names", data=names).status_code == 403
    machine.passes(IDLE[UserRole.LEARNER])
    assert client.get("/account").status_code == 302, "what has passed, has passed"


# ---- nothing lasts longer or shorter ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("settings", SETTINGS)
def test_a_limit_lasts_as_long_as_it_does(classroom: Classroom, machine: Machine, settings: list[timedelta]) -> None:
    limits = classroom.rate_limits
    for _ in range(FILES_SENT.most):
        limits.take(FILES_SENT, "here")
    for setting in settings:
        machine.wall += setting
        with pytest.raises(RateLimitExceeded):
            limits.take(FILES_SENT, "here")
    machine.passes(FILES_SENT.within)
    limits.take(FILES_SENT, "here")


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("settings", SETTINGS)
def test_a_job_stands_still_when_it_does(study: Study, machine: Machine, settings: list[timedelta]) -> None:
    key, queue = study.jobs.begin("anki", "x"), Queue(study.database, study.clock)
    assert queue.take() is not None
    for setting in settings:
        machine.wall += setting
        assert queue.take() is None, "it moved just now: whoever makes it is still at it"
    machine.passes(STILL + timedelta(seconds=1))
    again = queue.take()
    assert again is not None
    assert again.id == key, "nobody makes it any more"


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("settings", SETTINGS)
def test_a_invitation_is_as_old_as_it_is(classroom: Classroom, machine: Machine, settings: list[timedelta]) -> None:
    written = classroom.classes.invite(classroom.classes.make(1, "Lower Fifth"))
    for setting in settings:
        machine.wall += setting
        assert classroom.invitations.find(written)
    machine.passes(INVITATION_LASTS + HOUR)
    with pytest.raises(InvitationSpent):
        classroom.invitations.find(written)


# ---- after a restart ----------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_after_a_restart_nothing_has_begun_in_the_future(study: Study, classroom: Classroom, machine: Machine) -> None:
    """The wall clock was an hour fast until the tutor stopped, and is right when it starts again."""
    knave = classroom.people.enrol("Knave", "", WORDS)
    token = classroom.logins.begin(knave)
    for _ in range(FILES_SENT.most):
        classroom.rate_limits.take(FILES_SENT, "here")
    job = study.jobs.begin("anki", "x")
    assert Queue(study.database, study.clock).take() is not None
    classroom.classes.invite(classroom.classes.make(1, "Lower Fifth"))
    machine.wall -= HOUR

    again = Study(study.database, machine.clock())
    now = steady(again.clock)()
    with again.database.writing() as connection:
        settle(connection, now)
    for column in (SessionRow.seen_at, SessionRow.begun_at, RateLimitHit.at, JobRow.moved_at, InvitationRow.made_at):
        assert {row[0] for row in study.database.read(select(column).distinct())} == {now}, column

    classroom = Classroom.of(again.database, again.clock, None)  # type: ignore[arg-type]
    found = classroom.logins.find(token)
    assert found is not None, "who was logged in still is"
    assert not found[0].is_proved(now), "but when the passphrase was given nobody knows"
    machine.passes(max(FILES_SENT.within, STILL + timedelta(seconds=1)))
    classroom.rate_limits.take(FILES_SENT, "here")
    stopped = Queue(again.database, again.clock).take()
    assert stopped is not None
    assert stopped.id == job, "it is not being made any more, and does not seem to be"


@pytest.mark.databases
def test_what_began_before_is_left_as_it_was(study: Study, classroom: Classroom, machine: Machine) -> None:
    classroom.logins.begin(classroom.people.enrol("Knave", "", WORDS))
    study.jobs.begin("anki", "x")
    then = [study.database.read(select(*row.__table__.columns)) for row in (SessionRow, JobRow)]
    machine.passes(timedelta(seconds=1))
    with study.database.writing() as connection:
        settle(connection, machine.wall)
    assert [study.database.read(select(*row.__table__.columns)) for row in (SessionRow, JobRow)] == then


@pytest.mark.databases
def test_a_session_seen_in_the_future_is_seen_now(school: Flask, study: Study, machine: Machine) -> None:
    """Another machine that serves the same database may be a little ahead."""
    client = school.test_client()
    log_in(client, "Miss Vine")
    with study.database.writing() as connection:
        connection.execute(update(SessionRow).values(seen_at=machine.wall + timedelta(seconds=30)))
    assert client.get("/account").status_code == 200
    (row,) = study.database.read(select(SessionRow.seen_at))
    assert row.seen_at == machine.wall


def test_every_part_that_measures_does_so_by_the_steady_clock(classroom: Classroom, machine: Machine) -> None:
    measured: list[Callable[[], datetime]] = [
        lambda: classroom.logins.now,
        classroom.rate_limits._clock,
        classroom.invitations._clock,
    ]
    machine.wall += HOUR
    assert {tell() for tell in measured} == {NOW}
