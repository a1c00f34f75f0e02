"""Files that take a while: a queue with a limit, each job taken once, none lost when whoever makes it is gone."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Barrier
from time import monotonic, sleep

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.clock import FakeClock
from tests.support.databases import sql
from tests.support.exporting import exported
from tests.support.school import log_in
from tutor.exchange.exporters import exporter
from tutor.exchange.files import ExportedFile, Progress
from tutor.exchange.formats import gift
from tutor.exchange.questions import Stock
from tutor.study.classroom.classroom import Classroom
from tutor.study.clock import wall_time
from tutor.study.storage import jobs
from tutor.study.storage.database import Database
from tutor.study.storage.jobs import ClaimedJob, Job, Queue
from tutor.study.study import Study
from tutor.web.export import file_jobs
from tutor.web.server import jobs as working
from tutor.web.server.jobs import FAILED, ByProcess, run_job
from tutor.web.services import Services

WHAT = "0 1 beginner course:odds"
DECK = ExportedFile("a.apkg", "application/octet-stream", b"\0deck")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def queue(study: Study, clock: FakeClock) -> Queue:
    return Queue(study.database, clock, 1)


def taken_from(queue: Queue) -> ClaimedJob:
    found = queue.take()
    assert found is not None
    return found


@pytest.mark.databases
def test_a_job_waits_tells_how_far_it_is_and_then_has_its_file(study: Study, queue: Queue) -> None:
    key = study.jobs.begin("anki", "bridge", b"sent along")
    assert study.jobs.find(key) == Job(key, "anki", "bridge", 0, 0, has_ended=False, place=1)
    taken = taken_from(queue)
    assert (taken.id, taken.learner, taken.kind, taken.what, taken.sent) == (key, 1, "anki", "bridge", b"sent along")
    assert queue.taken(key, taken.begun_at) == taken
    assert queue.move(taken, 3, 10)
    assert study.jobs.find(key) == Job(key, "anki", "bridge", 3, 10, has_ended=False)
    assert study.jobs.file(key) is None, "what was sent along is not what was made"
    assert queue.end(taken, DECK.name, DECK.mimetype, DECK.content)
    done = study.jobs.find(key)
    assert done is not None
    assert (done.is_ready, done.done, done.name, done.place) == (True, 10, "a.apkg", 0)
    assert study.jobs.file(key) == b"\0deck"
    assert study.jobs.find(key + 1) is None
    assert queue.take() is None


@pytest.mark.databases
def test_no_more_are_made_at_once_than_may_be_and_each_has_its_place(study: Study, queue: Queue, where: Path) -> None:
    with closing(Database.open(where)) as elsewhere:
        another = Queue(elsewhere, study.clock, 1)
        keys = [study.jobs.begin("gift", WHAT) for _ in range(3)]
        assert [job.place for job in study.jobs.all()] == [3, 2, 1]
        first = taken_from(queue)
        assert first.id == keys[0], "who waited longest comes first"
        assert another.take() is None, "in the whole installation"
        assert [job.place for job in study.jobs.all()] == [2, 1, 0]
        assert queue.fail(first, "It would not.")
        assert taken_from(another).id == keys[1]
        assert [job.place for job in study.jobs.all()] == [1, 0, 0]


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.parametrize("most", [1, 3, 100])
def test_each_job_is_taken_once_whoever_tries_at_the_same_moment(study: Study, where: Path | str, most: int) -> None:
    tutors = [Database.open(where) for _ in range(2)]
    sql(where, *(f"INSERT INTO learner {_learner(number)}" for number in range(2, 5)))
    for number in range(1, 5):
        for _ in range(jobs.MOST_OPEN):
            study.of(number).jobs.begin("gift", WHAT)
    begun = Barrier(8)

    def take(number: int) -> list[int]:
        queue, found = Queue(tutors[number % 2], study.clock, most), list[int]()
        begun.wait()
        for _ in range(4):
            taken = queue.take()
            if taken is not None:
                found.append(taken.id)
        return found

    with ThreadPoolExecutor(8) as pool:
        found = [key for keys in pool.map(take, range(8)) for key in keys]
    for tutor in tutors:
        tutor.close()
    assert len(found) == len(set(found)) == min(most, 12)
    assert sql(where, "SELECT count(*) FROM job WHERE begun_at IS NOT NULL") == [(len(found),)]


def _learner(number: int) -> str:
    columns = "id, name, folded, real_name, role, epoch, skeleton"
    return f"({columns}) VALUES ({number}, 'n{number}', 'n{number}', '', 'learner', 0, '')"


@pytest.mark.databases
def test_who_lost_a_job_meanwhile_cannot_end_it(study: Study, queue: Queue, clock: FakeClock) -> None:
    """Somebody stood still for so long that another has taken it; what the first brings at last is not wanted."""
    key = study.jobs.begin("anki", "bridge")
    first = taken_from(queue)
    clock.now += jobs.STILL + timedelta(seconds=1)
    second = taken_from(queue)
    assert (second.id, first.begun_at < second.begun_at) == (key, True)
    assert queue.taken(key, first.begun_at) is None
    assert not queue.move(first, 5, 10)
    assert not queue.touch(first)
    assert not queue.end(first, "wrong", "text/plain", b"wrong")
    assert not queue.fail(first, "wrong")
    run_job(queue, first, lambda _, tell: _told(tell))
    assert study.jobs.find(key) == Job(key, "anki", "bridge", 0, 0, has_ended=False)
    assert queue.touch(second)
    assert queue.end(second, DECK.name, DECK.mimetype, DECK.content)
    assert not queue.fail(second, "after the end"), "it ends once"
    assert study.jobs.file(key) == DECK.content


def _told(tell: Progress) -> ExportedFile:
    tell(1, 1)
    raise AssertionError("it goes on although nobody wants it")


@pytest.mark.databases
def test_what_ended_its_makers_twice_is_given_up_and_reported(study: Study, queue: Queue, clock: FakeClock) -> None:
    key = study.jobs.begin("anki", "bridge", b"sent")
    for _ in range(jobs.MOST_ATTEMPTS):
        assert taken_from(queue).id == key
        clock.now += jobs.STILL + timedelta(seconds=1)
    assert queue.take() is None
    job = study.jobs.find(key)
    assert job is not None
    assert (job.has_ended, job.is_ready, job.fault) == (True, False, jobs.STOPPED)
    assert study.jobs.file(key) is None


@pytest.mark.databases
def test_what_is_given_back_waits_again_and_a_stop_that_was_meant_does_not_count(study: Study, queue: Queue) -> None:
    key = study.jobs.begin("anki", "bridge")
    for _ in range(5):
        queue.give_back(taken_from(queue), counts=False)
    for _ in range(jobs.MOST_ATTEMPTS):
        queue.give_back(taken_from(queue), counts=True)
    assert study.jobs.find(key).fault == jobs.STOPPED  # type: ignore[union-attr]


@pytest.mark.databases
def test_what_waits_is_there_after_a_restart(study: Study, where: Path | str) -> None:
    key = study.jobs.begin("anki", "bridge", b"sent")
    study.close()
    with closing(Database.open(where)) as again:
        assert taken_from(Queue(again, wall_time)).id == key


@pytest.mark.databases
def test_a_learner_has_three_open_at_once(study: Study, queue: Queue) -> None:
    for _ in range(3):
        study.jobs.begin("anki", "bridge")
    with pytest.raises(jobs.TooManyJobs, match="Wait for one"):
        study.jobs.begin("qti", "bridge")
    queue.fail(taken_from(queue), "It would not.")
    study.jobs.begin("qti", "bridge")


@pytest.mark.databases
def test_old_files_are_swept_and_nobody_has_another_learners(
    study: Study, queue: Queue, clock: FakeClock, where: Path | str
) -> None:
    sql(where, f"INSERT INTO learner {_learner(2)}")
    timed = Study(study.database, clock)
    key = timed.jobs.begin("anki", "bridge")
    queue.end(taken_from(queue), DECK.name, DECK.mimetype, DECK.content)
    assert timed.of(2).jobs.find(key) is None
    assert timed.of(2).jobs.file(key) is None
    assert timed.jobs.file(key) == DECK.content
    clock.now += timedelta(hours=25)
    new = timed.jobs.begin("anki", "bridge")
    assert [job.id for job in timed.jobs.all()] == [new]
    assert timed.jobs.file(key) is None


@pytest.mark.slow
def test_the_page_shows_the_place_in_the_queue(
    client: FlaskClient, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "wake", lambda: None)
    monkeypatch.setattr("tutor.web.export.exports.wake", lambda: None)
    pages = [client.post("/exports/gift/course:odds").location for _ in range(3)]
    for page, told in zip(pages, ("next", "number 2", "number 3"), strict=True):
        text = client.get(page).text
        assert f"Your file is {told} in the queue." in text
        assert "data-watched" in text
        assert '<meta http-equiv="refresh"' in text
    queue = Queue(study.database, study.clock)
    taken_from(queue)
    assert "Your file is being made" in client.get(pages[0]).text
    assert "number 2" not in client.get(pages[1]).text


def test_what_waits_for_a_learner_who_is_forgotten_is_not_made(
    school: Flask, classroom: Classroom, study: Study, queue: Queue
) -> None:
    """His jobs go with him, and whoever makes one finds nobody to give it to."""
    member = classroom.people.enrol("Jack", "", "finesse candle orchard plain")
    study.of(member.id).jobs.begin("gift", WHAT)
    taken = taken_from(queue)
    sql(Path(study.database.place), "DELETE FROM job")
    assert not queue.end(taken, DECK.name, DECK.mimetype, DECK.content)
    assert log_in(school.test_client(), "Jack").status_code in (302, 303)


# ---- the process that makes them ---------------------------------------------------------------------------------


@contextmanager
def process(folder: Path) -> Iterator[tuple[Study, ByProcess]]:
    study = Study.open(folder / "study.sqlite3", wall_time)
    worker = ByProcess(study.database, study.clock, folder, 1)
    worker.start()
    yield study, worker
    worker.stop()
    study.close()


def until(true: Callable[[], bool], seconds: float = 180) -> None:
    end = monotonic() + seconds
    while not true():
        assert monotonic() < end, "it does not come to that"
        sleep(0.05)


def ended(study: Study, key: int) -> Job | None:
    job = study.jobs.find(key)
    return job if job is not None and job.has_ended else None


def children() -> list[int]:
    """The processes that this one has started, which make files."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        fields = status.read_text().rpartition(")")[2].split()
        line = (status.parent / "cmdline").read_text()
        if int(fields[1]) == os.getpid() and "tutor.web.export.file_jobs" in line:
            found.append(int(status.parent.name))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="whose child a process is, is not told here")
