"""A classroom behind a real nginx that speaks TLS, configured as `docs/deploy/nginx.conf` says."""

from __future__ import annotations

import re
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection, RemoteDisconnected
from pathlib import Path
from random import Random
from time import sleep
from types import MappingProxyType
from urllib.parse import urlencode

import click
import pytest
from click.testing import CliRunner

from tests.robustness.served import Served
from tests.support.nginx import ADVICE, CONFIGURATION, Nginx, find, free_ports, may_install
from tests.support.paths import ROOT
from tests.support.plain_server import application, listening_on
from tests.support.school import QUICK, WORDS
from tutor.__main__ import tutor
from tutor.study.accounts.people import People
from tutor.study.classroom.classroom import Classroom
from tutor.study.storage.data_folder import FILE
from tutor.study.study import Study
from tutor.web.application import HTTPS_ONLY
from tutor.web.classroom.results import MOST_SENT
from tutor.web.server.http_server import LARGEST_BODY, Server
from tutor.web.server.serve import through_proxy

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find() is None and not may_install(), reason=ADVICE),  # where it may, `make test` installs it
]
NAME = "localhost"
ELSEWHERE = "127.0.0.9"


@dataclass
class Visitor:
    """Somebody with a browser, at an address of his own, who reaches nginx or whatever is at a port."""

    nginx: Nginx
    source: str = "127.0.0.1"
    port: int | None = None
    cookies: dict[str, str] = field(default_factory=dict)
    set_cookies: list[str] = field(default_factory=list)

    def ask(
        self, path: str, body: bytes | None = None, headers: Mapping[str, str] = MappingProxyType({})
    ) -> tuple[HTTPResponse, bytes]:
        """An answer, with all that it brought."""
        connection: HTTPConnection
        if self.port is None:
            connection = HTTPSConnection(
                NAME, self.nginx.port, timeout=60, source_address=(self.source, 0), context=self.nginx.trust
            )
        else:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.source, 0))
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**headers, "Cookie": cookies}
        connection.request("GET" if body is None else "POST", path, body, sent)
        answered = connection.getresponse()
        said = answered.read()
        for line in answered.headers.get_all("Set-Cookie") or ():
            self.set_cookies.append(line)
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        connection.close()
        return answered, said

    def send(self, page: str, action: str, **fields: str) -> HTTPResponse:
        """Fills in a form that stands on a page."""
        _, said = self.ask(page)
        token = re.search(rb'name="csrf_token" value="([^"]+)"', said)
        assert token
        body = urlencode({"csrf_token": token[1].decode(), **fields}).encode()
        kind = "application/x-www-form-urlencoded"
        return self.ask(action, body, {"Content-Type": kind, "Referer": f"{self.nginx.address}{page}"})[0]


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """One with a real classroom behind it, in which Miss Vine teaches a class."""
    folder = tmp_path_factory.mktemp("school")
    file = folder / FILE
    study = Study.open(file, lambda: datetime.now(UTC))
    People(study.database, study.clock, QUICK).appoint_owner("Miss Vine", "", WORDS)
    Classroom.of(study.database, study.clock, Random(1)).classes.make(1, "All of us")
    study.close()
    served = Served(file, folder, "--classroom", "--proxied", "--name", NAME, "--workers", "2")
    served.start()
    try:
        with Nginx(served.port, (NAME,)) as nginx:
            yield nginx
            assert "Traceback" not in served.log
            assert f"Love All is at https://{NAME}/" in served.log
    finally:
        served.kill()


@contextmanager
def plain(proxy: str = "127.0.0.1") -> Iterator[Nginx]:
    """One before an application that says who asks."""
    server = Server(through_proxy(application, NAME), listening_on(0), proxy=proxy)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        with Nginx(int(server.effective_port), (NAME,)) as nginx:
            yield nginx
    finally:
        server.stop()
        thread.join(20)


@pytest.fixture(scope="module")
def echo() -> Iterator[Nginx]:
    with plain() as nginx:
        yield nginx


# ---- whose request it is -----------------------------------------------------------------------------------------


def test_the_address_is_the_one_that_the_proxy_saw_whatever_the_client_says(echo: Nginx) -> None:
    spoofed = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}
    spoofed |= {"Forwarded": "for=7.7.7.7;host=evil.example", "X-Real-IP": "6.6.6.6", "X-Forwarded-Port": "1"}
    for source in ("127.0.0.1", ELSEWHERE):
        for headers in ({}, spoofed, {"X-Forwarded-For": "6.6.6.6, 8.8.8.8"}):
            _, said = Visitor(echo, source).ask("/", None, headers)
            assert said.decode().splitlines()[:5] == [source, "https", f"{NAME}:{echo.port}", "", ""]


