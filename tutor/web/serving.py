"""`tutor serve`: the pages, on this machine only."""

from __future__ import annotations

import gc
import os
import secrets
import socket
import sys
import webbrowser
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep

import click
from waitress.server import create_server

from tutor.authorities import AUTHORITIES
from tutor.errors import TutorError
from tutor.library.catalogue import load
from tutor.study.classes import spaced
from tutor.study.folder import data_folder, open_study
from tutor.study.store import ONLY_LEARNER
from tutor.web.application import create_app
from tutor.web.parts import Parts

HOST = "127.0.0.1"
FIRST_PORT = 8000
PORTS_TRIED = 50
PAUSE = 0.01
"""Seconds between two things that are done while nobody waits for them."""


class PortTaken(TutorError):
    """The port asked for is in use."""


class KeyUnusable(TutorError):
    """The file of the key that signs sessions cannot be read or made."""


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), help="The port; by default 8000, or the next that is free.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder for what you answer.")
@click.option(
    "--browser/--no-browser", default=None, help="Whether to open a browser; by default where there is a screen."
)
@click.option("--classroom", is_flag=True, help="For a class: everybody logs in, and teachers set work and follow it.")
def serve(port: int | None, data: Path | None, browser: bool | None, classroom: bool) -> None:
    """Start the tutor in a local web page."""
    folder = data_folder(data)
    study = open_study(folder)
    parts = Parts.of(load(), study, Random(), has_classes=classroom)
    gc.freeze()  # what was loaded stays: to look it through for garbage would hold up every large page
    app = create_app(parts, _secret(folder))
    listening = _listen(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    if classroom and not parts.classroom.people.has_teacher:
        first = spaced(parts.classroom.classes.slip_for_colleague(ONLY_LEARNER, ""))
        address += f"slip/{first}"
        click.echo("Nobody teaches here yet: the first page makes the teacher’s account.")
    server = create_server(app, sockets=[listening], threads=4, ident=None)
    click.echo(f"Love All is at {address}\nWhat you answer is kept in {folder}\nPress Ctrl-C to stop.")
    if _has_screen() if browser is None else browser:
        webbrowser.open(address)
    Thread(target=_audit, args=(parts,), daemon=True).start()
    try:
        server.run()
    finally:
        study.close()


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


def _listen(port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the first that is free."""
    for candidate in [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":  # there it would let two servers share a port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, candidate))
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


def _secret(folder: Path) -> bytes:
    """The key that signs sessions and forms, made once and kept beside the answers."""
    file = folder / "secret.key"
    try:
        if file.exists() and file.stat().st_size >= 32:
            return file.read_bytes()
        key = secrets.token_bytes(32)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as kept:
            kept.write(key)
    except OSError as error:
        reason = (error.strerror or "it cannot be used").lower()
        raise KeyUnusable(f"{file}: {reason}. Move it away, or choose another folder with --data.") from None
    return key


def _has_screen() -> bool:
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