def test_a_process_of_low_priority_makes_the_files_and_another_takes_its_place(tmp_path: Path) -> None:
    with process(tmp_path) as (study, worker):
        keys = [study.jobs.begin("epub", "0 1 beginner course:odds") for _ in range(2)]
        worker.wake()
        until(lambda: bool(children()))
        (child,) = children()
        low = min(19, os.getpriority(os.PRIO_PROCESS, 0) + working.NICENESS)
        until(lambda: os.getpriority(os.PRIO_PROCESS, child) == low)
        os.kill(child, signal.SIGKILL)
        until(lambda: all(ended(study, key) for key in keys))
        assert all(job.is_ready for job in study.jobs.all())
        assert sql(tmp_path / "study.sqlite3", "SELECT attempts FROM job ORDER BY id") == [(2,), (1,)]
        assert child not in children()
        assert len(children()) == 1, "one process makes them one after another"
    until(lambda: not children())


@pytest.mark.slow
def test_what_is_being_made_when_the_tutor_stops_waits_again(tmp_path: Path) -> None:
    with process(tmp_path) as (study, worker):
        key = study.jobs.begin("epub", "0 1 beginner course:odds")
        worker.wake()
        until(lambda: sql(tmp_path / "study.sqlite3", "SELECT begun_at IS NOT NULL FROM job") == [(1,)])
        worker.stop()
        job = study.jobs.find(key)
        assert job is not None
        assert job.place == 1
        assert sql(tmp_path / "study.sqlite3", "SELECT attempts FROM job") == [(0,)]


