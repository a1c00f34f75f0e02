"""A real nginx before a tutor, with TLS: `python -m tests.support.nginx` finds one, or installs it, or says what to do.

It runs `docs/deploy/nginx.conf`, the configuration that people are given, with other ports, paths and names.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType

from tests.support.paths import ROOT

CONFIGURATION = ROOT / "docs" / "deploy" / "nginx.conf"
PATIENCE = 20
"""Seconds that nginx may take to begin."""

ADVICE = """\
********************************************************************************************
The tests of TLS and of a proxy are SKIPPED: there is no nginx, and it cannot be installed.
  - on Debian or Ubuntu: sudo apt-get install nginx openssl
  - elsewhere: install nginx and openssl, and put both on the PATH
********************************************************************************************"""


class Nginx:
    """An nginx with a certificate of its own, for `names`, which passes requests on to a port of this machine.

    `port` speaks https, `http_port` redirects to it; `certificate` is the file to trust, from the start on. Ports and
    names are known before that, so that a tutor can be told of them; `upstream_port` may be set until then.
    """

    def __init__(self, upstream_port: int = 0, names: Sequence[str] = ("localhost",)) -> None:
        self.upstream_port, self.names = upstream_port, tuple(names)
        self.port, self.http_port = free_ports(2)
        self.folder = Path(tempfile.mkdtemp(prefix="love-all-nginx-"))
        self.certificate = self.folder / "certificate.pem"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it answers over https, without a slash at its end."""
        return f"https://{self.names[0]}:{self.port}"

    @cached_property
    def trust(self) -> ssl.SSLContext:
        """What a client needs that trusts its certificate, and no other."""
        return ssl.create_default_context(cafile=str(self.certificate))

    @property
    def log(self) -> str:
        """What it complained of."""
        file = self.folder / "error.log"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    def start(self) -> None:
        """Returns when it answers."""
        program = find()
        assert program, ADVICE
        if not self.certificate.exists():
            self._certify()
        file = self.folder / "nginx.conf"
        file.write_text(self._configuration(), encoding="utf-8")
        with (self.folder / "output").open("ab") as output:
            self._process = subprocess.Popen(
                [
                    program,
                    "-e",
                    str(self.folder / "error.log"),
                    "-p",
                    str(self.folder),
                    "-c",
                    str(file),
                    "-g",
                    "daemon off;",
                ],
                stdout=output,
                stderr=output,
            )
        until = monotonic() + PATIENCE
        while monotonic() < until and self._process.poll() is None:
            with socket.socket() as asked:
                if asked.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            sleep(0.02)
        said = (self.folder / "output").read_text(encoding="utf-8", errors="replace")
        raise AssertionError(f"nginx did not begin: {said[-2000:]}{self.log[-2000:]}")

    def stop(self) -> None:
        """Stops it, and removes its files."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Nginx:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _certify(self) -> None:
        openssl = shutil.which("openssl")
        assert openssl, ADVICE
        also = ",".join([*(f"DNS:{name}" for name in self.names), "IP:127.0.0.1"])
        key = str(self.folder / "key.pem")
        made = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        made += ["-days", "2", "-subj", f"/CN={self.names[0]}", "-addext", f"subjectAltName={also}"]
        subprocess.run([*made, "-keyout", key, "-out", str(self.certificate)], check=True, capture_output=True)

    def _configuration(self) -> str:
        """The one of the documents, where each of these stands, with what is this machine’s."""
        text = CONFIGURATION.read_text(encoding="utf-8")
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        temporary = "".join(
            f"    {kind}_temp_path {self.folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        for pattern, instead in (
            (r"user www-data;", "user root;" if root else ""),  # else only root could give its files away
            (r"/run/nginx\.pid", f"{self.folder}/nginx.pid"),
            (r"/var/log/nginx/", f"{self.folder}/"),
            (r"http \{\n", f"http {{\n{temporary}"),
            (r"return 301 https://school\.example", f"return 301 https://{self.names[0]}:{self.port}"),
            (r"server_name school\.example", f"server_name {' '.join(self.names)}"),
            (r"/etc/letsencrypt/live/school\.example/fullchain\.pem", str(self.certificate)),
            (r"/etc/letsencrypt/live/school\.example/privkey\.pem", f"{self.folder}/key.pem"),
            (r"server 127\.0\.0\.1:8000", f"server 127.0.0.1:{self.upstream_port}"),
            (r" +listen \[::\].*\n", ""),  # not every machine has IPv6
            (r"listen 80\b", f"listen 127.0.0.1:{self.http_port}"),
            (r"listen 443\b", f"listen 127.0.0.1:{self.port}"),
        ):
            text, times = re.subn(pattern, lambda _, instead=instead: instead, text)  # type: ignore[misc]
            assert times, f"{CONFIGURATION.name} no longer has {pattern}"
        return text


def free_ports(count: int) -> list[int]:
    """Ports that nobody uses at the moment, all different."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [int(one.getsockname()[1]) for one in sockets]
    for one in sockets:
        one.close()
    return ports


def find() -> str | None:
    """The path of an nginx on this machine, or None; Debian keeps it where only root looks."""
    looked_in = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"))
    return shutil.which("nginx", path=looked_in)


def may_install() -> bool:
    """Whether this machine has apt, and we may use it."""
    if shutil.which("apt-get") is None:
        return False
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return True
    sudo = shutil.which("sudo")
    return sudo is not None and subprocess.run([sudo, "-n", "true"], check=False, capture_output=True).returncode == 0


def install() -> None:
    """Installs it by apt; it may fail."""
    prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
    for command in (["update", "-qq"], ["install", "-y", "-qq", "nginx", "openssl"]):
        print("Installing nginx: apt-get", " ".join(command), flush=True)
        if subprocess.run([*prefix, "apt-get", *command], check=False).returncode:
            return


def main() -> None:
    if find() is None and may_install():
        install()
    if find() is None:
        print(ADVICE, file=sys.stderr)
        sys.exit(int(may_install()))  # where it could have been installed, the tests are not to go on without it


if __name__ == "__main__":
    main()
