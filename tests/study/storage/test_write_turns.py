"""Somebody who writes and does not come to an end: pages are read all the same, and who would write is told soon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier, Event, Thread
from time import monotonic, sleep

import pytest
from flask.testing import FlaskClient
from sqlalchemy import create_engine, event, text

from tests.support.databases import HANG, sql
from tutor.study.answers.answer import Answer
from tutor.study.answers.saved_positions import SavedPosition
from tutor.study.storage.database import Database, DatabaseBusy, url_of
from tutor.study.storage.write_turns import SLOW, NoTurn, Turns
from tutor.study.study import Study

THREADS = 4
ANSWER = Answer("game", "one/call-1", "leave", "best", "hel-lead-trump-plain")
PAGES = ("/", "/review/", "/progress", "/games/hel-game-01/card/4?seat=a")


@contextmanager
def held(where: Path | str) -> Iterator[None]:
    """The database while somebody else is in the middle of writing."""
    engine = create_engine(url_of(where))
    if isinstance(where, Path):
        event.listen(engine, "connect", lambda raw, _: setattr(raw, "isolation_level", None))
    with engine.connect() as connection:
        if isinstance(where, Path):
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            connection.execute(text("LOCK TABLE answer, place, learner, setting IN EXCLUSIVE MODE"))
        yield
        connection.rollback()
    engine.dispose()


@pytest.mark.slow
@pytest.mark.databases
def test_pages_are_read_and_forms_are_sent_away_while_somebody_else_writes(
    client: FlaskClient, where: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many threads as serve the pages, asked by more who write than who read; each is timed from when it asked."""
    waits, tell = list[bool](), Turns.tell

    def counted(turns: Turns, *, held_elsewhere: bool) -> None:
        """Notes each writer who waited for the database, to the end of its patience."""
        waits.extend([True] * held_elsewhere)
        tell(turns, held_elsewhere=held_elsewhere)

    monkeypatch.setattr(Turns, "tell", counted)
    for page in PAGES:
        client.get(page)
    reads, writes = list[float](), list[float]()

    def read(asked: float, page: str) -> None:
        assert client.application.test_client().get(page).status_code == 200
        reads.append(monotonic() - asked)

    def write(asked: float) -> None:
        form = {"cap": "20", "new": "5", "level": "beginner"}
        answered = client.application.test_client().post("/review/settings", data=form)
        assert answered.status_code == 503
        assert 1 <= int(answered.headers["Retry-After"]) <= 30
        assert "Nothing has been changed" in answered.text
        writes.append(monotonic() - asked)

    with held(where), ThreadPoolExecutor(THREADS) as pool:
        asked = []
        for number in range(60):
            asked += [pool.submit(write, monotonic()), pool.submit(write, monotonic())]
            asked.append(pool.submit(read, monotonic(), PAGES[number % len(PAGES)]))
            sleep(0.1)
        for one in asked:
            one.result()
        assert len(reads) == 60, "all were read while it was held"
    assert len(writes) == 120
    assert max(reads + writes) < HANG
    assert 1 <= len(waits) < len(writes) / 2, "after the first, one at a time waits, and the others are sent away"
    saved = client.post("/review/settings", data={"cap": "20", "new": "5", "level": "beginner"})
    assert saved.status_code == 303, "and all goes on afterwards"


@pytest.mark.databases
@pytest.mark.usefixtures("long_waits")
def test_what_a_page_saves_by_the_way_is_not_waited_for(study: Study, where: Path | str) -> None:
    study.positions.save(SavedPosition("one", 3, "a"))
    with held(where):
        began = monotonic()
        study.positions.save(SavedPosition("one", 4, "a"))
        assert monotonic() - began < HANG
    assert study.positions.all() == (SavedPosition("one", 3, "a"),)
    study.positions.save(SavedPosition("one", 5, "a"))
    assert study.positions.all() == (SavedPosition("one", 5, "a"),)


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.usefixtures("long_waits")
def test_who_waits_for_a_writing_that_ends_in_time_is_served(study: Study, where: Path | str) -> None:
    with ThreadPoolExecutor(1) as pool:
        with held(where):
            waiting = pool.submit(study.answers.record, ANSWER)
            sleep(0.6)
            assert not waiting.done()
        waiting.result(HANG)
    assert sql(where, "SELECT count(*) FROM answer") == [(1,)]


@pytest.mark.slow
@pytest.mark.databases
@pytest.mark.usefixtures("long_waits")
def test_many_who_write_at_once_are_all_served(study: Study, where: Path | str) -> None:
    """Two tutors of four threads each, with one database."""
    others = [study, Study(Database.open(where), study.clock)]
    with ThreadPoolExecutor(2 * THREADS) as pool:
        list(pool.map(lambda number: others[number % 2].answers.record(ANSWER, idempotency_key=str(number)), range(80)))
    others[1].close()
    assert sql(where, "SELECT count(*), count(DISTINCT once) FROM answer") == [(80, 80)]


@pytest.mark.slow
@pytest.mark.databases
def test_an_error_says_that_it_is_busy_and_that_nothing_was_saved(study: Study, where: Path | str) -> None:
    with held(where), pytest.raises(DatabaseBusy, match=r"could not be saved: .*Nothing has been changed"):
        study.answers.record(ANSWER)
    assert study.answers.log() == ()


# ---- turns -------------------------------------------------------------------------------------------------------


def together(*deeds: Callable[[], None]) -> list[Thread]:
    threads = [Thread(target=deed) for deed in deeds]
    for thread in threads:
        thread.start()
    return threads


def test_no_more_have_a_turn_at_once_than_may() -> None:
    turns, inside, most = Turns(2), list[int](), list[int]()
    begun = Barrier(8)

    def work() -> None:
        begun.wait()
        with turns.turn():
            inside.append(1)
            most.append(len(inside))
            sleep(0.01)
            inside.pop()

    for thread in together(*[work] * 8):
        thread.join()
    assert max(most) == 2
    assert len(most) == 8


@pytest.mark.slow
def test_who_comes_behind_somebody_slow_is_sent_away() -> None:
    looks, refused = list[float](), list[int]()

    def now() -> float:
        """Half a second later at each look."""
        looks.append(SLOW * len(looks) / 2)
        return looks[-1]

    turns = Turns(1, now)
    with turns.turn():
        for _ in range(2):
            with pytest.raises(NoTurn), turns.turn():
                pass
            refused.append(len(looks))
    assert refused == [3, 4], "for a moment one waits, and no more when it is known to be slow"
    with turns.turn():
        pass


@pytest.mark.usefixtures("long_waits")
def test_while_the_database_is_held_elsewhere_one_tries_and_nobody_waits() -> None:
    turns = Turns(1)
    turns.tell(held_elsewhere=True)
    began = monotonic()
    with turns.turn(), pytest.raises(NoTurn), turns.turn():
        pass
    assert monotonic() - began < HANG
    turns.tell(held_elsewhere=False)
    inside, over = Event(), list[bool]()

    def hold() -> None:
        with turns.turn():
            inside.set()
            sleep(0.2)
            over.append(True)

    (holder,) = together(hold)
    assert inside.wait(HANG)
    with turns.turn():
        assert over, "it waits again"
    holder.join()


@pytest.mark.usefixtures("long_waits")
def test_who_waits_for_nobody_is_sent_away_at_once() -> None:
    turns = Turns(1)
    began = monotonic()
    with turns.turn(), pytest.raises(NoTurn), turns.turn(waits=False):
        pass
    assert monotonic() - began < HANG
