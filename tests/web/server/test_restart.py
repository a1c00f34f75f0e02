"""A classroom that restarts while a class answers: nobody is refused, and every answer is saved."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from tests.robustness.ledger import Ledger, Question
from tests.robustness.pupil import Pupil
from tests.robustness.roomful import Roomful, furnished
from tests.robustness.served import BEGUN, Browser, Page, Served, Unanswered, database_in
from tests.support.databases import migrate
from tests.support.plain_server import listening_on
from tutor.study.classroom.assigned_work import MOST_QUESTIONS
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.database import HEAD
from tutor.web.server.handover import UnusableSocket, inherited_socket
from tutor.web.server.workers import can_fork

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not can_fork(), reason="one process serves everybody here"),
]
LEARNERS = 4
BETWEEN = 20
"""How many answers are acknowledged at the least before and after each restart."""
PATIENCE = 90.0
WORKERS = 2


@dataclass
class OneByOne(Browser):
    """Opens a connection for each request, as a proxy does, and notes each that came to nothing."""

    failed: list[str] = field(default_factory=list)

    def _ask(self, method: str, address: str, body: str | None = None, known: str = "") -> Page:
        self.leave()
        try:
            return super()._ask(method, address, body, known)
        except Unanswered as error:
            self.failed.append(f"{method} {address}: {error}")
            raise


class Class:
    """Pupils who answer until it is over."""

    def __init__(self, port: int, room: Roomful) -> None:
        self.ledger, self.room, self._over = Ledger(), room, Event()
        self.pupils = [Pupil(port, learner, name, self.ledger) for learner, name in room.learners.items()]
        for pupil in self.pupils:
            pupil.browser = OneByOne(port)
            pupil.come_in()
        self._threads = [Thread(target=self._learn, args=(pupil,)) for pupil in self.pupils]

    def _learn(self, pupil: Pupil) -> None:
        for attempt in count(1):
            for number in range(1, self.room.questions + 1):
                if self._over.is_set():
                    return
                try:
                    pupil.answer(Question(pupil.learner, self.room.drills[0], attempt, number))
                except Exception as error:  # in a thread, where nobody would hear of it
                    pupil.faults.append(repr(error))
                    return

    def __enter__(self) -> Class:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()
        for pupil in self.pupils:
            pupil.browser.leave()

    def goes_on(self) -> None:
        """Returns when a good many more answers have been acknowledged."""
        wanted = self.ledger.acknowledged + BETWEEN
        soon(lambda: self.ledger.acknowledged >= wanted or any(pupil.faults for pupil in self.pupils))

    @property
    def faults(self) -> list[str]:
        """What went wrong for anybody."""
        failed = [one for pupil in self.pupils for one in getattr(pupil.browser, "failed", ())]
        return [*failed, *(fault for pupil in self.pupils for fault in pupil.faults)]


def soon(is_so: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < until
        sleep(0.02)


@contextmanager
def classroom(file: Path, *arguments: str) -> Iterator[Served]:
    served = Served(file, file.parents[1], "--classroom", "--workers", str(WORKERS), "--host", "127.0.0.1", *arguments)
    served.start()
    try:
        soon(lambda: len(served.workers()) == WORKERS)
        yield served
    finally:
        served.kill()


def answers(served: Served) -> bool:
    browser = Browser(served.port)
    status = browser.get("/log-in").status
    browser.leave()
    return status == 200


def replaced(served: Served, former: set[int]) -> bool:
    now = set(served.workers())
    return len(now) == WORKERS and not now & former


def test_two_restarts_by_sighup_lose_no_answer_and_refuse_nobody(tmp_path: Path) -> None:
    file = tmp_path / "school" / FILE
    room = furnished(file, LEARNERS, MOST_QUESTIONS)
    with classroom(file) as served, Class(served.port, room) as learners:
        parent = served.parent
        for _ in range(2):
            learners.goes_on()
            former = set(served.workers())
            os.kill(parent, signal.SIGHUP)
            soon(lambda former=former: replaced(served, former))  # type: ignore[misc]
        learners.goes_on()
        assert served.parent == parent, "whoever watches over the process knows it still"
        assert served.log.count("Love All starts again.") == 2
    assert not learners.faults
    compared = learners.ledger.compare(file)
    assert not compared.faults
    assert len(compared.acknowledged) >= 3 * BETWEEN
    assert "Traceback" not in served.log


def started(listening: socket.socket, file: Path, log: Path) -> subprocess.Popen[bytes]:
    """A classroom to which a socket is passed on, as systemd does."""
    command = [sys.executable, "-m", "tutor", "serve", "--classroom", "--workers", str(WORKERS), "--no-browser"]
    passed = 'exec 3<&"$1"; shift; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
    with log.open("ab") as output:
        return subprocess.Popen(  # noqa: S603
            ["/bin/bash", "-c", passed, "bash", str(listening.fileno()), *command, "--data", str(file.parent)],
            pass_fds=[listening.fileno()],
            env=database_in(os.environ, file),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )


def test_two_restarts_behind_a_socket_of_systemd_lose_no_answer_and_refuse_nobody(tmp_path: Path) -> None:
    file, log = tmp_path / "school" / FILE, tmp_path / "log"
    room = furnished(file, LEARNERS, MOST_QUESTIONS)
    with closing(listening_on(0)) as listening:
        port = int(listening.getsockname()[1])
        process = started(listening, file, log)
        try:
            with Class(port, room) as learners:
                for _ in range(2):
                    learners.goes_on()
                    process.terminate()
                    assert process.wait(PATIENCE) == 0
                    process = started(listening, file, log)
                learners.goes_on()
        finally:
            process.terminate()
            process.wait(PATIENCE)
    assert not learners.faults
    compared = learners.ledger.compare(file)
    assert not compared.faults
    assert len(compared.acknowledged) >= 3 * BETWEEN
    said = log.read_text()
    assert said.count(f"Love All is at http://127.0.0.1:{port}/") == 3
    assert "Traceback" not in said


GOOD = "classroom = true\nworkers = 2\n"


@pytest.fixture(scope="module")
def by_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Path]]:
    """A classroom of which only the port and the folder are options, with its file of settings."""
    folder = tmp_path_factory.mktemp("by_file")
    file, settings = folder / "school" / FILE, folder / "love-all.toml"
    furnished(file, 1, 1)
    settings.write_text(GOOD)
    served = Served(file, folder, "--config", str(settings))
    served.start()
    try:
        soon(lambda: len(served.workers()) == WORKERS)
        yield served, settings
    finally:
        served.kill()


@pytest.mark.parametrize(
    ("wrong", "fault"),
    [
        ("wrokers = 2\n", "{file}:1: there is no setting ‘wrokers’. Did you mean workers?"),
        (f"{GOOD}proxied = true\n", "--proxied needs the name under which the proxy is reached"),
        (f'{GOOD}language = "xx"\n', "‘xx’ is not a language: no such language"),
        ('classroom = false\nhost = "127.0.0.1"\nworkers = 2\n', "are for a class: add --classroom."),
        (f"{GOOD}database-url = 'sqlite:////proc/nowhere/study.sqlite3'\n", "/proc/nowhere"),
    ],
)
def test_settings_that_are_wrong_leave_the_classroom_as_it_is(
    wrong: str, fault: str, by_file: tuple[Served, Path]
) -> None:
    served, settings = by_file
    former, said = set(served.workers()), len(served.log)
    settings.write_text(wrong)
    os.kill(served.parent, signal.SIGHUP)
    soon(lambda: "could not start again" in served.log[said:])
    assert fault.format(file=settings) in served.log[said:]
    assert "Traceback" not in served.log
    assert set(served.workers()) == former
    assert answers(served)


def test_once_the_settings_are_right_it_begins_anew(by_file: tuple[Served, Path]) -> None:
    served, settings = by_file
    former = set(served.workers())
    settings.write_text(GOOD)
    os.kill(served.parent, signal.SIGHUP)
    soon(lambda: replaced(served, former))
    assert answers(served)


HALF_INSTALLED = """
import os, sys
if "BROKEN" in os.environ and os.path.exists(os.environ["BROKEN"]):
    sys.modules["argon2"] = None
