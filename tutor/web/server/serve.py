"""`tutor serve`: the pages; on this machine only, unless they are for a class."""

from __future__ import annotations

import errno
import gc
import logging
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import IPv4Address
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic, sleep
from types import FrameType
from typing import Any

import click

from tutor.authorities import AUTHORITIES
from tutor.errors import TutorError
from tutor.library.cache import OFF as CACHE_OFF
from tutor.library.catalogue import Library, load
from tutor.settings import Settings, with_settings
from tutor.study.accounts.logins import Logins
from tutor.study.classroom.classes import spaced
from tutor.study.classroom.classroom import Classroom
from tutor.study.classroom.purging import purge
from tutor.study.clock import MachineClock, settle
from tutor.study.storage.data_folder import open_study, place
from tutor.study.storage.database import Database, DatabaseUnavailable
from tutor.study.storage.jobs import Queue
from tutor.study.study import Study
from tutor.web.api.limits import Allowance
from tutor.web.application import LOCAL_NAMES, create_app
from tutor.web.classroom.lti_grades import GradeSender
from tutor.web.language import Language
from tutor.web.server import jobs, metrics
from tutor.web.server.checks import THIS_MACHINE, check_settings, rehearse
from tutor.web.server.handover import REHEARSAL, Handover, begin_anew, inherited_socket
from tutor.web.server.health import Application, Health
from tutor.web.server.http_server import BACKLOG, Server
from tutor.web.server.jobs import ByProcess
from tutor.web.server.logs import Say, begin_json_lines, log_request, notices, warn_plainly
from tutor.web.server.observed import Answered, Observed, note_routes
from tutor.web.server.workers import GOES_ON, WorkerProcess, can_fork, hold_hangups, run
from tutor.web.services import Services, load_exercises

HOST, EVERYWHERE = THIS_MACHINE, "0.0.0.0"  # noqa: S104 - a class is in the same network
NOT_REACHED = "Only this computer can open it: start it without --host, or with an address of your network."
FIRST_PORT = 8000
PORTS_TRIED = 50
HTTP_PORT = 80
_SIOCGIFADDR = 0x8915
"""What Linux is asked for the address of an interface."""
_WITHIN_THE_MACHINE = ("docker", "br-", "veth", "virbr", "lxc", "vboxnet", "vmnet")
"""Interfaces to machines within this machine, which no learner reaches."""
_SOMEWHERE = ("192.0.2.1", 9)
"""An address kept for examples, in no network (RFC 5737)."""
PORT_PATIENCE = 3.0
"""Seconds for which a port that was asked for may be in use: a tutor that was killed may not be quite gone."""
DAY = 24 * 3600
"""Seconds between two looks for what can be deleted for good."""
QUIET = 2.0
"""Seconds without a request after which nobody is likely to wait."""
OBJECTS_BETWEEN_COLLECTIONS = 50_000
"""Of those that pages leave behind, between two looks for garbage."""
PAUSE = 0.01
"""Seconds between two things that are done while nobody waits for them."""


class PortTaken(TutorError):
    """The port asked for is in use."""


