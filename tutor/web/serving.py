"""`tutor serve`: the pages; on this machine only, unless they are for a class."""

from __future__ import annotations

import gc
import os
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from threading import Thread
from time import sleep

import click
from waitress.server import create_server

from tutor.authorities import AUTHORITIES
from tutor.errors import TutorError
from tutor.library.catalogue import load
from tutor.study.classes import spaced
from tutor.study.classroom import Classroom
from tutor.study.clock import MachineClock, settle
from tutor.study.database import Database
from tutor.study.folder import data_folder, open_study
from tutor.study.store import Study
from tutor.web import jobs
from tutor.web.application import LOCAL_NAMES, create_app
from tutor.web.jobs import ByProcess
from tutor.web.parts import Parts, taught
from tutor.web.workers import can_fork, run

HOST, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - a class is in the same network
THREADS = 4
CONNECTIONS = 1000
FIRST_PORT = 8000
PORTS_TRIED = 50
_SOMEWHERE = ("192.0.2.1", 9)
"""An address kept for examples, in no network (RFC 5737)."""
PAUSE = 0.01
"""Seconds between two things that are done while nobody waits for them."""


class PortTaken(TutorError):
    """The port asked for is in use."""


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="The port; by default 8000, or the next that is free.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder for what you answer.")
@click.option(
    "--browser/--no-browser", default=None, help="Whether to open a browser; by default where there is a screen."
)
@click.option("--classroom", is_flag=True, help="For a class: everybody logs in, and teachers set work and follow it.")
@click.option("--host", help="Where a classroom listens; by default at every address of this machine.")
@click.option("--name", "names", multiple=True, help="A name by which a classroom is reached; may be repeated.")
@click.option("--proxied", is_flag=True, help="A proxy of yours stands before the classroom, and speaks https.")
@click.option("--workers", type=click.IntRange(1, 64), help="Processes of a classroom; by default one for each core.")
def serve(
    port: int | None,
    data: Path | None,
    browser: bool | None,
    classroom: bool,
    host: str | None,
    names: tuple[str, ...],
    proxied: bool,
    workers: int | None,
) -> None:
    """Start the tutor in a local web page; with --classroom, for a class."""
    if not classroom and (host or names or proxied or workers):
        raise click.UsageError("--host, --name, --proxied and --workers are for a class: add --classroom.")
    folder = data_folder(data)
    clock = MachineClock.start()
    study = open_study(folder, clock)
    with study.database.writing() as connection:
        settle(connection, clock.steady())
    study.database.check()
    for caution in study.database.cautions():
        click.echo(f"Caution: {caution}", err=True)
    secret, place = _secret(folder, study.database), study.database.place
    listening = _listen(port, (host or EVERYWHERE) if classroom else HOST)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    if classroom:
        address += _first_page(study)
    study.close()  # each process opens its own
    click.echo(f"Love All is at {address}")
    outside = (*names, *_own_names()) if classroom else ()
    if classroom:
        port = listening.getsockname()[1]
        click.echo(f"The class reaches it at {' or '.join(f'http://{name}:{port}/' for name in outside)}")
    click.echo(f"What you answer is kept in {place}\nPress Ctrl-C to stop.")
    if _has_screen() if browser is None else browser:
        webbrowser.open(address)
    library = load()
    taught(library)
    gc.freeze()  # what was loaded stays: to look it through for garbage would hold up every large page

    def work() -> None:
        own = open_study(folder, clock)
        parts = Parts.of(library, own, Random(), has_classes=classroom)
        app = create_app(parts, secret, (*LOCAL_NAMES, *outside), proxied=proxied)
        Thread(target=_audit, args=(parts,), daemon=True).start()
        worker = app.extensions[jobs.EXTENSION] = ByProcess(own.database, own.clock, folder)
        worker.start()
        try:
            create_server(
                app,
                sockets=[listening],
                threads=THREADS,
                ident=None,
                connection_limit=CONNECTIONS,
                asyncore_use_poll=True,
            ).run()
        finally:
            worker.stop()
            own.close()

    count = (workers or os.cpu_count() or 1) if classroom else 1
    if count > 1 and can_fork():
        run(work, count)
    else:
        work()


def _first_page(study: Study) -> str:
    """Where a classroom without a teacher makes his account; nothing where one teaches already."""
    classroom = Classroom.of(study.database, study.clock, SystemRandom())
    written = classroom.entrance.slip_for_first_teacher()
    if written is None:
        return ""
    click.echo("Nobody teaches here yet: this page makes the teacher’s account, once.")
    return f"slip/{spaced(written)}"


def _own_names() -> tuple[str, ...]:
    """The address of this machine in its network, where it is in one, and what it is called; no name is asked for."""
    name = socket.gethostname()
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.connect(_SOMEWHERE)  # sends nothing; it finds out from which address one would go there
        return (str(datagrams.getsockname()[0]), name)
    return (name,)


def _audit(parts: Parts) -> None:
    """Does beforehand, a little at a time, what pages would have to wait for: first questions, claims judged, odds."""
    for message in (message for author in AUTHORITIES.values() for message in author.messages):
        for number in (0, 1):  # of another maker’s where the message is a rule as well
            parts.makers.make(message.id, number)
            sleep(PAUSE)
    for _ in parts.auditor.all():
        sleep(PAUSE)
    for file in parts.library.odds.values():
        for odds in file.odds:
            odds.read_otherwise, odds.agreement  # noqa: B018 - each is kept once it has been asked for
            sleep(PAUSE)


def _listen(port: int | None, host: str) -> socket.socket:
    """A socket on the port asked for, or on the first that is free."""
    for candidate in [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":  # there it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, candidate))
        except OSError:
            listening.close()
            continue
        listening.listen(128)
        return listening
    if port:
        raise PortTaken(
            f"port {port} is in use. Choose another with --port, or leave it out to take the next that is free."
        )
    raise PortTaken(f"ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are all in use. Choose one with --port.")


def _secret(folder: Path, database: Database) -> bytes:
    """The key that signs sessions and forms; an earlier tutor’s, which stood in a file, is taken into the database."""
    file = folder / "secret.key"
    inherited = b""
    with suppress(OSError):
        inherited = file.read_bytes()
    key = database.secret(inherited)
    with suppress(OSError):
        file.unlink(missing_ok=True)
    return key


def _has_screen() -> bool:
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
