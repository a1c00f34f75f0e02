"""The files of `docs/deploy`, run as they stand: the unit, the settings, both proxies, backup and restart."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.support.nginx import ADVICE, Nginx, find, free_ports, may_install
from tests.support.paths import ROOT
from tests.support.plain_server import listening_on
from tests.support.postgres import Server
from tutor.settings import resolve
from tutor.web.server.workers import can_fork

DEPLOY = ROOT / "docs" / "deploy"
BIN = Path(sys.executable).parent
PATIENCE = 90.0
UNITS = sorted(file.name for file in DEPLOY.glob("love-all*.*") if file.suffix != ".toml")

pytestmark = pytest.mark.skipif(not can_fork(), reason="these files are for Linux")


def line_of(unit: str, key: str) -> list[str]:
    """A command of a unit, as systemd reads it."""
    (found,) = re.findall(rf"^{key}=(.*)$", (DEPLOY / unit).read_text(encoding="utf-8"), re.MULTILINE)
    return shlex.split(found.replace("%%", "%"))


def soon(is_so: Callable[[], object]) -> None:
    until = monotonic() + PATIENCE
    while True:
        with suppress(OSError):
            if is_so():
                return
        assert monotonic() < until
        sleep(0.1)


def test_the_settings_are_settings() -> None:
    settings = resolve({}, DEPLOY / "love-all.toml", {}).settings
    assert (settings.classroom, settings.proxied, settings.names) == (True, True, ("school.example",))


def test_every_unit_names_the_same_settings_and_port() -> None:
    settings = resolve({}, DEPLOY / "love-all.toml", {}).settings
    assert line_of("love-all.socket", "ListenStream") == [f"127.0.0.1:{settings.port}"]
    for unit in ("love-all.service", "love-all-backup.service"):
        assert "--config /etc/love-all.toml" in " ".join(line_of(unit, "ExecStart"))
    for proxy in ("nginx.conf", "Caddyfile"):
        assert f"127.0.0.1:{settings.port}" in (DEPLOY / proxy).read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze on this machine")
def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    for name in UNITS:
        text = (DEPLOY / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("/opt/love-all/bin/tutor", "/bin/true"))  # it looks for programs
    found = subprocess.run(  # noqa: S603
        ["systemd-analyze", "verify", *(str(tmp_path / name) for name in UNITS)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    assert not [line for line in found.stderr.splitlines() if "love-all" in line], found.stderr
    assert found.returncode == 0, found.stderr


def test_the_unit_lets_the_tutor_ask_for_the_interfaces_of_the_machine() -> None:
    """A class without a proxy is told its addresses: `if_nameindex` asks for them by netlink (`man 7 netlink`)."""
    assert {"AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"} <= set(
        line_of("love-all.service", "RestrictAddressFamilies")
    )


@dataclass
class Site:
    """A tutor that was started by the line of the unit, with the settings of the documents."""

    folder: Path
    listening: socket.socket
    database: str
    name: str = "localhost"
    process: subprocess.Popen[bytes] | None = None

    @property
    def port(self) -> int:
        return int(self.listening.getsockname()[1])

    @property
    def settings(self) -> Path:
        return self.folder / "love-all.toml"

    @property
    def log(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]

    def write_settings(self) -> None:
        text = (DEPLOY / "love-all.toml").read_text(encoding="utf-8")
        for theirs, ours in (
            ("school.example", self.name),
            ("/var/lib/love-all", str(self.folder / "data")),
            ("postgresql://love-all:PASSWORD@127.0.0.1/love-all", self.database),
            ("port = 8000", f"port = {self.port}"),
        ):
            assert theirs in text
            text = text.replace(theirs, ours)
        self.settings.write_text(text)

    def ours(self, command: list[str]) -> list[str]:
        """A command of a unit with the paths of this machine."""
        for theirs, here in (
            ("/opt/love-all/bin", str(BIN)),
            ("/etc/love-all.toml", str(self.settings)),
            ("/var/backups/love-all", str(self.folder)),
        ):
            command = [word.replace(theirs, here) for word in command]
        return command

    def start(self) -> None:
        passed = 'exec 3<&"$1"; shift; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
        command = self.ours(line_of("love-all.service", "ExecStart"))
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603
                ["/bin/bash", "-c", passed, "bash", str(self.listening.fileno()), *command],
                pass_fds=[self.listening.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd="/",
            )

    def workers(self) -> set[str]:
        assert self.process is not None
        return set(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split())

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def site(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    address = server.empty(os.environ.get("PYTEST_XDIST_WORKER", "alone"))
    with closing(listening_on(0)) as listening:
        site = Site(tmp_path_factory.mktemp("site"), listening, address)
        site.write_settings()
        site.start()
        try:
            yield site
        finally:
            assert site.process is not None
            with suppress(ProcessLookupError):
                os.killpg(site.process.pid, signal.SIGTERM)
            site.process.wait(PATIENCE)
    server.drop(address)


def fetched(address: str, trust: ssl.SSLContext | None = None) -> tuple[int, str]:
    try:
        with urlopen(address, timeout=60, context=trust) as answered:  # noqa: S310
            return answered.status, answered.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


@pytest.mark.slow
@pytest.mark.skipif(find() is None and not may_install(), reason=ADVICE)
def test_the_documented_server_serves_is_watched_is_backed_up_and_restarts(site: Site) -> None:
    inside = f"http://127.0.0.1:{site.port}"
    assert fetched(f"{inside}/healthz") == (200, '{"database": "ok"}')
    assert fetched(f"{inside}/log-in")[0] == 403, "people come through the proxy"
    with Nginx(site.port, (site.name,)) as nginx:
        status, page = fetched(f"{nginx.address}/log-in", nginx.trust)
        assert (status, "Log in" in page) == (200, True)
        assert fetched(f"{nginx.address}/metrics", nginx.trust)[0] == 404, "figures are not for the public"
        soon(lambda: 'route="/log-in",status="2xx"' in fetched(f"{inside}/metrics")[1])
        saved = subprocess.run(  # noqa: S603
            site.ours(line_of("love-all-backup.service", "ExecStart")), capture_output=True, text=True, check=False
        )
        assert saved.returncode == 0, saved.stderr
        (backup,) = site.folder.glob("love-all-????-??-??.zip")
        restored = subprocess.run(  # noqa: S603
            [str(BIN / "tutor"), "restore", str(backup), "--data", str(site.folder / "restored")],
            capture_output=True,
            text=True,
            check=False,
        )
        assert restored.returncode == 0, restored.stderr
        assert site.process is not None
        before = site.process.pid
        former = site.workers()
        assert former
        os.kill(before, signal.SIGHUP)  # ExecReload
        soon(lambda: sum("starts again" in one.get("message", "") for one in site.log))
        soon(lambda: len(site.workers()) == len(former) and not site.workers() & former)
        assert fetched(f"{nginx.address}/log-in", nginx.trust)[0] == 200
        assert site.process.poll() is None
        assert site.stop() == 0
        site.start()
        assert fetched(f"{nginx.address}/log-in", nginx.trust)[0] == 200, "whoever came in between waited"
    assert all({"time", "level", "event"} <= set(one) for one in site.log), "every line is JSON"
    assert line_of("love-all.service", "ExecReload") == ["/bin/kill", "-HUP", "$MAINPID"]


CADDY = shutil.which("caddy")


@contextmanager
def caddy(site: Site, certificate: Path, key: Path) -> Iterator[int]:
    """A Caddy with the documented file, with other ports, and a certificate of our own."""
    port, http_port = free_ports(2)
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    for theirs, ours in (
        ("\n{\n", f"\n{{\n\tadmin off\n\thttp_port {http_port}\n\thttps_port {port}\n"),
        ("school.example {", f"https://{site.name}:{port} {{\n\ttls {certificate} {key}"),
        ("127.0.0.1:8000 {", f"127.0.0.1:{site.port} {{"),
    ):
        assert theirs in text
        text = text.replace(theirs, ours)
    assert CADDY is not None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "Caddyfile"
        file.write_text(text)
        homes = {"XDG_CONFIG_HOME": folder, "XDG_DATA_HOME": folder}
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603
                [CADDY, "run", "--adapter", "caddyfile", "--config", str(file)],
                env={**os.environ, **homes},
                stdout=log,
                stderr=log,
            )
        try:
            yield port
        finally:
            process.terminate()
            process.wait(20)


@pytest.mark.slow
@pytest.mark.skipif(CADDY is None, reason="there is no Caddy: apt-get install caddy")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl for a certificate")
def test_the_documented_caddy_speaks_tls_before_the_tutor(site: Site) -> None:
    nginx = Nginx(site.port, (site.name,))  # which is not started: it has a certificate
    try:
        nginx._certify()
        with caddy(site, nginx.certificate, nginx.folder / "key.pem") as port:
            soon(lambda: fetched(f"https://{site.name}:{port}/healthz", nginx.trust)[0] == 200)
            status, page = fetched(f"https://{site.name}:{port}/log-in", nginx.trust)
            assert (status, "Log in" in page) == (200, True)
            assert fetched(f"https://{site.name}:{port}/metrics", nginx.trust)[0] == 404
    finally:
        nginx.stop()


def test_the_image_is_of_what_the_documents_say() -> None:
    """The user is not root, the health is asked for, and each variable is a setting."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER [1-9]\d*$", text, re.MULTILINE)
    assert "/healthz" in text.split("HEALTHCHECK")[1]
    variables = dict(re.findall(r"\b(LOVE_ALL_[A-Z_]+)=(\S+)", text))
    settings = resolve({}, Path(os.devnull), variables).settings
    assert (settings.classroom, settings.port, str(settings.data)) == (True, 8000, "/var/lib/love-all")
    assert re.search(r"^VOLUME /var/lib/love-all$", text, re.MULTILINE)