@click.command()
@click.option(REHEARSAL, "is_rehearsal", is_flag=True, hidden=True)
@with_settings()
def serve(settings: Settings, *, is_rehearsal: bool) -> None:
    """Start the tutor in a local web page; with --classroom, for a class."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an exception might be raised, and logged, while a connection closes
    if settings.no_cache:
        os.environ[CACHE_OFF] = "1"  # the processes that make files are not to use it either
    if is_rehearsal:
        rehearse(settings)
        return
    if settings.classroom and can_fork() and not os.isatty(0):
        hold_hangups()  # until the workers begin: it would end a tutor that is still starting
    try:
        _serve(settings)
    finally:
        metrics.end()


def _serve(settings: Settings) -> None:
    host, names = settings.host, settings.names
    proxy, language = check_settings(settings)
    tell, warn = notices(is_json=settings.log_format == "json")
    if settings.log_format == "json":
        begin_json_lines(has_clients=settings.log_addresses)
    clock = MachineClock.start()
    handover = Handover.received()
    if handover is not None and not Database.is_current(place(settings.folder, settings.database_url)):
        handover = handover.wait(metrics.forget)  # nobody is to save anything while the tables are changed
    study = open_study(settings.folder, clock, settings.database_url)
    with study.database.writing() as connection:
        settle(connection, clock.steady())
    check_database(study.database, warn)
    secret = _secret(settings.folder, study.database)
    everywhere = HOST if proxy and IPv4Address(proxy).is_loopback else EVERYWHERE
    listening = inherited_socket(handover) or _listen(
        settings.port, (host or everywhere) if settings.classroom else HOST
    )
    own = _own_names() if settings.classroom and not proxy else ()
    outside = names if proxy else (*LOCAL_NAMES, *names, *own) if settings.classroom else LOCAL_NAMES
    reached = _reached_at(listening, names, own, is_proxied=proxy is not None) if settings.classroom else ()
    address = _announce(study, listening, outside, reached, proxy, tell, is_classroom=settings.classroom)
    study.close()  # each process opens its own
    if _has_screen() if settings.browser is None else settings.browser:
        _open_in_browser(address)
    library = load()
    load_exercises(library)
    gc.freeze()  # what was loaded stays: to look it through for garbage would hold up every large page
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    held = TemporaryFile()  # noqa: SIM115 - it is locked until the end, and closed there
    allowance = Allowance.for_workers(settings.api_calls, held)
    worker = PageWorker(library, settings, clock, secret, listening, outside, proxy, language, allowance, reached)
    try:
        if settings.metrics:
            metrics.begin()
        if settings.classroom and can_fork():
            count = settings.workers or os.cpu_count() or 1
            run(
                worker.work,
                count,
                listening.close,
                warn=warn,
                ended=metrics.forget,
                handover=handover,
                restart=partial(_restart, listening, tell, warn),
            )
        else:
            if handover is not None:
                handover.retire()
            worker.work()
    finally:
        held.close()


@dataclass(frozen=True, slots=True)
class PageWorker:
    """What a process needs to answer for the pages: it is made once, and shared by those that are forked.

    The pages answer under `names`; the first of them is that of the `proxy`, where there is one. Learners reach them at
    the addresses `reached`.
    """

    library: Library
    settings: Settings
    clock: MachineClock
    secret: bytes
    listening: socket.socket
    names: tuple[str, ...]
    proxy: str | None
    language: Language
    allowance: Allowance
    reached: tuple[str, ...] = ()

    def work(self, process: WorkerProcess | None = None) -> None:
        """Answers until it is stopped."""
        own = open_study(self.settings.folder, self.clock, self.settings.database_url)
        parts = Services.of(self.library, own, Random(), has_classes=self.settings.classroom)
        app = create_app(
            parts,
            self.secret,
            self.names,
            proxied=self.proxy is not None,
            language=self.language,
            reached=self.reached,
            allowance=self.allowance,
        )
        served = self._watched(through_proxy(app, self.names[0]) if self.proxy else app, own)
        note_routes(app)
        beat = process.beat if process else lambda: None
        server = Server(served, self.listening, proxy=self.proxy, beat=beat)
        if process:
            process.stops_by(server.stop)
        else:
            _stop_by_signals(server.stop)
        Thread(target=_prepare, args=(parts, server.idle_for), daemon=True).start()
        Thread(target=_purge_daily, args=(own,), daemon=True).start()
        maker = app.extensions[jobs.EXTENSION] = ByProcess(
            own.database, own.clock, self.settings.folder, logs_json=self.settings.log_format == "json"
        )
        maker.start()
        sender = GradeSender(parts)
        if self.settings.classroom:
            sender.start()
        try:
            server.run()
        finally:
            sender.stop()
            maker.stop()
            own.close()

    def _watched(self, app: Application, study: Study) -> Application:
        """The application with what monitors ask for, and with a log of requests, as far as they are wanted."""
        tells: list[Callable[[Answered], object]] = []
        if self.settings.log_format == "json":
            tells.append(log_request)
        figures = None
        if self.settings.metrics:
            figures = metrics.Metrics(study.database, Queue(study.database, study.clock))
            tells.append(figures.note)
        if tells:
            app = Observed(app, tells)
        if figures is not None:
            app = metrics.MetricsPage(app, figures, self.settings.metrics_token, LOCAL_NAMES)
        return Health(app, study.database)


def _announce(
    study: Study,
    listening: socket.socket,
    names: tuple[str, ...],
    reached: tuple[str, ...],
    proxy: str | None,
    tell: Say,
    *,
    is_classroom: bool,
) -> str:
    """Says where the pages are, and what is kept where; the address of the first of them."""
    host, port = listening.getsockname()[:2]
    inside = f"http://{HOST if host == EVERYWHERE else host}:{port}/"
    address = (f"https://{names[0]}/" if proxy else inside) + (_first_page(study, tell) if is_classroom else "")
    tell(f"Love All is at {address}")
    if proxy:
        tell(f"The proxy at {proxy} passes requests on to {inside}")
    elif is_classroom:
        at = " or ".join(f"{base}/" for base in reached)
        tell(f"The class reaches it at {at}" if at else NOT_REACHED)
    tell(f"Your answers are saved in {study.database.place}\nPress Ctrl-C to stop.")
    return address


def _open_in_browser(address: str) -> None:
    import webbrowser  # which takes a while, and is often not wanted

    webbrowser.open(address)


def check_database(database: Database, warn: Say = warn_plainly) -> None:
    """Looks for damage before anybody is served, and says by what saved answers may be lost.

    Raises `DatabaseUnavailable`.
    """
    database.check()
    for caution in database.cautions():
        warn(f"Caution: {caution}")


def through_proxy(app: Callable[..., Iterable[bytes]], name: str) -> Callable[..., Iterable[bytes]]:
    """The application, for those alone who come through the proxy and over https; `name` is where that is.

    The server has taken away what anybody else claims in the headers of a proxy. Visitors without them would send
    passphrases in the clear, or share one address with everybody.
    """
    refusal = (
        f"This classroom of Love All answers through its proxy, at https://{name}/. If you see this there, the proxy "
        "has to set X-Forwarded-For and X-Forwarded-Proto, and --proxy-address has to name its address.\n"
    ).encode()

    def guarded(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["wsgi.url_scheme"] == "https" and environ.get("HTTP_X_FORWARDED_FOR"):
            return app(environ, start_response)
        start_response(
            "403 Forbidden", [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(refusal)))]
        )
        return [refusal]

    return guarded


def _restart(listening: socket.socket, tell: Say, warn: Say, lifeline: int) -> None:
    """Begins anew at the same port."""
    tell("Love All starts again. Its workers answer until the new ones have started.")
    try:
        begin_anew(listening, lifeline)
    except OSError as error:
        warn(f"{GOES_ON}: {error}")


def _stop_by_signals(stop: Callable[[], None]) -> None:
    """Ctrl-C, or a request to end, finishes what has been asked; a second Ctrl-C does not wait for it."""

    def first(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        stop()

    signal.signal(signal.SIGINT, first)
    signal.signal(signal.SIGTERM, first)


def _first_page(study: Study, tell: Say) -> str:
    """Where the first teacher of a classroom makes an account; nothing if there is a teacher already."""
    classroom = Classroom.of(study.database, study.clock, SystemRandom())
    written = classroom.entrance.invite_first_teacher()
    if written is None:
        return ""
    tell("Nobody teaches here yet: this page makes the teacher’s account, once.")
    return f"invitation/{spaced(written)}"


def _own_names() -> tuple[str, ...]:
    """The addresses of this machine in its networks, the likeliest first, and what it is called.

    No name is asked for, and nothing is sent.
    """
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.connect(_SOMEWHERE)  # sends nothing; it finds out which address of this machine leads there
        found.append(str(datagrams.getsockname()[0]))
    others = sorted(_interface_addresses(), key=lambda address: (not IPv4Address(address).is_private, address))
    return (*dict.fromkeys(address for address in (*found, *others) if _can_be_reached(address)), socket.gethostname())


def _interface_addresses() -> Iterator[str]:
    """The IPv4 addresses of the network interfaces, where the system tells them without a name being asked for."""
    if not sys.platform.startswith("linux"):
        return
    import fcntl

    interfaces: list[tuple[int, str]] = []
    with suppress(OSError):  # a service may be forbidden to ask
        interfaces = socket.if_nameindex()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, interface in interfaces:
            if interface.startswith(_WITHIN_THE_MACHINE):
                continue
            with suppress(OSError):  # an interface without an address
                told = fcntl.ioctl(asked.fileno(), _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
                yield socket.inet_ntoa(told[20:24])


def _can_be_reached(address: str) -> bool:
    """Whether other machines can use an address: not one of this machine alone, nor one that no router gave."""
    read = IPv4Address(address)
    return not (read.is_loopback or read.is_link_local or read.is_unspecified)


def _reached_at(
    listening: socket.socket, names: Sequence[str], own: Sequence[str], *, is_proxied: bool
) -> tuple[str, ...]:
    """The addresses at which learners reach the pages, the likeliest first: a name that was given comes before all."""
    host, port = listening.getsockname()[:2]
    if is_proxied:
        return tuple(f"https://{name}" for name in names)
    if host != EVERYWHERE:
        own = (host,) if _can_be_reached(host) else ()
    wanted = [name for name in (*names, *own) if name not in LOCAL_NAMES]
    return tuple(f"http://{name}" if port == HTTP_PORT else f"http://{name}:{port}" for name in dict.fromkeys(wanted))


def _prepare(services: Services, idle_for: Callable[[], float]) -> None:
    """Does beforehand, a little at a time and while nobody asks for anything, what pages would have to wait for."""
    for _ in _preparations(services):
        sleep(PAUSE)
        while idle_for() < QUIET:
            sleep(QUIET / 4)


def _purge_daily(study: Study) -> None:
    """Deletes for good, at the start and once a day, what can no longer be brought back. It never stops the pages."""
    while True:
        try:
            purge(study.database, study.now)
            Logins(study.database, study.clock).sweep()
        except DatabaseUnavailable as error:  # tomorrow it may be there
            logging.getLogger(__name__).warning("%s", error)
        sleep(DAY)


def _preparations(services: Services) -> Iterator[None]:
    """The first questions on what authors hear, the claims judged, the odds: a step each time that it is asked for."""
    yield
    for message in (message for author in AUTHORITIES.values() for message in author.messages):
        for number in (0, 1):  # of another maker’s where the message is a rule as well
            services.makers.make(message.id, number)
            yield
    for _ in services.auditor.all():
        yield
    for file in services.library.odds.values():
        for odds in file.odds:
            odds.read_otherwise, odds.agreement  # noqa: B018 - each is kept once it has been asked for
            yield


def _listen(port: int | None, host: str) -> socket.socket:
    """A socket on the port asked for, or on the first that is free."""
    until = monotonic() + (PORT_PATIENCE if port else 0)
    candidates = [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    while True:
        for candidate in candidates:
            try:
                return _bound(candidate, host)
            except OSError as error:
                if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
                    raise PortTaken(
                        f"this machine has no address {host}. Name one of its own with --host, or leave it out."
                    ) from None
                if error.errno == errno.EACCES and port:
                    raise PortTaken(
                        f"only an administrator may use port {port}. Choose one from 1024 on with --port, and let a "
                        "proxy answer at the ports below."
                    ) from None
        if monotonic() > until:
            break
        sleep(0.05)
    if not port:
        raise PortTaken(f"ports {FIRST_PORT} to {FIRST_PORT + PORTS_TRIED - 1} are all in use. Choose one with --port.")
    whose = "another tutor, which you can stop or use" if _is_tutor(port) else "another program"
    raise PortTaken(
        f"port {port} is in use by {whose}. Choose another with --port, or leave it out to take the next that is free."
    )


def _bound(port: int, host: str) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":  # there it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def _is_tutor(port: int) -> bool:
    """Whether a tutor answers there. One that hangs looks like any other program."""
    from http.client import HTTPConnection, HTTPException

    asked = HTTPConnection(HOST, port, timeout=1)
    try:
        asked.request("GET", "/static/love-all.css")
        return b"Love All" in asked.getresponse().read(4096)
    except (OSError, HTTPException):
        return False
    finally:
        asked.close()


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
