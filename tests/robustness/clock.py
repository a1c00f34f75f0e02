"""The clock of a served classroom set back and forward, while people work: nobody is kept out, nothing is lost."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

from sqlalchemy import select

from tests.robustness.figures import Figures
from tests.robustness.ledger import Ledger, Question
from tests.robustness.places import places, sqlite_alone
from tests.robustness.pupil import Pupil, Refused
from tests.robustness.roomful import Roomful, furnished
from tests.robustness.served import Served, Unanswered
from tests.robustness.shifted import SETTINGS, write_settings
from tutor.study.storage.tables import MemoryRow
from tutor.study.study import Study

HOUR = 3600.0
SETTINGS_OF_THE_CLOCK = (-HOUR, 0.0, 3 * HOUR, -2 * HOUR, 0.0)
"""By how many seconds the wall clock is wrong, one after another: back, forward, far back, and right in the end."""
LONGEST_LOCK_OUT = 16 * 60.0
"""Seconds after which somebody who mistyped is let in again, whatever was done to the clock meanwhile."""
MOST_GUESSES = 40
PAGES = ("/", "/review/", "/progress", "/assignments/", "/account", "/practice/")
LEARNERS = 3


def move_the_clock(*, everywhere: bool = True) -> list[Figures]:
    """The same on SQLite and, unless it is to be short, on PostgreSQL."""
    if not everywhere:
        with sqlite_alone() as file:
            return [_moved(file, "SQLite")]
    with places("clock") as (file, address, _):
        return [_moved(file, "SQLite"), _moved(address, "PostgreSQL")]


def _moved(where: Path | str, name: str) -> Figures:
    room, ledger, began = furnished(where, LEARNERS, 12), Ledger(), monotonic()
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "clock"
        write_settings(settings)
        served = Served(
            where,
            Path(folder),
            *("--classroom", "--workers", "2", "--host", "127.0.0.1"),
            command=("-m", "tests.robustness.shifted"),
            environment={SETTINGS: str(settings)},
        )
        served.start()
        try:
            trial = _Trial(served, settings, room, ledger)
            trial.run()
        finally:
            served.kill()
        faults = trial.faults + (["a traceback in the log"] if "Traceback" in served.log else [])
    compared = ledger.compare(where)
    faults += _senseless_reviews(where, 3 * HOUR)
    figures = {"times set": trial.times, "pages": trial.pages, "lock-outs": trial.lock_outs, **compared.figures}
    return Figures(name, figures | {"seconds": round(monotonic() - began)}, (*compared.faults, *faults))


class _Trial:
    """What is done while the clock is set, and what is wrong with what comes of it."""

    def __init__(self, served: Served, settings: Path, room: Roomful, ledger: Ledger) -> None:
        self._settings, self._room, self._port, self._ledger = settings, room, served.port, ledger
        self.faults: list[str] = []
        self.times = self.pages = self.lock_outs = 0
        first, second, self._mistypes = room.learners
        self._pupils = [Pupil(served.port, one, room.learners[one], ledger) for one in (first, second)]

    def run(self) -> None:
        """Goes through all settings of the clock; each question is opened before and answered after one of them."""
        for pupil in self._pupils:
            pupil.come_in()
        for turn, wall in enumerate(SETTINGS_OF_THE_CLOCK):
            forms = [self._opened(pupil, turn) for pupil in self._pupils]
            write_settings(self._settings, wall)
            self.times += 1
            for pupil, form in zip(self._pupils, forms, strict=True):
                self._go_on(pupil, turn, wall, form)
        write_settings(self._settings)
        self._lock_out(-HOUR, passed_before=0.0)
        self._lock_out(HOUR, passed_before=LONGEST_LOCK_OUT)

    def _opened(self, pupil: Pupil, turn: int) -> tuple[str, dict[str, str]] | None:
        try:
            return pupil.open(self._question(pupil, turn, 1))
        except (Refused, Unanswered) as error:
            self.faults.append(str(error))
            return None

    def _question(self, pupil: Pupil, turn: int, place: int) -> Question:
        return Question(pupil.learner, self._room.drills[0], 1, 2 * turn + place)

    def _go_on(self, pupil: Pupil, turn: int, wall: float, form: tuple[str, dict[str, str]] | None) -> None:
        """Sends the form that was opened before, sees every page, and answers another question."""
        told = f"with the clock {wall / HOUR:+.0f} h: "
        try:
            if form is not None and (status := pupil.send(self._question(pupil, turn, 1), *form)) != 303:
                self.faults.append(f"{told}{status} for a form that was opened before")
            for address in PAGES:
                page = pupil.browser.get(address)
                self.pages += 1
                if page.status != 200:
                    self.faults.append(f"{told}{page.status} for {address}, on to {page.location!r}")
            pupil.answer(self._question(pupil, turn, 2))
        except (Refused, Unanswered) as error:
            self.faults.append(f"{told}{error}")
        self.faults += [told + fault for fault in pupil.faults]
        pupil.faults.clear()
        other = Pupil(self._port, pupil.learner, pupil.name, self._ledger)
        if (status := other.log_in()) != 302:
            self.faults.append(f"{told}{status} for somebody who logs in")
        other.browser.leave()

    def _lock_out(self, wall: float, passed_before: float) -> None:
        """Somebody mistypes until it is enough; then the clock is set, and as much time passes as a lock-out lasts."""
        write_settings(self._settings, passed=passed_before)
        learner = self._mistypes
        for _ in range(MOST_GUESSES):
            pupil = Pupil(self._port, learner, self._room.learners[learner], self._ledger)
            if pupil.log_in("another passphrase altogether") == 429:
                self.lock_outs += 1
                break
        else:
            self.faults.append(f"{MOST_GUESSES} wrong guesses were let through")
        write_settings(self._settings, wall=wall, passed=passed_before)
        self.times += 1
        pupil.log_in("another passphrase altogether")
        write_settings(self._settings, wall=wall, passed=passed_before + LONGEST_LOCK_OUT)
        pupil.browser.leave()  # nobody keeps a connection open for so long
        if (status := pupil.log_in()) != 302:
            minutes = round(LONGEST_LOCK_OUT / 60)
            self.faults.append(f"with the clock {wall / HOUR:+.0f} h a lock-out outlasts {minutes} minutes: {status}")
        pupil.browser.leave()


def _senseless_reviews(where: Path | str, furthest: float) -> list[str]:
    """What is remembered that cannot be: learnt later than any clock ever said, or due before it was learnt."""
    study, latest = Study.open(where, lambda: datetime.now(UTC)), datetime.now(UTC) + timedelta(seconds=furthest + HOUR)
    with study.database.reading() as connection:
        rows = connection.execute(select(MemoryRow)).mappings().all()
    study.close()
    faults = [] if rows else ["nothing is remembered"]
    for row in rows:
        if row["last_review"] > latest or not row["last_review"] <= row["due"] <= latest + timedelta(days=60):
            faults.append(f"{row['item']} was reviewed at {row['last_review']} and is due at {row['due']}")
        if not (row["stability"] > 0 and 1 <= row["difficulty"] <= 10):
            faults.append(f"{row['item']} has stability {row['stability']} and difficulty {row['difficulty']}")
    return faults