from tutor.__main__ import main
sys.argv[0] = "tutor"
main()
"""


def test_a_package_that_is_half_installed_leaves_the_classroom_as_it_is(tmp_path: Path) -> None:
    file, broken = tmp_path / "school" / FILE, tmp_path / "broken"
    furnished(file, 1, 1)
    served = Served(
        file,
        tmp_path,
        "--classroom",
        "--workers",
        str(WORKERS),
        command=("-c", HALF_INSTALLED),
        environment={"BROKEN": str(broken)},
    )
    served.start()
    try:
        soon(lambda: len(served.workers()) == WORKERS)
        former = set(served.workers())
        broken.touch()
        os.kill(served.parent, signal.SIGHUP)
        soon(lambda: "could not start again" in served.log)
        assert set(served.workers()) == former
        assert answers(served)
    finally:
        served.kill()


def test_a_restart_that_is_asked_for_during_the_start_waits_for_its_end(tmp_path: Path) -> None:
    """It is asked for once the address is told, before there are any workers."""
    file = tmp_path / "school" / FILE
    furnished(file, 1, 1)
    served = Served(file, tmp_path, "--classroom", "--workers", str(WORKERS), "--host", "127.0.0.1")
    served.start()
    try:
        os.kill(served.parent, signal.SIGHUP)
        soon(lambda: "Love All starts again." in served.log)
        soon(lambda: served.log.count(BEGUN) == 2 and len(served.workers()) == WORKERS)
        assert answers(served)
    finally:
        served.kill()


def test_a_tutor_that_is_stopped_while_it_looks_whether_it_could_begin_anew_stops(tmp_path: Path) -> None:
    file = tmp_path / "school" / FILE
    furnished(file, 1, 1)
    with classroom(file) as served:
        process = served.parent
        os.kill(process, signal.SIGHUP)
        os.kill(process, signal.SIGTERM)
        served.stop()
        assert "Love All starts again." not in served.log


def test_tables_that_change_wait_for_the_former_workers(tmp_path: Path) -> None:
    file = tmp_path / "school" / FILE
    furnished(file, 1, 1)
    before = f"{int(HEAD) - 1:04}"
    with classroom(file) as served:
        former = set(served.workers())
        migrate(file, before)
        os.kill(served.parent, signal.SIGHUP)
        soon(lambda: replaced(served, former))
        assert answers(served)
    assert list(file.parent.glob(f"study-before-{HEAD}-from-{before}-*"))


def test_a_socket_of_another_kind_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        monkeypatch.setattr("tutor.web.server.handover._FIRST_OF_SYSTEMD", os.dup(listening.fileno()))
        monkeypatch.setenv("LISTEN_FDS", "1")
        monkeypatch.setenv("LISTEN_PID", str(os.getpid() + 1))
        assert inherited_socket(None) is None, "it is another’s"
        monkeypatch.setenv("LISTEN_FDS", "1")
        monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
        with pytest.raises(UnusableSocket, match="ListenStream=127"):
            inherited_socket(None)
