"""Two-step log-in: one-time codes and recovery codes, each of which is right once."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Barrier, Thread

import pyotp
import pytest
from flask import Flask
from flask.testing import FlaskClient
from selectolax.lexbor import LexborHTMLParser
from sqlalchemy import select

from tests.support.clock import FakeClock
from tests.support.commands import invoked
from tests.support.school import WORDS, log_in
from tutor.study.accounts.people import UserRole
from tutor.study.accounts.second_factor import SecondFactors
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.tables import OneTimeRow, RecoveryRow
from tutor.study.study import Study

TEACHER = 1
WRONG = "not the right words"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def factors(classroom: Classroom) -> SecondFactors:
    return classroom.second_factors


class Telephone:
    """The app on it: what it shows, some seconds from now."""

    def __init__(self, factors: SecondFactors, clock: FakeClock, learner: int = TEACHER) -> None:
        enrolment = factors.enrolment(learner, "Miss Vine")
        assert enrolment is not None
        self._maker, self._clock = pyotp.TOTP(enrolment.secret), clock

    def code(self, seconds: float = 0) -> str:
        return self._maker.at(self._clock.now + timedelta(seconds=seconds))


@pytest.fixture
def telephone(factors: SecondFactors, clock: FakeClock) -> Telephone:
    """That of Miss Vine, who has turned two-step log-in on, a while ago."""
    factors.begin(TEACHER)
    made = Telephone(factors, clock)
    assert factors.confirm(TEACHER, made.code())
    clock.move(300)
    return made


def is_in(client: FlaskClient) -> bool:
    return client.get("/courses/").status_code == 200


def codes_on(page: str) -> list[str]:
    return re.findall(r"<code>([A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4})</code>", page)


def how_often(number: int, do: Callable[[], bool]) -> int:
    """How many of so many threads at the same moment succeed."""
    found: list[bool] = []
    barrier = Barrier(number)

    def run() -> None:
        barrier.wait()
        found.append(do())

    threads = [Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == number
    return sum(found)


# ---- setting it up and logging in, as a teacher does it -----------------------------------------------------------


@pytest.mark.slow
@pytest.mark.databases
def test_a_teacher_sets_it_up_and_logs_in_by_it(school: Flask, classroom: Classroom, clock: FakeClock) -> None:
    client = school.test_client()
    log_in(client, "Miss Vine")
    assert "Set up two-step log-in" in client.get("/account").text
    assert client.post("/account/two-step/set-up", data={"passphrase": WRONG}).status_code == 400
    client.post("/account/two-step/set-up", data={"passphrase": WORDS})
    page = client.get("/account/two-step").text
    telephone = Telephone(classroom.second_factors, clock)
    secret = re.search(r'class="secret">([A-Z2-7 ]+)<', page)
    assert secret
    assert pyotp.TOTP(secret[1].replace(" ", "")).at(clock.now) == telephone.code()
    assert "<svg" in page
    assert LexborHTMLParser(page).css_first("[autocomplete=one-time-code][inputmode=numeric]")
    assert not classroom.second_factors.is_on(TEACHER), "nothing is asked for before it is confirmed"

    assert client.post("/account/two-step/confirm", data={"code": "000000"}).status_code == 400
    codes = codes_on(client.post("/account/two-step/confirm", data={"code": telephone.code()}).text)
    assert len(set(codes)) == 10
    assert "no-store" in client.get("/account/two-step").headers["Cache-Control"]
    assert secret[1] not in client.get("/account/two-step").text, "it is shown no more"

    client.post("/log-out")
    clock.move(60)
    half = log_in(client, "Miss Vine", back="/courses/")
    assert half.location == "/log-in/code"
    assert not is_in(client)
    page = client.get("/log-in/code").text
    assert LexborHTMLParser(page).css_first("[autocomplete=one-time-code][inputmode=numeric]")
    assert client.post("/log-in/code", data={"code": "000000"}).status_code == 400
    assert not is_in(client)
    assert client.post("/log-in/code", data={"code": telephone.code()}).location == "/courses/"
    assert is_in(client)
    kinds = [line.kind for line in classroom.events.lines()]
    assert kinds[:2] == [EventKind.LOGGED_IN, EventKind.FAILED]
    assert EventKind.SECOND_FACTOR_ADDED in kinds


def test_it_is_not_offered_to_learners(school: Flask, classroom: Classroom) -> None:
    classroom.people.enrol("Knave", "", WORDS)
    client = school.test_client()
    log_in(client, "Knave")
    assert "two-step" not in client.get("/account").text.lower()
    for path in ("/account/two-step", "/security/"):
        assert client.get(path).status_code == 403


@pytest.mark.usefixtures("telephone")
def test_who_is_half_way_in_is_nobody(school: Flask, clock: FakeClock) -> None:
    client = school.test_client()
    log_in(client, "Miss Vine")
    for path in ("/", "/account", "/account/two-step", "/security/", "/your-data/file"):
        assert client.get(path).status_code == 302, path
    clock.move(301)
    assert client.post("/log-in/code", data={"code": "000000"}).location == "/log-in?late=1"
    assert "took more than 5 minutes" in client.get("/log-in?late=1").text
    assert client.get("/log-in/code").location == "/log-in"


def test_who_was_half_way_in_is_so_no_more_after_another_passphrase(
    school: Flask, classroom: Classroom, telephone: Telephone
) -> None:
    client = school.test_client()
    log_in(client, "Miss Vine")
    classroom.people.change_passphrase(TEACHER, "four quite other words")
    assert client.post("/log-in/code", data={"code": telephone.code()}).location == "/log-in?late=1"
    assert not is_in(client)


# ---- a code is right once, and for a short while ------------------------------------------------------------------


@pytest.mark.databases
def test_a_code_is_right_once_and_neither_is_an_older_one_after_it(
    factors: SecondFactors, telephone: Telephone, clock: FakeClock
) -> None:
    code, older = telephone.code(), telephone.code(-30)
    assert factors.accepts(TEACHER, f"{code[:3]} {code[3:]}")
    assert not factors.accepts(TEACHER, code)
    assert not factors.accepts(TEACHER, older)
    clock.move(30)
    assert factors.accepts(TEACHER, telephone.code())


@pytest.mark.parametrize(("seconds", "is_right"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)])
def test_the_clock_of_a_telephone_may_be_one_step_before_or_behind(
    factors: SecondFactors, telephone: Telephone, seconds: int, is_right: bool
) -> None:
    assert factors.accepts(TEACHER, telephone.code(seconds)) is is_right


@pytest.mark.usefixtures("telephone")
@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "123456\n789", "0" * 5000])
def test_what_is_no_code_is_wrong(factors: SecondFactors, code: str) -> None:
    assert not factors.accepts(TEACHER, code)
    assert not factors.accepts_recovery(TEACHER, code)


@pytest.mark.databases
def test_of_twenty_who_send_the_same_code_at_the_same_moment_one_comes_in(
    factors: SecondFactors, telephone: Telephone
) -> None:
    code = telephone.code()
    assert how_often(20, lambda: factors.accepts(TEACHER, code)) == 1


@pytest.mark.databases
def test_a_recovery_code_is_right_once_however_it_is_typed(factors: SecondFactors, clock: FakeClock) -> None:
    factors.begin(TEACHER)
    codes = factors.confirm(TEACHER, Telephone(factors, clock).code())
    assert codes is not None
    assert factors.accepts_recovery(TEACHER, codes[0].lower().replace("-", " "))
    assert not factors.accepts_recovery(TEACHER, codes[0])
    assert not factors.accepts_recovery(2, codes[1]), "another’s"
    assert how_often(20, lambda: factors.accepts_recovery(TEACHER, codes[1])) == 1
    assert factors.recovery_codes_left(TEACHER) == 8


@pytest.mark.databases
def test_neither_code_nor_secret_of_a_recovery_is_kept_readable(
    study: Study, factors: SecondFactors, clock: FakeClock
) -> None:
    factors.begin(TEACHER)
    codes = factors.confirm(TEACHER, Telephone(factors, clock).code()) or ()
    kept = [row.digest for row in study.database.read(select(RecoveryRow.digest))]
    assert len(set(kept)) == 10
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in kept)
    assert not {code.replace("-", "") for code in codes} & set(kept)


def test_a_recovery_code_lets_in_who_lost_the_telephone(school: Flask, classroom: Classroom, clock: FakeClock) -> None:
    classroom.second_factors.begin(TEACHER)
    codes = classroom.second_factors.confirm(TEACHER, Telephone(classroom.second_factors, clock).code()) or ()
    client = school.test_client()
    log_in(client, "Miss Vine")
    assert client.post("/log-in/code", data={"code": codes[3]}).location == "/"
    assert is_in(client)
    used = next(line for line in classroom.events.lines() if line.kind == EventKind.RECOVERY_USED)
    assert (used.by, used.detail) == (TEACHER, "9 left")


def test_codes_are_not_guessed(school: Flask, telephone: Telephone, clock: FakeClock) -> None:
    client = school.test_client()
    log_in(client, "Miss Vine")
    for number in range(5):
        assert client.post("/log-in/code", data={"code": f"00000{number}"}).status_code == 400
    refused = client.post("/log-in/code", data={"code": telephone.code()})
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "1"
    assert "Wait 1 second, and try again. Your code was not checked." in refused.text
    clock.move(1)
    assert client.post("/log-in/code", data={"code": telephone.code()}).location == "/"


# ---- turning it off -----------------------------------------------------------------------------------------------


@pytest.fixture
def two_step(school: Flask, telephone: Telephone, clock: FakeClock) -> FlaskClient:
    """Miss Vine, logged in in two steps."""
    client = school.test_client()
    log_in(client, "Miss Vine")
    client.post("/log-in/code", data={"code": telephone.code()})
    assert is_in(client)
    clock.move(60)
    return client


def test_it_is_turned_off_by_passphrase_and_code_together(
    two_step: FlaskClient, factors: SecondFactors, telephone: Telephone
) -> None:
    for passphrase, code in ((WRONG, telephone.code()), (WORDS, "000000"), ("", "")):
        refused = two_step.post("/account/two-step/off", data={"passphrase": passphrase, "code": code})
        assert refused.status_code == 400
        assert factors.is_on(TEACHER)
    two_step.post("/account/two-step/off", data={"passphrase": WORDS, "code": telephone.code()})
    assert not factors.is_on(TEACHER)
    assert factors.recovery_codes_left(TEACHER) == 0


def test_nothing_else_turns_it_off_or_shows_its_secret(
    two_step: FlaskClient, factors: SecondFactors, telephone: Telephone
) -> None:
    two_step.post("/account/two-step/cancel")
    two_step.post("/account/two-step/set-up", data={"passphrase": WORDS})
    two_step.post("/account/two-step/confirm", data={"code": telephone.code()})
    assert factors.is_on(TEACHER)
    assert factors.enrolment(TEACHER, "Miss Vine") is None
    assert factors.accepts(TEACHER, telephone.code()), "the secret is the same as before"


def test_a_secret_that_was_not_confirmed_can_be_dropped(teacher: FlaskClient, study: Study) -> None:
    teacher.post("/account/two-step/set-up", data={"passphrase": WORDS})
    teacher.post("/account/two-step/cancel")
    assert not study.database.read(select(OneTimeRow.learner_id))
    assert "Set up two-step log-in" in teacher.get("/account/two-step").text


@pytest.mark.usefixtures("telephone")
def test_a_colleague_turns_it_off_by_their_own_passphrase(school: Flask, classroom: Classroom) -> None:
    colleague = classroom.people.enrol("Mr Hart", "", WORDS.replace("plain", "meadow"), UserRole.TEACHER)
    own = WORDS.replace("plain", "meadow")
    client = school.test_client()
    log_in(client, "Mr Hart", own)
    assert "Turn it off for Miss Vine" in client.get("/security/").text
    assert client.post("/security/teachers/1/two-step-off", data={"passphrase": WORDS}).status_code == 400
    assert classroom.second_factors.is_on(TEACHER)
    assert client.post("/security/teachers/1/two-step-off", data={"passphrase": own}).status_code == 303
    assert not classroom.second_factors.is_on(TEACHER)
    line = classroom.events.lines(most=1)[0]
    assert (line.kind, line.by, line.whom) == (EventKind.SECOND_FACTOR_REMOVED, colleague.id, TEACHER)
    assert is_in_after_log_in(school)


def is_in_after_log_in(school: Flask) -> bool:
    client = school.test_client()
    return log_in(client, "Miss Vine").location == "/" and is_in(client)


def test_nobody_resets_their_own_or_a_learner_s(two_step: FlaskClient, classroom: Classroom) -> None:
    knave = classroom.people.enrol("Knave", "", WORDS)
    for number in (TEACHER, knave.id, 99):
        path = f"/security/teachers/{number}/two-step-off"
        assert two_step.post(path, data={"passphrase": WORDS}).status_code == 404
    assert classroom.second_factors.is_on(TEACHER)


@pytest.mark.databases
@pytest.mark.usefixtures("telephone")
def test_a_command_lets_the_only_teacher_in_again(school: Flask, classroom: Classroom, where: Path | str) -> None:
    done = invoked(where, "unlock", "miss vine")
    assert done.exit_code == 0, done.output
    assert "Miss Vine now logs in with the passphrase alone." in done.output
    assert is_in_after_log_in(school)
    assert "has not set up" in invoked(where, "unlock", "miss vine").output
    assert EventKind.SECOND_FACTOR_REMOVED in {line.kind for line in classroom.events.lines()}