def test_of_several_addresses_the_proxy_s_own_is_believed(echo: Nginx) -> None:
    inside = Visitor(echo, port=echo.upstream_port)
    _, said = inside.ask(
        "/", None, {"X-Forwarded-For": "6.6.6.6, 10.0.0.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil"}
    )
    assert said.decode().splitlines()[:2] == ["10.0.0.7", "https"]
    assert b"evil" not in said


def test_nobody_is_believed_who_is_not_the_proxy(echo: Nginx) -> None:
    around = Visitor(echo, ELSEWHERE, echo.upstream_port)
    for headers in ({}, {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Proto": "https"}):
        answered, said = around.ask("/", None, headers)
        assert answered.status == 403
        assert said.startswith(b"This classroom of Love All answers through its proxy, at https://localhost/.")
    with plain(proxy="127.0.0.8") as other:
        answered, said = Visitor(other).ask("/")
        assert answered.status == 403
        assert b"--proxy-address has to name its address" in said


@pytest.mark.slow
def test_a_spoofed_address_changes_nothing_for_the_limits(nginx: Nginx) -> None:
    guessing = Visitor(nginx, "127.0.0.2")
    for number in range(400):
        answered, _ = guessing.ask(
            f"/invitation/{number:010}", None, {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}
        )
        if answered.status == 429:
            break
        assert answered.status == 404
    else:
        pytest.fail("nobody stops those who claim another address each time")
    assert Visitor(nginx, "127.0.0.3").ask("/invitation/9999999999")[0].status == 404, "everybody is taken for one"


# ---- the name, and the way there -----------------------------------------------------------------------------------


def test_links_and_redirects_stay_on_https(nginx: Nginx) -> None:
    teacher = Visitor(nginx)
    answered = teacher.send("/log-in", "/log-in", name="Miss Vine", passphrase=WORDS)
    assert answered.status == 302
    assert not (answered.headers["Location"] or "").startswith("http:")
    _, said = teacher.ask("/classes/1")
    assert f"{nginx.address}/join" in said.decode()
    assert "http://" not in said.decode().replace("http://www.w3.org", "")


def test_http_leads_to_https(nginx: Nginx) -> None:
    answered, _ = Visitor(nginx, port=nginx.http_port).ask("/courses/?page=2", None, {"Host": NAME})
    assert (answered.status, answered.headers["Location"]) == (301, f"{nginx.address}/courses/?page=2")


def test_other_names_are_answered_neither_by_nginx_nor_by_the_tutor(nginx: Nginx) -> None:
    with pytest.raises((RemoteDisconnected, ConnectionResetError)):
        Visitor(nginx).ask("/", None, {"Host": "evil.example"})
    with pytest.raises((RemoteDisconnected, ConnectionResetError)):
        Visitor(nginx, port=nginx.http_port).ask("/", None, {"Host": "evil.example"})
    with pytest.raises(ssl.SSLError), socket.create_connection(("127.0.0.1", nginx.port)) as bare:
        nginx.trust.wrap_socket(bare, server_hostname="evil.example")
    inside = Visitor(nginx, port=nginx.upstream_port)
    forwarded = {"X-Forwarded-For": "10.0.0.7", "X-Forwarded-Proto": "https"}
    assert inside.ask("/log-in", None, {"Host": NAME, **forwarded})[0].status == 200
    for host in ("evil.example", "127.0.0.1"):
        assert inside.ask("/log-in", None, {"Host": host, **forwarded})[0].status == 400
    assert inside.ask("/log-in", None, {"Host": NAME})[0].status == 403, "it came around the proxy"


# ---- what the browser is told --------------------------------------------------------------------------------------


def test_cookies_are_for_https_alone_and_for_no_script(nginx: Nginx) -> None:
    teacher = Visitor(nginx)
    assert teacher.send("/log-in", "/log-in", name="Miss Vine", passphrase=WORDS).status == 302
    assert teacher.set_cookies
    for cookie in teacher.set_cookies:
        attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert cookie.startswith("__Host-"), cookie
        assert {"secure", "httponly", "path=/"} <= attributes, cookie
        assert {"samesite=lax", "samesite=strict"} & attributes, cookie
        assert not [one for one in attributes if one.startswith("domain")], cookie


@pytest.mark.slow
def test_https_is_insisted_on_over_https_and_only_there(nginx: Nginx, tmp_path: Path) -> None:
    for path, status in (("/log-in", 200), ("/static/love-all.css", 200), ("/nowhere", 404)):
        answered, _ = Visitor(nginx).ask(path)
        assert answered.status == status
        assert answered.headers.get_all("Strict-Transport-Security") == [HTTPS_ONLY]
        assert answered.headers["Server"] == "nginx"
    inside, forwarded = (
        Visitor(nginx, port=nginx.upstream_port),
        {"X-Forwarded-For": "::1", "X-Forwarded-Proto": "https"},
    )
    assert (
        inside.ask("/log-in", None, {"Host": NAME, **forwarded})[0].headers["Strict-Transport-Security"] == HTTPS_ONLY
    )
    local = Served(tmp_path / FILE, tmp_path, "--classroom", "--host", "127.0.0.1", "--workers", "1")
    local.start()
    try:
        visitor = Visitor(nginx, port=local.port)
        answered, _ = visitor.ask("/log-in")
        assert answered.status == 200
        assert "Strict-Transport-Security" not in answered.headers
        assert visitor.set_cookies
        for cookie in visitor.set_cookies:
            assert "secure" not in cookie.lower(), "over http the browser would not keep it"
            assert "HttpOnly" in cookie
    finally:
        local.kill()


@pytest.mark.parametrize(
    ("version", "works"),
    [(ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True), (ssl.TLSVersion.TLSv1_3, True)],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_versions_of_tls_are_refused(echo: Nginx, version: ssl.TLSVersion, works: bool) -> None:
    context = ssl.create_default_context(cafile=str(echo.certificate))
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    with socket.create_connection(("127.0.0.1", echo.port)) as bare:
        if works:
            with context.wrap_socket(bare, server_hostname=NAME) as wrapped:
                assert wrapped.cipher()
        else:
            with pytest.raises(ssl.SSLError):
                context.wrap_socket(bare, server_hostname=NAME)


# ---- what passes, and what does not --------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_the_tutor_takes_in_nginx_lets_through_and_no_more(nginx: Nginx, echo: Nginx) -> None:
    limit = re.search(r"client_max_body_size (\d+)m;", CONFIGURATION.read_text(encoding="utf-8"))
    assert limit
    assert int(limit[1]) * 1024 * 1024 == MOST_SENT < LARGEST_BODY
    answered, said = Visitor(echo).ask("/sent", b"x" * MOST_SENT)
    assert (answered.status, said) == (200, str(MOST_SENT).encode())
    teacher = Visitor(nginx)
    teacher.send("/log-in", "/log-in", name="Miss Vine", passphrase=WORDS)
    _, page = teacher.ask("/classes/1/results")
    token = re.search(rb'name="csrf_token" value="([^"]+)"', page)
    assert token
    for size, status in ((MOST_SENT - 4096, (200, 400)), (MOST_SENT + 4096, (413,))):
        parts = [b'name="csrf_token"\r\n\r\n' + token[1], b'name="file"; filename="a.json"\r\n\r\n' + b"x" * size]
        body = (
            b"".join(b"--edge\r\nContent-Disposition: form-data; " + part + b"\r\n" for part in parts) + b"--edge--\r\n"
        )
        answered, said = teacher.ask(
            "/classes/1/results",
            body,
            {"Content-Type": "multipart/form-data; boundary=edge", "Referer": f"{nginx.address}/classes/1/results"},
        )
        assert answered.status in status
        assert (b"The largest file that Love All accepts has 4 MB." in said) is (413 in status)


@pytest.mark.slow
def test_large_downloads_come_whole_to_slow_readers_too(nginx: Nginx, echo: Nginx) -> None:
    answered, said = Visitor(nginx).ask("/static/pictures/replay.jpg")
    assert answered.status == 200
    assert said == (ROOT / "static" / "pictures" / "replay.jpg").read_bytes()
    connection = HTTPSConnection(NAME, echo.port, timeout=60, context=echo.trust)
    connection.request("GET", "/large/20000000")
    answered, length = connection.getresponse(), 0
    while part := answered.read(1_000_000):
        length += len(part)
        sleep(0.05)
    connection.close()
    assert length == 20_000_000


def test_half_sent_requests_stay_with_nginx(echo: Nginx) -> None:
    halves = [socket.create_connection(("127.0.0.1", echo.http_port)) for _ in range(2)]
    for half, sent in zip(halves, (b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nX: "), strict=True):
        half.sendall(sent)
    assert Visitor(echo).ask("/")[0].status == 200
    for half in halves:
        half.close()


def test_where_there_is_no_tutor_nginx_says_so() -> None:
    with Nginx(free_ports(1)[0], (NAME,)) as nginx:
        answered, said = Visitor(nginx).ask("/")
    assert answered.status == 503
    assert said.decode().startswith("Love All is not running at the moment.")
    assert answered.headers["Strict-Transport-Security"] == HTTPS_ONLY


# ---- the command ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--proxied"], "--proxied needs the name under which the proxy is reached"),
        (["--proxy-address", "10.0.0.2", "--name", "school.example"], "add --proxied"),
        (["--proxied", "--name", "school.example", "--proxy-address", "proxy.local"], "not 'proxy.local'"),
    ],
)
def test_options_that_cannot_be_meant_are_refused(options: list[str], said: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(tutor, ["serve", "--classroom", "--data", str(tmp_path), *options])
    assert isinstance(result.exception, (SystemExit, click.UsageError))
    assert said in result.output + str(result.exception)
