"""Clients that dawdle, on purpose or not, against the server that people have."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from time import monotonic, sleep

import pytest

from tests.support.databases import HANG
from tests.support.plain_server import application, listening_on
from tutor.web.server.http_server import (
    LARGEST_BODY,
    LARGEST_HEADER,
    MOST_CONNECTIONS,
    Patience,
    Server,
    descriptors,
    most_connections,
)

QUICK = Patience(header=1.0, body=1.0, answer=1.0, slowest=100_000, idle=1.0, stopping=5.0)
BEGUN = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /sent HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"


@contextmanager
def served(patience: Patience = QUICK, most: int = 100, clock: Callable[[], float] = monotonic) -> Iterator[Server]:
    """A server in a thread of this process."""
    server = Server(application, listening_on(0), patience=patience, most=most, clock=clock)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(20)
        assert not thread.is_alive()


def connected(server: Server, source: str = "127.0.0.1") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", int(server.effective_port)), 20, (source, 0))
    client.settimeout(20)
    return client


def answered(server: Server, path: str = "/") -> None:
    """Asks for a page as others do. Raises `TimeoutError` where it does not come, for then all wait for a client."""
    connection = HTTPConnection("127.0.0.1", int(server.effective_port), timeout=HANG)
    connection.request("GET", path)
    assert connection.getresponse().status == 200
    connection.close()


def comes_true(is_so: Callable[[], bool]) -> bool:
    """Whether that comes to be so, sooner or later."""
    ends = monotonic() + HANG
    while not (found := is_so()) and monotonic() < ends:
        sleep(0.02)
    return found


def waits_for_readers(server: Server) -> bool:
    return any(channel.total_outbufs_len for channel in list(server.active_channels.values()))


def bytes_held(server: Server) -> int:
    return sum(channel.bytes_held for channel in list(server.active_channels.values()))


def hears(client: socket.socket, wanted: bytes) -> bool:
    """Whether that comes, before the connection is closed or nothing more comes."""
    said = b""
    with suppress(OSError):
        while wanted not in said and (part := client.recv(65536)):
            said += part
    return wanted in said


def seconds_until_closed(client: socket.socket, drip: bytes = b"") -> float:
    """How long the server put up with it; meanwhile it sends a little, ten times a second."""
    began = monotonic()
    client.settimeout(0.1)
    while monotonic() - began < HANG:
        try:
            if not client.recv(65536):
                break
        except TimeoutError:
            with suppress(OSError):
                client.sendall(drip)
        except OSError:
            break
    client.close()
    return monotonic() - began


@pytest.mark.slow
@pytest.mark.parametrize(
    ("beginning", "drip", "least"),
    [
        (b"", b"", 1.0),
        (BEGUN, b"", 1.0),
        (BEGUN + b"X-Long: ", b"x", 1.0),
        (b"", b"\r\n\r\n", 1.0),
        (POST, b"", 2.0),
        (POST, b"x", 2.0),
        (POST + b"x" * 200_000, b"x", 4.0),
    ],
    ids=["nothing", "a header", "a header by drops", "empty lines", "a body", "a body by drops", "a long body"],
)
def test_a_request_has_to_be_complete_within_a_time(beginning: bytes, drip: bytes, least: float) -> None:
    with served() as server, connected(server) as client:
        client.sendall(beginning)
        took = seconds_until_closed(client, drip)
    assert least - 0.1 <= took < HANG


@pytest.mark.slow
def test_a_connection_on_which_nothing_more_is_asked_is_closed_and_not_before() -> None:
    with served() as server, connected(server) as client:
        for _ in range(4):
            client.sendall(BEGUN + b"\r\n")
            assert hears(client, b"HTTP/1.1 200")
            sleep(0.5)
        assert 0.4 <= seconds_until_closed(client) < HANG


@pytest.mark.slow
def test_an_answer_has_to_be_read_within_a_time_and_a_large_one_gets_more() -> None:
    with served() as server:
        unread = connected(server)
        unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        unread.sendall(b"GET /large/9000000 HTTP/1.1\r\nHost: x\r\n\r\n")
        assert comes_true(lambda: waits_for_readers(server)), "the answer is not begun"
        assert comes_true(lambda: not waits_for_readers(server)), "it waits for its reader"
        unread.close()
        with connected(server) as client:
            client.sendall(b"GET /large/30000000 HTTP/1.1\r\nHost: x\r\n\r\n")
            read, began = 0, monotonic()
            while read < 30_000_000:
                got = len(client.recv(400_000))
                assert got, "it was cut off while it was being read"
                read += got
                sleep(0.05)
            assert monotonic() - began > 3.5


def test_large_uploads_pass_with_and_without_being_waited_for() -> None:
    body = b"x" * (4 * 1024 * 1024)
    with served() as server:
        connection = HTTPConnection("127.0.0.1", int(server.effective_port), timeout=20)
        connection.request("POST", "/sent", body)
        assert connection.getresponse().read() == str(len(body)).encode()
        connection.close()
        with connected(server) as client:
            head = b"POST /sent HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\n"
            client.sendall(head + f"Content-Length: {len(body)}\r\n\r\n".encode())
            assert hears(client, b"HTTP/1.1 100")
            client.sendall(body)
            said = b""
            while part := client.recv(65536):
                said += part
            assert said.endswith(str(len(body)).encode())


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (BEGUN + b"X-Long: " + b"x" * LARGEST_HEADER + b"\r\n\r\n", b"431"),
        (f"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {LARGEST_BODY}\r\n\r\n".encode(), b"413"),
    ],
)
def test_what_is_too_large_is_refused_at_once(sent: bytes, status: bytes) -> None:
    with served() as server, connected(server) as client:
        client.sendall(sent)
        assert client.recv(65536).split()[1] == status


@pytest.mark.parametrize(
    ("lengths", "status"),
    [
        (b"Content-Length: 1\r\nContent-Length: 5", b"400"),
        (b"Content-Length: +1", b"400"),
        (b"Transfer-Encoding: xchunked", b"501"),
    ],
)
def test_a_request_whose_end_is_in_doubt_is_refused(lengths: bytes, status: bytes) -> None:
    with served() as server, connected(server) as client:
        client.sendall(b"POST /sent HTTP/1.1\r\nHost: x\r\n" + lengths + b"\r\n\r\n0\r\n\r\n")
        assert client.recv(65536).split()[1] == status


def test_chunks_count_before_a_length_and_nothing_is_taken_for_a_second_request() -> None:
    both = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with served() as server, connected(server) as client:
        client.sendall(b"POST /sent HTTP/1.1\r\nHost: x\r\n" + both + BEGUN + b"\r\n")
        said = b""
        with suppress(ConnectionResetError):
            while part := client.recv(65536):
                said += part
    assert said.count(b"HTTP/1.1 ") == 1
    assert b"Connection: close" in said


def test_those_who_ask_before_they_have_read_are_answered_once() -> None:
    with served() as server, connected(server) as client:
        client.sendall((BEGUN + b"\r\n") * 100)
        said = b""
        with suppress(ConnectionResetError):
            while part := client.recv(65536):
                said += part
        assert said.count(b"HTTP/1.1 200") == 1
        assert b"Connection: close" in said


def test_where_there_is_no_room_the_oldest_half_sent_request_of_the_crowd_makes_way() -> None:
    patient = Patience(header=60.0, idle=60.0)
    with served(patient, most=32) as server, ExitStack() as stack:
        apart = stack.enter_context(connected(server, "127.0.0.2"))
        apart.sendall(BEGUN)
        crowd = [stack.enter_context(connected(server)) for _ in range(200)]
        for client in crowd:
            client.sendall(BEGUN)
            sleep(0.002)
        for _ in range(20):
            answered(server)
        assert len(server.active_channels) <= 32
        apart.sendall(b"\r\n")
        assert hears(apart, b"HTTP/1.1 200"), "somebody else had to make way"
        crowd[-1].sendall(b"\r\n")
        assert hears(crowd[-1], b"HTTP/1.1 200"), "not the oldest had to make way"


@pytest.mark.slow
def test_who_is_being_answered_does_not_make_way() -> None:
    with served(Patience(header=60.0), most=4) as server, ExitStack() as stack:
        asked = [stack.enter_context(connected(server)) for _ in range(4)]
        for client in asked:
            client.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        sleep(0.2)
        for _ in range(60):
            stack.enter_context(connected(server)).sendall(BEGUN)
        for client in asked:
            assert hears(client, b"done")


@pytest.mark.slow
def test_what_all_clients_together_leave_unfinished_is_bounded() -> None:
    with served(Patience(header=60.0, body=60.0, bytes_held=2_000_000)) as server, ExitStack() as stack:
        for _ in range(10):
            client = stack.enter_context(connected(server))
            with suppress(OSError):
                client.sendall(POST + b"x" * 500_000)
        assert comes_true(lambda: 0 < bytes_held(server) <= 2_000_000)
        sleep(2.5)  # in which more comes
        assert 0 < bytes_held(server) <= 2_000_000
        answered(server)


def test_idle_connections_cost_nothing_when_something_happens_on_another(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, settle = list[object](), Server._settle

    def counted(server: Server, one: object) -> None:
        seen.append(one)
        settle(server, one)

    with served(Patience(header=60.0), most=1000) as server, ExitStack() as stack:
        for _ in range(300):
            stack.enter_context(connected(server)).sendall(BEGUN)
        answered(server)
        sleep(0.2)
        monkeypatch.setattr(Server, "_settle", counted)
        answered(server)
        asked = len(seen)
    assert asked < 100, "each of the connections was asked"


def test_the_connections_are_as_many_as_the_open_files_allow() -> None:
    assert descriptors() >= 256
    assert most_connections(1024) == 448
    assert most_connections(10) == 16
    assert most_connections(10**6) == MOST_CONNECTIONS
    assert 2 * most_connections(descriptors()) < descriptors()
