"""The disk is full, the database can only be read, the clock is set back: a page says so, and nothing is lost."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import monotonic

from flask.testing import FlaskClient
from sqlalchemy import event

from tests.robustness.figures import Figures
from tests.robustness.served import Browser, Served, Unanswered
from tests.support.postgres import Server
from tutor.library.catalogue import Library, load
from tutor.study.storage.data_folder import FILE
from tutor.study.storage.database import url_of
from tutor.study.study import Study
from tutor.web.application import create_app
from tutor.web.services import Services

HANDS = "/practice/declare/"
READ = ("/", "/review/", "/progress", "/practice/", "/games/", "/table/", "/courses/")
"""Pages that ask the study for something."""


def all_circumstances() -> list[Figures]:
    """Each on both databases, but for the disk, which is the server’s own affair on PostgreSQL."""
    library = load()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(f"circumstances-{os.getpid()}")
        stack.callback(server.close)
        places: list[tuple[str, Path | str]] = [
            ("SQLite", Path(folder) / "one" / FILE),
            ("PostgreSQL", server.fresh("circumstances")),
        ]
        found = [_disk_full(Path(folder) / "full" / FILE)]
        for name, where in places:
            found.append(_clock_set_back(library, where, f"clock set back, {name}"))
        for name, where in places:
            found.append(_read_only(library, where, f"read-only, {name}", server))
        return found


# ---- the disk ----------------------------------------------------------------------------------------------------


def _disk_full(file: Path) -> Figures:
    """No file of the tutor’s may grow beyond a size, so that the system refuses to write more, as a full disk does.

    A file system of its own that is really full would want the rights to mount one.
    """
    began = monotonic()
    file.parent.mkdir()
    Study.open(file, lambda: datetime.now(UTC)).close()
    served = Served(file, file.parent)
    served.largest_file = file.stat().st_size + 400_000
    faults: list[str] = []
    served.start()
    learner, acknowledged = Browser(served.port), 0
    told = ""
    try:
        for number in range(500):
            status, text = _declare(learner, number)
            if status != 303:
                told = text
                break
            acknowledged += 1
        if "could not be saved" not in told or "Traceback" in told:
            faults.append(f"the page did not say so: {told[:300]}")
        faults += [fault for page in READ if (fault := _unreadable(learner, page))]
        faults += ["a traceback in the log"] if "Traceback" in served.log else []
    finally:
        learner.leave()
        served.kill()
    served.largest_file = None
    served.start()
    if _declare(learner, 1000)[0] != 303:
        faults.append("with room on the disk again nothing is kept")
    learner.leave()
    served.kill()
    with closing(Study.open(file, lambda: datetime.now(UTC))) as study:
        kept = len(study.answers.log())
        faults += [f"{item} is not remembered as it was answered" for item in study.reviews.rebuild().differed]
    if kept != acknowledged + 1:
        faults.append(f"{kept} answers are kept of {acknowledged + 1}")
    figures = {
        "acknowledged before": acknowledged,
        "kept": kept,
        "lost": acknowledged + 1 - kept,
        "seconds": round(monotonic() - began),
    }
    return Figures("disk full, SQLite", figures, tuple(faults))


def _unreadable(learner: Browser, page: str) -> str:
    """Why a page cannot be read; empty where it can, or says that it cannot be had now."""
    try:
        status = learner.get(page).status
    except Unanswered as error:
        return str(error)
    return "" if status in (200, 302, 503) else f"{page}: {status}"


def _declare(learner: Browser, number: int) -> tuple[int, str]:
    """Declares on a hand that is another for every number."""
    page = learner.get(f"{HANDS}?n={number}")
    while page.location:
        page = learner.get(page.location)
    token = page.text.partition('name="csrf_token" value="')[2].partition('"')[0]
    action = page.text.partition(f'action="{HANDS}')[2].partition('"')[0]
    try:
        answered = learner.post(f"{HANDS}{action}", {"csrf_token": token, "answer": "leave"})
    except Unanswered as error:
        return 0, str(error)
    return answered.status, answered.text


# ---- reading only, and the clock ---------------------------------------------------------------------------------


def _read_only(library: Library, where: Path | str, name: str, server: Server) -> Figures:
    """What is kept can be read and nothing be written: SQLite is told so for each connection, PostgreSQL by its owner.

    Rights on the file would not do: whoever runs this as root may write all the same.
    """
    with _reader(library, where, lambda: datetime.now(UTC)) as (client, study):
        before = study.answers.log()
        if isinstance(where, Path):
            study.database.close()
            event.listen(study.database._engine, "connect", lambda raw, _: raw.execute("PRAGMA query_only = ON"))
        else:
            database = url_of(where).database
            server.run(f'ALTER DATABASE "{database}" SET default_transaction_read_only = on')
            study.database.close()
        faults = [f"{page}: {status}" for page in READ if (status := client.get(page).status_code) not in (200, 302)]
        refused = client.post(f"{HANDS}AKJ762.765.A43.4", data={"answer": "leave"})
        if refused.status_code != 503 or "could not be saved" not in refused.text:
            faults.append(f"the page did not say so: {refused.status_code}, {refused.text[:300]}")
        if study.answers.log() != before:
            faults.append("what was kept has changed")
    return Figures(name, {"pages read": len(READ), "kept": len(before)}, tuple(faults))


def _clock_set_back(library: Library, where: Path | str, name: str) -> Figures:
    """Answers that come before those before them; holidays too."""
    random = Random(name)
    now = [datetime(2026, 6, 1, 9, tzinfo=UTC)]
    faults: list[str] = []
    sent = 0
    with _reader(library, where, lambda: now[0]) as (client, study):
        for game in list(library.games.values())[:4]:
            for decision in game.decisions[:5]:
                answered = client.post(f"/games/{game.id}/decisions/{decision.id}", data={"answer": "tell"})
                sent += answered.status_code == 303
                if answered.status_code >= 500:
                    faults.append(f"{answered.status_code} for {decision.id}")
                now[0] += random.choice(
                    (timedelta(minutes=1), timedelta(days=3), -timedelta(days=4), -timedelta(days=400))
                )
            client.post("/review/holiday", data={"holiday": random.choice(("begin", "end"))})
            faults += [
                f"{page}: {status}" for page in READ if (status := client.get(page).status_code) not in (200, 302)
            ]
        client.post("/review/holiday", data={"holiday": "end"})
        kept = sum(hasattr(line, "answer") for line in study.answers.log())
        faults += [f"{item} is not remembered as it was answered" for item in study.reviews.rebuild().differed]
    if kept != sent or not kept:
        faults.append(f"{kept} answers are kept of {sent}")
    return Figures(name, {"answers": sent, "kept": kept, "lost": sent - kept}, tuple(faults))


@contextmanager
def _reader(library: Library, where: Path | str, clock: Callable[[], datetime]) -> Iterator[tuple[FlaskClient, Study]]:
    with closing(Study.open(where, clock)) as study:
        app = create_app(Services.of(library, study, Random(7)), b"only for trials, and long enough")
        app.config["WTF_CSRF_ENABLED"] = False
        yield app.test_client(), study