@pytest.mark.slow
def test_the_steps_of_the_image_make_a_tutor_that_is_well(tmp_path: Path) -> None:
    """The steps run in a folder instead of an image, by the same shell; only the user is not made."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = {line.partition(" ")[0]: line.partition(" ")[2].strip() for line in text.splitlines() if line[:1].isalpha()}
    (port,) = free_ports(1)

    def ours(step: str) -> str:
        for theirs, here in (
            ("/opt/love-all", f"{tmp_path}/opt"),
            ("/tmp/love-all", f"{tmp_path}/build"),  # noqa: S108
            ("/var/lib/love-all", f"{tmp_path}/data"),
            ("0.0.0.0", "127.0.0.1"),  # noqa: S104
            ("8000", str(port)),
        ):
            step = step.replace(theirs, here)
        return step

    build = tmp_path / "build"
    build.mkdir()
    shutil.copy(ROOT / "requirements.lock", build)
    subprocess.run(  # noqa: S603
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "-d", str(build)],
        check=True,
        capture_output=True,
        cwd=ROOT,
    )
    run, _, made_user = ours(steps["RUN"]).partition("&& useradd")
    assert "--uid 10001" in made_user
    path = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    made = subprocess.run(["/bin/sh", "-c", run], capture_output=True, text=True, check=False, env=path)  # noqa: S603
    if "No matching distribution" in made.stderr or "connection" in made.stderr.casefold():
        pytest.skip(f"no packages can be fetched here: {made.stderr[-200:]}")
    assert made.returncode == 0, made.stderr
    assert not build.exists()
    check = json.loads(ours(steps["HEALTHCHECK"]).partition("CMD ")[2])
    environment = dict(word.split("=", 1) for word in ours(steps["ENV"]).split())
    entry = json.loads(ours(steps["ENTRYPOINT"]))
    assert subprocess.run(check, capture_output=True, check=False).returncode, "nothing answers yet"  # noqa: S603
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603
            entry, env={"PATH": os.environ["PATH"], **environment}, stdout=log, stderr=log, cwd=tmp_path
        )
    try:
        soon(lambda: subprocess.run(check, capture_output=True, check=False).returncode == 0)  # noqa: S603
    finally:
        process.terminate()
        assert process.wait(PATIENCE) == 0
    assert (tmp_path / "data" / "study.sqlite3").is_file()
