"""A tutor that is really served, and somebody who learns from it over the network."""

from __future__ import annotations

import os
import re
import resource
import secrets
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlencode

PATIENCE = 60
"""Seconds that a tutor may take to begin."""


def database_in(environment: Mapping[str, str], where: Path | str) -> dict[str, str]:
    """The environment of a tutor that keeps its study there."""
    others = {name: value for name, value in environment.items() if name != "DATABASE_URL"}
    return others | ({"DATABASE_URL": where} if isinstance(where, str) else {})


class Served:
    """A tutor on a port of its own, which can be killed and started again; its study is in a file or on a server."""

    def __init__(self, where: Path | str, folder: Path, *arguments: str) -> None:
        self._where, self._folder, self._arguments = where, folder, arguments
        self.largest_file: int | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it answers."""
        folder = self._where.parent if isinstance(self._where, Path) else self._folder
        command = [
            sys.executable,
            "-m",
            "tutor",
            "serve",
            "--no-browser",
            "--port",
            str(self.port),
            "--data",
            str(folder),
        ]
        log = (self._folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [*command, *self._arguments],
                stdout=log,
                stderr=log,
                env=database_in(os.environ, self._where),
                start_new_session=True,
                preexec_fn=self._limit,
            )
        until = monotonic() + PATIENCE
        while monotonic() < until and self._process.poll() is None:
            with socket.socket() as asked:
                if asked.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            sleep(0.02)
        raise AssertionError(f"no tutor began: {self.log[-2000:]}")

    def _limit(self) -> None:
        if self.largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.largest_file, self.largest_file))

    def kill(self) -> None:
        """As when the power fails: every process of it at once."""
        if self._process is not None and self._process.poll() is None:
            os.killpg(self._process.pid, 9)
            self._process.wait()

    @property
    def log(self) -> str:
        """What it wrote on its terminal since the first start."""
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")


@dataclass
class Page:
    """What came of a request."""

    status: int
    text: str
    location: str


class Unanswered(Exception):
    """Nobody answered, or not to the end."""


@dataclass
class Learner:
    """Somebody with a browser: keeps a connection open, his cookies, how long all took, and what was acknowledged."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    acknowledged: list[str] = field(default_factory=list)
    durations: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    _connection: HTTPConnection | None = None

    def get(self, address: str) -> Page:
        return self._ask("GET", address)

    def post(self, address: str, fields: Mapping[str, str]) -> Page:
        return self._ask("POST", address, urlencode(fields))

    def answer(self, address: str, patience: float) -> str:
        """Answers the question of an address, again and again until it is acknowledged; the name of the form.

        The form is sent again as it was, so that whoever keeps answers may know it. Raises `Unanswered` in the end.
        """
        until = monotonic() + patience
        action, fields = "", {"once": ""}
        while monotonic() < until:
            try:
                if not action:
                    began = monotonic()
                    action, fields = _form(self.get(address).text)
                    self.durations.append(monotonic() - began)
                began = monotonic()
                page = self.post(action, fields)
            except Unanswered:
                sleep(0.05)
                continue
            if page.status == 303:
                self.durations.append(monotonic() - began)
                self.acknowledged.append(fields["once"])
                return fields["once"]
            if page.status == 400:
                action = ""  # the key that signed the form may be another
            if page.status not in (400, 503):
                self.refused.append(f"{page.status} for {action}")
            sleep(0.05)
        raise Unanswered(f"{address} was not acknowledged in {patience} seconds")

    def _ask(self, method: str, address: str, body: str | None = None) -> Page:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection = self._connection or HTTPConnection("127.0.0.1", self.port, timeout=20)
            self._connection = connection
            connection.request(method, address, body, headers)
            answered = connection.getresponse()
            text = answered.read().decode()
        except (OSError, HTTPException) as error:
            self.leave()
            raise Unanswered(str(error)) from None
        self._keep_cookies(answered)
        return Page(answered.status, text, answered.headers.get("Location", ""))

    def _keep_cookies(self, answered: HTTPResponse) -> None:
        for line in answered.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _form(page: str) -> tuple[str, dict[str, str]]:
    """Where the form of a question is sent, and what with: its hidden fields and its first choice.

    A form without a name of its own gets one here.
    """
    for form in re.findall(r"<form method=\"post\".*?</form>", page, re.DOTALL):
        choice = re.search(r'<button name="answer" value="([^"]*)"', form)
        action = re.search(r'action="([^"]*)"', form)
        if choice and action:
            hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form)
            fields = {name: unescape(value) for name, value in (*hidden, ("answer", choice[1]))}
            return unescape(action[1]), {"once": secrets.token_hex(8)} | fields
    raise Unanswered("the page has no form with an answer")
