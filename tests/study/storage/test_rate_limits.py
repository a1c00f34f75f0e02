"""Guesses at passphrases and codes: how many a stranger gets, and that nobody else is kept out by them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from threading import Barrier, Event, Lock, Thread
from time import sleep
from typing import Any

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tests.support.clock import FakeClock
from tests.support.databases import HANG
from tests.support.school import QUICK, WORDS, log_in
from tutor.study.accounts.hashing import Hasher
from tutor.study.accounts.people import People
from tutor.study.accounts.security_events import EventKind
from tutor.study.classroom.classes import spaced
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage import rate_limiter as limits_module
from tutor.study.storage.rate_limiter import RateLimits
from tutor.study.storage.rate_limits import (
    FILES_SENT,
    Counts,
    GuessPurpose,
    PendingGuess,
    RateLimitExceeded,
    counts_of_code,
    counts_of_passphrase,
    network,
)
from tutor.study.storage.tables import RateLimitHit
from tutor.study.study import Study

WRONG = "not the right words"
SCHOOL, HOME, STRANGER = "192.0.2.7", "198.51.100.2", "203.0.113.9"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def limits(study: Study, clock: FakeClock) -> RateLimits:
    return RateLimits(study.database, clock)


def attempts(study: Study) -> int:
    (row,) = study.database.read(select(func.count().label("number")).select_from(RateLimitHit))
    return int(row.number)


def at_once(number: int, do: Callable[[], object]) -> list[object]:
    """What comes of doing something in so many threads at the same moment."""
    found: list[object] = []
    barrier = Barrier(number)

    def run() -> None:
        barrier.wait()
        try:
            found.append(do())
        except RateLimitExceeded as error:
            found.append(error)

    threads = [Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def from_(address: str) -> Any:
    return {"environ_overrides": {"REMOTE_ADDR": address}}


def try_in(client: FlaskClient, name: str, passphrase: str, address: str) -> TestResponse:
    return client.post("/log-in", data={"name": name, "passphrase": passphrase}, **from_(address))


# ---- how many guesses there are in a day --------------------------------------------------------------------------


def guesses_in_a_day(limits: RateLimits, clock: FakeClock, ways: Sequence[Counts]) -> int:
    """How many wrong guesses a stranger makes who tries whichever way is open first, and never waits too long."""
    end, guesses = clock.now + timedelta(days=1), 0
    opens: dict[int, datetime] = dict.fromkeys(range(len(ways)), clock.now)
    while True:
        way, opens_at = min(opens.items(), key=lambda each: each[1])
        clock.now = max(clock.now, opens_at)
        if clock.now > end:
            return guesses
        try:
            limits.begin(ways[way])
            guesses += 1
        except RateLimitExceeded as error:
            opens[way] = clock.now + timedelta(seconds=error.wait)


def at_a_name(*addresses: str, purpose: GuessPurpose = GuessPurpose.LOG_IN) -> list[Counts]:
    return [counts_of_passphrase(purpose, "miss vine", address, None) for address in addresses]


MANY = [f"198.51.100.{number}" for number in range(30)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ways", "most"),
    [
        pytest.param(at_a_name(STRANGER), 301, id="one name from one address"),
        pytest.param(at_a_name(*MANY), 696, id="one name from thirty addresses", marks=pytest.mark.deep),
        pytest.param(
            [counts_of_passphrase(GuessPurpose.LOG_IN, "miss vine", STRANGER, "1 stolen")],
            306,
            id="from a stolen device",
        ),
        pytest.param(
            [counts_of_passphrase(GuessPurpose.LOG_IN, f"name {n}", STRANGER, None) for n in range(12)],
            2984 + 3 * 12,
            id="twelve names from one address",
            marks=pytest.mark.deep,
        ),
        pytest.param(at_a_name(STRANGER, purpose=GuessPurpose.ONE_TIME), 40, id="one-time codes from one address"),
        pytest.param(at_a_name(*MANY, purpose=GuessPurpose.ONE_TIME), 85, id="one-time codes from thirty addresses"),
        pytest.param(at_a_name(STRANGER, purpose=GuessPurpose.PROOF), 301, id="from a stolen session"),
        pytest.param([counts_of_code(STRANGER, None)], 2985, id="codes of classes from one address"),
        pytest.param([counts_of_code(STRANGER, 2)], 316, id="codes of classes from one account"),
    ],
)
def test_a_stranger_gets_so_many_guesses_a_day(
    limits: RateLimits, clock: FakeClock, ways: Sequence[Counts], most: int
) -> None:
    """The figures of the documentation."""
    first = guesses_in_a_day(limits, clock, ways)
    assert first <= most
    assert first >= most * 0.97, "the figure should be that of these limits"


@pytest.mark.slow
def test_the_second_day_has_no_more_guesses_than_the_first(limits: RateLimits, clock: FakeClock) -> None:
    first, second = (guesses_in_a_day(limits, clock, at_a_name(STRANGER)) for _ in range(2))
    assert second <= first


# ---- one transaction ----------------------------------------------------------------------------------------------


@pytest.mark.databases
def test_of_twenty_guesses_at_the_same_moment_no_more_are_let_through_than_one_by_one(limits: RateLimits) -> None:
    (counts,) = at_a_name(STRANGER)
    found = at_once(20, lambda: limits.begin(counts))
    assert sum(isinstance(one, PendingGuess) for one in found) == 5
    assert all(isinstance(one, PendingGuess | RateLimitExceeded) for one in found)


@pytest.mark.databases
def test_of_forty_files_sent_at_the_same_moment_thirty_are_taken(limits: RateLimits) -> None:
    found = at_once(40, lambda: limits.take(FILES_SENT, "learner 2"))
    assert found.count(None) == 30


@pytest.mark.databases
def test_a_right_guess_does_not_count_and_leaves_nothing(study: Study, limits: RateLimits) -> None:
    (counts,) = at_a_name(STRANGER)
    for _ in range(12):
        limits.strike_out(limits.begin(counts))
    assert attempts(study) == 0


@pytest.mark.databases
def test_old_attempts_are_swept_and_so_are_the_oldest_of_too_many(
    study: Study, limits: RateLimits, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits_module, "SWEPT_EVERY", 1)
    for number in range(10):
        limits.begin(counts_of_code(f"198.51.100.{number}", None))
    clock.move(25 * 3600)
    limits.begin(counts_of_code(STRANGER, None))
    assert attempts(study) == 1
    monkeypatch.setattr(limits_module, "MOST_ROWS", 5)
    for number in range(10):
        limits.begin(counts_of_code(f"198.51.100.{number}", None))
    assert attempts(study) == 5


def test_a_limit_says_when_it_may_be_done_again(limits: RateLimits, clock: FakeClock) -> None:
    for _ in range(FILES_SENT.most):
        limits.take(FILES_SENT, "learner 2")
        clock.move(60)
    with pytest.raises(RateLimitExceeded, match=r"done 30 times in 60 minutes\. Wait 30 minutes") as refused:
        limits.take(FILES_SENT, "learner 2")
    assert refused.value.headers == {"Retry-After": "1800"}
    limits.take(FILES_SENT, "learner 3")
    clock.move(1801)
    limits.take(FILES_SENT, "learner 2")


@pytest.mark.slow
def test_a_clock_that_is_set_back_locks_nobody_out_for_longer(limits: RateLimits, clock: FakeClock) -> None:
    (counts,) = at_a_name(STRANGER)
    guesses_in_a_day(limits, clock, [counts])
    clock.move(-3600)
    with pytest.raises(RateLimitExceeded) as refused:
        limits.begin(counts)
    assert refused.value.wait <= 300
    clock.move(refused.value.wait)
    limits.begin(counts)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("not an address", "not an address"),
    ],
)
def test_an_address_is_counted_as_the_network_that_one_household_has(address: str, counted: str) -> None:
    assert network(address) == counted


# ---- nobody is kept out by another --------------------------------------------------------------------------------


@pytest.mark.databases
def test_each_wrong_guess_makes_the_next_wait_twice_as_long_and_none_waits_for_ever(
    school: Flask, clock: FakeClock
) -> None:
    client, waits = school.test_client(), []
    for _ in range(18):
        answer = try_in(client, "Miss Vine", WRONG, STRANGER)
        while answer.status_code == 429:
            waits.append(int(answer.headers["Retry-After"]))
            clock.move(waits[-1])
            answer = try_in(client, "Miss Vine", WRONG, STRANGER)
        assert answer.status_code == 400
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300]
    refused = try_in(client, "Miss Vine", WORDS, STRANGER)
    assert "Wait 5 minutes, and try again. Your passphrase was not checked." in refused.text
    assert 'value="Miss Vine"' in refused.text, "what was written is still there"
    clock.move(300)
    assert try_in(client, "Miss Vine", WORDS, STRANGER).status_code == 302


@pytest.mark.databases
def test_a_known_device_lets_its_owner_in_whatever_others_guess(school: Flask) -> None:
    known = school.test_client()
    assert try_in(known, "Miss Vine", WORDS, SCHOOL).status_code == 302
    known.post("/log-out")
    attacker = school.test_client()
    for _ in range(6):
        try_in(attacker, "Miss Vine", WRONG, SCHOOL)
    assert try_in(school.test_client(), "Miss Vine", WORDS, SCHOOL).status_code == 429, "the attack should bite"
    for _ in range(9):
        assert try_in(known, "Miss Vine", WRONG, SCHOOL).status_code == 400
    assert try_in(known, "Miss Vine", WORDS, SCHOOL).status_code == 302


@pytest.mark.slow
def test_who_guesses_from_one_address_keeps_nobody_waiting_at_another(school: Flask, clock: FakeClock) -> None:
    attacker, end = school.test_client(), clock.now + timedelta(hours=6)
    while clock.now < end:
        answer = try_in(attacker, "Miss Vine", WRONG, STRANGER)
        clock.move(int(answer.headers.get("Retry-After", 0)))
    assert try_in(school.test_client(), "Miss Vine", WORDS, HOME).status_code == 302


@pytest.mark.slow
@pytest.mark.databases
def test_a_whole_class_comes_in_at_the_address_where_one_pupil_guesses(school: Flask, classroom: Classroom) -> None:
    names = [f"Pupil {number}" for number in range(30)]
    for name in names:
        classroom.people.enrol(name, "", WORDS)
    attacker = school.test_client()
    for number in range(130):
        try_in(attacker, f"Nobody {number}", WRONG, SCHOOL)
    for _ in range(4):
        last = try_in(attacker, "Nobody at all", WRONG, SCHOOL)
    assert last.status_code == 429, "the address should be made to wait"
    for name in names:
        client = school.test_client()
        assert try_in(client, name, "mistyped once or so", SCHOOL).status_code == 400
        assert try_in(client, name, "mistyped twice or so", SCHOOL).status_code == 400
        assert try_in(client, name, WORDS, SCHOOL).status_code == 302


def test_a_device_is_known_for_one_account_and_until_the_passphrase_changes(
    school: Flask, classroom: Classroom
) -> None:
    classroom.people.enrol("Knave", "", WORDS)

    def is_known(client: FlaskClient, name: str) -> bool:
        """By the count of its own, of ten."""
        answers = [try_in(client, name, WRONG, STRANGER).status_code for _ in range(6)]
        return answers == [400] * 6

    shared = school.test_client()
    for name in ("Knave", "Miss Vine"):
        log_in(shared, name)
        shared.post("/log-out")
    assert is_known(shared, "Knave")
    assert is_known(shared, "Miss Vine")
    cookie = shared.get_cookie("love-all-device")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    forged = school.test_client()
    forged.set_cookie("love-all-device", cookie.value[:-3] + "abc")
    assert not is_known(forged, "Knave")
    classroom.people.change_passphrase(1, "four quite other words")
    assert not is_known(shared, "Miss Vine")


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/account/passphrase", {"old": WRONG, "passphrase": "four quite other words"}),
        ("/your-data/delete", {"name": "Knave", "passphrase": WRONG}),
    ],
)
def test_who_has_stolen_a_session_neither_guesses_fast_nor_keeps_its_owner_out(
    school: Flask, classroom: Classroom, path: str, form: dict[str, str]
) -> None:
    classroom.people.enrol("Knave", "", WORDS)
    owner, thief = school.test_client(), school.test_client()
    try_in(owner, "Knave", WORDS, HOME)
    for name in ("love-all", "love-all-device"):
        stolen = owner.get_cookie(name)
        assert stolen is not None
        thief.set_cookie(name, stolen.value)
    answers = [thief.post(path, data=form, **from_(STRANGER)) for _ in range(16)]
    assert [one.status_code for one in answers] == [400] * 15 + [429]
    assert answers[-1].headers["Retry-After"] == "1"
    assert "Wait 1 second, and try again. Nothing was changed." in answers[-1].text
    right = {key: WORDS if value == WRONG else value for key, value in form.items()}
    assert owner.post(path, data=right, **from_(HOME)).status_code in (302, 303)


# ---- codes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["ABC-DEF", "ABCD-EFGH-JKMN-PQRS"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_wrong_code_counts_once_and_not_as_a_wrong_passphrase(
    school: Flask, study: Study, method: str, code: str
) -> None:
    client = school.test_client()
    asked = {"query_string": {"code": code}} if method == "GET" else {"data": {"code": code}}
    assert client.open("/join", method=method, **asked).status_code == 404  # type: ignore[arg-type]
    assert attempts(study) == 1
    try_in(client, "Miss Vine", WRONG, SCHOOL)
    assert attempts(study) == 4, "here, everywhere and at the address"
    client.open(f"/invitation/{code}", method=method)
    assert attempts(study) == 5


@pytest.mark.slow
@pytest.mark.databases
def test_a_class_joins_at_the_address_where_one_pupil_tries_codes(
    school: Flask, classroom: Classroom, clock: FakeClock
) -> None:
    made, other = (classroom.classes.make(1, name) for name in ("Lower Fifth", "Upper Fifth"))
    invitation = classroom.classes.invite(made)

    def join(code: str) -> int:
        return school.test_client().get(f"/join?code={code}", **from_(SCHOOL)).status_code

    assert join(made.code) == 200
    while (answer := school.test_client().get("/join?code=WRONG2", **from_(SCHOOL))).status_code == 404:
        pass
    assert answer.status_code == 429
    assert join(spaced(made.code)) == 200, "others have used it here"
    assert school.test_client().get(f"/invitation/{invitation}", **from_(SCHOOL)).status_code == 200
    assert join(other.code) == 429
    knave = school.test_client()
    classroom.people.enrol("Knave", "", WORDS)
    try_in(knave, "Knave", WORDS, SCHOOL)
    assert knave.get(f"/join?code={other.code}", **from_(SCHOOL)).status_code == 200, "who is logged in does not wait"
    clock.move(int(answer.headers["Retry-After"]))
    assert join(other.code) == 200


# ---- no difference between a name that nobody has and a wrong passphrase ------------------------------------------


class VerificationCounter(PasswordHasher):
    """Counts how often it verifies, and how many of them at a time; looks what else happens meanwhile."""

    def __init__(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified = self.now = self.most = self.hashed = 0
        self._lock, self._meanwhile = Lock(), meanwhile

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        self.hashed += 1
        return super().hash(password, salt=salt)

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:  # noqa: A002
        with self._lock:
            self.verified += 1
            self.now += 1
            self.most = max(self.most, self.now)
        self._meanwhile()
        try:
            return super().verify(hash, password)
        finally:
            with self._lock:
                self.now -= 1


def watch(classroom: Classroom, study: Study, argon2: VerificationCounter) -> None:
    object.__setattr__(classroom, "people", People(study.database, study.clock, argon2))


def test_a_name_that_nobody_has_is_refused_in_the_same_words_after_the_same_work(
    school: Flask, classroom: Classroom, study: Study
) -> None:
    argon2 = VerificationCounter()
    watch(classroom, study, argon2)
    told, work = [], []
    for name in ("Miss Vine", "Miss Nobody"):
        client = school.test_client()
        for number in range(6):
            before = argon2.verified, argon2.hashed
            answer = try_in(client, name, f"{WRONG} {number}", STRANGER)
            page = client.get("/log-in").text  # tokens differ from page to page
            told.append(
                (
                    name,
                    number,
                    answer.status_code,
                    answer.headers.get("Retry-After"),
                    len(answer.text) - len(name) - len(page),
                )
            )
            if number:
                work.append((argon2.verified - before[0], argon2.hashed - before[1]))
    assert [one[1:] for one in told[:6]] == [one[1:] for one in told[6:]]
    assert told[5][2] == 429
    assert work == [(1, 0)] * 4 + [(0, 0)] + [(1, 0)] * 4 + [(0, 0)]


@pytest.mark.databases
def test_a_passphrase_is_verified_outside_any_transaction(school: Flask, classroom: Classroom, study: Study) -> None:
    pool: Any = study.database._engine.pool
    held: list[int] = []
    watch(classroom, study, VerificationCounter(lambda: held.append(pool.checkedout())))
    assert log_in(school.test_client(), "Miss Vine").status_code == 302
    log_in(school.test_client(), "Miss Vine", WRONG)
    assert held == [0, 0]


def test_only_two_passphrases_are_verified_at_a_time_and_of_a_crowd_only_one() -> None:
    pair = Barrier(2)

    def meet() -> None:
        """Two meet, and would be seen by a third."""
        pair.wait(HANG)
        sleep(0.01)

    argon2 = VerificationCounter(meet)
    hasher = Hasher(argon2)
    kept = QUICK.hash(WORDS)
    assert at_once(12, lambda: hasher.verify(kept, WORDS)) == [True] * 12
    assert argon2.most == 2
    hasher, refused, are_refused = Hasher(VerificationCounter()), list[RateLimitExceeded](), Event()

    def in_the_crowd() -> object:
        try:
            with hasher.one_of_a_crowd(True):
                assert are_refused.wait(HANG), "more than one had a turn"
                return hasher.verify(kept, WORDS)
        except RateLimitExceeded as error:
            refused.append(error)
            if len(refused) == 7:
                are_refused.set()
            raise

    found = at_once(8, in_the_crowd)
    assert found.count(True) == 1
    assert sum(isinstance(one, RateLimitExceeded) for one in found) == 7


def test_a_crowd_at_one_address_leaves_the_others_their_turn_and_is_not_counted(
    school: Flask, classroom: Classroom, study: Study
) -> None:
    attacker = school.test_client()
    for number in range(100):
        try_in(attacker, f"Nobody {number}", WRONG, SCHOOL)
    before = attempts(study)
    with classroom.people.hasher.one_of_a_crowd(True):
        answer = try_in(attacker, "Nobody else", WRONG, SCHOOL)
        assert answer.status_code == 429
        assert answer.headers["Retry-After"] == "1"
        assert try_in(school.test_client(), "Miss Vine", WORDS, HOME).status_code == 302
    assert attempts(study) == before


def test_what_was_tried_is_never_in_the_log(school: Flask, classroom: Classroom) -> None:
    client = school.test_client()
    for _ in range(7):
        try_in(client, "orchard plain finesse candle", WRONG, STRANGER)
    lines = classroom.events.lines()
    assert {line.kind for line in lines} == {EventKind.ACCOUNT_MADE, EventKind.FAILED, EventKind.DELAYED}
    assert "no such name" in {line.detail for line in lines}
    assert not any("orchard" in line.detail or WRONG in line.detail for line in lines)


# ---- the library over our table -----------------------------------------------------------------------------------


def test_the_library_counts_in_our_table_as_in_its_own(study: Study, clock: FakeClock) -> None:
    from limits import RateLimitItemPerHour
    from limits.strategies import FixedWindowRateLimiter, MovingWindowRateLimiter

    from tutor.study.storage.rate_limiter import HitStorage

    three = RateLimitItemPerHour(3, namespace="trial")
    with study.database.writing() as connection:
        storage = HitStorage(connection, clock.now)
        assert storage.check()
        for strategy in (MovingWindowRateLimiter(storage), FixedWindowRateLimiter(storage)):
            assert [strategy.hit(three, "a") for _ in range(4)] == [True, True, True, False]
            assert strategy.test(three, "b")
            assert strategy.get_window_stats(three, "a").remaining == 0
            assert strategy.get_window_stats(three, "b").remaining == 3
            strategy.clear(three, "a")
            assert strategy.test(three, "a")
        assert not MovingWindowRateLimiter(storage).hit(three, "a", cost=4)
        assert storage.incr("trial/a", 3600, 2) == storage.get("trial/a") == 2
        assert storage.get_expiry("trial/a") == clock.now.timestamp() + 24 * 3600
        assert storage.reset() == 2
        later = HitStorage(connection, clock.now + timedelta(minutes=90))
        storage.incr("trial/a", 3600)
        assert later.get_moving_window("trial/a", 9, 3600) == (later.now.timestamp(), 0)