@pytest.mark.slow
def test_a_file_that_cannot_be_made_is_told_and_the_next_is_made(
    app: Flask, app_parts: Services, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> ExportedFile:
        raise ZeroDivisionError

    study = app_parts.study
    monkeypatch.setattr(gift, "EXPORTER", replace(exporter("gift"), export=fail))
    keys = [study.jobs.begin(kind, WHAT) for kind in ("gift", "none", "qti")]
    queue = Queue(study.database, study.clock, 1)
    for _ in keys:
        run_job(queue, taken_from(queue), file_jobs.file_maker(app))
    found = [study.jobs.find(key) for key in keys]
    assert [job.fault for job in found if job] == [FAILED, found[1].fault if found[1] else "", ""]
    assert found[1] is not None
    assert "no kind of file" in found[1].fault or "kind of file" in found[1].fault
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.slow
def test_what_the_process_makes_is_what_would_be_made_here(app: Flask, app_parts: Services) -> None:
    study = app_parts.study
    key = study.jobs.begin("gift", "3 1 beginner course:odds")
    queue = Queue(study.database, study.clock)
    run_job(queue, taken_from(queue), file_jobs.file_maker(app))
    stock = Stock(app_parts.library, app_parts.courses, app_parts.makers)
    assert study.jobs.file(key) == exported("gift", stock, "course:odds", seed=3).content
