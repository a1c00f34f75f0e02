"""The tutor as a program: its port, its folder, and the wheel in an environment of its own."""

from __future__ import annotations

import errno
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from pathlib import Path
from time import monotonic, sleep
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from flask import Flask

from tests.support.databases import HANG
from tests.support.nginx import free_ports
from tests.support.plain_server import listening_on
from tests.support.school import WORDS
from tutor.web.cookies import NAME, CookieSessions
from tutor.web.server import serve
from tutor.web.server.workers import can_fork

pytestmark = pytest.mark.slow


@contextmanager
def served(
    folder: Path, *arguments: str, program: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> Iterator[str]:
    """The address of a tutor that was started as people start it; stopped as by Ctrl-C, which is no fault.

    Ctrl-C reaches the `program` that started the tutor, and the tutor.
    """
    command = program or [sys.executable, "-m", "tutor"]
    process = subprocess.Popen(  # noqa: S603
        [*command, "serve", "--no-browser", "--data", str(folder), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder.parent,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
        start_new_session=bool(program),
        preexec_fn=_heed_interrupts,
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if "Nobody teaches" in line:
            line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
        assert found, line
        yield found[0]
    finally:
        if program:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert "Traceback" not in errors


def _heed_interrupts() -> None:
    """Whoever runs these tests in the background has Ctrl-C ignored, and every program that he starts with him."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def fetched(address: str) -> str:
    with urlopen(address) as response:  # noqa: S310
        assert response.status == 200
        return str(response.read().decode("utf-8"))


def port_of(address: str) -> int:
    return int(address.rstrip("/").rsplit(":", 1)[1])


def test_two_tutors_take_two_ports(tmp_path: Path) -> None:
    with served(tmp_path / "one") as first, served(tmp_path / "two") as second:
        assert first != second
        assert serve.FIRST_PORT <= port_of(first) < port_of(second)
        assert "Love All" in fetched(first)
        assert "Love All" in fetched(second)


def quiet_port() -> int:
    """A free port that the system gives to nobody who asks for any, as it does with those from 32768 on."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def test_a_port_asked_for_is_taken_or_refused(tmp_path: Path) -> None:
    port = quiet_port()
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", port))
        busy.listen()
        refused = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "tutor", "serve", "--port", str(port), "--no-browser", "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"port {port} is in use by another program.")
    assert "Traceback" not in refused.stderr
    with served(tmp_path, "--port", str(port)) as address:
        assert port_of(address) == port


INTERRUPTED_WHILE_A_CONNECTION_CLOSES = """
import os, signal, time, traceback
from tutor.web.server import serve

def interrupted(*_arguments):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(20)
    except BaseException:
        traceback.print_exc()  # as SQLAlchemy does
        raise

serve.check_database = interrupted
serve.serve()
"""


def test_ctrl_c_ends_a_tutor_that_is_still_starting_without_a_word(tmp_path: Path) -> None:
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-c", INTERRUPTED_WHILE_A_CONNECTION_CLOSES, "--no-browser", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=_heed_interrupts,
    )
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, "")


def test_a_port_that_another_tutor_has_is_refused_by_that_name(tmp_path: Path) -> None:
    with served(tmp_path / "one") as address:
        refused = subprocess.run(  # noqa: S603
            [
                sys.executable,
                "-m",
                "tutor",
                "serve",
                "--no-browser",
                "--port",
                str(port_of(address)),
                "--data",
                tmp_path,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"port {port_of(address)} is in use by another tutor, which you can stop or use.")


def test_an_address_that_is_not_this_machine_s_is_refused(tmp_path: Path) -> None:
    for host in ("192.0.2.1", "nowhere.invalid"):
        refused = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "tutor", "serve", "--classroom", "--host", host, "--data", str(tmp_path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"this machine has no address {host}.")


@pytest.mark.skipif(not can_fork(), reason="one process serves everybody here")
def test_a_classroom_that_was_killed_begins_again_at_the_same_port(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    command = [sys.executable, "-m", "tutor", "serve", "--classroom", "--host", "127.0.0.1", "--workers", "2"]
    for _ in range(3):
        with (tmp_path / "log").open("ab") as log:
            parent = subprocess.Popen(  # noqa: S603
                [*command, "--no-browser", "--port", str(port), "--data", str(tmp_path)],
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            until, page = monotonic() + 60, ""
            while not page and monotonic() < until:
                with suppress(OSError):
                    page = fetched(f"http://127.0.0.1:{port}/log-in")
                sleep(0.05)
            assert "Log in" in page
            parent.kill()
            parent.wait()
            listening_on(port, HANG).close()  # which fails where its workers keep the port
        finally:
            with suppress(ProcessLookupError):
                os.killpg(parent.pid, signal.SIGKILL)
            parent.wait()
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    refused = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tutor", "serve", "--no-browser", "--data", str(tmp_path / "file" / "folder")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert str(tmp_path / "file" / "folder") in refused.stderr
    assert "Traceback" not in refused.stderr


def test_what_was_chosen_lasts_from_one_evening_to_the_next(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "secret.key").write_bytes(b"k" * 32)
    with served(folder) as address, urlopen(address) as response:  # noqa: S310
        cookie = response.headers["Set-Cookie"].partition(";")[0]
    assert not (folder / "secret.key").exists(), "what an earlier tutor kept in a file is in the database now"
    signed = Flask("tutor", root_path=str(folder))
    signed.secret_key, signed.config["SESSION_COOKIE_NAME"] = b"k" * 32, NAME
    with served(folder) as address:
        asked = Request(address, headers={"Cookie": cookie})  # noqa: S310
        with urlopen(asked) as response:  # noqa: S310
            assert "Set-Cookie" not in response.headers
    with signed.test_request_context(headers={"Cookie": cookie}) as context:
        assert "csrf_token" in CookieSessions().open_session(signed, context.request)


class Visitor:
    """Somebody with a browser that keeps what it is given."""

    def __init__(self) -> None:
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open

    def see(self, address: str) -> str:
        with self._open(address, timeout=30) as response:
            return str(response.read().decode("utf-8"))

    def send(self, address: str, **fields: str) -> str:
        """Fills in the form of a page, whose token it brings."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.see(address))
        assert token
        data = urlencode({"csrf_token": token[1], **fields}).encode()
        with self._open(address, data, timeout=30) as response:
            return str(response.read().decode("utf-8"))


@pytest.mark.skipif(not can_fork(), reason="one process serves everybody here")
def test_a_class_is_served_by_several_processes_that_know_one_another_s_guests(tmp_path: Path) -> None:
    with served(tmp_path / "school", "--classroom", "--workers", "2", "--host", "127.0.0.1") as invitation:
        teacher, home = Visitor(), invitation.partition("invitation/")[0]
        assert "The teacher’s account" in teacher.see(invitation)
        teacher.send(invitation, name="Miss Vine", real_name="Ada Vine", passphrase=WORDS)
        for _ in range(8):
            assert "Miss Vine" in teacher.see(f"{home}courses/")
        with pytest.raises(HTTPError, match="404"):
            Visitor().see(invitation)
        assert "Log in" in Visitor().see(f"{home}courses/")


def test_what_is_for_a_class_is_refused_without_one(tmp_path: Path) -> None:
    refused = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tutor", "serve", "--host", "0.0.0.0", "--data", str(tmp_path)],  # noqa: S104
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 2
    assert "add --classroom" in refused.stderr


@pytest.mark.skipif(not hasattr(socket, "if_nameindex"), reason="this system does not tell its interfaces")
def test_a_service_that_may_not_ask_for_the_interfaces_starts_nevertheless(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> list[tuple[int, str]]:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket, "if_nameindex", forbidden)
    assert serve._own_names()[-1] == socket.gethostname()
